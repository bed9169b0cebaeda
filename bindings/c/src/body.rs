//! Bodies.

use crate::definitions::P2BodyDef;
use crate::error::{self, Failure, P2_FULL, P2Result, guard};
use crate::handle::{Kind, P2BodyId, P2ColliderId, P2JointId, P2WorldId};
use crate::registry::{self, Host};
use crate::values::{P2MassProperties, P2Position, P2Vec2, P2WorldPose};
use crate::wire;
use physics::geom::{Point, Position, Rot, WorldPose};
use physics::world::{BodyDef, BodyKind, BodyMut, BodyRef, DefError};

/// Reads a quantity of a body.
fn get<T>(body: P2BodyId, out: *mut T, name: &str, read: impl FnOnce(BodyRef<'_>) -> T) -> P2Result {
    guard(|| {
        let out = error::output(out, name)?;
        registry::read_of(body, Kind::Body, "body", |host| {
            out.put(read(host.body(body, "body")?));
            Ok(())
        })
    })
}

/// Changes a body.
fn set<E: Into<Failure>>(body: P2BodyId, change: impl FnOnce(&mut BodyMut<'_>) -> Result<(), E>) -> P2Result {
    guard(|| {
        registry::change_of(body, Kind::Body, "body", |host| {
            let id = host.body_id(body, "body")?;
            change(&mut host.world.body_mut(id)?).map_err(Into::into)
        })
    })
}

/// Adds a body to a world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_create(world: P2WorldId, def: *const P2BodyDef, body: *mut P2BodyId) -> P2Result {
    guard(|| {
        let (def, out) = (error::input(def, "def")?, error::output(body, "body")?);
        let mut own = BodyDef::default();
        wire::read(def, &mut own)?;
        registry::change(world, |host| {
            let id = host.world.add_body(own)?;
            let Some(handle) = host.new_handle(id) else {
                host.world.remove_body(id)?;
                return Err(full());
            };
            out.put(handle);
            Ok(())
        })
    })
}

/// There is no handle for one more.
pub fn full() -> Failure {
    Failure::new(
        P2_FULL,
        "the world has as many as handles can name: 4,194,304 bodies, colliders and joints each",
    )
}

/// Removes a body with its colliders and joints.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_destroy(body: P2BodyId) -> P2Result {
    guard(|| {
        registry::change_of(body, Kind::Body, "body", |host| {
            let id = host.body_id(body, "body")?;
            Ok(host.world.remove_body(id)?)
        })
    })
}

/// Whether there is such a body. Never waits: while another call changes the world, a step for one, it says
/// yes for all that the world may have given out, so that nothing alive is taken for removed.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_is_valid(body: P2BodyId) -> u8 {
    registry::is_valid(body, Kind::Body, |host| host.body(body, "body").is_ok())
}

/// The world of a body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_world(body: P2BodyId, world: *mut P2WorldId) -> P2Result {
    guard(|| {
        let out = error::output(world, "world")?;
        registry::read_of(body, Kind::Body, "body", |host| {
            host.body(body, "body")?;
            out.put(host.id());
            Ok(())
        })
    })
}

/// All properties of a body as they are now.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_def(body: P2BodyId, def: *mut P2BodyDef) -> P2Result {
    guard(|| {
        let out = error::output(def, "def")?;
        registry::read_of(body, Kind::Body, "body", |host| {
            out.put(wire::write(host.body(body, "body")?.def())?);
            Ok(())
        })
    })
}

/// Makes a body what a definition says: that of `p2_body_get_def`, changed. What does not differ is not set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_def(body: P2BodyId, def: *const P2BodyDef) -> P2Result {
    guard(|| {
        let def = error::input(def, "def")?;
        registry::change_of(body, Kind::Body, "body", |host| {
            let id = host.body_id(body, "body")?;
            let mut own = host.world.body(id)?.def();
            wire::read(def, &mut own)?;
            host.world.body_mut(id)?.set_def(own)?;
            Ok(())
        })
    })
}

/// Where its origin is, and how it is rotated.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_pose(body: P2BodyId, pose: *mut P2WorldPose) -> P2Result {
    get(body, pose, "pose", |body| body.world_pose().into())
}

/// Where its origin is, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_position(body: P2BodyId, position: *mut P2Position) -> P2Result {
    get(body, position, "position", |body| body.position_f64().into())
}

/// Its angle, rad, from -pi to pi.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_angle(body: P2BodyId, angle: *mut f32) -> P2Result {
    get(body, angle, "angle", |body| body.world_pose().rotation.angle())
}

/// Where its centre of mass is, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_center(body: P2BodyId, center: *mut P2Position) -> P2Result {
    get(body, center, "center", |body| body.center_f64().into())
}

/// The velocity of its centre of mass, m/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_velocity(body: P2BodyId, velocity: *mut P2Vec2) -> P2Result {
    get(body, velocity, "velocity", |body| body.velocity().into())
}

/// Its angular velocity, rad/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_angular_velocity(body: P2BodyId, angular_velocity: *mut f32) -> P2Result {
    get(body, angular_velocity, "angular_velocity", |body| body.angular_velocity())
}

/// The velocity of the point of it that is at `point` (m), m/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_velocity_at(
    body: P2BodyId,
    point: P2Position,
    velocity: *mut P2Vec2,
) -> P2Result {
    get(body, velocity, "velocity", |body| body.velocity_at(Position::from(point)).into())
}

/// Its mass, centre of mass and inertia.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_mass_properties(body: P2BodyId, mass: *mut P2MassProperties) -> P2Result {
    get(body, mass, "mass", |body| {
        let all = body.mass_properties();
        P2MassProperties { mass: all.mass, center: all.center.into(), inertia: all.inertia }
    })
}

/// Its kinetic energy, J.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_kinetic_energy(body: P2BodyId, energy: *mut f32) -> P2Result {
    get(body, energy, "energy", |body| body.kinetic_energy())
}

/// Whether it is awake.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_is_awake(body: P2BodyId, awake: *mut u8) -> P2Result {
    get(body, awake, "awake", |body| body.is_awake().into())
}

/// Whether it takes part.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_is_enabled(body: P2BodyId, enabled: *mut u8) -> P2Result {
    get(body, enabled, "enabled", |body| body.is_enabled().into())
}

/// What moves it, `P2_BODY_KIND_...`.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_kind(body: P2BodyId, kind: *mut u32) -> P2Result {
    get(body, kind, "kind", |body| match body.kind() {
        BodyKind::Static => crate::definitions::P2_BODY_KIND_STATIC,
        BodyKind::Kinematic => crate::definitions::P2_BODY_KIND_KINEMATIC,
        BodyKind::Dynamic => crate::definitions::P2_BODY_KIND_DYNAMIC,
    })
}

/// Its user data, the lower half first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_user_data(body: P2BodyId, user_data: *mut [u64; 2]) -> P2Result {
    get(body, user_data, "user_data", |body| wire::halves(body.user_data()))
}

/// A point of its frame (m) as a position in the world, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_to_world(body: P2BodyId, point: P2Vec2, position: *mut P2Position) -> P2Result {
    get(body, position, "position", |body| (body.world_pose() * Point::from(point)).into())
}

/// A position in the world (m) as a point of its frame, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_to_local(body: P2BodyId, position: P2Position, point: *mut P2Vec2) -> P2Result {
    get(body, point, "point", |body| body.world_pose().inverse_transform(Position::from(position)).into())
}

/// Moves it to a pose, at once. Contacts and joints find it there in the next step.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_pose(body: P2BodyId, pose: P2WorldPose) -> P2Result {
    set(body, |body| body.set_world_pose(pose.into()).map(|_| ()))
}

/// Moves it to a position (m), at once.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_position(body: P2BodyId, position: P2Position) -> P2Result {
    set(body, |body| {
        let pose = body.view().world_pose();
        body.set_world_pose(WorldPose { position: position.into(), ..pose }).map(|_| ())
    })
}

/// Turns it to an angle (rad), at once.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_angle(body: P2BodyId, angle: f32) -> P2Result {
    set(body, |body| {
        let pose = body.view().world_pose();
        body.set_world_pose(WorldPose { rotation: Rot::from_angle(angle), ..pose }).map(|_| ())
    })
}

/// Sets the velocity of its centre of mass, m/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_velocity(body: P2BodyId, velocity: P2Vec2) -> P2Result {
    set(body, |body| body.set_velocity(velocity).map(|_| ()))
}

/// Sets its angular velocity, rad/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_angular_velocity(body: P2BodyId, angular_velocity: f32) -> P2Result {
    set(body, |body| body.set_angular_velocity(angular_velocity).map(|_| ()))
}

/// Gives a kinematic body the velocities that bring it to a pose in the next step, of `dt` seconds (above
/// zero).
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_target_pose(body: P2BodyId, pose: P2WorldPose, dt: f32) -> P2Result {
    set(body, |body| body.set_target_world_pose(pose.into(), dt).map(|_| ()))
}

/// Changes what moves it, `P2_BODY_KIND_...`.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_kind(body: P2BodyId, kind: u32) -> P2Result {
    set(body, |body| body.set_kind(kind_of(kind)?).map(|_| ()).map_err(Failure::from))
}

/// Applies a force (N) at a position (m) until the end of the next step, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_force(body: P2BodyId, force: P2Vec2, position: P2Position) -> P2Result {
    set(body, |body| body.apply_force(force, position).map(|_| ()))
}

/// Applies a force (N) at its centre of mass until the end of the next step, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_central_force(body: P2BodyId, force: P2Vec2) -> P2Result {
    set(body, |body| body.apply_central_force(force).map(|_| ()))
}

/// Applies a torque (N m) until the end of the next step, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_torque(body: P2BodyId, torque: f32) -> P2Result {
    set(body, |body| body.apply_torque(torque).map(|_| ()))
}

/// Applies an impulse (N s) at a position (m), and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_impulse(body: P2BodyId, impulse: P2Vec2, position: P2Position) -> P2Result {
    set(body, |body| body.apply_impulse(impulse, position).map(|_| ()))
}

/// Applies an impulse (N s) at its centre of mass, and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_central_impulse(body: P2BodyId, impulse: P2Vec2) -> P2Result {
    set(body, |body| body.apply_central_impulse(impulse).map(|_| ()))
}

/// Applies an angular impulse (N m s), and wakes it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_apply_angular_impulse(body: P2BodyId, impulse: f32) -> P2Result {
    set(body, |body| body.apply_angular_impulse(impulse).map(|_| ()))
}

/// Wakes it, with all that it is connected with.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_wake(body: P2BodyId) -> P2Result {
    set(body, |body| {
        body.wake();
        Ok::<_, DefError>(())
    })
}

/// Puts it to sleep, with all that it is connected with.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_sleep(body: P2BodyId) -> P2Result {
    set(body, |body| {
        body.sleep();
        Ok::<_, DefError>(())
    })
}

/// Lets it fall through the one-way colliders on which it stands.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_drop_through(body: P2BodyId) -> P2Result {
    set(body, |body| {
        body.drop_through();
        Ok::<_, DefError>(())
    })
}

/// Sets whether it takes part at all.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_enabled(body: P2BodyId, enabled: u8) -> P2Result {
    set(body, |body| {
        body.set_enabled(enabled != 0);
        Ok::<_, DefError>(())
    })
}

/// Sets its user data, the lower half first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_user_data(body: P2BodyId, lower: u64, upper: u64) -> P2Result {
    set(body, |body| {
        body.set_user_data(wire::data([lower, upper]));
        Ok::<_, DefError>(())
    })
}

/// Sets how much its velocity fades, 1/s, not negative.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_damping(body: P2BodyId, damping: f32) -> P2Result {
    set(body, |body| body.set_damping(damping).map(|_| ()))
}

/// Sets how much its angular velocity fades, 1/s, not negative.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_angular_damping(body: P2BodyId, damping: f32) -> P2Result {
    set(body, |body| body.set_angular_damping(damping).map(|_| ()))
}

/// Sets by what gravity is multiplied for it.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_gravity_scale(body: P2BodyId, scale: f32) -> P2Result {
    set(body, |body| body.set_gravity_scale(scale).map(|_| ()))
}

/// Sets whether it keeps its angle.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_fixed_rotation(body: P2BodyId, fixed: u8) -> P2Result {
    set(body, |body| {
        body.set_fixed_rotation(fixed != 0);
        Ok::<_, DefError>(())
    })
}

/// Sets whether its own motion is swept, so that it passes through nothing however fast it is.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_continuous(body: P2BodyId, continuous: u8) -> P2Result {
    set(body, |body| {
        body.set_continuous(continuous != 0);
        Ok::<_, DefError>(())
    })
}

/// Sets whether it may fall asleep.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_set_can_sleep(body: P2BodyId, can_sleep: u8) -> P2Result {
    set(body, |body| {
        body.set_can_sleep(can_sleep != 0);
        Ok::<_, DefError>(())
    })
}

fn kind_of(kind: u32) -> Result<BodyKind, Failure> {
    use crate::definitions::{P2_BODY_KIND_DYNAMIC, P2_BODY_KIND_KINEMATIC, P2_BODY_KIND_STATIC};
    match kind {
        P2_BODY_KIND_STATIC => Ok(BodyKind::Static),
        P2_BODY_KIND_KINEMATIC => Ok(BodyKind::Kinematic),
        P2_BODY_KIND_DYNAMIC => Ok(BodyKind::Dynamic),
        _ => Err(Failure::range("kind", kind, "one of P2_BODY_KIND_...")),
    }
}

/// The colliders of a body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_colliders(
    body: P2BodyId,
    colliders: *mut P2ColliderId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(body, colliders, capacity, count, "colliders", |host, body| {
        body.colliders().map(|one| host.handle(one.id())).collect()
    })
}

/// The joints of a body.
#[unsafe(no_mangle)]
pub extern "C" fn p2_body_get_joints(
    body: P2BodyId,
    joints: *mut P2JointId,
    capacity: u32,
    count: *mut u32,
) -> P2Result {
    list(body, joints, capacity, count, "joints", |host, body| {
        body.joints().map(|one| host.handle(one.id())).collect()
    })
}

/// Lists what belongs to a body.
fn list<T>(
    body: P2BodyId,
    to: *mut T,
    capacity: u32,
    count: *mut u32,
    name: &str,
    all: impl FnOnce(&Host, BodyRef<'_>) -> Vec<T>,
) -> P2Result {
    guard(|| {
        let out = error::fill(to, capacity, count, name)?;
        registry::read_of(body, Kind::Body, "body", |host| {
            out.put(all(host, host.body(body, "body")?).into_iter())
        })
    })
}
