//! Joints that are solved directly: all rows of a mechanism at once, in place of sweep after sweep.
//!
//! ```text
//!   sweeps    joint by joint. An impulse at one end of a chain of n links needs n sweeps to reach the other,
//!             and more if heavy hangs on light: three sweeps leave gaps of metres at 1,000 times the mass.
//!   direct    the equations of a sub-step are solved by elimination along the tree of the bodies: exact,
//!             and for a tree of n joints in time n.
//! ```
//!
//! | file | contains |
//! |---|---|
//! | `graph.rs` | which rows form a mechanism, and which mechanisms are solved directly |
//! | `link.rs`, `node.rs`, `equation.rs` | rows as equations, bodies as their unknowns |
//! | `solve.rs`, `rounds.rs` | a mechanism in a sub-step; limits, motors, rows that contradict each other |
//! | `quartets.rs`, `memory.rs` | four mechanisms at once, in lanes of `f64` |
//!
//! The elimination itself is `matrix.rs`.
//!
//! The unknowns are the velocities, three for each body, and rows enter as very stiff springs (the *give*,
//! `link.rs`): each adds J^T J / give to the blocks of its two bodies. These terms are so large that in `f32`
//! they would swallow the masses, so they are `f64`; the velocities of the bodies stay `f32`.
//!
//! A mechanism is solved after the sweep over joints and contacts (*joints last*): a contact takes the error
//! where not all can be satisfied. Its links need the extra inertia of `joint/geometric_stiffness.rs`: an
//! exact solve alone is as unstable as sweeps.
//!
//! Turned down (`docs/experiments/mechanisms.md`): the impulses as unknowns; both as unknowns (Baraff 1996);
//! a spanning tree solved directly and the rest in sweeps.

#![allow(unsafe_code)]

use super::kind::{ClusterKind, ClusterSource, ClusterSweep, LANES, SolveUnit};
use super::matrix::elimination::NONE;
use super::matrix::four::Four;
use crate::schedule::Clusters;
use crate::settings::LengthUnit;
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectJoints, JointRows};
use alloc::vec::Vec;
use compute::{Kernel, Lanes, Shared, Width};
use core::sync::atomic::AtomicU32;
use graph::{Graph, LinkEnds};
use link::Link;
use memory::{Memory, SharedMemory};
use node::Node;
use quartets::Patterns;
use solve::Solve;

pub(super) use quartets::for_each_unit;

mod equation;
pub(crate) mod graph;
pub(crate) mod link;
mod memory;
mod motion;
mod node;
mod quartets;
// Loops use indices: the closures of iterators would be compiled without the wide instructions.
#[allow(clippy::needless_range_loop)]
pub(crate) mod rounds;
#[allow(clippy::needless_range_loop)]
pub(crate) mod solve;

/// Whether mechanisms of one pattern are solved in lanes. Not in WebAssembly, where a register holds two of
/// their numbers at most, and a page downloads the code of it. The bits are the same.
const HAS_QUARTETS: bool = !cfg!(target_arch = "wasm32");

/// The mechanisms of a step, with the memory that they keep from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectSolver {
    graph: Graph,
    patterns: Patterns,
    ones: Memory<f64>,
    quartets: Memory<Four>,
    /// By the first mechanism of a quartet: whether the joints of all have the same kinds in this step. If
    /// not, the mechanisms are solved one by one.
    is_in_lanes: Vec<bool>,
    unit: LengthUnit,
}

impl DirectSolver {
    /// Sets what a metre is in the units of the caller.
    pub(crate) fn set_length_unit(&mut self, unit: f32) {
        self.unit = LengthUnit(unit);
    }

    /// Decides which rows are solved directly. Call it before the schedule is made.
    pub(crate) fn choose(&mut self, method: DirectJoints, joints: &[JointRows], inputs: &[BodyInput]) {
        let Self { graph, patterns, ones, quartets, is_in_lanes, .. } = self;
        if graph.find(method, joints, inputs) {
            ones.resize(graph);
            is_in_lanes.resize(graph.mechanisms.len(), false);
            if HAS_QUARTETS {
                patterns.find(graph);
            }
            if !patterns.of.is_empty() {
                quartets.resize(graph);
            }
        }
    }

    /// By joint row: whether it is solved directly. Empty if none is.
    pub(crate) fn is_direct(&self) -> &[bool] {
        &self.graph.is_direct
    }

    /// Number of mechanisms.
    pub(crate) fn count(&self) -> usize {
        self.graph.mechanisms.len()
    }

    /// The moving bodies of a mechanism, by node.
    pub(crate) fn bodies_of(&self, mechanism: usize) -> &[BodyRow] {
        &self.graph.bodies[self.graph.mechanisms[mechanism].nodes.clone()]
    }

    /// The joints of a mechanism.
    pub(crate) fn links_of(&self, mechanism: usize) -> &[LinkEnds] {
        &self.graph.links[self.graph.mechanisms[mechanism].links.clone()]
    }

    /// The bodies of each mechanism, for the schedule.
    pub(crate) fn clusters(&self) -> &Clusters {
        &self.graph.clusters
    }

    /// Lends the mechanisms to the workers of a step, which solve quartets in lanes of this width. `let_go`
    /// counts the solves that were undone because their impulses were too large (`rounds.rs`).
    pub(crate) fn share<'a>(&'a mut self, width: Width, let_go: &'a AtomicU32) -> SharedMechanisms<'a> {
        let Self { graph, patterns, ones, quartets, is_in_lanes, unit } = self;
        let unit = f64::from(unit.0);
        SharedMechanisms {
            graph,
            patterns: &patterns.of,
            width,
            ones: ones.share(let_go, unit),
            quartets: quartets.share(let_go, unit),
            is_in_lanes: Shared::new(is_in_lanes),
        }
    }
}

/// All mechanisms, as the workers of a step share them. Methods take the number of a mechanism, or a unit
/// of mechanisms.
#[derive(Clone, Copy)]
pub(crate) struct SharedMechanisms<'a> {
    graph: &'a Graph,
    patterns: &'a [u32],
    width: Width,
    ones: SharedMemory<'a, f64>,
    quartets: SharedMemory<'a, Four>,
    is_in_lanes: Shared<'a, bool>,
}

/// [`Solve::begin`] of a quartet. It uses no lanes of the width, but is compiled for its instructions.
struct Begin<'a>(Solve<'a, Four>, bool);

impl Kernel for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        self.0.begin(self.1);
    }
}

/// [`Solve::finish`] of a quartet.
struct Finish<'a>(Solve<'a, Four>, &'a ClusterSweep);

impl Kernel for Finish<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        self.0.finish(self.1);
    }
}

/// The mechanisms of a unit, as its worker solves them.
enum Lent<'u, 'a> {
    /// One after the other.
    Ones(&'u [usize]),
    /// In lanes.
    Quartet(Solve<'a, Four>),
}

impl<'a> SharedMechanisms<'a> {
    /// Number of mechanisms.
    pub(crate) fn count(&self) -> usize {
        self.graph.mechanisms.len()
    }

    /// Whether there may be quartets.
    pub(crate) fn may_have_quartets(&self) -> bool {
        HAS_QUARTETS && !self.patterns.is_empty()
    }

    /// The pattern of a mechanism, for [`for_each_unit`].
    pub(crate) fn pattern(&self, mechanism: usize) -> u32 {
        self.patterns[mechanism]
    }

    /// # Safety
    /// That of `fill`.
    unsafe fn fill_one(&self, mechanism: usize, source: &ClusterSource<'_>) {
        let &ClusterSource { joints, strips, inputs, substep, .. } = source;
        let at = &self.graph.mechanisms[mechanism];
        // SAFETY: the caller's promise.
        let (nodes, links) =
            unsafe { (self.ones.nodes.slice(at.nodes.clone()), self.ones.links.slice(at.links.clone())) };
        for (node, &row) in nodes.iter_mut().zip(&self.graph.bodies[at.nodes.clone()]) {
            let index = strips.index_of(row);
            node.fill(index, &inputs[index.index()]);
        }
        for (link, ends) in links.iter_mut().zip(&self.graph.links[at.links.clone()]) {
            let joint = ends.joint as usize;
            // SAFETY: each joint is in one mechanism.
            let rows = unsafe { &joints.slice(joint..joint + 1)[0] };
            (link.joint, link.nodes, link.block) = ([ends.joint], ends.nodes, ends.block);
            let bodies = [rows.a, rows.b].map(|row| strips.index_of(row));
            link.fill(rows, bodies, bodies.map(|body| &inputs[body.index()]), at.is_closed, substep);
            if let Some(end) = (0..2).find(|&end| ends.nodes[end] != NONE && ends.nodes[1 - end] == NONE) {
                nodes[ends.nodes[end] as usize].hold(f64::from(rows.square_of_pin_lever(end)));
            }
        }
    }

    /// Copies mechanisms into lanes. `None` if a row has different kinds in them.
    ///
    /// # Safety
    /// That of `fill`.
    unsafe fn pack(&self, all: [usize; LANES]) -> Option<()> {
        let parts = all.map(|mechanism| &self.graph.mechanisms[mechanism]);
        let members = SolveUnit::Quartet(all).members().len();
        // SAFETY: the caller's promise; no mechanism is lent twice.
        unsafe {
            let lend = |lane: usize| {
                let at = parts[lane];
                (&*self.ones.nodes.slice(at.nodes.clone()), &*self.ones.links.slice(at.links.clone()))
            };
            let [a, b, c] = [lend(0), lend(1), lend(2)];
            let all = [a, b, c, if members == LANES { lend(3) } else { c }];
            for (i, link) in self.quartets.links.slice(parts[0].links.clone()).iter_mut().enumerate() {
                *link = Link::pack(all.map(|(_, links)| &links[i]))?;
            }
            for (i, node) in self.quartets.nodes.slice(parts[0].nodes.clone()).iter_mut().enumerate() {
                *node = Node::pack(all.map(|(nodes, _)| &nodes[i]));
            }
        }
        Some(())
    }

    /// The parts of a mechanism.
    ///
    /// # Safety
    /// Nobody else has this mechanism, or reads or writes its moving bodies, in this phase.
    pub(crate) unsafe fn get(&self, mechanism: usize, states: Shared<'a, BodyState>) -> Solve<'a> {
        // SAFETY: the caller's promise.
        unsafe { self.ones.get(self.graph, &self.graph.mechanisms[mechanism], states) }
    }

    /// The parts of a quartet that is in lanes in this step, or the mechanisms of any other unit.
    ///
    /// # Safety
    /// The same of all mechanisms of the unit.
    #[inline(always)]
    unsafe fn lend<'u>(&self, unit: &'u SolveUnit, states: Shared<'a, BodyState>) -> Lent<'u, 'a> {
        match unit {
            // SAFETY: the caller's promise.
            &SolveUnit::Quartet([first, ..]) if HAS_QUARTETS && unsafe { self.is_in_lanes.get(first) } => {
                let at = &self.graph.mechanisms[first];
                // SAFETY: the same.
                Lent::Quartet(unsafe { self.quartets.get(self.graph, at, states) })
            }
            _ => Lent::Ones(unit.members()),
        }
    }
}

impl<'a> ClusterKind<'a> for SharedMechanisms<'a> {
    unsafe fn fill(&self, unit: SolveUnit, source: &ClusterSource<'_>) {
        // SAFETY: the caller's promise.
        unsafe {
            for &mechanism in unit.members() {
                self.fill_one(mechanism, source);
            }
            if HAS_QUARTETS && let SolveUnit::Quartet(all) = unit {
                self.is_in_lanes.slice(all[0]..all[0] + 1)[0] = self.pack(all).is_some();
            }
        }
    }

    unsafe fn warm_start(&self, unit: SolveUnit, states: Shared<'a, BodyState>, is_first: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            match self.lend(&unit, states) {
                Lent::Quartet(quartet) => self.width.run(Begin(quartet, is_first)),
                Lent::Ones(ones) => ones.iter().for_each(|&one| self.get(one, states).begin(is_first)),
            }
        }
    }

    unsafe fn solve(&self, unit: SolveUnit, states: Shared<'a, BodyState>, sweep: &ClusterSweep) {
        // SAFETY: the caller's promise.
        unsafe {
            match self.lend(&unit, states) {
                Lent::Quartet(quartet) => self.width.run(Finish(quartet, sweep)),
                Lent::Ones(ones) => ones.iter().for_each(|&one| self.get(one, states).finish(sweep)),
            }
        }
    }

    unsafe fn store(
        &self,
        unit: SolveUnit,
        states: Shared<'a, BodyState>,
        _: Shared<'_, Contact>,
        joints: Shared<'_, JointRows>,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            match self.lend(&unit, states) {
                Lent::Quartet(quartet) => quartet.store(joints),
                Lent::Ones(ones) => ones.iter().for_each(|&one| self.get(one, states).store(joints)),
            }
        }
    }
}
