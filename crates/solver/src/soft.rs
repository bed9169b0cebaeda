//! The sub-stepped soft solver.
//!
//! ```text
//!   colour, prepare                      once a step: frames of contacts and joints stay as they are
//!   per sub-step:
//!     v += h a                           gravity, forces, damping
//!     apply the stored impulses          warm start
//!     biased sweeps                      joints, then contacts: remove the velocity errors, work off overlap
//!     x += h v
//!     relax sweeps                       the same without bias: take out the velocity the bias put in
//!   bounce, store the impulses
//! ```
//!
//! Many small steps with few sweeps converge better than one step with many (Macklin et al., "Small Steps in
//! Physics Simulation", 2019); the soft rows and the relax sweep are from Catto, "Solver2D", 2024. Contacts of
//! 60 Hz rather than 30, two sweeps of each kind, and two points solved together are what our own
//! measurements gave: a pyramid of 40 sinks 3.5 cm instead of 13.7 and comes to rest, at 1.9 times the work of
//! the contact passes.
//!
//! Turned down: fusing the warm start into the first sweep, which was measured to let bodies sink by metres;
//! leaving the relax sweeps out, after which piles jitter; accelerated or parallel relaxation (conjugate
//! gradients, Jacobi), since what is left of the error is softness, not lack of convergence.

use crate::coloring::{Coloring, Kind};
use crate::joint::JointSolver;
use crate::{Bodies, BodyInput, BodyState, Contact, JointRows, Softness, SolverSettings};
use alloc::vec::Vec;
use block::{Bounce, ContactBlock};
use compute::math::min;
use compute::{Kernel, Lanes, Width};
use geom::{Rot, Vec2};

mod block;
mod lanes;
mod normal;

/// The soft solver, with the memory that it keeps from step to step so that a steady scene allocates nothing.
#[derive(Clone, Debug)]
pub struct SoftSolver {
    width: Width,
    coloring: Coloring,
    blocks: Vec<ContactBlock>,
    bounces: Vec<Bounce>,
    joints: JointSolver,
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
            bounces: Vec::new(),
            joints: JointSolver::default(),
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
        let (states, inputs) = bodies.split();
        for state in &mut *states {
            (state.delta_position, state.delta_rotation) = (Vec2::zeros(), Rot::IDENTITY);
        }
        let h = dt / settings.substeps as f32;
        self.coloring.color(contacts, inputs);
        self.blocks.clear();
        self.bounces.clear();
        for lanes in self.coloring.blocks() {
            let block =
                ContactBlock::prepare(lanes, contacts, states, inputs, settings, h, &mut self.bounces);
            self.blocks.push(block);
        }
        self.joints.prepare(joints, (states, inputs), h, self.width);
        self.width.run(Substeps { solver: self, states, inputs, settings, h });
        for block in &self.blocks {
            block.store(contacts);
        }
        self.joints.store(joints);
    }
}

/// All sub-steps, as one kernel, so that the frame of the widest lanes is entered once.
struct Substeps<'a> {
    solver: &'a mut SoftSolver,
    states: &'a mut [BodyState],
    inputs: &'a [BodyInput],
    settings: &'a SolverSettings,
    h: f32,
}

impl Kernel for Substeps<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { solver, states, inputs, settings, h } = self;
        let hertz = min(settings.contact_hertz, 0.25 / h);
        let zeta = settings.contact_damping_ratio;
        let groups = [(Kind::BothMove, hertz), (Kind::OneMoves, 2.0 * hertz)]
            .map(|(kind, hertz)| (solver.coloring.range(kind), Softness::spring(hertz, zeta, h)));
        let joint_softness =
            Softness::spring(min(settings.joint_hertz, 0.25 / h), settings.joint_damping_ratio, h);
        let (blocks, bounces) = (&mut solver.blocks[..], &mut solver.bounces[..]);
        let sub = block::Substep {
            inverse_h: 1.0 / h,
            push_out_speed: settings.push_out_speed,
            bounce_clearance: settings.bounce_clearance,
        };

        for _ in 0..settings.substeps {
            for (state, input) in states.iter_mut().zip(inputs) {
                state.integrate_velocity(input, h);
            }
            let records = bytemuck::must_cast_slice_mut(states);
            solver.joints.warm_start::<L>(records);
            for block in &*blocks {
                block.warm_start::<L>(records);
            }
            for _ in 0..settings.biased_sweeps {
                let records = bytemuck::must_cast_slice_mut(states);
                solver.joints.solve::<L>(records, &joint_softness, 1.0 / h, false);
                for (range, softness) in &groups {
                    for block in &mut blocks[range.clone()] {
                        block.solve::<L, true>(records, bounces, softness, &sub);
                    }
                }
            }
            for state in &mut *states {
                state.integrate_position(h);
            }
            // The bodies have moved: the first sweep that comes takes the separations anew, while it has the block at
            // hand.
            let mut moved = true;
            for _ in 0..settings.relax_sweeps {
                let records = bytemuck::must_cast_slice_mut(states);
                solver.joints.solve::<L>(records, &Softness::RIGID, 1.0 / h, moved);
                for block in &mut *blocks {
                    if moved {
                        block.follow::<L>(records);
                    }
                    block.solve::<L, false>(records, bounces, &Softness::RIGID, &sub);
                }
                moved = false;
            }
            if moved {
                let records: &[[f32; 8]] = bytemuck::must_cast_slice(states);
                for block in &mut *blocks {
                    block.follow::<L>(records);
                }
            }
        }
        if !bounces.is_empty() {
            let records = bytemuck::must_cast_slice_mut(states);
            for block in &mut *blocks {
                block.bounce::<L>(records, bounces);
            }
        }
    }
}
