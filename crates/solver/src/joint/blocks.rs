//! The blocks of joint rows by kind, and the operations of a step on all of them.

#![allow(unsafe_code)]

use super::angle::AngleColumns;
use super::block::JointBlock;
use super::image::ImageColumns;
use super::length::LengthColumns;
use super::point::PointBlock;
use super::pulley::PulleyColumns;
use super::rows::JointRows;
use super::scalar_row::ScalarRowBlock;
use super::springs::Substep;
use crate::schedule::{EMPTY_LANE, Strips};
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use compute::{Kernel, LANES, Lanes, Shared, Width};

pub(super) struct KindBlocks<'a, B> {
    /// In each lane of each block, or [`EMPTY_LANE`].
    pub(super) lanes: &'a [[u32; LANES]],
    pub(super) blocks: &'a mut [B],
}

impl<B: JointBlock> KindBlocks<'_, B> {
    fn prepare<'r>(
        &mut self,
        width: Width,
        rows_of: impl Fn(u32) -> &'r JointRows,
        strips: &Strips,
        inputs: &[BodyInput],
        substep: Substep<'_>,
        bodies: SharedBodies<'_>,
    ) {
        if self.blocks.is_empty() {
            return;
        }
        for (block, lanes) in self.blocks.iter_mut().zip(self.lanes) {
            *block = B::EMPTY;
            for (lane, &row) in lanes.iter().enumerate() {
                if row != EMPTY_LANE {
                    let rows = rows_of(row);
                    let bodies = [rows.a, rows.b].map(|body| {
                        let index = strips.index_of(body);
                        (index, &inputs[index.index()])
                    });
                    block.fill(lane, row, rows, bodies, substep);
                }
            }
        }
        width.run(Evaluate { blocks: self.blocks, bodies, holds_errors: true });
    }

    fn warm_start(&mut self, width: Width, bodies: SharedBodies<'_>) {
        if self.blocks.is_empty() {
            return;
        }
        width.run(WarmStart { blocks: self.blocks, bodies });
    }

    fn solve(
        &mut self,
        width: Width,
        bodies: SharedBodies<'_>,
        rigid: &Softness,
        inverse_h: f32,
        bodies_moved: bool,
    ) {
        if self.blocks.is_empty() {
            return;
        }
        let blocks = &mut *self.blocks;
        width.run(Solve { blocks, bodies, rigid, inverse_h, bodies_moved });
    }

    fn correct_positions(&mut self, states: &mut [BodyState], fraction: f32) {
        for block in &mut *self.blocks {
            // SAFETY: the caller has checked that `states` has the length for which the blocks were filled.
            let bodies = unsafe { SharedBodies::new(Shared::new(states)) };
            let blocks = core::slice::from_mut(block);
            Width::SCALAR.run(Evaluate { blocks, bodies, holds_errors: false });
            block.correct_positions(states, fraction);
        }
    }

    fn store(&self, joints: Shared<'_, JointRows>) {
        for block in &*self.blocks {
            for (lane, &row) in block.rows().iter().enumerate().filter(|&(_, &row)| row != EMPTY_LANE) {
                // SAFETY: each row is in one lane of one block, and this worker alone has the block.
                let rows = unsafe { joints.slice(row as usize..row as usize + 1) };
                rows[0].impulse = block.impulse(lane);
            }
        }
    }
}

/// Points are solved last, because a gap between points is the most visible error.
pub(crate) struct JointBlocks<'a> {
    pub(super) angles: KindBlocks<'a, ScalarRowBlock<AngleColumns>>,
    pub(super) lengths: KindBlocks<'a, ScalarRowBlock<LengthColumns>>,
    pub(super) pulleys: KindBlocks<'a, ScalarRowBlock<PulleyColumns>>,
    pub(super) images: KindBlocks<'a, ScalarRowBlock<ImageColumns>>,
    pub(super) points: KindBlocks<'a, PointBlock>,
}

macro_rules! for_each_kind {
    ($blocks:ident, $method:ident $arguments:tt) => {
        $blocks.angles.$method $arguments;
        $blocks.lengths.$method $arguments;
        $blocks.pulleys.$method $arguments;
        $blocks.images.$method $arguments;
        $blocks.points.$method $arguments;
    };
}

impl JointBlocks<'_> {
    /// Rows are by their index in the caller's array, `inputs` and `bodies` by body index.
    pub(crate) fn prepare<'r>(
        &mut self,
        width: Width,
        rows_of: impl Fn(u32) -> &'r JointRows + Copy,
        strips: &Strips,
        inputs: &[BodyInput],
        substep: Substep<'_>,
        bodies: SharedBodies<'_>,
    ) {
        for_each_kind!(self, prepare(width, rows_of, strips, inputs, substep, bodies));
    }

    pub(crate) fn warm_start(&mut self, width: Width, bodies: SharedBodies<'_>) {
        for_each_kind!(self, warm_start(width, bodies));
    }

    /// `bodies_moved`: positions have changed since the last sweep, so rows must be evaluated again.
    pub(crate) fn solve(
        &mut self,
        width: Width,
        bodies: SharedBodies<'_>,
        rigid: &Softness,
        inverse_h: f32,
        bodies_moved: bool,
    ) {
        for_each_kind!(self, solve(width, bodies, rigid, inverse_h, bodies_moved));
    }

    pub(super) fn correct_positions(&mut self, states: &mut [BodyState], fraction: f32) {
        for_each_kind!(self, correct_positions(states, fraction));
    }

    pub(crate) fn store(&self, joints: Shared<'_, JointRows>) {
        for_each_kind!(self, store(joints));
    }
}

struct Evaluate<'a, B> {
    blocks: &'a mut [B],
    bodies: SharedBodies<'a>,
    holds_errors: bool,
}

impl<B: JointBlock> Kernel for Evaluate<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            block.evaluate::<L>(self.bodies);
            if self.holds_errors {
                block.hold_errors();
            }
        }
    }
}

struct WarmStart<'a, B> {
    blocks: &'a mut [B],
    bodies: SharedBodies<'a>,
}

impl<B: JointBlock> Kernel for WarmStart<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            block.hold_errors();
            block.warm_start::<L>(self.bodies);
        }
    }
}

struct Solve<'a, B> {
    blocks: &'a mut [B],
    bodies: SharedBodies<'a>,
    rigid: &'a Softness,
    inverse_h: f32,
    bodies_moved: bool,
}

impl<B: JointBlock> Kernel for Solve<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            if self.bodies_moved {
                block.evaluate::<L>(self.bodies);
            }
            block.solve::<L>(self.bodies, self.rigid, self.inverse_h);
        }
    }
}
