//! The normal impulses of a whole step.
//!
//! A block holds the impulses of the present sub-step, with which the next one begins. Programs want those of
//! the step: how hard something hit. So the last sweep of every sub-step but the last adds up the normal
//! impulses of a block; the impulses of the last sub-step, restitution included, are added when they are
//! stored in the contacts.
//!
//! There is one sum for both points of a contact, and it lies beside the blocks, because a sweep that does
//! not add up must not read it: memory traffic decides the speed. Turned down: a sum for each point, which
//! nobody asked for.

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

/// The sum of the normal impulses of the sub-steps so far, both points together, for eight contacts, N s.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(32))]
pub(super) struct TotalColumn(Column);

impl TotalColumn {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    /// Adds the impulses of a block.
    #[inline(always)]
    pub(super) fn add<L: Lanes>(&mut self, totaling: Totaling, block: &ContactBlock) {
        match totaling {
            Totaling::None => {}
            Totaling::Begin => normal_impulses::<L>(block).store(&mut self.0),
            Totaling::Add => self.with::<L>(block).store(&mut self.0),
        }
    }

    /// The sums with the impulses of a block, for example those of the last sub-step.
    #[inline(always)]
    pub(super) fn with<L: Lanes>(&self, block: &ContactBlock) -> L {
        L::load(&self.0) + normal_impulses::<L>(block)
    }
}

/// The normal impulses of both points. Those of a second point are not read if no lane has one.
#[inline(always)]
fn normal_impulses<L: Lanes>(block: &ContactBlock) -> L {
    let [p, q] = &block.points;
    let first = L::load(&p.normal_impulse);
    if block.two_points { first + L::load(&q.normal_impulse) } else { first }
}
