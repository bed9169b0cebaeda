//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

/// Where its origin is, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_position(body: P2BodyId, position: *mut P2Position) -> P2Result {
    get(body, position, "position", |_, body| Ok(body.position_f64().into()))
}

/// Moves it to a position (m), at once.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_position(body: P2BodyId, position: P2Position) -> P2Result {
    set(body, |body| {
        let position = Position::from(position);
        body.set_world_pose(WorldPose { position, ..body.view().world_pose() })?;
        Ok(())
    })
}

/// Its angle, rad, from -pi to pi.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_angle(body: P2BodyId, angle: *mut f32) -> P2Result {
    get(body, angle, "angle", |_, body| Ok(body.pose().rotation.angle()))
}

/// Turns it to an angle (rad), at once.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_angle(body: P2BodyId, angle: f32) -> P2Result {
    set(body, |body| {
        body.set_world_pose(WorldPose { rotation: Rot::from_angle(angle), ..body.view().world_pose() })?;
        Ok(())
    })
}

/// Where its origin is, and how it is rotated.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_pose(body: P2BodyId, pose: *mut P2WorldPose) -> P2Result {
    get(body, pose, "pose", |_, body| Ok(body.world_pose().into()))
}

/// Moves it to a pose, at once. Contacts and joints find it there in the next step.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_pose(body: P2BodyId, pose: P2WorldPose) -> P2Result {
    set(body, |body| {
        let pose = WorldPose::from(pose);
        body.set_world_pose(pose)?;
        Ok(())
    })
}

/// Its centre of mass in the world, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_center(body: P2BodyId, center: *mut P2Position) -> P2Result {
    get(body, center, "center", |_, body| Ok(body.center_f64().into()))
}

/// Velocity of its centre of mass, m/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_velocity(body: P2BodyId, velocity: *mut P2Vec2) -> P2Result {
    get(body, velocity, "velocity", |_, body| Ok(body.velocity().into()))
}

/// Sets the velocity of its centre of mass, m/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_velocity(body: P2BodyId, velocity: P2Vec2) -> P2Result {
    set(body, |body| {
        let velocity = Vec2::from(velocity);
        body.set_velocity(velocity)?;
        Ok(())
    })
}

/// Angular velocity, rad/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_angular_velocity(body: P2BodyId, angular_velocity: *mut f32) -> P2Result {
    get(body, angular_velocity, "angular_velocity", |_, body| Ok(body.angular_velocity()))
}

/// Sets its angular velocity, rad/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_angular_velocity(body: P2BodyId, angular_velocity: f32) -> P2Result {
    set(body, |body| {
        body.set_angular_velocity(angular_velocity)?;
        Ok(())
    })
}

/// Velocity of the point of the body that is at this point of the world (m), m/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_velocity_at(
    body: P2BodyId,
    point: P2Position,
    velocity: *mut P2Vec2,
) -> P2Result {
    get(body, velocity, "velocity", |_, body| {
        let point = Position::from(point);
        Ok(body.velocity_at(point).into())
    })
}

/// The point of the world (m) at which a point of the body's frame (m) is.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_to_world(body: P2BodyId, point: P2Vec2, position: *mut P2Position) -> P2Result {
    get(body, position, "position", |_, body| {
        let point = Point::from(point);
        Ok((body.world_pose() * point).into())
    })
}

/// The point of the body's frame (m) that is at a point of the world (m).
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_to_local(body: P2BodyId, position: P2Position, point: *mut P2Vec2) -> P2Result {
    get(body, point, "point", |_, body| {
        let position = Position::from(position);
        Ok(body.world_pose().inverse_transform(position).into())
    })
}

/// Its kinetic energy, J.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_kinetic_energy(body: P2BodyId, energy: *mut f32) -> P2Result {
    get(body, energy, "energy", |_, body| Ok(body.kinetic_energy()))
}

/// Whether it is awake.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_is_awake(body: P2BodyId, awake: *mut u8) -> P2Result {
    get(body, awake, "awake", |_, body| Ok(body.is_awake().into()))
}

/// Whether it takes part.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_is_enabled(body: P2BodyId, enabled: *mut u8) -> P2Result {
    get(body, enabled, "enabled", |_, body| Ok(body.is_enabled().into()))
}

/// Sets whether it takes part at all.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_enabled(body: P2BodyId, enabled: u8) -> P2Result {
    set(body, |body| {
        let enabled = enabled != 0;
        body.set_enabled(enabled);
        Ok(())
    })
}

/// Its user data, the lower half first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_user_data(body: P2BodyId, user_data: *mut [u64; 2]) -> P2Result {
    get(body, user_data, "user_data", |_, body| Ok(wire::halves(body.user_data())))
}

/// Sets its user data, the lower half first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_user_data(body: P2BodyId, lower: u64, upper: u64) -> P2Result {
    set(body, |body| {
        let user_data = wire::data([lower, upper]);
        body.set_user_data(user_data);
        Ok(())
    })
}

/// Gives a kinematic body the velocities that bring it to a pose in the next step, of `dt` seconds
/// (above zero).
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_target_pose(body: P2BodyId, pose: P2WorldPose, dt: f32) -> P2Result {
    set(body, |body| {
        let pose = WorldPose::from(pose);
        body.set_target_world_pose(pose, dt)?;
        Ok(())
    })
}

/// Applies a force (N) at a point of the world (m) until the end of the next step, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_force(body: P2BodyId, force: P2Vec2, position: P2Position) -> P2Result {
    set(body, |body| {
        let force = Vec2::from(force);
        let position = Position::from(position);
        body.apply_force(force, position)?;
        Ok(())
    })
}

/// Applies a force (N) at its centre of mass until the end of the next step, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_central_force(body: P2BodyId, force: P2Vec2) -> P2Result {
    set(body, |body| {
        let force = Vec2::from(force);
        body.apply_central_force(force)?;
        Ok(())
    })
}

/// Applies an impulse (N s) at a point of the world (m), and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_impulse(body: P2BodyId, impulse: P2Vec2, position: P2Position) -> P2Result {
    set(body, |body| {
        let impulse = Vec2::from(impulse);
        let position = Position::from(position);
        body.apply_impulse(impulse, position)?;
        Ok(())
    })
}

/// Applies an impulse (N s) at its centre of mass, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_central_impulse(body: P2BodyId, impulse: P2Vec2) -> P2Result {
    set(body, |body| {
        let impulse = Vec2::from(impulse);
        body.apply_central_impulse(impulse)?;
        Ok(())
    })
}

/// Applies a torque (N m) until the end of the next step, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_torque(body: P2BodyId, torque: f32) -> P2Result {
    set(body, |body| {
        body.apply_torque(torque)?;
        Ok(())
    })
}

/// Applies an angular impulse (N m s), and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_angular_impulse(body: P2BodyId, impulse: f32) -> P2Result {
    set(body, |body| {
        body.apply_angular_impulse(impulse)?;
        Ok(())
    })
}

/// Wakes it and its island.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_wake(body: P2BodyId) -> P2Result {
    set(body, |body| {
        body.wake();
        Ok(())
    })
}

/// Puts it to sleep, with all that it is connected with.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_sleep(body: P2BodyId) -> P2Result {
    set(body, |body| {
        body.sleep();
        Ok(())
    })
}

/// Lets it fall through the one-way colliders on which it stands.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_drop_through(body: P2BodyId) -> P2Result {
    set(body, |body| {
        body.drop_through();
        Ok(())
    })
}

/// Sets how much its velocity fades, 1/s, not negative.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_damping(body: P2BodyId, damping: f32) -> P2Result {
    set(body, |body| {
        body.set_damping(damping)?;
        Ok(())
    })
}

/// Sets how much its angular velocity fades, 1/s, not negative.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_angular_damping(body: P2BodyId, angular_damping: f32) -> P2Result {
    set(body, |body| {
        body.set_angular_damping(angular_damping)?;
        Ok(())
    })
}

/// Sets by what gravity is multiplied for it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_gravity_scale(body: P2BodyId, gravity_scale: f32) -> P2Result {
    set(body, |body| {
        body.set_gravity_scale(gravity_scale)?;
        Ok(())
    })
}

/// Sets whether it keeps its angle.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_fixed_rotation(body: P2BodyId, fixed_rotation: u8) -> P2Result {
    set(body, |body| {
        let fixed_rotation = fixed_rotation != 0;
        body.set_fixed_rotation(fixed_rotation);
        Ok(())
    })
}

/// Sets whether its own motion is swept, so that it passes through nothing however fast it is.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_continuous(body: P2BodyId, continuous: u8) -> P2Result {
    set(body, |body| {
        let continuous = continuous != 0;
        body.set_continuous(continuous);
        Ok(())
    })
}

/// Sets whether it may fall asleep.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_can_sleep(body: P2BodyId, can_sleep: u8) -> P2Result {
    set(body, |body| {
        let can_sleep = can_sleep != 0;
        body.set_can_sleep(can_sleep);
        Ok(())
    })
}

/// Its colliders, in the order in which they were added.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_colliders(
    body: P2BodyId,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(body, colliders, capacity, count, "colliders", |host, body, out| {
        out.put(body.colliders().map(|one| host.handle(one.id())))
    })
}

/// Its joints.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_joints(
    body: P2BodyId,
    joints: *mut P2JointId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(body, joints, capacity, count, "joints", |host, body, out| {
        out.put(body.joints().map(|one| host.handle(one.id())))
    })
}
