//! Workers that do one long job together, in phases.
//!
//! ```text
//!   worker 0   share of phase 1 | wait | share of phase 2 | wait | ...
//!   worker 1   share of phase 1 | wait | share of phase 2 | wait | ...
//! ```
//!
//! A phase may be as short as a microsecond, so who waits spins, and only after long gives its core away. The shares are
//! contiguous and the same for every phase of the same length: a worker meets the same data again, in its own cache.
//! One worker runs the same code, and its waiting is nothing.
//!
//! Turned down: a condition variable for each phase, which takes longer than most phases; shares that are claimed while
//! the phase runs, measured to lose (see [`Workers`](crate::Workers)).

use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Rounds of waiting before a worker offers its core to others.
const SPINS: u32 = 4_000;

/// Where the workers of a team wait for each other.
#[derive(Debug, Default)]
pub(crate) struct Barrier {
    arrived: AtomicUsize,
    phase: AtomicUsize,
    broken: AtomicBool,
}

impl Barrier {
    /// Returns when `count` workers have come here. What each did before is visible to all afterwards.
    fn wait(&self, count: usize) {
        let phase = self.phase.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == count {
            self.arrived.store(0, Ordering::Relaxed);
            self.phase.store(phase.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut spins = 0;
        while self.phase.load(Ordering::Acquire) == phase {
            assert!(!self.broken.load(Ordering::Relaxed), "another worker of the team panicked");
            if spins < SPINS {
                spins += 1;
                core::hint::spin_loop();
            } else {
                #[cfg(feature = "std")]
                std::thread::yield_now();
            }
        }
    }

    /// A worker will never come again: the others must not wait for it.
    #[cfg(feature = "std")]
    pub(crate) fn break_up(&self) {
        self.broken.store(true, Ordering::Relaxed);
    }
}

/// One worker of a team.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    index: usize,
    count: usize,
    barrier: Option<&'a Barrier>,
}

impl<'a> Member<'a> {
    /// The only worker of its team.
    pub const ALONE: Self = Self { index: 0, count: 1, barrier: None };

    #[cfg(feature = "std")]
    pub(crate) fn new(index: usize, count: usize, barrier: &'a Barrier) -> Self {
        Self { index, count, barrier: Some(barrier) }
    }

    /// Whether it is the first, which does what one alone has to do.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Its share of the items of a range.
    #[must_use]
    #[inline(always)]
    pub fn share(&self, range: Range<usize>) -> Range<usize> {
        let (start, len) = (range.start, range.len());
        start + len * self.index / self.count..start + len * (self.index + 1) / self.count
    }

    /// All items for the first worker, none for the others.
    #[must_use]
    #[inline(always)]
    pub fn alone(&self, range: Range<usize>) -> Range<usize> {
        if self.is_first() { range } else { 0..0 }
    }

    /// Waits for all others. What each did before is visible to all afterwards.
    ///
    /// # Panics
    /// If another worker of the team has panicked.
    #[inline(always)]
    pub fn wait(&self) {
        if let Some(barrier) = self.barrier {
            barrier.wait(self.count);
        }
    }
}
