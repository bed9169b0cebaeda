//! Calls that are written once.
// Written from bindings/api.json by `cargo xtask api`.

use super::*;

/// The angle of a joint: of B as seen from A, less the reference angle, rad, whole turns counted.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_angle(joint: P2JointId, angle: *mut f32) -> P2Result {
    get(joint, angle, "angle", |_, joint| Ok(joint.counted_angle()))
}

/// Angular velocity of B relative to A, rad/s.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_angular_speed(joint: P2JointId, speed: *mut f32) -> P2Result {
    get(joint, speed, "speed", |_, joint| Ok(joint.angular_speed()))
}

/// How far B's anchor is from A's along the axis of a prismatic, wheel or rack joint, m; zero for other
/// kinds.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_translation(joint: P2JointId, translation: *mut f32) -> P2Result {
    get(joint, translation, "translation", |_, joint| Ok(joint.translation()))
}

/// The rate at which the translation changes, m/s; zero for kinds without an axis.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_translation_speed(joint: P2JointId, speed: *mut f32) -> P2Result {
    get(joint, speed, "speed", |_, joint| Ok(joint.translation_speed()))
}

/// By how much it is violated, m.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_error(joint: P2JointId, error: *mut f32) -> P2Result {
    get(joint, error, "error", |_, joint| Ok(joint.error()))
}

/// The user data of a joint, the lower half first.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_get_user_data(joint: P2JointId, user_data: *mut [u64; 2]) -> P2Result {
    get(joint, user_data, "user_data", |_, joint| Ok(wire::halves(joint.user_data())))
}

/// Sets the user data of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_set_user_data(joint: P2JointId, lower: u64, upper: u64) -> P2Result {
    set(joint, |joint| {
        let user_data = wire::data([lower, upper]);
        joint.set_user_data(user_data);
        Ok(())
    })
}

/// Sets whether a joint acts.
#[unsafe(no_mangle)]
pub extern "C" fn p2_joint_set_enabled(joint: P2JointId, enabled: u8) -> P2Result {
    set(joint, |joint| {
        let enabled = enabled != 0;
        joint.set_enabled(enabled);
        Ok(())
    })
}
