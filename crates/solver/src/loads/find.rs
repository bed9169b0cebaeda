//! The loaded clusters of a step: bodies that loaded contacts connect, in the order of their elimination.
//!
//! ```text
//!   loaded contacts -> connected bodies -> small enough? -> least degree first (`find/order.rs`): nodes
//! ```
//!
//! A cluster of too many bodies ([`Set::is_chosen`]), or whose elimination takes more than [`BUDGET`]
//! products of blocks for each body, is left to the sweeps.

use super::columns::Columns;
use super::pressed::{Load, Loads, Source};
use crate::direct::DirectSolver;
use crate::direct::elimination::{Elimination, NONE};
use crate::{BodyRow, Contact, DirectContacts};
use alloc::vec::Vec;
use compute::Workers;
use compute::math::max;
use core::ops::Range;
use order::LeastDegree;
use set::Set;

mod absorb;
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
    /// Whether it has joints.
    pub(super) fn is_linked(&self) -> bool {
        !self.mechanisms.is_empty()
    }

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

/// The clusters of a step, and the memory of the search. Everything is scratch.
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
    /// Contacts that may be in a cluster.
    candidates: Vec<u32>,
    /// By row: union-find, then the number of the part or [`NONE`].
    parents: Vec<u32>,
    part_of: Vec<u32>,
    /// By row: the set of a root.
    sets: Vec<Set>,
    is_barred: Vec<bool>,
    /// Neighbours by row.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// By row: position among those that are walked, then in the order of elimination.
    node: Vec<u32>,
    /// The bodies of a set.
    walked: Vec<u32>,
    order: LeastDegree,
}

impl Found {
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
    pub(super) fn find(
        &mut self,
        workers: &mut Workers,
        source: &Source<'_>,
        columns: &Columns,
        direct: &DirectSolver,
    ) {
        self.clear();
        if !self.loads.find(workers, source, [&columns.loaded, &columns.bases]) {
            return;
        }
        self.admit(source, direct);
        self.gather(source, direct);
        self.connect(source, direct);
        if self.reduce() {
            self.gather(source, direct);
            self.connect(source, direct);
            if self.refuse_large(direct) {
                self.gather(source, direct);
                self.connect(source, direct);
            }
        }
        // What is not chosen leaves early: the inside of a pyramid has thousands of contacts.
        for row in 1..source.inputs.len() {
            if self.parents[row] == row as u32 && !self.sets[row].is_chosen(source.method) {
                self.sets[row].size = 0;
            }
        }
        let Self { candidates, parents, sets, .. } = self;
        candidates.retain(|&index| {
            let contact = &source.contacts[index as usize];
            let roots = [contact.a, contact.b].map(|row| parents[row.index()]);
            // A body of infinite mass has no root.
            sets[roots[0].min(roots[1]) as usize].size > 0
        });
        if candidates.is_empty() {
            return;
        }
        self.index(source, direct);
        for row in 1..source.inputs.len() {
            if self.parents[row] == row as u32 && self.sets[row].size > 0 {
                self.add(source.method, row);
            }
        }
        if !self.parts.is_empty() {
            self.link(source);
            self.absorb(direct);
        }
    }

    /// Lists the contacts of loaded bodies.
    fn gather(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        let Self { loads, candidates, is_barred, is_admitted, owners, .. } = self;
        is_barred.clear();
        is_barred.resize(source.inputs.len(), false);
        for &row in direct.clusters().bodies() {
            is_barred[row.index()] = true;
        }
        for mechanism in (0..direct.count()).filter(|&mechanism| is_admitted[mechanism]) {
            for row in direct.bodies_of(mechanism) {
                is_barred[row.index()] = false;
            }
        }
        let is_loaded = |row: BodyRow| loads.of[row.index()] >= Load::Column;
        // A link may be swung against the load within the step: every point of the two counts.
        let is_admitted = |row: BodyRow| {
            let owner = owners.get(row.index()).copied().unwrap_or(NONE);
            owner != NONE && is_admitted[owner as usize]
        };
        let may_press_on_link = |contact: &Contact| {
            is_admitted(contact.a) && source.is_heavier(contact.b, contact.a)
                || is_admitted(contact.b) && source.is_heavier(contact.a, contact.b)
        };
        candidates.clear();
        for (index, contact) in source.contacts.iter().enumerate() {
            let rows = [contact.a, contact.b];
            if contact.manifold.count > 0
                && !rows.iter().any(|row| is_barred[row.index()])
                && (may_press_on_link(contact)
                    || rows.into_iter().any(is_loaded) && source.will_touch(contact))
                && !source.crushes(contact)
                && !source.bounces(contact)
            {
                candidates.push(index as u32);
            }
        }
    }

    /// Unites the bodies of the candidates, and counts those of each set.
    fn connect(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        let Self { candidates, parents, sets, loads, is_admitted, .. } = self;
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
        for mechanism in (0..is_admitted.len()).filter(|&mechanism| is_admitted[mechanism]) {
            let bodies = direct.bodies_of(mechanism);
            if bodies.iter().all(|row| parents[row.index()] == NONE) {
                continue;
            }
            for row in bodies {
                if parents[row.index()] == NONE {
                    parents[row.index()] = row.0;
                }
                let [a, b] = [bodies[0].0, row.0].map(|row| find_root(parents, row));
                parents[a.max(b) as usize] = a.min(b);
            }
        }
        sets.clear();
        sets.resize(count, Set::default());
        for &index in &*candidates {
            let contact = &source.contacts[index as usize];
            let row = if is_movable(contact.a) { contact.a } else { contact.b };
            let set = &mut sets[find_root(parents, row.0) as usize];
            set.is_standing |= !(is_movable(contact.a) && is_movable(contact.b));
            for point in contact.manifold.points() {
                set.deepest = max(set.deepest, -point.separation);
            }
        }
        for row in 0..count as u32 {
            if parents[row as usize] != NONE {
                let root = find_root(parents, row) as usize;
                parents[row as usize] = root as u32;
                let (set, load) = (&mut sets[root], loads.of[row as usize]);
                set.size += 1;
                set.is_heavy |= load == Load::Heavy;
                set.is_tall |= load == Load::Base;
                set.is_branching |= load == Load::Tall;
            }
        }
    }

    /// Takes what is only tall out of the sets that a heavy body makes too large: without it they may be
    /// small enough. Returns whether there are any.
    fn reduce(&mut self) -> bool {
        let Self { parents, sets, loads, .. } = self;
        if !sets.iter().any(|set| set.is_too_large()) {
            return false;
        }
        for (load, &root) in loads.of.iter_mut().zip(&*parents) {
            if *load != Load::Heavy && sets.get(root as usize).is_some_and(|set| set.is_too_large()) {
                *load = Load::Light;
            }
        }
        true
    }

    /// Sorts the candidates by body.
    fn index(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        let Self { candidates, parents, sets, starts, neighbours, node, part_of, is_admitted, .. } = self;
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
        let is_chosen = |mechanism: &usize| {
            let root = parents[direct.bodies_of(*mechanism)[0].index()];
            is_admitted[*mechanism] && root != NONE && sets[root as usize].size > 0
        };
        let joined = (0..is_admitted.len()).filter(is_chosen).flat_map(|mechanism| {
            let bodies = direct.bodies_of(mechanism);
            let links = direct.links_of(mechanism).iter().filter(|link| !link.nodes.contains(&NONE));
            links.map(|link| link.nodes.map(|node| bodies[node as usize].index()))
        });
        let pairs = || candidates.iter().map(|&index| ends(index)).chain(joined.clone());
        for [a, b] in pairs() {
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
        for [a, b] in pairs() {
            for (body, other) in [(a, b), (b, a)] {
                if parents[body] != NONE && parents[other] != NONE {
                    starts[body] -= 1;
                    neighbours[starts[body] as usize] = other as u32;
                }
            }
        }
    }

    /// Makes the set of this root a cluster, if its elimination is within the budget.
    fn add(&mut self, method: DirectContacts, root: usize) {
        self.walk(root as u32);
        let Self {
            walked, order, node, starts, neighbours, elimination, bodies, parts, part_of, sets, ..
        } = self;
        let first = bodies.len();
        let count = walked.len();
        let neighbours =
            |body: u32| &neighbours[starts[body as usize] as usize..starts[body as usize + 1] as usize];
        let coupled = |i: usize| neighbours(walked[i]).iter().map(|&other| node[other as usize] as usize);
        order.find(count, coupled, |i| bodies.push(BodyRow(walked[i])));
        for (i, row) in (0..).zip(&bodies[first..]) {
            node[row.index()] = i;
        }
        let (blocks, targets) = (elimination.block_count(), elimination.target_count());
        let neighbours_of =
            |i: usize| neighbours(bodies[first + i].0).iter().map(|&other| node[other as usize]);
        if !elimination.add(count, BUDGET, neighbours_of) {
            bodies.truncate(first);
            return;
        }
        for &body in &*walked {
            part_of[body as usize] = parts.len() as u32;
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
        while let Some(&body) = walked.get(next) {
            let own = starts[body as usize] as usize..starts[body as usize + 1] as usize;
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
        touches.resize(end, Ends { index: 0, nodes: [NONE; 2], block: NONE });
        for &index in &*candidates {
            let Some(part) = parts.get_mut(part_of(index) as usize) else { continue };
            is_direct[index as usize] = true;
            let contact = &source.contacts[index as usize];
            let nodes = [contact.a, contact.b]
                .map(|row| if source.inputs[row.index()].is_movable() { node[row.index()] } else { NONE });
            let block = elimination.block(part.nodes.start, part.blocks.start, nodes);
            touches[part.touches.end] = Ends { index, nodes, block };
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
