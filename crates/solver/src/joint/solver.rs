//! The joint rows of a step, coloured and arranged in blocks of eight.
//!
//! ```text
//!   JointRows, JointRows, ...      as the caller wrote them, joint by joint
//!      | by kind, class, strip and colour (`schedule.rs`)
//!      v
//!   angles | lengths | pulleys | images | points     blocks by kind, solved in this order in each strip
//!      |
//!      v store: impulses back to the JointRows
//! ```
//!
//! The soft solver shares the blocks among workers ([`SharedJoints`]); a [`JointSolver`] has one strip and
//! one thread.

#![allow(unsafe_code)]

use super::angle::AngleColumns;
use super::block::JointBlock;
use super::blocks::{JointBlocks, KindBlocks};
use super::image::ImageColumns;
use super::length::LengthColumns;
use super::point::PointBlock;
use super::pulley::PulleyColumns;
use super::rows::{ConstraintError, JointRows};
use super::scalar_row::ScalarRowBlock;
use super::springs::SpringDemands;
use crate::schedule::{Class, Constraint, Constraints, MAX_KINDS, Plan, Schedule};
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Softness};
use alloc::vec::Vec;
use compute::{Shared, Width};
use core::ops::Range;

/// In the order in which they are solved.
const ANGLES: usize = 0;
const LENGTHS: usize = 1;
const PULLEYS: usize = 2;
const IMAGES: usize = 3;
const POINTS: usize = 4;
const KINDS: usize = MAX_KINDS;

/// Rows, and for each whether it is solved directly and left out; empty if none is.
pub(crate) struct JointList<'a>(pub(crate) &'a [JointRows], pub(crate) &'a [bool]);

impl Constraints for JointList<'_> {
    const KINDS: usize = KINDS;
    const ONE_MOVES: Class = Class::Interior;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Constraint> {
        if self.1.get(index) == Some(&true) {
            return None;
        }
        let JointRows { a, b, error, .. } = &self.0[index];
        let kind = match error {
            ConstraintError::Angle { .. } => ANGLES,
            ConstraintError::Axis { .. } | ConstraintError::Distance { .. } => LENGTHS,
            ConstraintError::Pulley { .. } => PULLEYS,
            ConstraintError::Image { .. } => IMAGES,
            ConstraintError::Point(_) => POINTS,
        };
        Some(Constraint { bodies: [*a, *b], kind, is_light: false, extra_bits: 0, restitution_bits: 0 })
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct JointArrays {
    pub(super) angles: Vec<ScalarRowBlock<AngleColumns>>,
    pub(super) lengths: Vec<ScalarRowBlock<LengthColumns>>,
    pub(super) pulleys: Vec<ScalarRowBlock<PulleyColumns>>,
    pub(super) images: Vec<ScalarRowBlock<ImageColumns>>,
    pub(super) points: Vec<PointBlock>,
}

impl JointArrays {
    /// The caller must then [prepare](JointBlocks::prepare) the blocks.
    pub(crate) fn resize(&mut self, blocks_of_kind: impl Fn(usize) -> usize) {
        self.angles.resize(blocks_of_kind(ANGLES), ScalarRowBlock::EMPTY);
        self.lengths.resize(blocks_of_kind(LENGTHS), ScalarRowBlock::EMPTY);
        self.pulleys.resize(blocks_of_kind(PULLEYS), ScalarRowBlock::EMPTY);
        self.images.resize(blocks_of_kind(IMAGES), ScalarRowBlock::EMPTY);
        self.points.resize(blocks_of_kind(POINTS), PointBlock::EMPTY);
    }

    pub(crate) fn share(&mut self) -> SharedJoints<'_> {
        SharedJoints {
            angles: Shared::new(&mut self.angles),
            lengths: Shared::new(&mut self.lengths),
            pulleys: Shared::new(&mut self.pulleys),
            images: Shared::new(&mut self.images),
            points: Shared::new(&mut self.points),
        }
    }
}

/// Solves the rows of joints alone, one sweep at a time, for a solver with contacts of its own.
#[derive(Clone, Debug, Default)]
pub struct JointSolver {
    schedule: Schedule,
    pub(super) arrays: JointArrays,
    springs: SpringDemands,
    body_count: usize,
}

impl JointSolver {
    /// Takes the rows of a step, for sub-steps of `h` seconds.
    ///
    /// # Panics
    /// If a row names a body that does not exist. The other functions: if the number of bodies has changed.
    pub fn prepare(&mut self, joints: &[JointRows], states: &mut [BodyState], inputs: &[BodyInput], h: f32) {
        self.schedule.decide_as_one_strip(inputs, &JointList(joints, &[]));
        self.arrays.resize(|kind| self.schedule.joint_lanes(kind).len());
        self.body_count = inputs.len();
        let mut springs = core::mem::take(&mut self.springs);
        springs.find(joints, inputs, h);
        let bodies = self.serial_bodies(states);
        let (schedule, mut blocks) = self.all_blocks();
        let rows_of = |row: u32| &joints[row as usize];
        blocks.prepare(
            Width::SCALAR,
            rows_of,
            schedule.strips(),
            inputs,
            springs.substep(h, f32::MAX),
            bodies,
        );
        self.springs = springs;
    }

    /// Applies the stored impulses.
    pub fn warm_start(&mut self, states: &mut [BodyState]) {
        let bodies = self.serial_bodies(states);
        self.all_blocks().1.warm_start(Width::SCALAR, bodies);
    }

    /// One sweep over all rows, rigid ones with the softness `rigid`; `inverse_h` is 1 / h.
    pub fn solve(&mut self, states: &mut [BodyState], rigid: &Softness, inverse_h: f32) {
        let bodies = self.serial_bodies(states);
        self.all_blocks().1.solve(Width::SCALAR, bodies, rigid, inverse_h, false);
    }

    /// Moves the bodies by a `fraction` of each error.
    pub fn correct_positions(&mut self, states: &mut [BodyState], fraction: f32) {
        let _ = self.serial_bodies(states);
        self.all_blocks().1.correct_positions(states, fraction);
    }

    /// Writes the impulses back to the rows.
    pub fn store(&mut self, joints: &mut [JointRows]) {
        self.all_blocks().1.store(Shared::new(joints));
    }

    fn serial_bodies<'a>(&self, states: &'a mut [BodyState]) -> SharedBodies<'a> {
        assert_eq!(states.len(), self.body_count, "joints were prepared for another number of bodies");
        // SAFETY: all indices in the blocks are below this number, and no other thread uses the bodies.
        unsafe { SharedBodies::new(Shared::new(states)) }
    }

    fn all_blocks(&mut self) -> (&Schedule, JointBlocks<'_>) {
        let Self { schedule, arrays: JointArrays { angles, lengths, pulleys, images, points }, .. } = self;
        let blocks = JointBlocks {
            angles: KindBlocks { lanes: schedule.joint_lanes(ANGLES), blocks: angles },
            lengths: KindBlocks { lanes: schedule.joint_lanes(LENGTHS), blocks: lengths },
            pulleys: KindBlocks { lanes: schedule.joint_lanes(PULLEYS), blocks: pulleys },
            images: KindBlocks { lanes: schedule.joint_lanes(IMAGES), blocks: images },
            points: KindBlocks { lanes: schedule.joint_lanes(POINTS), blocks: points },
        };
        (schedule, blocks)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct SharedJoints<'a> {
    angles: Shared<'a, ScalarRowBlock<AngleColumns>>,
    lengths: Shared<'a, ScalarRowBlock<LengthColumns>>,
    pulleys: Shared<'a, ScalarRowBlock<PulleyColumns>>,
    images: Shared<'a, ScalarRowBlock<ImageColumns>>,
    points: Shared<'a, PointBlock>,
}

impl<'a> SharedJoints<'a> {
    /// The blocks of a class in a run of strips.
    ///
    /// # Safety
    /// The lanes of the plan are filled, for these blocks. While the result lives, nobody else has blocks of
    /// this class in these strips.
    #[inline(always)]
    pub(crate) unsafe fn blocks(&self, plan: &Plan<'a>, class: Class, run: Range<usize>) -> JointBlocks<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            JointBlocks {
                angles: blocks_of_kind(self.angles, plan, ANGLES, class, run.clone()),
                lengths: blocks_of_kind(self.lengths, plan, LENGTHS, class, run.clone()),
                pulleys: blocks_of_kind(self.pulleys, plan, PULLEYS, class, run.clone()),
                images: blocks_of_kind(self.images, plan, IMAGES, class, run.clone()),
                points: blocks_of_kind(self.points, plan, POINTS, class, run),
            }
        }
    }
}

impl<'a> SharedJoints<'a> {
    /// The blocks of these runs, one of each kind; sub-steps do not ask for lanes.
    ///
    /// # Safety
    /// While the result lives, nobody else has these blocks.
    #[inline(always)]
    pub(crate) unsafe fn runs(&self, runs: &[Range<usize>; KINDS]) -> JointBlocks<'a> {
        let own = |kind: usize| runs[kind].clone();
        let lanes = &[];
        // SAFETY: the caller's promise.
        unsafe {
            JointBlocks {
                angles: KindBlocks { lanes, blocks: self.angles.slice(own(ANGLES)) },
                lengths: KindBlocks { lanes, blocks: self.lengths.slice(own(LENGTHS)) },
                pulleys: KindBlocks { lanes, blocks: self.pulleys.slice(own(PULLEYS)) },
                images: KindBlocks { lanes, blocks: self.images.slice(own(IMAGES)) },
                points: KindBlocks { lanes, blocks: self.points.slice(own(POINTS)) },
            }
        }
    }
}

/// # Safety
/// As [`SharedJoints::blocks`].
#[inline(always)]
unsafe fn blocks_of_kind<'a, B>(
    blocks: Shared<'a, B>,
    plan: &Plan<'a>,
    kind: usize,
    class: Class,
    run: Range<usize>,
) -> KindBlocks<'a, B> {
    let (lanes, own) = plan.joint_blocks(kind, class, run);
    // SAFETY: the caller's promise.
    unsafe { KindBlocks { lanes: plan.joint_lanes(lanes), blocks: blocks.slice(own) } }
}
