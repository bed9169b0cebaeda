//! The position of B's point relative to A's point: along an axis that turns with A, or as a distance.
//!
//! With d = pB - pA, the anchors rA and rB, and an axis u0 when the step begins, which A turns by RA, both
//! errors have one Jacobian:
//!
//! ```text
//!   axis       u = RA u0        C = u . d - rest
//!   distance   u = d / |d|      C = |d| - length
//!
//!   J v = u . (vB - vA) + wB (rB x u) - wA ((rA + d) x u)
//! ```
//!
//! since d x u is zero for a distance. So one kernel solves both. Angles, the most common rows, have a kernel
//! of their own, with a tenth of the work.

use super::anchor::{moved_anchor, normalized};
use super::body_pair::{BodyPairColumns, ZERO};
use super::jacobian::JacobianColumns;
use super::rows::ConstraintError;
use super::scalar_row::ScalarError;
use crate::lanes::LaneVec2;
use crate::shared_bodies::SharedBodies;
use compute::Lanes;
use compute::lanes::Column;
use geom::Vec2;

#[derive(Clone, Copy, Debug)]
pub(super) struct LengthColumns {
    jacobian: JacobianColumns,
    /// When the step begins, m.
    anchor_a: [Column; 2],
    anchor_b: [Column; 2],
    gap: [Column; 2],
    /// Zero marks a distance.
    axis: [Column; 2],
    /// m.
    rest: Column,
}

impl ScalarError for LengthColumns {
    type Jacobian = JacobianColumns;

    const EMPTY: Self = Self {
        jacobian: JacobianColumns::EMPTY,
        anchor_a: [ZERO; 2],
        anchor_b: [ZERO; 2],
        gap: [ZERO; 2],
        axis: [ZERO; 2],
        rest: ZERO,
    };

    fn fill(&mut self, lane: usize, error: &ConstraintError) {
        let (frame, axis, rest) = match *error {
            ConstraintError::Axis { frame, axis, rest } => (frame, axis, rest),
            ConstraintError::Distance { frame, length } => (frame, Vec2::zeros(), length),
            _ => return,
        };
        for i in 0..2 {
            self.anchor_a[i][lane] = frame.anchor_a[i];
            self.anchor_b[i][lane] = frame.anchor_b[i];
            self.gap[i][lane] = frame.gap[i];
            self.axis[i][lane] = axis[i];
        }
        self.rest[lane] = rest;
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let [a, b] = pair.motions::<L>(bodies);
        let (r_a, moved_a) = moved_anchor(&a, &self.anchor_a);
        let (r_b, moved_b) = moved_anchor(&b, &self.anchor_b);
        let d = LaneVec2::load(&self.gap) + (moved_b - moved_a);

        let start_axis = LaneVec2::load(&self.axis);
        let is_axis = L::splat(0.0).lt(start_axis.dot(start_axis));
        let axis = a.rotate(start_axis);
        let (line, distance) = normalized(d);
        let u = LaneVec2::select(is_axis, axis, line);
        let error = L::select(is_axis, axis.dot(d), distance) - L::load(&self.rest);
        let k = self.jacobian.set(pair, [u, u], [r_a + d, r_b]);
        [error, k]
    }

    #[inline(always)]
    fn jacobian(&self) -> &JacobianColumns {
        &self.jacobian
    }
}
