//! What of a step is whose: the blocks and bodies of each worker, stage by stage.
//!
//! ```text
//!   zones      0   1---2---3   4   5---6---7---8---9      what constraints tie together is a batch
//!   apart      0 | 1-3 | 4                                each by one worker, from the first sub-step to the last
//!   together   5---6---7 | 8---9                          what is too much for one or reaches far, by all, stage by stage:
//!
//!   joints      inside | even | odd | elsewhere                        each a stage: a phase of the team
//!   contacts    inside | even | odd | elsewhere, by colours | ground
//! ```
//!
//! Who has a batch to itself waits for nobody, and finds its blocks in its own cache in all of the sub-steps. Batches come
//! from the constraints alone; who does them does not show in the result.
//!
//! In what is done together a worker has the same zones in every stage (`zones.rs`), so it meets the same bodies and
//! blocks again.

use crate::coloring::Groups;
use crate::zones::{Class, Ownership, Zones};
use alloc::vec::Vec;
use compute::Share;
use core::ops::Range;

/// Batches of so many blocks together are one: 256 KiB, which are in the cache anyway.
const SMALL: u32 = 256;

/// Blocks of contacts that are solved without waiting in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Those of a class, each zone by its owner.
    Zones(Class),
    /// Blocks of one colour, in equal shares.
    Shared(Range<usize>),
    /// Blocks that are too few to be shared, or have no colour.
    Alone(Range<usize>),
}

impl Stage {
    /// Whether one of the bodies does not move.
    #[inline(always)]
    pub(super) fn is_ground(&self) -> bool {
        *self == Self::Zones(Class::Ground)
    }
}

/// The stages of a sweep, and who has which zones. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages {
    pub(super) joints: Vec<Class>,
    pub(super) contacts: Vec<Stage>,
    /// Batches that one worker does from beginning to end.
    apart: Ownership,
    /// Zones of the other batches.
    together: Ownership,
    weights: Vec<u32>,
    /// Whether a zone is tied to the next one.
    tied: Vec<bool>,
    /// Whether a constraint begins there that is elsewhere.
    elsewhere: Vec<bool>,
    batches: Vec<Range<usize>>,
    zones: Vec<Range<usize>>,
}

impl Stages {
    /// Of these constraints, for so many workers.
    pub(super) fn plan(&mut self, zones: usize, contacts: &Groups, joints: &Groups, workers: usize) {
        self.joints.clear();
        self.contacts.clear();
        for class in [Class::Inside, Class::Even, Class::Odd, Class::Elsewhere, Class::Ground] {
            if joints.has(class) {
                self.joints.push(class);
            }
            if class == Class::Elsewhere {
                self.contacts.extend(contacts.elsewhere().iter().map(|elsewhere| {
                    let blocks = elsewhere.blocks.clone();
                    if elsewhere.shared { Stage::Shared(blocks) } else { Stage::Alone(blocks) }
                }));
            } else if contacts.has(class) {
                self.contacts.push(Stage::Zones(class));
            }
        }
        self.weights.clear();
        self.weights.resize(zones, 0);
        contacts.weigh(&mut self.weights);
        joints.weigh(&mut self.weights);
        for flags in [&mut self.tied, &mut self.elsewhere] {
            flags.clear();
            flags.resize(zones, false);
        }
        contacts.find_ties(&mut self.tied, &mut self.elsewhere);
        joints.find_ties(&mut self.tied, &mut self.elsewhere);

        self.batches.clear();
        self.zones.clear();
        let weight_of = |zones: &Range<usize>| self.weights[zones.clone()].iter().sum::<u32>();
        // Two batches for each worker, at least: else they cannot be shared fairly.
        let most = if workers == 1 { u32::MAX } else { weight_of(&(0..zones)) / (2 * workers as u32) };
        let mut start = 0;
        for end in 1..=zones {
            if end < zones && self.tied[end - 1] {
                continue;
            }
            let batch = start..end;
            start = end;
            if weight_of(&batch) > most || self.elsewhere[batch.clone()].contains(&true) {
                self.zones.extend(batch.map(|zone| zone..zone + 1));
            } else if let Some(last) = self.batches.last_mut()
                && last.end == batch.start
                && weight_of(&(last.start..batch.end)) <= most.min(SMALL)
            {
                last.end = batch.end;
            } else {
                self.batches.push(batch);
            }
        }
        self.apart.divide(&self.batches, &self.weights, workers, false);
        self.together.divide(&self.zones, &self.weights, workers, true);
    }

    /// Whether bodies have to be placed by zone, since not all of them are moved on at the same time by one worker.
    pub(super) fn are_many(&self, workers: usize) -> bool {
        workers > 1 || self.batches.len() + usize::from(!self.zones.is_empty()) > 1
    }

    /// Whether some zones are done by all workers together.
    pub(super) fn has_together(&self) -> bool {
        !self.zones.is_empty()
    }
}

/// The stages, and who is to do what in them.
#[derive(Clone, Copy)]
pub(super) struct Partition<'a> {
    pub(super) stages: &'a Stages,
    pub(super) contacts: &'a Groups,
    pub(super) zones: &'a Zones,
}

impl<'a> Partition<'a> {
    /// The batches that are a share's alone.
    #[inline(always)]
    pub(super) fn apart(&self, share: Share) -> &'a [Range<usize>] {
        self.stages.apart.zones(share)
    }

    /// The zones that are a share's in what is done together.
    #[inline(always)]
    pub(super) fn together(&self, share: Share) -> &'a [Range<usize>] {
        self.stages.together.zones(share)
    }

    /// All zones of a share.
    #[inline(always)]
    pub(super) fn zones_of(&self, share: Share) -> impl Iterator<Item = Range<usize>> + use<'a> {
        self.apart(share).iter().chain(self.together(share)).cloned()
    }

    /// The blocks of a stage in some zones, and of what is elsewhere those of a share, if one is given.
    #[inline(always)]
    pub(super) fn blocks_of(
        &self,
        stage: &Stage,
        zones: &'a [Range<usize>],
        share: Option<Share>,
    ) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let contacts = self.contacts;
        let (zones, class, elsewhere) = match (stage, share) {
            (Stage::Zones(class), _) => (zones, *class, None),
            (Stage::Shared(blocks), Some(share)) => {
                (&[][..], Class::Elsewhere, Some(share.of(blocks.clone())))
            }
            (Stage::Alone(blocks), Some(share)) => {
                (&[][..], Class::Elsewhere, Some(share.alone(blocks.clone())))
            }
            (_, None) => (&[][..], Class::Elsewhere, None),
        };
        zones.iter().map(move |zones| contacts.of(0, class, zones.clone())).chain(elsewhere)
    }

    /// Of some zones those whose joints of a class are solved with them. Joints elsewhere lie under the number of the first
    /// zone without being tied to it: the first share of those who work together has them, whoever has that zone.
    #[inline(always)]
    pub(super) fn zones_of_joints(
        class: Class,
        zones: &'a [Range<usize>],
        share: Option<Share>,
    ) -> &'a [Range<usize>] {
        #[allow(clippy::single_range_in_vec_init)] // The first zone, a run of one.
        const FIRST: &[Range<usize>] = &[0..1];
        match (class, share) {
            (Class::Elsewhere, Some(share)) if share.index() == 0 => FIRST,
            (Class::Elsewhere, _) => &[],
            _ => zones,
        }
    }

    /// The places of the bodies of some zones, without the ground: it never changes, and all read it at all times.
    #[inline(always)]
    pub(super) fn places(&self, zones: Range<usize>) -> Range<usize> {
        let places = self.zones.places(zones);
        places.start.max(1)..places.end.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coloring::{Coloring, Edge};
    use crate::joint::JointEdges;
    use crate::{BodyInput, BodyRow};
    use alloc::vec;

    /// Rows of bodies, each held to the next; the stages of so many workers, with what ties of the caller's.
    fn plan(ties: &[[u32; 2]], driven: u32, workers: usize) -> Stages {
        // Four constraints of every two neighbours, so that no batch is small.
        let (bodies, piles) = (6400, 16);
        let mut inputs = vec![BodyInput::INFINITE_MASS];
        for i in 0..bodies {
            let pile = i / (bodies / piles);
            let strip_coordinate = (10 * pile) as f32 + i as f32 / bodies as f32;
            let free = if i == driven {
                BodyInput::INFINITE_MASS
            } else {
                BodyInput::dynamic(1.0, 1.0, geom::Vec2::zeros())
            };
            inputs.push(BodyInput { strip_coordinate, ..free });
        }
        let mut zones = Zones::default();
        zones.arrange(&inputs);
        assert_eq!(zones.count(), 8);
        let rows = (1..bodies).filter(|i| i % (bodies / piles) != 0).flat_map(|i| [[i, i + 1]; 4]);
        let edge = |bodies: [u32; 2]| {
            Some(Edge { bodies: bodies.map(BodyRow), sort: 0, light: false, special: false })
        };
        let edges: Vec<_> = rows.chain(ties.iter().copied()).map(edge).collect();
        let (mut contacts, mut joints) = (Coloring::default(), Coloring::default());
        joints.color(&zones, &JointEdges(&[]));
        contacts.color(&zones, &edges);
        let mut stages = Stages::default();
        stages.plan(zones.count(), &contacts.groups, &joints.groups, workers);
        stages
    }

    /// Piles that stand apart are cut apart, whatever is tied is done together, by one worker if that is fair.
    #[test]
    fn batches_follow_what_ties() {
        let zones = |stages: &Stages| stages.zones.len();
        let apart = plan(&[], u32::MAX, 1);
        assert_eq!(apart.batches, (0..8).map(|zone| zone..zone + 1).collect::<Vec<_>>());
        assert_eq!(zones(&apart), 0);
        // A border is crossed: piles of zones 2 and 3.
        let two = plan(&[[2400, 2401]], u32::MAX, 1);
        assert_eq!(two.batches, [0..1, 1..2, 2..4, 4..5, 5..6, 6..7, 7..8]);
        // Half of all is too much for one of two workers.
        let half = plan(&[[800, 801], [1600, 1601], [2400, 2401], [3200, 3201]], u32::MAX, 2);
        assert_eq!((half.batches.as_slice(), zones(&half)), (&[5..6, 6..7, 7..8][..], 5));
        // A body on rails is where all are that it touches, at all times; the ground is at rest everywhere.
        let driven = plan(&[[1 + 1000, 4000], [0, 6000]], 1000, 1);
        assert_eq!(driven.batches, [0..1, 1..5, 5..6, 6..7, 7..8]);
        // What reaches farther than to the next zone has stages of its own, which all do together.
        let far = plan(&[[1002, 4000]], u32::MAX, 1);
        assert_eq!((far.batches.as_slice(), zones(&far)), (&[0..1, 5..6, 6..7, 7..8][..], 4));
    }
}
