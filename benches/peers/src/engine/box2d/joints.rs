//! Joints of a level as Box2D's.

use super::{Unsupported, rotation, vector};
use boxdd_sys::ffi;
use physics::prelude::*;

/// The description of a joint between bodies that are still to be named.
#[derive(Clone, Copy, Debug)]
pub(super) enum Built {
    Revolute(ffi::b2RevoluteJointDef),
    Distance(ffi::b2DistanceJointDef),
}

impl Built {
    /// Adds the joint, between two bodies of a world.
    pub(super) fn create(mut self, world: ffi::b2WorldId, a: ffi::b2BodyId, b: ffi::b2BodyId) {
        let base = match &mut self {
            Self::Revolute(def) => &mut def.base,
            Self::Distance(def) => &mut def.base,
        };
        (base.bodyIdA, base.bodyIdB) = (a, b);
        // SAFETY: world and bodies are there, and Box2D copies the description.
        unsafe {
            match &self {
                Self::Revolute(def) => ffi::b2CreateRevoluteJoint(world, def),
                Self::Distance(def) => ffi::b2CreateDistanceJoint(world, def),
            }
        };
    }
}

/// A joint of a level.
pub(super) fn joint(def: &JointDef<u32>) -> Result<Built, Unsupported> {
    match def.kind {
        JointKind::Revolute => revolute(def).map(Built::Revolute),
        JointKind::Distance => Ok(Built::Distance(distance(def))),
    }
}

fn revolute(def: &JointDef<u32>) -> Result<ffi::b2RevoluteJointDef, Unsupported> {
    if def.hertz > 0.0 {
        return Err(Unsupported::because("a revolute joint that is a spring"));
    }
    if def.max_force.is_finite() {
        return Err(Unsupported::because("a revolute joint with a greatest force"));
    }
    // SAFETY: makes a value.
    let mut joint = unsafe { ffi::b2DefaultRevoluteJointDef() };
    set_frames(&mut joint.base, def);
    joint.base.localFrameA.q = rotation(Rot::from_angle(def.reference_angle));
    let [lower, upper] = def.limits;
    match (lower.is_finite(), upper.is_finite()) {
        (false, false) => {}
        (true, true) => (joint.enableLimit, joint.lowerAngle, joint.upperAngle) = (true, lower, upper),
        // Box2D keeps limits between half a turn either way.
        _ => return Err(Unsupported::because("a revolute joint with a limit on one side only")),
    }
    if def.max_motor_torque > 0.0 {
        joint.enableMotor = true;
        joint.motorSpeed = def.motor_speed;
        joint.maxMotorTorque = def.max_motor_torque.min(f32::MAX);
    }
    Ok(joint)
}

fn distance(def: &JointDef<u32>) -> ffi::b2DistanceJointDef {
    // SAFETY: makes a value.
    let mut joint = unsafe { ffi::b2DefaultDistanceJointDef() };
    set_frames(&mut joint.base, def);
    joint.length = def.length;
    joint.enableSpring = def.hertz > 0.0;
    (joint.hertz, joint.dampingRatio) = (def.hertz, def.damping_ratio);
    joint
}

fn set_frames(base: &mut ffi::b2JointDef, def: &JointDef<u32>) {
    base.localFrameA.p = vector(def.anchor_a.coords);
    base.localFrameB.p = vector(def.anchor_b.coords);
    base.collideConnected = def.collide;
}
