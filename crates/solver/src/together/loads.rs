//! Heavy bodies on light ones, and tall columns: all contacts of a loaded cluster solved at once.
//!
//! ```text
//!    ______       soft rows   a contact sinks by load / stiffness, and the stiffness is that of the light
//!   | 1000 |                  body: `docs/loads.md`
//!   |______|
//!     [1]         together    the impulses of all contacts of the cluster at once, by Newton's method on an
//!   __[1]__                   augmented Lagrangian: no sinking beyond the dead band, for loads of up to
//!                             1,100 times the mass of what bears them.
//! ```
//!
//! ```text
//! pressed.rs, columns.rs   which bodies carry a heavy load, or are in tall columns
//! find.rs                  the clusters, and the order of their elimination
//! rows.rs, touch.rs        bounded rows in `f64`; a contact as such rows
//! newton.rs, linked.rs     a cluster in a sweep, also with the joints of mechanisms
//! unbalanced.rs            impulses in the sweeps that would throw a light body
//! ```
//!
//! The contacts of a cluster leave the sweeps and are solved after them. If Newton's method does not
//! converge, or takes more than [`WORK`], the cluster becomes *soft* ([`Progress::is_soft`]): its contacts
//! are swept here as soft rows for the rest of the step. For alternatives, see `docs/experiments/loads.md`.

#![allow(unsafe_code)]

use super::kind::{ClusterKind, ClusterSource, ClusterSweep, SolveUnit};
use super::matrix::elimination::NONE;
use super::matrix::factor::{Block, Diagonal};
use super::matrix::number::Spatial;
use super::mechanisms::solve::Solve as Mechanism;
use super::mechanisms::{DirectSolver, SharedMechanisms};
use super::states::States;
use crate::schedule::Clusters;
use crate::settings::LengthUnit;
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectContacts, JointRows, SolverNets, SolverSettings};
use alloc::vec::Vec;
use columns::Columns;
use compute::Shared;
use find::Found;
use linked::{JointDemand, Linked};
use newton::{Node, Progress, Solve};
use pressed::Source;
use rows::Group;
use touch::{DEAD_BAND, Demand, Touch};
use unbalanced::{THROWN, Unbalanced};

mod columns;
mod find;
mod linked;
mod newton;
mod pressed;
mod rows;
mod touch;
mod unbalanced;

pub(crate) use columns::ColumnSource;

/// The most work that a cluster may take in a step, in products of 3x3 blocks, each about 20 ns. Line
/// searches count by their time.
const WORK: usize = 1_000_000;

/// The loaded clusters of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoadSolver {
    columns: Columns,
    found: Found,
    nodes: Vec<Node>,
    groups: Vec<Group>,
    touches: Vec<Touch>,
    diagonals: Vec<Diagonal>,
    blocks: Vec<Block>,
    x: Vec<Spatial>,
    progress: Vec<Progress>,
    unbalanced: Unbalanced,
    /// Contacts whose impulses [`Self::forget_throws`] has set to zero in this step.
    thrown: u32,
    unit: LengthUnit,
}

impl LoadSolver {
    pub(crate) fn set_length_unit(&mut self, unit: f32) {
        self.unit = LengthUnit(unit);
    }

    pub(crate) fn find_column<I: Iterator<Item = usize>>(
        &mut self,
        source: &ColumnSource<'_>,
        base: BodyRow,
        contacts_of: impl Fn(BodyRow) -> I,
    ) {
        self.columns.find(source, self.unit.0, base, contacts_of);
    }

    /// Chooses contacts and mechanisms. Call it before the schedule is made, and after the mechanisms are
    /// found.
    pub(crate) fn choose(
        &mut self,
        settings: &SolverSettings,
        (contacts, joints): (&[Contact], &[JointRows]),
        (states, inputs): (&[BodyState], &[BodyInput]),
        h: f32,
        direct: &DirectSolver,
    ) {
        if settings.direct_contacts == DirectContacts::Off {
            self.found.clear();
            self.columns.clear();
            return;
        }
        let source = Source {
            method: settings.direct_contacts,
            contacts,
            joints,
            states,
            inputs,
            bounce_threshold: settings.bounce_threshold,
            dt: h * settings.substeps as f32,
            h,
            unit: self.unit.0,
        };
        if settings.direct_contacts != DirectContacts::Columns {
            self.columns.clear();
        }
        self.found.find(&source, &self.columns, direct);
        self.columns.clear();
        let (nodes, blocks) = (self.found.bodies.len(), self.found.elimination.block_count());
        self.nodes.resize(nodes, Node::EMPTY);
        self.x.resize(nodes, [0.0; 3]);
        self.diagonals.resize(nodes, [0.0; 6]);
        self.blocks.resize(blocks, [0.0; 9]);
        self.touches.resize(self.found.touches.len(), Touch::default());
        self.groups.resize(self.found.touches.len() + self.found.pins.len(), Group::EMPTY);
        self.progress.resize(self.found.parts.len(), Progress::default());
    }

    /// Forgets the impulses of contacts in the sweeps that would throw a body on which something heavy
    /// presses. Call it after [`Self::choose`].
    pub(crate) fn forget_throws(
        &mut self,
        contacts: &mut [Contact],
        joints: &[JointRows],
        inputs: &[BodyInput],
    ) {
        self.thrown = 0;
        if self.found.is_anything_pressed() {
            let Self { found, unbalanced, thrown, unit, .. } = self;
            let is_pressed = |row: BodyRow| found.is_pressed(row.index());
            let is_swept = |contact: usize| found.is_solved_in_sweeps(contact);
            *thrown = unbalanced.forget(contacts, joints, inputs, THROWN * unit.0, is_pressed, is_swept);
        }
    }

    pub(crate) fn nets(&self) -> SolverNets {
        let parts = || self.found.parts.iter().zip(&self.progress);
        let kicked =
            parts().filter(|(_, progress)| progress.has_forgotten).map(|(part, _)| part.touches.len());
        SolverNets {
            given_up: parts().filter(|(_, progress)| progress.is_soft).count() as u32,
            forgotten: self.thrown + kicked.sum::<usize>() as u32,
            weakened: 0,
        }
    }

    /// By contact; empty if none is.
    pub(crate) fn is_direct(&self) -> &[bool] {
        &self.found.is_direct
    }

    /// Adds the bodies of each cluster, and those with a row of their own that impulses cannot move and that
    /// touch them or are joined to them. `inputs` are by body row.
    pub(crate) fn push_clusters(
        &self,
        (contacts, joints): (&[Contact], &[JointRows]),
        inputs: &[BodyInput],
        clusters: &mut Clusters,
    ) {
        for part in &self.found.parts {
            let own = self.found.bodies[part.nodes.clone()].iter().copied();
            let others = self.found.touches[part.touches.clone()].iter().flat_map(|ends| {
                let contact = &contacts[ends.index as usize];
                [contact.a, contact.b]
            });
            let joined = self.found.pins[part.pins.clone()].iter().flat_map(|ends| {
                let rows = &joints[ends.index as usize];
                [rows.a, rows.b]
            });
            let others = others.chain(joined);
            let others = others.filter(|&row| row != BodyRow::STATIC && !inputs[row.index()].is_movable());
            clusters.push(own.chain(others));
        }
    }

    pub(crate) fn has_mechanism(&self, mechanism: usize) -> bool {
        self.found.has_mechanism(mechanism)
    }

    pub(crate) fn mixes_scenes(&self) -> bool {
        self.found.may_follow_from_afar()
    }

    pub(crate) fn count(&self) -> usize {
        self.found.parts.len()
    }

    pub(crate) fn share<'a>(&'a mut self, direct: SharedMechanisms<'a>) -> SharedLoads<'a> {
        let Self {
            columns: _,
            unbalanced: _,
            thrown: _,
            unit,
            found,
            nodes,
            groups,
            touches,
            diagonals,
            blocks,
            x,
            progress,
        } = self;
        SharedLoads {
            direct,
            found,
            nodes: Shared::new(nodes),
            groups: Shared::new(groups),
            touches: Shared::new(touches),
            diagonals: Shared::new(diagonals),
            blocks: Shared::new(blocks),
            x: Shared::new(x),
            progress: Shared::new(progress),
            unit: f64::from(unit.0),
        }
    }
}

/// Methods take the number of a cluster.
#[derive(Clone, Copy)]
pub(crate) struct SharedLoads<'a> {
    direct: SharedMechanisms<'a>,
    found: &'a Found,
    nodes: Shared<'a, Node>,
    groups: Shared<'a, Group>,
    touches: Shared<'a, Touch>,
    diagonals: Shared<'a, Diagonal>,
    blocks: Shared<'a, Block>,
    x: Shared<'a, Spatial>,
    progress: Shared<'a, Progress>,
    unit: f64,
}

impl ClusterSweep {
    fn demands(&self, unit: f64) -> [Demand; 2] {
        [0, 1].map(|i| Demand {
            is_biased: self.is_biased,
            bias_rate: f64::from(self.contacts[i].bias_rate),
            mass_scale: f64::from(self.contacts[i].mass_scale),
            impulse_scale: f64::from(self.contacts[i].impulse_scale),
            push_out_speed: f64::from(self.push_out_speed[i]),
            inverse_h: f64::from(self.inverse_h),
            dead_band: DEAD_BAND * unit,
        })
    }
}

impl<'a> SharedLoads<'a> {
    /// # Safety
    /// Nobody else has this cluster, or writes states, in this phase.
    unsafe fn fill_one(&self, cluster: usize, source: &ClusterSource<'_>) {
        let &ClusterSource { contacts, strips, states, inputs, .. } = source;
        let part = &self.found.parts[cluster];
        // SAFETY: the caller's promise.
        let (nodes, groups, touches, progress) = unsafe {
            (
                self.nodes.slice(part.nodes.clone()),
                self.groups.slice(part.groups()),
                self.touches.slice(part.touches.clone()),
                self.progress.slice(cluster..cluster + 1),
            )
        };
        progress[0] = Progress { work_left: WORK, ..Progress::default() };
        for (node, &row) in nodes.iter_mut().zip(&self.found.bodies[part.nodes.clone()]) {
            let index = strips.index_of(row);
            node.fill(index, &inputs[index.index()]);
        }
        let give = part.give;
        let (of_contacts, of_joints) = groups.split_at_mut(touches.len());
        let ends = &self.found.touches[part.touches.clone()];
        for ((touch, group), ends) in touches.iter_mut().zip(of_contacts).zip(ends) {
            let index = ends.index as usize;
            // SAFETY: each contact is in one cluster.
            let contact = unsafe { &contacts.slice(index..index + 1)[0] };
            touch.contact = ends.index;
            (group.nodes, group.block) = (ends.nodes, ends.block);
            let inverse =
                ends.nodes.map(|end| if end == NONE { [0.0; 2] } else { nodes[end as usize].inverse });
            let bodies = [contact.a, contact.b].map(|row| strips.index_of(row));
            // SAFETY: the caller's promise.
            let spins = bodies.map(|body| unsafe { states.get(body.index()) }.angular_velocity);
            touch.fill(group, contact, bodies, spins, inverse, give);
        }
        for (group, ends) in of_joints.iter_mut().zip(&self.found.pins[part.pins.clone()]) {
            *group = Group { nodes: ends.nodes, block: ends.block, ..Group::EMPTY };
        }
    }

    /// # Safety
    /// Nobody else has this cluster, or reads or writes its moving bodies, in this phase.
    unsafe fn get(&self, cluster: usize, states: Shared<'a, BodyState>) -> Solve<'a> {
        let Self { found, nodes, groups, touches, diagonals, blocks, x, progress, unit, .. } = *self;
        let part = &found.parts[cluster];
        let structure = found.elimination.structure(&part.nodes, &part.blocks, &part.targets);
        // SAFETY: the caller's promise; each part belongs to one cluster.
        unsafe {
            Solve {
                structure,
                nodes: nodes.slice(part.nodes.clone()),
                groups: groups.slice(part.groups()),
                touches: touches.slice(part.touches.clone()),
                diagonals: diagonals.slice(part.nodes.clone()),
                blocks: blocks.slice(part.blocks.clone()),
                x: x.slice(part.nodes.clone()),
                progress: &mut progress.slice(cluster..cluster + 1)[0],
                states: States::new(states),
                unit,
            }
        }
    }

    /// # Safety
    /// Nobody else has this cluster or its mechanisms, or reads or writes its moving bodies, in this phase.
    #[inline(always)]
    unsafe fn link(
        &self,
        cluster: usize,
        states: Shared<'a, BodyState>,
    ) -> Linked<'a, impl Fn(usize) -> Mechanism<'a>> {
        let part = &self.found.parts[cluster];
        let direct = &self.direct;
        Linked {
            // SAFETY: the caller's promise.
            rows: unsafe { self.get(cluster, states) },
            mechanisms: &self.found.mechanisms[part.mechanisms.clone()],
            homes: &self.found.homes[part.homes.clone()],
            // SAFETY: the same; `Linked` has one mechanism at a time.
            mechanism: move |mechanism| unsafe { direct.get(mechanism, states) },
        }
    }

    /// # Safety
    /// Nobody else has this cluster or its mechanisms, or reads or writes its moving bodies, in this phase.
    unsafe fn warm_start_one(&self, cluster: usize, states: Shared<'a, BodyState>, is_first: bool) {
        // SAFETY: the caller's promise.
        unsafe { self.link(cluster, states) }.warm_start(is_first);
    }

    /// A cluster is solved in the last biased and in the last relax sweep; in others only its separations are
    /// updated. One that has become soft is swept in all.
    ///
    /// # Safety
    /// The same.
    unsafe fn solve_one(&self, cluster: usize, states: Shared<'a, BodyState>, sweep: &ClusterSweep) {
        // SAFETY: the caller's promise.
        let mut linked = unsafe { self.link(cluster, states) };
        if sweep.bodies_moved {
            linked.update();
        }
        let demand = JointDemand {
            rate: f64::from(sweep.joints.bias_rate),
            biased_rate: f64::from(sweep.joint_bias_rate),
            h: f64::from(sweep.h),
            moves_next: sweep.moves_next(),
        };
        let demands = sweep.demands(self.unit);
        if sweep.is_last && !linked.rows.progress.is_soft {
            linked.solve(&demands, &demand, sweep.is_biased);
        }
        if linked.rows.progress.is_soft {
            linked.sweep(&demands, &demand);
        }
        if sweep.ends_substep() {
            linked.add_totals();
        }
    }

    pub(crate) fn has_mechanism(&self, mechanism: usize) -> bool {
        self.found.has_mechanism(mechanism)
    }

    /// # Safety
    /// Nobody else has this cluster or its mechanisms in this phase.
    unsafe fn store_one(
        &self,
        cluster: usize,
        states: Shared<'a, BodyState>,
        (contacts, joints): (Shared<'_, Contact>, Shared<'_, JointRows>),
    ) {
        let part = &self.found.parts[cluster];
        // SAFETY: the caller's promise; each contact is in one cluster.
        unsafe {
            let (touches, groups) =
                (self.touches.slice(part.touches.clone()), self.groups.slice(part.groups()));
            for (touch, group) in touches.iter().zip(groups) {
                let index = touch.contact as usize;
                touch.store(group, &mut contacts.slice(index..index + 1)[0]);
            }
            for &mechanism in &self.found.mechanisms[part.mechanisms.clone()] {
                self.direct.get(mechanism as usize, states).store(joints);
            }
        }
    }
}

impl<'a> ClusterKind<'a> for SharedLoads<'a> {
    unsafe fn fill(&self, unit: SolveUnit<'_>, source: &ClusterSource<'_>) {
        if let SolveUnit::One(cluster) = unit {
            // SAFETY: the caller's promise.
            unsafe { self.fill_one(cluster, source) };
        }
    }

    unsafe fn warm_start(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, is_first: bool) {
        if let SolveUnit::One(cluster) = unit {
            // SAFETY: the caller's promise.
            unsafe { self.warm_start_one(cluster, states, is_first) };
        }
    }

    unsafe fn solve(&self, unit: SolveUnit<'_>, states: Shared<'a, BodyState>, sweep: &ClusterSweep) {
        if let SolveUnit::One(cluster) = unit {
            // SAFETY: the caller's promise.
            unsafe { self.solve_one(cluster, states, sweep) };
        }
    }

    unsafe fn store(
        &self,
        unit: SolveUnit<'_>,
        states: Shared<'a, BodyState>,
        contacts: Shared<'_, Contact>,
        joints: Shared<'_, JointRows>,
    ) {
        if let SolveUnit::One(cluster) = unit {
            // SAFETY: the caller's promise.
            unsafe { self.store_one(cluster, states, (contacts, joints)) };
        }
    }
}
