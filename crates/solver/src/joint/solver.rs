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
use crate::coloring::{Coloring, Edge, NOTHING};
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
    fn fill(&mut self, lane: usize, row: u32, rows: &JointRows, bodies: [(u32, &BodyInput); 2], h: f32);

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
    /// Colours the rows of this sort, which have been noted.
    fn color(&mut self, zones: &Zones, joints: &[JointRows]) {
        let edges = self.rows.iter().map(|&row| {
            let JointRows { a, b, .. } = joints[row as usize];
            Some(Edge { bodies: [a, b], light: false })
        });
        if edges.len() > 0 {
            self.coloring.color(zones, edges, Class::Inside);
        } else {
            self.coloring.clear(zones);
        }
        self.blocks.resize(self.coloring.blocks().len(), B::EMPTY);
    }

    fn share(&mut self) -> SharedSort<'_, B> {
        let Self { rows, coloring, blocks } = self;
        SharedSort { rows, coloring, blocks: Shared::new(blocks) }
    }

    fn whole(&mut self) -> Part<'_, B> {
        let Self { rows, coloring, blocks } = self;
        Part { rows, lanes: coloring.blocks(), blocks }
    }
}

/// The joints of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointSolver {
    /// How many bodies there were when the rows were coloured.
    bodies: usize,
    /// For one who solves them alone.
    one_zone: Zones,
    angles: Sort<RowBlock<Angles>>,
    lengths: Sort<RowBlock<Lengths>>,
    pulleys: Sort<RowBlock<Pulleys>>,
    points: Sort<PointBlock>,
}

impl JointSolver {
    /// Puts the rows in blocks, which are still to be [prepared](JointPart::prepare).
    ///
    /// # Panics
    /// If a row names a body that is not there.
    pub(crate) fn color(&mut self, zones: &Zones, joints: &[JointRows], inputs: &[BodyInput]) {
        for rows in
            [&mut self.angles.rows, &mut self.lengths.rows, &mut self.pulleys.rows, &mut self.points.rows]
        {
            rows.clear();
        }
        self.bodies = inputs.len();
        for (place, rows) in (0..).zip(joints) {
            if ![rows.a, rows.b].map(|body| inputs[body as usize].is_movable()).contains(&true) {
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
        self.angles.color(zones, joints);
        self.lengths.color(zones, joints);
        self.pulleys.color(zones, joints);
        self.points.color(zones, joints);
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
        self.color(&zones, joints, inputs);
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

    /// All blocks.
    fn whole(&mut self) -> JointPart<'_> {
        JointPart {
            angles: self.angles.whole(),
            lengths: self.lengths.whole(),
            pulleys: self.pulleys.whole(),
            points: self.points.whole(),
        }
    }

    /// For workers that share the blocks.
    pub(crate) fn share(&mut self) -> SharedJoints<'_> {
        SharedJoints {
            angles: self.angles.share(),
            lengths: self.lengths.share(),
            pulleys: self.pulleys.share(),
            points: self.points.share(),
        }
    }

    /// Whether a class has blocks.
    pub(crate) fn has(&self, class: Class) -> bool {
        self.colorings().iter().any(|coloring| coloring.has(class))
    }

    /// Adds the blocks of each zone to its weight.
    pub(crate) fn weigh(&self, weights: &mut [u32]) {
        for coloring in self.colorings() {
            coloring.weigh(weights);
        }
    }

    /// As [`Coloring::find_ties`].
    pub(crate) fn find_ties(&self, tied: &mut [bool], elsewhere: &mut [bool]) {
        for coloring in self.colorings() {
            coloring.find_ties(tied, elsewhere);
        }
    }

    fn colorings(&self) -> [&Coloring; 4] {
        [&self.angles.coloring, &self.lengths.coloring, &self.pulleys.coloring, &self.points.coloring]
    }
}

/// The blocks of a sort, shared.
#[derive(Debug)]
struct SharedSort<'a, B> {
    rows: &'a [u32],
    coloring: &'a Coloring,
    blocks: Shared<'a, B>,
}

impl<B> Clone for SharedSort<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for SharedSort<'_, B> {}

impl<'a, B> SharedSort<'a, B> {
    /// # Safety
    /// As [`SharedJoints::part`].
    #[inline(always)]
    unsafe fn part(&self, class: Class, zones: Range<usize>) -> Part<'a, B> {
        let blocks = self.coloring.of(class, zones);
        let lanes = &self.coloring.blocks()[blocks.clone()];
        // SAFETY: the caller's promise.
        Part { rows: self.rows, lanes, blocks: unsafe { self.blocks.slice(blocks) } }
    }
}

/// The blocks of all sorts, shared.
#[derive(Clone, Copy)]
pub(crate) struct SharedJoints<'a> {
    angles: SharedSort<'a, RowBlock<Angles>>,
    lengths: SharedSort<'a, RowBlock<Lengths>>,
    pulleys: SharedSort<'a, RowBlock<Pulleys>>,
    points: SharedSort<'a, PointBlock>,
}

impl<'a> SharedJoints<'a> {
    /// The blocks of some zones in a class.
    ///
    /// # Safety
    /// As long as it lives nobody else has a part with these zones in this class.
    #[inline(always)]
    pub(crate) unsafe fn part(&self, class: Class, zones: Range<usize>) -> JointPart<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            JointPart {
                angles: self.angles.part(class, zones.clone()),
                lengths: self.lengths.part(class, zones.clone()),
                pulleys: self.pulleys.part(class, zones.clone()),
                points: self.points.part(class, zones),
            }
        }
    }
}

/// Blocks of one sort.
struct Part<'a, B> {
    rows: &'a [u32],
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
            for (lane, &index) in lanes.iter().enumerate() {
                if index != NOTHING {
                    let row = self.rows[index as usize];
                    let rows = &joints[row as usize];
                    let bodies = [rows.a, rows.b].map(|body| {
                        let place = zones.place(body);
                        (place, &inputs[place as usize])
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
