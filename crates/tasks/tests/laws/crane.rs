//! The crane.

use crate::support::{mean_and_deviation, returns};
use tasks::batch::Batch;
use tasks::{Crane, CraneDef, Options, crane_driver};

fn batch(worlds: usize) -> Batch<Crane> {
    CraneDef::default().build(Options { worlds, threads: 2, ..Options::default() }).expect("valid options")
}

/// Starts, goals and walls are even between their bounds: means within four deviations of a mean of 500.
#[test]
fn starts_goals_and_walls_are_drawn_evenly() {
    let batch = batch(500);
    for (index, least, most) in [(0, -0.8, -0.5), (9, 0.4, 0.8), (10, 0.5, 1.0)] {
        let numbers: Vec<f32> = batch.observations().chunks(12).map(|row| row[index]).collect();
        assert!(numbers.iter().all(|number| (least..=most).contains(number)), "{index}");
        let (mean, deviation) = mean_and_deviation(&numbers);
        let expected = (most - least) / 12.0_f32.sqrt();
        assert!((mean - 0.5 * (least + most)).abs() < 4.0 * expected / 500.0_f32.sqrt(), "{index}: {mean}");
        assert!((deviation / expected - 1.0).abs() < 0.1, "{index}: {deviation}");
    }
}

/// A load that hangs swings as a pendulum once its trolley has stopped: the rope keeps its length, and so
/// the height of the load follows from its place.
#[test]
fn the_rope_keeps_its_length_while_it_is_tense() {
    let mut batch = batch(4);
    for step in 0..200 {
        batch.step(&[if step < 50 { 1.0 } else { 0.0 }, 0.0].repeat(4)).expect("4 actions");
        for (index, row) in batch.observations().chunks(12).enumerate() {
            let load = batch.world(index).expect("a world").body(batch.task().load()).expect("the load");
            let pose = load.pose();
            let top = pose * tasks::geom::Point::new(0.0, 0.5);
            let length = (top.x - 10.0 * row[0]).hypot(top.y - 9.0);
            // The joint is direct; what is left is the rounding of places of 10 m.
            assert!((length - 5.0).abs() < 2e-3, "{step} {index}: {length}");
        }
    }
}

/// Driving straight on meets the wall: -100, and the end.
#[test]
fn a_load_that_meets_the_wall_is_lost() {
    let mut batch = batch(10);
    let mut last = [0.0; 10];
    for _ in 0..300 {
        // Wound down to the height of any wall.
        batch.step(&[0.6, 0.3].repeat(10)).expect("10 actions");
        for (world, last) in last.iter_mut().enumerate() {
            if batch.terminated()[world] && *last == 0.0 {
                *last = batch.rewards()[world];
            }
        }
    }
    assert_eq!(last, [-100.0; 10]);
}

/// The driver of the crate gets most loads to their goals: 220 was measured, 93 of 100 above 200. Its return
/// is 100 for the end, and ten for each metre of the way.
#[test]
fn the_driver_sets_loads_down_at_their_goals() {
    let mut batch = batch(40);
    let returns = returns(&mut batch, 1000, |_, observation, action| crane_driver(observation, action));
    let (mean, deviation) = mean_and_deviation(&returns);
    assert!(mean > 200.0, "{mean}, deviation {deviation}");
}
