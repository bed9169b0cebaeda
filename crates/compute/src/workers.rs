//! Threads that persist between calls and divide a slice into fixed chunks.
//!
//! The chunks depend only on the data. Each thread processes one contiguous range of them, the same in every
//! pass, unless it is so late that another thread has taken its range (`team.rs`). So no result depends on
//! which thread was faster. (Measured on a contact solver with two threads: a speedup of 1.6 to 2.0 with
//! contiguous ranges, of 0.3 to 1.1 with chunks that are claimed one by one.)
//!
//! The calling thread is worker 0. The others sleep on a condition variable, so an idle world uses no
//! processor time. With one worker the same loop runs on the calling thread, without a lock.
//!
//! Turned down: rayon, because its work stealing moves chunks between the caches of cores, and entering its
//! pool from outside takes 5 us; spawning threads for each call, which takes 12 us per thread.

#![cfg_attr(feature = "std", allow(unsafe_code))]

use crate::Member;

/// A fixed number of workers. The calling thread is one of them.
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
    #[cfg(feature = "std")]
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
        Self {
            #[cfg(feature = "std")]
            pool: None,
        }
    }

    /// `threads` workers: the calling thread and `threads - 1` others, which start now and end when the value
    /// is dropped. Zero counts as one, and more than 32 as 32. If the system refuses to start a thread, there
    /// are only as many workers as it has started; see [`Workers::threads`]. Results do not depend on their
    /// number.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { pool: (threads > 1).then(|| pool::Pool::new(threads - 1)) }
    }

    /// The number of workers.
    #[must_use]
    pub fn threads(&self) -> usize {
        #[cfg(feature = "std")]
        if let Some(pool) = &self.pool {
            return pool.threads() + 1;
        }
        1
    }

    /// Runs `job` on all workers at once, or on the calling thread alone if `together` is false, for jobs so
    /// small that waking the others takes longer.
    ///
    /// A worker that has not started when the calling thread is done does not run the job at all. So a job
    /// must do its work in [phases](Member::phase): the others take over the shares of a late worker.
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

    /// Cuts `items` into chunks of `chunk` items, of which the last may be shorter, and calls `work` with the
    /// index of each chunk and the chunk. The calls have no defined order, not even within a thread, since a
    /// thread may take over chunks that another has not begun. So the work on one chunk must not depend on
    /// that on another.
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

    /// [`Workers::for_each_chunk`] over two slices of the same length, which are cut at the same indices.
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

    /// [`Workers::for_each_chunk`] over items that each own a run of `others`, of any length and in the same
    /// order: chunk `i` owns the others from `cuts[i]` to `cuts[i + 1]`.
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
    //! The threads, and the job that they run.

    use crate::Member;
    use crate::team::{MOST_WORKERS, Progress};
    use std::io;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
    use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread::{Builder, JoinHandle};

    /// A pointer to the closure of the call in progress, without its lifetime.
    #[derive(Clone, Copy)]
    struct Job(*const (dyn Fn(usize) + Sync));
    // SAFETY: the closure is `Sync`, and `broadcast` keeps it alive until every thread is done with it.
    unsafe impl Send for Job {}

    #[derive(Default)]
    struct State {
        job: Option<Job>,
        /// Counts the jobs, so that each thread runs each job at most once.
        round: u64,
        /// The number of threads that are running the job.
        running: usize,
        panicked: bool,
        quit: bool,
    }

    #[derive(Default)]
    struct Shared {
        state: Mutex<State>,
        /// Copies of `round` and `running` of the state, to be read without the lock.
        round: AtomicU64,
        running: AtomicUsize,
        start: Condvar,
        done: Condvar,
        #[cfg(tsan)]
        lock_order: AtomicU64,
    }

    /// How often a thread checks for work before it goes to sleep. This takes some microseconds, within which
    /// the next stage of a step usually begins. An idle world uses no processor time.
    const SPINS: u32 = 2_000;

    /// Returns once `condition` holds, or after [`SPINS`] checks.
    fn spin_until(condition: impl Fn() -> bool) {
        for _ in 0..SPINS {
            if condition() {
                return;
            }
            std::hint::spin_loop();
        }
    }

    impl Shared {
        fn lock(&self) -> MutexGuard<'_, State> {
            // The lock is never held while a job runs, so the state is consistent even if the lock is
            // poisoned.
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            self.show_lock();
            state
        }

        /// Sleeps until `condition` is notified.
        fn wait<'a>(&self, condition: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
            self.show_lock();
            let state = condition.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.show_lock();
            state
        }

        /// Shows ThreadSanitizer that the lock orders its holders. It does not see the mutex itself, since
        /// the standard library is not compiled with it. To be called after locking and before unlocking;
        /// does nothing in other builds.
        fn show_lock(&self) {
            #[cfg(tsan)]
            self.lock_order.fetch_add(1, Ordering::AcqRel);
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
        /// Starts `threads` threads; fewer if the system refuses one.
        pub(super) fn new(threads: usize) -> Self {
            Self::with_spawn(threads, |serve| Builder::new().spawn(serve))
        }

        /// [`Pool::new`] with the function that starts a thread.
        pub(super) fn with_spawn(
            threads: usize,
            mut spawn: impl FnMut(Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>,
        ) -> Self {
            let shared = Arc::new(Shared::default());
            let threads = (1..=threads.min(MOST_WORKERS - 1))
                .map_while(|worker| {
                    let shared = Arc::clone(&shared);
                    spawn(Box::new(move || serve(&shared, worker))).ok()
                })
                .collect();
            Self { shared, threads }
        }

        pub(super) fn threads(&self) -> usize {
            self.threads.len()
        }

        /// `cut(i)` is the index at which the others of chunk `i` begin, and those of chunk `i - 1` end. The
        /// caller has checked that the cuts ascend and do not exceed the number of others.
        pub(super) fn for_each_chunk<T: Send, U: Send>(
            &mut self,
            items: &mut [T],
            others: &mut [U],
            chunk: usize,
            cut: impl Fn(usize) -> usize + Sync,
            work: &(impl Fn(usize, &mut [T], &mut [U]) + Sync),
        ) {
            struct Start<T, U>(*mut T, *mut U);
            // SAFETY: the workers make only disjoint mutable slices of `T: Send` and `U: Send` from it.
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
                        // SAFETY: `first + count <= len`, and the cuts ascend within the others. No other
                        // worker gets this index, since the shares do not overlap and each is taken once.
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

        /// Runs `job(worker)` once on the calling thread, as worker 0, and once on every thread that starts
        /// before the calling thread is done; later threads do not run it. Takes `&mut self`, so that a job
        /// cannot start another on the same threads.
        fn broadcast(&mut self, job: &(dyn Fn(usize) + Sync)) {
            // SAFETY: only the lifetime changes. Threads get the pointer only while it is in `state.job`, and
            // use it only while `running` counts them. This function does not return, nor unwind, before
            // `state.job` is `None` and `running` is zero.
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
                self.shared.show_lock();
            }
            self.shared.start.notify_all();
            let own_result = catch_unwind(AssertUnwindSafe(|| job(0)));
            let mut state = self.shared.lock();
            state.job = None;
            while state.running > 0 {
                self.shared.show_lock();
                drop(state);
                spin_until(|| self.shared.running.load(Ordering::Relaxed) == 0);
                state = self.shared.lock();
                if state.running > 0 {
                    state = self.shared.wait(&self.shared.done, state);
                }
            }
            let other_panicked = state.panicked;
            self.shared.show_lock();
            drop(state);
            if let Err(panic) = own_result {
                resume_unwind(panic);
            }
            assert!(!other_panicked, "a worker thread panicked");
        }
    }

    impl Drop for Pool {
        fn drop(&mut self) {
            let mut state = self.shared.lock();
            state.quit = true;
            self.shared.show_lock();
            drop(state);
            self.shared.start.notify_all();
            for thread in self.threads.drain(..) {
                // A thread panics only inside a job, where the panic is caught.
                let _ = thread.join();
            }
        }
    }

    /// The loop of a thread: wait for a new round, run the job, report.
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
                    shared.show_lock();
                    drop(state);
                    // SAFETY: `broadcast` waits for this thread, so the closure is still alive.
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
                    shared.show_lock();
                    drop(state);
                    spin_until(|| shared.round.load(Ordering::Relaxed) != seen);
                    state = shared.lock();
                    if (state.round == seen || state.job.is_none()) && !state.quit {
                        state = shared.wait(&shared.start, state);
                    }
                }
            }
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{Workers, pool::Pool};
    use crate::Shared;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// With any number of workers and any chunk size, each item is visited once, with the index of its chunk.
    #[test]
    fn for_each_chunk_visits_each_item_once() {
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

    /// Many short jobs: if a wake-up were lost, the test would hang; if a job ran twice or not at all, the
    /// count would differ.
    #[test]
    fn many_short_jobs_each_run_once() {
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

    /// In each phase, all workers read what any worker wrote in the phase before.
    #[test]
    fn a_phase_sees_all_writes_of_the_phase_before() {
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
                                // SAFETY: in a phase no worker writes to `from`, and each item of `to` has
                                // one writer.
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

    /// Workers that wait for a worker that panicked panic too, instead of waiting forever.
    #[test]
    fn a_panic_in_a_phase_ends_the_job_on_all_workers() {
        let mut workers = Workers::new(3);
        for bad in 0..3 {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.run_team(true, |member| {
                    let mut phase = member.phase();
                    while let Some(share) = phase.next() {
                        assert!(share.of(0..3) != (bad..bad + 1), "panics on purpose");
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

    /// A panic in a chunk reaches the caller, and the workers can run the next job.
    #[test]
    fn a_panic_in_a_chunk_reaches_the_caller_and_workers_stay_usable() {
        let mut workers = Workers::new(2);
        let mut items = [0_u32; 8];
        for bad in [0, 7] {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.for_each_chunk(&mut items, 1, |index, _| assert!(index != bad, "panics on purpose"));
            }));
            assert!(result.is_err());
        }
        workers.for_each_chunk(&mut items, 1, |_, piece| piece[0] = 5);
        assert_eq!(items, [5; 8]);
    }

    /// If the system refuses the third thread, the two that it started do all the work.
    #[test]
    fn refused_threads_leave_fewer_workers_that_do_all_work() {
        let mut attempts = 0;
        let pool = Pool::with_spawn(5, |serve| {
            attempts += 1;
            if attempts > 2 {
                Err(std::io::ErrorKind::WouldBlock.into())
            } else {
                Ok(std::thread::spawn(serve))
            }
        });
        assert_eq!(attempts, 3, "no attempts after the first refusal");
        let mut workers = Workers { pool: Some(pool) };
        assert_eq!(workers.threads(), 3);
        let mut items = [0_u32; 100];
        for _ in 0..50 {
            workers.for_each_chunk(&mut items, 7, |_, piece| piece.iter_mut().for_each(|item| *item += 1));
        }
        assert_eq!(items, [50; 100]);
    }

    /// If the system refuses every thread, the calling thread does all the work.
    #[test]
    fn a_pool_without_threads_runs_jobs_on_the_calling_thread() {
        let refuse = |_| Err(std::io::ErrorKind::WouldBlock.into());
        let mut workers = Workers { pool: Some(Pool::with_spawn(5, refuse)) };
        assert_eq!(workers.threads(), 1);
        let mut items = [0_u32; 100];
        workers.for_each_chunk(&mut items, 7, |_, piece| piece.iter_mut().for_each(|item| *item += 1));
        assert_eq!(items, [1; 100]);
    }
}
