//! Workers under stress: whoever is late, and wherever the system takes a core away, the result is the serial one.
//!
//! At random places a worker yields, spins or sleeps, with more workers than there are cores: so that shares are taken
//! over, phases are missed, and threads come to a round that is over. `cargo xtask soak compute` draws more cases.
//!
//! Turned down: loom. It wants atomics of its own all through, and a bound on the spinning that a team does by design;
//! here it is the real code on real threads.

use compute::Workers;
use proptest::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Does nothing, for as long as chance wants.
fn dawdle(seed: u64, round: usize, place: usize) {
    let mut x = seed ^ (round as u64) << 32 ^ place as u64;
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    match x >> 59 {
        0..=3 => std::thread::yield_now(),
        4..=7 => (0..x % 5_000).for_each(|_| std::hint::spin_loop()),
        8 => std::thread::sleep(Duration::from_micros(x % 100)),
        _ => {}
    }
}

/// What item `i` becomes from its neighbour and itself: any mistake spreads.
fn mixed(left: u64, own: u64) -> u64 {
    left.rotate_left(7).wrapping_mul(3).wrapping_add(own)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    /// Phases that each read what the one before has written: every item is written once in each, and the end is that
    /// of the serial loop.
    #[test]
    fn delays_do_not_show(
        threads in 2_usize..7,
        len in 1_usize..60,
        jobs in prop::collection::vec((1_usize..12, any::<bool>()), 1..12),
        seed in any::<u64>(),
    ) {
        let mut workers = Workers::new(threads);
        let rows: [Vec<AtomicU64>; 2] = [(); 2].map(|()| (0..len as u64).map(AtomicU64::new).collect());
        let mut expected: Vec<u64> = (0..len as u64).collect();
        let mut done = 0;
        for (phases, together) in jobs {
            let written: Vec<AtomicU32> = (0..len * phases).map(|_| AtomicU32::new(0)).collect();
            workers.run_team(together, |member| {
                for number in 0..phases {
                    let (from, to) = (&rows[(done + number) % 2], &rows[(done + number + 1) % 2]);
                    let mut phase = member.phase();
                    while let Some(share) = phase.next() {
                        let mine = share.of(0..len);
                        dawdle(seed, done + number, mine.start);
                        for i in mine {
                            let left = from[(i + len - 1) % len].load(Relaxed);
                            to[i].store(mixed(left, from[i].load(Relaxed)), Relaxed);
                            written[number * len + i].fetch_add(1, Relaxed);
                        }
                    }
                    dawdle(!seed, done + number, len);
                }
            });
            prop_assert!(written.iter().all(|count| count.load(Relaxed) == 1));
            for _ in 0..phases {
                expected = (0..len).map(|i| mixed(expected[(i + len - 1) % len], expected[i])).collect();
            }
            done += phases;
        }
        let found: Vec<u64> = rows[done % 2].iter().map(|item| item.load(Relaxed)).collect();
        prop_assert_eq!(found, expected);
    }

    /// Chunk after chunk, and pools that begin and end in between.
    #[test]
    fn every_chunk_is_done_once(
        threads in 2_usize..7,
        rounds in prop::collection::vec((0_usize..80, 1_usize..20), 1..10),
        seed in any::<u64>(),
    ) {
        let mut workers = Workers::new(threads);
        for (round, (len, chunk)) in rounds.into_iter().enumerate() {
            let mut items = vec![0_usize; len];
            workers.for_each_chunk(&mut items, chunk, |index, piece| {
                dawdle(seed, round, index);
                piece.iter_mut().for_each(|item| *item += index + 1);
            });
            for (i, item) in items.into_iter().enumerate() {
                prop_assert_eq!(item, i / chunk + 1);
            }
        }
    }
}
