//! The sub-steps of a step, as every worker runs them: sweep after sweep, stage by stage.
//!
//! ```text
//!   inside            | even borders      | ... | ground           | inside ...
//!   worker 0 worker 1 | worker 0 worker 1 |     | worker 0 worker 1|           each | : all wait
//! ```
//!
//! Within a stage (`partition.rs`) no two workers touch the same moving body, and the order of what each of them does is
//! fixed, so the result does not know how many there were. Each stage is a phase of the team: its end is waited for
//! before the next begins.
//!
//! What is done to the blocks of a share is a kernel of its own. Turned down: the whole of the sub-steps as one kernel, all
//! joints and contacts inlined into it; it is no faster, and the compiler took minutes over it.

#![allow(unsafe_code)]

use super::block::{ContactBlock, Extra, Substep};
use super::partition::{Partition, Stage};
use super::prepare::store;
use crate::joint::{JointBlocks, SharedJoints};
use crate::motion::{Accelerate, Advance, Free, FreeVelocity};
use crate::shared_bodies::SharedBodies;
use crate::zones::Class;
use crate::{BodyInput, BodyState, Contact, JointRows, Softness, SolverSettings};
use compute::math::min;
use compute::{Kernel, LANES, Lanes, Member, Share, Shared, Width};
use core::ops::Range;

/// What the workers of a step have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) partition: Partition<'a>,
    /// By place.
    pub(super) states: Shared<'a, BodyState>,
    /// By place.
    pub(super) inputs: &'a [BodyInput],
    /// The caller's, by row.
    pub(super) results: Shared<'a, BodyState>,
    /// Of each body velocity and angular velocity before the impulses of a sub-step.
    pub(super) free: Shared<'a, FreeVelocity>,
    /// Which contact is in each lane of each block.
    pub(super) lanes: &'a [[u32; LANES]],
    pub(super) blocks: Shared<'a, ContactBlock>,
    pub(super) extras: Shared<'a, Extra>,
    pub(super) contacts: Shared<'a, Contact>,
    pub(super) joints: SharedJoints<'a>,
    pub(super) rows: Shared<'a, JointRows>,
    pub(super) settings: &'a SolverSettings,
    pub(super) h: f32,
}

impl Task<'_> {
    /// The whole step, for one worker: its own batches, one after the other, and then what all do together.
    pub(super) fn run(&self, width: Width, member: &Member<'_>) {
        let mut phase = member.phase();
        while let Some(share) = phase.next() {
            for batch in self.partition.apart(share) {
                Substeps { task: *self, width, member: &Member::alone(), batch: Some(batch) }.run();
            }
        }
        if self.partition.stages.has_together() {
            Substeps { task: *self, width, member, batch: None }.run();
        }
    }
}

/// All sub-steps of a batch that is the worker's alone, or its part of those of all others.
struct Substeps<'a> {
    task: Task<'a>,
    width: Width,
    member: &'a Member<'a>,
    batch: Option<&'a Range<usize>>,
}

/// A sweep over all constraints.
#[derive(Clone, Copy)]
struct Sweep<'a> {
    /// Of contacts whose bodies both move, and of those where one does.
    softness: [Softness; 2],
    joints: Softness,
    /// The same two.
    substep: [&'a Substep; 2],
    /// Whether the bodies have moved, so that separations have to be taken anew.
    moved: bool,
}

impl<'a> Substeps<'a> {
    fn run(&self) {
        let Task { settings, h, .. } = self.task;
        let hertz = min(settings.contact_hertz, 0.25 / h);
        let zeta = settings.contact_damping_ratio;
        let substep = Substep {
            inverse_h: 1.0 / h,
            push_out_speed: settings.push_out_speed,
            bounce_clearance: settings.bounce_clearance,
        };
        let at_ground = Substep { push_out_speed: 2.0 * settings.push_out_speed, ..substep };
        let biased = Sweep {
            softness: [Softness::spring(hertz, zeta, h), Softness::spring(2.0 * hertz, zeta, h)],
            joints: Softness::spring(min(settings.joint_hertz, 0.25 / h), settings.joint_damping_ratio, h),
            substep: [&substep, &at_ground],
            moved: false,
        };
        let relax = Sweep {
            softness: [Softness::RIGID; 2],
            joints: Softness::RIGID,
            substep: [&substep, &at_ground],
            moved: false,
        };

        for substep in 0..settings.substeps {
            self.warm_start(substep == 0);
            for _ in 0..settings.biased_sweeps {
                self.sweep::<true>(&biased);
            }
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                for mine in self.places_of(share) {
                    self.width.run(Advance { states: self.states(mine), h });
                }
            }
            // The first sweep that comes takes the separations anew, while it has the block at hand.
            for i in 0..settings.relax_sweeps {
                self.sweep::<false>(&Sweep { moved: i == 0, ..relax });
            }
        }
        self.bounce();
        self.store();
    }

    /// The zones of a share, in runs.
    fn zones_of(&self, share: Share) -> &'a [Range<usize>] {
        self.batch.map_or_else(|| self.task.partition.together(share), core::slice::from_ref)
    }

    /// Where the bodies of a share are.
    fn places_of(&self, share: Share) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let partition = self.task.partition;
        self.zones_of(share).iter().map(move |zones| partition.places(zones.clone()))
    }

    /// Bodies of a share.
    fn states(&self, places: Range<usize>) -> &'a mut [BodyState] {
        // SAFETY: shares do not overlap, each is handed out once, and nobody is at a constraint of theirs in such a
        // phase.
        unsafe { self.task.states.slice(places) }
    }

    /// Velocities that take up gravity and forces, and the impulses of before.
    fn warm_start(&self, first: bool) {
        let Task { partition, inputs, free, h, .. } = self.task;
        let has_joints = !partition.stages.joints.is_empty();
        let full = first || has_joints;
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            for mine in self.places_of(share) {
                // SAFETY: shares do not overlap, and each is handed out once.
                let free = unsafe { free.slice(mine.clone()) };
                let free = if full { Free::Noted(free) } else { Free::Carried(free) };
                self.width.run(Accelerate {
                    states: self.states(mine.clone()),
                    inputs: &inputs[mine],
                    h,
                    free,
                });
            }
        }
        if full {
            for &class in &partition.stages.joints {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    for joints in self.joints_of(class, share) {
                        joints.warm_start(self.width, self.bodies());
                    }
                }
            }
            for stage in &partition.stages.contacts {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    for contacts in self.contacts_of(stage, share) {
                        self.width.run(WarmStart { contacts });
                    }
                }
            }
        }
    }

    fn sweep<const BIASED: bool>(&self, sweep: &Sweep<'_>) {
        let Sweep { substep, moved, .. } = *sweep;
        let stages = self.task.partition.stages;
        for &class in &stages.joints {
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                for mut joints in self.joints_of(class, share) {
                    joints.solve(self.width, self.bodies(), &sweep.joints, substep[0].inverse_h, moved);
                }
            }
        }
        for stage in &stages.contacts {
            let class = usize::from(stage.is_ground());
            let (softness, substep) = (&sweep.softness[class], substep[class]);
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                for contacts in self.contacts_of(stage, share) {
                    self.width.run(Solve::<BIASED> { contacts, softness, substep, moved });
                }
            }
        }
    }

    fn bounce(&self) {
        if !self.task.extras.is_empty() {
            for stage in &self.task.partition.stages.contacts {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    for contacts in self.contacts_of(stage, share) {
                        self.width.run(Leave { contacts, h: self.task.h });
                    }
                }
            }
        }
    }

    /// Hands states and impulses back.
    fn store(&self) {
        let Task { partition, results, contacts: records, rows, .. } = self.task;
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            for mine in self.places_of(share) {
                for (state, &row) in self.states(mine.clone()).iter().zip(partition.zones.rows(mine)) {
                    // SAFETY: each body has a row of its own.
                    let result = unsafe { results.slice(row.index()..row.index() + 1) };
                    result[0] = *state;
                }
            }
            for stage in &partition.stages.contacts {
                for contacts in self.contacts_of(stage, share) {
                    self.width.run(Store { contacts, records });
                }
            }
            for &class in &partition.stages.joints {
                for joints in self.joints_of(class, share) {
                    joints.store(rows);
                }
            }
        }
    }

    /// The joints of a share in a class.
    fn joints_of(&self, class: Class, share: Share) -> impl Iterator<Item = JointBlocks<'a>> + use<'a> {
        let joints = self.task.joints;
        let together = self.batch.is_none().then_some(share);
        let zones = Partition::zones_of_joints(class, self.zones_of(share), together);
        // SAFETY: zones have one owner, as has what is elsewhere, and each share is handed out once.
        zones.iter().map(move |zones| unsafe { joints.blocks(class, zones.clone()) })
    }

    fn bodies(&self) -> SharedBodies<'a> {
        // SAFETY: the blocks of a task are prepared for its bodies; what workers are at in a phase shares no body that
        // moves.
        unsafe { SharedBodies::new(self.task.states) }
    }

    /// The contacts of a share of a stage.
    fn contacts_of(&self, stage: &'a Stage, share: Share) -> impl Iterator<Item = Contacts<'a>> + use<'a> {
        let Task { partition, lanes, blocks, extras, .. } = self.task;
        let bodies = self.bodies();
        partition.blocks_of(stage, self.zones_of(share), self.batch.is_none().then_some(share)).map(
            move |mine| {
                let lanes = &lanes[mine.clone()];
                // SAFETY: shares do not overlap, and each is handed out once.
                let blocks = unsafe { blocks.slice(mine) };
                Contacts { blocks, lanes, extras, bodies }
            },
        )
    }
}

/// Blocks of contacts, and what belongs to them.
struct Contacts<'a> {
    blocks: &'a mut [ContactBlock],
    /// Which contact is in each lane.
    lanes: &'a [[u32; LANES]],
    extras: Shared<'a, Extra>,
    bodies: SharedBodies<'a>,
}

/// The extra of a block, if it has one. The block must be the caller's alone.
#[inline(always)]
fn extra_of<'a>(block: &ContactBlock, extras: Shared<'a, Extra>) -> Option<&'a mut Extra> {
    let index = block.extra_index()?;
    // SAFETY: every extra belongs to one block, which is this worker's at the time.
    unsafe { extras.slice(index..index + 1) }.first_mut()
}

/// Applies the stored impulses.
struct WarmStart<'a> {
    contacts: Contacts<'a>,
}

impl Kernel for WarmStart<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, extras, bodies, .. } = self.contacts;
        for block in blocks {
            block.warm_start::<L>(bodies, extra_of(block, extras));
        }
    }
}

/// One sweep.
struct Solve<'a, const BIASED: bool> {
    contacts: Contacts<'a>,
    softness: &'a Softness,
    substep: &'a Substep,
    moved: bool,
}

impl<const BIASED: bool> Kernel for Solve<'_, BIASED> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, extras, bodies, .. } = self.contacts;
        for block in blocks {
            if self.moved {
                block.follow::<L>(bodies);
            }
            block.solve::<L, BIASED>(bodies, extra_of(block, extras), self.softness, self.substep);
        }
    }
}

/// Lets leave what bounces.
struct Leave<'a> {
    contacts: Contacts<'a>,
    h: f32,
}

impl Kernel for Leave<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, extras, bodies, .. } = self.contacts;
        for block in blocks {
            if let Some(extra) = extra_of(block, extras) {
                block.bounce::<L>(bodies, &extra.bounce, self.h);
            }
        }
    }
}

/// Hands impulses back.
struct Store<'a> {
    contacts: Contacts<'a>,
    records: Shared<'a, Contact>,
}

impl Kernel for Store<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Contacts { blocks, lanes, extras, .. } = self.contacts;
        for (block, lanes) in blocks.iter().zip(lanes) {
            store::<L>(block, extra_of(block, extras).as_deref(), lanes, self.records);
        }
    }
}
