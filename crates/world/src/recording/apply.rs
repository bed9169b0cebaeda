//! Makes a recorded call again, through the same functions as the program did.

use super::Content;
use super::call::{Call, whole};
use crate::error::DefError;
use crate::id::{BodyId, ColliderId, JointId, retag};
use crate::joint::JointDef;
use crate::view_mut::{BodyMut, ColliderMut, JointMut};
use crate::world::World;
use broadphase::Broadphase;

/// Makes a call. A step is a call as well; the hook of `SetContactHook` and `KeepContactHook` is not: the
/// replay has it.
///
/// # Errors
/// [`DefError`] if the world refuses it.
pub(super) fn apply<B: Broadphase>(
    world: &mut World<B>,
    call: &Call,
    recording: &Content,
) -> Result<(), DefError> {
    match *call {
        Call::Step(dt) => world.step(dt),
        Call::SetSettings(ref settings) => world.set_settings(**settings)?,
        Call::SetContactHook(_) | Call::KeepContactHook(_) => {}
        Call::AddBody(ref def) => {
            world.add_body(**def)?;
        }
        Call::RemoveBody(id) => world.remove_body(own_body(world, id))?,
        Call::AddCollider(body, ref def) => {
            world.add_collider(own_body(world, body), (**def).clone())?;
        }
        Call::RemoveCollider(mut id) => {
            retag(&mut id, world.stores.world());
            world.remove_collider(id)?;
        }
        Call::AddJoint(ref def) => {
            let (a, b) = (own_body(world, def.a), own_body(world, def.b));
            world.put_joint(JointDef { a, b, ..**def })?;
        }
        Call::RemoveJoint(mut id) => {
            retag(&mut id, world.stores.world());
            world.remove_joint(id)?;
        }
        Call::SetCenterVelocity(id, velocity) => {
            let slot = world.stores.bodies.check(own_body(world, id))?;
            world.stores.restore_velocity(slot, velocity);
        }
        Call::Restore(index) => {
            // A file is refused if it names a snapshot that it does not hold.
            if let Some(snapshot) = recording.snapshots.get(index as usize) {
                let restored = world.restore(snapshot);
                debug_assert!(restored.is_ok(), "{restored:?}");
            }
        }
        Call::SetBodyUserData(id, data) => {
            body(world, id)?.set_user_data(whole(data));
        }
        Call::DropThrough(id) => {
            body(world, id)?.drop_through();
        }
        Call::SetKind(id, kind) => {
            body(world, id)?.set_kind(kind)?;
        }
        Call::SetPose(id, pose) => {
            body(world, id)?.set_pose(pose)?;
        }
        Call::SetVelocity(id, velocity) => {
            body(world, id)?.set_velocity(velocity)?;
        }
        Call::SetAngularVelocity(id, velocity) => {
            body(world, id)?.set_angular_velocity(velocity)?;
        }
        Call::SetTargetPose(id, pose, dt) => {
            body(world, id)?.set_target_pose(pose, dt)?;
        }
        Call::ApplyForce(id, force, point) => {
            body(world, id)?.apply_force(force, point)?;
        }
        Call::ApplyCentralForce(id, force) => {
            body(world, id)?.apply_central_force(force)?;
        }
        Call::ApplyTorque(id, torque) => {
            body(world, id)?.apply_torque(torque)?;
        }
        Call::ApplyAmbientForce(id, force, torque) => {
            body(world, id)?.apply_ambient_force(force, torque)?;
        }
        Call::ApplyImpulse(id, impulse, point) => {
            body(world, id)?.apply_impulse(impulse, point)?;
        }
        Call::ApplyCentralImpulse(id, impulse) => {
            body(world, id)?.apply_central_impulse(impulse)?;
        }
        Call::ApplyAngularImpulse(id, impulse) => {
            body(world, id)?.apply_angular_impulse(impulse)?;
        }
        Call::SetDamping(id, damping) => {
            body(world, id)?.set_damping(damping)?;
        }
        Call::SetAngularDamping(id, damping) => {
            body(world, id)?.set_angular_damping(damping)?;
        }
        Call::SetGravityScale(id, scale) => {
            body(world, id)?.set_gravity_scale(scale)?;
        }
        Call::SetLocks(id, locks) => {
            body(world, id)?.set_locks(locks);
        }
        Call::SetMaxSpeed(id, speed) => {
            body(world, id)?.set_max_speed(speed)?;
        }
        Call::SetMaxAngularSpeed(id, speed) => {
            body(world, id)?.set_max_angular_speed(speed)?;
        }
        Call::SetMassOverride(id, mass) => {
            body(world, id)?.set_mass_override(mass)?;
        }
        Call::SetSleepSpeed(id, speed) => {
            body(world, id)?.set_sleep_speed(speed)?;
        }
        Call::SetBodyEnabled(id, enabled) => {
            body(world, id)?.set_enabled(enabled);
        }
        Call::Sleep(id) => {
            body(world, id)?.sleep();
        }
        Call::Wake(id) => {
            body(world, id)?.wake();
        }
        Call::SetContinuous(id, continuous) => {
            body(world, id)?.set_continuous(continuous);
        }
        Call::SetCanSleep(id, can_sleep) => {
            body(world, id)?.set_can_sleep(can_sleep);
        }
        Call::SetColliderUserData(id, data) => {
            collider(world, id)?.set_user_data(whole(data));
        }
        Call::SetFilter(id, filter) => {
            collider(world, id)?.set_filter(filter);
        }
        Call::SetShape(id, ref shape) => {
            collider(world, id)?.set_shape((**shape).clone())?;
        }
        Call::SetOffset(id, position, angle) => {
            collider(world, id)?.set_offset(position, angle)?;
        }
        Call::SetOneWay(id, direction) => {
            collider(world, id)?.set_one_way(direction)?;
        }
        Call::SetHook(id, hook) => {
            collider(world, id)?.set_hook(hook);
        }
        Call::SetPortalRole(id, role) => {
            collider(world, id)?.set_portal_role(role)?;
        }
        Call::SetSensor(id, sensor) => {
            collider(world, id)?.set_sensor(sensor)?;
        }
        Call::SetColliderEnabled(id, enabled) => {
            collider(world, id)?.set_enabled(enabled);
        }
        Call::SetMaterial(id, material) => {
            collider(world, id)?.set_material(material)?;
        }
        Call::SetJointUserData(id, data) => {
            joint(world, id)?.set_user_data(whole(data));
        }
        Call::SetJointDef(id, ref kind, [force, torque], [collide, enabled]) => {
            let mut joint = joint(world, id)?;
            let def = joint.def();
            let (break_force, break_torque) = (force, torque);
            joint.set_def(JointDef { kind: **kind, break_force, break_torque, collide, enabled, ..def })?;
        }
    }
    Ok(())
}

/// The handle of the same body in this world.
fn own_body<B: Broadphase>(world: &World<B>, mut id: BodyId) -> BodyId {
    retag(&mut id, world.stores.world());
    id
}

fn body<B: Broadphase>(world: &mut World<B>, id: BodyId) -> Result<BodyMut<'_, B>, DefError> {
    let id = own_body(world, id);
    Ok(world.body_mut(id)?)
}

fn collider<B: Broadphase>(world: &mut World<B>, mut id: ColliderId) -> Result<ColliderMut<'_, B>, DefError> {
    retag(&mut id, world.stores.world());
    Ok(world.collider_mut(id)?)
}

fn joint<B: Broadphase>(world: &mut World<B>, mut id: JointId) -> Result<JointMut<'_, B>, DefError> {
    retag(&mut id, world.stores.world());
    Ok(world.joint_mut(id)?)
}
