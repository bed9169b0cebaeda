//! Workers that run one long job together, phase by phase.
//!
//! ```text
//!   worker 0   share 0 of phase 1 | share 0 of phase 2, then share 1 | ...
//!   worker 1   share 1 of phase 1 | (late: no share is left)         | ...
//! ```
//!
//! The shares of a phase are contiguous, and the same for every phase of the same length. Each worker takes
//! its own shares first, so that it finds the same data in its cache again, then shares that other workers
//! have not begun. So no worker waits for one whose core the system has given to another program; that worker
//! skips the phases that it has missed. A phase may be as short as a microsecond, so a worker that waits
//! spins, and yields its core only after a long time.
//!
//! The workers share one word, with the number of the phase and a bit for each share that is taken, and a
//! count of finished shares. The worker that finishes the last share begins the next phase. For alternatives,
//! see `docs/experiments/compute.md`.

#[cfg_attr(
    any(not(feature = "std"), all(target_family = "wasm", target_os = "unknown")),
    path = "team/alone.rs"
)]
pub(crate) mod progress;

use core::cell::Cell;
use core::ops::Range;
use progress::Progress;

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
    index: usize,
    /// Of shares in each phase.
    count: usize,
    /// By bit, the shares that it takes first.
    own: u32,
    /// Of the phase that it begins next.
    next: Cell<u32>,
    progress: Option<&'a Progress>,
}

/// The part of a phase that one worker takes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: usize,
    count: usize,
}

/// The shares of a phase that one worker takes.
#[derive(Debug)]
pub struct Phase<'m, 'a> {
    member: &'m Member<'a>,
    number: u32,
    /// A share is taken and not finished.
    is_busy: bool,
    is_over: bool,
}

impl<'a> Member<'a> {
    /// The only worker of its team.
    #[must_use]
    pub fn alone() -> Self {
        Self { index: 0, count: 1, own: 1, next: Cell::new(0), progress: None }
    }

    /// Begins the next phase, which sees what earlier phases have written. All members must begin the same
    /// phases in the same order.
    #[must_use]
    #[inline(always)]
    pub fn phase(&self) -> Phase<'_, 'a> {
        let number = self.next.get();
        self.next.set(number.wrapping_add(1));
        Phase { member: self, number, is_busy: false, is_over: false }
    }
}

impl Phase<'_, '_> {
    /// Finishes the last share and takes another one; if none is left, waits until all are finished. Call
    /// until `None`: abandoning a share deadlocks the team.
    ///
    /// # Panics
    /// If another worker of the team has panicked.
    // Not an iterator, because closures of iterators are compiled without the wide instructions.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn next(&mut self) -> Option<Share> {
        let Some(progress) = self.member.progress else {
            return (!core::mem::replace(&mut self.is_over, true)).then_some(Share { index: 0, count: 1 });
        };
        self.next_of(progress)
    }
}

impl Share {
    /// Its number in the phase, from zero on.
    #[must_use]
    #[inline(always)]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Whether it is the last of its phase.
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

    /// All items for the first share and none for the others: for work of one worker.
    #[must_use]
    #[inline(always)]
    pub fn alone(&self, range: Range<usize>) -> Range<usize> {
        if self.index == 0 { range } else { 0..0 }
    }
}
