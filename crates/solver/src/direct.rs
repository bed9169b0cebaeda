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
//! | `elimination.rs` | the order of elimination, and the blocks that it takes |
//! | `link.rs` | rows as equations: errors, Jacobians, biases |
//! | `factor.rs` | L D L^T of blocks of three by three numbers |
//! | `states.rs`, `motion.rs`, `node.rs`, `equation.rs` | bodies and equations of a mechanism |
//! | `solve.rs` | a mechanism in a sub-step: warm start, biased and relax solve, curvature, inertia |
//! | `rounds.rs` | the rows of a solve: limits, motors, rows that contradict each other |
//! | `number.rs` | what all that is computed with |
//!
//! The unknowns are the velocities, three for each body, and rows enter as very stiff springs (the *give*,
//! `link.rs`). So rigid rows, springs, limits and motors, pins to the ground and closed chains are all alike:
//! each adds J^T J / give to the blocks of its two bodies. These terms are so large that in `f32` they would
//! swallow the masses, so they are `f64`; the velocities of the bodies stay `f32`.
//!
//! A mechanism is solved after the sweep over joints and contacts (*joints last*): where not all can be
//! satisfied, a contact takes the error, which is less visible than a gap in a chain. Its links need the
//! extra inertia of `joint/geometric_stiffness.rs`: an exact solve alone is as unstable as sweeps.
//!
//! From one step to the next only memory is kept, and the graph as long as the same joints connect the same
//! bodies.
//!
//! Turned down: the impulses as unknowns (two for each pin), where a body with many pins couples all of them;
//! the form of Baraff, "Linear-Time Dynamics using Lagrange Multipliers", 1996, with both as unknowns, which
//! cannot give way where pins hold a body twice; a spanning tree solved directly and the rest of the loops in
//! sweeps, which is worse than sweeps alone.

#![allow(unsafe_code)]

use crate::joint::JointRows;
use crate::schedule::{Clusters, Strips};
use crate::{BodyInput, BodyRow, BodyState, DirectJoints, Softness};
use alloc::vec::Vec;
use compute::Shared;
use factor::{Block, Diagonal, Structure};
use graph::{Graph, LinkEnds};
use link::Link;
use node::Node;
use number::Spatial;
use solve::Solve;
use states::States;

pub(crate) mod elimination;
mod equation;
// Loops use indices: the closures of iterators would be compiled without the wide instructions.
#[allow(clippy::needless_range_loop)]
pub(crate) mod factor;
pub(crate) mod graph;
pub(crate) mod link;
mod motion;
mod node;
pub(crate) mod number;
#[allow(clippy::needless_range_loop)]
pub(crate) mod rounds;
#[allow(clippy::needless_range_loop)]
pub(crate) mod solve;
pub(crate) mod states;

/// The mechanisms of a step, with the memory that they keep from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectSolver {
    graph: Graph,
    nodes: Vec<Node>,
    links: Vec<Link>,
    diagonals: Vec<Diagonal>,
    blocks: Vec<Block>,
    x: Vec<Spatial>,
}

impl DirectSolver {
    /// Decides which rows are solved directly. Call it before the schedule is made.
    pub(crate) fn choose(&mut self, method: DirectJoints, joints: &[JointRows], inputs: &[BodyInput]) {
        if self.graph.find(method, joints, inputs) {
            self.nodes.resize(self.graph.bodies.len(), Node::empty());
            self.x.resize(self.graph.bodies.len(), [0.0; 3]);
            self.diagonals.resize(self.graph.bodies.len(), [0.0; 6]);
            self.links.resize(self.graph.links.len(), Link::empty());
            self.blocks.resize(self.graph.elimination.block_count(), [0.0; 9]);
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

    /// For the workers of a step.
    pub(crate) fn share(&mut self) -> SharedMechanisms<'_> {
        let Self { graph, nodes, links, diagonals, blocks, x } = self;
        SharedMechanisms {
            graph,
            nodes: Shared::new(nodes),
            links: Shared::new(links),
            diagonals: Shared::new(diagonals),
            blocks: Shared::new(blocks),
            x: Shared::new(x),
        }
    }
}

/// All mechanisms, as the workers of a step share them. Methods take the number of a mechanism.
#[derive(Clone, Copy)]
pub(crate) struct SharedMechanisms<'a> {
    graph: &'a Graph,
    nodes: Shared<'a, Node>,
    links: Shared<'a, Link>,
    diagonals: Shared<'a, Diagonal>,
    blocks: Shared<'a, Block>,
    x: Shared<'a, Spatial>,
}

/// What a solve is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectSweep {
    /// The softness of rigid rows in this sweep.
    pub(crate) rigid: Softness,
    /// The share of an error that rigid rows remove in a second in biased sweeps.
    pub(crate) biased_rate: f32,
    /// Length of a sub-step, s.
    pub(crate) h: f32,
    /// Whether bodies have moved since the last solve.
    pub(crate) bodies_moved: bool,
    /// Whether the sweep before had the same bias, and no body has moved since.
    pub(crate) has_same_bias: bool,
    /// Whether bodies move next, so that the curvature of their motion counts.
    pub(crate) moves_next: bool,
    /// Whether the sub-step ends after it.
    pub(crate) ends_substep: bool,
}

impl<'a> SharedMechanisms<'a> {
    /// Copies the rows and the masses of a mechanism, for sub-steps of `h` seconds. `inputs` are by body
    /// index.
    ///
    /// # Safety
    /// Nobody else has this mechanism in this phase.
    pub(crate) unsafe fn fill(
        &self,
        mechanism: usize,
        joints: Shared<'_, JointRows>,
        strips: &Strips,
        inputs: &[BodyInput],
        h: f32,
    ) {
        let at = &self.graph.mechanisms[mechanism];
        // SAFETY: the caller's promise.
        let (nodes, links) =
            unsafe { (self.nodes.slice(at.nodes.clone()), self.links.slice(at.links.clone())) };
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
            link.fill(rows, bodies, bodies.map(|body| &inputs[body.index()]), at.is_closed, h);
        }
    }

    /// The parts of a mechanism.
    ///
    /// # Safety
    /// Nobody else has this mechanism, or reads or writes its moving bodies, in this phase.
    pub(crate) unsafe fn get(&self, mechanism: usize, states: Shared<'a, BodyState>) -> Solve<'a> {
        let Self { graph, nodes, links, diagonals, blocks, x } = *self;
        let at = &graph.mechanisms[mechanism];
        let structure = Structure {
            columns: &graph.elimination.columns[at.nodes.clone()],
            below: &graph.elimination.below[at.blocks.clone()],
            targets: &graph.elimination.targets[at.targets.clone()],
        };
        // SAFETY: the caller's promise; each part belongs to one mechanism.
        unsafe {
            Solve {
                structure,
                nodes: nodes.slice(at.nodes.clone()),
                links: links.slice(at.links.clone()),
                diagonals: diagonals.slice(at.nodes.clone()),
                blocks: blocks.slice(at.blocks.clone()),
                x: x.slice(at.nodes.clone()),
                states: States::new(states),
                contradiction_rate: 0.0,
            }
        }
    }

    /// Applies the accumulated impulses. The first sub-step also evaluates the rows; in the others, the last
    /// relax sweep has done so.
    ///
    /// # Safety
    /// Nobody else has this mechanism, or reads or writes its moving bodies, in this phase.
    pub(crate) unsafe fn warm_start(&self, mechanism: usize, states: Shared<'a, BodyState>, is_first: bool) {
        // SAFETY: the caller's promise.
        let mut mechanism = unsafe { self.get(mechanism, states) };
        mechanism.begin(is_first);
    }

    /// Solves a mechanism at the end of a sweep.
    ///
    /// # Safety
    /// The same.
    pub(crate) unsafe fn solve(&self, mechanism: usize, states: Shared<'a, BodyState>, sweep: &DirectSweep) {
        // SAFETY: the caller's promise.
        let mut mechanism = unsafe { self.get(mechanism, states) };
        mechanism.finish(sweep);
    }

    /// Stores the impulses in the caller's rows.
    ///
    /// # Safety
    /// Nobody else has this mechanism in this phase.
    pub(crate) unsafe fn store(
        &self,
        mechanism: usize,
        states: Shared<'a, BodyState>,
        joints: Shared<'_, JointRows>,
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.get(mechanism, states) }.store(joints);
    }
}
