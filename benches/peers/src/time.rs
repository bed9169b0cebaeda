//! The length of a step, and durations in milliseconds.

use std::time::Duration;

/// The time step, s.
pub const DT: f32 = 1.0 / 60.0;

/// A duration in milliseconds.
#[must_use]
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
