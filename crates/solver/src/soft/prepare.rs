//! The preparation of a step: each worker copies the bodies and fills the blocks that it will solve.

#![allow(unsafe_code)]

use super::extra::extra_bits;
use super::fill::Fill;
use super::find_extras::FindExtras;
use super::step::{Caller, SharedContacts, Step};
use super::turned::Faces;
use crate::schedule::{Assignment, Class, Constraint, Constraints};
use crate::together::ClusterSource;
use crate::{BodyState, Contact};
use compute::{Share, Width};
use core::sync::atomic::Ordering;

/// Contacts, and which of them a cluster solves.
pub(crate) struct ContactList<'a>(pub(crate) &'a [Contact], pub(crate) &'a [bool]);

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
            extra_bits: extra_bits(contact),
            restitution_bits: contact.restitution.to_bits(),
        })
    }
}

impl<'a> Step<'a> {
    pub(super) fn copy_bodies(&self, share: Share) {
        let &Self { ref plan, bodies, caller, .. } = self;
        for assignment in plan.assignments(share) {
            // SAFETY: each strip has one owner, each share is handed out once, and lanes are read in the next
            // phase.
            unsafe { plan.fill_lanes(assignment) };
            for own in plan.bodies(assignment) {
                // SAFETY: each body is in one strip.
                let (states, inputs) =
                    unsafe { (bodies.states.slice(own.clone()), bodies.inputs.slice(own.clone())) };
                for ((state, input), &row) in states.iter_mut().zip(inputs).zip(plan.rows(own)) {
                    *input = caller.inputs[row.index()];
                    // SAFETY: nobody writes the caller's states in this phase.
                    let BodyState { velocity, angular_velocity, .. } =
                        unsafe { caller.states.get(row.index()) };
                    *state = BodyState {
                        inverse_mass: input.inverse_mass,
                        ..BodyState::moving(velocity, angular_velocity)
                    };
                }
            }
        }
    }

    /// Call it in a phase after that of the copy.
    pub(super) fn fill_blocks(&self, width: Width, assignment: Assignment<'a>) {
        let &Self { ref plan, bodies, contacts, clusters, settings, springs, h, caller, .. } = self;
        let substep = springs.substep(h, settings.push_out_speed);
        let SharedContacts { blocks, extras, may_need_extra, any_bounces, has_dominance, sides, .. } =
            contacts;
        let has_sides = !sides.is_empty();
        let strips = plan.strips();
        // SAFETY: the copy is complete, and nobody writes inputs in this phase.
        let inputs = unsafe { bodies.inputs.read() };
        let Caller { contacts: list, joints, .. } = caller;
        for stage in plan.contact_stages() {
            plan.for_each_contact_run(stage, assignment, |own| {
                // SAFETY: each block is in one assignment, each share is handed out once, and the lanes are
                // full.
                let (lanes, is_apart_from_next, blocks) = unsafe {
                    (
                        plan.contact_lanes(own.clone()),
                        plan.is_apart_from_next(own.clone()),
                        blocks.slice(own.clone()),
                    )
                };
                let contacts = list;
                width.run(Fill {
                    blocks,
                    lanes,
                    is_apart_from_next,
                    contacts,
                    strips,
                    inputs,
                    has_dominance,
                    has_sides,
                });
                if may_need_extra {
                    // SAFETY: each block has its extra.
                    let (extras, bodies) = (unsafe { extras.slice(own.clone()) }, self.shared_bodies());
                    if width.run(FindExtras {
                        blocks,
                        lanes,
                        extras,
                        contacts,
                        bodies,
                        inputs,
                        settings,
                        h,
                        has_dominance,
                    }) {
                        any_bounces.store(true, Ordering::Relaxed);
                    }
                }
                let faces = Faces { step: self, width };
                let sided = if has_sides { blocks.len() } else { 0 };
                for (i, (block, lanes)) in blocks.iter_mut().zip(lanes).take(sided).enumerate() {
                    if block.faces != 0 {
                        let place = own.start + i;
                        // SAFETY: each block has its extra.
                        let extra = block.has_extra.then(|| unsafe { &extras.slice(place..place + 1)[0] });
                        faces.begin(block, lanes, extra);
                    }
                }
            });
        }
        for &class in plan.joint_stages() {
            for mut blocks in self.joints_of(class, assignment) {
                let rows_of = |row: u32| {
                    let row = row as usize;
                    // SAFETY: each row is in one lane, whose block is this assignment's.
                    unsafe { &joints.slice(row..row + 1)[0] }
                };
                blocks.prepare(width, rows_of, strips, inputs, substep, self.shared_bodies());
            }
        }
        let source = ClusterSource { contacts: list, joints, states: bodies.states, inputs, strips, substep };
        clusters.for_each(plan.clusters(assignment), |unit| {
            // SAFETY: each cluster is in one assignment, and each share is handed out once.
            unsafe { clusters.fill(unit, &source) };
        });
    }
}
