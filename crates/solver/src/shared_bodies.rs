//! The states of all bodies, as records of eight numbers that the workers of a step share.

#![allow(unsafe_code)]

use crate::BodyState;
use crate::body::BodyIndex;
use compute::{LANES, Lanes, Shared};

/// The states of all bodies.
#[derive(Clone, Copy)]
pub(crate) struct SharedBodies<'a>(Shared<'a, [f32; 8]>);

impl<'a> SharedBodies<'a> {
    /// # Safety
    /// Every body index that is used with it is below the number of states. What several workers do in one phase shares no
    /// moving body: the schedule sees to that (`schedule.rs`).
    #[inline(always)]
    pub(crate) unsafe fn new(states: Shared<'a, BodyState>) -> Self {
        Self(states.cast())
    }

    /// Of the bodies of a block: velocity, angular velocity and inverse mass (`HALF` 0), or the motion since the step began
    /// (`HALF` 1).
    #[inline(always)]
    pub(crate) fn gather<L: Lanes, const HALF: usize>(self, at: &[BodyIndex; LANES]) -> [L; 4] {
        // SAFETY: the promise of `new`.
        unsafe { L::gather_shared::<HALF>(self.0, bytemuck::must_cast_ref(at)) }
    }

    /// Writes velocities of the bodies of a block, in the lanes whose bit in `write` is set.
    #[inline(always)]
    pub(crate) fn scatter<L: Lanes>(self, values: [L; 4], at: &[BodyIndex; LANES], write: u8) {
        // SAFETY: the promise of `new`.
        unsafe { L::scatter_shared::<0>(values, self.0, bytemuck::must_cast_ref(at), write) }
    }
}
