//! Two points that must coincide, eight pairs at a time: x and y are a 2x2 system.
//!
//! ```text
//!   C = gap + (dxB + rB' - rB) - (dxA + rA' - rA)        r' = r turned with its body, dx its displacement
//!   J v = vB + wB x rB' - vA - wA x rA'
//!
//!   K = m 1 + iA sA sA^T + iB sB sB^T       s = r' turned by 90 degrees, m = 1/mA + 1/mB, i = 1/I
//!   det K = m (m + iA rA'.rA' + iB rB'.rB') + iA iB (rA' x rB')^2
//! ```
//!
//! This determinant has no subtraction, so it is accurate for light bodies with long arms. `impulse.rs`
//! derives the 2x2 system.

use super::block::JointBlock;
use super::body_pair::{BodyPairColumns, PairVelocities, ZERO};
use super::row_mode::{SoftnessColumns, SoftnessLanes};
use super::rows::{ConstraintError, JointRows, RowMode};
use super::springs::Substep;
use crate::body::{BodyIndex, storable};
use crate::lanes::LaneVec2;
use crate::schedule::EMPTY_LANE;
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use compute::lanes::Column;
use compute::{LANES, Lanes};
use geom::Vec2;

#[derive(Clone, Copy, Debug)]
pub(super) struct PointBlock {
    pub(super) pair: BodyPairColumns,
    /// m.
    start_a: [Column; 2],
    start_b: [Column; 2],
    anchor_a: [Column; 2],
    anchor_b: [Column; 2],
    /// The gap when the step begins; C now, and when the sub-step began, m.
    gap: [Column; 2],
    pub(super) error: [Column; 2],
    start_error: [Column; 2],
    /// The inverse of K + give as 11, 12, 22, kg.
    pub(super) effective_mass: [Column; 3],
    /// N s.
    impulse: [Column; 2],
    /// Only then are `softness` and `max_impulse` read.
    has_spring_or_bound: bool,
    softness: SoftnessColumns,
    /// Of a sub-step, N s.
    max_impulse: Column,
}

impl PointBlock {
    #[inline(always)]
    fn apply_impulse<L: Lanes>(&self, velocities: &mut PairVelocities<L>, impulse: LaneVec2<L>) {
        let (r_a, r_b) = (LaneVec2::load(&self.anchor_a), LaneVec2::load(&self.anchor_b));
        velocities.apply_impulse(&self.pair, (impulse, r_a.cross(impulse)), (impulse, r_b.cross(impulse)));
    }

    /// J v, m/s.
    #[inline(always)]
    pub(super) fn velocity<L: Lanes>(&self, PairVelocities { a, b }: &PairVelocities<L>) -> LaneVec2<L> {
        let r_a = LaneVec2::<L>::load(&self.anchor_a);
        let r_b = LaneVec2::<L>::load(&self.anchor_b);
        let x = (b.linear.x - a.linear.x) - (b.angular * r_b.y - a.angular * r_a.y);
        let y = (b.linear.y - a.linear.y) + (b.angular * r_b.x - a.angular * r_a.x);
        LaneVec2::new(x, y)
    }

    /// A test of `has_spring_or_bound` in each place would cost registers in the sweeps of all joints.
    #[inline(always)]
    fn solve_as<L: Lanes, const HAS_SPRING_OR_BOUND: bool>(
        &mut self,
        bodies: SharedBodies<'_>,
        rigid: &Softness,
    ) {
        let mut velocities = PairVelocities::<L>::gather(&self.pair, bodies);
        let (mut softness, mut error) = (SoftnessLanes::splat(rigid), LaneVec2::load(&self.error));
        if HAS_SPRING_OR_BOUND {
            softness = self.softness.load::<L>(rigid);
            let start_error = LaneVec2::load(&self.start_error);
            error = LaneVec2::select(self.softness.load_is_rigid::<L>(), error, start_error);
        }
        let old = LaneVec2::load(&self.impulse);
        // Solves (K + give) change = -(v + bias_rate C + give impulse).
        let mut target = self.velocity(&velocities) + error * softness.bias_rate;
        if HAS_SPRING_OR_BOUND {
            target = target + old * softness.give;
        }
        let (m11, m12) = (L::load(&self.effective_mass[0]), L::load(&self.effective_mass[1]));
        let m22 = L::load(&self.effective_mass[2]);
        let solution = LaneVec2::new(m11 * target.x + m12 * target.y, m12 * target.x + m22 * target.y);
        let mut new = old - solution * softness.mass_scale - old * softness.impulse_scale;
        if HAS_SPRING_OR_BOUND {
            let (length, bound) = (new.dot(new).sqrt(), L::load(&self.max_impulse));
            new = new * L::select(bound.lt(length), bound / length, L::splat(1.0));
        }
        self.apply_impulse(&mut velocities, new - old);
        new.store(&mut self.impulse);
        velocities.scatter(&self.pair, bodies);
    }
}

impl JointBlock for PointBlock {
    const EMPTY: Self = Self {
        pair: BodyPairColumns::EMPTY,
        start_a: [ZERO; 2],
        start_b: [ZERO; 2],
        anchor_a: [ZERO; 2],
        anchor_b: [ZERO; 2],
        gap: [ZERO; 2],
        error: [ZERO; 2],
        start_error: [ZERO; 2],
        effective_mass: [ZERO; 3],
        impulse: [ZERO; 2],
        has_spring_or_bound: false,
        softness: SoftnessColumns::RIGID,
        max_impulse: [f32::INFINITY; LANES],
    };

    fn fill(
        &mut self,
        lane: usize,
        row: u32,
        rows: &JointRows,
        bodies: [(BodyIndex, &BodyInput); 2],
        substep: Substep<'_>,
    ) {
        let ConstraintError::Point(frame) = rows.error else { return };
        self.pair.fill(lane, row, bodies);
        for i in 0..2 {
            self.start_a[i][lane] = frame.anchor_a[i];
            self.start_b[i][lane] = frame.anchor_b[i];
            self.gap[i][lane] = frame.gap[i];
            self.impulse[i][lane] = rows.impulse[i];
        }
        let [_, max_force] = rows.force_bounds;
        // An empty block holds rigid rows without bounds.
        if rows.mode != RowMode::Rigid || max_force < f32::INFINITY {
            self.has_spring_or_bound = true;
            self.softness.fill(lane, rows, bodies.map(|(_, input)| input), substep);
            self.max_impulse[lane] = max_force * substep.h;
        }
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, bodies: SharedBodies<'_>) {
        // The give of a spring acts in all directions, as the inverse masses do.
        let mut m = L::load(&self.pair.inverse_mass_a) + L::load(&self.pair.inverse_mass_b);
        if self.has_spring_or_bound {
            m = m + self.softness.evaluate_give(m);
        }
        let [a, b] = self.pair.motions::<L>(bodies);
        let (start_a, start_b) = (LaneVec2::load(&self.start_a), LaneVec2::load(&self.start_b));
        let (r_a, r_b) = (a.rotate(start_a), b.rotate(start_b));
        let moved = (b.translation - a.translation) + (r_b - start_b) - (r_a - start_a);
        let error = LaneVec2::load(&self.gap) + moved;

        let (ia, ib) = (L::load(&self.pair.inverse_inertia_a), L::load(&self.pair.inverse_inertia_b));
        let xx = ia * r_a.x * r_a.x + ib * r_b.x * r_b.x;
        let xy = ia * r_a.x * r_a.y + ib * r_b.x * r_b.y;
        let yy = ia * r_a.y * r_a.y + ib * r_b.y * r_b.y;
        let between = r_a.cross(r_b);
        let det = m * (m + xx + yy) + ia * ib * (between * between);
        let zero = L::splat(0.0);
        let inverse_det = L::select(zero.lt(det), L::splat(1.0) / det, zero);
        ((m + xx) * inverse_det).store(&mut self.effective_mass[0]);
        (xy * inverse_det).store(&mut self.effective_mass[1]);
        ((m + yy) * inverse_det).store(&mut self.effective_mass[2]);
        r_a.store(&mut self.anchor_a);
        r_b.store(&mut self.anchor_b);
        error.store(&mut self.error);
    }

    #[inline(always)]
    fn hold_errors(&mut self) {
        if self.has_spring_or_bound {
            self.start_error = self.error;
        }
    }

    #[inline(always)]
    fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>) {
        let mut velocities = PairVelocities::<L>::gather(&self.pair, bodies);
        self.apply_impulse(&mut velocities, LaneVec2::load(&self.impulse));
        velocities.scatter(&self.pair, bodies);
    }

    #[inline(always)]
    fn solve<L: Lanes>(&mut self, bodies: SharedBodies<'_>, rigid: &Softness, _inverse_h: f32) {
        if self.has_spring_or_bound {
            self.solve_as::<L, true>(bodies, rigid);
        } else {
            self.solve_as::<L, false>(bodies, rigid);
        }
    }

    fn rows(&self) -> &[u32; LANES] {
        &self.pair.rows
    }

    fn impulse(&self, lane: usize) -> [f32; 2] {
        self.impulse.map(|column| storable(column[lane]))
    }

    fn correct_positions(&self, states: &mut [BodyState], fraction: f32) {
        for lane in 0..LANES {
            let total = self.pair.inverse_mass_a[lane] + self.pair.inverse_mass_b[lane];
            let is_rigid = self.pair.rows[lane] != EMPTY_LANE && self.softness.is_rigid(lane);
            if is_rigid && total > 0.0 {
                let gap = Vec2::new(self.error[0][lane], self.error[1][lane]) * (fraction / total);
                self.pair.translate(lane, states, [gap, -gap]);
            }
        }
    }
}
