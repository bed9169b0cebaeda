//! Workers under stress: the result equals that of the serial loop, whichever worker is late and wherever the
//! system interrupts one.
//!
//! Workers yield, spin or sleep at random points, and there are more workers than cores. So workers take over
//! the shares of others, miss phases, and start after a job has ended. `cargo xtask soak compute` runs more
//! cases.
//!
//! Turned down: loom. It needs its own atomics throughout, and a bound on spinning, which a team does by
//! design. This test runs the real code on real threads.

use compute::Workers;
use proptest::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Delays the thread by a random time that depends on the arguments.
fn delay(seed: u64, round: usize, index: usize) {
    let mut x = seed ^ (round as u64) << 32 ^ index as u64;
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    match x >> 59 {
        0..=3 => std::thread::yield_now(),
        4..=7 => (0..x % 5_000).for_each(|_| std::hint::spin_loop()),
        8 => std::thread::sleep(Duration::from_micros(x % 100)),
        _ => {}
    }
}

/// The next value of an item, from its left neighbour and itself. A wrong value spreads to the others.
fn mixed(left: u64, own: u64) -> u64 {
    left.rotate_left(7).wrapping_mul(3).wrapping_add(own)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    /// Each phase reads what the phase before wrote. Each item is written once in each phase, and the final
    /// values equal those of the serial loop.
    #[test]
    fn random_delays_do_not_change_the_result_of_phases(
        threads in 2_usize..7,
        len in 1_usize..60,
        jobs in prop::collection::vec((1_usize..12, any::<bool>()), 1..12),
        seed in any::<u64>(),
    ) {
        let mut workers = Workers::new(threads);
        let buffers: [Vec<AtomicU64>; 2] = [(); 2].map(|()| (0..len as u64).map(AtomicU64::new).collect());
        let mut expected: Vec<u64> = (0..len as u64).collect();
        let mut done = 0;
        for (phases, together) in jobs {
            let written: Vec<AtomicU32> = (0..len * phases).map(|_| AtomicU32::new(0)).collect();
            workers.run_team(together, |member| {
                for number in 0..phases {
                    let (from, to) = (&buffers[(done + number) % 2], &buffers[(done + number + 1) % 2]);
                    let mut phase = member.phase();
                    while let Some(share) = phase.next() {
                        let range = share.of(0..len);
                        delay(seed, done + number, range.start);
                        for i in range {
                            let left = from[(i + len - 1) % len].load(Relaxed);
                            to[i].store(mixed(left, from[i].load(Relaxed)), Relaxed);
                            written[number * len + i].fetch_add(1, Relaxed);
                        }
                    }
                    delay(!seed, done + number, len);
                }
            });
            prop_assert!(written.iter().all(|count| count.load(Relaxed) == 1));
            for _ in 0..phases {
                expected = (0..len).map(|i| mixed(expected[(i + len - 1) % len], expected[i])).collect();
            }
            done += phases;
        }
        let found: Vec<u64> = buffers[done % 2].iter().map(|item| item.load(Relaxed)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn random_delays_do_not_change_the_result_of_chunks(
        threads in 2_usize..7,
        rounds in prop::collection::vec((0_usize..80, 1_usize..20), 1..10),
        seed in any::<u64>(),
    ) {
        let mut workers = Workers::new(threads);
        for (round, (len, chunk)) in rounds.into_iter().enumerate() {
            let mut items = vec![0_usize; len];
            workers.for_each_chunk(&mut items, chunk, |index, piece| {
                delay(seed, round, index);
                piece.iter_mut().for_each(|item| *item += index + 1);
            });
            for (i, item) in items.into_iter().enumerate() {
                prop_assert_eq!(item, i / chunk + 1);
            }
        }
    }
}
