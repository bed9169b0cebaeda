//! New bodies and colliders come into the world, in the order of their insertion. What is refused waits for a
//! change of its components.

use super::changes::Changes;
use super::problems::Problems;
use super::remove::remove_colliders;
use super::scene::Scene;
use crate::components::{AngularVelocity, LinearVelocity, Part, RigidBody};
use crate::pending::Pending;
use crate::placement::{Placement, quat_of};
use crate::resource::{BodyLink, ColliderLink, Physics, local_position, set, world_pose};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use physics::prelude::{BodyDef, BodyKind, WorldPose};

/// What was refused is tried again if one of its components has changed, or where it is. (A `Transform`
/// above it may change in every step, as a body falls.)
pub(super) fn retry(pending: &mut Pending, scene: &Scene<'_, '_>, changes: &Changes<'_, '_>) {
    let Pending { refused_bodies, refused_colliders, refused_joints, touched, .. } = pending;
    let bodies = refused_bodies.extract_if(.., |(entity, had_good_parent)| {
        let entity = *entity;
        changes.bodies.contains(entity)
            || changes.moved.contains(entity)
            || touched.contains(&entity)
            || scene.parent(entity).is_invertible() != *had_good_parent
    });
    pending.bodies.extend(bodies.map(|it| it.0));
    let colliders = refused_colliders.extract_if(.., |(entity, body, at)| {
        changes.colliders.contains(*entity)
            || touched.contains(entity)
            || scene.body_of(*entity).is_none_or(|(now, placed)| (now, placed.bits()) != (*body, at.bits()))
    });
    pending.colliders.extend(colliders.map(|it| it.0));
    pending.joints.extend(refused_joints.extract_if(.., |it| changes.joints.contains(*it)));
}

pub(super) fn add_bodies(
    physics: &mut Physics,
    pending: &mut Pending,
    scene: &Scene<'_, '_>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in pending.bodies.drain(..) {
        if !physics.links.body_of.contains_key(&entity) && scene.bodies.contains(entity) {
            add_body(physics, scene, entity, problems);
            if !physics.links.body_of.contains_key(&entity) {
                pending.refused_bodies.push((entity, scene.parent(entity).is_invertible()));
            } else if scene.sleepers.contains(entity) {
                pending.slept.push(entity);
            }
        }
    }
}

fn add_body(physics: &mut Physics, scene: &Scene<'_, '_>, entity: Entity, problems: &mut Problems<'_, '_>) {
    let (Some(def), Ok(transform)) = (scene.body_def(entity), scene.transforms.get(entity)) else { return };
    let parent = scene.parent(entity);
    let at = parent.then(Placement::of(transform));
    let mut start = world_pose(at.position, at.rotation);
    let template = WorldPose { position: def.position, rotation: def.rotation };
    let shown = (local_position(template), quat_of(template.rotation));
    if parent == Placement::IDENTITY && shown == (transform.translation.truncate(), transform.rotation) {
        // A template at the place that `Transform` shows has more digits.
        start = template;
    }
    let mut def = BodyDef { position: start.position, rotation: start.rotation, ..def };
    if def.kind == BodyKind::Static {
        // It comes at rest. Velocities beside it are told when they are looked at, as those of later.
        (def.velocity, def.angular_velocity) = (Default::default(), 0.0);
    }
    if let Some(id) = problems.tell(entity, Part::Body, physics.world.add_body(def)) {
        let link = BodyLink {
            id,
            entity,
            local: (transform.translation.truncate(), transform.rotation),
            parent,
            scale: at.scale,
            velocity: Vec2::new(def.velocity.x, def.velocity.y),
            angular_velocity: def.angular_velocity,
            said: def,
            sleeps: false,
            before: start,
            shown: None,
            is_touched: false,
        };
        set(&mut physics.links.bodies, id.index(), Some(link));
        physics.links.body_of.insert(entity, id);
    }
}

pub(super) fn add_colliders(
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
            make_ground(entity, pending, problems);
            continue;
        };
        if physics.body_id(body).is_none() {
            // The body was refused: the collider waits for it.
            pending.colliders.push(entity);
        } else if !add_collider(physics, scene, entity, body, at, problems) {
            pending.refused_colliders.push((entity, body, at));
        }
    }
}

/// As in Rapier: ground needs no body. It is made in the next step.
pub(super) fn make_ground(entity: Entity, pending: &mut Pending, problems: &mut Problems<'_, '_>) {
    // The velocities of a body that it was are those of a body that moved.
    let ground = (RigidBody::Static, LinearVelocity::ZERO, AngularVelocity::ZERO);
    problems.commands.entity(entity).try_insert(ground);
    pending.colliders.push(entity);
}

/// Adds the parts of a collider in place of those that it has. False if it was refused: then those stay.
pub(super) fn add_collider(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    entity: Entity,
    body: Entity,
    at: Placement,
    problems: &mut Problems<'_, '_>,
) -> bool {
    let Some(id) = physics.body_id(body) else { return false };
    let defs = problems.tell(entity, Part::Collider, scene.collider_defs(entity, at));
    let Some(defs) = defs else { return false };
    let mut ids = Vec::with_capacity(defs.len());
    for def in &defs {
        match physics.world.add_collider(id, def.clone()) {
            Ok(collider) => ids.push(collider),
            Err(error) => {
                for collider in ids.drain(..) {
                    let _ = physics.world.remove_collider(collider);
                }
                problems.tell::<()>(entity, Part::Collider, Err(error));
                return false;
            }
        }
    }
    remove_colliders(physics, entity);
    for &collider in &ids {
        set(&mut physics.links.collider_entities, collider.index(), Some((collider, entity)));
    }
    physics
        .links
        .colliders_of
        .insert(entity, ColliderLink { ids, said: defs.into(), body, seen: (body, at) });
    true
}
