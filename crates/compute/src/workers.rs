//! Threads that stay between steps and share out a slice in fixed chunks.
//!
//! The chunks are cut from the data alone, and each thread takes one contiguous run of them, the same in every pass,
//! unless it comes so late that another has taken it (`team.rs`); no result can depend on who was faster. (Measured on a
//! contact solver: contiguous ranges 1.6 to 2.0 times on two threads, chunks taken dynamically 0.3 to 1.1.)
//!
//! The caller is the first worker. The others sleep on a condition variable: an idle world burns no
//! processor. With one worker the same loop runs in place, with no lock and no thread.
//!
//! Turned down: rayon, whose pool steals, so that a chunk wanders between caches, and which costs 5 us to
//! enter from outside; threads spawned for each call (12 us each).

#![cfg_attr(feature = "std", allow(unsafe_code))]

use crate::Member;

/// A fixed number of workers, the calling thread among them.
#[derive(Debug)]
pub struct Workers {
    #[cfg(feature = "std")]
    pool: Option<pool::Pool>,
}

impl Default for Workers {
    fn default() -> Self {
        Self::serial()
    }
}

impl Workers {
    /// Only the calling thread.
    #[must_use]
    pub const fn serial() -> Self {
        Self {
            #[cfg(feature = "std")]
            pool: None,
        }
    }

    /// `threads` workers: the caller and `threads - 1` more, which start now and end when this is dropped.
    /// Zero counts as one, and more than 32 as 32.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { pool: (threads > 1).then(|| pool::Pool::new(threads - 1)) }
    }

    /// How many there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        #[cfg(feature = "std")]
        if let Some(pool) = &self.pool {
            return pool.threads() + 1;
        }
        1
    }

    /// Runs `job` on all workers at once, or on the calling thread alone if not `together`, for work so small that
    /// waking others takes longer. Who is so late that the calling thread is done does not run it at all: what is to be
    /// done belongs in [phases](Member::phase), whose shares others take over.
    ///
    /// # Panics
    /// If `job` panics on any thread, after all of them have finished.
    pub fn run_team(&mut self, together: bool, job: impl Fn(Member<'_>) + Sync) {
        #[cfg(feature = "std")]
        if let Some(pool) = &mut self.pool
            && together
        {
            pool.run_team(&job);
            return;
        }
        let _ = together;
        job(Member::alone());
    }

    /// Calls `work` with the index of each chunk and the chunk: `items` cut into pieces of `chunk`, the last
    /// one shorter. They come in no order, not even within a thread, which may take over what another has not begun; so
    /// `work` must not make one chunk depend on another.
    ///
    /// # Panics
    /// If `chunk` is zero, or if `work` panics on any thread, after all of them have finished.
    pub fn for_each_chunk<T: Send>(
        &mut self,
        items: &mut [T],
        chunk: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        // A row of nothing, as long as the items: it takes no memory.
        let mut nothing = alloc::vec![(); items.len()];
        self.for_each_chunk_of_two(items, &mut nothing, chunk, |index, piece, _| work(index, piece));
    }

    /// The same over two rows of the same length, cut at the same places.
    ///
    /// # Panics
    /// As [`Workers::for_each_chunk`], and if the rows differ in length.
    pub fn for_each_chunk_of_two<T: Send, U: Send>(
        &mut self,
        items: &mut [T],
        others: &mut [U],
        chunk: usize,
        work: impl Fn(usize, &mut [T], &mut [U]) + Sync,
    ) {
        assert!(chunk > 0, "chunks of no items");
        assert_eq!(items.len(), others.len(), "two rows of one length");
        #[cfg(feature = "std")]
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

    /// The same over items each of which has a run of others, of any length, in the same order: the others of chunk `i` are
    /// those from `cuts[i]` to `cuts[i + 1]`.
    ///
    /// # Panics
    /// As [`Workers::for_each_chunk`], and if the cuts are not one more than the chunks, do not ascend, or lead beyond the
    /// others.
    ///
    /// ```
    /// // One item has one other, the next two, the last three.
    /// let (mut sums, mut numbers) = ([1, 2, 3], [1, 2, 3, 4, 5, 6]);
    /// compute::Workers::serial().for_each_chunk_of_runs(&mut sums, &mut numbers, 1, &[0, 1, 3, 6], |_, sum, own| {
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
        assert!(chunk > 0, "chunks of no items");
        assert_eq!(cuts.len(), items.len().div_ceil(chunk) + 1, "a cut before and after each chunk");
        assert!(cuts.is_sorted() && cuts[cuts.len() - 1] <= others.len(), "cuts that ascend");
        #[cfg(feature = "std")]
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

#[cfg(feature = "std")]
mod pool {
    //! The threads, and the one job they have in hand.

    use crate::Member;
    use crate::team::{MOST_WORKERS, Progress};
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
    use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread::JoinHandle;

    /// A pointer to the closure of the call in progress, its lifetime taken off.
    #[derive(Clone, Copy)]
    struct Job(*const (dyn Fn(usize) + Sync));
    // SAFETY: the closure is `Sync`, and `broadcast` keeps it alive until every thread is done with it.
    unsafe impl Send for Job {}

    #[derive(Default)]
    struct State {
        job: Option<Job>,
        /// Counts the jobs, so that a thread takes each of them once.
        round: u64,
        /// Threads that are at the job.
        running: usize,
        panicked: bool,
        quit: bool,
    }

    #[derive(Default)]
    struct Shared {
        state: Mutex<State>,
        /// Round and running threads of the state, to be looked at without the lock.
        round: AtomicU64,
        running: AtomicUsize,
        start: Condvar,
        done: Condvar,
    }

    /// Rounds of waiting before a thread goes to sleep: some microseconds, within which the next stage of a step
    /// begins. An idle world burns no processor.
    const SPINS: u32 = 2_000;

    /// Waits a little for `is_so`.
    fn spin_until(is_so: impl Fn() -> bool) {
        for _ in 0..SPINS {
            if is_so() {
                return;
            }
            std::hint::spin_loop();
        }
    }

    impl Shared {
        fn lock(&self) -> MutexGuard<'_, State> {
            // The lock is never held while foreign code runs, so a poisoned one still guards a whole state.
            self.state.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    pub(super) struct Pool {
        shared: Arc<Shared>,
        threads: Vec<JoinHandle<()>>,
    }

    impl core::fmt::Debug for Pool {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.debug_struct("Pool").field("threads", &self.threads.len()).finish()
        }
    }

    impl Pool {
        pub(super) fn new(threads: usize) -> Self {
            let shared = Arc::new(Shared::default());
            let threads = (1..=threads.min(MOST_WORKERS - 1))
                .map(|worker| {
                    let shared = Arc::clone(&shared);
                    std::thread::spawn(move || serve(&shared, worker))
                })
                .collect();
            Self { shared, threads }
        }

        pub(super) fn threads(&self) -> usize {
            self.threads.len()
        }

        /// `cut` says where the others of a chunk begin, and so where those of the last one end: the caller has seen that it
        /// ascends, and stays among the others.
        pub(super) fn for_each_chunk<T: Send, U: Send>(
            &mut self,
            items: &mut [T],
            others: &mut [U],
            chunk: usize,
            cut: impl Fn(usize) -> usize + Sync,
            work: &(impl Fn(usize, &mut [T], &mut [U]) + Sync),
        ) {
            struct Start<T, U>(*mut T, *mut U);
            // SAFETY: the workers make disjoint exclusive slices of `T: Send` and `U: Send` from it.
            unsafe impl<T: Send, U: Send> Sync for Start<T, U> {}

            let len = items.len();
            let chunks = len.div_ceil(chunk);
            let start = Start(items.as_mut_ptr(), others.as_mut_ptr());
            let (start, cut) = (&start, &cut);
            self.run_team(&move |member: Member<'_>| {
                let mut phase = member.phase();
                while let Some(share) = phase.next() {
                    for index in share.of(0..chunks) {
                        let first = index * chunk;
                        let count = chunk.min(len - first);
                        let (begin, end) = (cut(index), cut(index + 1));
                        // SAFETY: `first + count <= len`, the cuts ascend and lead nowhere else, and no other worker has
                        // this index, since the shares do not overlap and each is handed out once.
                        let (piece, other) = unsafe {
                            (
                                std::slice::from_raw_parts_mut(start.0.add(first), count),
                                std::slice::from_raw_parts_mut(start.1.add(begin), end - begin),
                            )
                        };
                        work(index, piece, other);
                    }
                }
            });
        }

        pub(super) fn run_team(&mut self, job: &(impl Fn(Member<'_>) + Sync)) {
            let (progress, count) = (Progress::default(), self.threads.len() + 1);
            self.broadcast(&|worker| {
                let work = AssertUnwindSafe(|| job(Member::new(worker, count, &progress)));
                if let Err(panic) = catch_unwind(work) {
                    progress.break_up();
                    resume_unwind(panic);
                }
            });
        }

        /// Runs `job(worker)` once on the caller, worker 0, and on every thread that comes before the caller is done: a
        /// thread that is late is not waited for. Exclusive, so that a job cannot start another on the same threads.
        fn broadcast(&mut self, job: &(dyn Fn(usize) + Sync)) {
            // SAFETY: only the lifetime changes; the pointer is handed to threads while `state.job` holds it, and used
            // while `running` counts them, and this function does not return, not even by unwinding, before the
            // first is none and the second is zero.
            let erased = unsafe {
                std::mem::transmute::<*const (dyn Fn(usize) + Sync), *const (dyn Fn(usize) + Sync + 'static)>(
                    job,
                )
            };
            {
                let mut state = self.shared.lock();
                state.job = Some(Job(erased));
                state.round += 1;
                state.panicked = false;
                self.shared.round.store(state.round, Ordering::Release);
            }
            self.shared.start.notify_all();
            let mine = catch_unwind(AssertUnwindSafe(|| job(0)));
            let mut state = self.shared.lock();
            state.job = None;
            while state.running > 0 {
                drop(state);
                spin_until(|| self.shared.running.load(Ordering::Relaxed) == 0);
                state = self.shared.lock();
                if state.running > 0 {
                    state = self.shared.done.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
            let theirs = state.panicked;
            drop(state);
            if let Err(panic) = mine {
                resume_unwind(panic);
            }
            assert!(!theirs, "a worker thread panicked");
        }
    }

    impl Drop for Pool {
        fn drop(&mut self) {
            self.shared.lock().quit = true;
            self.shared.start.notify_all();
            for thread in self.threads.drain(..) {
                // A thread only panics inside a job, where the panic is caught.
                let _ = thread.join();
            }
        }
    }

    /// The life of a thread: wait for a round it has not seen, do the job, report.
    fn serve(shared: &Shared, worker: usize) {
        let mut seen = 0;
        let mut state = shared.lock();
        loop {
            if state.quit {
                return;
            }
            match state.job {
                Some(job) if state.round != seen => {
                    seen = state.round;
                    state.running += 1;
                    shared.running.store(state.running, Ordering::Relaxed);
                    drop(state);
                    // SAFETY: `broadcast` waits for this thread, so the closure is alive.
                    let result = catch_unwind(AssertUnwindSafe(|| unsafe { (*job.0)(worker) }));
                    state = shared.lock();
                    state.panicked |= result.is_err();
                    state.running -= 1;
                    shared.running.store(state.running, Ordering::Relaxed);
                    if state.running == 0 {
                        shared.done.notify_one();
                    }
                }
                _ => {
                    drop(state);
                    spin_until(|| shared.round.load(Ordering::Relaxed) != seen);
                    state = shared.lock();
                    if (state.round == seen || state.job.is_none()) && !state.quit {
                        state = shared.start.wait(state).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            }
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::Workers;
    use crate::Shared;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Every item is visited once, with the index of its chunk, for every number of workers and chunk size.
    #[test]
    fn every_item_is_visited_once() {
        for threads in 1..=5 {
            let mut workers = Workers::new(threads);
            assert_eq!(workers.threads(), threads);
            for len in [0, 1, 7, 64, 1000] {
                for chunk in [1, 3, 64, 5000] {
                    let mut items = vec![0_usize; len];
                    workers.for_each_chunk(&mut items, chunk, |index, piece| {
                        for (k, item) in piece.iter_mut().enumerate() {
                            *item += index * chunk + k + 1;
                        }
                    });
                    assert!(items.iter().enumerate().all(|(i, &x)| x == i + 1), "{threads} {len} {chunk}");
                }
            }
        }
    }

    /// Many short rounds: a lost wake-up would hang here, a round taken twice or not at all would miscount.
    #[test]
    fn rounds_follow_each_other_without_loss() {
        let mut workers = Workers::new(3);
        let calls = AtomicUsize::new(0);
        let mut items = [0_u32; 3];
        for _ in 0..20_000 {
            workers.for_each_chunk(&mut items, 1, |_, piece| {
                piece[0] += 1;
                calls.fetch_add(1, Ordering::Relaxed);
            });
        }
        assert_eq!((items, calls.into_inner()), ([20_000; 3], 60_000));
    }

    /// Phases of a team follow each other: what one worker wrote in a phase all read in the next.
    #[test]
    fn phases_see_what_the_last_one_did() {
        for threads in 1..=4 {
            let mut workers = Workers::new(threads);
            let (mut a, mut b) = (vec![1_u64; 97], vec![0_u64; 97]);
            for _ in 0..50 {
                let (from, to) = (Shared::new(&mut a), Shared::new(&mut b));
                workers.run_team(true, |member| {
                    for number in 0..20 {
                        let (from, to) = if number % 2 == 0 { (from, to) } else { (to, from) };
                        let mut phase = member.phase();
                        while let Some(share) = phase.next() {
                            for i in share.of(0..97) {
                                // SAFETY: in a phase nobody writes to `from`, and each item of `to` has one writer.
                                unsafe {
                                    let left = from.read_at((i + 96) % 97).read();
                                    to.write_at(i)
                                        .write(left.wrapping_mul(3).wrapping_add(from.read_at(i).read()));
                                }
                            }
                        }
                    }
                });
            }
            let mut expected = vec![1_u64; 97];
            for _ in 0..1_000 {
                let last = expected.clone();
                for i in 0..97 {
                    expected[i] = last[(i + 96) % 97].wrapping_mul(3).wrapping_add(last[i]);
                }
            }
            assert_eq!(a, expected, "{threads}");
        }
    }

    /// Whoever waits for a worker that panicked panics too, rather than for ever.
    #[test]
    fn a_team_does_not_wait_for_who_panicked() {
        let mut workers = Workers::new(3);
        for bad in 0..3 {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.run_team(true, |member| {
                    let mut phase = member.phase();
                    while let Some(share) = phase.next() {
                        assert!(share.of(0..3) != (bad..bad + 1), "planted");
                    }
                });
            }));
            assert!(result.is_err());
        }
        workers.run_team(false, |member| {
            let mut phase = member.phase();
            assert_eq!(phase.next().map(|share| (share.of(5..9), share.alone(5..9))), Some((5..9, 5..9)));
            assert_eq!(phase.next(), None);
        });
    }

    /// A panic in a chunk reaches the caller, and the workers serve the next call.
    #[test]
    fn a_panic_reaches_the_caller_and_the_workers_survive() {
        let mut workers = Workers::new(2);
        let mut items = [0_u32; 8];
        for bad in [0, 7] {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.for_each_chunk(&mut items, 1, |index, _| assert!(index != bad, "planted"));
            }));
            assert!(result.is_err());
        }
        workers.for_each_chunk(&mut items, 1, |_, piece| piece[0] = 5);
        assert_eq!(items, [5; 8]);
    }
}
