//! The sub-steps of a step, as one kernel that every worker runs: sweep after sweep, stage by stage.
//!
//! ```text
//!   inside            | even borders      | ... | ground           | inside ...
//!   worker 0 worker 1 | worker 0 worker 1 |     | worker 0 worker 1|           each | : all wait
//! ```
//!
//! Within a stage (`partition.rs`) no two workers touch the same moving body, and the order of what each of them does is
//! fixed, so the result does not know how many there were. Each stage is a phase of the team: its end is waited for
//! before the next begins.

#![allow(unsafe_code)]

use super::block::{ContactBlock, Extra, Substep};
use super::partition::{Partition, Stage};
use super::prepare::store;
use crate::joint::{JointPart, SharedJoints};
use crate::shared_bodies::SharedBodies;
use crate::zones::Class;
use crate::{BodyInput, BodyState, Contact, JointRows, Softness, SolverSettings};
use compute::math::min;
use compute::{Kernel, Lanes, Member, Share, Shared};

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
    pub(super) free: Shared<'a, [f32; 3]>,
    pub(super) blocks: Shared<'a, ContactBlock>,
    pub(super) extras: Shared<'a, Extra>,
    pub(super) contacts: Shared<'a, Contact>,
    pub(super) joints: SharedJoints<'a>,
    pub(super) rows: Shared<'a, JointRows>,
    pub(super) settings: &'a SolverSettings,
    pub(super) h: f32,
}

/// All sub-steps, for one worker.
pub(super) struct Substeps<'a> {
    pub(super) task: Task<'a>,
    pub(super) member: Member<'a>,
}

/// A sweep over all constraints.
#[derive(Clone, Copy)]
struct Sweep<'a> {
    /// Of contacts whose bodies both move, and of those where one does.
    softness: [Softness; 2],
    joints: Softness,
    substep: &'a Substep,
    /// Whether the bodies have moved, so that separations have to be taken anew.
    moved: bool,
}

impl Kernel for Substeps<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Task { settings, h, .. } = self.task;
        let hertz = min(settings.contact_hertz, 0.25 / h);
        let zeta = settings.contact_damping_ratio;
        let substep = Substep {
            inverse_h: 1.0 / h,
            push_out_speed: settings.push_out_speed,
            bounce_clearance: settings.bounce_clearance,
        };
        let biased = Sweep {
            softness: [Softness::spring(hertz, zeta, h), Softness::spring(2.0 * hertz, zeta, h)],
            joints: Softness::spring(min(settings.joint_hertz, 0.25 / h), settings.joint_damping_ratio, h),
            substep: &substep,
            moved: false,
        };
        let relax = Sweep {
            softness: [Softness::RIGID; 2],
            joints: Softness::RIGID,
            substep: &substep,
            moved: false,
        };

        for substep in 0..settings.substeps {
            self.warm_start::<L>(substep == 0);
            for _ in 0..settings.biased_sweeps {
                self.sweep::<L, true>(&biased);
            }
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                for state in self.states_of(share) {
                    state.integrate_position(h);
                }
            }
            // The first sweep that comes takes the separations anew, while it has the block at hand.
            for i in 0..settings.relax_sweeps {
                self.sweep::<L, false>(&Sweep { moved: i == 0, ..relax });
            }
        }
        self.bounce::<L>();
        self.store::<L>();
    }
}

impl<'a> Substeps<'a> {
    /// The bodies of a share.
    #[inline(always)]
    fn states_of(&self, share: Share) -> &'a mut [BodyState] {
        let states = self.task.states;
        // SAFETY: shares do not overlap, each is handed out once, and nobody is at a constraint in such a phase.
        unsafe { states.slice(self.task.partition.places_of(share)) }
    }

    /// Velocities that take up gravity and forces, and the impulses of before.
    #[inline(always)]
    fn warm_start<L: Lanes>(&self, first: bool) {
        let Task { partition, inputs, free, h, .. } = self.task;
        let has_joints = !partition.stages.joints.is_empty();
        let full = first || has_joints;
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            let mine = partition.places_of(share);
            // SAFETY: shares do not overlap, and each is handed out once.
            let free = unsafe { free.slice(mine.clone()) };
            for ((state, input), free) in self.states_of(share).iter_mut().zip(&inputs[mine]).zip(free) {
                if full {
                    state.integrate_velocity(input, h);
                    *free = state.velocities();
                } else {
                    state.integrate_velocity_again(input, h, free);
                }
            }
        }
        if full {
            let bodies = self.bodies();
            for &class in &partition.stages.joints {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    self.joints_of(class, share).warm_start::<L>(bodies);
                }
            }
            for stage in &partition.stages.contacts {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    for block in self.blocks_of(stage, share) {
                        block.warm_start::<L>(bodies, self.extra_of(block));
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn sweep<L: Lanes, const BIASED: bool>(&self, sweep: &Sweep<'_>) {
        let bodies = self.bodies();
        let stages = self.task.partition.stages;
        for &class in &stages.joints {
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                let mut joints = self.joints_of(class, share);
                joints.solve::<L>(bodies, &sweep.joints, sweep.substep.inverse_h, sweep.moved);
            }
        }
        for stage in &stages.contacts {
            let softness = &sweep.softness[usize::from(stage.is_ground())];
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                for block in self.blocks_of(stage, share) {
                    if sweep.moved {
                        block.follow::<L>(bodies);
                    }
                    block.solve::<L, BIASED>(bodies, self.extra_of(block), softness, sweep.substep);
                }
            }
        }
    }

    #[inline(always)]
    fn bounce<L: Lanes>(&self) {
        if !self.task.extras.is_empty() {
            let bodies = self.bodies();
            for stage in &self.task.partition.stages.contacts {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    for block in self.blocks_of(stage, share) {
                        if let Some(extra) = self.extra_of(block) {
                            block.bounce::<L>(bodies, &extra.bounce, self.task.h);
                        }
                    }
                }
            }
        }
    }

    /// Hands states and impulses back.
    #[inline(always)]
    fn store<L: Lanes>(&self) {
        let Task { partition, results, contacts, rows, .. } = self.task;
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            let states = self.states_of(share);
            for (state, &row) in states.iter().zip(partition.zones.rows(partition.places_of(share))) {
                // SAFETY: each body has a row of its own.
                let result = unsafe { results.slice(row as usize..row as usize + 1) };
                result[0] = *state;
            }
            for stage in &partition.stages.contacts {
                let lanes = &partition.contacts.blocks()[partition.blocks_of(stage, share)];
                for (block, lanes) in self.blocks_of(stage, share).iter().zip(lanes) {
                    store::<L>(block, self.extra_of(block).as_deref(), lanes, contacts);
                }
            }
            for &class in &partition.stages.joints {
                self.joints_of(class, share).store(rows);
            }
        }
    }

    /// The joints of a share in a class.
    #[inline(always)]
    fn joints_of(&self, class: Class, share: Share) -> JointPart<'a> {
        // SAFETY: zones have one owner, and each share is handed out once.
        unsafe { self.task.joints.part(class, self.task.partition.zones_of(share)) }
    }

    #[inline(always)]
    fn bodies(&self) -> SharedBodies<'a> {
        // SAFETY: the blocks of a task are prepared for its bodies; workers that are at blocks at the same time have
        // blocks of one colour, since a phase has no more.
        unsafe { SharedBodies::new(self.task.states) }
    }

    /// The blocks of a share of a stage.
    #[inline(always)]
    fn blocks_of(&self, stage: &Stage, share: Share) -> &'a mut [ContactBlock] {
        // SAFETY: shares do not overlap, and each is handed out once.
        unsafe { self.task.blocks.slice(self.task.partition.blocks_of(stage, share)) }
    }

    /// The extra of a block, if it has one.
    #[inline(always)]
    fn extra_of(&self, block: &ContactBlock) -> Option<&'a mut Extra> {
        let index = block.extra_index()?;
        // SAFETY: every extra belongs to one block, which is this worker's at the time.
        unsafe { self.task.extras.slice(index..index + 1) }.first_mut()
    }
}
