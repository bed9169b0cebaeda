//! Translates the joints of a level to Box2D's.

use super::{Unsupported, rotation, vector};
use boxdd_sys::ffi;
use physics::prelude::*;
use std::f32::consts::PI;

/// Box2D's angles lie within half a turn either way, and its limits must keep a distance from the jump there,
/// rad.
const GREATEST_LIMIT: f32 = 0.99 * PI;

/// B2_LINEAR_SLOP, m: the least distance of Box2D's distance joint, which raises smaller ones to it.
const LEAST_LENGTH: f32 = 0.005;

/// The description of a joint whose bodies are not set yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum JointDescription {
    Revolute(ffi::b2RevoluteJointDef),
    Distance(ffi::b2DistanceJointDef),
}

impl JointDescription {
    /// Adds the joint between two bodies of a world.
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

/// Translates a joint of a level.
pub(super) fn joint(def: &JointDef<u32>) -> Result<JointDescription, Unsupported> {
    if def.break_force.is_finite() || def.break_torque.is_finite() {
        return Err(Unsupported::because("a joint that breaks"));
    }
    match def.kind {
        JointKind::Revolute(joint) => revolute(&joint, def.collide).map(JointDescription::Revolute),
        JointKind::Distance(joint) => distance(&joint, def.collide).map(JointDescription::Distance),
        // No scene of the comparison has these joints.
        _ => Err(Unsupported::because("a joint that is neither revolute nor a distance")),
    }
}

fn revolute(def: &RevoluteJoint, collide: bool) -> Result<ffi::b2RevoluteJointDef, Unsupported> {
    if def.angular_hertz > 0.0 {
        return Err(Unsupported::because("a revolute joint with a spring"));
    }
    // SAFETY: makes a value.
    let mut joint = unsafe { ffi::b2DefaultRevoluteJointDef() };
    set_anchors(&mut joint.base, [def.anchor_a, def.anchor_b]);
    joint.base.collideConnected = collide;
    joint.base.localFrameA.q = rotation(Rot::from_angle(def.reference_angle));
    let [lower, upper] = def.limits;
    match (lower.is_finite(), upper.is_finite()) {
        (false, false) => {}
        (true, true) if lower < -GREATEST_LIMIT || upper > GREATEST_LIMIT => {
            return Err(Unsupported::because("a revolute joint with limits beyond 0.99 of half a turn"));
        }
        (true, true) => (joint.enableLimit, joint.lowerAngle, joint.upperAngle) = (true, lower, upper),
        // The other limit would have to be half a turn away.
        _ => return Err(Unsupported::because("a revolute joint with a limit on one side only")),
    }
    if def.max_motor_torque > 0.0 {
        joint.enableMotor = true;
        joint.motorSpeed = def.motor_speed;
        // Box2D has no infinite torque.
        joint.maxMotorTorque = def.max_motor_torque.min(f32::MAX);
    }
    Ok(joint)
}

fn distance(def: &DistanceJoint, collide: bool) -> Result<ffi::b2DistanceJointDef, Unsupported> {
    // SAFETY: reads the unit, which nobody sets meanwhile: the caller has a world, or the lock `WORLDS`; then
    // makes a value.
    let (unit, mut joint) = unsafe { (ffi::b2GetLengthUnitsPerMeter(), ffi::b2DefaultDistanceJointDef()) };
    if def.limits != [f32::NEG_INFINITY, f32::INFINITY] {
        return Err(Unsupported::because("a distance joint with limits"));
    }
    if def.max_motor_force > 0.0 {
        return Err(Unsupported::because("a distance joint with a motor"));
    }
    if def.length < LEAST_LENGTH * unit {
        return Err(Unsupported::because("a distance joint of less than 5 mm"));
    }
    set_anchors(&mut joint.base, [def.anchor_a, def.anchor_b]);
    joint.base.collideConnected = collide;
    joint.length = def.length;
    joint.enableSpring = def.hertz > 0.0;
    (joint.hertz, joint.dampingRatio) = (def.hertz, def.damping_ratio);
    Ok(joint)
}

fn set_anchors(base: &mut ffi::b2JointDef, [a, b]: [Point; 2]) {
    base.localFrameA.p = vector(a.coords);
    base.localFrameB.p = vector(b.coords);
}

#[cfg(test)]
mod tests {
    use super::super::WORLDS;
    use super::*;
    use std::sync::PoisonError;

    /// Values that Box2D would clamp, or take although they are out of its range, are refused; values inside
    /// its range, and no limits, are accepted.
    #[test]
    fn values_out_of_the_range_of_box2d_are_refused() {
        // No other test may set the length unit meanwhile.
        let _worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = |lower, upper| JointDef::new(0, 1, RevoluteJoint::new().limits(lower, upper));
        let rod = |length| JointDef::new(0, 1, DistanceJoint::new(length));
        let refused = [turn(-3.2, 0.0), turn(0.0, 3.2), turn(0.0, f32::INFINITY), rod(0.0), rod(0.004)];
        let taken = [turn(-3.1, 3.1), turn(f32::NEG_INFINITY, f32::INFINITY), rod(0.005)];
        assert!(refused.iter().all(|def| joint(def).is_err()));
        assert!(taken.iter().all(|def| joint(def).is_ok()));
    }
}
