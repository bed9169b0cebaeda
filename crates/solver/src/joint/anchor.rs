//! Anchors that turn with their bodies, in lanes.

use crate::lanes::{LaneVec2, MotionLanes};
use compute::Lanes;
use compute::lanes::Column;

/// From `start`, an anchor when the step began: where it is from the centre of mass now, and how far it has
/// moved, m.
#[inline(always)]
pub(super) fn moved_anchor<L: Lanes>(
    motion: &MotionLanes<L>,
    start: &[Column; 2],
) -> (LaneVec2<L>, LaneVec2<L>) {
    let start = LaneVec2::load(start);
    let arm = motion.rotate(start);
    (arm, motion.translation + (arm - start))
}

/// The unit vectors, x for zero vectors, and the lengths.
#[inline(always)]
pub(super) fn normalized<L: Lanes>(v: LaneVec2<L>) -> (LaneVec2<L>, L) {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let length = v.dot(v).sqrt();
    let unit = LaneVec2::select(zero.lt(length), v * (one / length), LaneVec2::new(one, zero));
    (unit, length)
}
