//! One equation of a mechanism, and the bounds of its impulse.

use crate::together::matrix::number::{Number, Spatial};

/// J v + bias + give impulse = 0, unless a bound of the impulse prevents it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equation<N: Number = f64> {
    pub(crate) jacobian: [Spatial<N>; 2],
    /// m or rad, at the current positions.
    pub(super) error: N,
    pub(super) start_error: N,
    pub(crate) bias: N,
    /// Velocity for each unit of impulse: small in a rigid row, and what makes a spring.
    pub(crate) give: N,
    pub(crate) inverse_give: N,
    /// N s or N m s.
    pub(crate) impulse: N,
    /// Before the last biased solve of a loaded cluster.
    pub(crate) unbiased: N,
    /// Of the impulses at the end of each sub-step.
    pub(super) total: N,
    /// In the present solve.
    pub(crate) change: N,
    /// J v + bias before that solve. While it lasts, the bias contains give impulse.
    pub(super) residual: N,
    /// At the lower bound, and at the upper: then the equation does not hold, and velocity along the row may
    /// be too high, or too low.
    pub(super) is_at: [N::Mask; 2],
    rest: N,
}

impl<N: Number> Equation<N> {
    pub(super) const EMPTY: Self = Self {
        jacobian: [[N::ZERO; 3]; 2],
        error: N::ZERO,
        start_error: N::ZERO,
        bias: N::ZERO,
        give: N::ZERO,
        inverse_give: N::ZERO,
        impulse: N::ZERO,
        unbiased: N::ZERO,
        total: N::ZERO,
        change: N::ZERO,
        residual: N::ZERO,
        is_at: [N::NO; 2],
        rest: N::ZERO,
    };

    #[inline(always)]
    pub(super) fn new(impulse: N, is_at: [N::Mask; 2]) -> Self {
        Self { impulse, is_at, ..Self::EMPTY }
    }

    #[inline(always)]
    pub(super) fn is_bound(&self) -> N::Mask {
        N::or(self.is_at[0], self.is_at[1])
    }

    /// Its sign says whether a row at a bound leaves it.
    #[inline(always)]
    pub(super) fn record_rest(&mut self, change_of_velocity: N) {
        self.rest = self.residual + change_of_velocity;
    }

    /// Returns where that is a change.
    #[inline(always)]
    pub(super) fn change_side(&mut self, [lower, upper]: [N; 2], lanes: N::Mask) -> N::Mask {
        let [at_lower, at_upper] = self.is_at;
        let free = N::and_not(lanes, self.is_bound());
        let impulse = self.impulse + self.change;
        let to_lower = N::and(free, impulse.lt(lower));
        let to_upper = N::and(N::and_not(free, to_lower), upper.lt(impulse));
        let may_leave = N::and(lanes, lower.lt(upper));
        let from_lower = N::and(N::and(may_leave, at_lower), self.rest.lt(N::ZERO));
        let from_upper = N::and(N::and(may_leave, at_upper), N::ZERO.lt(self.rest));
        self.is_at[0] = N::or(N::and_not(at_lower, from_lower), to_lower);
        self.is_at[1] = N::or(N::and_not(at_upper, from_upper), to_upper);
        N::or(N::or(to_lower, to_upper), N::or(from_lower, from_upper))
    }
}
