//! Quartets: four mechanisms of one pattern, which are solved together in lanes.
//!
//! ```text
//!   patterns     A: cranes   B: chains   C: a door               found with the graph
//!   a worker     A C A A | B A A B A A B                         what it solves, in the order of the strips
//!   units        C, [A A A A], [A A A x], [B B B x]              what it solves at once
//! ```
//!
//! Mechanisms have one pattern if they are eliminated in the same order with the same blocks, and if their
//! joints connect the same nodes. Quartets are made of the mechanisms that an assignment has anyway, so the
//! schedule does not change, and they are the same ones in all stages of a step. The bits of a mechanism do
//! not depend on the others of its quartet, since no operation combines lanes.
//!
//! Turned down: quartets that are found with the graph. Four mechanisms that lie far apart would couple all
//! strips between them, and quartets would have to be dissolved when a worker ends between them.

use super::graph::{Graph, Mechanism};
use crate::together::kind::{LANES, LEAST, SolveUnit};
use crate::together::matrix::elimination::NONE;
use alloc::vec::Vec;

/// Number of patterns whose mechanisms are collected at a time.
const COLLECTED: usize = 8;

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
            let structure = |at: &Mechanism| graph.elimination.structure(&at.nodes, &at.blocks, &at.targets);
            let [a, b] = [structure(a), structure(b)];
            let by_columns = a.columns.cmp(b.columns);
            by_columns.then_with(|| a.below.cmp(b.below)).then_with(|| a_ends.cmp(b_ends))
        };
        order.clear();
        order.extend(0..graph.mechanisms.len() as u32);
        compute::sort_by(order, |a, b| compare(a, b).then(a.cmp(b)));
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

    fn hand_out(&mut self, run: &mut impl FnMut(SolveUnit)) {
        let Self { count, mechanisms: [a, b, c, _], .. } = *self;
        match core::mem::take(&mut self.count) {
            LANES => run(SolveUnit::Quartet(self.mechanisms)),
            LEAST => run(SolveUnit::Quartet([a, b, c, c])),
            _ => [a, b].into_iter().take(count).for_each(|one| run(SolveUnit::One(one))),
        }
    }
}

/// Calls `run` for each cluster of a list once, alone or in a quartet.
pub(crate) fn for_each_unit(
    clusters: impl Iterator<Item = usize>,
    pattern_of: impl Fn(usize) -> u32,
    mut run: impl FnMut(SolveUnit),
) {
    let mut collected = [Collected::NONE; COLLECTED];
    for cluster in clusters {
        let pattern = pattern_of(cluster);
        if pattern == NONE {
            run(SolveUnit::One(cluster));
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
    use crate::joint::{ConstraintError, JointFrame};
    use crate::{BodyInput, BodyRow, DirectJoints, JointRows};
    use alloc::vec;
    use geom::Vec2;

    /// The patterns of mechanisms, given by the pins of each: pairs of its bodies, which are counted from 1,
    /// with 0 for the ground.
    fn patterns_of(mechanisms: &[&[[u32; 2]]]) -> Vec<u32> {
        let mut inputs = vec![BodyInput::INFINITE_MASS];
        let mut joints = Vec::new();
        for &pins in mechanisms {
            let before = inputs.len() as u32 - 1;
            let count = pins.iter().flatten().max().map_or(0, |&last| last as usize);
            inputs.extend(vec![BodyInput::dynamic(1.0, 1.0, Vec2::zeros()); count]);
            for pin in pins {
                let [a, b] = pin.map(|body| BodyRow(if body == 0 { 0 } else { before + body }));
                let zero = Vec2::zeros();
                let frame = JointFrame { anchor_a: zero, anchor_b: zero, gap: zero };
                joints.push(JointRows::new(a, b, ConstraintError::Point(frame), [0.0; 2]));
            }
        }
        let mut graph = Graph::default();
        graph.find(DirectJoints::All, &joints, &inputs);
        assert_eq!(graph.mechanisms.len(), mechanisms.len());
        let mut patterns = Patterns::default();
        patterns.find(&graph);
        patterns.of
    }

    const PAIR: &[[u32; 2]] = &[[0, 1], [1, 2]];
    const CHAIN: &[[u32; 2]] = &[[0, 1], [1, 2], [2, 3]];
    const STAR: &[[u32; 2]] = &[[0, 1], [1, 2], [1, 3]];

    /// Three alike are enough for a quartet. Of fewer, none has a pattern.
    #[test]
    fn mechanisms_have_a_pattern_if_three_or_more_are_alike() {
        assert_eq!(patterns_of(&[CHAIN, CHAIN, PAIR, CHAIN, CHAIN]), [0, 0, NONE, 0, 0]);
        assert_eq!(patterns_of(&[CHAIN, CHAIN, CHAIN]), [0, 0, 0]);
        assert_eq!(patterns_of(&[CHAIN, CHAIN]), []);
        assert_eq!(patterns_of(&[CHAIN, STAR, CHAIN, PAIR, STAR]), []);
        assert_eq!(patterns_of(&[]), []);
    }

    /// Asserts that two kinds of mechanisms have two patterns.
    fn assert_different(first: &[[u32; 2]], second: &[[u32; 2]]) {
        let found = patterns_of(&[first, second, second, first, first, second]);
        assert_eq!(found.len(), 6, "{found:?}");
        let [a, b] = [found[0], found[1]];
        assert!(a != b && a != NONE && b != NONE, "{found:?}");
        assert_eq!(found, [a, b, b, a, a, b]);
    }

    /// Lanes share the nodes and the blocks of each link, so these must be the same in the same order.
    #[test]
    fn mechanisms_with_other_nodes_or_blocks_of_their_links_have_another_pattern() {
        // A and B exchanged.
        assert_different(PAIR, &[[0, 1], [2, 1]]);
        assert_different(PAIR, &[[1, 0], [1, 2]]);
        // The same joints in another order.
        assert_different(PAIR, &[[1, 2], [0, 1]]);
        // As many bodies, otherwise connected; a loop; a body more.
        assert_different(CHAIN, STAR);
        assert_different(CHAIN, &[[0, 1], [1, 2], [2, 3], [3, 1]]);
        assert_different(CHAIN, PAIR);
    }

    /// Other clusters may lie between those of one pattern. Three are a quartet with the last one twice; two
    /// are solved one by one.
    #[test]
    fn each_mechanism_is_solved_once_alone_or_in_a_quartet() {
        let patterns = [0, NONE, 1, 0, 0, 9, 1, 0, 9, 0, 9];
        let mut units = Vec::new();
        for_each_unit(0..patterns.len(), |cluster| patterns[cluster], |unit| units.push(unit));
        // Patterns 1 and 9 push each other out.
        let ones = [1, 2, 5, 6].map(SolveUnit::One);
        let mut expected: Vec<_> = ones.into_iter().chain([8, 10, 9].map(SolveUnit::One)).collect();
        expected.push(SolveUnit::Quartet([0, 3, 4, 7]));
        assert_eq!(units.len(), expected.len());
        assert!(expected.iter().all(|unit| units.contains(unit)), "{units:?}");
        units.clear();
        for_each_unit(0..7, |_| 3, |unit| units.push(unit));
        assert_eq!(units, [SolveUnit::Quartet([0, 1, 2, 3]), SolveUnit::Quartet([4, 5, 6, 6])]);
    }
}
