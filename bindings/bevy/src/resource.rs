//! The resource that owns the engine's world, and knows which entity is which body.

use crate::placement::Placement;
use bevy_ecs::entity::{EntityHashMap, EntityMapper, MapEntities};
use bevy_ecs::prelude::{Entity, Resource};
use bevy_math::{Quat, Vec2};
use physics::prelude::{
    BodyDef, BodyId, BodyMut, BodyRef, ColliderDef, ColliderId, ColliderMut, ColliderRef, JointDef, JointId,
    JointMut, Rot, Snapshot, World, WorldPose, WorldSettings,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A body and what the plugin has last written of it: a component that differs was written by the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLink {
    pub id: BodyId,
    pub entity: Entity,
    /// The local `Transform` that was last written or read, and the parent's placement then.
    pub local: (Vec2, Quat),
    pub parent: Placement,
    pub scale: Vec2,
    pub velocity: Vec2,
    pub angular_velocity: f32,
    /// What its components said when they were last accepted.
    pub said: BodyDef,
    /// Whether `Sleeping` is there, as the plugin has last written it.
    pub sleeps: bool,
    /// The pose before the last step.
    pub before: WorldPose,
    /// What is shown between the steps in place of `local`, if it is another.
    pub shown: Option<(Vec2, Quat)>,
    /// It is among `Links::touched`.
    pub is_touched: bool,
}

/// The colliders of one entity.
#[derive(Clone, Debug)]
pub(crate) struct ColliderLink {
    pub ids: Vec<ColliderId>,
    /// What its components said when they were last accepted, part by part.
    pub said: Arc<[ColliderDef]>,
    pub body: Entity,
    /// The body above it and its place there, as last read. If the world refused that body, `body` is still
    /// the one before.
    pub seen: (Entity, Placement),
}

/// The joint of an entity, and the component that it was made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointLink {
    pub id: JointId,
    pub entity: Entity,
    pub def: JointDef<Entity>,
}

/// Which entity is which part of the world. Indexed by slot or by entity; no result depends on the order of a
/// hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    pub bodies: Vec<Option<BodyLink>>,
    pub body_of: EntityHashMap<BodyId>,
    pub colliders_of: EntityHashMap<ColliderLink>,
    pub collider_entities: Vec<Option<(ColliderId, Entity)>>,
    pub joint_of: EntityHashMap<JointLink>,
    pub joint_entities: Vec<Option<(JointId, Entity)>>,
    /// Colliders and bodies removed since the last step. The events about the end of their contacts come
    /// after the next step.
    pub gone: HashMap<ColliderId, (Entity, Entity)>,
    /// Slots of bodies that the program has reached through `Physics::body_mut` since the last step: those
    /// that no step moves are written, too.
    pub touched: Vec<usize>,
    /// Slots of bodies that the last step has moved or that were touched before it; parents before children.
    pub moved: Vec<usize>,
    /// Slots of bodies whose transform differs from their pose in the world, as with interpolation.
    pub shown: Vec<usize>,
    /// The next step reads and writes everything: components may be those of another time.
    pub is_restored: bool,
}

pub(crate) fn set<T>(list: &mut Vec<Option<T>>, index: usize, value: Option<T>) {
    if list.len() <= index {
        list.resize_with(index + 1, || None);
    }
    list[index] = value;
}

impl Links {
    pub fn body(&self, id: BodyId) -> Option<&BodyLink> {
        self.bodies.get(id.index())?.as_ref().filter(|link| link.id == id)
    }

    pub fn body_mut(&mut self, entity: Entity) -> Option<&mut BodyLink> {
        let id = *self.body_of.get(&entity)?;
        self.bodies.get_mut(id.index())?.as_mut()
    }

    /// The entities of a collider and of its body, also if it was removed since the last step.
    pub fn collider(&self, id: ColliderId) -> Option<(Entity, Entity)> {
        let present = self.collider_entities.get(id.index()).copied().flatten();
        if let Some((_, entity)) = present.filter(|&(found, _)| found == id) {
            return self.colliders_of.get(&entity).map(|link| (entity, link.body));
        }
        self.gone.get(&id).copied()
    }
}

/// The physics of an app. `world` is the engine's own world, with all its calls: it owns the truth, and the
/// components mirror it.
#[derive(Resource, Clone, Debug)]
pub struct Physics {
    /// The engine's world.
    pub world: World,
    /// Whether steps are left out.
    pub paused: bool,
    pub(crate) links: Links,
    /// Whether all bodies are shown between their last two poses.
    pub(crate) interpolates_all: bool,
}

impl Physics {
    /// An empty world.
    #[must_use]
    pub fn new(settings: WorldSettings) -> Self {
        Self { world: World::new(settings), paused: false, links: Links::default(), interpolates_all: false }
    }

    /// The handle of the body of an entity.
    #[must_use]
    pub fn body_id(&self, entity: Entity) -> Option<BodyId> {
        self.links.body_of.get(&entity).copied()
    }

    /// The body of an entity.
    #[must_use]
    pub fn body(&self, entity: Entity) -> Option<BodyRef<'_>> {
        self.world.body(self.body_id(entity)?).ok()
    }

    /// The body of an entity, to be changed: forces, impulses, and what has no component. Its pose and
    /// velocity are written to its components after the next step. (Through `world.body_mut` those of a body
    /// that no step moves are not.)
    #[must_use]
    pub fn body_mut(&mut self, entity: Entity) -> Option<BodyMut<'_>> {
        let id = self.body_id(entity)?;
        if let Some(Some(link)) = self.links.bodies.get_mut(id.index())
            && !std::mem::replace(&mut link.is_touched, true)
        {
            self.links.touched.push(id.index());
        }
        self.world.body_mut(id).ok()
    }

    /// The handles of the colliders of an entity: one for each part of its `Collider`.
    #[must_use]
    pub fn collider_ids(&self, entity: Entity) -> &[ColliderId] {
        self.links.colliders_of.get(&entity).map_or(&[], |link| &link.ids)
    }

    /// The first collider of an entity.
    #[must_use]
    pub fn collider(&self, entity: Entity) -> Option<ColliderRef<'_>> {
        self.world.collider(*self.collider_ids(entity).first()?).ok()
    }

    /// The first collider of an entity, to be changed.
    #[must_use]
    pub fn collider_mut(&mut self, entity: Entity) -> Option<ColliderMut<'_>> {
        let id = *self.collider_ids(entity).first()?;
        self.world.collider_mut(id).ok()
    }

    /// The joint of an entity, to be read through `view` or changed: the speed of a motor.
    #[must_use]
    pub fn joint_mut(&mut self, entity: Entity) -> Option<JointMut<'_>> {
        let id = self.links.joint_of.get(&entity)?.id;
        self.world.joint_mut(id).ok()
    }

    /// The entity of a body.
    #[must_use]
    pub fn entity_of_body(&self, id: BodyId) -> Option<Entity> {
        self.links.body(id).map(|link| link.entity)
    }

    /// The entity of a collider.
    #[must_use]
    pub fn entity_of_collider(&self, id: ColliderId) -> Option<Entity> {
        self.links.collider(id).map(|found| found.0)
    }

    /// Its state, for [`Physics::restore`] and for rollback.
    #[must_use]
    pub fn save(&self) -> PhysicsSnapshot {
        let mut state = Snapshot::new();
        self.world.save(&mut state);
        PhysicsSnapshot { state, links: self.links.clone(), paused: self.paused }
    }

    /// Goes back to a saved state, without the components: those differ from it then, and so count as
    /// changes by the program. `PhysicsRollbackPlugin` puts both back, and so does
    /// [`PhysicsSnapshot::restore_into`].
    pub fn restore(&mut self, snapshot: &PhysicsSnapshot) {
        if let Err(error) = self.world.restore(&snapshot.state) {
            log::error!("the physics cannot be restored: {error}");
            return;
        }
        self.links.clone_from(&snapshot.links);
        self.links.is_restored = true;
        self.paused = snapshot.paused;
    }
}

/// A saved state of [`Physics`]: the world with its impulses, and which entity is which body.
#[derive(Resource, Clone, Debug)]
pub struct PhysicsSnapshot {
    state: Snapshot,
    links: Links,
    paused: bool,
}

impl PhysicsSnapshot {
    /// A world with this state and these settings.
    #[must_use]
    pub fn to_physics(&self) -> Physics {
        let mut physics = Physics::new(WorldSettings::default());
        physics.restore(self);
        physics
    }
}

/// A rollback that spawns an entity again gives it another name.
impl MapEntities for Physics {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        let links = &mut self.links;
        for link in links.bodies.iter_mut().flatten() {
            link.entity = mapper.get_mapped(link.entity);
        }
        for (_, entity) in links.collider_entities.iter_mut().flatten() {
            *entity = mapper.get_mapped(*entity);
        }
        for (_, entity) in links.joint_entities.iter_mut().flatten() {
            *entity = mapper.get_mapped(*entity);
        }
        for (entity, body) in links.gone.values_mut() {
            *entity = mapper.get_mapped(*entity);
            *body = mapper.get_mapped(*body);
        }
        let bodies = std::mem::take(&mut links.body_of);
        links.body_of = bodies.into_iter().map(|(e, id)| (mapper.get_mapped(e), id)).collect();
        let joints = std::mem::take(&mut links.joint_of);
        links.joint_of = joints
            .into_iter()
            .map(|(_, JointLink { id, entity, mut def })| {
                (def.a, def.b) = (mapper.get_mapped(def.a), mapper.get_mapped(def.b));
                let entity = mapper.get_mapped(entity);
                (entity, JointLink { id, entity, def })
            })
            .collect();
        let colliders = std::mem::take(&mut links.colliders_of);
        links.colliders_of = colliders
            .into_iter()
            .map(|(e, link)| {
                let body = mapper.get_mapped(link.body);
                let seen = (mapper.get_mapped(link.seen.0), link.seen.1);
                (mapper.get_mapped(e), ColliderLink { body, seen, ..link })
            })
            .collect();
    }
}

/// As Bevy's vector.
pub(crate) fn vec2(v: physics::prelude::Vec2) -> Vec2 {
    Vec2::new(v.x, v.y)
}

/// The position as a `Transform` has it.
pub(crate) fn local_position(pose: WorldPose) -> Vec2 {
    Vec2::new(pose.position.x as f32, pose.position.y as f32)
}

/// A pose in the world from a placement.
pub(crate) fn world_pose(position: Vec2, rotation: Rot) -> WorldPose {
    WorldPose { position: [position.x, position.y].into(), rotation }
}
