//! In the benchmark scenes, pyramids stand, joints hold, and bodies inside a container stay in it.

use super::{DT, load, run};
use physics::prelude::*;
use physics::world::JointRef;
use scenes::{JointGrid, ManyPyramids, RagdollRain, ScriptRunner, Spinner, Tumbler, Washer};

/// Pyramids stand, and the joints of the cloth hold.
#[test]
fn pyramids_stand_and_joints_of_a_cloth_hold() {
    let mut pyramids = load(&ManyPyramids { rows: 2, columns: 2, ..ManyPyramids::default() }.level());
    let mut cloth = load(&JointGrid { size: 12 }.level());
    run(&mut pyramids, 120);
    run(&mut cloth, 120);
    assert!(pyramids.kinetic_energy() < 1e-3, "{}", pyramids.kinetic_energy());
    assert_eq!((pyramids.stats().touching, cloth.stats().touching), (4 * 145, 0));
    let gap = cloth.joints().map(JointRef::error).fold(0.0, f32::max);
    assert!(gap < 0.05, "{gap}");
}

/// Boxes stay in the drum and in the ring, and the rotor turns at its speed. (The full bowl loses shapes: see
/// its scene.)
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn boxes_stay_in_drum_and_ring_and_machines_turn_at_their_speed() {
    let inside = |level: &Level, center: Point, reach: f32, first: usize| {
        let mut world = load(level);
        for _ in 0..10 {
            run(&mut world, 30);
            for body in world.bodies().skip(first) {
                let distance = (body.center() - center).norm();
                assert!(distance < reach, "{distance} m from the middle: {body:?}");
            }
        }
        world
    };
    let diagonal = 9.5 * std::f32::consts::SQRT_2;
    let drum = inside(&Tumbler { grid: 12 }.level(), Point::from(Tumbler::CENTER), diagonal, 2);
    let turning = 25.0_f32.to_radians();
    let speed = drum.bodies().nth(1).expect("the drum").angular_velocity();
    assert!((speed / turning - 1.0).abs() < 0.01, "{speed}");
    let ring = inside(&Washer { grid: 20 }.level(), Point::origin(), 16.0, 1);
    let angle = ring.bodies().next().expect("the ring").pose().rotation;
    let expected = Rot::from_angle(turning * 300.0 * DT);
    assert!((angle * expected.inverse()).angle().abs() < 1e-3, "{angle:?}");
    let bowl = Spinner { bodies: 0 }.level();
    let mut bowl = load(&bowl);
    run(&mut bowl, 60);
    let speed = bowl.dynamic_bodies().next().expect("the rotor").angular_velocity();
    assert!((speed - 5.0).abs() < 0.01, "{speed}");
}

/// The chain of the bowl collides on its inner side.
#[test]
fn circles_that_slide_in_the_bowl_stay_in_it() {
    let mut level = Spinner { bodies: 0 }.level();
    // The rotor is removed: it would throw shapes through the chain, since there is no continuous collision.
    level.joints.clear();
    level.bodies[1] = BodyDef::fixed().position([0.0, 1000.0]);
    let circle = ColliderDef::new(Shape::circle(0.35).expect("a circle")).friction(0.1);
    for i in 0..60 {
        level.body_with(BodyDef::dynamic().position([i as f32 - 29.5, 20.0]), circle.clone());
    }
    let mut world = load(&level);
    run(&mut world, 240);
    for body in world.dynamic_bodies() {
        let distance = (body.center() - Spinner::CENTER).norm();
        assert!(distance < Spinner::RADIUS, "{body:?}");
    }
}

/// People fall on their ledge and lie on it, and no joint opens by more than 5 cm; this holds also for people
/// who are added later.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn ragdolls_lie_on_their_ledge_and_their_joints_hold() {
    let rain = RagdollRain { ledges: 2, columns: 20, group: 2 };
    let mut world = load(&rain.level());
    let mut script_runner = ScriptRunner::of(&world);
    for step in 0..400 {
        script_runner.run(&mut world, &rain.commands(step));
        world.step(DT);
    }
    assert_eq!(world.stats().bodies, 2 + 20 * rain.column_bodies() as usize);
    let gap = world.joints().map(JointRef::error).fold(0.0, f32::max);
    assert!(gap < 0.05, "{gap}");
    for bone in world.dynamic_bodies() {
        let y = bone.center().y;
        let above = y - RagdollRain::RISE * (y / RagdollRain::RISE).floor();
        assert!((0.2..14.0).contains(&above), "{bone:?}");
    }
    world.validate().expect("a sound world");
}

/// Three thousand polygons in a trough come to rest although they may not fall asleep: no contact keeps them
/// moving.
#[test]
#[cfg_attr(debug_assertions, ignore = "release builds run it in a fifth of the time")]
fn pile_of_polygons_comes_to_rest() {
    let mut level = (scenes::find("convex3k").expect("a scene").level)();
    level.settings.sleeping = false;
    let mut world = load(&level);
    run(&mut world, 700);
    let speeds = world.dynamic_bodies().map(|body| f64::from(body.velocity().norm()));
    let mean = speeds.sum::<f64>() / f64::from(world.dynamic_bodies().count() as u32);
    assert!(mean < 2e-4, "{mean} m/s");
}
