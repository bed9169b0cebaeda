//! The mechanisms do what they say.

use physics::prelude::*;
use physics::world::JointRef;
use scenes::{Atwood, Car, DivingBoard, GearTrain, Lifts, Ropes, Slider};

const DT: f32 = 1.0 / 60.0;

fn load(level: &Level) -> World {
    World::load(level).expect("a level of this crate")
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
    }
}

/// The sledge climbs at the motor's speed, stops at the end of its rail, and never leaves it.
#[test]
fn the_sledge_climbs_to_the_end() {
    let slider = Slider::default();
    let mut world = load(&slider.level());
    let along = |world: &World| world.joints().next().expect("the rail").translation();
    let (mut fastest, mut off) = (0.0_f32, 0.0_f32);
    for _ in 0..300 {
        let before = along(&world);
        world.step(DT);
        fastest = fastest.max((along(&world) - before) / DT);
        off = off.max(world.joints().next().expect("the rail").error());
    }
    assert!((fastest - slider.speed).abs() < 0.01, "{fastest}");
    assert!((along(&world) - slider.length).abs() < 0.005 && off < 0.002, "{} {off}", along(&world));
}

/// The car is over the bumps, on its wheels, and its axles are where they belong.
#[test]
fn the_car_drives_over_the_bumps() {
    let mut world = load(&Car::default().level());
    let mut off = 0.0_f32;
    for _ in 0..480 {
        world.step(DT);
        off = world.joints().map(JointRef::error).fold(off, f32::max);
    }
    let chassis = world.bodies().nth(1).expect("the chassis").pose();
    assert!(chassis.position.x > 27.0 && chassis.rotation.cos > 0.95, "{chassis:?}");
    assert!(off < 0.02, "{off}");
}

/// The board gives under the box by more than under its own weight, and stays in one piece.
#[test]
fn the_board_gives_and_holds() {
    let board = DivingBoard::default();
    let mut world = load(&board.level());
    let tip = |world: &World| world.bodies().nth(board.planks as usize).expect("a plank").center().y;
    let (mut lowest, mut off) = (0.0_f32, 0.0_f32);
    for _ in 0..300 {
        world.step(DT);
        lowest = lowest.min(tip(&world));
        off = world.joints().map(JointRef::error).fold(off, f32::max);
    }
    assert!((-1.5..-0.1).contains(&lowest), "{lowest}");
    assert!(tip(&world) > lowest + 0.02, "it swings back from {lowest} to {}", tip(&world));
    assert!(off < 0.01, "{off}");
}

/// After two seconds the weights have the speed a t, one down and one up.
#[test]
fn the_heavier_weight_sinks() {
    let atwood = Atwood::default();
    let mut world = load(&atwood.level());
    run(&mut world, 120);
    let expected = 2.0 * atwood.acceleration();
    for (body, sign) in world.dynamic_bodies().zip([-1.0, 1.0]) {
        assert!((body.velocity().y / (sign * expected) - 1.0).abs() < 0.01, "{:?}", body.velocity());
    }
}

/// Rims run at the speed of the first one, every second one the other way.
#[test]
fn gear_rims_run_alike() {
    let train = GearTrain::default();
    let mut world = load(&train.level());
    run(&mut world, 300);
    let mut rim = train.radii[0] * train.speed;
    for (wheel, radius) in world.dynamic_bodies().zip(train.radii) {
        assert!((wheel.angular_velocity() * radius / rim - 1.0).abs() < 0.01, "{wheel:?}");
        rim = -rim;
    }
}

/// One weight hangs on its rope, the other falls on.
#[test]
fn one_rope_bears_and_one_breaks() {
    let ropes = Ropes::default();
    let mut world = load(&ropes.level());
    run(&mut world, 120);
    assert_eq!(world.joints().count(), 1);
    let [hangs, fell] = [1, 2].map(|i| world.bodies().nth(i).expect("a weight").pose().position.y);
    assert!((hangs + ropes.length).abs() < 0.01, "{hangs}");
    assert!(fell < -2.0 * ropes.length, "{fell}");
}

/// The strong lift holds its box where it is, but for the sag of its spring; the weak one is on its way down.
#[test]
fn a_lift_holds_what_it_is_strong_enough_for() {
    let mut world = load(&Lifts::default().level());
    run(&mut world, 120);
    let [strong, weak] = [1, 3].map(|i| world.bodies().nth(i).expect("a platform").pose().position.y);
    assert!((-0.03..0.0).contains(&strong), "{strong}");
    assert!((-2.0..-0.3).contains(&weak), "{weak}");
}
