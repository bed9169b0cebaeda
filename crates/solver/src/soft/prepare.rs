//! The preparation of a step: each worker copies the bodies and fills the blocks that it will solve, so that
//! they are in its cache.

#![allow(unsafe_code)]

use super::block::ContactBlock;
use super::bodies::SharedSolverBodies;
use super::extra::Extra;
use super::fill::Fill;
use super::find_extras::{ExtraSource, may_need_extra};
use crate::clusters::SharedClusters;
use crate::joint::SharedJoints;
use crate::schedule::{Class, Constraint, Constraints, Plan};
use crate::shared_bodies::SharedBodies;
use crate::{BodyInput, BodyState, Contact, JointRows};
use compute::{Member, Share, Shared, Width};
use core::sync::atomic::{AtomicBool, Ordering};

/// All contacts of a step, and which of them a cluster solves, in the form that the schedule reads.
pub(super) struct ContactList<'a>(pub(super) &'a [Contact], pub(super) &'a [bool]);

impl Constraints for ContactList<'_> {
    const KINDS: usize = 1;
    const ONE_MOVES: Class = Class::Static;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Constraint> {
        let contact = &self.0[index];
        let is_in_cluster = self.1.get(index) == Some(&true);
        (contact.manifold.count > 0 && !is_in_cluster).then(|| Constraint {
            bodies: [contact.a, contact.b],
            kind: 0,
            is_light: contact.manifold.count == 1,
            may_need_extra: may_need_extra(contact),
        })
    }
}

/// The caller's data for a step; bodies are indexed by row.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) states: &'a [BodyState],
    pub(super) inputs: &'a [BodyInput],
    pub(super) contacts: &'a [Contact],
    pub(super) joints: &'a [JointRows],
}

/// The data that all workers use.
#[derive(Clone, Copy)]
pub(super) struct Prepare<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) source: Source<'a>,
    pub(super) source_of_extras: ExtraSource<'a>,
    /// By block, if any contact may need one.
    pub(super) extras: Option<Shared<'a, Extra>>,
    /// Becomes true if a contact bounces.
    pub(super) any_bounces: &'a AtomicBool,
    pub(super) bodies: SharedSolverBodies<'a>,
    pub(super) contacts: Shared<'a, ContactBlock>,
    pub(super) joints: SharedJoints<'a>,
    pub(super) clusters: SharedClusters<'a>,
    /// Length of a sub-step, s.
    pub(super) h: f32,
}

impl Prepare<'_> {
    /// The part of one worker.
    pub(super) fn run(&self, width: Width, member: &Member<'_>) {
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.copy_bodies(share);
        }
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            self.fill_blocks(width, share);
        }
    }

    /// Phase 1: bodies, and the lanes of the schedule.
    fn copy_bodies(&self, share: Share) {
        let &Self { ref plan, source, bodies, .. } = self;
        for assignment in plan.assignments(share) {
            // SAFETY: each strip has one owner, each share is handed out once, and lanes are read in the next
            // phase.
            unsafe { plan.fill_lanes(assignment) };
            for own in plan.bodies(assignment) {
                // SAFETY: each body is in one strip.
                let (states, inputs) =
                    unsafe { (bodies.states.slice(own.clone()), bodies.inputs.slice(own.clone())) };
                for ((state, input), &row) in states.iter_mut().zip(inputs).zip(plan.rows(own)) {
                    *input = source.inputs[row.index()];
                    let BodyState { velocity, angular_velocity, .. } = source.states[row.index()];
                    *state = BodyState {
                        inverse_mass: input.inverse_mass,
                        ..BodyState::moving(velocity, angular_velocity)
                    };
                }
            }
        }
    }

    /// Phase 2: the blocks.
    fn fill_blocks(&self, width: Width, share: Share) {
        let &Self { ref plan, source, extras, bodies, contacts, joints, clusters, h, .. } = self;
        let strips = plan.strips();
        // SAFETY: the copy is complete, and only read in this phase; blocks name bodies that exist.
        let (inputs, bodies) = unsafe { (bodies.inputs.read(), SharedBodies::new(bodies.states)) };
        for assignment in plan.assignments(share) {
            for stage in plan.contact_stages() {
                plan.for_each_contact_run(stage, assignment, |own| {
                    // SAFETY: each block is in one assignment, each share is handed out once, and the lanes
                    // are full. Each block has its extra.
                    let (lanes, is_apart_from_next, blocks, extras) = unsafe {
                        (
                            plan.contact_lanes(own.clone()),
                            plan.is_apart_from_next(own.clone()),
                            contacts.slice(own.clone()),
                            extras.map(|extras| extras.slice(own)),
                        )
                    };
                    width.run(Fill {
                        blocks: &mut *blocks,
                        lanes,
                        is_apart_from_next,
                        contacts: source.contacts,
                        strips,
                        inputs,
                    });
                    if let Some(extras) = extras
                        && self.source_of_extras.fill(blocks, lanes, extras)
                    {
                        self.any_bounces.store(true, Ordering::Relaxed);
                    }
                });
            }
            for &class in plan.joint_stages() {
                for run in plan.joint_runs(class, assignment) {
                    // SAFETY: the same.
                    let mut blocks = unsafe { joints.blocks(plan, class, run.clone()) };
                    blocks.prepare(width, source.joints, strips, inputs, h, bodies);
                }
            }
            for cluster in plan.clusters(assignment) {
                // SAFETY: each cluster is in one assignment, and each share is handed out once.
                unsafe { clusters.fill(cluster, (source.contacts, source.joints), strips, inputs, h) };
            }
        }
    }
}
