//! From components to the world, before a step.
//!
//! ```text
//!   1. what was removed leaves the world
//!   2. new bodies, then new colliders, then new joints, each in the order in which they were inserted
//!   3. changed poses and velocities: those that differ from what the plugin has last written or read
//!   4. changed properties, targets, forces
//! ```
//!
//! Changes are made in the order of the bodies' slots, so that the order in which Bevy stores entities has no
//! effect.

use crate::collider::{Collider, scaled};
use crate::components::*;
use crate::joint::Joint;
use crate::messages::PhysicsProblem;
use crate::pending::Pending;
use crate::placement::{Placement, parent_placement, rot_of};
use crate::resource::{BodyLink, ColliderLink, Links, Physics, set, world_pose};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::Transform;
use physics::prelude::{BodyDef, BodyMut, ColliderDef, ColliderId, ColliderMut, DefError, JointDef, Pose};

/// The properties of a body.
#[derive(QueryData)]
pub(crate) struct BodyParts {
    kind: &'static RigidBody,
    velocity: &'static LinearVelocity,
    angular_velocity: &'static AngularVelocity,
    template: Option<&'static BodyTemplate>,
    gravity: Option<&'static GravityScale>,
    damping: Option<&'static LinearDamping>,
    angular_damping: Option<&'static AngularDamping>,
    speed: Option<&'static MaxLinearSpeed>,
    angular_speed: Option<&'static MaxAngularSpeed>,
    locks: Option<&'static LockedAxes>,
    mass: Option<&'static MassOverride>,
    switches: (Has<SleepingDisabled>, Has<RigidBodyDisabled>, Has<CcdDisabled>),
}

/// The properties of a collider.
#[derive(QueryData)]
pub(crate) struct ColliderParts {
    collider: &'static Collider,
    density: Option<&'static ColliderDensity>,
    friction: Option<&'static Friction>,
    restitution: Option<&'static Restitution>,
    rolling: Option<&'static RollingResistance>,
    surface: Option<&'static SurfaceSpeed>,
    layers: Option<&'static CollisionLayers>,
    one_way: Option<&'static OneWay>,
    switches: (Has<Sensor>, Has<ColliderDisabled>, Has<ContactHooks>),
}

/// What all stages look up.
#[derive(SystemParam)]
pub(crate) struct Scene<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    transforms: Query<'w, 's, &'static Transform>,
    bodies: Query<'w, 's, BodyParts>,
    colliders: Query<'w, 's, ColliderParts>,
    joints: Query<'w, 's, &'static Joint>,
}

type Motion = Or<(Changed<Transform>, Changed<LinearVelocity>, Changed<AngularVelocity>)>;
type BodyChange = Or<(
    Changed<RigidBody>,
    Changed<BodyTemplate>,
    Changed<GravityScale>,
    Changed<LinearDamping>,
    Changed<AngularDamping>,
    Changed<MaxLinearSpeed>,
    Changed<MaxAngularSpeed>,
    Changed<LockedAxes>,
    Changed<MassOverride>,
    Or<(Added<SleepingDisabled>, Added<RigidBodyDisabled>, Added<CcdDisabled>)>,
)>;
type ColliderChange = Or<(
    Changed<Collider>,
    Changed<ColliderDensity>,
    Changed<Friction>,
    Changed<Restitution>,
    Changed<RollingResistance>,
    Changed<SurfaceSpeed>,
    Changed<CollisionLayers>,
    Changed<OneWay>,
    Or<(Added<Sensor>, Added<ColliderDisabled>, Added<ContactHooks>)>,
)>;

/// What changed since the last step.
#[derive(SystemParam)]
pub(crate) struct Changes<'w, 's> {
    moved: Query<'w, 's, Entity, (With<RigidBody>, Motion)>,
    bodies: Query<'w, 's, Entity, BodyChange>,
    colliders: Query<'w, 's, Entity, ColliderChange>,
    joints: Query<'w, 's, Entity, Changed<Joint>>,
    child_bodies: Query<'w, 's, Entity, (With<RigidBody>, With<ChildOf>)>,
    child_colliders: Query<'w, 's, Entity, (With<Collider>, With<ChildOf>)>,
}

/// What acts once or in each step.
#[derive(SystemParam)]
pub(crate) struct Pushes<'w, 's> {
    forces: Query<'w, 's, (Entity, &'static ExternalForce)>,
    impulses: Query<'w, 's, (Entity, &'static mut ExternalImpulse)>,
    targets: Query<'w, 's, (Entity, &'static KinematicTarget)>,
}

/// Collects what was refused.
#[derive(SystemParam)]
pub(crate) struct Problems<'w, 's> {
    commands: Commands<'w, 's>,
    messages: MessageWriter<'w, PhysicsProblem>,
    marked: Query<'w, 's, (), With<PhysicsError>>,
}

impl Problems<'_, '_> {
    /// Tells of an error, or that there is none any more.
    fn tell<T>(&mut self, entity: Entity, result: Result<T, impl ToString>) -> Option<T> {
        match result {
            Ok(value) => {
                if self.marked.contains(entity) {
                    self.commands.entity(entity).try_remove::<PhysicsError>();
                }
                Some(value)
            }
            Err(error) => {
                let error = error.to_string();
                log::error!("entity {entity}: {error}");
                self.commands.entity(entity).try_insert(PhysicsError(error.clone()));
                self.messages.write(PhysicsProblem { entity, error });
                None
            }
        }
    }
}

impl Scene<'_, '_> {
    fn placement(&self, entity: Entity) -> Placement {
        self.transforms.get(entity).map_or(Placement::IDENTITY, Placement::of)
    }

    fn parent(&self, entity: Entity) -> Placement {
        parent_placement(entity, &self.parents, &|it| self.placement(it))
    }

    /// The nearest body at or above an entity, and where the entity is in it, with the body's scale.
    fn body_of(&self, entity: Entity) -> Option<(Entity, Placement)> {
        let mut within = Placement::IDENTITY;
        let mut at = entity;
        for _ in 0..64 {
            if self.bodies.contains(at) {
                let scale = self.parent(at).scale * self.placement(at).scale;
                return Some((at, Placement { scale, ..Placement::IDENTITY }.then(within)));
            }
            within = self.placement(at).then(within);
            at = self.parents.get(at).ok()?.parent();
        }
        None
    }

    /// The definition of a body by its components.
    fn body_def(&self, entity: Entity) -> Option<BodyDef> {
        let it = self.bodies.get(entity).ok()?;
        let base = it.template.map_or_else(BodyDef::dynamic, |template| template.0);
        let (awake_always, disabled, not_swept) = it.switches;
        Some(BodyDef {
            kind: (*it.kind).into(),
            velocity: [it.velocity.0.x, it.velocity.0.y].into(),
            angular_velocity: it.angular_velocity.0,
            gravity_scale: it.gravity.map_or(base.gravity_scale, |c| c.0),
            damping: it.damping.map_or(base.damping, |c| c.0),
            angular_damping: it.angular_damping.map_or(base.angular_damping, |c| c.0),
            max_speed: it.speed.map_or(base.max_speed, |c| c.0),
            max_angular_speed: it.angular_speed.map_or(base.max_angular_speed, |c| c.0),
            locks: it.locks.map_or(base.locks, |c| c.0),
            mass: it.mass.map_or(base.mass, |c| Some(c.0)),
            can_sleep: base.can_sleep && !awake_always,
            enabled: base.enabled && !disabled,
            continuous: base.continuous && !not_swept,
            ..base
        })
    }

    /// The definitions of the parts of a collider by its components, at its place in the body.
    fn collider_defs(&self, entity: Entity, at: Placement) -> Result<Vec<ColliderDef>, String> {
        let it = self.colliders.get(entity).map_err(|error| error.to_string())?;
        let (sensor, disabled, hook) = it.switches;
        it.collider
            .parts()?
            .iter()
            .map(|part| {
                let mut def = part.clone();
                let offset = scaled(&part.placed_shape(), at.scale).map_err(|error| error.to_string())?;
                (def.shape, def.offset) = (offset, pose(at));
                let material = &mut def.material;
                if let Some(friction) = it.friction {
                    material.friction = friction.dynamic_coefficient;
                    material.static_friction = friction.static_coefficient;
                }
                material.density = it.density.map_or(material.density, |c| c.0);
                material.restitution = it.restitution.map_or(material.restitution, |c| c.0);
                material.rolling_resistance = it.rolling.map_or(material.rolling_resistance, |c| c.0);
                material.surface_speed = it.surface.map_or(material.surface_speed, |c| c.0);
                def.filter = it.layers.map_or(def.filter, |&layers| layers.into());
                def.one_way = it.one_way.map_or(def.one_way, |c| Some([c.0.x, c.0.y].into()));
                def.sensor |= sensor;
                def.hook |= hook;
                def.enabled &= !disabled;
                Ok(def)
            })
            .collect()
    }
}

fn pose(at: Placement) -> Pose {
    Pose { position: [at.position.x, at.position.y].into(), rotation: at.rotation }
}

/// The system.
pub(crate) fn prepare(
    mut physics: ResMut<'_, Physics>,
    mut pending: ResMut<'_, Pending>,
    scene: Scene<'_, '_>,
    changes: Changes<'_, '_>,
    mut pushes: Pushes<'_, '_>,
    mut problems: Problems<'_, '_>,
    time: Res<'_, Time>,
) {
    let physics = &mut *physics;
    remove(physics, &mut pending, &scene);
    retry(&mut pending, &changes);
    add_bodies(physics, &mut pending, &scene, &mut problems);
    add_colliders(physics, &mut pending, &scene, &mut problems);
    move_bodies(physics, &scene, &changes, &mut problems);
    let touched = std::mem::take(&mut pending.touched);
    change_bodies(physics, &scene, changes.bodies.iter().chain(touched.iter().copied()), &mut problems);
    let changed = changes.colliders.iter().chain(touched.iter().copied()).collect();
    change_colliders(physics, &scene, &changes, changed, &mut problems);
    for joint in &changes.joints {
        if physics.links.joint_of.contains_key(&joint) {
            remove_joint(physics, joint);
            pending.joints.push(joint);
        }
    }
    add_joints(physics, &mut pending, &scene, &mut problems);
    // While no step is taken, forces would pile up.
    if !physics.paused {
        push(physics, &mut pushes, &mut problems, time.delta_secs());
    }
}

/// What was refused is tried again if one of its components has changed.
fn retry(pending: &mut Pending, changes: &Changes<'_, '_>) {
    let Pending { bodies, colliders, refused_bodies, refused_colliders, .. } = pending;
    let is_body_changed = |it: &mut Entity| changes.bodies.contains(*it) || changes.moved.contains(*it);
    bodies.extend(refused_bodies.extract_if(.., is_body_changed));
    colliders.extend(refused_colliders.extract_if(.., |it| changes.colliders.contains(*it)));
}

fn remove(physics: &mut Physics, pending: &mut Pending, scene: &Scene<'_, '_>) {
    for entity in pending.removed_joints.drain(..) {
        remove_joint(physics, entity);
    }
    let Pending { refused_bodies, refused_colliders, removed_bodies, removed_colliders, .. } = pending;
    refused_bodies.retain(|it| !removed_bodies.contains(it));
    refused_colliders.retain(|it| !removed_colliders.contains(it));
    for entity in pending.removed_colliders.drain(..) {
        remove_colliders(physics, entity);
    }
    for entity in pending.removed_bodies.drain(..) {
        // The engine removes colliders and joints with their body.
        if let Some(id) = physics.links.body_of.remove(&entity) {
            let ids: Vec<ColliderId> = physics
                .world
                .body(id)
                .map(|body| body.colliders().map(|c| c.id()).collect())
                .unwrap_or_default();
            let owners: Vec<Entity> = ids.iter().filter_map(|&id| physics.entity_of_collider(id)).collect();
            for owner in owners {
                remove_colliders(physics, owner);
                // It may find another body, if it has not been despawned as well.
                if scene.colliders.contains(owner) {
                    pending.colliders.push(owner);
                }
            }
            let joints: Vec<_> = physics
                .world
                .body(id)
                .map(|body| body.joints().map(|j| j.id()).collect())
                .unwrap_or_default();
            for joint in joints {
                if let Some(Some((_, owner))) = physics.links.joint_entities.get(joint.index()).copied() {
                    remove_joint(physics, owner);
                }
            }
            let _ = physics.world.remove_body(id);
            set(&mut physics.links.bodies, id.index(), None);
        }
        if scene.bodies.contains(entity) {
            pending.bodies.push(entity);
        }
    }
}

fn remove_joint(physics: &mut Physics, entity: Entity) {
    if let Some(id) = physics.links.joint_of.remove(&entity) {
        let _ = physics.world.remove_joint(id);
        set(&mut physics.links.joint_entities, id.index(), None);
    }
}

fn remove_colliders(physics: &mut Physics, entity: Entity) {
    if let Some(link) = physics.links.colliders_of.remove(&entity) {
        for id in link.ids {
            let _ = physics.world.remove_collider(id);
            set(&mut physics.links.collider_entities, id.index(), None);
            physics.links.gone.push((id, entity, link.body));
        }
    }
}

fn add_bodies(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in pending.bodies.drain(..) {
        if !physics.links.body_of.contains_key(&entity) && scene.bodies.contains(entity) {
            add_body(physics, scene, entity, problems);
            if !physics.links.body_of.contains_key(&entity) {
                pending.refused_bodies.push(entity);
            }
        }
    }
}

fn add_body(physics: &mut Physics, scene: &Scene<'_, '_>, entity: Entity, problems: &mut Problems<'_, '_>) {
    let (Some(def), Ok(transform)) = (scene.body_def(entity), scene.transforms.get(entity)) else { return };
    let parent = scene.parent(entity);
    let at = parent.then(Placement::of(transform));
    let start = world_pose(at.position, at.rotation);
    let def = BodyDef { position: start.position, rotation: at.rotation, ..def };
    if let Some(id) = problems.tell(entity, physics.world.add_body(def)) {
        let link = BodyLink {
            id,
            entity,
            local: (transform.translation.truncate(), transform.rotation),
            parent,
            scale: at.scale,
            velocity: Vec2::new(def.velocity.x, def.velocity.y),
            angular_velocity: def.angular_velocity,
            before: start,
            shown: None,
        };
        set(&mut physics.links.bodies, id.index(), Some(link));
        physics.links.body_of.insert(entity, id);
    }
}

fn add_colliders(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in std::mem::take(&mut pending.colliders) {
        if physics.links.colliders_of.contains_key(&entity) || !scene.colliders.contains(entity) {
            continue;
        }
        let Some((body, at)) = scene.body_of(entity) else {
            // As in Rapier: ground needs no body. It is made in the next step.
            problems.commands.entity(entity).try_insert(RigidBody::Static);
            pending.colliders.push(entity);
            continue;
        };
        add_collider(physics, scene, entity, body, at, problems);
        if !physics.links.colliders_of.contains_key(&entity) {
            pending.refused_colliders.push(entity);
        }
    }
}

fn add_collider(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    entity: Entity,
    body: Entity,
    at: Placement,
    problems: &mut Problems<'_, '_>,
) {
    let Some(id) = physics.body_id(body) else { return };
    let Some(defs) = problems.tell(entity, scene.collider_defs(entity, at)) else { return };
    let mut ids = Vec::with_capacity(defs.len());
    for def in defs {
        match physics.world.add_collider(id, def) {
            Ok(collider) => ids.push(collider),
            Err(error) => {
                for collider in ids.drain(..) {
                    let _ = physics.world.remove_collider(collider);
                }
                problems.tell::<()>(entity, Err(error));
                return;
            }
        }
    }
    for &collider in &ids {
        set(&mut physics.links.collider_entities, collider.index(), Some((collider, entity)));
    }
    physics.links.colliders_of.insert(entity, ColliderLink { ids, body, placement: at });
}

/// By slot: an order that does not depend on where Bevy stores an entity.
fn sorted(links: &Links, entities: impl Iterator<Item = Entity>) -> Vec<Entity> {
    let mut found: Vec<_> =
        entities.filter_map(|entity| Some((links.body_of.get(&entity)?.index(), entity))).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, entity)| entity).collect()
}

fn move_bodies(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    changes: &Changes<'_, '_>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in sorted(&physics.links, changes.moved.iter().chain(&changes.child_bodies)) {
        let (Ok(transform), Ok(parts)) = (scene.transforms.get(entity), scene.bodies.get(entity)) else {
            continue;
        };
        let parent = scene.parent(entity);
        let local = (transform.translation.truncate(), transform.rotation);
        let (velocity, angular_velocity) = (parts.velocity.0, parts.angular_velocity.0);
        let Some(link) = physics.links.body_mut(entity) else { continue };
        let old = *link;
        let id = old.id;
        (link.local, link.parent) = (local, parent);
        (link.velocity, link.angular_velocity) = (velocity, angular_velocity);
        let at = parent.then(Placement { rotation: rot_of(local.1), ..Placement::of(transform) });
        link.scale = at.scale;
        let Ok(mut body) = physics.world.body_mut(id) else { continue };
        if (old.local, old.parent) != (local, parent) {
            let before = body.view().world_pose();
            let mut next = world_pose(at.position, at.rotation);
            if old.parent == parent {
                // What was not touched keeps all its bits.
                if old.local.0 == local.0 {
                    next.position = before.position;
                }
                if old.local.1 == local.1 {
                    next.rotation = before.rotation;
                }
            }
            if next != before {
                let moved = body.set_world_pose(next).map(|_| ());
                problems.tell(entity, moved);
            }
        }
        if old.velocity != velocity {
            let set = body.set_velocity([velocity.x, velocity.y]).map(|_| ());
            problems.tell(entity, set);
        }
        if old.angular_velocity != angular_velocity {
            let set = body.set_angular_velocity(angular_velocity).map(|_| ());
            problems.tell(entity, set);
        }
    }
}

fn change_bodies(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    changed: impl Iterator<Item = Entity>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in sorted(&physics.links, changed) {
        let (Some(def), Some(body)) = (scene.body_def(entity), physics.body_mut(entity)) else { continue };
        let result = change_body(body, &def);
        problems.tell(entity, result);
    }
}

/// Sets what differs, so that a body is not woken for nothing.
fn change_body(mut body: BodyMut<'_>, to: &BodyDef) -> Result<(), DefError> {
    let now = body.view().def();
    if now.kind != to.kind {
        body.set_kind(to.kind)?;
    }
    if now.gravity_scale != to.gravity_scale {
        body.set_gravity_scale(to.gravity_scale)?;
    }
    if now.damping != to.damping {
        body.set_damping(to.damping)?;
    }
    if now.angular_damping != to.angular_damping {
        body.set_angular_damping(to.angular_damping)?;
    }
    if now.max_speed != to.max_speed {
        body.set_max_speed(to.max_speed)?;
    }
    if now.max_angular_speed != to.max_angular_speed {
        body.set_max_angular_speed(to.max_angular_speed)?;
    }
    if now.locks != to.locks {
        body.set_locks(to.locks);
    }
    if now.mass != to.mass {
        body.set_mass_override(to.mass)?;
    }
    if now.sleep_speed != to.sleep_speed {
        body.set_sleep_speed(to.sleep_speed)?;
    }
    if now.can_sleep != to.can_sleep {
        body.set_can_sleep(to.can_sleep);
    }
    if now.enabled != to.enabled {
        body.set_enabled(to.enabled);
    }
    if now.continuous != to.continuous {
        body.set_continuous(to.continuous);
    }
    Ok(())
}

fn change_colliders(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    changes: &Changes<'_, '_>,
    mut changed: Vec<Entity>,
    problems: &mut Problems<'_, '_>,
) {
    // A collider moves in its body if an entity between the two moves, and scales with any entity above it.
    let is_displaced = |entity: &Entity| {
        let Some(link) = physics.links.colliders_of.get(entity) else { return false };
        scene.body_of(*entity).is_none_or(|found| found != (link.body, link.placement))
    };
    changed.extend(changes.moved.iter().chain(&changes.child_colliders).filter(is_displaced));
    let mut found: Vec<_> = changed
        .into_iter()
        .filter_map(|entity| Some((physics.collider_ids(entity).first()?.index(), entity)))
        .collect();
    found.sort_unstable();
    found.dedup();
    for (_, entity) in found {
        let Some((body, at)) = scene.body_of(entity) else { continue };
        let Some(defs) = problems.tell(entity, scene.collider_defs(entity, at)) else { continue };
        let Some(link) = physics.links.colliders_of.get_mut(&entity) else { continue };
        if link.body != body || link.ids.len() != defs.len() {
            remove_colliders(physics, entity);
            add_collider(physics, scene, entity, body, at, problems);
            continue;
        }
        link.placement = at;
        let ids = link.ids.clone();
        for (id, def) in ids.into_iter().zip(defs) {
            let Ok(collider) = physics.world.collider_mut(id) else { continue };
            let result = change_collider(collider, def);
            problems.tell(entity, result);
        }
    }
}

/// Sets what differs.
fn change_collider(mut collider: ColliderMut<'_>, to: ColliderDef) -> Result<(), DefError> {
    let now = collider.view().def();
    if now.offset != to.offset {
        collider.set_offset(to.offset.position, to.offset.rotation.angle())?;
    }
    if now.shape != to.shape {
        // A shape may take the old skin no more than the new one.
        if now.contact_skin != to.contact_skin {
            collider.set_contact_skin(0.0)?;
        }
        collider.set_shape(to.shape)?;
    }
    if collider.view().contact_skin() != to.contact_skin {
        collider.set_contact_skin(to.contact_skin)?;
    }
    if now.material != to.material {
        collider.set_material(to.material)?;
    }
    if now.filter != to.filter {
        collider.set_filter(to.filter);
    }
    if now.one_way != to.one_way {
        collider.set_one_way(to.one_way)?;
    }
    if now.hook != to.hook {
        collider.set_hook(to.hook);
    }
    if now.sensor != to.sensor {
        collider.set_sensor(to.sensor)?;
    }
    if now.enabled != to.enabled {
        collider.set_enabled(to.enabled);
    }
    Ok(())
}

fn add_joints(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in std::mem::take(&mut pending.joints) {
        let Ok(Joint(def)) = scene.joints.get(entity) else { continue };
        if physics.links.joint_of.contains_key(&entity) {
            continue;
        }
        let (Some(a), Some(b)) = (physics.body_id(def.a), physics.body_id(def.b)) else {
            // It waits for its bodies.
            pending.joints.push(entity);
            continue;
        };
        let JointDef { kind, break_force, break_torque, collide, enabled, user_data, .. } = *def;
        let def = JointDef { a, b, kind, break_force, break_torque, collide, enabled, user_data };
        if let Some(id) = problems.tell(entity, physics.world.add_joint(def)) {
            physics.links.joint_of.insert(entity, id);
            set(&mut physics.links.joint_entities, id.index(), Some((id, entity)));
        }
    }
}

fn push(physics: &mut Physics, pushes: &mut Pushes<'_, '_>, problems: &mut Problems<'_, '_>, dt: f32) {
    for entity in sorted(&physics.links, pushes.targets.iter().map(|it| it.0)) {
        let Ok((_, target)) = pushes.targets.get(entity) else { continue };
        let pose = Pose::new([target.position.x, target.position.y], target.angle);
        if let Some(mut body) = physics.body_mut(entity) {
            problems.tell(entity, body.set_target_pose(pose, dt).map(|_| ()));
        }
        problems.commands.entity(entity).try_remove::<KinematicTarget>();
    }
    for entity in sorted(&physics.links, pushes.impulses.iter().map(|it| it.0)) {
        let Ok((_, mut impulse)) = pushes.impulses.get_mut(entity) else { continue };
        let ExternalImpulse { impulse: push, torque_impulse } = *impulse;
        if *impulse == ExternalImpulse::default() {
            continue;
        }
        *impulse.bypass_change_detection() = ExternalImpulse::default();
        let Some(mut body) = physics.body_mut(entity) else { continue };
        let result = body.apply_central_impulse([push.x, push.y]).map(|_| ());
        let result = result.and_then(|()| body.apply_angular_impulse(torque_impulse).map(|_| ()));
        problems.tell(entity, result);
    }
    for entity in sorted(&physics.links, pushes.forces.iter().map(|it| it.0)) {
        let Ok((_, &ExternalForce { force, torque })) = pushes.forces.get(entity) else { continue };
        if force == Vec2::ZERO && torque == 0.0 {
            continue;
        }
        let Some(mut body) = physics.body_mut(entity) else { continue };
        let result = body.apply_central_force([force.x, force.y]).map(|_| ());
        let result = result.and_then(|()| body.apply_torque(torque).map(|_| ()));
        problems.tell(entity, result);
    }
}
