//! The sub-steps of a step, as one kernel that every worker runs: sweep after sweep over the colours.
//!
//! ```text
//!   colour 0          | colour 1          | the rest | ...
//!   worker 0 worker 1 | worker 0 worker 1 | worker 0 | ...       | all wait
//! ```
//!
//! Within a colour nothing depends on anything, so each worker takes a contiguous share of its blocks, the same in every
//! sweep, and the result does not know how many there were. Colours too small to be worth it are done by one worker,
//! several in a row, before the others are waited for.

#![allow(unsafe_code)]

use super::block::{Bounce, ContactBlock, Substep};
use super::lanes::SharedBodies;
use crate::coloring::{Coloring, Kind};
use crate::joint::JointSolver;
use crate::{BodyInput, BodyState, Softness, SolverSettings};
use alloc::vec::Vec;
use compute::math::min;
use compute::{Kernel, Lanes, Member, Shared};
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
    pub(super) bounces: Shared<'a, Bounce>,
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
            for state in self.my_states() {
                state.integrate_position(h);
            }
            self.member.wait();
            // The first sweep that comes takes the separations anew, while it has the block at hand.
            for i in 0..settings.relax_sweeps {
                self.sweep::<L, false>(&Sweep { moved: i == 0, ..relax });
            }
        }
        self.bounce::<L>();
    }
}

impl<'a> Substeps<'a> {
    /// The bodies that are this worker's to integrate.
    #[inline(always)]
    fn my_states(&self) -> &'a mut [BodyState] {
        let states = self.task.states;
        // SAFETY: the shares of the workers do not overlap, and none is at a constraint: all wait before and after.
        unsafe { self.task.states.slice(self.member.share(0..states.len())) }
    }

    /// Velocities that take up gravity and forces, and the impulses of before.
    #[inline(always)]
    fn warm_start<L: Lanes>(&self, first: bool) {
        let Task { inputs, free, stages, h, .. } = self.task;
        let mine = self.member.share(0..inputs.len());
        // SAFETY: the shares of the workers do not overlap.
        let free = unsafe { free.slice(mine.clone()) };
        let full = first || self.task.has_joints;
        for ((state, input), free) in self.my_states().iter_mut().zip(&inputs[mine]).zip(free) {
            if full {
                state.integrate_velocity(input, h);
                *free = state.velocities();
            } else {
                state.integrate_velocity_again(input, h, free);
            }
        }
        self.member.wait();
        if full {
            if let Some((joints, records)) = self.joints() {
                joints.warm_start::<L>(records);
            }
            self.wait_for_joints();
            let bodies = self.bodies();
            for stage in stages {
                for block in self.my_blocks(stage) {
                    block.warm_start::<L>(bodies);
                }
                self.member.wait();
            }
        }
    }

    #[inline(always)]
    fn sweep<L: Lanes, const BIASED: bool>(&self, sweep: &Sweep<'_>) {
        if let Some((joints, records)) = self.joints() {
            joints.solve::<L>(records, &sweep.joints, sweep.substep.inverse_h, sweep.moved);
        }
        self.wait_for_joints();
        let bodies = self.bodies();
        for stage in self.task.stages {
            let softness = &sweep.softness[usize::from(stage.kind == Kind::OneMoves)];
            for block in self.my_blocks(stage) {
                if sweep.moved {
                    block.follow::<L>(bodies);
                }
                block.solve::<L, BIASED>(bodies, self.bounce_of(block), softness, sweep.substep);
            }
            self.member.wait();
        }
    }

    #[inline(always)]
    fn bounce<L: Lanes>(&self) {
        if !self.task.bounces.is_empty() {
            let bodies = self.bodies();
            for stage in self.task.stages {
                for block in self.my_blocks(stage) {
                    if let Some(bounce) = self.bounce_of(block) {
                        block.bounce::<L>(bodies, bounce);
                    }
                }
                self.member.wait();
            }
        }
    }

    /// The joints, if there are any, and the bodies, for the first worker alone; the others wait for it.
    #[inline(always)]
    fn joints(&self) -> Option<(&'a mut JointSolver, &'a mut [[f32; 8]])> {
        let Task { joints, states, has_joints, .. } = self.task;
        let mine = self.member.alone(0..usize::from(has_joints));
        // SAFETY: only the first worker gets more than nothing, and all wait before and after.
        let (joints, records) =
            unsafe { (joints.slice(mine.clone()), states.cast().slice(0..states.len() * mine.len())) };
        joints.first_mut().map(|joints| (joints, records))
    }

    #[inline(always)]
    fn wait_for_joints(&self) {
        if self.task.has_joints {
            self.member.wait();
        }
    }

    #[inline(always)]
    fn bodies(&self) -> SharedBodies<'a> {
        // SAFETY: the blocks of a task are prepared for its bodies; workers that are at blocks at the same time have
        // blocks of one colour, and each stage ends with a wait.
        unsafe { SharedBodies::new(self.task.states) }
    }

    /// This worker's blocks of a stage.
    #[inline(always)]
    fn my_blocks(&self, stage: &Stage) -> &'a mut [ContactBlock] {
        let range = stage.blocks.clone();
        let mine = if stage.shared { self.member.share(range) } else { self.member.alone(range) };
        // SAFETY: the shares of the workers do not overlap, and each stage ends with a wait.
        unsafe { self.task.blocks.slice(mine) }
    }

    /// The bounce of a block, if it has one.
    #[inline(always)]
    fn bounce_of(&self, block: &ContactBlock) -> Option<&'a mut Bounce> {
        let index = block.bounce_index()?;
        // SAFETY: every bounce belongs to one block, which is this worker's at the time.
        unsafe { self.task.bounces.slice(index..index + 1) }.first_mut()
    }
}
