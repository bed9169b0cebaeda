//! Integration of the velocities of all bodies, with air drag.

use compute::math::clamp;
use solver::{BodyInput, BodyState, integrate_velocities};

/// Of drag, m/s and rad/s (*Sotirov 2022*).
const MAX_DRAG_SPEED: f32 = 1.0;

/// v' = v + dt a, then drag.
pub(super) fn integrate_with_drag(states: &mut [BodyState], inputs: &[BodyInput], drag: f32, dt: f32) {
    integrate_velocities(states, inputs, dt);
    for (state, _) in states.iter_mut().zip(inputs).filter(|(_, input)| input.is_movable()) {
        apply_drag(state, drag * dt);
    }
}

/// `v -= clamp_magnitude(v, 1) * drag * dt`, also of the angular velocity (*Sotirov 2022*); `fraction` is
/// drag dt.
fn apply_drag(state: &mut BodyState, fraction: f32) {
    let speed = state.velocity.norm();
    let clamped = if speed > MAX_DRAG_SPEED { state.velocity / speed } else { state.velocity };
    state.velocity -= clamped * fraction;
    state.angular_velocity -= clamp(state.angular_velocity, -MAX_DRAG_SPEED, MAX_DRAG_SPEED) * fraction;
}
