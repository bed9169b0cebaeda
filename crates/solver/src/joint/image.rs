//! The centre of B along a direction, compared with that of A along another; and angles, each times a factor.
//!
//! ```text
//!        uA                 uB            C = C0 + uB . dB + fB angleB - uA . dA - fA angleA
//!    A --->           B    ^              J v = uB . vB + fB wB - uA . vA - fA wA
//!                          |              K = uA.uA / mA + fA^2 / IA + uB.uB / mB + fB^2 / IB
//!
//!                                         d: displacement of a centre since the step began, m
//! ```
//!
//! With uA = x, uB = R x in one row and uA = y, uB = R y in another, B moves as the image of A under a
//! rotation R: a body half through a portal. Such rows have no factors, and do not disturb each other if
//! their directions are perpendicular. With factors it is the row of a rack and its pinion.

use super::angle::small_angle;
use super::body_pair::{BodyPairColumns, ZERO};
use super::jacobian::JacobianColumns;
use super::rows::ConstraintError;
use super::scalar_row::ScalarError;
use crate::BodyState;
use crate::lanes::LaneVec2;
use crate::shared_bodies::SharedBodies;
use compute::Lanes;
use compute::lanes::Column;
use geom::Vec2;

#[derive(Clone, Copy, Debug)]
pub(super) struct ImageColumns {
    jacobian: JacobianColumns,
    /// When the step begins, m.
    start: Column,
}

impl ScalarError for ImageColumns {
    type Jacobian = JacobianColumns;

    const EMPTY: Self = Self { jacobian: JacobianColumns::EMPTY, start: ZERO };

    fn fill(&mut self, lane: usize, error: &ConstraintError) {
        let &ConstraintError::Image { directions: [a, b], factors, error } = error else { return };
        let jacobian = &mut self.jacobian;
        for i in 0..2 {
            jacobian.direction_a[i][lane] = a[i];
            jacobian.direction_b[i][lane] = b[i];
        }
        [jacobian.arm_a[lane], jacobian.arm_b[lane]] = factors;
        self.start[lane] = error;
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let [a, b] = pair.motions::<L>(bodies);
        let JacobianColumns { direction_a, direction_b, arm_a, arm_b } = &self.jacobian;
        let (u_a, u_b) = (LaneVec2::<L>::load(direction_a), LaneVec2::load(direction_b));
        let (f_a, f_b) = (L::load(arm_a), L::load(arm_b));
        let moved = u_b.dot(b.translation) - u_a.dot(a.translation);
        let turned = f_b * small_angle(&b) - f_a * small_angle(&a);
        let error = L::load(&self.start) + (moved + turned);
        let linear =
            L::load(&pair.inverse_mass_a) * u_a.dot(u_a) + L::load(&pair.inverse_mass_b) * u_b.dot(u_b);
        let angular =
            L::load(&pair.inverse_inertia_a) * f_a * f_a + L::load(&pair.inverse_inertia_b) * f_b * f_b;
        let k = linear + angular;
        [error, k]
    }

    #[inline(always)]
    fn jacobian(&self) -> &JacobianColumns {
        &self.jacobian
    }

    /// Turns the bodies, too, where an angle counts.
    fn correct_position(&self, pair: &BodyPairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        let JacobianColumns { direction_a, direction_b, arm_a, arm_b } = &self.jacobian;
        let [a, b] = [direction_a, direction_b].map(|[x, y]| Vec2::new(x[lane], y[lane]));
        let [f_a, f_b] = [arm_a[lane], arm_b[lane]];
        let linear =
            pair.inverse_mass_a[lane] * a.norm_squared() + pair.inverse_mass_b[lane] * b.norm_squared();
        let k = linear + pair.inverse_inertia_a[lane] * f_a * f_a + pair.inverse_inertia_b[lane] * f_b * f_b;
        if k > 0.0 {
            pair.translate(lane, states, [a * (error / k), b * (-error / k)]);
            if [f_a, f_b] != [0.0; 2] {
                pair.rotate(lane, states, [f_a * (error / k), f_b * (-error / k)]);
            }
        }
    }
}
