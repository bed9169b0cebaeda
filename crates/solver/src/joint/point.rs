//! Two points that are to be one, eight pairs at a time: both rows together, by the 2x2 system of seed 003.
//!
//! ```text
//!   v = vB + wB x rB - vA - wA x rA        C = gap + (dpB + rB' - rB) - (dpA + rA' - rA)
//!
//!   K = (mA + mB) 1 + iA sA sA' + iB sB sB'        s = r turned a quarter, m and i inverse masses
//!   det K = m (m + iA rA.rA + iB rB.rB) + iA iB (rA x rB)^2        with m = mA + mB
//! ```
//!
//! That form of the determinant has no difference in it, so light bodies on long arms do not lose it to rounding.
//! What depends on the turn of the bodies is computed once for all sweeps between two motions.

use super::JointRows;
use super::hold::{SoftColumns, SoftLanes};
use super::pair::{Motions, PairColumns, Velocities, ZERO, load, store, turn};
use super::solver::Block;
use super::{Hold, Measure};
use crate::body::{BodyIndex, storable};
use crate::coloring::NOTHING;
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use compute::lanes::Column;
use compute::{LANES, Lanes};
use geom::Vec2;

/// Eight points that share no body that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointBlock {
    pair: PairColumns,
    /// The arms as the step began, and as they are.
    start_a: [Column; 2],
    start_b: [Column; 2],
    arm_a: [Column; 2],
    arm_b: [Column; 2],
    /// The gap as the step began, and as it is.
    gap: [Column; 2],
    error: [Column; 2],
    /// The inverse of K: 11, 12, 22.
    mass: [Column; 3],
    impulse: [Column; 2],
    /// Whether a lane has a spring or a bound: the rest of the block is only looked at then.
    gives: bool,
    soft: SoftColumns,
    /// The greatest impulse of a sub-step, N s.
    bound: Column,
}

impl PointBlock {
    /// Adds the effect of impulses to the velocities.
    #[inline(always)]
    fn push<L: Lanes>(&self, velocities: &mut Velocities<L>, [x, y]: [L; 2]) {
        let ([ax, ay], [bx, by]) = (load::<L>(&self.arm_a), load::<L>(&self.arm_b));
        velocities.push(&self.pair, [x, y, ax * y - ay * x], [x, y, bx * y - by * x]);
    }
}

impl Block for PointBlock {
    const EMPTY: Self = Self {
        pair: PairColumns::EMPTY,
        start_a: [ZERO; 2],
        start_b: [ZERO; 2],
        arm_a: [ZERO; 2],
        arm_b: [ZERO; 2],
        gap: [ZERO; 2],
        error: [ZERO; 2],
        mass: [ZERO; 3],
        impulse: [ZERO; 2],
        gives: false,
        soft: SoftColumns::NONE,
        bound: ZERO,
    };

    fn fill(
        &mut self,
        lane: usize,
        row: u32,
        rows: &JointRows,
        bodies: [(BodyIndex, &BodyInput); 2],
        h: f32,
    ) {
        let Measure::Point(frame) = rows.measure else { return };
        self.pair.fill(lane, row, bodies);
        for axis in 0..2 {
            self.start_a[axis][lane] = frame.anchor_a[axis];
            self.start_b[axis][lane] = frame.anchor_b[axis];
            self.gap[axis][lane] = frame.gap[axis];
            self.impulse[axis][lane] = rows.impulse[axis];
        }
        self.gives |= rows.hold != Hold::Rigid || rows.force[1] < f32::INFINITY;
        self.soft.fill(lane, rows.hold, h);
        self.bound[lane] = rows.force[1] * h;
    }

    #[inline(always)]
    fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>) {
        let mut velocities = Velocities::<L>::gather(&self.pair, bodies);
        self.push(&mut velocities, load(&self.impulse));
        velocities.scatter(&self.pair, bodies);
    }

    #[inline(always)]
    fn follow<L: Lanes>(&mut self, bodies: SharedBodies<'_>) {
        let Motions { a, b } = Motions::<L>::gather(&self.pair, bodies);
        let (start_a, start_b) = (load::<L>(&self.start_a), load::<L>(&self.start_b));
        let [ax, ay] = turn(start_a, a[2], a[3]);
        let [bx, by] = turn(start_b, b[2], b[3]);
        let [gap_x, gap_y] = load::<L>(&self.gap);
        let error_x = gap_x + ((b[0] - a[0]) + (bx - start_b[0]) - (ax - start_a[0]));
        let error_y = gap_y + ((b[1] - a[1]) + (by - start_b[1]) - (ay - start_a[1]));

        let m = L::load(&self.pair.inverse_mass_a) + L::load(&self.pair.inverse_mass_b);
        let (ia, ib) = (L::load(&self.pair.inverse_inertia_a), L::load(&self.pair.inverse_inertia_b));
        let (xx, yy) = (ia * ax * ax + ib * bx * bx, ia * ay * ay + ib * by * by);
        let between = ax * by - ay * bx;
        let det = m * (m + xx + yy) + ia * ib * (between * between);
        let zero = L::splat(0.0);
        let inverse_det = L::select(zero.lt(det), L::splat(1.0) / det, zero);
        ((m + xx) * inverse_det).store(&mut self.mass[0]);
        ((ia * ax * ay + ib * bx * by) * inverse_det).store(&mut self.mass[1]);
        ((m + yy) * inverse_det).store(&mut self.mass[2]);
        store([ax, ay], &mut self.arm_a);
        store([bx, by], &mut self.arm_b);
        store([error_x, error_y], &mut self.error);
    }

    #[inline(always)]
    fn solve<L: Lanes>(&mut self, bodies: SharedBodies<'_>, firm: &Softness, _inverse_h: f32) {
        let mut velocities = Velocities::<L>::gather(&self.pair, bodies);
        let Velocities { a, b } = &velocities;
        let ([ax, ay], [bx, by]) = (load::<L>(&self.arm_a), load::<L>(&self.arm_b));
        let [cx, cy] = load::<L>(&self.error);
        let soft = if self.gives { self.soft.load::<L>(firm) } else { SoftLanes::splat(firm) };
        let vx = (b[0] - a[0]) - (b[2] * by - a[2] * ay) + soft.bias_rate * cx;
        let vy = (b[1] - a[1]) + (b[2] * bx - a[2] * ax) + soft.bias_rate * cy;
        let (m11, m12, m22) = (L::load(&self.mass[0]), L::load(&self.mass[1]), L::load(&self.mass[2]));
        let [old_x, old_y] = load::<L>(&self.impulse);
        let mut x = old_x - soft.mass_scale * (m11 * vx + m12 * vy) - soft.impulse_scale * old_x;
        let mut y = old_y - soft.mass_scale * (m12 * vx + m22 * vy) - soft.impulse_scale * old_y;
        if self.gives {
            let (length, bound) = ((x * x + y * y).sqrt(), L::load(&self.bound));
            let scale = L::select(bound.lt(length), bound / length, L::splat(1.0));
            (x, y) = (x * scale, y * scale);
        }
        self.push(&mut velocities, [x - old_x, y - old_y]);
        store([x, y], &mut self.impulse);
        velocities.scatter(&self.pair, bodies);
    }

    fn rows(&self) -> &[u32; LANES] {
        &self.pair.rows
    }

    fn impulse(&self, lane: usize) -> [f32; 2] {
        self.impulse.map(|column| storable(column[lane]))
    }

    fn correct(&self, states: &mut [BodyState], percent: f32) {
        for lane in 0..LANES {
            let total = self.pair.inverse_mass_a[lane] + self.pair.inverse_mass_b[lane];
            let rigid = self.pair.rows[lane] != NOTHING && self.soft.is_firm(lane);
            if rigid && total > 0.0 {
                let gap = Vec2::new(self.error[0][lane], self.error[1][lane]) * (percent / total);
                self.pair.shift(lane, states, [gap, -gap]);
            }
        }
    }
}
