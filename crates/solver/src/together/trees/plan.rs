//! The order in which the edges of each tree are eliminated.
//!
//! ```text
//!   nodes   the bodies of a mechanism, then one for each edge to a body of infinite mass
//!   edge    all rows between two nodes, at most MOST_ROWS
//!   rank    leaves are taken off layer by layer, so the root is the middle of the tree
//!
//!     ground--a--b--c--ground        ranks  0 1 . 1 0     the root is b
//! ```
//!
//! Edges of one rank share no node, in whichever trees they are: lanes are made of these. Edges below a node
//! have smaller ranks than the one above it.

use super::blocks::EdgePlaces;
use crate::joint::ConstraintError;
use crate::together::matrix::elimination::NONE;
use crate::together::mechanisms::graph::Graph;
use crate::{BodyRow, JointRows};
use alloc::vec::Vec;
use core::ops::Range;

/// The most rows of an edge: a wheel with a spring, a limit and a motor has four.
pub(super) const MOST_ROWS: usize = 4;

/// Nodes are counted within the mechanism.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) child: u32,
    pub(super) parent: u32,
    pub(super) rank: u32,
    /// Of the node with more links.
    pub(super) degree: u32,
    pub(super) places: EdgePlaces,
    pub(super) links: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeLink {
    pub(super) joint: u32,
    /// Whether the child is B.
    pub(super) is_swapped: bool,
}

/// Without edges if the mechanism is no tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) bodies: Range<usize>,
    pub(super) grounds: Range<usize>,
    /// By rank.
    pub(super) edges: Range<usize>,
    /// Numbers of rows and of links.
    pub(super) rows: usize,
    pub(super) links: usize,
    pub(super) is_closed: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// By mechanism.
    pub(super) trees: Vec<Tree>,
    pub(super) edges: Vec<Edge>,
    pub(super) links: Vec<EdgeLink>,
    /// By node of infinite mass.
    pub(super) grounds: Vec<BodyRow>,
    scratch: Scratch,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Between two nodes, the lesser one first. The greater one is a key: the row of a body of infinite mass
    /// lies above all nodes.
    joints: Vec<(u32, u64, u32)>,
    /// By node: number of edges left, the exclusive or of their numbers, and the least rank of the next edge.
    degrees: Vec<u32>,
    sums: Vec<u32>,
    ready: Vec<u32>,
    leaves: Vec<u32>,
}

pub(super) fn rows_of(error: &ConstraintError) -> usize {
    if matches!(error, ConstraintError::Point(_)) { 2 } else { 1 }
}

impl Plan {
    pub(super) fn find(&mut self, graph: &Graph, joints: &[JointRows]) {
        let Self { trees, edges, links, grounds, .. } = self;
        trees.clear();
        edges.clear();
        links.clear();
        grounds.clear();
        for mechanism in 0..graph.mechanisms.len() {
            let ends = [self.edges.len(), self.links.len(), self.grounds.len()];
            let tree = self.add(graph, mechanism, joints).unwrap_or_default();
            if tree.edges.is_empty() {
                self.edges.truncate(ends[0]);
                self.links.truncate(ends[1]);
                self.grounds.truncate(ends[2]);
            }
            self.trees.push(tree);
        }
    }

    /// `None` if it is no tree, or has an edge of too many rows.
    fn add(&mut self, graph: &Graph, mechanism: usize, joints: &[JointRows]) -> Option<Tree> {
        let Self { edges, links, grounds, scratch, .. } = self;
        let at = &graph.mechanisms[mechanism];
        let count = at.nodes.len();
        scratch.joints.clear();
        for link in &graph.links[at.links.clone()] {
            let rows = &joints[link.joint as usize];
            let [a, b] = link.nodes;
            let outside = |body: BodyRow| (1 << 32) + u64::from(body.0);
            scratch.joints.push(match (a, b) {
                (NONE, b) => (b, outside(rows.a), link.joint),
                (a, NONE) => (a, outside(rows.b), link.joint),
                (a, b) => (a.min(b), u64::from(a.max(b)), link.joint),
            });
        }
        compute::sort(&mut scratch.joints);
        let starts = [edges.len(), links.len(), grounds.len()];
        let mut tree = Tree { bodies: at.nodes.clone(), is_closed: at.is_closed, ..Tree::default() };
        for group in scratch.joints.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (first, key, _) = group[0];
            let second = if key >> 32 == 0 {
                key as u32
            } else {
                grounds.push(BodyRow(key as u32));
                (count + grounds.len() - 1 - starts[2]) as u32
            };
            let own: usize = group.iter().map(|&(_, _, joint)| rows_of(&joints[joint as usize].error)).sum();
            if own > MOST_ROWS {
                return None;
            }
            tree.rows += own;
            let from = links.len();
            links.extend(group.iter().map(|&(_, _, joint)| EdgeLink { joint, is_swapped: false }));
            edges.push(Edge {
                child: first,
                parent: second,
                rank: 0,
                degree: 0,
                places: EdgePlaces::default(),
                links: from..links.len(),
            });
        }
        tree.edges = starts[0]..edges.len();
        tree.links = links.len() - starts[1];
        tree.grounds = starts[2]..grounds.len();
        let nodes = count + tree.grounds.len();
        if tree.edges.len() + 1 != nodes {
            return None;
        }
        scratch.peel(&mut edges[tree.edges.clone()], nodes, count);
        let outside = &grounds[tree.grounds.clone()];
        for edge in &edges[tree.edges.clone()] {
            let child = edge.child as usize;
            let body =
                if child < count { graph.bodies[at.nodes.start + child] } else { outside[child - count] };
            for link in &mut links[edge.links.clone()] {
                link.is_swapped = joints[link.joint as usize].b == body;
            }
        }
        compute::sort_by(&mut edges[tree.edges.clone()], |a, b| {
            (a.rank, a.places.key(), a.child).cmp(&(b.rank, b.places.key(), b.child))
        });
        Some(tree)
    }
}

impl Scratch {
    /// Finds child, parent and rank of each edge. Nodes from `count` on stay leaves.
    fn peel(&mut self, edges: &mut [Edge], nodes: usize, count: usize) {
        let Self { degrees, sums, ready, leaves, .. } = self;
        for (list, value) in [(&mut *degrees, 0), (&mut *sums, 0), (&mut *ready, 0)] {
            list.clear();
            list.resize(nodes, value);
        }
        for edge in &*edges {
            for node in [edge.child, edge.parent] {
                ready[node as usize] += edge.links.len() as u32;
            }
        }
        for (number, edge) in edges.iter_mut().enumerate() {
            let ends = [edge.child, edge.parent].map(|node| node as usize);
            edge.degree = ready[ends[0]].max(ready[ends[1]]);
            for node in ends {
                degrees[node] += 1;
                sums[node] ^= number as u32;
            }
        }
        ready.fill(0);
        leaves.clear();
        leaves.extend(
            (count..nodes).chain(0..count).filter(|&node| degrees[node] == 1).map(|node| node as u32),
        );
        let (mut next, mut last) = (0, 0);
        while let Some(&leaf) = leaves.get(next) {
            next += 1;
            if degrees[leaf as usize] == 0 {
                break;
            }
            let number = sums[leaf as usize];
            let edge = &mut edges[number as usize];
            let parent = edge.child ^ edge.parent ^ leaf;
            let rank = ready[leaf as usize].max(ready[parent as usize]);
            (edge.child, edge.parent, edge.rank) = (leaf, parent, rank);
            edge.places.is_leaf = ready[leaf as usize] == 0;
            edge.places.is_first = ready[parent as usize] == 0;
            last = number as usize;
            ready[parent as usize] = rank + 1;
            sums[parent as usize] ^= number;
            degrees[parent as usize] -= 1;
            if degrees[parent as usize] == 1 {
                leaves.push(parent);
            }
        }
        edges[last].places.is_last_of_root = true;
    }
}
