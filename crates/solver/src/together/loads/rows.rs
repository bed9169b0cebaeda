//! The rows of a loaded cluster, as Newton's method sees them: bounded impulses of two bodies, in `f64`.
//!
//! ```text
//!   impulse = bounded(p0 - (J (v + u) + bias) / give)       p0: the impulse when the solve begins
//! ```
//!
//! A [`Group`] holds the rows of the same two bodies: those of a contact (`touch.rs`), or of a joint on which
//! a heavy body presses (`linked.rs`). They are in pairs, each number of one row beside that of the other, so
//! that both are computed at once:
//!
//! ```text
//!   pair of a contact point   normal, tangent          pair of a joint   its first and second equation
//!   last pair of a contact    rolling resistance, a row that moves nothing
//! ```
//!
//! Pairs of which both rows are between their bounds, as most are, are computed without a branch. J^T p is
//! added row after row, so that the sums do not depend on the pairs.

use crate::body::BodyIndex;
use crate::together::matrix::elimination::NONE;
use crate::together::matrix::number::{self, Spatial};
use compute::F64x2;

/// One for each point of a contact, and one for rolling resistance.
pub(super) const MAX_PAIRS: usize = 3;

/// The bounds at which the impulses of two rows are: a bit for each row. A row at neither is *free*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// At the lower bound, or between two that are equal.
    pub(super) lower: u8,
    pub(super) upper: u8,
}

impl Sides {
    const FREE: Self = Self { lower: 0, upper: 0 };
    const LOWER: Self = Self { lower: BOTH, upper: 0 };

    #[inline(always)]
    pub(super) fn free(self) -> u8 {
        BOTH ^ (self.lower | self.upper)
    }
}

const BOTH: u8 = 0b11;

/// Two rows of a contact or of a joint, aligned so that an operation reads two numbers from memory without a
/// load before it.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct RowPair {
    /// By body and coordinate.
    pub(super) jacobian: [[[f64; 2]; 3]; 2],
    /// The same by row, in the order of [`EndSums`].
    pub(super) by_row: [[[f64; 2]; 3]; 2],
    /// Velocity for each unit by which the impulse changes in a solve.
    pub(super) give: [f64; 2],
    /// 1 / give; 0 for a row that moves nothing.
    pub(super) inverse_give: [f64; 2],
    /// Accumulated impulse, N s or N m s.
    pub(super) impulse: [f64; 2],
    /// Before the last biased solve, without what pushes overlaps apart.
    pub(super) unbiased: [f64; 2],
    /// Lower and upper.
    pub(super) bounds: [[f64; 2]; 2],
    pub(super) bias: [f64; 2],
    /// J v + bias when the solve begins, the change of that so far, and in the next Newton step.
    pub(super) residual: [f64; 2],
    pub(super) change: [f64; 2],
    pub(super) step: [f64; 2],
    /// Before the last Newton step.
    pub(super) before: [f64; 2],
    /// The impulse so far in the solve, within the bounds.
    pub(super) found: [f64; 2],
    pub(super) sides: Sides,
    /// The first row is the normal of a contact point.
    pub(super) has_normal: bool,
    /// By bit: rows in the matrix that was last factored.
    pub(super) factored: u8,
}

impl RowPair {
    pub(super) const EMPTY: Self = Self {
        jacobian: [[[0.0; 2]; 3]; 2],
        by_row: [[[0.0; 2]; 3]; 2],
        give: [0.0; 2],
        inverse_give: [0.0; 2],
        impulse: [0.0; 2],
        unbiased: [0.0; 2],
        bounds: [[0.0; 2]; 2],
        bias: [0.0; 2],
        residual: [0.0; 2],
        change: [0.0; 2],
        step: [0.0; 2],
        before: [0.0; 2],
        found: [0.0; 2],
        sides: Sides::LOWER,
        has_normal: false,
        factored: 0,
    };

    #[inline(always)]
    pub(super) fn jacobian_of(&self, row: usize, end: usize) -> Spatial {
        let [x, y, turn] = &self.jacobian[end];
        [x[row], y[row], turn[row]]
    }

    #[inline(always)]
    pub(super) fn velocity_of(&self, row: usize, [a, b]: &[Spatial; 2]) -> f64 {
        number::dot(&self.jacobian_of(row, 0), a) + number::dot(&self.jacobian_of(row, 1), b)
    }

    #[inline(always)]
    pub(super) fn set_jacobian(&mut self, row: usize, jacobian: &[Spatial; 2]) {
        for (own, given) in self.jacobian.iter_mut().zip(jacobian) {
            for (own, given) in own.iter_mut().zip(given) {
                own[row] = *given;
            }
        }
        let [[a0, a1, a2], [b0, b1, b2]] = *jacobian;
        self.by_row[row] = [[a0, a1], [a2, b0], [b1, b2]];
    }

    /// At a change of J v, without bounds.
    #[inline(always)]
    pub(super) fn demand(&self, change: F64x2) -> F64x2 {
        F64x2::new(self.impulse) - (F64x2::new(self.residual) + change) * F64x2::new(self.inverse_give)
    }

    #[inline(always)]
    fn sides_of(&self, demand: F64x2) -> Sides {
        let [lower, upper] = self.both_bounds();
        let is_fixed = lower.eq(upper).or(F64x2::new(self.inverse_give).eq(F64x2::splat(0.0)));
        let at_lower = demand.le(lower).or(is_fixed).bits();
        Sides { lower: at_lower, upper: upper.le(demand).bits() & !at_lower }
    }

    #[inline(always)]
    pub(super) fn bounded(&self, demand: F64x2) -> F64x2 {
        let [lower, upper] = self.both_bounds();
        // Of two equal numbers both return the second.
        upper.min(lower.max(demand))
    }

    /// If the rows stay on their sides.
    #[inline(always)]
    pub(super) fn impulse_change(&self) -> F64x2 {
        let free = -(F64x2::new(self.residual) + F64x2::new(self.change)) * F64x2::new(self.inverse_give);
        if self.sides == Sides::FREE { free } else { self.bounded_change(free.numbers()) }
    }

    /// If a row at least is at a bound.
    fn bounded_change(&self, free: [f64; 2]) -> F64x2 {
        let of = |row: usize| match (self.sides.lower >> row & 1, self.sides.upper >> row & 1) {
            (0, 0) => free[row],
            (0, _) => self.bounds[1][row] - self.impulse[row],
            _ => self.bounds[0][row] - self.impulse[row],
        };
        F64x2::new([of(0), of(1)])
    }

    #[inline(always)]
    fn both_bounds(&self) -> [F64x2; 2] {
        let [lower, upper] = self.bounds;
        [F64x2::new(lower), F64x2::new(upper)]
    }

    /// The rows begin on the sides of their impulses.
    #[inline(always)]
    pub(super) fn begin(&mut self, velocities: &Velocities) {
        self.residual = (self.velocity(velocities) + F64x2::new(self.bias)).numbers();
        self.change = [0.0; 2];
        let (impulse, [lower, upper]) = (F64x2::new(self.impulse), self.both_bounds());
        let gives_way = F64x2::splat(0.0).lt(F64x2::new(self.inverse_give));
        let free = lower.lt(impulse).and(impulse.lt(upper)).and(gives_way).bits();
        self.sides = if free == BOTH { Sides::FREE } else { self.sides_of(impulse) };
        if self.has_normal && free & 1 == 0 {
            // A point that does not press may begin to.
            let may_press = self.residual[0] < 0.0 && self.inverse_give[0] > 0.0;
            self.sides.lower = self.sides.lower & !1 | u8::from(!may_press);
            self.sides.upper &= !1;
        }
    }

    #[inline(always)]
    pub(super) fn find(&mut self, demand: F64x2) {
        self.sides = self.sides_of(demand);
        let (zero, inverse_give) = (F64x2::splat(0.0), F64x2::new(self.inverse_give));
        self.found = F64x2::select(inverse_give.eq(zero), zero, self.bounded(demand)).numbers();
    }

    /// Takes the whole step. Returns whether the rows stay on their sides, and whether all numbers are
    /// finite.
    #[inline(always)]
    pub(super) fn advance(&mut self, step: &Velocities) -> (bool, bool) {
        let (step, before, sides) = (self.velocity(step), F64x2::new(self.change), self.sides);
        let change = before + step;
        (self.step, self.before, self.change) = (step.numbers(), before.numbers(), change.numbers());
        self.find(self.demand(change));
        (self.sides == sides, are_finite(change))
    }

    /// Returns whether all numbers are finite.
    #[inline(always)]
    pub(super) fn shorten(&mut self, length: f64) -> bool {
        let change = self.change_at(length);
        self.change = change.numbers();
        self.find(self.demand(change));
        are_finite(change)
    }

    #[inline(always)]
    pub(super) fn change_at(&self, length: f64) -> F64x2 {
        F64x2::new(self.before) + F64x2::splat(length) * F64x2::new(self.step)
    }

    /// What these impulses add to the slopes of the function along the step, with the opposite sign.
    #[inline(always)]
    pub(super) fn slope(&self, impulse: F64x2) -> F64x2 {
        F64x2::new(self.step) * (impulse - F64x2::new(self.impulse))
    }

    #[inline(always)]
    pub(super) fn is_factored(&self) -> bool {
        self.factored == self.sides.free()
    }

    #[inline(always)]
    fn velocity(&self, Velocities([a, b]): &Velocities) -> F64x2 {
        let [ja, jb] = &self.jacobian;
        dot(ja, a) + dot(jb, b)
    }
}

#[inline(always)]
fn dot(jacobian: &[[f64; 2]; 3], velocity: &[F64x2; 3]) -> F64x2 {
    let [x, y, turn] = *jacobian;
    F64x2::new(x) * velocity[0] + F64x2::new(y) * velocity[1] + F64x2::new(turn) * velocity[2]
}

#[inline(always)]
fn are_finite(numbers: F64x2) -> bool {
    numbers.abs().lt(F64x2::splat(f64::INFINITY)).bits() == BOTH
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Of A and B in the cluster, [`NONE`] for a body of infinite mass.
    pub(super) nodes: [u32; 2],
    pub(super) bodies: [BodyIndex; 2],
    /// It couples the nodes; [`NONE`] if one body has infinite mass.
    pub(super) block: u32,
    /// The velocity of the end of infinite mass.
    pub(super) ground: Spatial,
    /// Pairs in use: those of contact points, or of joints, come first.
    pub(super) count: usize,
    /// By bit: the impulse of a row meets or leaves a bound along the step of a line search.
    pub(super) kinks: u8,
    pub(super) all: [RowPair; MAX_PAIRS],
}

impl Group {
    pub(super) const EMPTY: Self = Self {
        nodes: [NONE; 2],
        bodies: [BodyIndex::STATIC; 2],
        block: NONE,
        ground: [0.0; 3],
        count: 0,
        kinks: 0,
        all: [RowPair::EMPTY; MAX_PAIRS],
    };

    #[inline(always)]
    pub(super) fn pairs(&self) -> &[RowPair] {
        &self.all[..self.count]
    }

    #[inline(always)]
    pub(super) fn pairs_mut(&mut self) -> &mut [RowPair] {
        &mut self.all[..self.count]
    }
}

/// Of both ends, each number twice: once for each row of a pair.
pub(super) struct Velocities([[F64x2; 3]; 2]);

impl Velocities {
    #[inline(always)]
    pub(super) fn new(velocities: &[Spatial; 2]) -> Self {
        // Closures of `map` are not inlined here.
        let twice = |[x, y, turn]: [f64; 3]| [F64x2::splat(x), F64x2::splat(y), F64x2::splat(turn)];
        let [a, b] = *velocities;
        Self([twice(a), twice(b)])
    }

    /// Zero for a body of infinite mass.
    #[inline(always)]
    pub(super) fn of(group: &Group, x: &[Spatial]) -> Self {
        let at = |node: u32| x.get(node as usize).copied().unwrap_or([0.0; 3]);
        Self::new(&[at(group.nodes[0]), at(group.nodes[1])])
    }
}

/// The numbers of x at both ends of a group, in registers while its rows add to them: two of A, one of each,
/// two of B.
pub(super) struct EndSums([F64x2; 3]);

impl EndSums {
    #[inline(always)]
    pub(super) fn of(group: &Group, x: &[Spatial]) -> Self {
        let at = |node: u32| x.get(node as usize).copied().unwrap_or([0.0; 3]);
        let ([a0, a1, a2], [b0, b1, b2]) = (at(group.nodes[0]), at(group.nodes[1]));
        Self([F64x2::new([a0, a1]), F64x2::new([a2, b0]), F64x2::new([b1, b2])])
    }

    /// The first row comes before the second.
    #[inline(always)]
    pub(super) fn add(&mut self, pair: &RowPair, impulse: F64x2) {
        let Self([first, middle, last]) = self;
        for (jacobian, impulse) in
            [(&pair.by_row[0], impulse.firsts(impulse)), (&pair.by_row[1], impulse.seconds(impulse))]
        {
            let [a, both, b] = *jacobian;
            *first = *first + F64x2::new(a) * impulse;
            *middle = *middle + F64x2::new(both) * impulse;
            *last = *last + F64x2::new(b) * impulse;
        }
    }

    #[inline(always)]
    pub(super) fn put(self, group: &Group, x: &mut [Spatial]) {
        let Self([first, middle, last]) = self;
        let ([a0, a1], [a2, b0], [b1, b2]) = (first.numbers(), middle.numbers(), last.numbers());
        let [a, b] = group.nodes;
        if let Some(x) = x.get_mut(a as usize) {
            *x = [a0, a1, a2];
        }
        if let Some(x) = x.get_mut(b as usize) {
            *x = [b0, b1, b2];
        }
    }
}
