//! How eight rows hold, as columns, so that springs, limits and motors stand side by side without a branch.
//!
//! ```text
//!   softness = own + share * firm         rigid: share 1, own 0;  a spring, a motor: its own, share 0
//!   d = -m (mass_scale (v + bias_rate C - speed)) - impulse_scale impulse,    the sum held in the bounds
//! ```
//!
//! `firm` is what the solver asks of rigid rows: soft while errors of position are worked off, and rigid when it
//! relaxes. A limit that is open is rigid with the bias C / h: the velocity may be just what closes it.

use super::pair::ZERO;
use super::{Hold, JointRows};
use crate::Softness;
use compute::Lanes;
use compute::lanes::Column;

/// Softness of eight rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoftColumns {
    bias_rate: Column,
    mass_scale: Column,
    impulse_scale: Column,
    /// 1 where the solver's own softness counts, 0 elsewhere.
    share: Column,
}

/// Softness in the lanes of a block.
#[derive(Clone, Copy)]
pub(super) struct SoftLanes<L> {
    pub(super) bias_rate: L,
    pub(super) mass_scale: L,
    pub(super) impulse_scale: L,
}

impl<L: Lanes> SoftLanes<L> {
    /// The same in each lane.
    #[inline(always)]
    pub(super) fn splat(softness: &Softness) -> Self {
        Self {
            bias_rate: L::splat(softness.bias_rate),
            mass_scale: L::splat(softness.mass_scale),
            impulse_scale: L::splat(softness.impulse_scale),
        }
    }
}

impl SoftColumns {
    pub(super) const NONE: Self =
        Self { bias_rate: ZERO, mass_scale: ZERO, impulse_scale: ZERO, share: ZERO };

    /// For sub-steps of `h` seconds.
    pub(super) fn fill(&mut self, lane: usize, hold: Hold, h: f32) {
        let (own, share) = match hold {
            Hold::Rigid | Hold::AtLeast | Hold::AtMost => {
                (Softness { bias_rate: 0.0, mass_scale: 0.0, impulse_scale: 0.0 }, 1.0)
            }
            Hold::Spring { hertz, damping_ratio } => (Softness::spring(hertz, damping_ratio, h), 0.0),
            Hold::Motor { .. } => (Softness::RIGID, 0.0),
        };
        self.bias_rate[lane] = own.bias_rate;
        self.mass_scale[lane] = own.mass_scale;
        self.impulse_scale[lane] = own.impulse_scale;
        self.share[lane] = share;
    }

    /// Whether the row in a lane is as firm as the solver can make it.
    pub(super) fn is_firm(&self, lane: usize) -> bool {
        self.share[lane] > 0.0
    }

    #[inline(always)]
    pub(super) fn load<L: Lanes>(&self, firm: &Softness) -> SoftLanes<L> {
        let share = L::load(&self.share);
        SoftLanes {
            bias_rate: L::load(&self.bias_rate) + share * L::splat(firm.bias_rate),
            mass_scale: L::load(&self.mass_scale) + share * L::splat(firm.mass_scale),
            impulse_scale: L::load(&self.impulse_scale) + share * L::splat(firm.impulse_scale),
        }
    }
}

/// How each of eight rows holds, and its impulse so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct HoldColumns {
    soft: SoftColumns,
    /// 1 for a lower limit, -1 for an upper one, 0 for what is always closed.
    side: Column,
    speed: Column,
    /// Bounds of the impulse of a sub-step, N s.
    low: Column,
    high: Column,
    pub(super) impulse: Column,
}

impl HoldColumns {
    pub(super) const NONE: Self =
        Self { soft: SoftColumns::NONE, side: ZERO, speed: ZERO, low: ZERO, high: ZERO, impulse: ZERO };

    pub(super) fn fill(&mut self, lane: usize, rows: &JointRows, h: f32) {
        self.soft.fill(lane, rows.hold, h);
        (self.side[lane], self.speed[lane]) = match rows.hold {
            Hold::AtLeast => (1.0, 0.0),
            Hold::AtMost => (-1.0, 0.0),
            Hold::Motor { speed } => (0.0, speed),
            Hold::Rigid | Hold::Spring { .. } => (0.0, 0.0),
        };
        (self.low[lane], self.high[lane]) = (rows.force[0] * h, rows.force[1] * h);
        self.impulse[lane] = rows.impulse[0];
    }

    /// The impulses that rows of these velocities, errors and effective masses should have in all.
    #[inline(always)]
    pub(super) fn solve<L: Lanes>(
        &self,
        velocity: L,
        error: L,
        mass: L,
        firm: &Softness,
        inverse_h: f32,
    ) -> L {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let SoftLanes { bias_rate, mass_scale, impulse_scale } = self.soft.load::<L>(firm);
        let open = zero.lt(L::load(&self.side) * error);
        let bias = L::select(open, L::splat(inverse_h), bias_rate) * error - L::load(&self.speed);
        let mass_scale = L::select(open, one, mass_scale);
        let impulse_scale = L::select(open, zero, impulse_scale);
        let old = L::load(&self.impulse);
        let wanted = old - mass * mass_scale * (velocity + bias) - impulse_scale * old;
        wanted.clamp(L::load(&self.low), L::load(&self.high))
    }

    /// The part of the error in a lane that a position correction is to take away: that of rigid rows, and of limits
    /// that are passed.
    pub(super) fn error_to_correct(&self, lane: usize, error: f32) -> f32 {
        if self.soft.is_firm(lane) && self.side[lane] * error <= 0.0 { error } else { 0.0 }
    }
}
