//! Workers that run one long job together, phase by phase.
//!
//! ```text
//!   worker 0   share 0 of phase 1 | share 0 of phase 2, then share 1 | ...
//!   worker 1   share 1 of phase 1 | (late: no share is left)         | ...
//! ```
//!
//! The shares of a phase are contiguous, and the same for every phase of the same length. Each worker takes
//! its own share first, so that it finds the same data in its cache again. Then it takes shares that other
//! workers have not begun. So no worker waits for one whose core the system has given to another program;
//! that worker skips the phases that it has missed. A phase may be as short as a microsecond, so a worker
//! that waits spins, and yields its core only after a long time. A team of one worker runs the same code and
//! never waits.
//!
//! The workers share one word, which holds the number of the phase and a bit for each share that is taken,
//! and a count of finished shares. The worker that finishes the last share begins the next phase.
//!
//! Turned down (`docs/experiments/compute.md`): a condition variable for each phase; a barrier; smaller
//! pieces that workers claim as they come.

#[cfg(feature = "std")]
use crate::owners;
use core::cell::Cell;
use core::ops::Range;
#[cfg(feature = "std")]
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Rounds of spinning before a worker yields its core.
#[cfg(feature = "std")]
const SPINS: u32 = 1_000;

/// The greatest number of workers of a team: each has one bit.
#[cfg(feature = "std")]
pub(crate) const MOST_WORKERS: usize = 32;

/// Without threads, workers share no progress.
#[cfg(not(feature = "std"))]
type Progress = core::convert::Infallible;

/// The data that the workers of a team share.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(crate) struct Progress {
    /// A number for `owners`.
    team: u64,
    /// The number of the phase in the upper half, a bit for each share that is taken in the lower half.
    phase: AtomicU64,
    /// Finished shares of the phase.
    finished: AtomicU32,
    /// Whether a worker has panicked.
    is_broken: AtomicBool,
}

#[cfg(feature = "std")]
impl Default for Progress {
    fn default() -> Self {
        Self {
            team: owners::new_team(),
            phase: AtomicU64::new(0),
            finished: AtomicU32::new(0),
            is_broken: AtomicBool::new(false),
        }
    }
}

#[cfg(feature = "std")]
impl Progress {
    /// The calling worker has panicked and will never finish its share: the others must not wait for it.
    pub(crate) fn break_up(&self) {
        owners::leave();
        self.is_broken.store(true, Ordering::Relaxed);
    }
}

/// One worker of a team.
///
/// ```
/// use compute::{Member, Workers};
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// let (sum, seen) = (AtomicUsize::new(0), AtomicUsize::new(0));
/// Workers::new(2).run_team(true, |member: Member<'_>| {
///     let mut phase = member.phase();
///     while let Some(share) = phase.next() {
///         sum.fetch_add(share.of(0..10).sum::<usize>(), Relaxed);
///     }
///     // All shares of the first phase are finished.
///     let mut phase = member.phase();
///     while let Some(share) = phase.next() {
///         seen.fetch_max(sum.load(Relaxed), Relaxed);
///     }
/// });
/// assert_eq!((sum.into_inner(), seen.into_inner()), (45, 45));
/// ```
#[derive(Debug)]
pub struct Member<'a> {
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    index: usize,
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    count: usize,
    /// Number of the phase that it begins next.
    next: Cell<u32>,
    progress: Option<&'a Progress>,
}

/// The part of a phase that one worker takes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: usize,
    count: usize,
}

/// A phase for one worker: the shares that it takes.
#[derive(Debug)]
pub struct Phase<'m, 'a> {
    member: &'m Member<'a>,
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    number: u32,
    /// Whether the worker has taken a share that is not finished.
    #[cfg_attr(not(feature = "std"), expect(dead_code))]
    is_busy: bool,
    is_over: bool,
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

    /// Begins the next phase. All members must begin the same phases in the same order. What was written in
    /// earlier phases is visible in this one.
    #[must_use]
    #[inline(always)]
    pub fn phase(&self) -> Phase<'_, 'a> {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        Phase { member: self, number, is_busy: false, is_over: false }
    }
}

impl Phase<'_, '_> {
    /// Finishes the last share and takes another one. If none is left, waits until all are finished and
    /// returns `None`. Call until `None`: abandoning a share deadlocks the team.
    ///
    /// # Panics
    /// If another worker of the team has panicked.
    // It is not an iterator, because closures of iterators are compiled without the wide instructions.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn next(&mut self) -> Option<Share> {
        let Some(progress) = self.member.progress else {
            // A team of one worker has one share.
            return (!core::mem::replace(&mut self.is_over, true)).then_some(Share { index: 0, count: 1 });
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
        owners::leave();
        if core::mem::replace(&mut self.is_busy, false)
            && progress.finished.fetch_add(1, Ordering::AcqRel) + 1 == count as u32
        {
            progress.finished.store(0, Ordering::Relaxed);
            progress.phase.store(u64::from(self.number.wrapping_add(1)) << 32, Ordering::Release);
            return None;
        }
        let all = (1_u64 << count) - 1;
        let mut word = progress.phase.load(Ordering::Acquire);
        let mut spins = 0;
        while (word >> 32) as u32 == self.number {
            let left = !word & all;
            if left != 0 {
                // Its own share, or else the first that no worker has taken.
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
                        self.is_busy = true;
                        let share = Share { index: taken.trailing_zeros() as usize, count };
                        owners::enter(progress.team, self.number, share.index);
                        return Some(share);
                    }
                    Err(now) => word = now,
                }
                continue;
            }
            assert!(!progress.is_broken.load(Ordering::Relaxed), "another worker of the team panicked");
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
    /// Number of the share in its phase, from zero on.
    #[must_use]
    #[inline(always)]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Whether it is the last share of its phase.
    #[must_use]
    #[inline(always)]
    pub fn is_last(&self) -> bool {
        self.index + 1 == self.count
    }

    /// Its part of a range. All shares together contain each item once.
    #[must_use]
    #[inline(always)]
    pub fn of(&self, range: Range<usize>) -> Range<usize> {
        let (start, len) = (range.start, range.len());
        start + len * self.index / self.count..start + len * (self.index + 1) / self.count
    }

    /// All items for the first share and none for the others: for work that one worker has to do.
    #[must_use]
    #[inline(always)]
    pub fn alone(&self, range: Range<usize>) -> Range<usize> {
        if self.index == 0 { range } else { 0..0 }
    }
}
