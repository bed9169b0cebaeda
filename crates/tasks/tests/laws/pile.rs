//! The pile.

use crate::support::{mean_and_deviation, returns};
use tasks::batch::Batch;
use tasks::{Options, Pile, PileDef, pile_pusher};

fn batch(worlds: usize) -> Batch<Pile> {
    PileDef::default().build(Options { worlds, threads: 2, ..Options::default() }).expect("valid options")
}

/// The potential of an observation: -10 times the mean distance from x = 1.2 m, and 1 for each stone beyond
/// it.
fn potential(row: &[f32]) -> f32 {
    row[7..].chunks(2).map(|stone| 1.2 - 2.0 * stone[0]).map(|d| if d > 0.0 { -d } else { 1.0 }).sum()
}

#[test]
fn stones_begin_apart_and_inside() {
    let batch = batch(100);
    for row in batch.observations().chunks(27) {
        let stones: Vec<[f32; 2]> = row[7..].chunks(2).map(|s| [2.0 * s[0], 1.5 * s[1]]).collect();
        for (i, a) in stones.iter().enumerate() {
            assert!(a[0].abs() < 1.88 && a[1].abs() < 1.38, "{a:?}");
            assert!((a[0] - 2.0 * row[0]).abs() > 0.18, "{a:?} is in the blade");
            for b in &stones[..i] {
                assert!((a[0] - b[0]).hypot(a[1] - b[1]) > 0.24, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn rewards_telescope_to_the_gain_of_the_potential() {
    let mut batch = batch(6);
    let first: Vec<f32> = batch.observations().chunks(27).map(potential).collect();
    let mut sums = [0.0; 6];
    for _ in 0..60 {
        batch.step(&[1.0, 0.0, 0.1].repeat(6)).expect("6 actions");
        sums.iter_mut().zip(batch.rewards()).for_each(|(sum, reward)| *sum += reward);
    }
    for (world, row) in batch.observations().chunks(27).enumerate() {
        assert!(!batch.terminated()[world]);
        assert!((sums[world] - (potential(row) - first[world])).abs() < 1e-3, "{sums:?}");
    }
    assert!(sums.iter().any(|&sum| sum > 0.5), "nothing was pushed: {sums:?}");
}

/// A free blade reaches 8 / 4 = 2 m/s at the rate of its damping: after 0.2 s of push 1 - exp(-0.8) of it.
#[test]
fn the_blade_moves_as_its_push_and_damping_say() {
    let mut batch = batch(1);
    for _ in 0..10 {
        batch.step(&[0.0, -1.0, 0.0]).expect("1 action");
    }
    let expected = -(1.0 - (-0.8_f32).exp());
    let found = batch.observations()[5];
    // Implicit in the damping: of first order in the 1/200 s of a sub-step.
    assert!((found - expected).abs() < 0.01, "{found} {expected}");
}

/// The pusher of the crate brings most stones in: 38 was measured, deviation 11. At the end 20 and 10 for
/// stones, before it ten for each metre of their mean way.
#[test]
fn the_pusher_brings_stones_in() {
    let mut batch = batch(24);
    let returns = returns(&mut batch, 1000, |_, observation, action| pile_pusher(observation, action));
    let (mean, deviation) = mean_and_deviation(&returns);
    assert!(mean > 30.0, "{mean}, deviation {deviation}");
}
