//! Translates the joints of a level to Rapier's.
//!
//! Rapier has no rod: its rope joint limits only the greatest distance, and its limits on coupled axes ignore
//! the least one ("FIXME: handle min limit too"). A rod is therefore a spring between the anchors with the
//! frequency and damping that Rapier gives the locked axes of all its joints, so it is as stiff as a lock.
//! Springs are acceleration-based: frequency and damping ratio then refer to the effective mass at the
//! anchors, as in this engine.

use super::{Unsupported, vector};
use physics::prelude::*;
use rapier2d::prelude::{
    GenericJoint, MotorModel, Pose2, RevoluteJointBuilder, SpringCoefficients, SpringJointBuilder,
};
use std::f32::consts::TAU;

/// Rate at which a motor removes its error if its torque allows, 1/s: at once, as in this engine.
const MOTOR_GAIN: f32 = f32::MAX;

/// A joint whose bodies are not set yet.
pub(super) fn joint(def: &JointDef<u32>) -> Result<GenericJoint, Unsupported> {
    if def.break_force.is_finite() || def.break_torque.is_finite() {
        return Err(Unsupported::because("a joint that breaks"));
    }
    let joint = match def.kind {
        JointKind::Revolute(joint) => revolute(&joint, def.collide)?,
        JointKind::Distance(joint) => distance(&joint, def.collide)?,
        // No scene of the comparison has these joints.
        _ => return Err(Unsupported::because("a joint that is neither revolute nor a distance")),
    };
    Ok(joint)
}

fn revolute(def: &RevoluteJoint, collide: bool) -> Result<GenericJoint, Unsupported> {
    if def.angular_hertz > 0.0 {
        return Err(Unsupported::because("a revolute joint with a spring"));
    }
    let mut joint = RevoluteJointBuilder::new().contacts_enabled(collide);
    let [lower, upper] = def.limits;
    match (lower.is_finite(), upper.is_finite()) {
        (false, false) => {}
        (true, true) => joint = joint.limits([lower, upper]),
        // Rapier measures angles from the middle between the limits.
        _ => return Err(Unsupported::because("a revolute joint with a limit on one side only")),
    }
    if def.max_motor_torque > 0.0 {
        joint = joint
            .motor_velocity(def.motor_speed, MOTOR_GAIN)
            .motor_max_force(def.max_motor_torque.min(f32::MAX));
    }
    let mut joint = GenericJoint::from(joint);
    // Rapier's angle is that of frame 2 in frame 1.
    joint.set_local_frame1(Pose2::new(vector(def.anchor_a.coords), def.reference_angle));
    joint.set_local_anchor2(vector(def.anchor_b.coords));
    Ok(joint)
}

fn distance(def: &DistanceJoint, collide: bool) -> Result<GenericJoint, Unsupported> {
    if def.limits != [f32::NEG_INFINITY, f32::INFINITY] {
        return Err(Unsupported::because("a distance joint with limits"));
    }
    if def.max_motor_force > 0.0 {
        return Err(Unsupported::because("a distance joint with a motor"));
    }
    let spring = if def.hertz > 0.0 {
        SpringCoefficients::new(def.hertz, def.damping_ratio)
    } else {
        SpringCoefficients::joint_defaults()
    };
    let angular_frequency = TAU * spring.natural_frequency;
    let stiffness = angular_frequency * angular_frequency;
    let damping = 2.0 * spring.damping_ratio * angular_frequency;
    let joint = SpringJointBuilder::new(def.length, stiffness, damping)
        .spring_model(MotorModel::AccelerationBased)
        .contacts_enabled(collide)
        .local_anchor1(vector(def.anchor_a.coords))
        .local_anchor2(vector(def.anchor_b.coords))
        .build();
    Ok(joint.into())
}
