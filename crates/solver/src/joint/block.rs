//! The interface between the joint solver and a block of eight joint rows.

use super::rows::JointRows;
use super::springs::Substep;
use crate::body::BodyIndex;
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use compute::{LANES, Lanes};

/// Eight [`JointRows`] of one kind that share no moving body. Generic methods run inside of kernels.
pub(super) trait JointBlock: Copy {
    const EMPTY: Self;

    /// `rows` have the index `row` in the caller's array. `bodies` are A and B with their indices.
    fn fill(
        &mut self,
        lane: usize,
        row: u32,
        rows: &JointRows,
        bodies: [(BodyIndex, &BodyInput); 2],
        substep: Substep<'_>,
    );

    /// For the current positions.
    fn evaluate<L: Lanes>(&mut self, bodies: SharedBodies<'_>);

    /// For a sub-step.
    fn hold_errors(&mut self);

    fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>);

    /// `rigid` is the softness of rigid rows in this sweep.
    fn solve<L: Lanes>(&mut self, bodies: SharedBodies<'_>, rigid: &Softness, inverse_h: f32);

    /// Of each lane in the caller's array, or [`EMPTY_LANE`](crate::schedule::EMPTY_LANE).
    fn rows(&self) -> &[u32; LANES];

    /// 0 in place of a number that is not finite or is close to subnormal.
    fn impulse(&self, lane: usize) -> [f32; 2];

    /// Decreases the error of each rigid row by this `fraction`.
    fn correct_positions(&self, states: &mut [BodyState], fraction: f32);
}
