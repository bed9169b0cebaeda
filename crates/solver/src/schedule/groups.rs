//! Groups: where the blocks of each kind, class and strip are, and which strips constraints couple.
//!
//! ```text
//!   kind 0   Interior 0 | Interior 1 | .. | EvenBorder 0 | EvenBorder 2 | .. | LongRange | Static 0 | ..
//!   kind 1   ..
//! ```

use super::strips::Class;
use alloc::vec::Vec;
use core::ops::Range;

/// In [`Class::LongRange`]; solved before those after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LongRangeRun {
    pub(super) blocks: Range<usize>,
    /// Of one colour, and enough for all workers.
    pub(super) is_shared: bool,
}

/// What couples a strip to others, beside constraints across its borders: long-range constraints, and bodies
/// of infinite mass in other strips.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StripCoupling {
    /// Constraints whose span begins here, minus those whose span ends here.
    pub(super) spans: i32,
    pub(super) is_long_range: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub(super) strips: usize,
    pub(super) kinds: usize,
    /// By kind, class and strip, and the end of the last.
    pub(super) starts: Vec<u32>,
    /// If there is one kind.
    pub(super) long_range: Vec<LongRangeRun>,
    pub(super) couplings: Vec<StripCoupling>,
}

#[inline(always)]
pub(super) fn group_of(kind: usize, class: Class, strip: usize, strips: usize) -> usize {
    (kind * Class::ALL.len() + class as usize) * strips + strip
}

impl Groups {
    pub(super) fn has(&self, class: Class) -> bool {
        (0..self.kinds).any(|kind| !self.blocks(kind, class, 0..self.strips).is_empty())
    }

    #[inline(always)]
    pub(super) fn blocks(&self, kind: usize, class: Class, strips: Range<usize>) -> Range<usize> {
        let first = group_of(kind, class, 0, self.strips);
        self.starts[first + strips.start] as usize..self.starts[first + strips.end] as usize
    }

    #[inline(always)]
    pub(super) fn blocks_of_kind(&self, kind: usize) -> Range<usize> {
        let groups = Class::ALL.len() * self.strips;
        self.starts[kind * groups] as usize..self.starts[(kind + 1) * groups] as usize
    }

    pub(super) fn is_empty(&self) -> bool {
        self.starts.last().is_none_or(|&end| end == 0)
    }

    fn used_kinds(&self) -> impl Iterator<Item = usize> {
        (0..self.kinds).filter(|&kind| !self.blocks_of_kind(kind).is_empty())
    }

    /// Without long-range blocks.
    pub(super) fn add_weights(&self, weights: &mut [u32]) {
        for kind in self.used_kinds() {
            for class in Class::ALL.into_iter().filter(|&class| class != Class::LongRange) {
                for (strip, weight) in weights.iter_mut().enumerate() {
                    *weight += self.blocks(kind, class, strip..strip + 1).len() as u32;
                }
            }
        }
    }

    pub(super) fn mark_couplings(&self, is_coupled: &mut [bool], is_long_range: &mut [bool]) {
        let mut open_spans = 0;
        for (strip, coupling) in self.couplings.iter().enumerate() {
            open_spans += coupling.spans;
            is_coupled[strip] |= open_spans > 0;
            is_long_range[strip] |= coupling.is_long_range;
        }
        for kind in self.used_kinds() {
            for class in [Class::EvenBorder, Class::OddBorder] {
                for (strip, is_coupled) in is_coupled.iter_mut().enumerate() {
                    *is_coupled |= !self.blocks(kind, class, strip..strip + 1).is_empty();
                }
            }
        }
    }
}
