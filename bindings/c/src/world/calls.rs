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
