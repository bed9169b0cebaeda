//! Batches: neighbouring strips that constraints connect.
//!
//! ```text
//!   strips        0   1---2---3   4   5---6---7---8---9   --- a constraint connects them
//!   independent   0 | 1-3 | 4                           one worker each, from the first sub-step to the last
//!   cooperative                       5 ... 9             all workers together, stage by stage
//! ```
//!
//! The worker of an independent batch waits for no other and keeps its blocks in its cache through all
//! sub-steps. A batch is cooperative if it is larger than half of the mean work of a worker, or if a
//! long-range constraint begins in it.

use super::clusters::{Clusters, FiledClusters};
use super::groups::Groups;
use super::ownership::Ownership;
use alloc::vec::Vec;
use core::ops::Range;

/// Smaller neighbouring batches are joined up to so many blocks, 256 KiB, which the cache of a core can hold.
const SMALL: u32 = 256;

#[derive(Clone, Debug, Default)]
pub(super) struct Batches {
    pub(super) independent: Ownership,
    pub(super) cooperative: Ownership,
    independent_batches: Vec<Range<usize>>,
    cooperative_strips: Vec<Range<usize>>,
    weights: Vec<u32>,
    /// To the next one.
    is_coupled: Vec<bool>,
    is_long_range: Vec<bool>,
}

impl Batches {
    pub(super) fn find(
        &mut self,
        strips: usize,
        lists: [&Groups; 2],
        (filed, clusters): (&FiledClusters, &Clusters),
        workers: usize,
    ) {
        self.weights.clear();
        self.weights.resize(strips, 0);
        for flags in [&mut self.is_coupled, &mut self.is_long_range] {
            flags.clear();
            flags.resize(strips, false);
        }
        for groups in lists {
            groups.add_weights(&mut self.weights);
            groups.mark_couplings(&mut self.is_coupled, &mut self.is_long_range);
        }
        filed.add_weights(clusters, &mut self.weights);
        filed.mark_couplings(&mut self.is_coupled);

        self.independent_batches.clear();
        self.cooperative_strips.clear();
        let weight_of = |strips: &Range<usize>| self.weights[strips.clone()].iter().sum::<u32>();
        // With fewer than two batches for each worker, work cannot be divided evenly.
        let max_weight = if workers == 1 { u32::MAX } else { weight_of(&(0..strips)) / (2 * workers as u32) };
        let mut start = 0;
        for end in 1..=strips {
            if end < strips && self.is_coupled[end - 1] {
                continue;
            }
            let batch = start..end;
            start = end;
            if weight_of(&batch) > max_weight || self.is_long_range[batch.clone()].contains(&true) {
                self.cooperative_strips.extend(batch.map(|strip| strip..strip + 1));
            } else if let Some(last) = self.independent_batches.last_mut()
                && last.end == batch.start
                && weight_of(&(last.start..batch.end)) <= max_weight.min(SMALL)
            {
                last.end = batch.end;
            } else {
                self.independent_batches.push(batch);
            }
        }
        self.independent.divide(&self.independent_batches, &self.weights, workers, false);
        self.cooperative.divide(&self.cooperative_strips, &self.weights, workers, true);
    }

    /// Several workers, or one at different times, move the bodies: indices must be in the order of strips.
    pub(super) fn need_sorted_bodies(&self, workers: usize) -> bool {
        workers > 1 || self.independent_batches.len() + usize::from(self.has_cooperative()) > 1
    }

    pub(super) fn has_cooperative(&self) -> bool {
        !self.cooperative_strips.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::coloring::Coloring;
    use super::super::constraint::{Constraint, Constraints};
    use super::super::strips::{Class, Strips};
    use super::*;
    use crate::{BodyInput, BodyRow};
    use alloc::vec;

    struct Pairs(Vec<[u32; 2]>);

    impl Constraints for Pairs {
        const KINDS: usize = 1;
        const ONE_MOVES: Class = Class::Static;

        fn len(&self) -> usize {
            self.0.len()
        }

        fn get(&self, index: usize) -> Option<Constraint> {
            let bodies = self.0[index].map(BodyRow);
            Some(Constraint { bodies, kind: 0, is_light: false, extra_bits: 0, restitution_bits: 0 })
        }
    }

    /// Sixteen piles of bodies in eight strips, each body connected to the next, and the constraints `more`.
    /// Body `kinematic` has infinite mass.
    fn batches(more: &[[u32; 2]], kinematic: u32, workers: usize) -> Batches {
        // Four constraints between any two neighbours, so that no batch is small.
        let (bodies, piles) = (6400, 16);
        let mut inputs = vec![BodyInput::INFINITE_MASS];
        for i in 0..bodies {
            let pile = i / (bodies / piles);
            let strip_coordinate = (10 * pile) as f32 + i as f32 / bodies as f32;
            let input = if i == kinematic {
                BodyInput::INFINITE_MASS
            } else {
                BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros())
            };
            inputs.push(BodyInput { strip_coordinate, ..input });
        }
        let mut strips = Strips::default();
        strips.draw(&inputs);
        assert_eq!(strips.count(), 8);
        let chains = (1..bodies).filter(|i| i % (bodies / piles) != 0).flat_map(|i| [[i, i + 1]; 4]);
        let (mut contacts, mut joints) = (Coloring::default(), Coloring::default());
        joints.color(&strips, &Pairs(Vec::new()));
        contacts.color(&strips, &Pairs(chains.chain(more.iter().copied()).collect()));
        let mut batches = Batches::default();
        let none = (&FiledClusters::default(), &Clusters::default());
        batches.find(strips.count(), [contacts.groups(), joints.groups()], none, workers);
        batches
    }

    #[test]
    fn piles_that_stand_apart_are_independent() {
        let found = batches(&[], u32::MAX, 1);
        assert_eq!(found.independent_batches, (0..8).map(|strip| strip..strip + 1).collect::<Vec<_>>());
        assert!(!found.has_cooperative());
    }

    #[test]
    fn a_constraint_across_a_border_joins_two_strips() {
        let found = batches(&[[2400, 2401]], u32::MAX, 1);
        assert_eq!(found.independent_batches, [0..1, 1..2, 2..4, 4..5, 5..6, 6..7, 7..8]);
        assert!(!found.has_cooperative());
    }

    #[test]
    fn a_batch_too_large_for_one_of_two_workers_is_cooperative() {
        let found = batches(&[[800, 801], [1600, 1601], [2400, 2401], [3200, 3201]], u32::MAX, 2);
        assert_eq!(found.independent_batches, [5..6, 6..7, 7..8]);
        assert_eq!(found.cooperative_strips.len(), 5);
    }

    /// The body moves with the strip in which it lies, while others read it; the static row is the same
    /// everywhere.
    #[test]
    fn a_kinematic_body_couples_its_strip_to_those_it_touches_but_the_static_row_does_not() {
        let found = batches(&[[1 + 1000, 4000], [0, 6000]], 1000, 1);
        assert_eq!(found.independent_batches, [0..1, 1..5, 5..6, 6..7, 7..8]);
        assert!(!found.has_cooperative());
    }

    #[test]
    fn a_batch_with_a_long_range_constraint_is_cooperative() {
        let found = batches(&[[1002, 4000]], u32::MAX, 1);
        assert_eq!(found.independent_batches, [0..1, 5..6, 6..7, 7..8]);
        assert_eq!(found.cooperative_strips, [1..2, 2..3, 3..4, 4..5]);
    }
}
