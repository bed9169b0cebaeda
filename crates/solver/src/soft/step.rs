//! The data of a step, as its workers share it.

#![allow(unsafe_code)]

use super::block::ContactBlock;
use super::bodies::SharedSolverBodies;
use super::extra::Extra;
use super::totals::TotalColumn;
use crate::joint::{JointBlocks, SharedJoints, SpringDemands};
use crate::schedule::{Assignment, Class, ContactStage, Plan};
use crate::shared_bodies::SharedBodies;
use crate::together::SharedClusters;
use crate::{BodyInput, BodyState, Contact, JointRows, SolverSettings, TurningSide};
use compute::{LANES, Shared};
use core::ops::Range;
use core::sync::atomic::AtomicBool;

#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) bodies: SharedSolverBodies<'a>,
    pub(super) contacts: SharedContacts<'a>,
    pub(super) joints: SharedJoints<'a>,
    pub(super) springs: &'a SpringDemands,
    pub(super) clusters: SharedClusters<'a>,
    pub(super) caller: Caller<'a>,
    pub(super) settings: &'a SolverSettings,
    /// s.
    pub(super) h: f32,
}

/// The caller's arrays, from which a step is filled and in which it stores its results. Bodies are indexed by
/// row. The worker of a constraint or of a body alone uses it.
#[derive(Clone, Copy)]
pub(super) struct Caller<'a> {
    pub(super) states: Shared<'a, BodyState>,
    pub(super) inputs: &'a [BodyInput],
    pub(super) contacts: Shared<'a, Contact>,
    pub(super) joints: Shared<'a, JointRows>,
}

#[derive(Clone, Copy)]
pub(super) struct SharedContacts<'a> {
    pub(super) blocks: Shared<'a, ContactBlock>,
    /// By block.
    pub(super) totals: Shared<'a, TotalColumn>,
    /// By block, if `may_need_extra`.
    pub(super) extras: Shared<'a, Extra>,
    pub(super) may_need_extra: bool,
    pub(super) has_dominance: bool,
    /// Becomes true when a block is filled in which a contact bounces.
    pub(super) any_bounces: &'a AtomicBool,
    /// By contact.
    pub(super) sides: &'a [TurningSide],
}

impl<'a> Step<'a> {
    #[inline(always)]
    pub(super) fn for_each_contact_run(
        &self,
        stage: &ContactStage,
        assignment: Assignment<'a>,
        run: impl Fn(Contacts<'a>),
    ) {
        // SAFETY: each block of a stage is in one assignment, and each share is handed out once.
        self.plan.for_each_contact_run(stage, assignment, |own| run(unsafe { self.contacts(own) }));
    }

    /// # Safety
    /// The lanes are full, and nobody else uses these blocks in this phase.
    #[inline(always)]
    pub(super) unsafe fn contacts(&self, own: Range<usize>) -> Contacts<'a> {
        let Self { plan, contacts: SharedContacts { blocks, totals, extras, .. }, .. } = self;
        // SAFETY: the caller's promise.
        unsafe {
            let (lanes, totals) = (plan.contact_lanes(own.clone()), totals.slice(own.clone()));
            let extras = Extras { all: *extras, first: own.start };
            Contacts { blocks: blocks.slice(own), totals, lanes, extras, bodies: self.shared_bodies() }
        }
    }

    pub(super) fn joints_of(
        &self,
        class: Class,
        assignment: Assignment<'a>,
    ) -> impl Iterator<Item = JointBlocks<'a>> {
        let Self { plan, joints, .. } = self;
        // SAFETY: lanes were filled before; each run of a class is in one assignment, and each share is
        // handed out once.
        let blocks = move |run: &Range<usize>| unsafe { joints.blocks(plan, class, run.clone()) };
        plan.joint_runs(class, assignment).iter().map(blocks)
    }

    pub(super) fn shared_bodies(&self) -> SharedBodies<'a> {
        // SAFETY: the blocks are filled for these bodies; what workers solve in one phase shares no moving
        // body.
        unsafe { SharedBodies::new(self.bodies.states) }
    }
}

pub(super) struct Contacts<'a> {
    pub(super) blocks: &'a mut [ContactBlock],
    pub(super) totals: &'a mut [TotalColumn],
    /// Index of the contact in each lane.
    pub(super) lanes: &'a [[u32; LANES]],
    pub(super) extras: Extras<'a>,
    pub(super) bodies: SharedBodies<'a>,
}

/// Of some blocks; the caller alone has these blocks and extras.
#[derive(Clone, Copy)]
pub(super) struct Extras<'a> {
    all: Shared<'a, Extra>,
    first: usize,
}

impl<'a> Extras<'a> {
    /// Of the block at this place among the blocks.
    #[inline(always)]
    pub(super) fn of(self, block: &ContactBlock, place: usize) -> Option<&'a mut Extra> {
        let index = self.first + place;
        // SAFETY: each block has an extra of its own, and the caller alone has that block.
        if block.has_extra { unsafe { self.all.slice(index..index + 1) }.first_mut() } else { None }
    }
}
