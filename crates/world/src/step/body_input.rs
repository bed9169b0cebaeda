//! What the solver, and sweeps that predict a motion, are told of a body.

use crate::stores::{Body, Motion};
use geom::Vec2;
use solver::BodyInput;

#[inline]
pub(super) fn input_of(body: &Body, motion: &Motion, gravity: Vec2) -> BodyInput {
    if !body.is_dynamic() {
        return BodyInput::INFINITE_MASS;
    }
    let [inverse_mass, inverse_inertia] = body.inverse_masses();
    if body.has_left_world {
        return BodyInput { inverse_mass, inverse_inertia, ..BodyInput::INFINITE_MASS };
    }
    let mut acceleration = body.acceleration_by(gravity) + motion.force * inverse_mass;
    if body.locks.x || body.locks.y {
        acceleration.x = if body.locks.x { 0.0 } else { acceleration.x };
        acceleration.y = if body.locks.y { 0.0 } else { acceleration.y };
    }
    BodyInput {
        inverse_mass,
        inverse_inertia,
        acceleration,
        angular_acceleration: motion.torque * inverse_inertia,
        damping: body.damping,
        angular_damping: body.angular_damping,
        strip_coordinate: 0.0,
    }
}
