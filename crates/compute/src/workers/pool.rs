//! The threads of [`Workers`](super::Workers), and the job that they run.
//!
//! They call a closure of another thread by a pointer without its lifetime, and each gets pieces of the same
//! slices, hence `unsafe`.

#![allow(unsafe_code)]

use super::recorder::Recorder;
use super::{Executor, MOST_SHARES, Span};
use crate::Member;
use crate::owners;
use crate::team::progress::Progress;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Without its lifetime, for the call in progress.
#[derive(Clone, Copy)]
struct Job(*const (dyn Fn(usize) + Sync));
// SAFETY: the closure is `Sync`, and `broadcast` keeps it alive until every thread is done with it.
unsafe impl Send for Job {}

#[derive(Default)]
struct State {
    job: Option<Job>,
    /// Each thread runs the job of a round at most once.
    round: u64,
    /// Threads that are running the job.
    running: usize,
    panicked: bool,
    quit: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Copies of the state's, to be read without the lock.
    round: AtomicU64,
    running: AtomicUsize,
    /// Callers have said so often that jobs follow each other for now.
    series: AtomicUsize,
    start: Condvar,
    done: Condvar,
    #[cfg(tsan)]
    lock_order: AtomicU64,
}

/// How often a thread checks for work, some microseconds, before it goes to sleep, or within a series of jobs
/// yields its core.
const SPINS: u32 = 2_000;

/// If a thread waits so long for its core, another program wants it, and a thread that sleeps gets it back
/// sooner than one that has used up its time with waiting.
const FOREIGN_WORK: Duration = Duration::from_micros(100);

/// Into how many shares for each worker chunks are cut, because they take unequal times.
const SHARES_OF_CHUNKS: usize = 16;

/// Gives up after [`SPINS`] checks.
fn spin_until(condition: impl Fn() -> bool) {
    for _ in 0..SPINS {
        if condition() {
            return;
        }
        std::hint::spin_loop();
    }
}

impl Shared {
    /// Waits for a job after the round `seen`, for a short time or until the end of a series of jobs.
    fn wait_awake(&self, seen: u64) {
        let has_job = || self.round.load(Ordering::Relaxed) != seen;
        spin_until(has_job);
        while !has_job() && self.series.load(Ordering::Relaxed) > 0 {
            let before = Instant::now();
            std::thread::yield_now();
            if before.elapsed() > FOREIGN_WORK {
                return;
            }
            spin_until(has_job);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No job runs under the lock, so the state is consistent even if the lock is poisoned.
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.show_lock();
        state
    }

    fn wait<'a>(&self, condition: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.show_lock();
        let state = condition.wait(state).unwrap_or_else(PoisonError::into_inner);
        self.show_lock();
        state
    }

    /// Shows ThreadSanitizer that the lock orders its holders: it does not see the mutex, since the standard
    /// library is not compiled with it. Call it after locking and before unlocking.
    fn show_lock(&self) {
        #[cfg(tsan)]
        self.lock_order.fetch_add(1, Ordering::AcqRel);
    }
}

pub(super) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// Of a job.
    shares: usize,
    executor: Option<Arc<dyn Executor>>,
    recorder: Option<Arc<Recorder>>,
}

/// A series of jobs: until it is dropped, threads that wait for a job do not go to sleep.
#[derive(Debug)]
pub struct Series(Option<Arc<Shared>>);

impl Series {
    pub(super) const NONE: Self = Self(None);
}

impl Drop for Series {
    fn drop(&mut self) {
        if let Some(shared) = &self.0 {
            shared.series.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl core::fmt::Debug for Pool {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pool").field("threads", &self.threads.len()).field("shares", &self.shares).finish()
    }
}

impl core::fmt::Debug for Shared {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shared").field("series", &self.series).finish_non_exhaustive()
    }
}

impl Pool {
    /// Cuts jobs for the calling thread and `threads` others, and starts these, but no more than there are
    /// cores: a thread without a core would only take it from one that works. If the system refuses a thread,
    /// jobs are cut for those that it has started.
    pub(super) fn start(threads: usize) -> Option<Self> {
        if threads == 0 {
            return None;
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // ThreadSanitizer shall see as many threads on any machine.
        let most = if cfg!(tsan) { threads } else { cores - 1 };
        Some(Self::with_spawn(threads, most, |serve| Builder::new().spawn(serve)))
    }

    /// `most` is the greatest number of threads to start.
    pub(super) fn with_spawn(
        threads: usize,
        most: usize,
        mut spawn: impl FnMut(Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let shares = threads.min(MOST_SHARES - 1) + 1;
        let wanted = most.min(shares - 1);
        let threads: Vec<_> = (1..=wanted)
            .map_while(|worker| {
                let shared = Arc::clone(&shared);
                spawn(Box::new(move || serve(&shared, worker))).ok()
            })
            .collect();
        let shares = if threads.len() < wanted { threads.len() + 1 } else { shares };
        Self { shared, threads, shares, executor: None, recorder: None }
    }

    /// The executor has the threads.
    pub(super) fn hosted(threads: usize, executor: Arc<dyn Executor>) -> Option<Self> {
        if threads == 0 {
            return None;
        }
        let (shared, shares) = (Arc::default(), threads.min(MOST_SHARES - 1) + 1);
        Some(Self { shared, threads: Vec::new(), shares, executor: Some(executor), recorder: None })
    }

    pub(super) fn shares(&self) -> usize {
        self.shares
    }

    pub(super) fn series(&self) -> Series {
        self.shared.series.fetch_add(1, Ordering::Relaxed);
        self.shared.start.notify_all();
        Series(Some(Arc::clone(&self.shared)))
    }

    /// Drops what has been recorded by another clock.
    pub(super) fn record(&mut self, clock: Option<fn() -> Duration>) {
        self.recorder = clock.map(|clock| match self.recorder.take() {
            Some(recorder) if std::ptr::fn_addr_eq(recorder.clock, clock) => recorder,
            _ => Arc::new(Recorder::new(self.shares, clock)),
        });
    }

    pub(super) fn take_spans(&mut self, spans: &mut Vec<Span>) {
        if let Some(recorder) = &self.recorder {
            recorder.take(spans);
        }
    }

    #[cfg(test)]
    pub(super) fn running_series(&self) -> usize {
        self.shared.series.load(Ordering::Relaxed)
    }

    /// `cut(i)` is the index at which the others of chunk `i` begin. The caller has checked that the cuts
    /// ascend and do not exceed the number of others.
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
        self.run_team(chunks.min(SHARES_OF_CHUNKS * self.shares), &move |member: Member<'_>| {
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
                    // No debug check of shares from here on: `work` may step a world of its own, whose memory
                    // another worker frees or uses again in the same phase.
                    owners::leave();
                    work(index, piece, other);
                }
            }
        });
    }

    pub(super) fn run_team(&mut self, shares: usize, job: &(impl Fn(Member<'_>) + Sync)) {
        let count = shares.clamp(self.shares, MOST_SHARES);
        let (progress, workers) = (Progress::new(self.recorder.clone()), self.shares);
        if let Some(executor) = &self.executor {
            let (is_done, has_panicked) = (AtomicBool::new(false), AtomicBool::new(false));
            let work = |worker: usize| {
                let member = Member::new([worker.min(workers - 1), workers], count, &progress);
                let run = AssertUnwindSafe(|| job(member));
                match catch_unwind(run) {
                    Ok(()) => is_done.store(true, Ordering::Release),
                    Err(_) => {
                        progress.break_up();
                        has_panicked.store(true, Ordering::Release);
                    }
                }
            };
            executor.run(workers, &work);
            // A worker returns when all phases are over. If none has run, the work is still to be done.
            if !is_done.load(Ordering::Acquire) && !has_panicked.load(Ordering::Acquire) {
                work(0);
            }
            assert!(!has_panicked.load(Ordering::Acquire), "a worker panicked");
            return;
        }
        self.broadcast(&|worker| {
            let work = AssertUnwindSafe(|| job(Member::new([worker, workers], count, &progress)));
            if let Err(panic) = catch_unwind(work) {
                progress.break_up();
                resume_unwind(panic);
            }
        });
    }

    /// Runs `job` once on the calling thread, as worker 0, and once on every thread that starts before that
    /// is done. By `&mut self` no job can start another on the same threads.
    fn broadcast(&mut self, job: &(dyn Fn(usize) + Sync)) {
        // SAFETY: only the lifetime changes. Threads get the pointer only while it is in `state.job`, and
        // use it only while `running` counts them. This function does not return, nor unwind, before
        // `state.job` is `None` and `running` is zero.
        let erased = unsafe {
            std::mem::transmute::<*const (dyn Fn(usize) + Sync), *const (dyn Fn(usize) + Sync + 'static)>(job)
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
                shared.wait_awake(seen);
                state = shared.lock();
                if (state.round == seen || state.job.is_none()) && !state.quit {
                    state = shared.wait(&shared.start, state);
                }
            }
        }
    }
}
