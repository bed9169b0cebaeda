//! Heaps come to rest and fall asleep; slow motions and elastic planks do not.

use super::DT;
use physics::prelude::*;
use scenes::{ElasticPlanks, SlowMotions, Small};
use std::time::{Duration, Instant};

/// How many of the heaps with these seeds are awake after 25 s: a tenth of their bodies or more. The few
/// balls that have left a heap and roll away on their own are not the heap.
fn heaps_awake(seeds: std::ops::Range<u32>, bodies: u32, rolling_resistance: f32) -> usize {
    let is_awake = |seed: &u32| {
        let mut level = Small { bodies, seed: *seed }.level();
        level.settings = level.settings.sleeping(true).rolling_resistance(rolling_resistance);
        let (mut world, _) = World::load(&level).expect("a level of this crate");
        for _ in 0..1500 {
            world.step(DT);
        }
        10 * world.bodies().filter(|body| body.is_awake()).count() >= bodies as usize
    };
    seeds.filter(is_awake).count()
}

/// Twenty heaps of three hundred shapes sleep after 25 s; without rolling resistance shapes rock on round
/// ones in some of them.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn small_heaps_fall_asleep() {
    let (with, without) = (heaps_awake(0..20, 300, 0.01), heaps_awake(0..20, 300, 0.0));
    assert!(with == 0 && without > 0, "{with} with and {without} without rolling resistance are awake");
}

/// Of 140 heaps of a thousand shapes at most 2 are awake after 25 s.
#[test]
#[ignore = "takes two minutes: cargo xtask soak --long heaps"]
fn of_140_heaps_of_a_thousand_at_most_two_are_awake() {
    let awake = heaps_awake(0..140, 1000, WorldSettings::default().rolling_resistance);
    assert!(awake <= 2, "{awake} of 140 heaps are awake");
}

/// In the scene of slow motions each ball has fallen by a t^2 / 2, the pendulum swings, the boxes sleep.
#[test]
fn slow_motions_do_not_freeze() {
    let scene = SlowMotions::default();
    let (mut world, ids) = World::load(&scene.level()).unwrap();
    let height = |world: &World, body: u32| world.body(ids.bodies[body as usize]).unwrap().pose().position.y;
    let (mut top, mut widest) = (0.0_f32, 0.0_f32);
    for step in 1..=600 {
        world.step(DT);
        top = top.max(height(&world, SlowMotions::FIRST_BALL + 4));
        if step > 300 {
            let bob = world.body(ids.bodies[SlowMotions::BOB as usize]).unwrap();
            widest = widest.max((bob.pose().position.x - 1.0).abs());
        }
    }
    for (i, scale) in scene.gravity_scales.into_iter().enumerate() {
        let fall = 10.0 - height(&world, SlowMotions::FIRST_BALL + i as u32);
        let share = fall / (0.5 * 9.81 * scale * 100.0);
        assert!((share - 1.0).abs() < 0.01, "ball {i}: {share} of the way");
    }
    let expected = 3.0 + 0.13 * 0.13 / (2.0 * 9.81 * 0.0045);
    assert!((top - expected).abs() < 0.003, "top of the flight at {top} m");
    let end = 3.0 + 0.13 * 10.0 - 0.5 * 9.81 * 0.0045 * 100.0;
    assert!((height(&world, SlowMotions::FIRST_BALL + 4) - end).abs() < 0.01);
    assert!(widest > 0.9 * scene.amplitude, "the pendulum swings by {widest} m");
    for i in 0..3 {
        assert!(!world.body(ids.bodies[(SlowMotions::FIRST_BOX + i) as usize]).unwrap().is_awake());
    }
}

/// The planks of the scene keep at least two thirds of their energy in a minute, and never have more than at
/// the start.
#[test]
fn elastic_planks_gain_no_energy() {
    let (mut world, _) = World::load(&ElasticPlanks::default().level()).unwrap();
    let energy = |world: &World| world.kinetic_energy();
    let start = energy(&world);
    for _ in 0..3600 {
        world.step(DT);
        assert!(energy(&world) < 1.001 * start, "{} times the energy", energy(&world) / start);
    }
    assert!(energy(&world) > 0.66 * start, "{} of the energy is left", energy(&world) / start);
}

/// A step in which a resting pile of a thousand boxes sleeps takes under 1% of one in which it is awake. Of
/// many steps the shortest counts, so that a loaded machine does not matter.
#[test]
fn sleeping_pile_of_a_thousand_costs_under_a_hundredth_of_an_awake_step() {
    let shortest = |sleeping: bool| {
        let mut level = Level::new(WorldSettings::default().sleeping(sleeping));
        level.body_with(
            BodyDef::fixed().position([0.0, -0.5]),
            ColliderDef::new(Shape::rectangle(200.0, 0.5).unwrap()),
        );
        for i in 0..1000 {
            let position = [1.5 * (i / 4) as f32 - 187.0, 0.5 + (i % 4) as f32];
            let box_def = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
            level.body_with(BodyDef::dynamic().position(position), box_def);
        }
        let (mut world, _) = World::load(&level).unwrap();
        for _ in 0..60 {
            world.step(DT);
        }
        assert_eq!(world.stats().awake, if sleeping { 0 } else { 1000 });
        let time = |_| {
            let start = Instant::now();
            world.step(DT);
            start.elapsed()
        };
        (0..20).map(time).min().unwrap_or(Duration::MAX)
    };
    let [awake, asleep] = [false, true].map(shortest);
    assert!(100 * asleep < awake, "{asleep:?} asleep, {awake:?} awake");
}
