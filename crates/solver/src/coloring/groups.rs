//! Groups of blocks: those of the constraints of one sort in one class and zone.

use crate::zones::{CLASSES, Class};
use alloc::vec::Vec;
use core::ops::Range;

/// Blocks elsewhere, all solved before those after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    pub(crate) blocks: Range<usize>,
    /// Whether they are of one colour and worth it.
    pub(crate) shared: bool,
}

/// Where the blocks of each group are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    pub(super) zones: usize,
    pub(super) sorts: usize,
    /// Where each group begins, by sort, class and zone, and where the last one ends.
    pub(super) starts: Vec<u32>,
    pub(super) elsewhere: Vec<Elsewhere>,
    /// For each zone, what holds it to others.
    pub(super) ties: Vec<Tie>,
}

/// What holds a zone to others but constraints across its borders: bodies that only their own velocity moves, and what
/// is elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tie {
    /// How many begin here, less those that end.
    pub(super) begin: i32,
    pub(super) elsewhere: bool,
}

impl Groups {
    /// Whether a class has blocks.
    pub(crate) fn has(&self, class: Class) -> bool {
        (0..self.sorts).any(|sort| !self.of(sort, class, 0..self.zones).is_empty())
    }

    /// The blocks of a sort in some zones of a class.
    #[inline(always)]
    pub(crate) fn of(&self, sort: usize, class: Class, zones: Range<usize>) -> Range<usize> {
        let first = (sort * CLASSES + class as usize) * self.zones;
        self.starts[first + zones.start] as usize..self.starts[first + zones.end] as usize
    }

    /// The blocks of a sort.
    #[inline(always)]
    pub(crate) fn of_sort(&self, sort: usize) -> Range<usize> {
        let groups = CLASSES * self.zones;
        self.starts[sort * groups] as usize..self.starts[(sort + 1) * groups] as usize
    }

    /// The blocks of the class elsewhere, in order, if there is one sort.
    pub(crate) fn elsewhere(&self) -> &[Elsewhere] {
        &self.elsewhere
    }

    /// Adds the blocks of each zone to its weight.
    pub(crate) fn weigh(&self, weights: &mut [u32]) {
        for sort in 0..self.sorts {
            for class in [Class::Inside, Class::Even, Class::Odd, Class::Ground] {
                for (zone, weight) in weights.iter_mut().enumerate() {
                    *weight += self.of(sort, class, zone..zone + 1).len() as u32;
                }
            }
        }
    }

    /// Notes which zones are tied to the next one, and in which a constraint begins that is elsewhere.
    pub(crate) fn find_ties(&self, tied: &mut [bool], elsewhere: &mut [bool]) {
        let mut open = 0;
        for (zone, tie) in self.ties.iter().enumerate() {
            open += tie.begin;
            tied[zone] |= open > 0;
            elsewhere[zone] |= tie.elsewhere;
            for sort in 0..self.sorts {
                for class in [Class::Even, Class::Odd] {
                    tied[zone] |= !self.of(sort, class, zone..zone + 1).is_empty();
                }
            }
        }
    }
}
