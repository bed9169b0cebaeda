//! Changed bodies: properties, poses and velocities that the program has written, and sleep.

use super::problems::Problems;
use super::scene::Scene;
use super::sorted;
use crate::components::Part;
use crate::placement::{Placement, local_bits, rot_of};
use crate::resource::{Physics, world_pose};
use bevy_ecs::prelude::*;
use physics::prelude::{BodyDef, BodyKind, Rot};

pub(super) fn move_bodies(
    physics: &mut Physics,
    scene: &Scene<'_, '_>,
    moved: impl Iterator<Item = Entity>,
    problems: &mut Problems<'_, '_>,
) {
    for entity in sorted(&physics.links, moved) {
        let (Ok(transform), Ok(parts)) = (scene.transforms.get(entity), scene.bodies.get(entity)) else {
            continue;
        };
        let parent = scene.parent(entity);
        let local = (transform.translation.truncate(), transform.rotation);
        let Some(link) = physics.links.body_mut(entity) else { continue };
        let old = *link;
        let id = old.id;
        let velocity = parts.velocity.map_or(old.velocity, |it| it.0);
        let angular_velocity = parts.angular_velocity.map_or(old.angular_velocity, |it| it.0);
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
                let is_same = old.local.0.cmpeq(local.0);
                if is_same.all() || (is_same.x && parent.rotation == Rot::IDENTITY) {
                    next.position.x = before.position.x;
                }
                if is_same.all() || (is_same.y && parent.rotation == Rot::IDENTITY) {
                    next.position.y = before.position.y;
                }
                if old.local.1 == local.1 {
                    next.rotation = before.rotation;
                }
            }
            if next != before {
                let moved = body.set_world_pose(next).map(|_| ());
                if problems.tell(entity, Part::Place, moved).is_some()
                    && let Some(link) = physics.links.body_mut(entity)
                {
                    // It has not come here on a way that could be shown.
                    link.before = next;
                }
            }
        }
        if [old.velocity.x, old.velocity.y].map(f32::to_bits) != [velocity.x, velocity.y].map(f32::to_bits) {
            let set = body.set_velocity([velocity.x, velocity.y]).map(|_| ());
            problems.tell(entity, Part::Velocity, set);
        }
        if old.angular_velocity.to_bits() != angular_velocity.to_bits() {
            let set = body.set_angular_velocity(angular_velocity).map(|_| ());
            problems.tell(entity, Part::AngularVelocity, set);
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
        let (Some(new), Some(link)) = (scene.body_def(entity), physics.links.body_mut(entity)) else {
            continue;
        };
        let old = link.said;
        let Some(mut body) = physics.body_mut(entity) else { continue };
        let next = changed_def(body.view().def(), &old, &new);
        let result = body.set_def(next).map(|_| ());
        if problems.tell(entity, Part::Body, result).is_some()
            && let Some(link) = physics.links.body_mut(entity)
        {
            link.said = new;
        }
    }
}

/// What a body is, but for what its components say otherwise than before: a property that the program has set
/// in the world stays. Its pose, its velocities and its sleep are those of the world.
fn changed_def(now: BodyDef, old: &BodyDef, new: &BodyDef) -> BodyDef {
    let BodyDef { position, rotation, velocity, angular_velocity, awake, .. } = now;
    macro_rules! def {
        ($($field:ident)+) => {
            BodyDef {
                position, rotation, velocity, angular_velocity, awake,
                $($field: if new.$field == old.$field { now.$field } else { new.$field },)+
            }
        };
    }
    def! {
        kind damping angular_damping gravity_scale dominance locks max_speed max_angular_speed mass sleep_speed
        enabled continuous can_sleep user_data
    }
}

/// Lets bodies fall asleep and wakes them, where the program and not the plugin has written `Sleeping`.
pub(super) fn change_sleep(physics: &mut Physics, slept: Vec<Entity>, scene: &Scene<'_, '_>) {
    for entity in sorted(&physics.links, slept.into_iter()) {
        let sleeps = scene.sleepers.contains(entity);
        if physics.links.body_mut(entity).is_none_or(|link| link.sleeps == sleeps) {
            continue;
        }
        let Some(mut body) = physics.body_mut(entity) else { continue };
        match (sleeps, body.view().kind()) {
            (true, BodyKind::Dynamic) => body.sleep(),
            (true, _) => &mut body,
            (false, _) => body.wake(),
        };
    }
}
