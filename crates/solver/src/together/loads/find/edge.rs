//! The contacts that may be in a cluster.

use super::super::pressed::{Load, Source};
use super::set::DEEP;
use super::{Found, NONE};
use crate::together::mechanisms::DirectSolver;
use crate::{BodyRow, Contact, DirectContacts};
use alloc::vec::Vec;

/// In a mechanism that is not admitted, or joined to one.
const BARRED: u8 = 1;

/// Bears a load of which clusters are made.
const LOADED: u8 = 2;

/// In an admitted mechanism.
pub(super) const ADMITTED: u8 = 4;

/// Bears a load that makes a cluster, or is connected to one that does.
const REACHED: u8 = 8;

/// A contact of the body may be in a cluster.
pub(super) const MEMBER: u8 = 16;

/// If the passes over the edges do not suffice to find the bodies that are reached, all edges are kept.
const MAX_ROUNDS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) index: u32,
    /// [`NONE`] for a body of infinite mass.
    pub(super) rows: [u32; 2],
    /// Overlaps by more than [`DEEP`].
    pub(super) is_deep: bool,
}

impl Edge {
    fn of(index: u32, contact: &Contact, source: &Source<'_>) -> Self {
        let end = |row: BodyRow| if source.inputs[row.index()].is_movable() { row.0 } else { NONE };
        Self { index, rows: [end(contact.a), end(contact.b)], is_deep: false }
    }

    /// Of a body of finite mass: an edge has one at least.
    pub(super) fn first_row(&self) -> u32 {
        let [a, b] = self.rows;
        if a == NONE { b } else { a }
    }
}

impl Found {
    /// Marks the bodies, and lists the contacts that may be in a cluster, in their order. These are the
    /// contacts
    ///
    /// - of loaded bodies, if the surfaces touch or will touch, and those by which something heavy may press
    ///   on an admitted mechanism; but none of barred bodies,
    /// - that are connected to a load which makes a cluster; with [`DirectContacts::Tall`], all,
    /// - that neither bounce nor crush a body, and in which no body dominates.
    pub(super) fn gather(&mut self, source: &Source<'_>, direct: &DirectSolver) {
        let Self { loads, edges, marks, is_admitted, .. } = self;
        marks.clear();
        marks.extend(loads.of.iter().map(|&load| match load {
            Load::Light => 0,
            Load::Column | Load::Tall => LOADED,
            Load::Base | Load::Heavy => LOADED | REACHED,
        }));
        for &row in direct.clusters().bodies() {
            marks[row.index()] |= BARRED;
        }
        for mechanism in (0..direct.count()).filter(|&mechanism| is_admitted[mechanism]) {
            for row in direct.bodies_of(mechanism) {
                marks[row.index()] = marks[row.index()] & !BARRED | ADMITTED | REACHED;
            }
        }
        // A link may be swung against the load within the step, so every point of the two counts.
        let may_press_on_link = |contact: &Contact, [a, b]: [u8; 2]| {
            a & ADMITTED != 0 && source.is_heavier(contact.b, contact.a)
                || b & ADMITTED != 0 && source.is_heavier(contact.a, contact.b)
        };
        edges.clear();
        for (index, contact) in (0..).zip(source.contacts) {
            let both = marks[contact.a.index()] | marks[contact.b.index()];
            let may_load = both & BARRED == 0 && both & (LOADED | ADMITTED) != 0;
            if may_load && contact.manifold.count > 0 && contact.dominant().is_none() {
                edges.push(Edge::of(index, contact, source));
            }
        }
        if source.method != DirectContacts::Tall {
            keep_reached(edges, marks);
        }
        edges.retain_mut(|edge| {
            let contact = &source.contacts[edge.index as usize];
            let own = [marks[contact.a.index()], marks[contact.b.index()]];
            edge.is_deep =
                contact.manifold.points().iter().any(|point| -point.separation > DEEP * source.unit);
            (may_press_on_link(contact, own) || (own[0] | own[1]) & LOADED != 0 && source.will_touch(contact))
                && !source.crushes(contact)
                && !source.bounces(contact)
        });
    }
}

/// Keeps the edges that connect to a body under a heavy one, to the base of a column or to an admitted
/// mechanism. Only such sets become clusters, unless loads do by themselves ([`DirectContacts::Tall`]).
fn keep_reached(edges: &mut Vec<Edge>, marks: &mut [u8]) {
    let mut has_spread = true;
    for _ in 0..MAX_ROUNDS {
        has_spread = false;
        for edge in &*edges {
            let [a, b] = edge.rows;
            let is_reached = |row: u32| row != NONE && marks[row as usize] & REACHED != 0;
            let (from_a, from_b) = (is_reached(a), is_reached(b));
            if from_a != from_b {
                let other = if from_a { b } else { a };
                if other != NONE {
                    marks[other as usize] |= REACHED;
                    has_spread = true;
                }
            }
        }
        if !has_spread {
            break;
        }
    }
    if !has_spread {
        edges.retain(|edge| marks[edge.first_row() as usize] & REACHED != 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rows that edges connect to those that are reached.
    fn reached(edges: &[Edge], seeds: &[u8]) -> Vec<bool> {
        let mut reached: Vec<bool> = seeds.iter().map(|mark| mark & REACHED != 0).collect();
        for _ in 0..seeds.len() {
            for edge in edges.iter().filter(|edge| !edge.rows.contains(&NONE)) {
                let [a, b] = edge.rows.map(|row| row as usize);
                let either = reached[a] || reached[b];
                (reached[a], reached[b]) = (either, either);
            }
        }
        reached
    }

    proptest! {
        /// What is connected to a body under a load that makes a cluster is kept as a whole, and nothing
        /// else, unless the search for it takes too many rounds. Bodies of infinite mass connect nothing.
        #[test]
        fn edges_of_reached_bodies_are_kept(
            pairs in prop::collection::vec((0_u32..24, 0_u32..24), 0..40),
            is_seed in prop::collection::vec(prop::bool::weighted(0.1), 20),
        ) {
            let of = |row: u32| if row < 20 { row } else { NONE };
            let pairs = pairs.into_iter().filter(|&(a, b)| of(a) != of(b));
            let edges: Vec<_> = (0..)
                .zip(pairs)
                .map(|(index, (a, b))| Edge { index, rows: [of(a), of(b)], is_deep: false })
                .collect();
            let mut marks: Vec<u8> = is_seed.iter().map(|&is_seed| if is_seed { REACHED } else { 0 }).collect();
            let reached = reached(&edges, &marks);
            let wanted: Vec<_> =
                edges.iter().copied().filter(|edge| reached[edge.first_row() as usize]).collect();
            let mut kept = edges.clone();
            keep_reached(&mut kept, &mut marks);
            prop_assert!(kept == wanted || kept == edges && wanted.len() > MAX_ROUNDS);
        }
    }
}
