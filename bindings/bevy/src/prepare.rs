//! From components to the world, before a step.
//!
//! ```text
//!   1. what was removed leaves the world
//!   2. new bodies, then new colliders, then new joints, each in the order in which they were inserted
//!   3. changed properties of bodies: which velocities a body may have depends on its kind and its locks
//!   4. changed poses and velocities: those that differ from what the plugin has last written or read
//!   5. changed properties of colliders and joints, and what they belong to
//!   6. who falls asleep and who wakes; targets, forces
//! ```
//!
//! Changes are made in the order of the bodies' slots, so that the order in which Bevy stores entities has no
//! effect.

mod bodies;
mod changes;
mod colliders;
mod insert;
mod joints;
mod problems;
mod push;
mod remove;
mod scene;

use crate::pending::Pending;
use crate::resource::{Links, Physics};
use bevy_ecs::prelude::*;
use bevy_time::Time;
use bodies::{change_bodies, change_sleep, move_bodies};
use changes::{Changes, Displaced, displaced};
use colliders::change_colliders;
use insert::{add_bodies, add_colliders, retry};
use joints::{add_joints, change_joints};
use problems::Problems;
use push::{Pushes, push};
use remove::remove;
pub(crate) use scene::All;
use scene::Scene;

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
    retry(&mut pending, &scene, &changes);
    let Displaced { bodies, colliders } = displaced(&physics.links, &mut pending, &scene, &changes);
    add_bodies(physics, &mut pending, &scene, &mut problems);
    add_colliders(physics, &mut pending, &scene, &mut problems);
    let mut touched = std::mem::take(&mut pending.touched);
    if physics.links.is_restored {
        let Links { body_of, colliders_of, joint_of, .. } = &physics.links;
        touched.extend(body_of.keys().chain(colliders_of.keys()).chain(joint_of.keys()));
    }
    let touched = || touched.iter().copied();
    change_bodies(physics, &scene, changes.bodies.iter().chain(touched()), &mut problems);
    move_bodies(physics, &scene, changes.moved.iter().chain(bodies), &mut problems);
    let changed = changes.colliders.iter().chain(touched()).chain(colliders);
    change_colliders(physics, &mut pending, &scene, changed, &mut problems);
    change_joints(physics, &mut pending, &scene, changes.joints.iter().chain(touched()), &mut problems);
    add_joints(physics, &mut pending, &scene, &mut problems);
    change_sleep(physics, std::mem::take(&mut pending.slept), &scene);
    // While no step is taken, forces would pile up.
    if !physics.paused {
        push(physics, &mut pushes, &mut problems, time.delta_secs());
    }
    problems.finish();
}

/// By slot: an order that does not depend on where Bevy stores an entity.
fn sorted(links: &Links, entities: impl Iterator<Item = Entity>) -> Vec<Entity> {
    let mut found: Vec<_> =
        entities.filter_map(|entity| Some((links.body_of.get(&entity)?.index(), entity))).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, entity)| entity).collect()
}
