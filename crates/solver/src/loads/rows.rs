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
use crate::direct::number::{Spatial, dot};

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
    /// The change before the last Newton step.
    pub(super) before: f64,
    /// The impulse that the solve has found so far, within the bounds.
    pub(super) found: f64,
    pub(super) side: Side,
    /// Whether it is the normal of a contact point.
    pub(super) is_normal: bool,
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
        before: 0.0,
        found: 0.0,
        side: Side::Lower,
        is_normal: false,
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

    /// Whether the demand is between the bounds of a row that moves something: what [`Self::side_of`] says,
    /// sooner.
    #[inline(always)]
    pub(super) fn is_free_at(&self, demand: f64) -> bool {
        let [lower, upper] = self.bounds;
        demand > lower && demand < upper && self.inverse_give > 0.0
    }

    /// Begins a solve at velocities of A and B, on the side on which the impulse is.
    #[inline(always)]
    pub(super) fn begin(&mut self, velocities: &[Spatial; 2]) {
        self.residual = self.velocity(velocities) + self.bias;
        self.change = 0.0;
        self.side = if self.is_free_at(self.impulse) {
            Side::Free
        } else if self.is_normal {
            // A point that does not press may begin to.
            if self.residual < 0.0 && self.inverse_give > 0.0 { Side::Free } else { Side::Lower }
        } else {
            self.side_of(self.impulse)
        };
    }

    /// Sets the side and the impulse that the demand leads to.
    #[inline(always)]
    pub(super) fn find(&mut self, demand: f64) {
        self.side = self.side_of(demand);
        self.found = if self.inverse_give == 0.0 { 0.0 } else { self.bounded(demand) };
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
    /// By bit: whether the impulse of a row meets a bound, or leaves one, along the step of a line search.
    pub(super) kinks: u8,
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
        kinks: 0,
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
}

/// The numbers of x at both ends of a group, in registers while its rows add to them. Those of a body of
/// infinite mass go nowhere.
pub(super) struct Ends(pub(super) [Spatial; 2]);

impl Ends {
    #[inline(always)]
    pub(super) fn of(group: &Group, x: &[Spatial]) -> Self {
        let at = |node: u32| x.get(node as usize).copied().unwrap_or([0.0; 3]);
        Self([at(group.nodes[0]), at(group.nodes[1])])
    }

    /// Adds J^T impulse.
    #[inline(always)]
    pub(super) fn add(&mut self, row: &Row, impulse: f64) {
        let Self([a, b]) = self;
        let [ja, jb] = &row.jacobian;
        for i in 0..3 {
            a[i] += ja[i] * impulse;
            b[i] += jb[i] * impulse;
        }
    }

    #[inline(always)]
    pub(super) fn put(self, group: &Group, x: &mut [Spatial]) {
        for (node, numbers) in group.nodes.into_iter().zip(self.0) {
            if let Some(x) = x.get_mut(node as usize) {
                *x = numbers;
            }
        }
    }
}
