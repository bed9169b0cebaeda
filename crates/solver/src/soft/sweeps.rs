//! The sub-steps of a step, as one kernel that every worker runs: sweep after sweep over the colours.
//!
//! ```text
//!   colour 0          | colour 1          | the rest | ...
//!   worker 0 worker 1 | worker 0 worker 1 | worker 0 | ...       | all wait
//! ```
//!
//! Within a colour nothing depends on anything, so each worker takes a contiguous share of its blocks, the same in every
//! sweep, and the result does not know how many there were. Colours too small to be worth it are done by one worker,
//! several in a row. Each line of this is a phase of the team: its end is waited for before the next begins.

#![allow(unsafe_code)]

use super::block::{ContactBlock, Extra, Substep};
use super::lanes::SharedBodies;
use crate::coloring::{Coloring, Kind};
use crate::joint::JointSolver;
use crate::{BodyInput, BodyState, Softness, SolverSettings};
use alloc::vec::Vec;
use compute::math::min;
use compute::{Kernel, Lanes, Member, Share, Shared};
use core::ops::Range;

/// Blocks that a colour must have for several workers to share it: half a microsecond each for two.
const WORTH_SHARING: usize = 16;

/// Blocks that are solved without waiting in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    blocks: Range<usize>,
    kind: Kind,
    shared: bool,
}

/// The stages of the blocks of a step, in order.
pub(super) fn stages(coloring: &Coloring, stages: &mut Vec<Stage>) {
    stages.clear();
    for color in coloring.colors() {
        let shared = !color.in_turn && color.blocks.len() >= WORTH_SHARING;
        match stages.last_mut() {
            Some(last) if !shared && !last.shared && last.kind == color.kind => {
                last.blocks.end = color.blocks.end;
            }
            _ => stages.push(Stage { blocks: color.blocks.clone(), kind: color.kind, shared }),
        }
    }
}

/// What the workers of a step have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) states: Shared<'a, BodyState>,
    pub(super) inputs: &'a [BodyInput],
    /// Of each body velocity and angular velocity before the impulses of a sub-step.
    pub(super) free: Shared<'a, [f32; 3]>,
    pub(super) stages: &'a [Stage],
    pub(super) blocks: Shared<'a, ContactBlock>,
    pub(super) extras: Shared<'a, Extra>,
    /// One, for all joints, if there are any.
    pub(super) joints: Shared<'a, JointSolver>,
    pub(super) has_joints: bool,
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
    }
}

impl<'a> Substeps<'a> {
    /// The bodies of a share.
    #[inline(always)]
    fn states_of(&self, share: Share) -> &'a mut [BodyState] {
        let states = self.task.states;
        // SAFETY: shares do not overlap, each is handed out once, and nobody is at a constraint in such a phase.
        unsafe { self.task.states.slice(share.of(0..states.len())) }
    }

    /// Velocities that take up gravity and forces, and the impulses of before.
    #[inline(always)]
    fn warm_start<L: Lanes>(&self, first: bool) {
        let Task { inputs, free, stages, h, .. } = self.task;
        let full = first || self.task.has_joints;
        let mut phase = self.member.phase();
        while let Some(share) = phase.next() {
            let mine = share.of(0..inputs.len());
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
            if self.task.has_joints {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    if let Some((joints, records)) = self.joints_of(share) {
                        joints.warm_start::<L>(records);
                    }
                }
            }
            let bodies = self.bodies();
            for stage in stages {
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
        if self.task.has_joints {
            let mut phase = self.member.phase();
            while let Some(share) = phase.next() {
                if let Some((joints, records)) = self.joints_of(share) {
                    joints.solve::<L>(records, &sweep.joints, sweep.substep.inverse_h, sweep.moved);
                }
            }
        }
        let bodies = self.bodies();
        for stage in self.task.stages {
            let softness = &sweep.softness[usize::from(stage.kind == Kind::OneMoves)];
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
            for stage in self.task.stages {
                let mut phase = self.member.phase();
                while let Some(share) = phase.next() {
                    for block in self.blocks_of(stage, share) {
                        if let Some(extra) = self.extra_of(block) {
                            block.bounce::<L>(bodies, &extra.bounce);
                        }
                    }
                }
            }
        }
    }

    /// The joints and the bodies, for the first share alone.
    #[inline(always)]
    fn joints_of(&self, share: Share) -> Option<(&'a mut JointSolver, &'a mut [[f32; 8]])> {
        let Task { joints, states, .. } = self.task;
        let mine = share.alone(0..joints.len());
        // SAFETY: only one share gets more than nothing, and nobody is at anything else in such a phase.
        let (joints, records) =
            unsafe { (joints.slice(mine.clone()), states.cast().slice(0..states.len() * mine.len())) };
        joints.first_mut().map(|joints| (joints, records))
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
        let range = stage.blocks.clone();
        let mine = if stage.shared { share.of(range) } else { share.alone(range) };
        // SAFETY: shares do not overlap, and each is handed out once.
        unsafe { self.task.blocks.slice(mine) }
    }

    /// The extra of a block, if it has one.
    #[inline(always)]
    fn extra_of(&self, block: &ContactBlock) -> Option<&'a mut Extra> {
        let index = block.extra_index()?;
        // SAFETY: every extra belongs to one block, which is this worker's at the time.
        unsafe { self.task.extras.slice(index..index + 1) }.first_mut()
    }
}
