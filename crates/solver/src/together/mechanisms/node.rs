//! The bodies of mechanisms.

use super::motion::Motion;
use crate::BodyInput;
use crate::body::BodyIndex;
use crate::together::matrix::factor::Diagonal;
use crate::together::matrix::number::{Number, Spatial};
use crate::together::states::INFINITE_MASS;

/// In lanes, of one in each mechanism.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<N: Number = f64> {
    pub(super) body: N::Each<BodyIndex>,
    /// 1/kg and 1/(kg m^2).
    pub(crate) inverse: [N; 2],
    pub(super) motion: Motion<N>,
    pub(crate) velocity: Spatial<N>,
    /// kg m^2: mass times the squared lever of each pin to a body of infinite mass.
    pub(super) held: N,
    /// kg m^2, in this sub-step, and what the impulses now demand.
    pub(crate) added: N,
    pub(super) demanded: N,
}

impl Node {
    pub(super) fn fill(&mut self, body: BodyIndex, input: &BodyInput) {
        self.body = [body];
        self.inverse = [f64::from(input.inverse_mass), f64::from(input.inverse_inertia)];
        (self.held, self.added) = (0.0, 0.0);
    }

    pub(super) fn hold(&mut self, square_of_lever: f64) {
        if self.inverse[0] > 0.0 {
            self.held += square_of_lever / self.inverse[0];
        }
    }
}

impl<N: Number> Node<N> {
    pub(super) fn empty() -> Self {
        Self {
            body: N::each(BodyIndex::STATIC),
            inverse: [N::ZERO; 2],
            motion: Motion::NONE,
            velocity: [N::ZERO; 3],
            held: N::ZERO,
            added: N::ZERO,
            demanded: N::ZERO,
        }
    }

    #[inline(always)]
    pub(super) fn mass(&self) -> Diagonal<N> {
        let [m, i] = self.inverse;
        let infinite = N::splat(INFINITE_MASS);
        let m = N::select(N::ZERO.lt(m), N::ONE / m, infinite);
        let i = N::select(N::ZERO.lt(i), N::ONE / i, infinite);
        [m, N::ZERO, m, N::ZERO, N::ZERO, i + self.added]
    }
}
