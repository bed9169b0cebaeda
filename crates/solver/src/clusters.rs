//! What is solved together at the end of a sweep: mechanisms of joints (`direct.rs`), and contacts under
//! heavy loads (`loads.rs`). To the soft step and the schedule they are clusters, which one worker solves.
//!
//! ```text
//!   clusters   0 ... m-1  mechanisms        m ... n-1  loaded clusters        no two share a moving body
//! ```

#![allow(unsafe_code)]

use crate::direct::elimination::NONE;
use crate::direct::{DirectSolver, DirectSweep, SharedMechanisms, SolveUnit, for_each_unit};
use crate::joint::Substep;
use crate::loads::{ColumnSource, LoadSolver, LoadSweep, SharedLoads};
use crate::schedule::{Clusters, Strips};
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectContacts, JointRows, SolverNets, SolverSettings};
use compute::{Shared, Width};
use core::sync::atomic::AtomicU32;

/// The clusters of a step, with the memory that they keep from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClusterSolver {
    direct: DirectSolver,
    loads: LoadSolver,
    /// Of both, if there are loaded clusters.
    both: Clusters,
}

impl ClusterSolver {
    /// Sets what a metre is in the units of the caller.
    pub(crate) fn set_length_unit(&mut self, unit: f32) {
        self.loads.set_length_unit(unit);
    }

    /// Searches the column of which this body is the base, for the next step.
    pub(crate) fn find_column<I: Iterator<Item = usize>>(
        &mut self,
        source: &ColumnSource<'_>,
        base: BodyRow,
        contacts_of: impl Fn(BodyRow) -> I,
    ) {
        self.loads.find_column(source, base, contacts_of);
    }

    /// Decides what is solved together, for sub-steps of `h` seconds. Call it before the schedule is made.
    pub(crate) fn choose(
        &mut self,
        settings: &SolverSettings,
        contacts: &mut [Contact],
        joints: &[JointRows],
        (states, inputs): (&[BodyState], &[BodyInput]),
        h: f32,
    ) {
        let Self { direct, loads, both } = self;
        direct.choose(settings.direct_joints, joints, inputs);
        loads.choose(settings, (contacts, joints), (states, inputs), h, direct);
        loads.forget_throws(contacts, joints, inputs);
        both.clear();
        if settings.direct_contacts != DirectContacts::Off {
            both.extend(direct.clusters(), |mechanism| !loads.has_mechanism(mechanism));
            loads.push_clusters((contacts, joints), inputs, both);
        }
    }

    /// By joint row: whether a cluster solves it. Empty if none does.
    pub(crate) fn has_joint(&self) -> &[bool] {
        self.direct.is_direct()
    }

    /// By contact: the same.
    pub(crate) fn has_contact(&self) -> &[bool] {
        self.loads.is_direct()
    }

    /// The bodies of each cluster, for the schedule.
    pub(crate) fn bodies(&self) -> &Clusters {
        if self.loads.count() == 0 { self.direct.clusters() } else { &self.both }
    }

    /// For the workers of a step, with these instructions for lanes, which count in `let_go` the solves of
    /// mechanisms that are undone.
    pub(crate) fn share<'a>(&'a mut self, width: Width, let_go: &'a AtomicU32) -> SharedClusters<'a> {
        let mechanisms = self.direct.clusters().len();
        SharedClusters { mechanisms, direct: self.direct.share(width, let_go), loads: self.loads.share() }
    }

    /// After a step: how many loaded clusters were swept in the end, and of how many contacts impulses were
    /// forgotten.
    pub(crate) fn nets(&self) -> SolverNets {
        self.loads.nets()
    }
}

/// All clusters, as the workers of a step share them. Methods take a unit that `for_each` hands out.
#[derive(Clone, Copy)]
pub(crate) struct SharedClusters<'a> {
    mechanisms: usize,
    direct: SharedMechanisms<'a>,
    loads: SharedLoads<'a>,
}

/// What a sweep demands of clusters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterSweep {
    pub(crate) direct: DirectSweep,
    pub(crate) loads: LoadSweep,
}

impl<'a> SharedClusters<'a> {
    /// Calls `run` with units that contain each cluster of a list once: alone, or in a quartet of mechanisms.
    #[inline(always)]
    pub(crate) fn for_each(&self, clusters: impl Iterator<Item = usize>, mut run: impl FnMut(SolveUnit)) {
        if !self.direct.may_have_quartets() {
            clusters.for_each(|cluster| run(SolveUnit::One(cluster)));
            return;
        }
        let pattern_of = |cluster: usize| {
            if cluster >= self.mechanisms || self.loads.has_mechanism(cluster) {
                NONE
            } else {
                self.direct.pattern(cluster)
            }
        };
        for_each_unit(clusters, pattern_of, run);
    }

    /// The number of a unit among the loaded clusters; `None` for mechanisms.
    fn load_of(&self, unit: SolveUnit) -> Option<usize> {
        match unit {
            SolveUnit::One(cluster) => cluster.checked_sub(self.mechanisms),
            SolveUnit::Quartet(_) => None,
        }
    }

    /// Whether a loaded cluster solves this mechanism. `for_each` puts none of these into quartets.
    fn is_absorbed(&self, unit: SolveUnit) -> bool {
        matches!(unit, SolveUnit::One(mechanism) if self.loads.has_mechanism(mechanism))
    }

    /// Copies rows, contacts and masses. `inputs` are by body index.
    ///
    /// # Safety
    /// Nobody else has the clusters of the unit, or writes states, in this phase.
    pub(crate) unsafe fn fill(
        &self,
        unit: SolveUnit,
        (contacts, joints): (Shared<'_, Contact>, Shared<'_, JointRows>),
        strips: &Strips,
        (states, inputs): (Shared<'_, BodyState>, &[BodyInput]),
        substep: Substep<'_>,
    ) {
        // SAFETY: the caller's promise. A unit that is no loaded cluster has mechanisms only.
        unsafe {
            match self.load_of(unit) {
                None => self.direct.fill(unit, joints, strips, inputs, substep),
                Some(load) => self.loads.fill(load, contacts, strips, (states, inputs)),
            }
        }
    }

    /// Applies the accumulated impulses.
    ///
    /// # Safety
    /// Nobody else has the clusters of the unit, or mechanisms that they absorb, or reads or writes the
    /// moving bodies of these, in this phase.
    pub(crate) unsafe fn warm_start(&self, unit: SolveUnit, states: Shared<'a, BodyState>, is_first: bool) {
        // SAFETY: the caller's promise. A unit that is no loaded cluster has mechanisms only.
        unsafe {
            match self.load_of(unit) {
                None if self.is_absorbed(unit) => {}
                None => self.direct.warm_start(unit, states, is_first),
                Some(load) => self.loads.warm_start(load, states, &self.direct, is_first),
            }
        }
    }

    /// Solves the clusters of a unit at the end of a sweep.
    ///
    /// # Safety
    /// The same.
    pub(crate) unsafe fn solve(&self, unit: SolveUnit, states: Shared<'a, BodyState>, sweep: &ClusterSweep) {
        // SAFETY: the caller's promise. A unit that is no loaded cluster has mechanisms only.
        unsafe {
            match self.load_of(unit) {
                None if self.is_absorbed(unit) => {}
                None => self.direct.solve(unit, states, &sweep.direct),
                Some(load) => self.loads.solve(load, states, &self.direct, (&sweep.loads, &sweep.direct)),
            }
        }
    }

    /// Stores the impulses.
    ///
    /// # Safety
    /// Nobody else has the clusters of the unit, or mechanisms that they absorb, in this phase.
    pub(crate) unsafe fn store(
        &self,
        unit: SolveUnit,
        states: Shared<'a, BodyState>,
        contacts: Shared<'_, Contact>,
        joints: Shared<'_, JointRows>,
    ) {
        // SAFETY: the caller's promise. A unit that is no loaded cluster has mechanisms only.
        unsafe {
            match self.load_of(unit) {
                None if self.is_absorbed(unit) => {}
                None => self.direct.store(unit, states, joints),
                Some(load) => self.loads.store(load, states, &self.direct, (contacts, joints)),
            }
        }
    }
}
