//! The solver's own copy of the bodies, sorted by strip, so that the bodies of a worker lie side by side.

use crate::motion::UnconstrainedVelocity;
use crate::{BodyInput, BodyState};
use alloc::vec::Vec;
use compute::Shared;

#[derive(Clone, Debug, Default)]
pub(super) struct SolverBodies {
    states: Vec<BodyState>,
    inputs: Vec<BodyInput>,
    /// From the last integration of velocities.
    unconstrained: Vec<UnconstrainedVelocity>,
}

impl SolverBodies {
    pub(super) fn resize(&mut self, count: usize) {
        self.states.resize(count, BodyState::REST);
        self.inputs.resize(count, BodyInput::INFINITE_MASS);
        self.unconstrained.resize(count, [0.0; 4]);
    }

    pub(super) fn share(&mut self) -> SharedSolverBodies<'_> {
        SharedSolverBodies {
            states: Shared::new(&mut self.states),
            inputs: Shared::new(&mut self.inputs),
            unconstrained: Shared::new(&mut self.unconstrained),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SharedSolverBodies<'a> {
    pub(super) states: Shared<'a, BodyState>,
    pub(super) inputs: Shared<'a, BodyInput>,
    pub(super) unconstrained: Shared<'a, UnconstrainedVelocity>,
}
