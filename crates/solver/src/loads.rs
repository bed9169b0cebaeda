//! Heavy bodies on light ones, and tall columns: all contacts of a loaded cluster solved at once.
//!
//! ```text
//!    ______       soft rows   a contact sinks by load / stiffness, and the stiffness is that of the light
//!   | 1000 |                  body: 20 mm under 100 times its mass, 0.2 m under 1,000. More sweeps or
//!   |______|                  sub-steps change nothing: it is the softness, not a lack of convergence.
//!     [1]         together    the impulses of all contacts of the cluster at once, by Newton's method on an
//!   __[1]__                   augmented Lagrangian: no sinking beyond the dead band, for loads of up to
//!                             1,100 times the mass of what bears them.
//! ```
//!
//! | file | contains |
//! |---|---|
//! | `pressed.rs` | which bodies carry a heavy load |
//! | `find.rs` | the clusters, and the order of their elimination |
//! | `touch.rs` | a contact as rows in `f64` |
//! | `newton.rs` | a cluster in a sweep |
//!
//! The contacts of a cluster leave the sweeps and are solved after them. A cluster for which Newton's method
//! does not converge, or takes more than [`WORK`], is swept here with soft rows for the rest of the step, as
//! with [`DirectContacts::Off`]. It goes on from the same accumulated impulses, so nothing jumps.
//!
//! Nothing is kept from step to step but allocated buffers.
//!
//! Turned down: more sweeps or sub-steps, up to 32, accelerated sweeps (same sag); soft rows that keep their
//! whole impulse, with an `impulse_scale` of zero (they gain energy); a lighter mass of the lower body in the
//! solve, as in shock propagation (an overhanging plank no longer tips under its load); joints and contacts
//! in one direct active-set solve without the augmented Lagrangian (cycles).

#![allow(unsafe_code)]

use crate::direct::elimination::NONE;
use crate::direct::factor::{Block, Diagonal, Structure};
use crate::direct::link::Spatial;
use crate::direct::solve::States;
use crate::schedule::{Clusters, Strips};
use crate::{BodyInput, BodyRow, BodyState, Contact, DirectContacts, JointRows, Softness, SolverSettings};
use alloc::vec::Vec;
use compute::Shared;
use find::Found;
use newton::{Node, Progress, Solve};
use pressed::Source;
use touch::{Demand, Softened, Touch};

mod find;
mod newton;
mod pressed;
mod touch;

/// The most work that a cluster may take in a step, in products of blocks of three by three numbers; a line
/// search counts as so many as take its time. About 20 ms.
const WORK: usize = 1_000_000;

/// The loaded clusters of a step, in buffers that are kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoadSolver {
    found: Found,
    nodes: Vec<Node>,
    touches: Vec<Touch>,
    diagonals: Vec<Diagonal>,
    blocks: Vec<Block>,
    x: Vec<Spatial>,
    progress: Vec<Progress>,
}

impl LoadSolver {
    /// Decides which contacts are solved together. Call it before the schedule is made. `mechanisms` are the
    /// clusters of joints that are solved directly.
    pub(crate) fn choose(
        &mut self,
        settings: &SolverSettings,
        (contacts, joints): (&[Contact], &[JointRows]),
        (states, inputs): (&[BodyState], &[BodyInput]),
        h: f32,
        mechanisms: &Clusters,
    ) {
        if settings.direct_contacts == DirectContacts::Off {
            self.found.clear();
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
        };
        self.found.find(&source, mechanisms);
        let (nodes, blocks) = (self.found.bodies.len(), self.found.elimination.block_count());
        self.nodes.resize(nodes, Node::EMPTY);
        self.x.resize(nodes, [0.0; 3]);
        self.diagonals.resize(nodes, [0.0; 6]);
        self.blocks.resize(blocks, [0.0; 9]);
        self.touches.resize(self.found.touches.len(), Touch::EMPTY);
        let start = Progress { work_left: 0, is_soft: false, is_factored: false };
        self.progress.resize(self.found.parts.len(), start);
    }

    /// By contact: whether it is solved here. Empty if none is.
    pub(crate) fn is_direct(&self) -> &[bool] {
        &self.found.is_direct
    }

    /// Adds the bodies of each cluster, and the kinematic ones that its contacts touch, for the schedule.
    /// `inputs` are by body row.
    pub(crate) fn push_clusters(&self, contacts: &[Contact], inputs: &[BodyInput], clusters: &mut Clusters) {
        for part in &self.found.parts {
            let own = self.found.bodies[part.nodes.clone()].iter().copied();
            let others = self.found.touches[part.touches.clone()].iter().flat_map(|ends| {
                let contact = &contacts[ends.contact as usize];
                [contact.a, contact.b]
            });
            let others = others.filter(|&row| row != BodyRow::STATIC && !inputs[row.index()].is_movable());
            clusters.push(own.chain(others));
        }
    }

    /// Number of clusters.
    pub(crate) fn count(&self) -> usize {
        self.found.parts.len()
    }

    /// For the workers of a step.
    pub(crate) fn share(&mut self) -> SharedLoads<'_> {
        let Self { found, nodes, touches, diagonals, blocks, x, progress } = self;
        SharedLoads {
            found,
            nodes: Shared::new(nodes),
            touches: Shared::new(touches),
            diagonals: Shared::new(diagonals),
            blocks: Shared::new(blocks),
            x: Shared::new(x),
            progress: Shared::new(progress),
        }
    }
}

/// All clusters, as the workers of a step share them. Methods take the number of a cluster.
#[derive(Clone, Copy)]
pub(crate) struct SharedLoads<'a> {
    found: &'a Found,
    nodes: Shared<'a, Node>,
    touches: Shared<'a, Touch>,
    diagonals: Shared<'a, Diagonal>,
    blocks: Shared<'a, Block>,
    x: Shared<'a, Spatial>,
    progress: Shared<'a, Progress>,
}

/// What a sweep demands of the loaded clusters. Pairs: for contacts of two moving bodies, and for those of
/// one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoadSweep {
    pub(crate) softness: [Softness; 2],
    pub(crate) push_out_speed: [f32; 2],
    pub(crate) inverse_h: f32,
    pub(crate) is_biased: bool,
    /// Whether bodies have moved since the last sweep.
    pub(crate) bodies_moved: bool,
    /// Whether it is the last biased or the last relax sweep of the sub-step: clusters are solved in these.
    pub(crate) is_last: bool,
}

impl<'a> SharedLoads<'a> {
    /// Copies contacts and masses of a cluster. `inputs` are by body index.
    ///
    /// # Safety
    /// Nobody else has this cluster in this phase.
    pub(crate) unsafe fn fill(
        &self,
        cluster: usize,
        contacts: &[Contact],
        strips: &Strips,
        inputs: &[BodyInput],
    ) {
        let part = &self.found.parts[cluster];
        // SAFETY: the caller's promise.
        let (nodes, touches, progress) = unsafe {
            (
                self.nodes.slice(part.nodes.clone()),
                self.touches.slice(part.touches.clone()),
                self.progress.slice(cluster..cluster + 1),
            )
        };
        progress[0] = Progress { work_left: WORK, is_soft: false, is_factored: false };
        for (node, &row) in nodes.iter_mut().zip(&self.found.bodies[part.nodes.clone()]) {
            let index = strips.index_of(row);
            node.fill(index, &inputs[index.index()]);
        }
        let give = part.give();
        for (touch, ends) in touches.iter_mut().zip(&self.found.touches[part.touches.clone()]) {
            let contact = &contacts[ends.contact as usize];
            (touch.contact, touch.nodes, touch.block) = (ends.contact, ends.nodes, ends.block);
            let inverse =
                ends.nodes.map(|end| if end == NONE { [0.0; 2] } else { nodes[end as usize].inverse });
            touch.fill(contact, [contact.a, contact.b].map(|row| strips.index_of(row)), inverse, give);
        }
    }

    /// The data of a cluster.
    ///
    /// # Safety
    /// Nobody else has this cluster, or reads or writes its moving bodies, in this phase.
    unsafe fn get(&self, cluster: usize, states: Shared<'a, BodyState>) -> Solve<'a> {
        let Self { found, nodes, touches, diagonals, blocks, x, progress } = *self;
        let part = &found.parts[cluster];
        let structure = Structure {
            columns: &found.elimination.columns[part.nodes.clone()],
            below: &found.elimination.below[part.blocks.clone()],
            targets: &found.elimination.targets[part.targets.clone()],
        };
        // SAFETY: the caller's promise; each part belongs to one cluster.
        unsafe {
            Solve {
                structure,
                nodes: nodes.slice(part.nodes.clone()),
                touches: touches.slice(part.touches.clone()),
                diagonals: diagonals.slice(part.nodes.clone()),
                blocks: blocks.slice(part.blocks.clone()),
                x: x.slice(part.nodes.clone()),
                progress: &mut progress.slice(cluster..cluster + 1)[0],
                states: States::new(states),
            }
        }
    }

    /// Applies the accumulated impulses.
    ///
    /// # Safety
    /// Nobody else has this cluster, or reads or writes its moving bodies, in this phase.
    pub(crate) unsafe fn warm_start(&self, cluster: usize, states: Shared<'a, BodyState>) {
        // SAFETY: the caller's promise.
        unsafe { self.get(cluster, states) }.warm_start();
    }

    /// The part of a sweep that belongs to a cluster. It is solved in the last biased and in the last relax
    /// sweep; in others only its separations are renewed. A cluster that has become soft is swept in all.
    ///
    /// # Safety
    /// The same.
    pub(crate) unsafe fn solve(&self, cluster: usize, states: Shared<'a, BodyState>, sweep: &LoadSweep) {
        // SAFETY: the caller's promise.
        let mut solve = unsafe { self.get(cluster, states) };
        if sweep.bodies_moved {
            solve.update_separations();
        }
        let inverse_h = f64::from(sweep.inverse_h);
        if sweep.is_last && !solve.progress.is_soft {
            solve.solve(&[0, 1].map(|i| Demand {
                rate: if sweep.is_biased { f64::from(sweep.softness[i].bias_rate) } else { 0.0 },
                push_out_speed: f64::from(sweep.push_out_speed[i]),
                inverse_h,
            }));
        }
        if solve.progress.is_soft {
            let give = self.found.parts[cluster].give();
            solve.sweep(&[0, 1].map(|i| Softened {
                is_biased: sweep.is_biased,
                bias_rate: f64::from(sweep.softness[i].bias_rate),
                mass_scale: f64::from(sweep.softness[i].mass_scale),
                impulse_scale: f64::from(sweep.softness[i].impulse_scale),
                push_out_speed: f64::from(sweep.push_out_speed[i]),
                inverse_h,
                inverse_give_share: 1.0 / give,
            }));
        }
        if sweep.is_last && !sweep.is_biased {
            solve.touches.iter_mut().for_each(Touch::add_total);
        }
    }

    /// Stores the impulses in the caller's contacts.
    ///
    /// # Safety
    /// Nobody else has this cluster in this phase.
    pub(crate) unsafe fn store(&self, cluster: usize, contacts: Shared<'_, Contact>) {
        // SAFETY: the caller's promise; each contact is in one cluster.
        unsafe {
            for touch in self.touches.slice(self.found.parts[cluster].touches.clone()) {
                let index = touch.contact as usize;
                touch.store(&mut contacts.slice(index..index + 1)[0]);
            }
        }
    }
}
