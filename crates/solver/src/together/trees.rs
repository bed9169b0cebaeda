//! Mechanisms that are trees, solved directly in lanes: the edges of one rank of all trees that a worker has.
//!
//! ```text
//!   plan.rs    the edges of each tree, with their ranks                       when joints or masses change
//!   trees.rs   bunches: up to 32 trees, their edges in blocks of eight        each step
//!   blocks.rs  the memory of a bunch
//!   rows.rs    errors and Jacobians of eight edges
//!   solve.rs   the elimination; sides.rs: limits, motors, added inertia, contradictions
//! ```
//!
//! A bunch is made of trees that an assignment has anyway, and is the same in all stages of a step. The bits
//! of a tree do not depend on the others of its bunch: no operation combines lanes, and a solve that others
//! need changes nothing of it.
//!
//! `mechanisms/` solves mechanisms with loops or with more than four rows between two bodies, and those that
//! a loaded cluster absorbs. Two joints to bodies of infinite mass are no loop: a bridge is a tree.

#![allow(unsafe_code)]

use super::kind::{ClusterSource, ClusterSweep};
use super::mechanisms::graph::Graph;
use crate::body::{BodyIndex, storable};
use crate::schedule::EMPTY_LANE;
use crate::shared_bodies::SharedBodies;
use crate::{BodyState, JointRows};
use alloc::vec::Vec;
use blocks::{EdgeBlock, Node, Record, Records};
use compute::{Kernel, LANES, Lanes, Shared, Width};
use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use plan::{MOST_ROWS, Plan};
use rows::{LinkColumns, LinkSource, Pattern, Row};
use solve::{MOST_TREES, Solve};

mod blocks;
#[cfg(test)]
mod laws;
mod plan;
// The closures of iterators are compiled without the wide instructions, so loops use an index.
#[allow(clippy::needless_range_loop)]
mod rows;
#[allow(clippy::needless_range_loop)]
mod sides;
#[allow(clippy::needless_range_loop)]
mod solve;

/// Enough edges to fill the lanes, few enough for the cache: a bunch takes no more trees then.
const ENOUGH_EDGES: u32 = 64;

/// Edges of one key fill a block.
#[derive(Clone, Copy, Debug)]
struct Place {
    key: u64,
    edge: u32,
    /// The tree in the bunch, and the record of its first node.
    tree: u32,
    first: u32,
}

#[derive(Clone, Debug, Default)]
struct Bunch {
    records: Range<usize>,
    nodes: Range<usize>,
    blocks: Range<usize>,
    links: Range<usize>,
    rows: Range<usize>,
    most_links: f32,
    /// Whether any of its trees is.
    is_closed: bool,
    substeps: f32,
    has_more_inertia: bool,
    is_factored: bool,
    curved: u32,
}

#[derive(Debug, Default)]
struct Used([AtomicUsize; 3]);

impl Clone for Used {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct TreeSolver {
    plan: Plan,
    /// By the first mechanism of a bunch.
    bunches: Vec<Bunch>,
    places: Vec<Place>,
    records: Vec<Record>,
    /// By record.
    bodies: Vec<BodyIndex>,
    nodes: Vec<Node>,
    blocks: Vec<EdgeBlock>,
    links: Vec<LinkColumns>,
    rows: Vec<Row>,
    used: Used,
}

impl TreeSolver {
    /// Call it if the graph has changed.
    pub(super) fn find(&mut self, graph: &Graph, joints: &[JointRows]) {
        let Self { plan, bunches, places, records, bodies, nodes, blocks, links, rows, used: _ } = self;
        plan.find(graph, joints);
        let sum = |of: fn(&plan::Tree) -> usize| plan.trees.iter().map(of).sum::<usize>();
        let edges = sum(|tree| tree.edges.len());
        let count = edges + plan.trees.len();
        bunches.resize(plan.trees.len(), Bunch::default());
        places.resize(edges, Place { key: 0, edge: 0, tree: 0, first: 0 });
        // One more of each tree is enough for one of each bunch.
        records.resize(count + plan.trees.len(), [0.0; 24]);
        bodies.resize(count + plan.trees.len(), BodyIndex::STATIC);
        nodes.resize(count + plan.trees.len(), Node::NONE);
        blocks.resize(edges, EdgeBlock::EMPTY);
        links.resize(sum(|tree| tree.rows), LinkColumns::empty(Pattern::RIGID_ANGLE));
        rows.resize(sum(|tree| tree.rows), Row::EMPTY);
    }

    /// 0 if it is no tree.
    pub(super) fn edges(&self, mechanism: usize) -> usize {
        self.plan.trees[mechanism].edges.len()
    }

    pub(super) fn share<'a>(&'a mut self, width: Width, let_go: &'a AtomicU32, unit: f32) -> SharedTrees<'a> {
        let Self { plan, bunches, places, records, bodies, nodes, blocks, links, rows, used } = self;
        used.0.iter_mut().for_each(|used| *used.get_mut() = 0);
        SharedTrees {
            plan,
            width,
            let_go,
            unit,
            used,
            bunches: Shared::new(bunches),
            places: Shared::new(places),
            records: Shared::new(records),
            bodies: Shared::new(bodies),
            nodes: Shared::new(nodes),
            blocks: Shared::new(blocks),
            links: Shared::new(links),
            rows: Shared::new(rows),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SharedTrees<'a> {
    plan: &'a Plan,
    width: Width,
    let_go: &'a AtomicU32,
    unit: f32,
    used: &'a Used,
    bunches: Shared<'a, Bunch>,
    places: Shared<'a, Place>,
    records: Shared<'a, Record>,
    bodies: Shared<'a, BodyIndex>,
    nodes: Shared<'a, Node>,
    blocks: Shared<'a, EdgeBlock>,
    links: Shared<'a, LinkColumns>,
    rows: Shared<'a, Row>,
}

pub(super) struct Collected {
    trees: [u32; MOST_TREES],
    count: usize,
    edges: u32,
}

impl Collected {
    pub(super) const NONE: Self = Self { trees: [0; MOST_TREES], count: 0, edges: 0 };

    /// Returns whether the bunch is complete.
    #[inline(always)]
    pub(super) fn add(&mut self, tree: u32, edges: u32) -> bool {
        self.trees[self.count] = tree;
        self.count += 1;
        self.edges += edges;
        self.count == MOST_TREES || self.edges >= ENOUGH_EDGES
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn take(&mut self) -> &[u32] {
        self.edges = 0;
        &self.trees[..core::mem::take(&mut self.count)]
    }
}

enum Work<'a> {
    Begin { is_first: bool },
    Finish(&'a ClusterSweep),
}

struct Run<'s, 'a>(&'s mut Solve<'a>, Work<'s>);

impl Kernel for Run<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self(solve, work) = self;
        match work {
            Work::Begin { is_first } => {
                if is_first {
                    solve.evaluate::<L>();
                }
                solve.warm_start::<L>();
            }
            Work::Finish(sweep) => solve.finish::<L>(sweep),
        }
    }
}

impl<'a> SharedTrees<'a> {
    /// # Safety
    /// Nobody else has this bunch in this phase.
    #[allow(clippy::mut_from_ref)]
    unsafe fn bunch(&self, first: usize) -> &'a mut Bunch {
        // SAFETY: the caller's promise.
        unsafe { &mut self.bunches.slice(first..first + 1)[0] }
    }

    /// # Safety
    /// Nobody else has these mechanisms, or writes states, in this phase.
    pub(super) unsafe fn fill(&self, members: &[u32], bodies_of: &Graph, source: &ClusterSource<'_>) {
        let &ClusterSource { joints, strips, inputs, substep, .. } = source;
        let Self { plan, used, .. } = self;
        let trees = || members.iter().map(|&member| &plan.trees[member as usize]);
        let sum = |of: fn(&plan::Tree) -> usize| trees().map(of).sum::<usize>();
        let lend = |of: usize, count: usize| {
            let start = used.0[of].fetch_add(count, Ordering::Relaxed);
            start..start + count
        };
        // Which part of the memory a bunch gets does not matter.
        let edges = lend(0, sum(|tree| tree.edges.len()));
        let count = sum(|tree| tree.bodies.len() + tree.grounds.len());
        let records = lend(1, count + 1);
        let all_rows = lend(2, sum(|tree| tree.rows));
        // SAFETY: the caller's promise; each part is lent once.
        let (places, own_records, own_bodies, own_nodes, own_blocks, own_rows, own_links) = unsafe {
            (
                self.places.slice(edges.clone()),
                self.records.slice(records.clone()),
                self.bodies.slice(records.clone()),
                self.nodes.slice(records.start..records.start + count),
                self.blocks.slice(edges.clone()),
                self.rows.slice(all_rows.clone()),
                self.links.slice(all_rows.clone()),
            )
        };
        // SAFETY: each joint is in one mechanism.
        let rows_of = |joint: u32| unsafe { &joints.slice(joint as usize..joint as usize + 1)[0] };

        own_records[count] = [0.0; 24];
        let (mut node, mut movable) = (0, 0);
        // Of each tree: its first node, and its first edge that has no place yet.
        let mut nexts = [(0, 0); MOST_TREES];
        for (number, tree) in trees().enumerate() {
            nexts[number] = (node, tree.edges.start);
            let bodies =
                bodies_of.bodies[tree.bodies.clone()].iter().chain(&plan.grounds[tree.grounds.clone()]);
            for &row in bodies {
                let body = strips.index_of(row);
                let input = &inputs[body.index()];
                if input.is_movable() {
                    own_nodes[movable] = Node { body, record: node as u32, tree: number as u32 };
                    movable += 1;
                }
                let record = &mut own_records[node];
                *record = [0.0; 24];
                record[19] = input.inverse_inertia;
                own_bodies[node] = body;
                node += 1;
            }
        }
        let (mut rank, mut place) = (0, 0);
        while place < places.len() {
            let start = place;
            for (number, (tree, (first, next))) in trees().zip(&mut nexts).enumerate() {
                while *next < tree.edges.end && plan.edges[*next].rank == rank {
                    let edge = &plan.edges[*next];
                    let mut key = u64::from(rank) << 3 | edge.places.key();
                    for slot in 0..MOST_ROWS {
                        let link = plan.links[edge.links.clone()].get(slot);
                        let pattern = link
                            .map_or(0, |link| 1 + Pattern::of(rows_of(link.joint), link.is_swapped).key());
                        key = key << 6 | pattern;
                    }
                    let tree = number as u32;
                    places[place] = Place { key, edge: *next as u32, tree, first: *first as u32 };
                    (*next, place) = (*next + 1, place + 1);
                }
            }
            compute::sort_by(&mut places[start..place], |a, b| a.key.cmp(&b.key).then(a.edge.cmp(&b.edge)));
            rank += 1;
        }

        let (mut blocks, mut next_link, mut next_row) = (0, 0, 0);
        let mut degrees = 1;
        let mut start = 0;
        while start < places.len() {
            let key = places[start].key;
            let alike = places[start..].iter().take(LANES).take_while(|place| place.key == key).count();
            let block = &mut own_blocks[blocks];
            *block = EdgeBlock::EMPTY;
            (block.child, block.parent) = ([count as u32; LANES], [count as u32; LANES]);
            (block.first_link, block.first_row) = (next_link as u32, next_row as u32);
            let first_edge = &plan.edges[places[start].edge as usize];
            block.places = first_edge.places;
            for link in &plan.links[first_edge.links.clone()] {
                let pattern = Pattern::of(rows_of(link.joint), link.is_swapped);
                own_links[next_link] = LinkColumns::empty(pattern);
                own_rows[next_row..next_row + pattern.rows()].fill(Row::EMPTY);
                block.is_bounded |= pattern.is_bounded;
                next_link += 1;
                next_row += pattern.rows();
            }
            block.links = next_link as u32 - block.first_link;
            block.rows = next_row as u32 - block.first_row;
            for (lane, place) in places[start..start + alike].iter().enumerate() {
                let edge = &plan.edges[place.edge as usize];
                let ends = [edge.child, edge.parent].map(|node| (place.first + node) as usize);
                let bodies = ends.map(|node| own_bodies[node]);
                (block.child[lane], block.parent[lane]) = (ends[0] as u32, ends[1] as u32);
                (block.child_bodies[lane], block.parent_bodies[lane]) = (bodies[0], bodies[1]);
                block.trees[lane] = place.tree as u8;
                block.used |= 1 << lane;
                let ends_inputs = bodies.map(|body| &inputs[body.index()]);
                block.write_child |= u8::from(ends_inputs[0].is_movable()) << lane;
                block.write_parent |= u8::from(ends_inputs[1].is_movable()) << lane;
                for (inverse, input) in block.inverse.iter_mut().zip(ends_inputs) {
                    (inverse[0][lane], inverse[1][lane]) = (input.inverse_mass, input.inverse_inertia);
                }
                let (mut link, mut row) = (block.first_link as usize, block.first_row as usize);
                let is_closed = plan.trees[members[place.tree as usize] as usize].is_closed;
                for own in &plan.links[edge.links.clone()] {
                    let joints = rows_of(own.joint);
                    let count = own_links[link].pattern.rows();
                    let ab = if own.is_swapped { [1, 0] } else { [0, 1] }.map(|end| ends_inputs[end]);
                    let source = LinkSource {
                        joint: own.joint,
                        joints,
                        is_swapped: own.is_swapped,
                        inputs: ab,
                        is_closed,
                        substep,
                    };
                    own_links[link].fill(lane, &source, &mut own_rows[row..row + count]);
                    if !ends_inputs[0].is_movable() {
                        let inverse_mass = ends_inputs[1].inverse_mass;
                        if inverse_mass > 0.0 {
                            let end = usize::from(!own.is_swapped);
                            own_records[ends[1]][18] += joints.square_of_pin_lever(end) / inverse_mass;
                        }
                    }
                    link += 1;
                    row += count;
                }
                degrees = degrees.max(edge.degree);
            }
            blocks += 1;
            start += alike;
        }
        // SAFETY: the caller's promise.
        let bunch = unsafe { self.bunch(members[0] as usize) };
        *bunch = Bunch {
            nodes: records.start..records.start + movable,
            records,
            blocks: edges.start..edges.start + blocks,
            links: all_rows.start..all_rows.start + next_link,
            rows: all_rows.start..all_rows.start + next_row,
            most_links: degrees as f32,
            is_closed: trees().any(|tree| tree.is_closed),
            substeps: 0.0,
            has_more_inertia: false,
            is_factored: false,
            curved: 0,
        };
    }

    /// # Safety
    /// Nobody else has this bunch, or reads or writes the moving bodies of its trees, in this phase.
    unsafe fn run(&self, first: usize, states: Shared<'a, BodyState>, work: Work<'_>) {
        // SAFETY: the caller's promise. The bodies of the trees exist.
        unsafe {
            let bunch = self.bunch(first);
            if matches!(work, Work::Finish(sweep) if sweep.ends_substep()) {
                bunch.substeps += 1.0;
            }
            let mut solve = Solve {
                records: Records::new(self.records.part(bunch.records.clone())),
                nodes: self.nodes.slice(bunch.nodes.clone()),
                blocks: self.blocks.slice(bunch.blocks.clone()),
                links: self.links.slice(bunch.links.clone()),
                rows: self.rows.slice(bunch.rows.clone()),
                bodies: SharedBodies::new(states),
                width: self.width,
                unit: self.unit,
                most_links: bunch.most_links,
                is_closed: bunch.is_closed,
                has_more_inertia: &mut bunch.has_more_inertia,
                is_factored: &mut bunch.is_factored,
                curved: &mut bunch.curved,
                let_go: 0,
            };
            self.width.run(Run(&mut solve, work));
            if solve.let_go > 0 {
                self.let_go.fetch_add(solve.let_go, Ordering::Relaxed);
            }
        }
    }

    /// # Safety
    /// Nobody else has this bunch, or reads or writes the moving bodies of its trees, in this phase.
    pub(super) unsafe fn warm_start(&self, first: usize, states: Shared<'a, BodyState>, is_first: bool) {
        // SAFETY: the caller's promise.
        unsafe { self.run(first, states, Work::Begin { is_first }) };
    }

    /// # Safety
    /// The same.
    pub(super) unsafe fn solve(&self, first: usize, states: Shared<'a, BodyState>, sweep: &ClusterSweep) {
        // SAFETY: the caller's promise.
        unsafe { self.run(first, states, Work::Finish(sweep)) };
    }

    /// Stores the impulses of the last sub-step, and by how much the mean of all exceeds each.
    ///
    /// # Safety
    /// Nobody else has this bunch in this phase.
    pub(super) unsafe fn store(&self, first: usize, joints: Shared<'_, JointRows>) {
        // SAFETY: the caller's promise; each joint is in one mechanism.
        unsafe {
            let bunch = self.bunch(first);
            let mut rows = self.rows.slice(bunch.rows.clone()).iter();
            for link in self.links.slice(bunch.links.clone()).iter() {
                for i in 0..link.pattern.rows() {
                    let Some(row) = rows.next() else { return };
                    for lane in (0..LANES).filter(|&lane| link.joints[lane] != EMPTY_LANE) {
                        let joint = link.joints[lane] as usize;
                        let stored = &mut joints.slice(joint..joint + 1)[0];
                        let (sign, impulse) = (link.sign(lane), row.impulse[lane]);
                        stored.impulse[i] = storable(sign * impulse);
                        stored.mean_excess[i] = storable(sign * (row.total[lane] / bunch.substeps - impulse));
                    }
                }
            }
        }
    }
}

impl Node {
    const NONE: Self = Self { body: BodyIndex::STATIC, record: 0, tree: 0 };
}
