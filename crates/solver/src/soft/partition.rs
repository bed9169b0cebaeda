//! What of a step is whose: the blocks and bodies of each worker, stage by stage.
//!
//! ```text
//!   joints      inside | even | odd | elsewhere                        each a stage: a phase of the team
//!   contacts    inside | even | odd | elsewhere, by colours | ground
//! ```
//!
//! A worker has the same zones in every stage (`zones.rs`), so it meets the same bodies and blocks again.

use crate::coloring::Coloring;
use crate::joint::JointSolver;
use crate::zones::{Class, Ownership, Zones};
use alloc::vec::Vec;
use compute::Share;
use core::ops::Range;

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

/// The stages of a sweep. Keeps its memory from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages {
    pub(super) joints: Vec<Class>,
    pub(super) contacts: Vec<Stage>,
    weights: Vec<u32>,
    ownership: Ownership,
}

impl Stages {
    /// Of these constraints, for so many workers.
    pub(super) fn plan(&mut self, zones: &Zones, contacts: &Coloring, joints: &JointSolver, workers: usize) {
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
        self.weights.resize(zones.count(), 0);
        contacts.weigh(&mut self.weights);
        joints.weigh(&mut self.weights);
        self.ownership.divide(&self.weights, workers);
    }
}

/// The stages, and who is to do what in them.
#[derive(Clone, Copy)]
pub(super) struct Partition<'a> {
    pub(super) stages: &'a Stages,
    pub(super) contacts: &'a Coloring,
    pub(super) zones: &'a Zones,
}

impl Partition<'_> {
    #[inline(always)]
    pub(super) fn zones_of(&self, share: Share) -> Range<usize> {
        self.stages.ownership.zones(share)
    }

    /// The places of the bodies of a share.
    #[inline(always)]
    pub(super) fn places_of(&self, share: Share) -> Range<usize> {
        self.zones.places(self.zones_of(share))
    }

    /// The blocks of a share in a stage.
    #[inline(always)]
    pub(super) fn blocks_of(&self, stage: &Stage, share: Share) -> Range<usize> {
        match stage {
            Stage::Zones(class) => self.contacts.of(*class, self.zones_of(share)),
            Stage::Shared(blocks) => share.of(blocks.clone()),
            Stage::Alone(blocks) => share.alone(blocks.clone()),
        }
    }
}
