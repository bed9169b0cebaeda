//! The arms of points about the two bodies of a contact, in lanes: see `block.rs`.

use crate::lanes::MotionLanes;
use bytemuck::Zeroable;
use compute::Lanes;
use compute::lanes::Column;

/// Of one point, m.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
pub(super) struct ArmColumns {
    pub(super) a: Column,
    pub(super) b: Column,
}

impl ArmColumns {
    /// Adds to the separation of points with these normal arms how far they part because both bodies turn, m.
    #[inline(always)]
    pub(super) fn plus_turned<L: Lanes>(
        &self,
        separation: L,
        tangent_arm: &Self,
        a: &MotionLanes<L>,
        b: &MotionLanes<L>,
    ) -> L {
        let one = L::splat(1.0);
        separation + (b.sin * L::load(&self.b) - (b.cos - one) * L::load(&tangent_arm.b))
            - (a.sin * L::load(&self.a) - (a.cos - one) * L::load(&tangent_arm.a))
    }
}
