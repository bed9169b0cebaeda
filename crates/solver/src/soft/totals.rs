//! The normal impulses of a whole step.
//!
//! A block holds the impulses of the present sub-step, with which the next one begins. Programs want those of
//! the step: how hard something hit. So the last sweep of every sub-step but the last adds up the normal
//! impulses of a block; the impulses of the last sub-step, restitution included, are added when they are
//! stored in the contacts.
//!
//! The sums lie beside the blocks, because a sweep that does not add up must not read them: memory traffic
//! decides the speed.

use super::block::ContactBlock;
use bytemuck::Zeroable;
use compute::lanes::Column;
use compute::{LANES, Lanes};

/// What a sweep does with the normal impulses that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Totaling {
    /// It is not the last sweep of a sub-step, or it is that of the last one.
    None,
    /// The first sub-step: the sums begin with its impulses.
    Begin,
    /// Its impulses are added to the sums.
    Add,
}

impl Totaling {
    /// What the last sweep of a sub-step does.
    pub(super) fn of_substep(substep: u32, substeps: u32) -> Self {
        match substep {
            _ if substep + 1 == substeps => Self::None,
            0 => Self::Begin,
            _ => Self::Add,
        }
    }
}

/// The sum of the normal impulses of the sub-steps so far, for the two points of eight contacts, N s.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(64))]
pub(super) struct TotalColumns([Column; 2]);

impl TotalColumns {
    pub(super) const ZERO: Self = Self([[0.0; LANES]; 2]);

    /// Adds the impulses of a block. Those of a second point are not read if no lane has one.
    #[inline(always)]
    pub(super) fn add<L: Lanes>(&mut self, totaling: Totaling, block: &ContactBlock) {
        if totaling == Totaling::None {
            return;
        }
        for i in 0..1 + usize::from(block.two_points) {
            let impulse = L::load(&block.points[i].normal_impulse);
            let total = match totaling {
                Totaling::Add => L::load(&self.0[i]) + impulse,
                _ => impulse,
            };
            total.store(&mut self.0[i]);
        }
    }

    /// The sums with the impulses of a block, which are those of the last sub-step.
    #[inline(always)]
    pub(super) fn with<L: Lanes>(&self, block: &ContactBlock) -> [Column; 2] {
        let mut columns = [[0.0; LANES]; 2];
        for i in 0..1 + usize::from(block.two_points) {
            (L::load(&self.0[i]) + L::load(&block.points[i].normal_impulse)).store(&mut columns[i]);
        }
        columns
    }
}
