//! The scenes of variants show what their sentences say.

use super::DT;
use physics::prelude::*;
use physics::textbook::{ImpulseMethod, PositionCorrection};
use scenes::{Corrections, Detection, Layers, ManySided, Slopes, Weights, WithoutRotation};

fn run(level: &Level, steps: u32) -> World {
    let (mut world, _) = World::load(level).expect("a level of this crate");
    for _ in 0..steps {
        world.step(DT);
    }
    world.validate().expect("a sound world");
    world
}

fn heights(world: &World) -> Vec<f32> {
    world.dynamic_bodies().map(|body| body.pose().position.y).collect()
}

/// Baumgarte's bias becomes speed, so the box in the ground jumps; projection and split only move it. All
/// remove the overlap, split leaves none of it. The heavy box moves less than the light one in which it is.
#[test]
fn bias_makes_boxes_jump_and_projection_does_not() {
    let highest = |correction: PositionCorrection| {
        let level = Corrections { correction, ..Corrections::default() }.level();
        let (mut world, _) = World::load(&level).unwrap();
        let mut highest = 0.0_f32;
        for _ in 0..120 {
            world.step(DT);
            highest = highest.max(heights(&world)[0]);
        }
        assert!(world.max_penetration() < 0.02, "{correction:?}: {}", world.max_penetration());
        let xs: Vec<f32> = world.dynamic_bodies().map(|body| body.pose().position.x).collect();
        assert!((xs[5] - 4.0).abs() < 0.2 * (xs[6] - 4.7).abs(), "{correction:?}: {xs:?}");
        highest
    };
    let bias = highest(PositionCorrection::Baumgarte { factor: 0.2, slop: 0.01 });
    let projection = highest(PositionCorrection::Projection { fraction: 0.4, slop: 0.01 });
    let split = highest(PositionCorrection::Split { fraction: 0.4 });
    assert!(bias > 0.6, "{bias}");
    assert!(projection < 0.5 && split < 0.505, "{projection} {split}");
}

/// With either weighting the planks come down and do not sink; the two runs differ.
#[test]
fn weighted_and_plain_impulses_land_planks_differently() {
    let ends = [ImpulseMethod::Separate, ImpulseMethod::DepthWeighted].map(|impulses| {
        let world = run(&Weights { impulses }.level(), 180);
        assert!(heights(&world).iter().all(|height| (0.1..1.5).contains(height)), "{:?}", heights(&world));
        world.state_hash()
    });
    assert_ne!(ends[0], ends[1]);
}

/// Collisions that are detected before each iteration leave less overlap than those detected once.
#[test]
fn detection_in_each_iteration_leaves_less_overlap() {
    let worst = [false, true].map(|each_iteration| {
        let (mut world, _) = World::load(&Detection { each_iteration }.level()).unwrap();
        let mut worst = 0.0_f32;
        for _ in 0..180 {
            world.step(DT);
            worst = worst.max(world.max_penetration());
        }
        worst
    });
    assert!(worst[1] < worst[0], "{worst:?}");
}

/// Ball i lies on the shelf of its category, and balls of one group pass through each other.
#[test]
fn each_shelf_holds_its_category() {
    for (i, height) in heights(&run(&Layers.level(), 180)).into_iter().enumerate() {
        let shelf = 4.5 - 1.5 * (i % 3) as f32;
        assert!((height - shelf - 0.4).abs() < 0.01, "ball {i} at {height}");
    }
}

/// A half-space and a box of two kilometres are the same slope: boxes slide with g (sin - mu cos), balls roll
/// with 2/3 g sin, but for the rolling resistance of one part in a hundred.
#[test]
fn half_space_is_a_huge_box() {
    let slopes = Slopes::default();
    let ends = [true, false].map(|half_space| {
        let world = run(&Slopes { half_space, ..slopes }.level(), 90);
        let speeds: Vec<f32> = world.dynamic_bodies().map(|body| body.velocity().norm()).collect();
        speeds
    });
    for (i, (a, b)) in ends[0].iter().zip(&ends[1]).enumerate() {
        assert!((a - b).abs() < 0.02 * (1.0 + a), "body {i}: {a} on the half-space, {b} on the box");
    }
}

/// After three seconds, the circle is farther than the polygon of 20 sides, that than the one of 10, and that
/// than the hexagon. On the slope of the scene, 0.1 rad, the last two stay where they have been put down: a
/// polygon at rest tips over on slopes of more than half its angle between two sides, pi / n (0.52 and 0.31
/// rad). On slopes of 0.3 rad and more, each is more than a metre behind the next.
#[test]
fn fewer_sides_roll_worse() {
    let ways = |slope: f32| -> Vec<f32> {
        let world = run(&ManySided { slope }.level(), 180);
        world.dynamic_bodies().map(|body| (body.pose().position.x + 8.0) / slope.cos()).collect()
    };
    let shown = ways(ManySided::default().slope);
    let [six, ten, twenty, circle] = shown[..] else { panic!("{shown:?}") };
    assert!(six < 0.3 && ten < 0.3 && twenty > 1.0 && circle > twenty + 0.3, "{shown:?}");
    for slope in [0.3, 0.35, 0.4, 0.45, 0.5] {
        let ways = ways(slope);
        assert!(ways.is_sorted_by(|less, more| less + 1.0 < *more), "{slope} rad: {ways:?}");
    }
}

/// Nothing turns, nothing leaves the room, and all come to rest.
#[test]
fn bodies_without_rotation_do_not_turn() {
    let world = run(&WithoutRotation.level(), 600);
    for body in world.dynamic_bodies() {
        let at = body.pose();
        assert_eq!(at.rotation, Rot::IDENTITY);
        assert!(at.position.x.abs() < 5.0 && at.position.y > 0.3, "{at:?}");
    }
    assert!(world.max_penetration() < 0.03, "{}", world.max_penetration());
}
