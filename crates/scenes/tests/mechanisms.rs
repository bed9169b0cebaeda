//! Each mechanism moves as its scene describes.

use super::{DT, load, run};
use physics::prelude::*;
use physics::world::JointRef;
use scenes::{Atwood, Car, DivingBoard, GearTrain, Jack, Lifts, Ropes, Slider};

/// The sledge climbs at the motor's speed, stops at the end of its rail, and never leaves it.
#[test]
fn motor_pulls_the_sledge_to_the_end_of_its_rail() {
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

/// The car has passed the bumps, stands on its wheels, and its axles are at their places.
#[test]
fn car_drives_over_the_bumps() {
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

/// The board bends more under the box than under its own weight, and its joints hold.
#[test]
fn board_bends_under_the_box_and_its_joints_hold() {
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
fn weights_of_atwoods_machine_have_the_speed_of_the_closed_form() {
    let atwood = Atwood::default();
    let mut world = load(&atwood.level());
    run(&mut world, 120);
    let expected = 2.0 * atwood.acceleration();
    for (body, sign) in world.dynamic_bodies().zip([-1.0, 1.0]) {
        assert!((body.velocity().y / (sign * expected) - 1.0).abs() < 0.01, "{:?}", body.velocity());
    }
}

/// All rims have the speed of the first one; every second wheel turns in the opposite direction.
#[test]
fn rims_of_gear_wheels_have_equal_speeds() {
    let train = GearTrain::default();
    let mut world = load(&train.level());
    run(&mut world, 300);
    let mut rim = train.radii[0] * train.speed;
    for (wheel, radius) in world.dynamic_bodies().zip(train.radii) {
        assert!((wheel.angular_velocity() * radius / rim - 1.0).abs() < 0.01, "{wheel:?}");
        rim = -rim;
    }
}

/// Each turn of the crank lifts the weight by the swing of the lever, up to two clicks; while the lever goes
/// back, the weight sinks by no more than a click.
#[test]
fn jack_lifts_its_weight_and_holds_it() {
    let jack = Jack::default();
    let mut world = load(&jack.level());
    let height = |world: &World| world.joints().next().expect("the guide").translation();
    let click = Jack::RADIUS * std::f32::consts::TAU / jack.teeth as f32;
    let (mut highest, mut start) = (0.0_f32, 0.0);
    for step in 1..=360 {
        world.step(DT);
        highest = highest.max(height(&world));
        assert!(height(&world) > highest - click - 0.005, "{} {highest}", height(&world));
        if step == 120 {
            start = height(&world);
        }
    }
    let turns = jack.speed * 4.0 / std::f32::consts::TAU;
    let swing = 2.0 * (Jack::CRANK / Jack::LEVER).asin() * Jack::RADIUS;
    let lifted = (height(&world) - start) / turns;
    assert!((swing - 3.0 * click..swing + 2.0 * click).contains(&lifted), "{lifted} of {swing}");
}

/// One weight hangs on its rope, and the other one continues to fall.
#[test]
fn weaker_rope_breaks_and_the_other_holds() {
    let ropes = Ropes::default();
    let mut world = load(&ropes.level());
    run(&mut world, 120);
    assert_eq!(world.joints().count(), 1);
    let [hangs, fell] = [1, 2].map(|i| world.bodies().nth(i).expect("a weight").pose().position.y);
    assert!((hangs + ropes.length).abs() < 0.01, "{hangs}");
    assert!(fell < -2.0 * ropes.length, "{fell}");
}

/// The strong lift holds its box at its place, apart from the extension of its spring; the weak one sinks.
#[test]
fn lift_holds_a_load_below_its_greatest_force() {
    let mut world = load(&Lifts::default().level());
    run(&mut world, 120);
    let [strong, weak] = [1, 3].map(|i| world.bodies().nth(i).expect("a platform").pose().position.y);
    assert!((-0.03..0.0).contains(&strong), "{strong}");
    assert!((-2.0..-0.3).contains(&weak), "{weak}");
}
