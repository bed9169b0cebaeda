//! The modes of eight rows in columns, so that rigid rows, springs, limits and motors stand side by side
//! without a branch.
//!
//! ```text
//!   new impulse = clamp(old - m mass_scale (v + bias) - impulse_scale old,   min_impulse, max_impulse)
//!
//!            bias                     mass_scale, impulse_scale
//!   rigid    bias_rate C              the solver's joint softness in biased sweeps, rigid in relax sweeps
//!   spring   bias_rate C              its own softness, in both
//!   motor    -speed                   rigid
//!   limit    C / h while C is open    rigid: the velocity may just bring C to zero within the sub-step
//!            as a rigid row if not    as a rigid row
//! ```
//!
//! with the velocity v = dC/dt of the row, its effective mass m, and the sub-step h.
//!
//! Source: `softness.rs` for the coefficients; the bias C / h of an open limit is that of Box2D's speculative
//! contacts.

use super::body_pair::ZERO;
use super::rows::{JointRows, RowMode};
use crate::Softness;
use compute::Lanes;
use compute::lanes::Column;

/// The softness of eight rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoftnessColumns {
    bias_rate: Column,
    mass_scale: Column,
    impulse_scale: Column,
    /// 1 for rigid rows and limits, which take the softness that the sweep has for them and have zeros in the
    /// columns above; 0 for springs and motors, which have a softness of their own.
    rigid: Column,
}

/// The softness of eight rows in lanes.
#[derive(Clone, Copy)]
pub(super) struct SoftnessLanes<L> {
    pub(super) bias_rate: L,
    pub(super) mass_scale: L,
    pub(super) impulse_scale: L,
}

impl<L: Lanes> SoftnessLanes<L> {
    /// The same softness in each lane.
    #[inline(always)]
    pub(super) fn splat(softness: &Softness) -> Self {
        Self {
            bias_rate: L::splat(softness.bias_rate),
            mass_scale: L::splat(softness.mass_scale),
            impulse_scale: L::splat(softness.impulse_scale),
        }
    }
}

impl SoftnessColumns {
    pub(super) const EMPTY: Self =
        Self { bias_rate: ZERO, mass_scale: ZERO, impulse_scale: ZERO, rigid: ZERO };

    /// Sets the softness of a lane, for sub-steps of `h` seconds.
    pub(super) fn fill(&mut self, lane: usize, mode: RowMode, h: f32) {
        let (own, rigid) = match mode {
            RowMode::Rigid | RowMode::LowerLimit | RowMode::UpperLimit => {
                (Softness { bias_rate: 0.0, mass_scale: 0.0, impulse_scale: 0.0 }, 1.0)
            }
            RowMode::Spring { hertz, damping_ratio } => (Softness::spring(hertz, damping_ratio, h), 0.0),
            RowMode::Motor { .. } => (Softness::RIGID, 0.0),
        };
        self.bias_rate[lane] = own.bias_rate;
        self.mass_scale[lane] = own.mass_scale;
        self.impulse_scale[lane] = own.impulse_scale;
        self.rigid[lane] = rigid;
    }

    /// Whether the row in a lane is rigid or a limit.
    pub(super) fn is_rigid(&self, lane: usize) -> bool {
        self.rigid[lane] > 0.0
    }

    /// The softness of each lane; `rigid` is that of rigid rows in this sweep.
    #[inline(always)]
    pub(super) fn load<L: Lanes>(&self, rigid: &Softness) -> SoftnessLanes<L> {
        let is_rigid = L::load(&self.rigid);
        SoftnessLanes {
            bias_rate: L::load(&self.bias_rate) + is_rigid * L::splat(rigid.bias_rate),
            mass_scale: L::load(&self.mass_scale) + is_rigid * L::splat(rigid.mass_scale),
            impulse_scale: L::load(&self.impulse_scale) + is_rigid * L::splat(rigid.impulse_scale),
        }
    }
}

/// The modes of eight rows, and their accumulated impulses.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowModeColumns {
    softness: SoftnessColumns,
    /// 1 for a lower limit, -1 for an upper limit, 0 for other modes: a limit is open while side * C > 0.
    side: Column,
    /// Target velocity of a motor, m/s or rad/s; 0 for other modes.
    speed: Column,
    /// Bounds of the impulse of a sub-step, N s or N m s.
    min_impulse: Column,
    max_impulse: Column,
    /// Accumulated impulse, N s or N m s.
    pub(super) impulse: Column,
}

impl RowModeColumns {
    pub(super) const EMPTY: Self = Self {
        softness: SoftnessColumns::EMPTY,
        side: ZERO,
        speed: ZERO,
        min_impulse: ZERO,
        max_impulse: ZERO,
        impulse: ZERO,
    };

    /// Sets the mode of a lane, for sub-steps of `h` seconds.
    pub(super) fn fill(&mut self, lane: usize, rows: &JointRows, h: f32) {
        self.softness.fill(lane, rows.mode, h);
        (self.side[lane], self.speed[lane]) = match rows.mode {
            RowMode::LowerLimit => (1.0, 0.0),
            RowMode::UpperLimit => (-1.0, 0.0),
            RowMode::Motor { speed } => (0.0, speed),
            RowMode::Rigid | RowMode::Spring { .. } => (0.0, 0.0),
        };
        let [min_force, max_force] = rows.force_bounds;
        (self.min_impulse[lane], self.max_impulse[lane]) = (min_force * h, max_force * h);
        self.impulse[lane] = rows.impulse[0];
    }

    /// The accumulated impulses after this iteration, for rows of these velocities (m/s or rad/s), errors (m
    /// or rad) and effective masses (kg or kg m^2). `rigid` is the softness of rigid rows in this sweep,
    /// `inverse_h` is 1 / h.
    #[inline(always)]
    pub(super) fn new_impulse<L: Lanes>(
        &self,
        velocity: L,
        error: L,
        effective_mass: L,
        rigid: &Softness,
        inverse_h: f32,
    ) -> L {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let SoftnessLanes { bias_rate, mass_scale, impulse_scale } = self.softness.load::<L>(rigid);
        let is_open = zero.lt(L::load(&self.side) * error);
        let bias = L::select(is_open, L::splat(inverse_h), bias_rate) * error - L::load(&self.speed);
        let mass_scale = L::select(is_open, one, mass_scale);
        let impulse_scale = L::select(is_open, zero, impulse_scale);
        let old = L::load(&self.impulse);
        let new = old - effective_mass * mass_scale * (velocity + bias) - impulse_scale * old;
        new.clamp(L::load(&self.min_impulse), L::load(&self.max_impulse))
    }

    /// The error of a lane that a position correction removes: that of rigid rows and of exceeded limits.
    /// Zero for springs, motors and open limits.
    pub(super) fn error_to_correct(&self, lane: usize, error: f32) -> f32 {
        if self.softness.is_rigid(lane) && self.side[lane] * error <= 0.0 { error } else { 0.0 }
    }
}
