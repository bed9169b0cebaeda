//! Quartets: four mechanisms of one pattern, which are solved together in lanes.
//!
//! ```text
//!   patterns     A: cranes   B: chains   C: a door               found with the graph
//!   a worker     A C A A | B A A B A A B                         what it solves, in the order of the strips
//!   units        C, [A A A A], [A A A x], [B B B x]              what it solves at once
//! ```
//!
//! Mechanisms have one pattern if they are eliminated in the same order with the same blocks, and if their
//! joints connect the same nodes. Each worker makes quartets of the mechanisms that it has anyway, so the
//! schedule does not change, and it makes the same ones in all stages of a step. The bits of a mechanism do
//! not depend on the others of its quartet, since no operation combines lanes.
//!
//! Turned down: quartets that are found with the graph. Four mechanisms that lie far apart would couple all
//! strips between them, and quartets would have to be dissolved when a worker ends between them.

use super::elimination::NONE;
use super::graph::Graph;
use alloc::vec::Vec;

/// Lanes of a quartet.
pub(super) const LANES: usize = 4;

/// The fewest mechanisms of a quartet. Three fill four lanes, two of which hold the same mechanism: a quartet
/// takes as long as 1.7 mechanisms with AVX2, and as 2.3 with SSE2.
const LEAST: usize = 3;

/// Number of patterns whose mechanisms are collected at a time.
const COLLECTED: usize = 8;

/// What is solved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A cluster.
    One(usize),
    /// Mechanisms of one pattern. Of three, the last is named twice: its two lanes get the same results.
    Quartet([usize; LANES]),
}

impl Unit {
    /// The mechanisms of a quartet, each once.
    pub(super) fn members(all: &[usize; LANES]) -> &[usize] {
        if all[LEAST] == all[LEAST - 1] { &all[..LEAST] } else { all }
    }
}

/// The patterns of all mechanisms.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    /// By mechanism: a number for each pattern, [`NONE`] for those of which there are too few. Empty if there
    /// are too few of each.
    pub(super) of: Vec<u32>,
    /// Mechanisms by pattern.
    order: Vec<u32>,
}

impl Patterns {
    /// Finds the patterns of the mechanisms of a graph.
    pub(super) fn find(&mut self, graph: &Graph) {
        let Self { of, order } = self;
        let compare = |&a: &u32, &b: &u32| {
            let [a, b] = [a, b].map(|mechanism| &graph.mechanisms[mechanism as usize]);
            let [a_ends, b_ends] =
                [a, b].map(|at| graph.links[at.links.clone()].iter().map(|link| link.nodes));
            let columns = &graph.elimination.columns;
            let below = &graph.elimination.below;
            let by_columns = columns[a.nodes.clone()].cmp(&columns[b.nodes.clone()]);
            by_columns
                .then_with(|| below[a.blocks.clone()].cmp(&below[b.blocks.clone()]))
                .then_with(|| a_ends.cmp(b_ends))
        };
        order.clear();
        order.extend(0..graph.mechanisms.len() as u32);
        order.sort_unstable_by(compare);
        of.clear();
        of.resize(order.len(), NONE);
        let mut pattern = 0;
        for alike in order.chunk_by(|a, b| compare(a, b).is_eq()) {
            if alike.len() >= LEAST {
                alike.iter().for_each(|&mechanism| of[mechanism as usize] = pattern);
                pattern += 1;
            }
        }
        if pattern == 0 {
            of.clear();
        }
    }
}

/// Mechanisms of one pattern that wait for more.
#[derive(Clone, Copy)]
struct Collected {
    pattern: u32,
    count: usize,
    mechanisms: [usize; LANES],
}

impl Collected {
    const NONE: Self = Self { pattern: NONE, count: 0, mechanisms: [0; LANES] };

    fn hand_out(&mut self, run: &mut impl FnMut(Unit)) {
        let Self { count, mechanisms: [a, b, c, _], .. } = *self;
        match core::mem::take(&mut self.count) {
            LANES => run(Unit::Quartet(self.mechanisms)),
            LEAST => run(Unit::Quartet([a, b, c, c])),
            _ => [a, b].into_iter().take(count).for_each(|one| run(Unit::One(one))),
        }
    }
}

/// Calls `run` for each cluster of a list once, alone or in a quartet.
pub(crate) fn for_each_unit(
    clusters: impl Iterator<Item = usize>,
    pattern_of: impl Fn(usize) -> u32,
    mut run: impl FnMut(Unit),
) {
    let mut collected = [Collected::NONE; COLLECTED];
    for cluster in clusters {
        let pattern = pattern_of(cluster);
        if pattern == NONE {
            run(Unit::One(cluster));
            continue;
        }
        let own = &mut collected[pattern as usize % COLLECTED];
        if own.pattern != pattern {
            own.hand_out(&mut run);
            own.pattern = pattern;
        }
        own.mechanisms[own.count] = cluster;
        own.count += 1;
        if own.count == LANES {
            own.hand_out(&mut run);
        }
    }
    collected.iter_mut().for_each(|own| own.hand_out(&mut run));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other clusters may lie between those of one pattern. Three are a quartet with the last one twice; two
    /// are solved one by one.
    #[test]
    fn each_mechanism_is_solved_once_alone_or_in_a_quartet() {
        let patterns = [0, NONE, 1, 0, 0, 9, 1, 0, 9, 0, 9];
        let mut units = Vec::new();
        for_each_unit(0..patterns.len(), |cluster| patterns[cluster], |unit| units.push(unit));
        // Patterns 1 and 9 push each other out.
        let ones = [1, 2, 5, 6].map(Unit::One);
        let mut expected: Vec<_> = ones.into_iter().chain([8, 10, 9].map(Unit::One)).collect();
        expected.push(Unit::Quartet([0, 3, 4, 7]));
        assert_eq!(units.len(), expected.len());
        assert!(expected.iter().all(|unit| units.contains(unit)), "{units:?}");
        units.clear();
        for_each_unit(0..7, |_| 3, |unit| units.push(unit));
        assert_eq!(units, [Unit::Quartet([0, 1, 2, 3]), Unit::Quartet([4, 5, 6, 6])]);
    }
}
