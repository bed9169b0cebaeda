//! The Jacobian of a scalar row that measures points: four coefficients for each lane.
//!
//! ```text
//!   J v = uB . vB + sB wB - uA . vA - sA wA
//!   K = J M^-1 J^T = uA.uA / mA + uB.uB / mB + sA^2 / IA + sB^2 / IB
//!
//!   u           direction of the impulse on the body; of unit length, or times the ratio of a pulley
//!   s = r x u   its arm about the centre of mass, m; the impulse acts at r
//! ```

use super::body_pair::{BodyPairColumns, PairVelocities, ZERO};
use crate::BodyState;
use crate::lanes::LaneVec2;
use compute::Lanes;
use compute::lanes::Column;
use geom::Vec2;

pub(super) trait Jacobian {
    fn velocity<L: Lanes>(&self, velocities: &PairVelocities<L>) -> L;

    fn apply_impulse<L: Lanes>(&self, pair: &BodyPairColumns, velocities: &mut PairVelocities<L>, impulse: L);

    /// Their error changes by `-error`. Rows that measure points displace the bodies without turning them.
    fn correct_position(&self, pair: &BodyPairColumns, lane: usize, states: &mut [BodyState], error: f32);
}

#[derive(Clone, Copy, Debug)]
pub(super) struct JacobianColumns {
    pub(super) direction_a: [Column; 2],
    pub(super) direction_b: [Column; 2],
    pub(super) arm_a: Column,
    pub(super) arm_b: Column,
}

impl JacobianColumns {
    pub(super) const EMPTY: Self =
        Self { direction_a: [ZERO; 2], direction_b: [ZERO; 2], arm_a: ZERO, arm_b: ZERO };

    /// From the directions u and the points r (m, from the centres of mass). Returns K.
    #[inline(always)]
    pub(super) fn set<L: Lanes>(
        &mut self,
        pair: &BodyPairColumns,
        [direction_a, direction_b]: [LaneVec2<L>; 2],
        [r_a, r_b]: [LaneVec2<L>; 2],
    ) -> L {
        let (arm_a, arm_b) = (r_a.cross(direction_a), r_b.cross(direction_b));
        direction_a.store(&mut self.direction_a);
        direction_b.store(&mut self.direction_b);
        arm_a.store(&mut self.arm_a);
        arm_b.store(&mut self.arm_b);
        L::load(&pair.inverse_mass_a) * direction_a.dot(direction_a)
            + L::load(&pair.inverse_mass_b) * direction_b.dot(direction_b)
            + L::load(&pair.inverse_inertia_a) * arm_a * arm_a
            + L::load(&pair.inverse_inertia_b) * arm_b * arm_b
    }
}

impl Jacobian for JacobianColumns {
    #[inline(always)]
    fn velocity<L: Lanes>(&self, PairVelocities { a, b }: &PairVelocities<L>) -> L {
        let direction_a = LaneVec2::<L>::load(&self.direction_a);
        let direction_b = LaneVec2::<L>::load(&self.direction_b);
        (direction_b.dot(b.linear) - direction_a.dot(a.linear))
            + (b.angular * L::load(&self.arm_b) - a.angular * L::load(&self.arm_a))
    }

    #[inline(always)]
    fn apply_impulse<L: Lanes>(
        &self,
        pair: &BodyPairColumns,
        velocities: &mut PairVelocities<L>,
        impulse: L,
    ) {
        let on_a = LaneVec2::load(&self.direction_a) * impulse;
        let on_b = LaneVec2::load(&self.direction_b) * impulse;
        velocities.apply_impulse(
            pair,
            (on_a, L::load(&self.arm_a) * impulse),
            (on_b, L::load(&self.arm_b) * impulse),
        );
    }

    /// Along u, by shares of the inverse mass.
    fn correct_position(&self, pair: &BodyPairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        let [ua, ub] = [self.direction_a, self.direction_b].map(|[x, y]| Vec2::new(x[lane], y[lane]));
        let k = pair.inverse_mass_a[lane] * ua.norm_squared() + pair.inverse_mass_b[lane] * ub.norm_squared();
        if k > 0.0 {
            pair.translate(lane, states, [ua * (error / k), ub * (-error / k)]);
        }
    }
}
