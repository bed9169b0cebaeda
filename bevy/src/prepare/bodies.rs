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
