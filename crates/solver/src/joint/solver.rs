//! The joints of one step, in blocks of eight rows.
//!
//! ```text
//!   JointRows, JointRows, ...      as the caller wrote them, joint by joint
//!      | prepare: by sort, by colour
//!      v
//!   angles | lengths | pulleys | points        each a run of blocks, solved in this order
//!      |
//!      v store: impulses back
//! ```
//!
//! Points last: where not all can be had, a gap is what the eye sees.

use super::coloring::{Coloring, NO_ROWS};
use super::geometry::{Angles, Lengths, Pulleys};
use super::point::PointBlock;
use super::row::RowBlock;
use super::{JointRows, Measure};
use crate::{BodyInput, BodyState, Softness};
use alloc::vec::Vec;
use compute::{Kernel, Lanes, Width};

/// Eight constraints of one sort that share no body that moves. All methods that take lanes are for kernels.
pub(super) trait Block: Copy {
    /// Nothing in any lane.
    const EMPTY: Self;

    /// Puts rows in a lane, for sub-steps of `h` seconds; `row` is their place among all.
    fn fill(&mut self, lane: usize, row: u32, rows: &JointRows, inputs: &[BodyInput], h: f32);

    /// Applies the stored impulses.
    fn warm_start<L: Lanes>(&self, records: &mut [[f32; 8]]);

    /// Computes anew what depends on where the bodies are, once they have moved.
    fn follow<L: Lanes>(&mut self, records: &[[f32; 8]]);

    /// One sweep. `firm` is what a rigid row is: soft or with a bias while errors of position are worked off, rigid
    /// without.
    fn solve<L: Lanes>(&mut self, records: &mut [[f32; 8]], firm: &Softness, inverse_h: f32);

    /// Hands the impulses back, without those that are about to become subnormal.
    fn store(&self, joints: &mut [JointRows]);

    /// Moves the bodies so that a part of each rigid row's error goes away.
    fn correct(&self, states: &mut [BodyState], percent: f32);
}

/// All constraints of one sort.
#[derive(Clone, Debug)]
struct Sort<B> {
    /// Places among all rows, of those that have a body that moves.
    rows: Vec<u32>,
    coloring: Coloring,
    blocks: Vec<B>,
}

impl<B> Default for Sort<B> {
    fn default() -> Self {
        Self { rows: Vec::new(), coloring: Coloring::default(), blocks: Vec::new() }
    }
}

impl<B: Block> Sort<B> {
    /// Puts the rows of this sort, which have been noted, in blocks.
    fn prepare(&mut self, joints: &[JointRows], bodies: (&[BodyState], &[BodyInput]), h: f32, width: Width) {
        let (states, inputs) = bodies;
        self.coloring.color(&self.rows, joints, inputs);
        self.blocks.clear();
        self.blocks.resize(self.coloring.blocks().len(), B::EMPTY);
        for (block, lanes) in self.blocks.iter_mut().zip(self.coloring.blocks()) {
            for (lane, &row) in lanes.iter().enumerate() {
                if row != NO_ROWS {
                    block.fill(lane, row, &joints[row as usize], inputs, h);
                }
            }
        }
        width.run(Follow { blocks: &mut self.blocks, records: bytemuck::must_cast_slice(states) });
    }

    #[inline(always)]
    fn solve<L: Lanes>(&mut self, records: &mut [[f32; 8]], firm: &Softness, inverse_h: f32, moved: bool) {
        for block in &mut self.blocks {
            if moved {
                block.follow::<L>(records);
            }
            block.solve::<L>(records, firm, inverse_h);
        }
    }

    #[inline(always)]
    fn warm_start<L: Lanes>(&self, records: &mut [[f32; 8]]) {
        for block in &self.blocks {
            block.warm_start::<L>(records);
        }
    }

    fn correct(&mut self, states: &mut [BodyState], percent: f32) {
        for block in &mut self.blocks {
            let records = bytemuck::must_cast_slice(states);
            Width::SCALAR.run(Follow { blocks: core::slice::from_mut(block), records });
            block.correct(states, percent);
        }
    }

    fn store(&self, joints: &mut [JointRows]) {
        for block in &self.blocks {
            block.store(joints);
        }
    }
}

/// Lets blocks follow the bodies.
struct Follow<'a, B> {
    blocks: &'a mut [B],
    records: &'a [[f32; 8]],
}

impl<B: Block> Kernel for Follow<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            block.follow::<L>(self.records);
        }
    }
}

/// The joints of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSolver {
    angles: Sort<RowBlock<Angles>>,
    lengths: Sort<RowBlock<Lengths>>,
    pulleys: Sort<RowBlock<Pulleys>>,
    points: Sort<PointBlock>,
}

impl JointSolver {
    /// Takes over the rows, for sub-steps of `h` seconds, and the bodies as they are.
    pub(crate) fn prepare(
        &mut self,
        joints: &[JointRows],
        bodies: (&[BodyState], &[BodyInput]),
        h: f32,
        width: Width,
    ) {
        for rows in
            [&mut self.angles.rows, &mut self.lengths.rows, &mut self.pulleys.rows, &mut self.points.rows]
        {
            rows.clear();
        }
        for (place, rows) in (0..).zip(joints) {
            if ![rows.a, rows.b].iter().any(|&body| bodies.1[body as usize].is_movable()) {
                continue;
            }
            let sort = match rows.measure {
                Measure::Angle { .. } => &mut self.angles.rows,
                Measure::Axis { .. } | Measure::Distance { .. } => &mut self.lengths.rows,
                Measure::Pulley { .. } => &mut self.pulleys.rows,
                Measure::Point(_) => &mut self.points.rows,
            };
            sort.push(place);
        }
        self.angles.prepare(joints, bodies, h, width);
        self.lengths.prepare(joints, bodies, h, width);
        self.pulleys.prepare(joints, bodies, h, width);
        self.points.prepare(joints, bodies, h, width);
    }

    /// Applies the impulses that the rows hold.
    #[inline(always)]
    pub(crate) fn warm_start<L: Lanes>(&self, records: &mut [[f32; 8]]) {
        self.angles.warm_start::<L>(records);
        self.lengths.warm_start::<L>(records);
        self.pulleys.warm_start::<L>(records);
        self.points.warm_start::<L>(records);
    }

    /// One sweep over all joints; `inverse_h` is one over the time for which it is done, 1/s, and `moved` says
    /// whether the bodies have moved since the last one. `firm` is what a rigid row is.
    #[inline(always)]
    pub(crate) fn solve<L: Lanes>(
        &mut self,
        records: &mut [[f32; 8]],
        firm: &Softness,
        inverse_h: f32,
        moved: bool,
    ) {
        self.angles.solve::<L>(records, firm, inverse_h, moved);
        self.lengths.solve::<L>(records, firm, inverse_h, moved);
        self.pulleys.solve::<L>(records, firm, inverse_h, moved);
        self.points.solve::<L>(records, firm, inverse_h, moved);
    }

    /// Moves the bodies, which may have moved, so that a part of each rigid row's error goes away.
    pub(crate) fn correct(&mut self, states: &mut [BodyState], percent: f32) {
        self.angles.correct(states, percent);
        self.lengths.correct(states, percent);
        self.pulleys.correct(states, percent);
        self.points.correct(states, percent);
    }

    /// Hands the impulses back.
    pub(crate) fn store(&self, joints: &mut [JointRows]) {
        self.angles.store(joints);
        self.lengths.store(joints);
        self.pulleys.store(joints);
        self.points.store(joints);
    }
}
