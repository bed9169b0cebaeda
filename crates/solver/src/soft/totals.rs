//! The normal impulses of a whole step.
//!
//! A block holds the impulses of the present sub-step. Programs want those of the step: how hard something
//! hit. So the last sweep of every sub-step but the last adds up the normal impulses; those of the last
//! sub-step are added when they are stored in the contacts.
//!
//! There is one sum for both points of a contact, beside the blocks, because other sweeps must not read it:
//! memory traffic decides the speed.

use super::block::ContactBlock;
use bytemuck::Zeroable;
use compute::lanes::Column;
use compute::{LANES, Lanes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Totaling {
    /// Of sweeps before the last one of a sub-step, and of the last sub-step.
    None,
    /// Of the first sub-step.
    Begin,
    Add,
}

impl Totaling {
    /// For the last sweep of a sub-step.
    pub(super) fn of_substep(substep: u32, substeps: u32) -> Self {
        match substep {
            _ if substep + 1 == substeps => Self::None,
            0 => Self::Begin,
            _ => Self::Add,
        }
    }
}

/// Of both points together, over the sub-steps so far, N s.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(32))]
pub(super) struct TotalColumn(Column);

impl TotalColumn {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    pub(super) fn add<L: Lanes>(&mut self, totaling: Totaling, block: &ContactBlock) {
        match totaling {
            Totaling::None => {}
            Totaling::Begin => normal_impulses::<L>(block).store(&mut self.0),
            Totaling::Add => self.with::<L>(block).store(&mut self.0),
        }
    }

    #[inline(always)]
    pub(super) fn with<L: Lanes>(&self, block: &ContactBlock) -> L {
        L::load(&self.0) + normal_impulses::<L>(block)
    }
}

/// The columns of a second point are not read if no lane has one.
#[inline(always)]
fn normal_impulses<L: Lanes>(block: &ContactBlock) -> L {
    let [p, q] = &block.points;
    let first = L::load(&p.normal_impulse);
    if block.two_points { first + L::load(&q.normal_impulse) } else { first }
}
