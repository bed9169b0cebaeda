//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

/// The bodies, in the order of their slots.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_bodies(
    world: P2WorldId,
    bodies: *mut P2BodyId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, bodies, capacity, count, "bodies", |host, world, out| {
        out.put(world.bodies().map(|one| host.handle(one.id())))
    })
}

/// The colliders, in the order of their slots.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_colliders(
    world: P2WorldId,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, colliders, capacity, count, "colliders", |host, world, out| {
        out.put(world.colliders().map(|one| host.handle(one.id())))
    })
}

/// The joints, in the order of their slots.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_joints(
    world: P2WorldId,
    joints: *mut P2JointId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, joints, capacity, count, "joints", |host, world, out| {
        out.put(world.joints().map(|one| host.handle(one.id())))
    })
}

/// The sum of the kinetic energies of all bodies, J.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_kinetic_energy(world: P2WorldId, energy: *mut f64) -> P2Result {
    get(world, energy, "energy", |_, world| Ok(world.kinetic_energy()))
}

/// A hash of the poses and velocities of all bodies: the same on every platform with the same inputs.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_state_hash(world: P2WorldId, hash: *mut u64) -> P2Result {
    get(world, hash, "hash", |_, world| Ok(world.state_hash()))
}

/// A hash of all that decides how the world goes on: two worlds with the same hash move in the same
/// way.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_full_hash(world: P2WorldId, hash: *mut u64) -> P2Result {
    get(world, hash, "hash", |_, world| Ok(world.full_hash()))
}

/// The acceleration of every dynamic body, m/s^2.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_gravity(world: P2WorldId, gravity: *mut P2Vec2) -> P2Result {
    get(world, gravity, "gravity", |_, world| Ok(world.settings().gravity.into()))
}

/// Sets the acceleration of every dynamic body, m/s^2, and wakes all bodies if it is different.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_set_gravity(world: P2WorldId, gravity: P2Vec2) -> P2Result {
    set(world, |world| {
        let gravity = Vec2::from(gravity);
        world.set_settings(WorldSettings { gravity, ..*world.settings() })?;
        Ok(())
    })
}

/// Poses, velocities and user data of all bodies, in one call.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_states(
    world: P2WorldId,
    states: *mut P2BodyState,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, states, capacity, count, "states", |host, world, out| {
        out.put(world.bodies().map(|one| P2BodyState::of(host, one)))
    })
}

/// The same of the bodies that the last step has moved, and of those that have fallen asleep in it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_moved(
    world: P2WorldId,
    states: *mut P2BodyState,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, states, capacity, count, "states", |host, world, out| {
        out.put(world.moved_bodies().map(|one| P2BodyState::of(host, one)))
    })
}

/// Colliders that began to touch in the last step.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_contact_begins(
    world: P2WorldId,
    events: *mut P2ContactBegin,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().contacts_begun().iter().map(|one| P2ContactBegin::of(host, one)))
    })
}

/// Colliders that stopped touching since the step before.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_contact_ends(
    world: P2WorldId,
    events: *mut P2ContactEnd,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().contacts_ended().iter().map(|one| P2ContactEnd::of(host, one)))
    })
}

/// Colliders that hit each other faster than `hit_speed` of the settings.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_contact_hits(
    world: P2WorldId,
    events: *mut P2ContactHit,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().hits().iter().map(|one| P2ContactHit::of(host, one)))
    })
}

/// What entered a sensor.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_sensor_begins(
    world: P2WorldId,
    events: *mut P2SensorEvent,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().sensors_begun().iter().map(|one| P2SensorEvent::of(host, one)))
    })
}

/// What left a sensor.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_sensor_ends(
    world: P2WorldId,
    events: *mut P2SensorEvent,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().sensors_ended().iter().map(|one| P2SensorEvent::of(host, one)))
    })
}

/// Bodies that fell asleep.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_fallen_asleep(
    world: P2WorldId,
    events: *mut P2BodyEvent,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().fell_asleep().iter().map(|one| P2BodyEvent::of(host, one)))
    })
}

/// Bodies that woke.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_woken(
    world: P2WorldId,
    events: *mut P2BodyEvent,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().woke().iter().map(|one| P2BodyEvent::of(host, one)))
    })
}

/// Joints that broke.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_get_joint_breaks(
    world: P2WorldId,
    events: *mut P2JointBreak,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(world, events, capacity, count, "events", |host, world, out| {
        out.put(world.events().joints_broken().iter().map(|one| P2JointBreak::of(host, one)))
    })
}
