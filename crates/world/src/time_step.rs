//! The lengths of one step and its sub-steps, and its rules: computed once and passed to every stage.

use crate::settings::MAX_WARM_START_SCALE;
use crate::step_rules::StepRules;
use compute::math::min;

#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeStep {
    /// s, or of a part of it (`step/methods/impacts.rs`).
    pub(crate) dt: f32,
    pub(crate) share: f32,
    pub(crate) h: f32,
    /// Of awake contacts, before they warm-start this step.
    pub(crate) warm_start_scale: f32,
    pub(crate) rules: StepRules,
}

impl TimeStep {
    /// `previous_h` in s, zero if there was none.
    pub(crate) fn new(rules: StepRules, dt: f32, previous_h: f32) -> Self {
        let h = dt / rules.substeps as f32;
        Self { dt, share: 1.0, h, warm_start_scale: warm_start_scale(previous_h, h), rules }
    }

    /// s.
    pub(crate) fn change_of_substep(&self) -> f32 {
        (self.h - self.h / self.warm_start_scale).abs()
    }
}

/// h / previous h, capped, because an impulse grows with the time that its load acts. Exactly 1 if h has not
/// changed, or `previous_h` is zero.
pub(crate) fn warm_start_scale(previous_h: f32, h: f32) -> f32 {
    if previous_h > 0.0 { min(h / previous_h, MAX_WARM_START_SCALE) } else { 1.0 }
}
