//! Changed bodies: poses and velocities that the program has written, and properties.

use super::changes::Changes;
use super::problems::Problems;
use super::scene::Scene;
use super::sorted;
use crate::placement::{Placement, local_bits, rot_of};
use crate::resource::{Physics, world_pose};
use bevy_ecs::prelude::*;
use physics::prelude::{BodyDef, BodyMut, DefError};

pub(super) fn move_bodies(
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
        let is_local_same = local_bits(old.local) == local_bits(local);
        let is_parent_same = old.parent.bits() == parent.bits();
        // Below a parent of no size or with bad numbers, a body goes on in the world by itself.
        if !(is_local_same && (is_parent_same || !old.parent.is_invertible())) {
            let before = body.view().world_pose();
            let mut next = world_pose(at.position, at.rotation);
            if is_parent_same {
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
                if problems.tell(entity, moved).is_some()
                    && let Some(link) = physics.links.body_mut(entity)
                {
                    // It has not come here on a way that could be shown.
                    link.before = next;
                }
            }
        }
        if [old.velocity.x, old.velocity.y].map(f32::to_bits) != [velocity.x, velocity.y].map(f32::to_bits) {
            let set = body.set_velocity([velocity.x, velocity.y]).map(|_| ());
            problems.tell(entity, set);
        }
        if old.angular_velocity.to_bits() != angular_velocity.to_bits() {
            let set = body.set_angular_velocity(angular_velocity).map(|_| ());
            problems.tell(entity, set);
        }
    }
}

pub(super) fn change_bodies(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    changed: impl Iterator<Item = Entity>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in sorted(&physics.links, changed) {
        let (Some(def), Some(body)) = (scene.body_def(entity), physics.body_mut(entity)) else { continue };
        let result = change_body(body, def);
        problems.tell(entity, result);
    }
}

/// Makes a body what its components say, but for its pose, its velocities and its sleep: those are the
/// world's, unless the program has written them (`move_bodies`).
fn change_body(mut body: BodyMut<'_>, to: BodyDef) -> Result<(), DefError> {
    let BodyDef { position, rotation, velocity, angular_velocity, awake, .. } = body.view().def();
    body.set_def(BodyDef { position, rotation, velocity, angular_velocity, awake, ..to }).map(|_| ())
}
