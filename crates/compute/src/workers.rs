//! Threads that persist between calls and divide a slice into fixed chunks.
//!
//! The chunks depend only on the data. Each thread processes one contiguous range of them, the same in every
//! pass, unless another thread has taken its range because it was late (`team.rs`). So no result depends on
//! which thread was faster.
//!
//! The calling thread is worker 0. The others sleep on a condition variable, so an idle world uses no
//! processor time; within a [series](Workers::series) of jobs they stay awake. One worker alone takes no
//! lock. For alternatives, see `docs/experiments/compute.md`.

#[cfg_attr(
    any(not(feature = "std"), all(target_family = "wasm", target_os = "unknown")),
    path = "workers/no_pool.rs"
)]
mod pool;
#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
pub(crate) mod recorder;
#[cfg(all(test, feature = "std"))]
mod tests;

use crate::Member;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::time::Duration;
pub use pool::Series;

/// Threads of the program that run jobs: see [`Workers::with_executor`].
pub trait Executor: Send + Sync + Debug {
    /// Calls `job(0)` on the calling thread, and `job(1)` to `job(workers - 1)` on free threads, each at most
    /// once. A call that comes late finds nothing left to do, and one may be left out. `job` does not panic.
    fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync));
}

/// The most shares of a phase, and so the most workers.
pub const MOST_SHARES: usize = 32;

/// A time in which a worker worked on a share of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The worker; 0 is the calling thread.
    pub worker: usize,
    /// When it began, by the clock of [`Workers::record`].
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
}

/// A fixed number of workers, of which the calling thread is one.
///
/// ```
/// use compute::Workers;
/// let mut workers = Workers::new(2);
/// let mut squares: Vec<u32> = (0..1000).collect();
/// workers.for_each_chunk(&mut squares, 64, |_, chunk| chunk.iter_mut().for_each(|x| *x *= *x));
/// assert_eq!(squares[30], 900);
/// ```
#[derive(Debug)]
pub struct Workers {
    pool: Option<pool::Pool>,
}

impl Default for Workers {
    fn default() -> Self {
        Self::serial()
    }
}

impl Workers {
    /// One worker: the calling thread.
    #[must_use]
    pub const fn serial() -> Self {
        Self { pool: None }
    }

    /// `threads` workers, clamped to 1 to 32: the calling thread and others, which start now and end when the
    /// value is dropped. No more threads start than the machine has cores, nor than the system allows (see
    /// [`Workers::threads`]); those take the shares of all. Without the feature `std`, and in WebAssembly
    /// without a system, there is one worker. Results do not depend on their number.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { pool: pool::Pool::start(threads.saturating_sub(1)) }
    }

    /// [`Workers::new`] on threads of the program: a pool of its own, or the tasks of a game.
    ///
    /// ```
    /// use compute::Workers;
    /// use compute::workers::Executor;
    /// use std::sync::Arc;
    ///
    /// #[derive(Debug)]
    /// struct Scoped;
    ///
    /// impl Executor for Scoped {
    ///     fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
    ///         std::thread::scope(|scope| {
    ///             for worker in 1..workers {
    ///                 scope.spawn(move || job(worker));
    ///             }
    ///             job(0);
    ///         });
    ///     }
    /// }
    ///
    /// let mut items = [1, 2, 3, 4];
    /// let mut workers = Workers::with_executor(2, Arc::new(Scoped));
    /// workers.for_each_chunk(&mut items, 2, |_, chunk| chunk.iter_mut().for_each(|x| *x *= 2));
    /// assert_eq!(items, [2, 4, 6, 8]);
    /// ```
    #[must_use]
    pub fn with_executor(threads: usize, executor: Arc<dyn Executor>) -> Self {
        Self { pool: pool::Pool::hosted(threads.saturating_sub(1), executor) }
    }

    /// The number of workers.
    #[must_use]
    pub fn threads(&self) -> usize {
        if let Some(pool) = &self.pool {
            return pool.shares();
        }
        1
    }

    /// Keeps the threads awake between jobs until the returned value is dropped, for jobs within a
    /// millisecond or so of each other: waking a thread that sleeps takes 5 to 50 us. A thread that waits
    /// yields its core to other programs.
    ///
    /// ```
    /// use compute::Workers;
    /// let (mut workers, mut items) = (Workers::new(2), [1, 2, 3, 4]);
    /// let series = workers.series();
    /// for _ in 0..3 {
    ///     workers.for_each_chunk(&mut items, 2, |_, chunk| chunk.iter_mut().for_each(|x| *x *= 2));
    /// }
    /// drop(series);
    /// assert_eq!(items, [8, 16, 24, 32]);
    /// ```
    #[must_use]
    pub fn series(&self) -> Series {
        self.pool.as_ref().map_or(Series::NONE, pool::Pool::series)
    }

    /// From now on records when each worker works, by a clock that all threads may read, or with `None`, the
    /// default, does not. One worker alone records nothing. Each share of a job then reads the clock twice.
    ///
    /// ```
    /// use compute::Workers;
    /// use std::sync::OnceLock;
    /// use std::time::{Duration, Instant};
    ///
    /// fn clock() -> Duration {
    ///     static START: OnceLock<Instant> = OnceLock::new();
    ///     START.get_or_init(Instant::now).elapsed()
    /// }
    ///
    /// let (mut workers, mut items, mut spans) = (Workers::new(2), [1.0_f32; 1000], Vec::new());
    /// workers.record(Some(clock));
    /// workers.for_each_chunk(&mut items, 10, |_, chunk| chunk.iter_mut().for_each(|x| *x = x.sqrt()));
    /// workers.take_spans(&mut spans);
    /// assert!(spans.len() >= 2, "a share for each worker");
    /// assert!(spans.iter().all(|span| span.start <= span.end));
    /// ```
    pub fn record(&mut self, clock: Option<fn() -> Duration>) {
        if let Some(pool) = &mut self.pool {
            pool.record(clock);
        }
    }

    /// Moves what has been [recorded](Workers::record) to the end of `spans`, worker by worker in the order
    /// of time.
    pub fn take_spans(&mut self, spans: &mut Vec<Span>) {
        if let Some(pool) = &mut self.pool {
            pool.take_spans(spans);
        }
    }

    /// Runs `job` on all workers at once, or on the calling thread alone if `together` is false, for jobs so
    /// small that waking the others takes longer.
    ///
    /// A worker that has not started when the calling thread is done does not run the job, so a job must do
    /// its work in [phases](Member::phase), in which the others take over the shares of a late worker.
    ///
    /// # Panics
    /// If `job` panics on any thread, after all of them have finished.
    ///
    /// ```
    /// use compute::Workers;
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    /// // Two phases: all workers finish the sum before one of them reads it.
    /// let numbers: Vec<usize> = (0..100).collect();
    /// let (sum, mean) = (AtomicUsize::new(0), AtomicUsize::new(0));
    /// Workers::new(2).run_team(true, |member| {
    ///     let mut phase = member.phase();
    ///     while let Some(share) = phase.next() {
    ///         sum.fetch_add(numbers[share.of(0..100)].iter().sum(), Relaxed);
    ///     }
    ///     let mut phase = member.phase();
    ///     while let Some(share) = phase.next() {
    ///         for _ in share.of(0..1) {
    ///             mean.store(sum.load(Relaxed) / 100, Relaxed);
    ///         }
    ///     }
    /// });
    /// assert_eq!(mean.into_inner(), 49);
    /// ```
    pub fn run_team(&mut self, together: bool, job: impl Fn(Member<'_>) + Sync) {
        let shares = if together { self.threads() } else { 1 };
        self.run_team_in_shares(shares, job);
    }

    /// [`Workers::run_team`] with phases of so many shares, at most [`MOST_SHARES`], for work that takes
    /// unequal times: each worker begins with equally many, then takes what another has not begun. Fewer than
    /// there are workers count as that many, but one share is for the calling thread alone.
    ///
    /// # Panics
    /// As [`Workers::run_team`].
    ///
    /// ```
    /// use compute::Workers;
    /// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    ///
    /// let primes = AtomicU64::new(0);
    /// let is_prime = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
    /// Workers::new(2).run_team_in_shares(8, |member| {
    ///     let mut phase = member.phase();
    ///     while let Some(share) = phase.next() {
    ///         let found = share.of(0..1000).filter(|&n| is_prime(n as u64)).count();
    ///         primes.fetch_add(found as u64, Relaxed);
    ///     }
    /// });
    /// assert_eq!(primes.into_inner(), 168);
    /// ```
    pub fn run_team_in_shares(&mut self, shares: usize, job: impl Fn(Member<'_>) + Sync) {
        if let Some(pool) = &mut self.pool
            && shares > 1
        {
            pool.run_team(shares, &job);
            return;
        }
        let _ = shares;
        job(Member::alone());
    }

    /// Calls `work` with the index of each chunk of `chunk` items, of which the last may be shorter, and the
    /// chunk. The calls have no defined order, not even within a thread, so the chunks must not depend on
    /// each other.
    ///
    /// # Panics
    /// If `chunk` is zero, or if `work` panics on any thread, after all of them have finished.
    pub fn for_each_chunk<T: Send>(
        &mut self,
        items: &mut [T],
        chunk: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        // A slice of `()` takes no memory.
        let mut units = alloc::vec![(); items.len()];
        self.for_each_chunk_of_two(items, &mut units, chunk, |index, piece, _| work(index, piece));
    }

    /// [`Workers::for_each_chunk`] over two slices of the same length, cut at the same indices.
    ///
    /// # Panics
    /// As [`Workers::for_each_chunk`], and if the slices differ in length.
    pub fn for_each_chunk_of_two<T: Send, U: Send>(
        &mut self,
        items: &mut [T],
        others: &mut [U],
        chunk: usize,
        work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
    ) {
        assert!(chunk > 0, "the chunk size must be above zero");
        assert_eq!(items.len(), others.len(), "both slices must have the same length");
        if let Some(pool) = &mut self.pool
            && items.len() > chunk
        {
            let len = items.len();
            pool.for_each_chunk(items, others, chunk, |index| len.min(index * chunk), &work);
            return;
        }
        for (index, (piece, other)) in items.chunks_mut(chunk).zip(others.chunks_mut(chunk)).enumerate() {
            work(index, piece, other);
        }
    }

    /// [`Workers::for_each_chunk`] over items that own runs of `others` in their order: chunk `i` owns the
    /// others from `cuts[i]` to `cuts[i + 1]`.
    ///
    /// # Panics
    /// As [`Workers::for_each_chunk`]; if the number of cuts is not the number of chunks plus one; if the
    /// cuts do not ascend or exceed the number of others.
    ///
    /// ```
    /// // The first item owns one number, the second two, the third three.
    /// let (mut sums, mut numbers) = ([1, 2, 3], [1, 2, 3, 4, 5, 6]);
    /// let cuts = [0, 1, 3, 6];
    /// compute::Workers::serial().for_each_chunk_of_runs(&mut sums, &mut numbers, 1, &cuts, |_, sum, own| {
    ///     sum[0] = own.iter().sum();
    /// });
    /// assert_eq!(sums, [1, 5, 15]);
    /// ```
    pub fn for_each_chunk_of_runs<T: Send, U: Send>(
        &mut self,
        items: &mut [T],
        others: &mut [U],
        chunk: usize,
        cuts: &[usize],
        work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
    ) {
        assert!(chunk > 0, "the chunk size must be above zero");
        assert_eq!(
            cuts.len(),
            items.len().div_ceil(chunk) + 1,
            "the number of cuts must be the number of chunks plus one"
        );
        assert!(
            cuts.is_sorted() && cuts[cuts.len() - 1] <= others.len(),
            "the cuts must ascend and not exceed the number of others"
        );
        if let Some(pool) = &mut self.pool
            && items.len() > chunk
        {
            pool.for_each_chunk(items, others, chunk, |index| cuts[index], &work);
            return;
        }
        for (index, piece) in items.chunks_mut(chunk).enumerate() {
            work(index, piece, &mut others[cuts[index]..cuts[index + 1]]);
        }
    }
}
