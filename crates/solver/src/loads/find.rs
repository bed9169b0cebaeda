//! The loaded clusters of a step: bodies that loaded contacts connect, in the order of their elimination.
//!
//! ```text
//!   loaded contacts (`find/edge.rs`) -> connected bodies -> small enough (`find/set.rs`)?
//!     -> least degree first (`find/order.rs`): nodes
//! ```
//!
//! A cluster of too many bodies ([`Set::is_chosen`]), or whose elimination takes more than [`BUDGET`]
//! products of blocks for each body, is left to the sweeps.

use super::columns::Columns;
use super::pressed::{Load, Loads, Source};
use crate::direct::DirectSolver;
use crate::direct::elimination::{Elimination, NONE};
use crate::{BodyRow, DirectContacts};
use alloc::vec::Vec;
use core::ops::Range;
use edge::Edge;
use order::LeastDegree;
use set::Set;

mod absorb;
mod edge;
mod order;
mod set;

/// Products of blocks for each body that the elimination may take. A column takes one, a random pile of 66
/// bodies thirty.
const BUDGET: usize = 120;

/// Where the parts of a cluster lie in the arrays of all clusters.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) nodes: Range<usize>,
    pub(super) touches: Range<usize>,
    /// Mechanisms of joints that are solved with it, their rows, and the nodes of their bodies.
    pub(super) mechanisms: Range<usize>,
    pub(super) pins: Range<usize>,
    pub(super) homes: Range<usize>,
    pub(super) blocks: Range<usize>,
    pub(super) targets: Range<usize>,
    /// The give of its rows, as a share of K.
    pub(super) give: f64,
}

impl Part {
    /// Its groups of rows: those of the contacts, then those of the joints.
    pub(super) fn groups(&self) -> Range<usize> {
        self.touches.start + self.pins.start..self.touches.end + self.pins.end
    }
}

/// A contact or a joint of a cluster. Nodes and blocks are counted within the cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// The contact, or the joint.
    pub(super) index: u32,
    pub(super) nodes: [u32; 2],
    pub(super) block: u32,
}

/// The clusters of a step, and the memory of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// By contact; empty if no contact is in a cluster.
    pub(super) is_direct: Vec<bool>,
    pub(super) parts: Vec<Part>,
    pub(super) bodies: Vec<BodyRow>,
    pub(super) touches: Vec<Ends>,
    /// By mechanism of joints: whether a cluster solves it. Empty if none does.
    pub(super) is_absorbed: Vec<bool>,
    /// The mechanisms of the clusters, their rows, and the nodes of their bodies.
    pub(super) mechanisms: Vec<u32>,
    pub(super) pins: Vec<Ends>,
    pub(super) homes: Vec<u32>,
    pub(super) elimination: Elimination,
    loads: Loads,
    /// By mechanism: whether contacts of its bodies may be in a cluster, which then solves its joints too.
    is_admitted: Vec<bool>,
    /// By row: the mechanism of the body, or [`NONE`]. Empty if there are none.
    owners: Vec<u32>,
    /// Clusters and the mechanisms that they solve.
    pairs: Vec<[u32; 2]>,
    /// By row: what decides about the contacts of a body, as the bits of `edge.rs`.
    marks: Vec<u8>,
    /// Contacts that may be in a cluster.
    edges: Vec<Edge>,
    /// The rows of the bodies of the edges, and of their mechanisms, ascending. A *member* is an index here.
    members: Vec<u32>,
    /// By row: the member that the body is, or [`NONE`].
    member_of: Vec<u32>,
    /// By member: union-find, then the root.
    parents: Vec<u32>,
    /// By member: the number of the part or [`NONE`].
    part_of: Vec<u32>,
    /// By member: the set of a root.
    sets: Vec<Set>,
    /// Neighbours by member.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// By member: position among those that are walked, then in the order of elimination.
    node: Vec<u32>,
    /// The members of a set.
    walked: Vec<u32>,
    order: LeastDegree,
}

impl Found {
    /// Forgets all clusters.
    pub(super) fn clear(&mut self) {
        self.loads.is_pressed = false;
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

    /// Whether something heavy presses on any body.
    pub(super) fn has_heavy(&self) -> bool {
        self.loads.is_pressed
    }

    /// Whether something heavy presses on the body of this row. Call it only if that is so for any body.
    pub(super) fn is_pressed(&self, row: usize) -> bool {
        self.loads.of[row] == Load::Heavy
    }

    /// Whether the sweeps solve a contact.
    pub(super) fn is_swept(&self, contact: usize) -> bool {
        self.is_direct.get(contact) != Some(&true)
    }

    /// Whether a cluster solves the joints of a mechanism.
    pub(super) fn has_mechanism(&self, mechanism: usize) -> bool {
        self.is_absorbed.get(mechanism) == Some(&true)
    }

    /// Finds the clusters. No two clusters share a moving body: bodies of mechanisms are in none, but for
    /// those mechanisms on which something heavy presses. These are in a cluster as a whole.
    pub(super) fn find(&mut self, source: &Source<'_>, columns: &Columns, direct: &DirectSolver) {
        self.clear();
        if !self.loads.find(source, [&columns.loaded, &columns.bases]) {
            return;
        }
        self.admit(source, direct);
        self.gather(source, direct);
        self.connect(direct);
        self.choose(source.method);
        if !self.edges.is_empty() {
            self.add_clusters(source, direct);
        }
    }

    /// Adds the clusters of the edges that are left.
    fn add_clusters(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        self.index(direct);
        for member in 0..self.members.len() {
            if self.parents[member] == member as u32 && self.sets[member].size > 0 {
                self.add(source.method, member);
            }
        }
        if !self.parts.is_empty() {
            self.is_direct.resize(source.contacts.len(), false);
            self.link();
            self.absorb(direct);
        }
    }

    /// Makes the bodies of the edges members, unites them, and counts those of each set.
    fn connect(&mut self, direct: &DirectSolver) {
        self.list_members(direct);
        let Self { edges, parents, member_of, members, sets, loads, is_admitted, .. } = self;
        let member = |row: u32| member_of[row as usize];
        parents.clear();
        parents.extend(0..members.len() as u32);
        sets.clear();
        sets.resize(members.len(), Set::default());
        for &Edge { rows: [a, b], .. } in &*edges {
            if a != NONE && b != NONE {
                unite(parents, member(a), member(b));
            }
        }
        let mechanisms = (0..is_admitted.len()).filter(|&mechanism| is_admitted[mechanism]);
        let bodies_of = mechanisms.map(|mechanism| direct.bodies_of(mechanism));
        // Of a mechanism all bodies are members, or none is.
        let bodies_of = bodies_of.filter(|bodies| member(bodies[0].0) != NONE);
        for bodies in bodies_of.clone() {
            for row in bodies {
                unite(parents, member(bodies[0].0), member(row.0));
            }
        }
        for root in 0..members.len() as u32 {
            let root = find_root(parents, root);
            sets[root as usize].size += 1;
        }
        for edge in &*edges {
            let set = &mut sets[find_root(parents, member(edge.first_row())) as usize];
            set.is_standing |= edge.rows.contains(&NONE);
            set.is_deep |= edge.is_deep;
            edge.loads.into_iter().for_each(|load| set.add(load));
        }
        for bodies in bodies_of {
            let set = &mut sets[find_root(parents, member(bodies[0].0)) as usize];
            bodies.iter().for_each(|row| set.add(loads.of[row.index()]));
        }
        for member in 0..members.len() as u32 {
            parents[member as usize] = find_root(parents, member);
        }
    }

    /// Lists the bodies of the edges, and the mechanisms of which one of these is part.
    fn list_members(&mut self, direct: &DirectSolver) {
        let Self { edges, member_of, members, marks, is_admitted, .. } = self;
        for &row in &*members {
            member_of[row as usize] = NONE;
        }
        members.clear();
        member_of.resize(marks.len(), NONE);
        let mut list = |row: u32, member_of: &mut [u32]| {
            if member_of[row as usize] == NONE {
                member_of[row as usize] = 0;
                members.push(row);
            }
        };
        for row in edges.iter().flat_map(|edge| edge.rows).filter(|&row| row != NONE) {
            list(row, member_of);
        }
        for mechanism in (0..is_admitted.len()).filter(|&mechanism| is_admitted[mechanism]) {
            let bodies = direct.bodies_of(mechanism);
            if bodies.iter().any(|row| member_of[row.index()] != NONE) {
                bodies.iter().for_each(|row| list(row.0, member_of));
            }
        }
        members.sort_unstable();
        for (member, &row) in (0..).zip(&*members) {
            member_of[row as usize] = member;
        }
    }

    /// Drops what does not become a cluster, early: the inside of a pyramid has thousands of contacts.
    fn choose(&mut self, method: DirectContacts) {
        let Self { edges, member_of, parents, sets, .. } = self;
        for set in &mut *sets {
            if !set.is_chosen(method) {
                set.size = 0;
            }
        }
        edges.retain(|edge| {
            let root = parents[member_of[edge.first_row() as usize] as usize];
            sets[root as usize].size > 0
        });
    }

    /// Sorts the edges by body.
    fn index(&mut self, direct: &DirectSolver) {
        let Self { edges, member_of, members, parents, sets, starts, neighbours, node, part_of, .. } = self;
        let count = members.len();
        for indices in [&mut *node, &mut *part_of] {
            indices.clear();
            indices.resize(count, NONE);
        }
        starts.clear();
        starts.resize(count + 1, 0);
        let member = |row: u32| member_of[row as usize];
        let is_admitted = &self.is_admitted;
        let is_chosen = |mechanism: &usize| {
            let member = member(direct.bodies_of(*mechanism)[0].0);
            is_admitted[*mechanism] && member != NONE && sets[parents[member as usize] as usize].size > 0
        };
        let joined = (0..is_admitted.len()).filter(is_chosen).flat_map(|mechanism| {
            let bodies = direct.bodies_of(mechanism);
            let links = direct.links_of(mechanism).iter().filter(|link| !link.nodes.contains(&NONE));
            links.map(|link| link.nodes.map(|node| bodies[node as usize].0))
        });
        let touching = edges.iter().map(|edge| edge.rows).filter(|rows| !rows.contains(&NONE));
        let pairs = touching.chain(joined).map(|[a, b]| [member(a), member(b)]);
        for [a, b] in pairs.clone() {
            starts[a as usize] += 1;
            starts[b as usize] += 1;
        }
        let mut end = 0;
        for start in &mut *starts {
            end += *start;
            *start = end;
        }
        neighbours.clear();
        neighbours.resize(end as usize, 0);
        for [a, b] in pairs {
            for (body, other) in [(a, b), (b, a)] {
                starts[body as usize] -= 1;
                neighbours[starts[body as usize] as usize] = other;
            }
        }
    }

    /// Makes the set of this root a cluster, if its elimination is within the budget.
    fn add(&mut self, method: DirectContacts, root: usize) {
        self.walk(root as u32);
        let Self {
            walked,
            order,
            node,
            starts,
            neighbours,
            elimination,
            bodies,
            parts,
            part_of,
            sets,
            members,
            member_of,
            ..
        } = self;
        let first = bodies.len();
        let count = walked.len();
        let neighbours =
            |member: u32| &neighbours[starts[member as usize] as usize..starts[member as usize + 1] as usize];
        let coupled = |i: usize| neighbours(walked[i]).iter().map(|&other| node[other as usize] as usize);
        order.find(count, coupled, |i| bodies.push(BodyRow(members[walked[i] as usize])));
        let member = |row: BodyRow| member_of[row.index()];
        for (i, &row) in (0..).zip(&bodies[first..]) {
            node[member(row) as usize] = i;
        }
        let (blocks, targets) = (elimination.block_count(), elimination.target_count());
        let neighbours_of =
            |i: usize| neighbours(member(bodies[first + i])).iter().map(|&other| node[other as usize]);
        if !elimination.add(count, BUDGET, neighbours_of) {
            bodies.truncate(first);
            return;
        }
        for &member in &*walked {
            part_of[member as usize] = parts.len() as u32;
        }
        parts.push(Part {
            nodes: first..bodies.len(),
            touches: 0..0,
            mechanisms: 0..0,
            pins: 0..0,
            homes: 0..0,
            blocks: blocks..elimination.block_count(),
            targets: targets..elimination.target_count(),
            give: sets[root].give(method),
        });
    }

    /// Lists a set, and sets the position of each body in the list.
    fn walk(&mut self, first: u32) {
        let Self { walked, node, starts, neighbours, .. } = self;
        walked.clear();
        walked.push(first);
        node[first as usize] = 0;
        let mut next = 0;
        while let Some(&member) = walked.get(next) {
            let own = starts[member as usize] as usize..starts[member as usize + 1] as usize;
            for &other in &neighbours[own] {
                if node[other as usize] == NONE {
                    node[other as usize] = walked.len() as u32;
                    walked.push(other);
                }
            }
            next += 1;
        }
    }

    /// Gives each cluster its contacts, in the order of the contacts.
    fn link(&mut self) {
        let Self { is_direct, parts, touches, elimination, edges, member_of, part_of, node, .. } = self;
        let part_of = |edge: &Edge| part_of[member_of[edge.first_row() as usize] as usize] as usize;
        for edge in &*edges {
            if let Some(part) = parts.get_mut(part_of(edge)) {
                part.touches.end += 1;
            }
        }
        let mut end = 0;
        for part in &mut *parts {
            let count = part.touches.end;
            part.touches = end..end;
            end += count;
        }
        touches.resize(end, Ends { index: 0, nodes: [NONE; 2], block: NONE });
        for edge in &*edges {
            let Some(part) = parts.get_mut(part_of(edge)) else { continue };
            is_direct[edge.index as usize] = true;
            let nodes =
                edge.rows.map(|row| if row == NONE { NONE } else { node[member_of[row as usize] as usize] });
            let block = elimination.block(part.nodes.start, part.blocks.start, nodes);
            touches[part.touches.end] = Ends { index: edge.index, nodes, block };
            part.touches.end += 1;
        }
    }
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
