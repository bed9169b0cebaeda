//! The lengths of time of one step, computed once and handed to every stage.

use crate::settings::{MAX_WARM_START_SCALE, Method, WorldSettings};
use compute::math::min;

/// A step, its sub-steps, and what both mean for the impulses of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimeStep {
    /// The length of the step, s.
    pub(crate) dt: f32,
    /// How many sub-steps it has: those of the soft solver; the classic solver has one.
    pub(crate) substeps: u32,
    /// The length of a sub-step, s.
    pub(crate) h: f32,
    /// What the impulses of awake contacts are multiplied by before they warm-start this step.
    pub(crate) warm_start_scale: f32,
}

impl TimeStep {
    /// A step of `dt` seconds after one with sub-steps of `previous_h` seconds, zero if there was none.
    pub(crate) fn new(settings: &WorldSettings, dt: f32, previous_h: f32) -> Self {
        let substeps = match settings.method {
            Method::Soft => settings.solver.substeps,
            Method::Classic => 1,
        };
        let h = dt / substeps as f32;
        Self { dt, substeps, h, warm_start_scale: warm_start_scale(previous_h, h) }
    }
}

/// h / previous h, capped: what stored impulses are multiplied by, because an impulse grows with the time
/// that its load acts. Exactly 1 where h has not changed, and where there was no step before (`previous_h` is
/// zero).
pub(crate) fn warm_start_scale(previous_h: f32, h: f32) -> f32 {
    if previous_h > 0.0 { min(h / previous_h, MAX_WARM_START_SCALE) } else { 1.0 }
}
