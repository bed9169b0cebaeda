//! Blocks of eight scalar rows:
//!
//! ```text
//!   evaluate     error C and Jacobian J at the current positions,   m_eff = 1 / K,   K = J M^-1 J^T
//!   solve        J v, impulse from J v, C and m_eff by the row's mode,   v' = v + M^-1 J^T impulse
//! ```

use super::block::JointBlock;
use super::body_pair::{BodyPairColumns, PairVelocities, ZERO};
use super::jacobian::Jacobian;
use super::row_mode::RowModeColumns;
use super::rows::{ConstraintError, JointRows};
use super::springs::Substep;
use crate::body::{BodyIndex, storable};
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use compute::lanes::Column;
use compute::{LANES, Lanes};

/// One kind of error in eight lanes: a length (m) or an angle (rad), so K is 1/kg or 1/(kg m^2).
pub(super) trait ScalarError: Copy {
    type Jacobian: Jacobian;

    const EMPTY: Self;

    const IS_ANGLE: bool = false;

    fn fill(&mut self, lane: usize, error: &ConstraintError);

    /// Keeps the Jacobian, and returns C and K.
    fn evaluate<L: Lanes>(&mut self, pair: &BodyPairColumns, bodies: SharedBodies<'_>) -> [L; 2];

    fn jacobian(&self) -> &Self::Jacobian;

    /// [`Jacobian::correct_position`].
    fn correct_position(&self, pair: &BodyPairColumns, lane: usize, states: &mut [BodyState], error: f32) {
        self.jacobian().correct_position(pair, lane, states, error);
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarRowBlock<E> {
    pub(super) pair: BodyPairColumns,
    pub(super) kind: E,
    /// m or rad.
    pub(super) error: Column,
    start_error: Column,
    /// kg or kg m^2; 0 where neither body can move.
    pub(super) effective_mass: Column,
    pub(super) mode: RowModeColumns,
}

impl<E: ScalarError> JointBlock for ScalarRowBlock<E> {
    const EMPTY: Self = Self {
        pair: BodyPairColumns::EMPTY,
        kind: E::EMPTY,
        error: ZERO,
        start_error: ZERO,
        effective_mass: ZERO,
        mode: RowModeColumns::EMPTY,
    };

    fn fill(
        &mut self,
        lane: usize,
        row: u32,
        rows: &JointRows,
        bodies: [(BodyIndex, &BodyInput); 2],
        substep: Substep<'_>,
    ) {
        self.pair.fill(lane, row, bodies);
        self.kind.fill(lane, &rows.error);
        self.mode.fill(lane, rows, bodies.map(|(_, input)| input), substep);
    }

    #[inline(always)]
    fn evaluate<L: Lanes>(&mut self, bodies: SharedBodies<'_>) {
        let [error, k] = self.kind.evaluate::<L>(&self.pair, bodies);
        let zero = L::splat(0.0);
        error.store(&mut self.error);
        let inverse = L::splat(1.0) / (k + self.mode.softness.evaluate_give(k));
        L::select(zero.lt(k), inverse, zero).store(&mut self.effective_mass);
    }

    #[inline(always)]
    fn hold_errors(&mut self) {
        self.start_error = self.error;
    }

    #[inline(always)]
    fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>) {
        let mut velocities = PairVelocities::<L>::gather(&self.pair, bodies);
        self.kind.jacobian().apply_impulse(&self.pair, &mut velocities, L::load(&self.mode.impulse));
        velocities.scatter(&self.pair, bodies);
    }

    #[inline(always)]
    fn solve<L: Lanes>(&mut self, bodies: SharedBodies<'_>, rigid: &Softness, inverse_h: f32) {
        let mut velocities = PairVelocities::<L>::gather(&self.pair, bodies);
        let velocity = self.kind.jacobian().velocity(&velocities);
        let errors = [L::load(&self.error), L::load(&self.start_error)];
        let mass = L::load(&self.effective_mass);
        let new = if E::IS_ANGLE {
            self.mode.new_impulse::<L, true>(velocity, errors, mass, rigid, inverse_h)
        } else {
            self.mode.new_impulse::<L, false>(velocity, errors, mass, rigid, inverse_h)
        };
        let change = new - L::load(&self.mode.impulse);
        self.kind.jacobian().apply_impulse(&self.pair, &mut velocities, change);
        new.store(&mut self.mode.impulse);
        velocities.scatter(&self.pair, bodies);
    }

    fn rows(&self) -> &[u32; LANES] {
        &self.pair.rows
    }

    fn impulse(&self, lane: usize) -> [f32; 2] {
        [storable(self.mode.impulse[lane]), 0.0]
    }

    fn correct_positions(&self, states: &mut [BodyState], fraction: f32) {
        for lane in 0..LANES {
            let error = fraction * self.mode.error_to_correct(lane, self.error[lane]);
            if error != 0.0 {
                self.kind.correct_position(&self.pair, lane, states, error);
            }
        }
    }
}
