//! A search for pairs, shared out among threads, and sifted on the way.
//!
//! ```text
//!   what moved     a b c d | e f g h       a run for each worker, taken in pieces
//!                     |         |
//!   look          ab af ab   ef eg fg      the broad phase: whom does each meet?
//!                     |         |
//!   sift              af       eg          the caller: which of these are news? Most are not
//!                      \       /
//!   pairs               af eg              one list, sorted, each pair once
//! ```
//!
//! What a worker has found in a piece is sifted at once, while the piece is still in its cache, so the long list of all that
//! overlaps is never written down. How the work is cut cannot show: whatever the number of workers, together they find the
//! same set, and it is put in order in the end.
//!
//! Turned down: a part of the search as a call of its own, made by the caller from several threads. It takes three methods
//! (prepare, search a part, end) where a broad phase is to be written in an afternoon, and fixes how the work is cut, which a
//! tree and a grid do differently. Asking for each pair by itself whether it is news: a call through a pointer for each,
//! instead of for each piece.

use crate::{Broadphase, Key};
use alloc::vec::Vec;
use compute::Workers;
use core::mem;
use core::ops::Range;

/// So many items are looked at before what they met is sifted: some hundreds of pairs, a few kilobytes.
const PIECE: usize = 64;

/// A worker is not woken for fewer pieces: they take some 50 us, about as long as until it is awake.
const LEAST_PIECES: usize = 4;

type Pairs = Vec<(Key, Key)>;

/// Takes pairs that the caller has no use for off a list, which may be in any order.
pub type Sift<'a> = &'a (dyn Fn(&mut Vec<(Key, Key)>) + Sync);

/// The pairs that one worker has found. Each has cache lines of its own (two, as processors fetch them): the lengths of the
/// lists change with each pair, and side by side they made two workers take 1.5 times as long as one would for its half.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Part {
    found: Pairs,
    kept: Pairs,
}

impl Part {
    fn sift(&mut self, sift: Option<Sift<'_>>) {
        if let Some(sift) = sift {
            sift(&mut self.found);
            self.kept.append(&mut self.found);
        }
    }
}

/// A search for pairs in progress: where a broad phase puts what it finds.
pub struct PairSearch<'a> {
    workers: &'a mut Workers,
    /// At least one.
    parts: &'a mut [Part],
    sift: Option<Sift<'a>>,
}

impl core::fmt::Debug for PairSearch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PairSearch").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl PairSearch<'_> {
    /// Calls `look` for each key, on several threads if there are many, to append the pairs of that key to the list.
    pub fn for_each(&mut self, keys: &[Key], look: impl Fn(Key, &mut Vec<(Key, Key)>) + Sync) {
        self.in_pieces(keys.len(), |piece, pairs| {
            for &key in &keys[piece] {
                look(key, pairs);
            }
        });
    }

    /// Calls `look` for pieces of the numbers from 0 to `count`, on several threads if there are many; each number is in one
    /// of them.
    pub fn in_pieces(&mut self, count: usize, look: impl Fn(Range<usize>, &mut Vec<(Key, Key)>) + Sync) {
        let pieces = count.div_ceil(PIECE);
        let workers = (pieces / LEAST_PIECES).clamp(1, self.parts.len());
        let sift = self.sift;
        self.workers.for_each_chunk(&mut self.parts[..workers], 1, |worker, part| {
            for piece in pieces * worker / workers..pieces * (worker + 1) / workers {
                let start = piece * PIECE;
                look(start..count.min(start + PIECE), &mut part[0].found);
                part[0].sift(sift);
            }
        });
    }

    /// Calls `look` once, on the calling thread: for what cannot be shared out.
    pub fn alone(&mut self, look: impl FnOnce(&mut Vec<(Key, Key)>)) {
        look(&mut self.parts[0].found);
        self.parts[0].sift(self.sift);
    }

    /// A search on the calling thread, of which nothing is sifted.
    pub(crate) fn plain(pairs: &mut Pairs, search: impl FnOnce(&mut PairSearch<'_>)) {
        let mut parts = [Part { found: mem::take(pairs), kept: Vec::new() }];
        search(&mut PairSearch { workers: &mut Workers::serial(), parts: &mut parts, sift: None });
        let [part] = parts;
        *pairs = part.found;
    }
}

/// The memory of a search on several threads, kept for the next.
#[derive(Debug, Default)]
pub struct PairFinder {
    parts: Vec<Part>,
}

impl PairFinder {
    /// Finds the pairs of what has moved on all `workers`, and writes those that `sift` leaves to `pairs`, in order and each
    /// once: the same for every number of workers.
    ///
    /// # Panics
    /// If `sift` panics; the next search knows nothing of it.
    pub fn find(
        &mut self,
        broadphase: &mut impl Broadphase,
        moved: &[Key],
        workers: &mut Workers,
        sift: Sift<'_>,
        pairs: &mut Vec<(Key, Key)>,
    ) {
        if self.parts.len() < workers.threads() {
            self.parts.resize_with(workers.threads(), Part::default);
        }
        for part in &mut self.parts {
            // What a search has left that was broken off by a panic.
            part.found.clear();
            part.kept.clear();
        }
        let parts = &mut self.parts[..workers.threads()];
        broadphase.search_pairs(moved, &mut PairSearch { workers, parts, sift: Some(sift) });
        pairs.clear();
        for part in &mut self.parts {
            pairs.append(&mut part.kept);
        }
        pairs.sort_unstable();
        pairs.dedup();
    }
}
