//! The sub-stepped soft solver.
//!
//! ```text
//!   colour, prepare                      once a step: frames of contacts and joints stay as they are
//!   per sub-step:
//!     v += h a                           gravity, forces, damping
//!     warm start                         what the constraints did in the last sub-step, they do again
//!     biased sweeps                      joints, then contacts: remove the velocity errors, work off overlap
//!     x += h v
//!     relax sweeps                       the same without bias: take out the velocity the bias put in
//!   bounce, store the impulses
//! ```
//!
//! The first sub-step warms up with the impulses that contacts and joints have stored. The others need not go through
//! the contacts for that: all that changed a velocity between its integration (v0) and the end of the sub-step is
//! their impulses, so that is added again, `v = v0' + (v - v0)`, which saves three of four passes. It is the same to
//! rounding, since the frame of a contact is fixed in a step. That of a joint turns with its bodies: an impulse carried
//! over with the lever of before would be a torque, that speeds up what turns about a joint. So where there are joints
//! every sub-step warms up in full.
//!
//! Many small steps with few sweeps converge better than one step with many (Macklin et al., "Small Steps in
//! Physics Simulation", 2019); the soft rows and the relax sweep are from Catto, "Solver2D", 2024. How stiff contacts may
//! be depends on the sweeps. Pyramids of 40 and of 100, ten seconds (Box2D: 118 mm):
//!
//! ```text
//!   sweeps biased + relax   Hz    the one of 40 sinks, moves in the last second   kinetic energy of the one of 100
//!   2 + 2                   60     31 mm               0.002 mm                    9 J, sways
//!   2 + 1                   45     54 mm               0.003 mm                    0.002 J         the default
//!   1 + 1                   45     55 mm               5 mm                        100 J, sways
//!   1 + 1                   36     84 mm               0.03 mm                     0.4 J
//!   1 + 1                   30    120 mm               0.001 mm                    0.2 J
//! ```
//!
//! Turned down: fusing the warm start into the first sweep, which was measured to let bodies sink by metres;
//! leaving the relax sweeps out, after which piles jitter; accelerated or parallel relaxation (conjugate
//! gradients, Jacobi), since what is left of the error is softness, not lack of convergence.

use crate::coloring::Coloring;
use crate::joint::JointSolver;
use crate::{Bodies, Contact, JointRows, SolverSettings};
use alloc::vec::Vec;
use block::{ContactBlock, Extra};
use bytemuck::Zeroable;
use compute::{Shared, Width, Workers};
use core::slice;
use geom::{Rot, Vec2};
use prepare::{Prepare, Store, find_extras};
use sweeps::{Stage, Substeps, Task, stages};

// In lanes an index is better than an iterator, whose closures are compiled without the wide instructions.
#[allow(clippy::needless_range_loop)]
mod block;
#[allow(clippy::needless_range_loop)]
mod lanes;
mod normal;
#[allow(clippy::needless_range_loop)]
mod prepare;
mod sweeps;

/// Blocks that a worker prepares at a time.
const PREPARE_CHUNK: usize = 32;

/// Blocks for which it is worth waking other workers.
const WORTH_WAKING: usize = 64;

/// The soft solver, with the memory that it keeps from step to step so that a steady scene allocates nothing.
#[derive(Clone, Debug)]
pub struct SoftSolver {
    width: Width,
    coloring: Coloring,
    blocks: Vec<ContactBlock>,
    extras: Vec<Extra>,
    stages: Vec<Stage>,
    joints: JointSolver,
    /// Of each body velocity and angular velocity before the impulses of a sub-step.
    free: Vec<[f32; 3]>,
}

impl Default for SoftSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl SoftSolver {
    /// On the widest lanes of this processor.
    #[must_use]
    pub fn new() -> Self {
        Self::with_width(Width::best())
    }

    /// On lanes of a given width. The results are the same on all.
    #[must_use]
    pub fn with_width(width: Width) -> Self {
        Self {
            width,
            coloring: Coloring::default(),
            blocks: Vec::new(),
            extras: Vec::new(),
            stages: Vec::new(),
            joints: JointSolver::default(),
            free: Vec::new(),
        }
    }

    /// The lanes in use.
    #[must_use]
    pub fn width(&self) -> Width {
        self.width
    }

    /// Moves the bodies on by `dt` seconds, above zero. Afterwards each state holds its new velocity and how
    /// far the body has moved and turned in this step, and the contacts and joints hold their impulses.
    ///
    /// A number that is not finite stays among the bodies that touch it.
    ///
    /// # Panics
    /// If a contact or joint names a body that is not there.
    ///
    /// ```
    /// use geom::Vec2;
    /// use solver::{Bodies, BodyInput, BodyState, SoftSolver, SolverSettings};
    ///
    /// let mut bodies = Bodies::new();
    /// let ball = bodies.push(BodyState::REST, BodyInput::dynamic(2.0, 0.4, Vec2::new(0.0, -10.0)));
    /// SoftSolver::new().step(&mut bodies, &mut [], &mut [], &SolverSettings::default(), 0.1);
    /// assert!((bodies.states()[ball as usize].velocity.y + 1.0).abs() < 1e-6);
    /// ```
    pub fn step(
        &mut self,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) {
        self.step_on(&mut Workers::serial(), bodies, contacts, joints, settings, dt);
    }

    /// The same on several threads, with the same result.
    ///
    /// # Panics
    /// As [`SoftSolver::step`].
    pub fn step_on(
        &mut self,
        workers: &mut Workers,
        bodies: &mut Bodies,
        contacts: &mut [Contact],
        joints: &mut [JointRows],
        settings: &SolverSettings,
        dt: f32,
    ) {
        let (states, inputs) = bodies.split();
        for (state, input) in states.iter_mut().zip(inputs) {
            state.inverse_mass = input.inverse_mass;
            (state.delta_position, state.delta_rotation) = (Vec2::zeros(), Rot::IDENTITY);
        }
        let (width, h) = (self.width, dt / settings.substeps as f32);
        self.coloring.color(contacts, inputs);
        stages(&self.coloring, &mut self.stages);
        let lanes = self.coloring.blocks();
        self.blocks.resize(lanes.len(), ContactBlock::zeroed());
        workers.for_each_chunk(&mut self.blocks, PREPARE_CHUNK, |chunk, blocks| {
            let lanes = &lanes[chunk * PREPARE_CHUNK..];
            width.run(Prepare { blocks, lanes, contacts, inputs });
        });
        find_extras(&mut self.blocks, lanes, contacts, (states, inputs), settings, h, &mut self.extras);
        self.joints.prepare(joints, (states, inputs), h, width);
        self.free.resize(states.len(), [0.0; 3]);

        let task = Task {
            states: Shared::new(states),
            inputs,
            free: Shared::new(&mut self.free),
            stages: &self.stages,
            blocks: Shared::new(&mut self.blocks),
            extras: Shared::new(&mut self.extras),
            has_joints: !joints.is_empty(),
            joints: Shared::new(slice::from_mut(&mut self.joints)),
            settings,
            h,
        };
        let together = lanes.len() >= WORTH_WAKING;
        workers.run_team(together, |member| width.run(Substeps { task, member }));

        width.run(Store { blocks: &self.blocks, extras: &self.extras, lanes, contacts });
        self.joints.store(joints);
    }
}
