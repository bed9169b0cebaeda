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
//!   2 + 1                   45     54 mm               0.002 mm                    0.002 J         the default
//!   1 + 1                   45     55 mm               5 mm                        100 J, sways
//!   1 + 1                   36     84 mm               0.03 mm                     0.4 J
//!   1 + 1                   30    120 mm               0.001 mm                    0.2 J
//! ```
//!
//! Turned down: fusing the warm start into the first sweep, which was measured to let bodies sink by metres;
//! leaving the relax sweeps out, after which piles jitter; accelerated or parallel relaxation (conjugate
//! gradients, Jacobi), since what is left of the error is softness, not lack of convergence.

use crate::coloring::Coloring;
use crate::joint::{JointEdges, JointSolver};
use crate::motion::FreeVelocity;
use crate::zones::Zones;
use crate::{Bodies, BodyInput, BodyState, Contact, JointRows, SolverSettings};
use alloc::vec::Vec;
use block::{ContactBlock, Extra};
use bytemuck::Zeroable;
use compute::{LANES, Shared, Width, Workers};
use partition::{Partition, Stages};
use prepare::{ContactEdges, Filling, find_extras};
use sweeps::Task;

// In lanes an index is better than an iterator, whose closures are compiled without the wide instructions.
#[allow(clippy::needless_range_loop)]
mod block;
#[allow(clippy::needless_range_loop)]
mod lanes;
mod normal;
mod partition;
#[allow(clippy::needless_range_loop)]
mod prepare;
mod sweeps;

/// Blocks for which it is worth waking other workers.
const WORTH_WAKING: usize = 64;

/// The soft solver, with the memory that it keeps from step to step so that a steady scene allocates nothing.
#[derive(Clone, Debug)]
pub struct SoftSolver {
    width: Width,
    zones: Zones,
    /// By place, as all that follows.
    states: Vec<BodyState>,
    inputs: Vec<BodyInput>,
    coloring: Coloring,
    blocks: Vec<ContactBlock>,
    extras: Vec<Extra>,
    stages: Stages,
    joints: JointSolver,
    /// Of each body velocity and angular velocity before the impulses of a sub-step.
    free: Vec<FreeVelocity>,
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
            zones: Zones::default(),
            states: Vec::new(),
            inputs: Vec::new(),
            coloring: Coloring::default(),
            blocks: Vec::new(),
            extras: Vec::new(),
            stages: Stages::default(),
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
    /// assert!((bodies.states()[ball.index()].velocity.y + 1.0).abs() < 1e-6);
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
        let (width, h) = (self.width, dt / settings.substeps as f32);
        let together = contacts.len() + joints.len() >= WORTH_WAKING * LANES;
        let team = if together { workers.threads() } else { 1 };
        self.color(workers, team, inputs, contacts, joints);
        self.stages.plan(self.zones.count(), &self.coloring.groups, &self.joints.coloring.groups, team);
        if self.stages.are_many(team) {
            self.zones.place_by_zone();
        } else {
            self.zones.place_by_row();
        }
        self.blocks.resize(self.coloring.lanes().len(), ContactBlock::zeroed());
        self.joints.resize_blocks();
        self.states.resize(states.len(), BodyState::REST);
        self.inputs.resize(states.len(), BodyInput::INFINITE_MASS);
        self.free.resize(states.len(), [0.0; 4]);

        let special = self.coloring.has_special();
        let (groups, arrangement) = self.coloring.blocks();
        let partition = Partition { stages: &self.stages, contacts: groups, zones: &self.zones };
        let filling = Filling {
            partition,
            bodies: (states, inputs),
            states: Shared::new(&mut self.states),
            inputs: Shared::new(&mut self.inputs),
            arrangement,
            blocks: Shared::new(&mut self.blocks),
            contacts,
            joints: self.joints.share(),
            rows: joints,
            h,
        };
        workers.run_team(together, |member| filling.run(width, &member));
        self.coloring.keep();
        self.joints.coloring.keep();
        let lanes = self.coloring.lanes();
        self.extras.clear();
        if special {
            find_extras(&mut self.blocks, lanes, contacts, (states, inputs), settings, h, &mut self.extras);
        }
        let partition =
            Partition { stages: &self.stages, contacts: &self.coloring.groups, zones: &self.zones };
        let task = Task {
            partition,
            lanes,
            states: Shared::new(&mut self.states),
            inputs: &self.inputs,
            results: Shared::new(states),
            free: Shared::new(&mut self.free),
            blocks: Shared::new(&mut self.blocks),
            extras: Shared::new(&mut self.extras),
            contacts: Shared::new(contacts),
            joints: self.joints.share(),
            rows: Shared::new(joints),
            settings,
            h,
        };
        workers.run_team(together, |member| task.run(width, &member));
    }

    /// Gives bodies their zones, and constraints their colours.
    fn color(
        &mut self,
        workers: &mut Workers,
        team: usize,
        inputs: &[BodyInput],
        contacts: &[Contact],
        joints: &[JointRows],
    ) {
        let Self { zones, coloring, joints: JointSolver { coloring: of_joints, .. }, .. } = self;
        zones.arrange(inputs);
        let (contacts, joints) = (ContactEdges(contacts), JointEdges(joints));
        coloring.begin(zones, &contacts, team);
        of_joints.begin(zones, &joints, team);
        let (contacts, joints) = (coloring.share(zones, &contacts), of_joints.share(zones, &joints));
        workers.run_team(team > 1, |member| {
            contacts.run(&member);
            joints.run(&member);
        });
        coloring.lay_out();
        of_joints.lay_out();
    }
}
