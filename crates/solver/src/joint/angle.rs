//! The angle between two bodies, each angle times a factor.
//!
//! ```text
//!   C = C0 + fB angleB - fA angleA       angles since the step began, rad
//!   J v = fB wB - fA wA
//!   K = fA^2 / IA + fB^2 / IB
//! ```
//!
//! Used for angular limits, motors and springs, welds (factors 1, 1) and gears.

use super::body_pair::{BodyPairColumns, PairVelocities, ZERO};
use super::jacobian::Jacobian;
use super::rows::ConstraintError;
use super::scalar_row::ScalarError;
use crate::BodyState;
use crate::lanes::MotionLanes;
use crate::shared_bodies::SharedBodies;
use compute::Lanes;
use compute::lanes::Column;

#[derive(Clone, Copy, Debug)]
pub(super) struct AngleColumns {
    factor_a: Column,
    factor_b: Column,
    /// When the step begins, rad.
    start: Column,
}

impl ScalarError for AngleColumns {
    type Jacobian = Self;

    const EMPTY: Self = Self { factor_a: ZERO, factor_b: ZERO, start: ZERO };

    const IS_ANGLE: bool = true;

    fn fill(&mut self, lane: usize, error: &ConstraintError) {
        let &ConstraintError::Angle { factors, angle } = error else { return };
        [self.factor_a[lane], self.factor_b[lane]] = factors;
        self.start[lane] = angle;
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let [a, b] = pair.motions::<L>(bodies);
        let (factor_a, factor_b) = (L::load(&self.factor_a), L::load(&self.factor_b));
        let error = L::load(&self.start) + (factor_b * small_angle(&b) - factor_a * small_angle(&a));
        let k = L::load(&pair.inverse_inertia_a) * factor_a * factor_a
            + L::load(&pair.inverse_inertia_b) * factor_b * factor_b;
        [error, k]
    }

    #[inline(always)]
    fn jacobian(&self) -> &Self {
        self
    }
}

impl Jacobian for AngleColumns {
    #[inline(always)]
    fn velocity<L: Lanes>(&self, PairVelocities { a, b }: &PairVelocities<L>) -> L {
        L::load(&self.factor_b) * b.angular - L::load(&self.factor_a) * a.angular
    }

    #[inline(always)]
    fn apply_impulse<L: Lanes>(
        &self,
        pair: &BodyPairColumns,
        velocities: &mut PairVelocities<L>,
        impulse: L,
    ) {
        let PairVelocities { a, b } = velocities;
        a.angular = a.angular - L::load(&pair.inverse_inertia_a) * L::load(&self.factor_a) * impulse;
        b.angular = b.angular + L::load(&pair.inverse_inertia_b) * L::load(&self.factor_b) * impulse;
    }

    fn correct_position(&self, pair: &BodyPairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        let [fa, fb] = [self.factor_a[lane], self.factor_b[lane]];
        let k = pair.inverse_inertia_a[lane] * fa * fa + pair.inverse_inertia_b[lane] * fb * fb;
        if k > 0.0 {
            pair.rotate(lane, states, [error / k * fa, -error / k * fb]);
        }
    }
}

/// Of a rotation below about 1 rad: x = 3 sin x / (2 + cos x) + O(x^5 / 180), Cusanus's approximation, which
/// is much cheaper than an arc tangent.
#[inline(always)]
pub(super) fn small_angle<L: Lanes>(motion: &MotionLanes<L>) -> L {
    L::splat(3.0) * motion.sin / (L::splat(2.0) + motion.cos)
}
