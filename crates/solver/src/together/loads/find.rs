//! The loaded clusters of a step: bodies that loaded contacts connect, in the order of their elimination. The
//! head of `docs/loads.md` says which contacts are loaded.
//!
//! ```text
//!   loaded contacts (`find/edge.rs`) -> connected bodies -> small enough (`find/set.rs`)?
//!     -> with mechanisms (`find/absorb.rs`) -> least degree first (`find/order.rs`): nodes
//! ```
//!
//! A cluster of too many bodies ([`Set::is_chosen`]), or whose elimination takes more than [`BUDGET`]
//! products of blocks for each body, is left to the sweeps.

use super::columns::Columns;
use super::pressed::{Load, Loads, Source};
use crate::together::matrix::elimination::{Elimination, NONE};
use crate::together::mechanisms::DirectSolver;
use crate::{BodyRow, DirectContacts};
use alloc::vec::Vec;
use core::ops::Range;
use edge::{ADMITTED, Edge, MEMBER};
use order::LeastDegree;
use set::Set;

mod absorb;
mod edge;
mod order;
mod set;

/// Products of blocks for each body that an elimination may take: a column takes one, a random pile of 66
/// bodies thirty.
const BUDGET: usize = 120;

/// Where the parts of a cluster lie in the arrays of all clusters.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) nodes: Range<usize>,
    pub(super) touches: Range<usize>,
    pub(super) mechanisms: Range<usize>,
    /// Joint rows of the mechanisms.
    pub(super) pins: Range<usize>,
    /// Nodes of the bodies of the mechanisms.
    pub(super) homes: Range<usize>,
    pub(super) blocks: Range<usize>,
    pub(super) targets: Range<usize>,
    /// As a part of K.
    pub(super) give: f64,
}

impl Part {
    /// Groups of the contacts of a cluster, then of its joints, in the array of all clusters.
    pub(super) fn groups(&self) -> Range<usize> {
        self.touches.start + self.pins.start..self.touches.end + self.pins.end
    }
}

/// Of a contact or a joint. Nodes and blocks are counted within the cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) index: u32,
    pub(super) nodes: [u32; 2],
    pub(super) block: u32,
}

impl Ends {
    const EMPTY: Self = Self { index: 0, nodes: [NONE; 2], block: NONE };
}

#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// By contact; empty if none is.
    pub(super) is_direct: Vec<bool>,
    pub(super) parts: Vec<Part>,
    pub(super) bodies: Vec<BodyRow>,
    pub(super) touches: Vec<Ends>,
    /// By mechanism; empty if none is.
    is_absorbed: Vec<bool>,
    /// Of the clusters: mechanisms, their rows, and the nodes of their bodies.
    pub(super) mechanisms: Vec<u32>,
    pub(super) pins: Vec<Ends>,
    pub(super) homes: Vec<u32>,
    pub(super) elimination: Elimination,
    loads: Loads,
    /// By mechanism: contacts of its bodies may be in a cluster, which then solves its joints too.
    is_admitted: Vec<bool>,
    /// By body row: its mechanism, or [`NONE`]. Empty if there are none.
    owners: Vec<u32>,
    /// Clusters and their mechanisms.
    pairs: Vec<[u32; 2]>,
    /// By body row: the bits of `edge.rs`.
    marks: Vec<u8>,
    edges: Vec<Edge>,
    /// By body row: union-find, then the root.
    parents: Vec<u32>,
    /// By root.
    sets: Vec<Set>,
    /// By body row: the node in the cluster.
    nodes: Vec<u32>,
    order: LeastDegree,
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.loads.is_pressed = false;
        self.loads.may_follow_from_afar = false;
        self.is_direct.clear();
        self.parts.clear();
        self.bodies.clear();
        self.touches.clear();
        self.is_absorbed.clear();
        self.mechanisms.clear();
        self.pins.clear();
        self.homes.clear();
        self.elimination.clear();
    }

    pub(super) fn is_anything_pressed(&self) -> bool {
        self.loads.is_pressed
    }

    /// The loads of a body may follow from others that nothing connects to it.
    pub(super) fn may_follow_from_afar(&self) -> bool {
        self.loads.may_follow_from_afar
    }

    /// Call it only if [`Self::is_anything_pressed`].
    pub(super) fn is_pressed(&self, row: usize) -> bool {
        self.loads.of[row] == Load::Heavy
    }

    pub(super) fn is_solved_in_sweeps(&self, contact: usize) -> bool {
        self.is_direct.get(contact) != Some(&true)
    }

    pub(super) fn has_mechanism(&self, mechanism: usize) -> bool {
        self.is_absorbed.get(mechanism) == Some(&true)
    }

    /// No two clusters share a moving body. A mechanism is in none unless it is admitted (`find/absorb.rs`),
    /// and then as a whole.
    pub(super) fn find(&mut self, source: &Source<'_>, columns: &Columns, direct: &DirectSolver) {
        self.clear();
        if !self.loads.find(source, [&columns.loaded, &columns.bases]) {
            return;
        }
        self.admit(source, direct);
        self.gather(source, direct);
        if self.edges.is_empty() {
            return;
        }
        self.connect(direct);
        if self.reduce() {
            self.gather(source, direct);
            self.connect(direct);
            if self.refuse_large(direct) {
                self.gather(source, direct);
                self.connect(direct);
            }
        }
        self.choose(source.method);
        if self.parts.is_empty() {
            return;
        }
        self.absorb(direct);
        self.is_direct.resize(source.contacts.len(), false);
        let mut parts = core::mem::take(&mut self.parts);
        parts.retain_mut(|part| self.eliminate(part));
        self.parts = parts;
        if self.parts.is_empty() {
            self.is_direct.clear();
        }
    }

    /// Unites bodies of edges and of admitted mechanisms.
    fn connect(&mut self, direct: &DirectSolver) {
        let Self { edges, parents, sets, marks, loads, is_admitted, .. } = self;
        parents.clear();
        parents.extend(0..marks.len() as u32);
        sets.clear();
        sets.resize(marks.len(), Set::default());
        for edge in &*edges {
            let [a, b] = edge.rows;
            for row in edge.rows.into_iter().filter(|&row| row != NONE) {
                marks[row as usize] |= MEMBER;
            }
            if a != NONE && b != NONE {
                unite(parents, a, b);
            }
        }
        for mechanism in (0..is_admitted.len()).filter(|&mechanism| is_admitted[mechanism]) {
            let bodies = direct.bodies_of(mechanism);
            bodies.iter().for_each(|row| unite(parents, bodies[0].0, row.0));
        }
        for row in members(marks) {
            let root = find_root(parents, row);
            parents[row as usize] = root;
            sets[root as usize].add(loads.of[row as usize]);
        }
        for edge in &*edges {
            let set = &mut sets[parents[edge.first_row() as usize] as usize];
            set.touches += 1;
            set.is_standing |= edge.rows.contains(&NONE);
            set.is_deep |= edge.is_deep;
        }
    }

    /// Takes the bodies on which nothing heavy presses out of sets that are too large. Returns whether there
    /// are such sets.
    fn reduce(&mut self) -> bool {
        let Self { parents, sets, marks, loads, .. } = self;
        if !members(marks).any(|row| sets[row as usize].is_too_large()) {
            return false;
        }
        for row in members(marks) {
            let (load, root) = (&mut loads.of[row as usize], parents[row as usize]);
            if *load != Load::Heavy && sets[root as usize].is_too_large() {
                *load = Load::Light;
            }
        }
        true
    }

    /// Adds a [`Part`] for each chosen set: bodies in the order of rows, contacts in their order.
    fn choose(&mut self, method: DirectContacts) {
        let Self { parts, bodies, touches, edges, parents, sets, nodes, marks, .. } = self;
        let (mut body, mut touch) = (0, 0);
        for row in members(marks) {
            let set = &mut sets[row as usize];
            if set.is_chosen(method) {
                set.part = Some(parts.len() as u32);
                let (nodes, touches) = (body..body, touch..touch);
                parts.push(Part { nodes, touches, give: set.give(method), ..Part::default() });
                (body, touch) = (body + set.size as usize, touch + set.touches as usize);
            }
        }
        bodies.resize(body, BodyRow::STATIC);
        touches.resize(touch, Ends::EMPTY);
        nodes.clear();
        nodes.resize(marks.len(), NONE);
        let part_of =
            |row: u32| sets[parents[row as usize] as usize].part.map_or(usize::MAX, |part| part as usize);
        for row in members(marks) {
            if let Some(part) = parts.get_mut(part_of(row)) {
                nodes[row as usize] = part.nodes.len() as u32;
                bodies[part.nodes.end] = BodyRow(row);
                part.nodes.end += 1;
            }
        }
        for edge in &*edges {
            if let Some(part) = parts.get_mut(part_of(edge.first_row())) {
                let own = edge.rows.map(|row| nodes.get(row as usize).copied().unwrap_or(NONE));
                touches[part.touches.end] = Ends { index: edge.index, nodes: own, block: NONE };
                part.touches.end += 1;
            }
        }
    }

    /// Returns false if the elimination exceeds the budget.
    fn eliminate(&mut self, part: &mut Part) -> bool {
        let Self { order, elimination, bodies, touches, pins, homes, nodes, .. } = self;
        let (bodies, homes) = (&mut bodies[part.nodes.clone()], &mut homes[part.homes.clone()]);
        let (touches, pins) = (&mut touches[part.touches.clone()], &mut pins[part.pins.clone()]);
        order.find(bodies.len(), touches.iter().chain(&*pins).map(|ends| ends.nodes));
        let (block, target) = (elimination.block_count(), elimination.target_count());
        if !elimination.add(bodies.len(), BUDGET, |place| order.later(place)) {
            elimination.add_uncoupled(bodies.len());
            return false;
        }
        (part.blocks, part.targets) = (block..elimination.block_count(), target..elimination.target_count());
        for ends in touches.iter_mut().chain(pins) {
            ends.nodes = ends.nodes.map(|node| order.place(node));
            ends.block = elimination.block(part.nodes.start, block, ends.nodes);
        }
        homes.iter_mut().for_each(|home| *home = order.place(*home));
        bodies.iter().for_each(|row| nodes[row.index()] = order.place(nodes[row.index()]));
        compute::sort_by(bodies, |a, b| nodes[a.index()].cmp(&nodes[b.index()]));
        touches.iter().for_each(|ends| self.is_direct[ends.index as usize] = true);
        for &mechanism in &self.mechanisms[part.mechanisms.clone()] {
            self.is_absorbed[mechanism as usize] = true;
        }
        true
    }
}

/// Rows of bodies that may be in a cluster.
fn members(marks: &[u8]) -> impl Iterator<Item = u32> {
    (0..).zip(marks).filter(|(_, mark)| *mark & (MEMBER | ADMITTED) != 0).map(|(row, _)| row)
}

fn find_root(parents: &mut [u32], member: u32) -> u32 {
    let mut member = member;
    while parents[member as usize] != member {
        let above = parents[parents[member as usize] as usize];
        parents[member as usize] = above;
        member = above;
    }
    member
}

fn unite(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find_root(parents, a), find_root(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}
