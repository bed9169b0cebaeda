//! What clusters read and write of the states of bodies.

#![allow(unsafe_code)]

use super::matrix::number::{Number, Spatial};
use crate::BodyState;
use crate::body::BodyIndex;
use compute::Shared;

/// Of a locked body, kg, or kg m^2.
pub(super) const INFINITE_MASS: f64 = 1e30;

/// A cluster writes those of its own.
#[derive(Clone, Copy)]
pub(crate) struct States<'a>(Shared<'a, BodyState>);

impl<'a> States<'a> {
    /// # Safety
    /// All bodies of the cluster exist, and nobody else reads or writes those that move in the same phase.
    pub(crate) unsafe fn new(states: Shared<'a, BodyState>) -> Self {
        Self(states)
    }

    #[inline(always)]
    pub(crate) fn get(self, body: BodyIndex) -> BodyState {
        // SAFETY: the promise of `new`.
        unsafe { self.0.get(body.index()) }
    }

    #[inline(always)]
    pub(crate) fn own(self, body: BodyIndex) -> &'a mut BodyState {
        // SAFETY: the promise of `new`.
        let own = unsafe { self.0.slice(body.index()..body.index() + 1) };
        &mut own[0]
    }

    #[inline(always)]
    pub(super) fn velocity<N: Number>(self, bodies: &N::Each<BodyIndex>) -> Spatial<N> {
        let mut all = [N::ZERO; 3];
        for lane in 0..N::LANES {
            let [x, y, angular] = spatial(&self.get(bodies.as_ref()[lane]));
            all[0].set_lane(lane, x);
            all[1].set_lane(lane, y);
            all[2].set_lane(lane, angular);
        }
        all
    }
}

#[inline(always)]
pub(crate) fn spatial(state: &BodyState) -> Spatial {
    [f64::from(state.velocity.x), f64::from(state.velocity.y), f64::from(state.angular_velocity)]
}
