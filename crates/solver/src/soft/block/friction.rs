//! What acts along the tangent of a contact: friction, Coulomb's cone with two coefficients, and rolling
//! resistance.

use super::{ContactBlock, PairVelocities};
use crate::lanes::LaneVec2;
use crate::soft::extra::Extra;
use compute::Lanes;

impl ContactBlock {
    /// Gives the impulse that would stop the sliding, if the static cone of the new normal impulse contains
    /// it, or else the nearest one of the sliding cone. The second point sees the change of the first through
    /// K12.
    #[inline(always)]
    pub(super) fn apply_friction<L: Lanes, const POINTS: usize>(
        &mut self,
        velocities: &mut PairVelocities<L>,
        normal_impulses: [L; POINTS],
        extra: Option<&Extra>,
    ) {
        let (friction, static_friction) = (L::load(&self.friction), L::load(&self.static_friction));
        let tangent = LaneVec2::load(&self.normal).right_normal();
        let tangential = velocities.relative().dot(tangent);
        let mut changes = normal_impulses;
        for i in 0..POINTS {
            let normal_impulse = normal_impulses[i];
            let mut sliding = velocities.at_point(tangential, &self.points[i].tangent_arm);
            if i > 0 {
                sliding = sliding + L::load(&self.tangent_k12) * changes[i - 1];
            }
            if let Some(extra) = extra {
                sliding = sliding - L::load(&extra.surface.speed);
            }
            let point = &mut self.points[i];
            let old = L::load(&point.tangent_impulse);
            let stop = old - L::load(&point.tangent_mass) * sliding;
            let (bound, limit) = (friction * normal_impulse, static_friction * normal_impulse);
            let holds = L::and(stop.le(limit), (-limit).le(stop));
            let new = L::select(holds, stop, stop.clamp(-bound, bound));
            changes[i] = new - old;
            normal_impulse.store(&mut point.normal_impulse);
            new.store(&mut point.tangent_impulse);
        }
        velocities.apply_tangent(self, changes);
    }

    #[inline(always)]
    pub(super) fn resist_rolling<L: Lanes, const POINTS: usize>(
        &self,
        velocities: &mut PairVelocities<L>,
        normal_impulses: [L; POINTS],
        extra: Option<&mut Extra>,
    ) {
        let Some(Extra { surface, .. }) = extra else { return };
        let mut total = normal_impulses[0];
        for i in 1..POINTS {
            total = total + normal_impulses[i];
        }
        let change = surface.resist_rolling(velocities.relative_angular(), total);
        velocities.apply_angular(self, change);
    }
}
