//! The rows of a loaded cluster, as Newton's method sees them: bounded impulses of two bodies, in `f64`.
//!
//! ```text
//!   impulse = bounded(p0 - (J (v + u) + bias) / give)       p0: the impulse when the solve begins
//! ```
//!
//! A [`Group`] holds the rows that act on the same two bodies: those of a contact (`touch.rs`), or those of a
//! joint of a mechanism on which a heavy body presses (`linked.rs`).

use crate::body::BodyIndex;
use crate::direct::elimination::NONE;
use crate::direct::link::{Spatial, dot};

/// Most rows of a group: two for each point of a contact, and rolling resistance.
pub(super) const MAX_ROWS: usize = 5;

/// On which side of its bounds the impulse of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Free,
    /// At the lower bound, or between two that are equal.
    Lower,
    Upper,
}

/// One row of a contact or of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) jacobian: [Spatial; 2],
    /// The velocity for each unit by which the impulse changes in a solve.
    pub(super) give: f64,
    /// 1 / give; 0 for a row that moves nothing.
    pub(super) inverse_give: f64,
    /// Accumulated impulse, N s or N m s.
    pub(super) impulse: f64,
    /// The impulse before the last biased solve, without what that needs to push overlaps apart.
    pub(super) unbiased: f64,
    pub(super) bounds: [f64; 2],
    pub(super) bias: f64,
    /// J v + bias when the solve begins, the change of that so far, and in the next Newton step.
    pub(super) residual: f64,
    pub(super) change: f64,
    pub(super) step: f64,
    pub(super) side: Side,
    /// Whether the row is in the matrix that was last factored.
    pub(super) is_factored: bool,
}

impl Row {
    pub(super) const EMPTY: Self = Self {
        jacobian: [[0.0; 3]; 2],
        give: 0.0,
        inverse_give: 0.0,
        impulse: 0.0,
        unbiased: 0.0,
        bounds: [0.0; 2],
        bias: 0.0,
        residual: 0.0,
        change: 0.0,
        step: 0.0,
        side: Side::Lower,
        is_factored: false,
    };

    /// The impulse that the give demands at a change of J v, without bounds.
    #[inline(always)]
    pub(super) fn demand(&self, change: f64) -> f64 {
        self.impulse - (self.residual + change) * self.inverse_give
    }

    /// The side on which that is.
    #[inline(always)]
    pub(super) fn side_of(&self, demand: f64) -> Side {
        let [lower, upper] = self.bounds;
        if demand <= lower || lower == upper || self.inverse_give == 0.0 {
            Side::Lower
        } else if demand >= upper {
            Side::Upper
        } else {
            Side::Free
        }
    }

    /// The demand, within the bounds.
    #[inline(always)]
    pub(super) fn bounded(&self, demand: f64) -> f64 {
        let [lower, upper] = self.bounds;
        if demand < lower {
            lower
        } else if demand > upper {
            upper
        } else {
            demand
        }
    }

    /// The change of the impulse if the row stays on its side.
    #[inline(always)]
    pub(super) fn impulse_change(&self) -> f64 {
        match self.side {
            Side::Free => -(self.residual + self.change) * self.inverse_give,
            Side::Lower => self.bounds[0] - self.impulse,
            Side::Upper => self.bounds[1] - self.impulse,
        }
    }

    /// The side on which the impulse is when a solve begins.
    #[inline(always)]
    pub(super) fn warm_side(&self, is_normal: bool) -> Side {
        let [lower, upper] = self.bounds;
        if lower == upper || self.inverse_give == 0.0 {
            Side::Lower
        } else if is_normal {
            if self.impulse > 0.0 || self.residual < 0.0 { Side::Free } else { Side::Lower }
        } else if self.impulse <= lower {
            Side::Lower
        } else if self.impulse >= upper {
            Side::Upper
        } else {
            Side::Free
        }
    }

    /// J v.
    #[inline(always)]
    pub(super) fn velocity(&self, [a, b]: &[Spatial; 2]) -> f64 {
        let [ja, jb] = &self.jacobian;
        dot(ja, a) + dot(jb, b)
    }
}

/// The rows that act on the same two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The nodes of A and B in the cluster, [`NONE`] for a body of infinite mass.
    pub(super) nodes: [u32; 2],
    pub(super) bodies: [BodyIndex; 2],
    /// The block that couples the nodes, [`NONE`] if one body has infinite mass.
    pub(super) block: u32,
    /// The velocity of the end that has infinite mass.
    pub(super) ground: Spatial,
    /// How many of the rows are those of contact points: a normal, a tangent, a normal, a tangent.
    pub(super) point_rows: usize,
    pub(super) count: usize,
    pub(super) all: [Row; MAX_ROWS],
}

impl Group {
    pub(super) const EMPTY: Self = Self {
        nodes: [NONE; 2],
        bodies: [BodyIndex::STATIC; 2],
        block: NONE,
        ground: [0.0; 3],
        point_rows: 0,
        count: 0,
        all: [Row::EMPTY; MAX_ROWS],
    };

    #[inline(always)]
    pub(super) fn rows(&self) -> &[Row] {
        &self.all[..self.count]
    }

    #[inline(always)]
    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.all[..self.count]
    }

    /// J v + bias for velocities of A and B, and the sides with which the solve begins.
    pub(super) fn find_residuals(&mut self, [a, b]: [&Spatial; 2]) {
        let point_rows = self.point_rows;
        for (i, row) in self.rows_mut().iter_mut().enumerate() {
            let [ja, jb] = &row.jacobian;
            row.residual = dot(ja, a) + dot(jb, b) + row.bias;
            row.change = 0.0;
            row.side = row.warm_side(i < point_rows && i % 2 == 0);
        }
    }

    /// Takes the impulses that the solve has found. Returns the greatest velocity that their give has left.
    pub(super) fn take(&mut self) -> f64 {
        let mut greatest = 0.0;
        for row in self.rows_mut() {
            let demand = row.demand(row.change);
            let new = if row.inverse_give == 0.0 { 0.0 } else { row.bounded(demand) };
            let left = (new - row.impulse).abs() * row.give;
            greatest = if left > greatest { left } else { greatest };
            row.impulse = new;
        }
        greatest
    }
}
