//! A search for pairs in progress: shares the work among threads and filters what they find.
//!
//! ```text
//!   moved keys     a b c d | e f g h       each worker has a run of keys, and takes it in chunks
//!                     |         |
//!   find           ab af ab   ef eg fg     the broad phase: which boxes overlap each?
//!                     |         |
//!   filter            af       eg          the caller: which of these pairs are new? Most are not
//!                      \       /
//!   pairs               af eg              one sorted list without duplicates
//! ```
//!
//! A worker filters the pairs of a chunk at once, in its cache, so the long list of all overlaps is never
//! written to memory. The set of pairs does not depend on how the broad phase cuts the work.

use crate::Key;
use alloc::vec::Vec;
use compute::Workers;
use core::mem;
use core::ops::Range;

/// Keys or nodes whose pairs are filtered together: some hundreds, a few kilobytes.
const CHUNK: usize = 64;

/// These take about 50 us, as does waking a worker.
const MIN_CHUNKS_PER_WORKER: usize = 4;

type Pairs = Vec<(Key, Key)>;

/// Removes the pairs that the caller does not need from an unsorted list.
pub type PairFilter<'a> = &'a (dyn Fn(&mut Vec<(Key, Key)>) + Sync);

/// The pairs of one worker, on cache lines of its own (two, since processors fetch pairs): with shared lines
/// each worker takes much longer.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct WorkerPairs {
    pub found: Pairs,
    pub kept: Pairs,
}

impl WorkerPairs {
    fn filter(&mut self, filter: Option<PairFilter<'_>>) {
        if let Some(filter) = filter {
            filter(&mut self.found);
            self.kept.append(&mut self.found);
        }
    }
}

/// A search for pairs, to which a broad phase appends those that it finds.
///
/// ```
/// use broadphase::{Key, PairSearch};
///
/// /// What `search_pairs` of a broad phase may look like, for boxes in one row in which neighbours overlap.
/// fn search_pairs(moved: &[Key], search: &mut PairSearch<'_>) {
///     search.for_each(moved, |key, pairs| pairs.push((key, key + 1)));
/// }
/// ```
pub struct PairSearch<'a> {
    workers: &'a mut Workers,
    lists: &'a mut [WorkerPairs],
    filter: Option<PairFilter<'a>>,
}

impl core::fmt::Debug for PairSearch<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PairSearch").field("lists", &self.lists).finish_non_exhaustive()
    }
}

impl<'a> PairSearch<'a> {
    /// With one list for each worker.
    pub(crate) fn new(
        workers: &'a mut Workers,
        lists: &'a mut [WorkerPairs],
        filter: PairFilter<'a>,
    ) -> Self {
        Self { workers, lists, filter: Some(filter) }
    }

    /// On the calling thread.
    pub(crate) fn run_unfiltered(pairs: &mut Pairs, search: impl FnOnce(&mut PairSearch<'_>)) {
        let mut lists = [WorkerPairs { found: mem::take(pairs), kept: Vec::new() }];
        search(&mut PairSearch { workers: &mut Workers::serial(), lists: &mut lists, filter: None });
        let [list] = lists;
        *pairs = list.found;
    }

    /// Calls `find`, which appends the pairs of a key, for each key, on several threads if they are many.
    pub fn for_each(&mut self, keys: &[Key], find: impl Fn(Key, &mut Vec<(Key, Key)>) + Sync) {
        self.for_each_chunk(keys.len(), |chunk, pairs| {
            for &key in &keys[chunk] {
                find(key, pairs);
            }
        });
    }

    /// Calls `find`, which appends the pairs of a chunk of the numbers from 0 to `count`, for each chunk, on
    /// several threads if they are many.
    pub fn for_each_chunk(&mut self, count: usize, find: impl Fn(Range<usize>, &mut Vec<(Key, Key)>) + Sync) {
        let chunks = count.div_ceil(CHUNK);
        let workers = (chunks / MIN_CHUNKS_PER_WORKER).clamp(1, self.lists.len());
        let filter = self.filter;
        self.workers.for_each_chunk(&mut self.lists[..workers], 1, |worker, list| {
            for chunk in chunks * worker / workers..chunks * (worker + 1) / workers {
                let start = chunk * CHUNK;
                find(start..count.min(start + CHUNK), &mut list[0].found);
                list[0].filter(filter);
            }
        });
    }

    /// Calls `find` once, on the calling thread: for a search that cannot be cut, such as a sweep.
    pub fn run_serial(&mut self, find: impl FnOnce(&mut Vec<(Key, Key)>)) {
        find(&mut self.lists[0].found);
        self.lists[0].filter(self.filter);
    }
}
