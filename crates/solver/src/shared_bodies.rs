//! The states of all bodies, which the workers of a step share, as records of eight numbers.

#![allow(unsafe_code)]

use crate::BodyState;
use crate::body::BodyIndex;
use compute::{LANES, Lanes, Shared};

/// The states of all bodies.
#[derive(Clone, Copy)]
pub(crate) struct SharedBodies<'a>(Shared<'a, [f32; 8]>);

impl<'a> SharedBodies<'a> {
    /// # Safety
    /// Blocks that are solved with these bodies were filled for just them, so that their indices are good, and blocks
    /// that are solved at the same time share no body that moves, which is what zones and colours are for.
    #[inline(always)]
    pub(crate) unsafe fn new(states: Shared<'a, BodyState>) -> Self {
        Self(states.cast())
    }

    /// Velocity, angular velocity and inverse mass (`HALF` 0), or motion since the step began (1), of the bodies of a
    /// block.
    #[inline(always)]
    pub(crate) fn gather<L: Lanes, const HALF: usize>(self, at: &[BodyIndex; LANES]) -> [L; 4] {
        // SAFETY: who made the bodies has promised it.
        unsafe { L::gather_shared::<HALF>(self.0, bytemuck::must_cast_ref(at)) }
    }

    /// Velocities of the bodies of a block, for the lanes whose bit in `write` is set.
    #[inline(always)]
    pub(crate) fn scatter<L: Lanes>(self, values: [L; 4], at: &[BodyIndex; LANES], write: u8) {
        // SAFETY: who made the bodies has promised it.
        unsafe { L::scatter_shared::<0>(values, self.0, bytemuck::must_cast_ref(at), write) }
    }
}
