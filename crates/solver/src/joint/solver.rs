//! The joints of one step, in blocks of eight rows.
//!
//! ```text
//!   JointRows, JointRows, ...      as the caller wrote them, joint by joint
//!      | by sort, by class and zone, by colour (`coloring.rs`)
//!      v
//!   angles | lengths | pulleys | points        each a run of blocks, solved in this order in each zone
//!      |
//!      v store: impulses back
//! ```
//!
//! Points last: where not all can be had, a gap is what the eye sees. What workers do at the same time are the
//! [`JointPart`]s of different zones of a class.

#![allow(unsafe_code)]

use super::geometry::{Angles, Lengths, Pulleys};
use super::point::PointBlock;
use super::row::RowBlock;
use super::{JointRows, Measure};
use crate::body::BodyIndex;
use crate::coloring::{Arrangement, Coloring, Edge, Edges, Groups, NOTHING};
use crate::shared_bodies::SharedBodies;
use crate::zones::{Class, Zones};
use crate::{BodyInput, BodyState, Softness};
use alloc::vec::Vec;
use compute::{Kernel, LANES, Lanes, Shared, Width};
use core::ops::Range;

/// Eight constraints of one sort that share no body that moves. All methods that take lanes are for kernels.
pub(super) trait Block: Copy {
    /// Nothing in any lane.
    const EMPTY: Self;

    /// Puts rows in a lane, for sub-steps of `h` seconds; `row` is their place among all. Of each body where it is, and
    /// what it is like.
    fn fill(&mut self, lane: usize, row: u32, rows: &JointRows, bodies: [(BodyIndex, &BodyInput); 2], h: f32);

    /// Applies the stored impulses.
    fn warm_start<L: Lanes>(&self, bodies: SharedBodies<'_>);

    /// Computes anew what depends on where the bodies are, once they have moved.
    fn follow<L: Lanes>(&mut self, bodies: SharedBodies<'_>);

    /// One sweep. `firm` is what a rigid row is: soft or with a bias while errors of position are worked off, rigid
    /// without.
    fn solve<L: Lanes>(&mut self, bodies: SharedBodies<'_>, firm: &Softness, inverse_h: f32);

    /// The places of its rows among all, or [`NOTHING`].
    fn rows(&self) -> &[u32; LANES];

    /// The impulse in a lane, without one that is about to become subnormal.
    fn impulse(&self, lane: usize) -> [f32; 2];

    /// Moves the bodies so that a part of each rigid row's error goes away.
    fn correct(&self, states: &mut [BodyState], percent: f32);
}

/// The sorts, in the order in which they are solved.
const ANGLES: usize = 0;
const LENGTHS: usize = 1;
const PULLEYS: usize = 2;
const POINTS: usize = 3;

/// All rows of a step, to be coloured.
pub(crate) struct JointEdges<'a>(pub(crate) &'a [JointRows]);

impl Edges for JointEdges<'_> {
    const SORTS: usize = 4;
    const GROUND: Class = Class::Inside;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn edge(&self, index: usize) -> Option<Edge> {
        let JointRows { a, b, measure, .. } = &self.0[index];
        let sort = match measure {
            Measure::Angle { .. } => ANGLES,
            Measure::Axis { .. } | Measure::Distance { .. } => LENGTHS,
            Measure::Pulley { .. } => PULLEYS,
            Measure::Point(_) => POINTS,
        };
        Some(Edge { bodies: [*a, *b], sort, light: false, special: false })
    }
}

/// The joints of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSolver {
    /// How many bodies there were when blocks were filled for one who solves them alone.
    bodies: usize,
    /// For the same.
    one_zone: Zones,
    pub(crate) coloring: Coloring,
    angles: Vec<RowBlock<Angles>>,
    lengths: Vec<RowBlock<Lengths>>,
    pulleys: Vec<RowBlock<Pulleys>>,
    points: Vec<PointBlock>,
}

impl JointSolver {
    /// Makes room for the blocks that the coloring has laid out, which are still to be [prepared](JointPart::prepare).
    pub(crate) fn make_room(&mut self) {
        let groups = &self.coloring.groups;
        self.angles.resize(groups.of_sort(ANGLES).len(), RowBlock::EMPTY);
        self.lengths.resize(groups.of_sort(LENGTHS).len(), RowBlock::EMPTY);
        self.pulleys.resize(groups.of_sort(PULLEYS).len(), RowBlock::EMPTY);
        self.points.resize(groups.of_sort(POINTS).len(), PointBlock::EMPTY);
    }

    /// Colours and prepares the rows as one zone, for one who solves them alone, with the bodies as they are.
    pub(crate) fn prepare(
        &mut self,
        joints: &[JointRows],
        states: &mut [BodyState],
        inputs: &[BodyInput],
        h: f32,
    ) {
        let mut zones = core::mem::take(&mut self.one_zone);
        zones.unite(inputs);
        self.coloring.color(&zones, &JointEdges(joints));
        self.make_room();
        self.bodies = inputs.len();
        let bodies = self.alone_with(states);
        self.whole().prepare(Width::SCALAR, joints, &zones, inputs, h, bodies);
        self.one_zone = zones;
    }

    /// Applies the impulses that the rows hold, for one who solves them alone.
    pub(crate) fn warm_start(&mut self, states: &mut [BodyState]) {
        let bodies = self.alone_with(states);
        self.whole().warm_start(Width::SCALAR, bodies);
    }

    /// One sweep over all rows, as [`JointPart::solve`], for one who solves them alone.
    pub(crate) fn solve(&mut self, states: &mut [BodyState], firm: &Softness, inverse_h: f32) {
        let bodies = self.alone_with(states);
        self.whole().solve(Width::SCALAR, bodies, firm, inverse_h, false);
    }

    /// Moves the bodies, which may have moved, so that a part of each rigid row's error goes away.
    pub(crate) fn correct(&mut self, states: &mut [BodyState], percent: f32) {
        let _ = self.alone_with(states);
        let JointPart { mut angles, mut lengths, mut pulleys, mut points } = self.whole();
        angles.correct(states, percent);
        lengths.correct(states, percent);
        pulleys.correct(states, percent);
        points.correct(states, percent);
    }

    /// Hands the impulses back, for one who solves them alone.
    pub(crate) fn store(&mut self, joints: &mut [JointRows]) {
        self.whole().store(Shared::new(joints));
    }

    /// The bodies, which are those that the rows were prepared for.
    fn alone_with<'a>(&self, states: &'a mut [BodyState]) -> SharedBodies<'a> {
        assert_eq!(states.len(), self.bodies, "the bodies that joints were prepared for");
        // SAFETY: blocks name bodies below this number, and nobody else is at work.
        unsafe { SharedBodies::new(Shared::new(states)) }
    }

    /// All blocks, which have been arranged.
    fn whole(&mut self) -> JointPart<'_> {
        let Self { coloring, angles, lengths, pulleys, points, .. } = self;
        let lanes = |sort| &coloring.lanes()[coloring.groups.of_sort(sort)];
        JointPart {
            angles: Part { lanes: lanes(ANGLES), blocks: angles },
            lengths: Part { lanes: lanes(LENGTHS), blocks: lengths },
            pulleys: Part { lanes: lanes(PULLEYS), blocks: pulleys },
            points: Part { lanes: lanes(POINTS), blocks: points },
        }
    }

    /// For workers that share the blocks.
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

/// The blocks of all sorts, shared.
#[derive(Clone, Copy)]
pub(crate) struct SharedJoints<'a> {
    groups: &'a Groups,
    pub(crate) arrangement: Arrangement<'a>,
    angles: Shared<'a, RowBlock<Angles>>,
    lengths: Shared<'a, RowBlock<Lengths>>,
    pulleys: Shared<'a, RowBlock<Pulleys>>,
    points: Shared<'a, PointBlock>,
}

impl<'a> SharedJoints<'a> {
    /// The blocks of some zones in a class.
    ///
    /// # Safety
    /// They have been arranged, and as long as it lives nobody else has a part with these zones in this class.
    #[inline(always)]
    pub(crate) unsafe fn part(&self, class: Class, zones: Range<usize>) -> JointPart<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            JointPart {
                angles: self.part_of(ANGLES, self.angles, class, zones.clone()),
                lengths: self.part_of(LENGTHS, self.lengths, class, zones.clone()),
                pulleys: self.part_of(PULLEYS, self.pulleys, class, zones.clone()),
                points: self.part_of(POINTS, self.points, class, zones),
            }
        }
    }

    /// The same of one sort.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    unsafe fn part_of<B>(
        &self,
        sort: usize,
        blocks: Shared<'a, B>,
        class: Class,
        zones: Range<usize>,
    ) -> Part<'a, B> {
        let (mine, first) = (self.groups.of(sort, class, zones), self.groups.of_sort(sort).start);
        // SAFETY: the caller's promise.
        unsafe {
            let blocks = blocks.slice(mine.start - first..mine.end - first);
            Part { lanes: self.arrangement.lanes(mine), blocks }
        }
    }
}

/// Blocks of one sort.
struct Part<'a, B> {
    lanes: &'a [[u32; LANES]],
    blocks: &'a mut [B],
}

impl<B: Block> Part<'_, B> {
    fn prepare(
        &mut self,
        width: Width,
        joints: &[JointRows],
        zones: &Zones,
        inputs: &[BodyInput],
        h: f32,
        bodies: SharedBodies<'_>,
    ) {
        for (block, lanes) in self.blocks.iter_mut().zip(self.lanes) {
            *block = B::EMPTY;
            for (lane, &row) in lanes.iter().enumerate() {
                if row != NOTHING {
                    let rows = &joints[row as usize];
                    let bodies = [rows.a, rows.b].map(|body| {
                        let place = zones.place(body);
                        (place, &inputs[place.index()])
                    });
                    block.fill(lane, row, rows, bodies, h);
                }
            }
        }
        width.run(Follow { blocks: self.blocks, bodies });
    }

    fn solve(
        &mut self,
        width: Width,
        bodies: SharedBodies<'_>,
        firm: &Softness,
        inverse_h: f32,
        moved: bool,
    ) {
        if moved {
            width.run(Follow { blocks: self.blocks, bodies });
        }
        width.run(Solve { blocks: self.blocks, bodies, firm, inverse_h });
    }

    fn correct(&mut self, states: &mut [BodyState], percent: f32) {
        for block in &mut *self.blocks {
            // SAFETY: who calls has compared their number with that for which the blocks were filled.
            let bodies = unsafe { SharedBodies::new(Shared::new(states)) };
            Width::SCALAR.run(Follow { blocks: core::slice::from_mut(block), bodies });
            block.correct(states, percent);
        }
    }

    fn store(&self, joints: Shared<'_, JointRows>) {
        for block in &*self.blocks {
            for (lane, &row) in block.rows().iter().enumerate().filter(|&(_, &row)| row != NOTHING) {
                // SAFETY: each row is in one lane of one block, which is this part's.
                let rows = unsafe { joints.slice(row as usize..row as usize + 1) };
                rows[0].impulse = block.impulse(lane);
            }
        }
    }
}

/// Blocks of all sorts, for one who may change them.
pub(crate) struct JointPart<'a> {
    angles: Part<'a, RowBlock<Angles>>,
    lengths: Part<'a, RowBlock<Lengths>>,
    pulleys: Part<'a, RowBlock<Pulleys>>,
    points: Part<'a, PointBlock>,
}

impl JointPart<'_> {
    /// Takes over the rows, for sub-steps of `h` seconds, and the bodies as they are; both of these by place.
    pub(crate) fn prepare(
        &mut self,
        width: Width,
        joints: &[JointRows],
        zones: &Zones,
        inputs: &[BodyInput],
        h: f32,
        bodies: SharedBodies<'_>,
    ) {
        self.angles.prepare(width, joints, zones, inputs, h, bodies);
        self.lengths.prepare(width, joints, zones, inputs, h, bodies);
        self.pulleys.prepare(width, joints, zones, inputs, h, bodies);
        self.points.prepare(width, joints, zones, inputs, h, bodies);
    }

    /// Applies the impulses that the rows hold.
    pub(crate) fn warm_start(&self, width: Width, bodies: SharedBodies<'_>) {
        width.run(WarmStart { blocks: self.angles.blocks, bodies });
        width.run(WarmStart { blocks: self.lengths.blocks, bodies });
        width.run(WarmStart { blocks: self.pulleys.blocks, bodies });
        width.run(WarmStart { blocks: self.points.blocks, bodies });
    }

    /// One sweep; `inverse_h` is one over the time for which it is done, 1/s, and `moved` says whether the bodies have
    /// moved since the last one. `firm` is what a rigid row is.
    pub(crate) fn solve(
        &mut self,
        width: Width,
        bodies: SharedBodies<'_>,
        firm: &Softness,
        inverse_h: f32,
        moved: bool,
    ) {
        self.angles.solve(width, bodies, firm, inverse_h, moved);
        self.lengths.solve(width, bodies, firm, inverse_h, moved);
        self.pulleys.solve(width, bodies, firm, inverse_h, moved);
        self.points.solve(width, bodies, firm, inverse_h, moved);
    }

    /// Hands the impulses back.
    pub(crate) fn store(&self, joints: Shared<'_, JointRows>) {
        self.angles.store(joints);
        self.lengths.store(joints);
        self.pulleys.store(joints);
        self.points.store(joints);
    }
}

/// Lets blocks follow the bodies.
struct Follow<'a, B> {
    blocks: &'a mut [B],
    bodies: SharedBodies<'a>,
}

impl<B: Block> Kernel for Follow<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            block.follow::<L>(self.bodies);
        }
    }
}

/// Applies the impulses of blocks.
struct WarmStart<'a, B> {
    blocks: &'a [B],
    bodies: SharedBodies<'a>,
}

impl<B: Block> Kernel for WarmStart<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            block.warm_start::<L>(self.bodies);
        }
    }
}

/// One sweep over blocks.
struct Solve<'a, B> {
    blocks: &'a mut [B],
    bodies: SharedBodies<'a>,
    firm: &'a Softness,
    inverse_h: f32,
}

impl<B: Block> Kernel for Solve<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            block.solve::<L>(self.bodies, self.firm, self.inverse_h);
        }
    }
}
