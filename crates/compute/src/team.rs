//! Workers that do one long job together, in phases.
//!
//! ```text
//!   worker 0   share 0 of phase 1 | share 0 of phase 2, then share 1 too | ...
//!   worker 1   share 1 of phase 1 | (was late: finds nothing left)       | ...
//! ```
//!
//! The shares of a phase are contiguous, and the same for every phase of the same length. Each worker takes its own first,
//! so that it meets the same data again in its own cache, and then what others have not begun: who comes late, because
//! the system had something else for its core, is not waited for, and finds out which phases it has missed. A phase
//! may be as short as a microsecond, so who waits spins, and only after long gives its core away. One worker runs
//! the same code, and its waiting is nothing.
//!
//! All there is to share is one word, the number of the phase and a bit for each share that is taken, and a count of the
//! shares that are done; who does the last begins the next phase.
//!
//! Turned down: a condition variable for each phase, which takes longer than most phases; a barrier, which on a machine
//! that is not ours alone waited for whole time slices (a step took three times as long as on one thread); smaller
//! pieces that are claimed as they come, measured to lose by wandering between caches (see
//! [`Workers`](crate::Workers)).

use core::cell::Cell;
use core::ops::Range;
#[cfg(feature = "std")]
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Rounds of waiting before a worker offers its core to others.
#[cfg(feature = "std")]
const SPINS: u32 = 1_000;

/// Workers of a team, at most: a bit for each.
#[cfg(feature = "std")]
pub(crate) const MOST_WORKERS: usize = 32;

/// Without threads there is nobody to share with.
#[cfg(not(feature = "std"))]
type Progress = core::convert::Infallible;

/// What the workers of a team share.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The number of the phase in the upper half, the shares that are taken in the lower.
    phase: AtomicU64,
    done: AtomicU32,
    broken: AtomicBool,
}

#[cfg(feature = "std")]
impl Progress {
    /// A worker will never end its share: the others must not wait for it.
    pub(crate) fn break_up(&self) {
        self.broken.store(true, Ordering::Relaxed);
    }
}

/// One worker of a team.
#[derive(Debug)]
pub struct Member<'a> {
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    index: usize,
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    count: usize,
    /// The phase that it begins next.
    next: Cell<u32>,
    progress: Option<&'a Progress>,
}

/// A part of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: usize,
    count: usize,
}

/// A phase as one worker sees it: the shares that it gets.
#[derive(Debug)]
pub struct Phase<'m, 'a> {
    member: &'m Member<'a>,
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    number: u32,
    /// Whether a share has been handed out that is not done.
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    busy: bool,
    over: bool,
}

impl<'a> Member<'a> {
    /// The only worker of its team.
    #[must_use]
    pub fn alone() -> Self {
        Self { index: 0, count: 1, next: Cell::new(0), progress: None }
    }

    #[cfg(feature = "std")]
    pub(crate) fn new(index: usize, count: usize, progress: &'a Progress) -> Self {
        Self { index, count, next: Cell::new(0), progress: Some(progress) }
    }

    /// Begins the next phase, which all members have to do in the same order. What was done in the phases before is
    /// visible in it.
    #[must_use]
    #[inline(always)]
    pub fn phase(&self) -> Phase<'_, 'a> {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        Phase { member: self, number, busy: false, over: false }
    }
}

impl Phase<'_, '_> {
    /// The next share, if one is left, once the last one is done; else waits until all are. To be asked until there is
    /// none: for a share in the hands of who asks no more the others wait for ever.
    ///
    /// # Panics
    /// If another worker of the team has panicked.
    #[allow(clippy::should_implement_trait)] // An iterator would invite closures, which lose their lanes.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Share> {
        let Some(progress) = self.member.progress else {
            // One worker: one share.
            return (!core::mem::replace(&mut self.over, true)).then_some(Share { index: 0, count: 1 });
        };
        self.next_of(progress)
    }

    #[cfg(not(feature = "std"))]
    fn next_of(&mut self, progress: &Progress) -> Option<Share> {
        match *progress {}
    }

    #[cfg(feature = "std")]
    fn next_of(&mut self, progress: &Progress) -> Option<Share> {
        let Member { index, count, .. } = *self.member;
        if core::mem::replace(&mut self.busy, false)
            && progress.done.fetch_add(1, Ordering::AcqRel) + 1 == count as u32
        {
            progress.done.store(0, Ordering::Relaxed);
            progress.phase.store(u64::from(self.number.wrapping_add(1)) << 32, Ordering::Release);
            return None;
        }
        let all = (1_u64 << count) - 1;
        let mut word = progress.phase.load(Ordering::Acquire);
        let mut spins = 0;
        while (word >> 32) as u32 == self.number {
            let left = !word & all;
            if left != 0 {
                // Its own, or else the first that nobody has.
                let own = 1 << index;
                let taken = if left & own != 0 { own } else { left & left.wrapping_neg() };
                let claim = progress.phase.compare_exchange_weak(
                    word,
                    word | taken,
                    Ordering::AcqRel,
                    Ordering::Acquire,
                );
                match claim {
                    Ok(_) => {
                        self.busy = true;
                        return Some(Share { index: taken.trailing_zeros() as usize, count });
                    }
                    Err(now) => word = now,
                }
                continue;
            }
            assert!(!progress.broken.load(Ordering::Relaxed), "another worker of the team panicked");
            if spins < SPINS {
                spins += 1;
                core::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
            word = progress.phase.load(Ordering::Acquire);
        }
        None
    }
}

impl Share {
    /// Which share it is, from zero on.
    #[must_use]
    #[inline(always)]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Whether no other comes after it.
    #[must_use]
    #[inline(always)]
    pub fn is_last(&self) -> bool {
        self.index + 1 == self.count
    }

    /// Its part of the items of a range.
    #[must_use]
    #[inline(always)]
    pub fn of(&self, range: Range<usize>) -> Range<usize> {
        let (start, len) = (range.start, range.len());
        start + len * self.index / self.count..start + len * (self.index + 1) / self.count
    }

    /// All items for the first share, none for the others: for what has to be done by one worker.
    #[must_use]
    #[inline(always)]
    pub fn alone(&self, range: Range<usize>) -> Range<usize> {
        if self.index == 0 { range } else { 0..0 }
    }
}
