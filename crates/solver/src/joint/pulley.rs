//! The length of a rope over two fixed wheels, of which B's part is counted `ratio` times.
//!
//! With the wheels gA and gB, and the ropes qA = pA - gA and qB = pB - gB:
//!
//! ```text
//!   C = |qA| + ratio |qB| - length
//!   J v = qA/|qA| . (velocity of pA) + ratio qB/|qB| . (velocity of pB)
//! ```
//!
//! In the form of `jacobian.rs`: uA = -qA / |qA|, uB = ratio qB / |qB|.

use super::anchor::{moved_anchor, normalized};
use super::body_pair::{BodyPairColumns, ZERO};
use super::jacobian::JacobianColumns;
use super::rows::ConstraintError;
use super::scalar_row::ScalarError;
use crate::lanes::LaneVec2;
use crate::shared_bodies::SharedBodies;
use compute::Lanes;
use compute::lanes::Column;

#[derive(Clone, Copy, Debug)]
pub(super) struct PulleyColumns {
    jacobian: JacobianColumns,
    /// When the step begins, m.
    anchor_a: [Column; 2],
    anchor_b: [Column; 2],
    rope_a: [Column; 2],
    rope_b: [Column; 2],
    ratio: Column,
    /// m.
    length: Column,
}

impl ScalarError for PulleyColumns {
    type Jacobian = JacobianColumns;

    const EMPTY: Self = Self {
        jacobian: JacobianColumns::EMPTY,
        anchor_a: [ZERO; 2],
        anchor_b: [ZERO; 2],
        rope_a: [ZERO; 2],
        rope_b: [ZERO; 2],
        ratio: ZERO,
        length: ZERO,
    };

    fn fill(&mut self, lane: usize, error: &ConstraintError) {
        let &ConstraintError::Pulley { anchors, ropes, ratio, length } = error else { return };
        for i in 0..2 {
            self.anchor_a[i][lane] = anchors[0][i];
            self.anchor_b[i][lane] = anchors[1][i];
            self.rope_a[i][lane] = ropes[0][i];
            self.rope_b[i][lane] = ropes[1][i];
        }
        (self.ratio[lane], self.length[lane]) = (ratio, length);
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> [L; 2] {
        let [a, b] = pair.motions::<L>(bodies);
        let (r_a, moved_a) = moved_anchor(&a, &self.anchor_a);
        let (r_b, moved_b) = moved_anchor(&b, &self.anchor_b);
        let (direction_a, length_a) = normalized(LaneVec2::load(&self.rope_a) + moved_a);
        let (direction_b, length_b) = normalized(LaneVec2::load(&self.rope_b) + moved_b);
        let ratio = L::load(&self.ratio);
        let error = length_a + ratio * length_b - L::load(&self.length);
        let k = self.jacobian.set(pair, [-direction_a, direction_b * ratio], [r_a, r_b]);
        [error, k]
    }

    #[inline(always)]
    fn jacobian(&self) -> &JacobianColumns {
        &self.jacobian
    }
}
