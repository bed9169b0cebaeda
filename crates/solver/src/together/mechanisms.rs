//! Joints that are solved directly: all rows of a mechanism at once, in place of sweeps.
//!
//! ```text
//! sweeps    joint by joint. An impulse at one end of n links needs n sweeps to reach the other, more if much
//!           hangs on little: three sweeps leave gaps of metres at 1,000 times the mass.
//! direct    the equations of a sub-step by elimination along the tree of the bodies: exact, in time n.
//! ```
//!
//! ```text
//! graph.rs                        which rows form a mechanism, and which are solved directly
//! link.rs, node.rs, equation.rs   rows as equations, bodies as their unknowns
//! solve.rs, rounds.rs, memory.rs  a mechanism in a sub-step; limits, motors, contradictions; numbers
//! ```
//!
//! The elimination is `matrix.rs`. `trees.rs` solves mechanisms that are trees, unless a loaded cluster
//! absorbs them.
//!
//! The unknowns are velocities, three for each body. Rows are very stiff springs (the *give*, `link.rs`):
//! each adds J^T J / give to the blocks of its bodies, which in `f32` would swallow the masses, so these are
//! `f64`.
//!
//! A mechanism is solved after the sweep (*joints last*): contacts take the error where not all can be
//! satisfied. Its links need the inertia of `joint/geometric_stiffness.rs`, because an exact solve alone is
//! as unstable as sweeps. For alternatives, see `docs/experiments/mechanisms.md`.

#![allow(unsafe_code)]

use super::kind::{ClusterKind, ClusterSource, ClusterSweep, SolveUnit};
use super::matrix::elimination::NONE;
use super::trees::{SharedTrees, TreeSolver};
use crate::schedule::Clusters;
use crate::settings::LengthUnit;
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectJoints, JointRows};
use compute::{Shared, Width};
use core::sync::atomic::AtomicU32;
use graph::{Graph, LinkEnds};
use memory::{Memory, SharedMemory};
use solve::Solve;

pub(in crate::together) mod equation;
pub(crate) mod graph;
pub(crate) mod link;
mod memory;
mod motion;
mod node;
// The closures of iterators are compiled without the wide instructions, so loops use an index.
#[allow(clippy::needless_range_loop)]
pub(crate) mod rounds;
#[allow(clippy::needless_range_loop)]
pub(crate) mod solve;

#[derive(Clone, Debug, Default)]
pub(crate) struct DirectSolver {
    graph: Graph,
    memory: Memory,
    trees: TreeSolver,
    unit: LengthUnit,
}

impl DirectSolver {
    pub(crate) fn set_length_unit(&mut self, unit: f32) {
        self.unit = LengthUnit(unit);
    }

    /// Call it before the schedule is made.
    pub(crate) fn choose(&mut self, method: DirectJoints, joints: &[JointRows], inputs: &[BodyInput]) {
        let Self { graph, memory, trees, .. } = self;
        if graph.find(method, joints, inputs) {
            memory.resize(graph);
            trees.find(graph, joints);
        }
    }

    /// By joint row; empty if none is.
    pub(crate) fn is_direct(&self) -> &[bool] {
        &self.graph.is_direct
    }

    pub(crate) fn count(&self) -> usize {
        self.graph.mechanisms.len()
    }

    /// By node.
    pub(crate) fn bodies_of(&self, mechanism: usize) -> &[BodyRow] {
        &self.graph.bodies[self.graph.mechanisms[mechanism].nodes.clone()]
    }

    pub(crate) fn links_of(&self, mechanism: usize) -> &[LinkEnds] {
        &self.graph.links[self.graph.mechanisms[mechanism].links.clone()]
    }

    /// 0 for a mechanism that is no tree.
    pub(crate) fn edges(&self, mechanism: usize) -> usize {
        self.trees.edges(mechanism)
    }

    pub(crate) fn clusters(&self) -> &Clusters {
        &self.graph.clusters
    }

    /// Trees are solved in lanes of this width. `let_go` counts the solves that are undone (`rounds.rs`).
    pub(crate) fn share<'a>(&'a mut self, width: Width, let_go: &'a AtomicU32) -> SharedMechanisms<'a> {
        let Self { graph, memory, trees, unit } = self;
        let trees = trees.share(width, let_go, unit.0);
        SharedMechanisms { graph, memory: memory.share(let_go, f64::from(unit.0)), trees }
    }
}

/// Methods take the number of a mechanism, or a unit.
#[derive(Clone, Copy)]
pub(crate) struct SharedMechanisms<'a> {
    graph: &'a Graph,
    memory: SharedMemory<'a, f64>,
    trees: SharedTrees<'a>,
}

impl<'a> SharedMechanisms<'a> {
    pub(crate) fn count(&self) -> usize {
        self.graph.mechanisms.len()
    }

    /// # Safety
    /// That of `fill`.
    unsafe fn fill_one(&self, mechanism: usize, source: &ClusterSource<'_>) {
        let &ClusterSource { joints, strips, inputs, substep, .. } = source;
        let at = &self.graph.mechanisms[mechanism];
        // SAFETY: the caller's promise.
        let (nodes, links) =
            unsafe { (self.memory.nodes.slice(at.nodes.clone()), self.memory.links.slice(at.links.clone())) };
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

    /// # Safety
    /// Nobody else has this mechanism, or reads or writes its moving bodies, in this phase.
    pub(crate) unsafe fn get(&self, mechanism: usize, states: Shared<'a, BodyState>) -> Solve<'a> {
        // SAFETY: the caller's promise.
        unsafe { self.memory.get(self.graph, &self.graph.mechanisms[mechanism], states) }
    }
}

impl<'a> ClusterKind<'a> for SharedMechanisms<'a> {
    unsafe fn fill(&self, unit: SolveUnit<'_>, source: &ClusterSource<'_>) {
        // SAFETY: the caller's promise.
        unsafe {
            match unit {
                SolveUnit::One(one) => self.fill_one(one, source),
                SolveUnit::Trees(all) => self.trees.fill(all, self.graph, source),
            }
        }
    }

    unsafe fn warm_start(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, is_first: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            match unit {
                SolveUnit::One(one) => self.get(one, states).begin(is_first),
                SolveUnit::Trees(all) => self.trees.warm_start(all[0] as usize, states, is_first),
            }
        }
    }

    unsafe fn solve(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, sweep: &ClusterSweep) {
        // SAFETY: the caller's promise.
        unsafe {
            match unit {
                SolveUnit::One(one) => self.get(one, states).finish(sweep),
                SolveUnit::Trees(all) => self.trees.solve(all[0] as usize, states, sweep),
            }
        }
    }

    unsafe fn store(
        &self,
        unit: SolveUnit<'_>,
        states: Shared<'a, BodyState>,
        _: Shared<'_, Contact>,
        joints: Shared<'_, JointRows>,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            match unit {
                SolveUnit::One(one) => self.get(one, states).store(joints),
                SolveUnit::Trees(all) => self.trees.store(all[0] as usize, joints),
            }
        }
    }
}
