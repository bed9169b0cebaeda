//! The laws of workers: each item once, phases in order, panics that reach the caller, threads that are
//! refused.

#![allow(unsafe_code)]

use super::{Executor, Span};
use super::{Workers, pool::Pool};
use crate::Shared;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

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

/// What the work on a chunk shares with itself is its own, also at the address that another chunk used: here
/// that of all slices without items; in a world that a worker steps alone, memory that another has freed.
#[test]
fn chunks_may_use_the_same_memory_one_after_the_other() {
    let mut items = [0_u32; 8];
    Workers::new(4).for_each_chunk(&mut items, 1, |_, piece| {
        let mut nothing: [u32; 0] = [];
        let shared = Shared::new(&mut nothing);
        // SAFETY: there are no items.
        let (written, read) = unsafe { (shared.slice(0..0).len(), shared.read().len()) };
        piece[0] = (1 + written + read) as u32;
    });
    assert_eq!(items, [1; 8]);
}

/// If a wake-up were lost, the test would hang; if a job ran twice or not at all, the count would differ.
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

/// With more shares than workers, each share is taken once, and a worker that is held up loses only what it
/// has not begun: the other takes all the rest.
#[test]
fn shares_that_a_worker_has_not_begun_are_taken_by_the_other() {
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        // No other thread starts, and nobody takes what the calling thread waits for.
        return;
    }
    let mut workers = Workers::new(2);
    for shares in [2, 3, 8, 31, 32, 40] {
        let items = [(); 64].map(|()| AtomicUsize::new(0));
        workers.run_team_in_shares(shares, |member| {
            let (mut phase, mut was_held_up) = (member.phase(), false);
            while let Some(share) = phase.next() {
                for item in &items[share.of(0..64)] {
                    item.fetch_add(1, Ordering::SeqCst);
                }
                assert!(!was_held_up, "there is a share left");
                // Whoever takes the first share waits until all others are done.
                let done = || items.iter().filter(|item| item.load(Ordering::SeqCst) > 0).count();
                was_held_up = share.index() == 0;
                while was_held_up && done() < 64 {
                    std::thread::yield_now();
                }
            }
        });
        assert!(items.iter().all(|item| item.load(Ordering::SeqCst) == 1), "{shares}");
    }
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

#[test]
fn refused_threads_leave_fewer_workers_that_do_all_work() {
    let mut attempts = 0;
    let pool = Pool::with_spawn(5, 5, |serve| {
        attempts += 1;
        if attempts > 2 { Err(std::io::ErrorKind::WouldBlock.into()) } else { Ok(std::thread::spawn(serve)) }
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

#[test]
fn a_pool_without_threads_runs_jobs_on_the_calling_thread() {
    let refuse = |_| Err(std::io::ErrorKind::WouldBlock.into());
    let mut workers = Workers { pool: Some(Pool::with_spawn(5, 5, refuse)) };
    assert_eq!(workers.threads(), 1);
    let mut items = [0_u32; 100];
    workers.for_each_chunk(&mut items, 7, |_, piece| piece.iter_mut().for_each(|item| *item += 1));
    assert_eq!(items, [1; 100]);
}

#[test]
fn no_more_threads_start_than_there_are_cores_and_work_is_cut_as_asked_for() {
    let mut started = 0;
    let pool = Pool::with_spawn(15, 1, |serve| {
        started += 1;
        Ok(std::thread::spawn(serve))
    });
    let mut workers = Workers { pool: Some(pool) };
    assert_eq!((started, workers.threads()), (1, 16));
    let shares = AtomicUsize::new(0);
    for _ in 0..50 {
        workers.run_team(true, |member| {
            let mut phase = member.phase();
            while let Some(share) = phase.next() {
                shares.fetch_or(1 << share.index(), Ordering::Relaxed);
            }
        });
    }
    assert_eq!(shares.into_inner(), 0xffff);
}

#[test]
fn series_ends_when_it_is_dropped() {
    let mut workers = Workers::new(2);
    let mut items = [0_u32; 8];
    let outer = workers.series();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _inner = workers.series();
        workers.for_each_chunk(&mut items, 1, |_, _| panic!("on purpose"));
    }));
    assert!(result.is_err());
    let running = || workers.pool.as_ref().map(Pool::running_series);
    assert_eq!(running(), Some(1));
    drop(outer);
    assert_eq!(running(), Some(0));
    workers.for_each_chunk(&mut items, 1, |_, piece| piece[0] += 1);
    assert_eq!(items, [1; 8]);
}

/// Runs a job on scoped threads, on the calling thread alone, or not at all.
#[derive(Debug)]
enum Host {
    Scoped,
    Alone,
    Idle,
}

impl Executor for Host {
    fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
        match self {
            Self::Scoped => std::thread::scope(|scope| {
                for worker in 1..workers {
                    scope.spawn(move || job(worker));
                }
                job(0);
            }),
            Self::Alone => job(0),
            Self::Idle => {}
        }
    }
}

/// Whatever an executor leaves out, each chunk is processed once.
#[test]
fn every_executor_processes_each_chunk_once() {
    for host in [Host::Scoped, Host::Alone, Host::Idle] {
        let mut workers = Workers::with_executor(4, std::sync::Arc::new(host));
        let mut items: Vec<usize> = (0..1000).collect();
        for _ in 0..20 {
            workers.for_each_chunk(&mut items, 7, |_, chunk| chunk.iter_mut().for_each(|x| *x += 1));
        }
        assert!(items.iter().enumerate().all(|(index, x)| *x == index + 20));
    }
}

/// Panics while the other threads work, or when all is done.
#[derive(Debug)]
enum Fails {
    Amid,
    After,
}

impl Executor for Fails {
    fn run(&self, workers: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for worker in 1..workers {
                scope.spawn(move || job(worker));
            }
            assert!(!matches!(self, Self::Amid), "on purpose");
            job(0);
        });
        assert!(!matches!(self, Self::After), "on purpose");
    }
}

/// A panic of the executor itself reaches the caller. No chunk is processed twice, and after the call no
/// thread touches the items any more: the next call, which fails as well, finds them as they were.
#[test]
fn panic_of_an_executor_reaches_the_caller_and_no_chunk_is_done_twice() {
    for host in [Fails::Amid, Fails::After] {
        let after = matches!(host, Fails::After);
        let mut workers = Workers::with_executor(4, std::sync::Arc::new(host));
        for round in 1..=20 {
            let mut items = [0_usize; 1000];
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.for_each_chunk(&mut items, 7, |_, chunk| chunk.iter_mut().for_each(|x| *x += 1));
            }));
            assert!(result.is_err(), "round {round}");
            assert!(items.iter().all(|&x| x <= 1) && (!after || items == [1; 1000]));
        }
    }
}

/// A clock that goes on with each look at it.
fn counting_clock() -> Duration {
    static LOOKS: AtomicUsize = AtomicUsize::new(0);
    Duration::from_nanos(LOOKS.fetch_add(1, Ordering::SeqCst) as u64)
}

/// Each share is recorded once; what a worker did does not overlap, and all shares of a phase end before one
/// of the next begins. Nothing is recorded before a clock is given, nor after it is taken away.
#[test]
fn recorded_spans_are_the_shares_in_the_order_of_phases() {
    const PHASES: usize = 40;
    let mut workers = Workers::new(3);
    let mut run = |clock: Option<fn() -> Duration>| {
        workers.record(clock);
        workers.run_team(true, |member| {
            for _ in 0..PHASES {
                let mut phase = member.phase();
                while phase.next().is_some() {}
            }
        });
        let mut spans = vec![];
        workers.take_spans(&mut spans);
        spans
    };
    assert_eq!(run(None), []);
    for _ in 0..20 {
        let mut spans = run(Some(counting_clock));
        assert_eq!(spans.len(), 3 * PHASES);
        assert!(spans.iter().all(|span| span.worker < 3 && span.start < span.end));
        let follows = |pair: &[Span]| pair[0].worker != pair[1].worker || pair[0].end < pair[1].start;
        assert!(spans.windows(2).all(follows), "{spans:?}");
        spans.sort_by_key(|span| span.start);
        for phase in 1..PHASES {
            let (before, after) = spans.split_at(3 * phase);
            assert!(before.iter().map(|span| span.end).max() < after.iter().map(|span| span.start).min());
        }
    }
    assert_eq!(run(None), []);
}
