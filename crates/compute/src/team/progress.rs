//! What the workers of a team share: the phase that they are in, and which shares of it are taken.

use super::{Member, Phase, Share};
use crate::owners;
use crate::workers::recorder::Recorder;
use core::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Rounds of spinning before a worker yields its core.
const SPINS: u32 = 1_000;

#[derive(Debug)]
pub(crate) struct Progress {
    team: u64,
    /// The number of the phase in the upper half, a bit for each taken share in the lower half.
    phase: AtomicU64,
    finished: AtomicU32,
    is_broken: AtomicBool,
    recorder: Option<Arc<Recorder>>,
}

impl Progress {
    pub(crate) fn new(recorder: Option<Arc<Recorder>>) -> Self {
        Self {
            team: owners::new_team(),
            phase: AtomicU64::new(0),
            finished: AtomicU32::new(0),
            is_broken: AtomicBool::new(false),
            recorder,
        }
    }

    /// The calling worker has panicked: the others must not wait for its share.
    pub(crate) fn break_up(&self) {
        owners::leave();
        self.is_broken.store(true, Ordering::Relaxed);
    }
}

impl<'a> Member<'a> {
    /// `count` is the number of shares of a phase, at least one for each of `workers`.
    pub(crate) fn new([index, workers]: [usize; 2], count: usize, progress: &'a Progress) -> Self {
        let [first, end] = [index, index + 1].map(|worker| count * worker / workers);
        let own = ((1_u64 << end) - (1 << first)) as u32;
        Self { index, count, own, next: Cell::new(0), progress: Some(progress) }
    }
}

impl Phase<'_, '_> {
    pub(super) fn next_of(&mut self, progress: &Progress) -> Option<Share> {
        let Member { index, count, own, .. } = *self.member;
        owners::leave();
        let was_busy = core::mem::replace(&mut self.is_busy, false);
        if was_busy && let Some(recorder) = &progress.recorder {
            recorder.end(index);
        }
        if was_busy && progress.finished.fetch_add(1, Ordering::AcqRel) + 1 == count as u32 {
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
                // The first of its own shares, or else the last that is left, which its owner would take
                // last.
                let own = left & u64::from(own);
                let taken = if own != 0 { own & own.wrapping_neg() } else { 1 << left.ilog2() };
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
                        if let Some(recorder) = &progress.recorder {
                            recorder.begin(index);
                        }
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
