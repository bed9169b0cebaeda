//! How the bodies of mechanisms move within a step.

use crate::BodyState;
use crate::body::BodyIndex;
use crate::together::matrix::number::{Number, Spatial};
use crate::together::states::States;

/// Since the step began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion<N = f64> {
    pub(super) displacement: [N; 2],
    cos: N,
    sin: N,
}

impl<N: Number> Motion<N> {
    pub(super) const NONE: Self = Self { displacement: [N::ZERO; 2], cos: N::ONE, sin: N::ZERO };

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn of(states: States<'_>, bodies: &N::Each<BodyIndex>) -> Self {
        let mut all = Self::NONE;
        for lane in 0..N::LANES {
            let BodyState { delta_position, delta_rotation, .. } = states.get(bodies.as_ref()[lane]);
            all.displacement[0].set_lane(lane, f64::from(delta_position.x));
            all.displacement[1].set_lane(lane, f64::from(delta_position.y));
            all.cos.set_lane(lane, f64::from(delta_rotation.cos));
            all.sin.set_lane(lane, f64::from(delta_rotation.sin));
        }
        all
    }

    /// After `h` more seconds with a velocity, as in `motion.rs`.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn advanced(&self, velocity: &Spatial<N>, h: N) -> Self {
        let angle = velocity[2] * h;
        let square = angle * angle;
        let s = angle * (N::ONE - square * N::splat(1.0 / 6.0));
        let c = N::ONE - square * (N::splat(0.5) - square * N::splat(1.0 / 24.0));
        Self {
            displacement: [self.displacement[0] + velocity[0] * h, self.displacement[1] + velocity[1] * h],
            cos: self.cos * c - self.sin * s,
            sin: self.sin * c + self.cos * s,
        }
    }

    #[inline(always)]
    pub(super) fn rotate(&self, [x, y]: [N; 2]) -> [N; 2] {
        [x * self.cos - y * self.sin, x * self.sin + y * self.cos]
    }

    /// As in `joint/angle.rs`.
    #[inline(always)]
    pub(super) fn small_angle(&self) -> N {
        N::splat(3.0) * self.sin / (N::splat(2.0) + self.cos)
    }
}
