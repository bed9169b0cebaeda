//! Single rows, eight at a time: whatever they measure, they are solved alike.
//!
//! ```text
//!   follow    the measure gives the error and its derivative as the bodies are now, K = J M^-1 J', mass = 1 / K
//!   solve     velocity of the measure -> impulse by the hold -> pushed on the bodies
//! ```

use super::hold::HoldColumns;
use super::pair::{PairColumns, Velocities, ZERO};
use super::solver::Block;
use super::{JointRows, Measure};
use crate::body::{BodyIndex, storable};
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use compute::lanes::Column;
use compute::{LANES, Lanes};

/// What eight rows measure: how it follows the bodies, and how it changes with their velocities.
pub(super) trait Geometry: Copy {
    /// Of no row.
    const NONE: Self;

    /// Takes over the measure of a row.
    fn fill(&mut self, lane: usize, measure: &Measure);

    /// Renews the derivative after the bodies have moved; returns the error, and K, 1/kg.
    fn follow<L: Lanes>(&mut self, pair: &PairColumns, bodies: SharedBodies<'_>) -> [L; 2];

    /// How fast the error changes.
    fn velocity<L: Lanes>(&self, velocities: &Velocities<L>) -> L;

    /// Adds the effect of impulses to the velocities.
    fn push<L: Lanes>(&self, pair: &PairColumns, velocities: &mut Velocities<L>, impulse: L);

    /// Moves the bodies in a lane so that the error changes by `-error`, without turning them about where the row
    /// does not measure their angle.
    fn correct(&self, pair: &PairColumns, lane: usize, states: &mut [BodyState], error: f32);
}

/// Eight rows that share no body that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowBlock<G> {
    pair: PairColumns,
    geometry: G,
    error: Column,
    /// 1 / K, kg; 0 where nothing moves.
    mass: Column,
    hold: HoldColumns,
}

impl<G: Geometry> Block for RowBlock<G> {
    const EMPTY: Self = Self {
        pair: PairColumns::EMPTY,
        geometry: G::NONE,
        error: ZERO,
        mass: ZERO,
        hold: HoldColumns::NONE,
    };

    fn fill(
        &mut self,
        lane: usize,
        row: u32,
        rows: &JointRows,
        bodies: [(BodyIndex, &BodyInput); 2],
        h: f32,
    ) {
        self.pair.fill(lane, row, bodies);
        self.geometry.fill(lane, &rows.measure);
        self.hold.fill(lane, rows, h);
    }

    #[inline(always)]
    fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>) {
        let mut velocities = Velocities::<L>::gather(&self.pair, bodies);
        self.geometry.push(&self.pair, &mut velocities, L::load(&self.hold.impulse));
        velocities.scatter(&self.pair, bodies);
    }

    #[inline(always)]
    fn follow<L: Lanes>(&mut self, bodies: SharedBodies<'_>) {
        let [error, k] = self.geometry.follow::<L>(&self.pair, bodies);
        let zero = L::splat(0.0);
        error.store(&mut self.error);
        L::select(zero.lt(k), L::splat(1.0) / k, zero).store(&mut self.mass);
    }

    #[inline(always)]
    fn solve<L: Lanes>(&mut self, bodies: SharedBodies<'_>, firm: &Softness, inverse_h: f32) {
        let mut velocities = Velocities::<L>::gather(&self.pair, bodies);
        let velocity = self.geometry.velocity(&velocities);
        let (error, mass) = (L::load(&self.error), L::load(&self.mass));
        let new = self.hold.solve(velocity, error, mass, firm, inverse_h);
        let change = new - L::load(&self.hold.impulse);
        self.geometry.push(&self.pair, &mut velocities, change);
        new.store(&mut self.hold.impulse);
        velocities.scatter(&self.pair, bodies);
    }

    fn rows(&self) -> &[u32; LANES] {
        &self.pair.rows
    }

    fn impulse(&self, lane: usize) -> [f32; 2] {
        [storable(self.hold.impulse[lane]), 0.0]
    }

    fn correct(&self, states: &mut [BodyState], percent: f32) {
        for lane in 0..LANES {
            let error = percent * self.hold.error_to_correct(lane, self.error[lane]);
            if error != 0.0 {
                self.geometry.correct(&self.pair, lane, states, error);
            }
        }
    }
}
