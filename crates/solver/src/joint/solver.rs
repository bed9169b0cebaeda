//! The joint rows of a step, coloured and arranged in blocks of eight.
//!
//! ```text
//!   JointRows, JointRows, ...      as the caller wrote them, joint by joint
//!      | by kind, class, strip and colour (`coloring.rs`)
//!      v
//!   angles | lengths | pulleys | points        blocks of each kind, solved in this order in each strip
//!      |
//!      v store: impulses back to the JointRows
//! ```
//!
//! The soft solver shares the blocks among workers ([`SharedJoints`]): workers that run at the same time have
//! [`JointBlocks`] of different strips of a class. The classic solver solves all blocks as one strip, on one thread.

#![allow(unsafe_code)]

use super::angle::AngleColumns;
use super::block::JointBlock;
use super::blocks::{JointBlocks, KindBlocks};
use super::length::LengthColumns;
use super::point::PointBlock;
use super::pulley::PulleyColumns;
use super::rows::{ConstraintError, JointRows};
use super::scalar_row::ScalarRowBlock;
use crate::coloring::{Arrangement, Coloring, Edge, Edges, Groups};
use crate::shared_bodies::SharedBodies;
use crate::zones::{Class, Zones};
use crate::{BodyInput, BodyState, Softness};
use alloc::vec::Vec;
use compute::{Shared, Width};
use core::ops::Range;

/// The kinds of rows, in the order in which they are solved.
const ANGLES: usize = 0;
const LENGTHS: usize = 1;
const PULLEYS: usize = 2;
const POINTS: usize = 3;
const KINDS: usize = 4;

/// All rows of a step, as edges of the constraint graph.
pub(crate) struct JointEdges<'a>(pub(crate) &'a [JointRows]);

impl Edges for JointEdges<'_> {
    const SORTS: usize = KINDS;
    const GROUND: Class = Class::Inside;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn edge(&self, index: usize) -> Option<Edge> {
        let JointRows { a, b, error, .. } = &self.0[index];
        let kind = match error {
            ConstraintError::Angle { .. } => ANGLES,
            ConstraintError::Axis { .. } | ConstraintError::Distance { .. } => LENGTHS,
            ConstraintError::Pulley { .. } => PULLEYS,
            ConstraintError::Point(_) => POINTS,
        };
        Some(Edge { bodies: [*a, *b], sort: kind, light: false, special: false })
    }
}

/// The joint rows of a step, with the memory that is kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSolver {
    pub(crate) coloring: Coloring,
    angles: Vec<ScalarRowBlock<AngleColumns>>,
    lengths: Vec<ScalarRowBlock<LengthColumns>>,
    pulleys: Vec<ScalarRowBlock<PulleyColumns>>,
    points: Vec<PointBlock>,
    /// For [`JointSolver::prepare`]: one strip that holds all bodies.
    one_strip: Zones,
    /// Number of bodies at the last [`JointSolver::prepare`].
    body_count: usize,
}

impl JointSolver {
    /// Makes as many blocks as the colouring needs. They must still be [prepared](JointBlocks::prepare).
    pub(crate) fn resize_blocks(&mut self) {
        let groups = &self.coloring.groups;
        self.angles.resize(groups.of_sort(ANGLES).len(), ScalarRowBlock::EMPTY);
        self.lengths.resize(groups.of_sort(LENGTHS).len(), ScalarRowBlock::EMPTY);
        self.pulleys.resize(groups.of_sort(PULLEYS).len(), ScalarRowBlock::EMPTY);
        self.points.resize(groups.of_sort(POINTS).len(), PointBlock::EMPTY);
    }

    /// Colours and prepares all rows as one strip, on this thread, for sub-steps of `h` seconds.
    pub(crate) fn prepare(
        &mut self,
        joints: &[JointRows],
        states: &mut [BodyState],
        inputs: &[BodyInput],
        h: f32,
    ) {
        let mut strip = core::mem::take(&mut self.one_strip);
        strip.unite(inputs);
        self.coloring.color(&strip, &JointEdges(joints));
        self.resize_blocks();
        self.body_count = inputs.len();
        let bodies = self.serial_bodies(states);
        self.all_blocks().prepare(Width::SCALAR, joints, &strip, inputs, h, bodies);
        self.one_strip = strip;
    }

    /// Applies the accumulated impulses of all rows, on this thread.
    pub(crate) fn warm_start(&mut self, states: &mut [BodyState]) {
        let bodies = self.serial_bodies(states);
        self.all_blocks().warm_start(Width::SCALAR, bodies);
    }

    /// One sweep over all rows, on this thread, as [`JointBlocks::solve`].
    pub(crate) fn solve(&mut self, states: &mut [BodyState], rigid: &Softness, inverse_h: f32) {
        let bodies = self.serial_bodies(states);
        self.all_blocks().solve(Width::SCALAR, bodies, rigid, inverse_h, false);
    }

    /// Moves bodies so that this `fraction` of the error of each rigid row goes away.
    pub(crate) fn correct_positions(&mut self, states: &mut [BodyState], fraction: f32) {
        let _ = self.serial_bodies(states);
        self.all_blocks().correct_positions(states, fraction);
    }

    /// Writes the impulses of all rows back, on this thread.
    pub(crate) fn store(&mut self, joints: &mut [JointRows]) {
        self.all_blocks().store(Shared::new(joints));
    }

    /// The bodies for which the blocks were prepared.
    ///
    /// # Panics
    /// If their number is another one now.
    fn serial_bodies<'a>(&self, states: &'a mut [BodyState]) -> SharedBodies<'a> {
        assert_eq!(states.len(), self.body_count, "joints were prepared for another number of bodies");
        // SAFETY: all indices in the blocks are below this number, and no other thread uses the bodies.
        unsafe { SharedBodies::new(Shared::new(states)) }
    }

    /// All blocks, once the colouring has arranged them.
    fn all_blocks(&mut self) -> JointBlocks<'_> {
        let Self { coloring, angles, lengths, pulleys, points, .. } = self;
        let lanes = |kind| &coloring.lanes()[coloring.groups.of_sort(kind)];
        JointBlocks {
            angles: KindBlocks { lanes: lanes(ANGLES), blocks: angles },
            lengths: KindBlocks { lanes: lanes(LENGTHS), blocks: lengths },
            pulleys: KindBlocks { lanes: lanes(PULLEYS), blocks: pulleys },
            points: KindBlocks { lanes: lanes(POINTS), blocks: points },
        }
    }

    /// The blocks for several workers.
    pub(crate) fn share(&mut self) -> SharedJoints<'_> {
        let (groups, arrangement) = self.coloring.blocks();
        SharedJoints {
            groups,
            arrangement,
            angles: Shared::new(&mut self.angles),
            lengths: Shared::new(&mut self.lengths),
            pulleys: Shared::new(&mut self.pulleys),
            points: Shared::new(&mut self.points),
        }
    }
}

/// The blocks of all kinds, shared by the workers of a step.
#[derive(Clone, Copy)]
pub(crate) struct SharedJoints<'a> {
    groups: &'a Groups,
    pub(crate) arrangement: Arrangement<'a>,
    angles: Shared<'a, ScalarRowBlock<AngleColumns>>,
    lengths: Shared<'a, ScalarRowBlock<LengthColumns>>,
    pulleys: Shared<'a, ScalarRowBlock<PulleyColumns>>,
    points: Shared<'a, PointBlock>,
}

impl<'a> SharedJoints<'a> {
    /// The blocks of a class in some strips.
    ///
    /// # Safety
    /// The blocks have been arranged. While the result lives, nobody else has blocks of this class in these strips.
    #[inline(always)]
    pub(crate) unsafe fn blocks(&self, class: Class, strips: Range<usize>) -> JointBlocks<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            JointBlocks {
                angles: self.blocks_of_kind(ANGLES, self.angles, class, strips.clone()),
                lengths: self.blocks_of_kind(LENGTHS, self.lengths, class, strips.clone()),
                pulleys: self.blocks_of_kind(PULLEYS, self.pulleys, class, strips.clone()),
                points: self.blocks_of_kind(POINTS, self.points, class, strips),
            }
        }
    }

    /// The blocks of one kind in a class in some strips.
    ///
    /// # Safety
    /// As [`SharedJoints::blocks`].
    #[inline(always)]
    unsafe fn blocks_of_kind<B>(
        &self,
        kind: usize,
        blocks: Shared<'a, B>,
        class: Class,
        strips: Range<usize>,
    ) -> KindBlocks<'a, B> {
        let (mine, first) = (self.groups.of(kind, class, strips), self.groups.of_sort(kind).start);
        // SAFETY: the caller's promise.
        unsafe {
            let blocks = blocks.slice(mine.start - first..mine.end - first);
            KindBlocks { lanes: self.arrangement.lanes(mine), blocks }
        }
    }
}
