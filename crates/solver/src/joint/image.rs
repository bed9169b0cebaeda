//! The centre of B along a direction, compared with the centre of A along another direction.
//!
//! ```text
//!        uA                 uB            C = C0 + uB . dB - uA . dA      d: displacement of a centre since
//!    A --->           B    ^              J v = uB . vB - uA . vA            the step began, m
//!                          |              K = uA.uA / mA + uB.uB / mB
//! ```
//!
//! With uA = x, uB = R x in one row and uA = y, uB = R y in another, B moves as the image of A under a
//! rotation R of the world: what a body half through a portal needs. The rows measure centres of mass, so
//! they have no arms, and two of them with perpendicular directions do not disturb each other: each is exact
//! after one iteration.
//!
//! Turned down: a rotation of A in `point.rs`. All pins would pay for it.

use super::body_pair::{BodyPairColumns, PairVelocities, ZERO};
use super::rows::ConstraintError;
use super::scalar_row::ScalarError;
use crate::BodyState;
use crate::lanes::LaneVec2;
use crate::shared_bodies::SharedBodies;
use compute::Lanes;
use compute::lanes::Column;
use geom::Vec2;

/// Eight pairs of directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImageColumns {
    direction_a: [Column; 2],
    direction_b: [Column; 2],
    /// C0: the error when the step begins, m.
    start: Column,
}

impl ScalarError for ImageColumns {
    const EMPTY: Self = Self { direction_a: [ZERO; 2], direction_b: [ZERO; 2], start: ZERO };

    fn fill(&mut self, lane: usize, error: &ConstraintError) {
        let &ConstraintError::Image { directions: [a, b], error } = error else { return };
        for i in 0..2 {
            self.direction_a[i][lane] = a[i];
            self.direction_b[i][lane] = b[i];
        }
        self.start[lane] = error;
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let [a, b] = pair.motions::<L>(bodies);
        let [u_a, u_b] = self.directions::<L>();
        let error = L::load(&self.start) + (u_b.dot(b.translation) - u_a.dot(a.translation));
        let k = L::load(&pair.inverse_mass_a) * u_a.dot(u_a) + L::load(&pair.inverse_mass_b) * u_b.dot(u_b);
        [error, k]
    }

    #[inline(always)]
    fn velocity<L: Lanes>(&self, PairVelocities { a, b }: &PairVelocities<L>) -> L {
        let [u_a, u_b] = self.directions::<L>();
        u_b.dot(b.linear) - u_a.dot(a.linear)
    }

    #[inline(always)]
    fn apply_impulse<L: Lanes>(
        &self,
        pair: &BodyPairColumns,
        velocities: &mut PairVelocities<L>,
        impulse: L,
    ) {
        let [on_a, on_b] = self.directions::<L>().map(|u| u * impulse);
        let zero = L::splat(0.0);
        velocities.apply_impulse(pair, (on_a, zero), (on_b, zero));
    }

    fn correct_position(&self, pair: &BodyPairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        let [a, b] = [self.direction_a, self.direction_b].map(|[x, y]| Vec2::new(x[lane], y[lane]));
        let k = pair.inverse_mass_a[lane] * a.norm_squared() + pair.inverse_mass_b[lane] * b.norm_squared();
        if k > 0.0 {
            pair.translate(lane, states, [a * (error / k), b * (-error / k)]);
        }
    }
}

impl ImageColumns {
    /// uA and uB.
    #[inline(always)]
    fn directions<L: Lanes>(&self) -> [LaneVec2<L>; 2] {
        [LaneVec2::load(&self.direction_a), LaneVec2::load(&self.direction_b)]
    }
}
