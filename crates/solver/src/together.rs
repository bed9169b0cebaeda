//! What is solved together at the end of a sweep, in place of row after row: mechanisms of joints, and
//! contacts under heavy loads. Step and schedule see *clusters*, each solved by one worker.
//!
//! ```text
//!   clusters   0 ... m-1  mechanisms        m ... n-1  loaded clusters        no two share a moving body
//! ```
//!
//! | file | contains |
//! |---|---|
//! | `kind.rs` | what a sub-step asks of any cluster |
//! | `contact_graph.rs` | what a caller knows of its contacts, which spares a search |
//! | `bounds.rs` | the bounds of a direct solve of joints |
//! | `mechanisms.rs` | joints |
//! | `trees.rs` | joints of mechanisms without loops |
//! | `loads.rs` | contacts; a loaded cluster may absorb mechanisms, and solves their joints too |
//! | `matrix.rs` | the elimination that both use |
//! | `states.rs` | the states of bodies as both read and write them |
//!
//! This file lists all kinds; nothing else in the crate names one.

#![allow(unsafe_code)]

use crate::schedule::Clusters;
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectContacts, JointRows, SolverNets, SolverSettings};
use alloc::vec::Vec;
use compute::{Shared, Width};
use core::sync::atomic::AtomicU32;
use kind::ClusterKind;
use loads::{ColumnSource, LoadSolver, SharedLoads};
use mechanisms::{DirectSolver, SharedMechanisms};
use trees::Collected;

pub use contact_graph::ContactGraph;
pub(crate) use kind::{ClusterSource, ClusterSweep, SolveUnit};

mod bounds;
mod contact_graph;
mod kind;
mod loads;
mod matrix;
mod mechanisms;
mod states;
mod trees;

#[derive(Clone, Debug, Default)]
pub(crate) struct ClusterSolver {
    mechanisms: DirectSolver,
    loads: LoadSolver,
    /// If there are loaded clusters.
    both: Clusters,
    /// By mechanism: 0 if it is no tree, or if a loaded cluster solves it.
    edges: Vec<u32>,
    #[cfg(test)]
    pub(crate) has_no_trees: bool,
}

impl ClusterSolver {
    pub(crate) fn set_length_unit(&mut self, unit: f32) {
        self.mechanisms.set_length_unit(unit);
        self.loads.set_length_unit(unit);
    }

    pub(crate) fn prepare<S, F, I>(
        &mut self,
        graph: ContactGraph<'_, S, F>,
        settings: &SolverSettings,
        dt: f32,
    ) where
        S: IntoIterator<Item = usize>,
        F: Fn(BodyRow) -> I,
        I: Iterator<Item = usize>,
    {
        if settings.direct_contacts != DirectContacts::Columns {
            return;
        }
        let ContactGraph { bodies, contacts, supports, contacts_of } = graph;
        let source = ColumnSource { bodies, contacts, settings, dt };
        for index in supports {
            let contact = &contacts[index];
            let is_base = |row: &BodyRow| bodies.inputs()[row.index()].is_movable();
            if let Some(base) = [contact.a, contact.b].into_iter().find(is_base)
                && contact.manifold.count > 0
            {
                self.loads.find_column(&source, base, &contacts_of);
            }
        }
    }

    /// Call it before the schedule is made.
    pub(crate) fn choose(
        &mut self,
        settings: &SolverSettings,
        contacts: &mut [Contact],
        joints: &[JointRows],
        (states, inputs): (&[BodyState], &[BodyInput]),
        h: f32,
    ) {
        let Self { mechanisms, loads, both, edges, .. } = self;
        mechanisms.choose(settings.direct_joints, joints, inputs);
        loads.choose(settings, (contacts, joints), (states, inputs), h, mechanisms);
        loads.forget_throws(contacts, joints, inputs);
        edges.clear();
        edges.extend((0..mechanisms.count()).map(|mechanism| {
            if loads.has_mechanism(mechanism) { 0 } else { mechanisms.edges(mechanism) as u32 }
        }));
        #[cfg(test)]
        if self.has_no_trees {
            edges.fill(0);
        }
        both.clear();
        if settings.direct_contacts != DirectContacts::Off {
            both.extend(mechanisms.clusters(), |mechanism| !loads.has_mechanism(mechanism));
            loads.push_clusters((contacts, joints), inputs, both);
        }
    }

    /// The clusters of one of several scenes may follow from another scene.
    pub(crate) fn mix_scenes(&self) -> bool {
        self.loads.mixes_scenes()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.mechanisms.count() + self.loads.count() == 0
    }

    /// By joint row; empty if a cluster solves none.
    pub(crate) fn has_joint(&self) -> &[bool] {
        self.mechanisms.is_direct()
    }

    /// By contact, the same.
    pub(crate) fn has_contact(&self) -> &[bool] {
        self.loads.is_direct()
    }

    pub(crate) fn bodies(&self) -> &Clusters {
        if self.loads.count() == 0 { self.mechanisms.clusters() } else { &self.both }
    }

    /// `let_go` counts the solves that are undone.
    pub(crate) fn share<'a>(&'a mut self, width: Width, let_go: &'a AtomicU32) -> SharedClusters<'a> {
        let mechanisms = self.mechanisms.share(width, let_go);
        SharedClusters { mechanisms, edges: &self.edges, loads: self.loads.share(mechanisms) }
    }

    pub(crate) fn nets(&self) -> SolverNets {
        self.loads.nets()
    }
}

/// Methods take a unit that `for_each` hands out.
#[derive(Clone, Copy)]
pub(crate) struct SharedClusters<'a> {
    mechanisms: SharedMechanisms<'a>,
    edges: &'a [u32],
    loads: SharedLoads<'a>,
}

impl<'a> SharedClusters<'a> {
    /// Each cluster once: alone, or in a bunch of trees.
    #[inline(always)]
    pub(crate) fn for_each<'r>(
        &self,
        runs: impl Iterator<Item = &'r [u32]>,
        mut run: impl FnMut(SolveUnit<'_>),
    ) {
        let mut collected = Collected::NONE;
        for clusters in runs {
            for &cluster in clusters {
                match self.edges.get(cluster as usize) {
                    None | Some(0) => run(SolveUnit::One(cluster as usize)),
                    Some(&edges) => {
                        if collected.add(cluster, edges) {
                            run(SolveUnit::Trees(collected.take()));
                        }
                    }
                }
            }
        }
        if !collected.is_empty() {
            run(SolveUnit::Trees(collected.take()));
        }
    }

    fn kind_of<'u>(&self, unit: SolveUnit<'u>) -> (&dyn ClusterKind<'a>, SolveUnit<'u>) {
        match unit {
            SolveUnit::One(cluster) if cluster >= self.mechanisms.count() => {
                (&self.loads, SolveUnit::One(cluster - self.mechanisms.count()))
            }
            _ => (&self.mechanisms, unit),
        }
    }

    /// `None` for an absorbed mechanism, which `for_each` puts into no bunch.
    fn solver_of<'u>(&self, unit: SolveUnit<'u>) -> Option<(&dyn ClusterKind<'a>, SolveUnit<'u>)> {
        let is_absorbed = matches!(unit, SolveUnit::One(mechanism) if self.loads.has_mechanism(mechanism));
        (!is_absorbed).then(|| self.kind_of(unit))
    }

    /// # Safety
    /// Nobody else has the clusters of the unit, or writes states, in this phase.
    pub(crate) unsafe fn fill(&self, unit: SolveUnit<'_>, source: &ClusterSource<'_>) {
        let (kind, unit) = self.kind_of(unit);
        // SAFETY: the caller's promise.
        unsafe { kind.fill(unit, source) };
    }

    /// # Safety
    /// Nobody else has the clusters of the unit, or mechanisms that they absorb, or reads or writes the
    /// moving bodies of these, in this phase.
    pub(crate) unsafe fn warm_start(
        &self,
        unit: SolveUnit<'_>,
        states: Shared<'a, BodyState>,
        is_first: bool,
    ) {
        if let Some((kind, unit)) = self.solver_of(unit) {
            // SAFETY: the caller's promise.
            unsafe { kind.warm_start(unit, states, is_first) };
        }
    }

    /// At the end of a sweep.
    ///
    /// # Safety
    /// The same.
    pub(crate) unsafe fn solve(
        &self,
        unit: SolveUnit<'_>,
        states: Shared<'a, BodyState>,
        sweep: &ClusterSweep,
    ) {
        if let Some((kind, unit)) = self.solver_of(unit) {
            // SAFETY: the caller's promise.
            unsafe { kind.solve(unit, states, sweep) };
        }
    }

    /// # Safety
    /// Nobody else has the clusters of the unit, or mechanisms that they absorb, in this phase.
    pub(crate) unsafe fn store(
        &self,
        unit: SolveUnit<'_>,
        states: Shared<'a, BodyState>,
        contacts: Shared<'_, Contact>,
        joints: Shared<'_, JointRows>,
    ) {
        if let Some((kind, unit)) = self.solver_of(unit) {
            // SAFETY: the caller's promise.
            unsafe { kind.store(unit, states, contacts, joints) };
        }
    }
}
