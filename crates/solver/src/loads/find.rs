//! The loaded clusters of a step: bodies that loaded contacts connect, in the order of their elimination.
//!
//! ```text
//!   loaded contacts -> connected bodies -> small enough? -> breadth first from an end -> reversed: nodes
//! ```
//!
//! Breadth first from a body at the end of a cluster keeps the matrix narrow, as Cuthill and McKee do. A
//! cluster of more than [`MAX_BODIES`] bodies, or whose elimination takes more than [`BUDGET`] products of
//! blocks for each body, is left to the sweeps, and so is a column of more than [`MAX_TALL`]: the inner rows
//! of a pyramid are loaded like columns, and soft rows carry them well.

use super::pressed::{Load, Loads, Source};
use crate::direct::elimination::{Elimination, NONE};
use crate::schedule::Clusters;
use crate::{BodyRow, DirectContacts};
use alloc::vec::Vec;
use core::ops::Range;

/// The most bodies of a cluster under a heavy body.
const MAX_BODIES: usize = 160;

/// The most bodies of a column.
const MAX_TALL: usize = 40;

/// Products of blocks for each body that the elimination may take. A column takes one, a random pile of 66
/// bodies thirty.
const BUDGET: usize = 120;

/// The give of a row, as a share of K, under a heavy body: with 1e-2 a pile drifts under 1,000 times its
/// mass, with 1e-4 wide piles do not converge.
const HEAVY_GIVE: f64 = 1e-3;

/// The same in columns.
const TALL_GIVE: f64 = 3e-4;

/// Where the parts of a cluster lie in the arrays of all clusters.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) nodes: Range<usize>,
    pub(super) touches: Range<usize>,
    pub(super) blocks: Range<usize>,
    pub(super) targets: Range<usize>,
    /// Whether no heavy body presses on it.
    pub(super) is_tall: bool,
}

impl Part {
    /// The give of its rows, as a share of K.
    pub(super) fn give(&self) -> f64 {
        if self.is_tall { TALL_GIVE } else { HEAVY_GIVE }
    }
}

/// A contact of a cluster. Nodes and blocks are counted within the cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct TouchEnds {
    pub(super) contact: u32,
    pub(super) nodes: [u32; 2],
    pub(super) block: u32,
}

/// The clusters of a step, and the memory of the search. Everything is scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// By contact; empty if no contact is in a cluster.
    pub(super) is_direct: Vec<bool>,
    pub(super) parts: Vec<Part>,
    pub(super) bodies: Vec<BodyRow>,
    pub(super) touches: Vec<TouchEnds>,
    pub(super) elimination: Elimination,
    loads: Loads,
    /// Contacts that may be in a cluster.
    candidates: Vec<u32>,
    /// By row: union-find, then the number of the part or [`NONE`].
    parents: Vec<u32>,
    part_of: Vec<u32>,
    /// By row: bodies of the set of a root, and whether a heavy body presses on one.
    sizes: Vec<(u32, bool)>,
    is_barred: Vec<bool>,
    /// Neighbours by row.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// By row: position in the order of elimination.
    node: Vec<u32>,
    order: Vec<u32>,
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.is_direct.clear();
        self.parts.clear();
        self.bodies.clear();
        self.touches.clear();
        self.elimination.clear();
    }

    /// Finds the clusters. Bodies of `mechanisms` are in none: no two clusters share a moving body.
    pub(super) fn find(&mut self, source: &Source<'_>, mechanisms: &Clusters) {
        self.clear();
        if !self.loads.find(source) {
            return;
        }
        self.gather(source, mechanisms, Load::Tall);
        self.connect(source);
        if self.sizes.iter().any(|&(size, is_heavy)| is_heavy && size as usize > MAX_BODIES) {
            // A heavy body on something tall: without what is only tall, it may be small enough.
            self.gather(source, mechanisms, Load::Heavy);
            self.connect(source);
        }
        // What is not chosen leaves early: the inside of a pyramid has thousands of contacts.
        for row in 1..source.inputs.len() {
            if self.parents[row] == row as u32 && !self.is_chosen(source.method, row) {
                self.sizes[row].0 = 0;
            }
        }
        let Self { candidates, parents, sizes, .. } = self;
        candidates.retain(|&index| {
            let contact = &source.contacts[index as usize];
            let roots = [contact.a, contact.b].map(|row| parents[row.index()]);
            // A body of infinite mass has no root.
            sizes[roots[0].min(roots[1]) as usize].0 > 0
        });
        if candidates.is_empty() {
            return;
        }
        self.index(source);
        for row in 1..source.inputs.len() {
            if self.parents[row] == row as u32 && self.sizes[row].0 > 0 {
                self.add(row);
            }
        }
        if !self.parts.is_empty() {
            self.link(source);
        }
    }

    /// Lists the contacts of bodies that carry at least `least`.
    fn gather(&mut self, source: &Source<'_>, mechanisms: &Clusters, least: Load) {
        let Self { loads, candidates, is_barred, .. } = self;
        is_barred.clear();
        is_barred.resize(source.inputs.len(), false);
        for &row in mechanisms.bodies() {
            is_barred[row.index()] = true;
        }
        let is_loaded = |row: BodyRow| match loads.of[row.index()] {
            Load::Heavy => true,
            Load::Tall => least == Load::Tall,
            Load::Light => false,
        };
        candidates.clear();
        for (index, contact) in source.contacts.iter().enumerate() {
            let rows = [contact.a, contact.b];
            if contact.manifold.count > 0
                && rows.into_iter().any(is_loaded)
                && !rows.iter().any(|row| is_barred[row.index()])
                && !source.crushes(contact)
                && source.will_touch(contact)
                && !source.bounces(contact)
            {
                candidates.push(index as u32);
            }
        }
    }

    /// Unites the bodies of the candidates, and counts those of each set.
    fn connect(&mut self, source: &Source<'_>) {
        let Self { candidates, parents, sizes, loads, .. } = self;
        let count = source.inputs.len();
        parents.clear();
        parents.resize(count, NONE);
        let is_movable = |row: BodyRow| source.inputs[row.index()].is_movable();
        for &index in &*candidates {
            let contact = &source.contacts[index as usize];
            let mut roots = [NONE; 2];
            for (root, row) in roots.iter_mut().zip([contact.a, contact.b]) {
                if is_movable(row) {
                    if parents[row.index()] == NONE {
                        parents[row.index()] = row.0;
                    }
                    *root = find_root(parents, row.0);
                }
            }
            let [a, b] = roots;
            if a != NONE && b != NONE {
                parents[a.max(b) as usize] = a.min(b);
            }
        }
        sizes.clear();
        sizes.resize(count, (0, false));
        for row in 0..count as u32 {
            if parents[row as usize] != NONE {
                let root = find_root(parents, row) as usize;
                parents[row as usize] = root as u32;
                sizes[root].0 += 1;
                sizes[root].1 |= loads.of[row as usize] == Load::Heavy;
            }
        }
    }

    /// Whether the set of this root becomes a cluster.
    fn is_chosen(&self, method: DirectContacts, root: usize) -> bool {
        let (size, is_heavy) = self.sizes[root];
        if is_heavy {
            size as usize <= MAX_BODIES
        } else {
            method == DirectContacts::Tall && size as usize <= MAX_TALL
        }
    }

    /// Sorts the candidates by body.
    fn index(&mut self, source: &Source<'_>) {
        let Self { candidates, parents, starts, neighbours, node, part_of, .. } = self;
        let count = source.inputs.len();
        for indices in [&mut *node, &mut *part_of] {
            indices.clear();
            indices.resize(count, NONE);
        }
        starts.clear();
        starts.resize(count + 1, 0);
        let ends = |index: u32| {
            let contact = &source.contacts[index as usize];
            [contact.a.index(), contact.b.index()]
        };
        for [a, b] in candidates.iter().map(|&index| ends(index)) {
            for (body, other) in [(a, b), (b, a)] {
                if parents[body] != NONE && parents[other] != NONE {
                    starts[body] += 1;
                }
            }
        }
        let mut end = 0;
        for start in &mut *starts {
            end += *start;
            *start = end;
        }
        neighbours.clear();
        neighbours.resize(end as usize, 0);
        for [a, b] in candidates.iter().map(|&index| ends(index)) {
            for (body, other) in [(a, b), (b, a)] {
                if parents[body] != NONE && parents[other] != NONE {
                    starts[body] -= 1;
                    neighbours[starts[body] as usize] = other as u32;
                }
            }
        }
    }

    /// Makes the set of this root a cluster, if its elimination is within the budget.
    fn add(&mut self, root: usize) {
        // The last body of a walk is at an end.
        self.walk(root as u32);
        let end = self.order.last().copied().unwrap_or(root as u32);
        for &body in &self.order {
            self.node[body as usize] = NONE;
        }
        self.walk(end);
        let Self { order, node, starts, neighbours, elimination, bodies, parts, part_of, sizes, .. } = self;
        let count = order.len();
        for (i, &body) in order.iter().enumerate() {
            node[body as usize] = (count - 1 - i) as u32;
        }
        let (blocks, targets) = (elimination.block_count(), elimination.target_count());
        let neighbours_of = |j: usize| {
            let body = order[count - 1 - j] as usize;
            neighbours[starts[body] as usize..starts[body + 1] as usize].iter().map(|&b| node[b as usize])
        };
        if !elimination.add(count, BUDGET, neighbours_of) {
            return;
        }
        for &body in &*order {
            part_of[body as usize] = parts.len() as u32;
        }
        let start = bodies.len();
        bodies.extend(order.iter().rev().map(|&body| BodyRow(body)));
        parts.push(Part {
            nodes: start..bodies.len(),
            touches: 0..0,
            blocks: blocks..elimination.block_count(),
            targets: targets..elimination.target_count(),
            is_tall: !sizes[root].1,
        });
    }

    /// Lists a set breadth first.
    fn walk(&mut self, first: u32) {
        let Self { order, node, starts, neighbours, .. } = self;
        order.clear();
        order.push(first);
        node[first as usize] = 0;
        let mut next = 0;
        while let Some(&body) = order.get(next) {
            let own = starts[body as usize] as usize..starts[body as usize + 1] as usize;
            for &other in &neighbours[own] {
                if node[other as usize] == NONE {
                    node[other as usize] = 0;
                    order.push(other);
                }
            }
            next += 1;
        }
    }

    /// Gives each cluster its contacts, in the order of the contacts.
    fn link(&mut self, source: &Source<'_>) {
        let Self { is_direct, parts, touches, elimination, candidates, part_of, node, .. } = self;
        is_direct.resize(source.contacts.len(), false);
        let part_of = |index: u32| {
            let contact = &source.contacts[index as usize];
            // A body of infinite mass is in none.
            let [a, b] = [contact.a, contact.b].map(|row| part_of[row.index()]);
            a.min(b)
        };
        for &index in &*candidates {
            if let Some(part) = parts.get_mut(part_of(index) as usize) {
                part.touches.end += 1;
            }
        }
        let mut end = 0;
        for part in &mut *parts {
            let count = part.touches.end;
            part.touches = end..end;
            end += count;
        }
        touches.resize(end, TouchEnds { contact: 0, nodes: [NONE; 2], block: NONE });
        for &index in &*candidates {
            let Some(part) = parts.get_mut(part_of(index) as usize) else { continue };
            is_direct[index as usize] = true;
            let contact = &source.contacts[index as usize];
            let nodes = [contact.a, contact.b]
                .map(|row| if source.inputs[row.index()].is_movable() { node[row.index()] } else { NONE });
            let block = elimination.block(part.nodes.start, part.blocks.start, nodes);
            touches[part.touches.end] = TouchEnds { contact: index, nodes, block };
            part.touches.end += 1;
        }
    }
}

fn find_root(parents: &mut [u32], row: u32) -> u32 {
    let mut row = row;
    while parents[row as usize] != row {
        let above = parents[parents[row as usize] as usize];
        parents[row as usize] = above;
        row = above;
    }
    row
}
