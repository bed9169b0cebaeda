//! Surface velocity and rolling resistance, compared with closed forms, with both solvers.

use super::{DT, run};
use physics::prelude::*;
use physics::textbook::ClassicSettings;
use physics::world::BodyRef;
use scenes::{Conveyor, RollingSlope};

/// Two worlds of the level: one uses the default solver, the other the classic solver.
fn with_both_solvers(level: &Level) -> [World; 2] {
    let mut classic = level.clone();
    classic.settings = classic.settings.classic(ClassicSettings::default());
    [level, &classic].map(|level| World::load(level).expect("a level of this crate").0)
}

fn body(world: &World, place: usize) -> BodyRef<'_> {
    world.bodies().nth(place).expect("a body")
}

/// A box on a belt accelerates by mu g until it is as fast as the belt, after the time v / (mu g), and then
/// keeps that speed.
#[test]
fn belt_accelerates_a_box_to_its_speed() {
    let conveyor = Conveyor { speed: 2.5, ..Conveyor::default() };
    let (speed, gain) = (conveyor.speed, conveyor.friction * 10.0);
    for mut world in with_both_solvers(&conveyor.level()) {
        let begun = body(&world, 3).pose().position.x;
        // The bodies settle in the first steps.
        for step in 1..=60 {
            world.step(DT);
            let expected = (gain * DT * step as f32).min(speed);
            let v = body(&world, 3).velocity().x;
            assert!((v - expected).abs() < 0.02 * speed, "step {step}: {v}, expected {expected}");
        }
        let way = body(&world, 3).pose().position.x - begun;
        let expected = speed - 0.5 * speed * speed / gain;
        assert!((way / expected - 1.0).abs() < 0.03, "{way}, expected {expected}");
        assert!((body(&world, 3).velocity().x - speed).abs() < 1e-3 * speed);
        assert!(body(&world, 3).angular_velocity().abs() < 1e-3);
    }
}

/// A ball on a belt slides for the time v / (3 mu g). Then it rolls at a third of the speed of the belt, and
/// its lowest point is as fast as the belt.
#[test]
fn ball_on_a_belt_rolls_at_a_third_of_its_speed() {
    let conveyor = Conveyor::default();
    let speed = conveyor.speed;
    for mut world in with_both_solvers(&conveyor.level()) {
        let slides = speed / (3.0 * conveyor.friction * 10.0);
        run(&mut world, (0.5 * slides / DT) as u32);
        let v = body(&world, 4).velocity().x;
        assert!((v / (speed / 6.0) - 1.0).abs() < 0.1, "half way: {v}");
        run(&mut world, 60);
        let ball = body(&world, 4);
        assert!((ball.velocity().x / (speed / 3.0) - 1.0).abs() < 0.01, "{:?}", ball.velocity());
        let rim = ball.velocity().x + 0.5 * ball.angular_velocity();
        assert!((rim / speed - 1.0).abs() < 0.01, "{rim}");
    }
}

/// A belt with a positive speed carries a box to the right and one with a negative speed to the left, whether
/// the belt or the box was added first.
#[test]
fn direction_of_a_belt_does_not_depend_on_the_order_of_colliders() {
    for belt_first in [true, false] {
        for speed in [2.0, -2.0] {
            let mut level = Level::new(WorldSettings::default());
            let belt = ColliderDef::new(Shape::rectangle(10.0, 0.25).unwrap()).surface_speed(speed);
            let load = ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap());
            let mut parts = [(BodyDef::fixed(), belt), (BodyDef::dynamic().position([0.0, 0.75]), load)];
            if !belt_first {
                parts.reverse();
            }
            for (body, collider) in parts {
                level.body_with(body, collider);
            }
            let (mut world, _) = World::load(&level).unwrap();
            run(&mut world, 120);
            let v = world.dynamic_bodies().next().unwrap().velocity().x;
            assert!((v - speed).abs() < 1e-3, "{belt_first}: {v}, belt {speed}");
        }
    }
}

/// A body that sleeps on a belt wakes when the belt begins to run. The surface speeds of a belt and of its
/// load add up, so opposite speeds cancel.
#[test]
fn belt_that_starts_wakes_its_load() {
    let level = Conveyor { speed: 0.0, ..Conveyor::default() }.level();
    let (mut world, _) = World::load(&level).unwrap();
    run(&mut world, 120);
    assert_eq!(world.stats().awake, 0);
    let belt = world.colliders().next().unwrap();
    let (id, mut material) = (belt.id(), belt.material());
    material.surface_speed = 1.0;
    world.collider_mut(id).unwrap().set_material(material).unwrap();
    run(&mut world, 60);
    assert!((body(&world, 3).velocity().x - 1.0).abs() < 1e-3);
    // If the surface of the load moves backwards as fast as the belt moves forwards, the load stays at its
    // place.
    let load = world.colliders().nth(3).unwrap();
    let (id, mut material) = (load.id(), load.material());
    material.surface_speed = -1.0;
    world.collider_mut(id).unwrap().set_material(material).unwrap();
    run(&mut world, 60);
    assert!(body(&world, 3).velocity().x.abs() < 1e-3);
}

/// A ball on a slope rests if its rolling resistance c is above the tangent of the slope. Otherwise it
/// accelerates by g (sin - c cos) / (1 + I / (m r^2)); at c = 0 that is two thirds of the acceleration of a
/// box without friction.
#[test]
fn balls_roll_beyond_the_angle_of_their_resistance() {
    let scene = RollingSlope::default();
    for mut world in with_both_solvers(&scene.level()) {
        let begun: Vec<_> = world.bodies().map(|body| body.pose().position).collect();
        run(&mut world, 90);
        let time = 90.0 * DT;
        for (i, resistance) in scene.resistances.into_iter().enumerate() {
            let way = (body(&world, 1 + i).pose().position - begun[1 + i]).norm();
            let gain = 10.0 * (scene.slope.sin() - resistance * scene.slope.cos()) / 1.5;
            let expected = 0.5 * gain.max(0.0) * time * time;
            // A ball that starts a rounding error above the slope falls freely for one step, g dt^2 = 2.8 mm.
            assert!((way - expected).abs() < 0.01 * expected + 0.003, "c {resistance}: {way}, {expected}");
        }
    }
}

/// A ball that rolls on a plane stops after v^2 / (2 a) with a = c g / (1 + I / (m r^2)), and falls asleep;
/// the contact uses the greater resistance of the two and the greater radius.
#[test]
fn rolling_resistance_stops_a_ball() {
    for (of_ball, of_ground) in [(0.05, 0.0), (0.02, 0.05)] {
        let mut level = Level::new(WorldSettings::default().gravity([0.0, -10.0]));
        let ground = ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap()).rolling_resistance(of_ground);
        level.body_with(BodyDef::fixed().position([0.0, -0.5]), ground);
        let ball = ColliderDef::new(Shape::circle(0.5).unwrap()).rolling_resistance(of_ball);
        let moving = BodyDef::dynamic().position([0.0, 0.5]).velocity([2.0, 0.0]).angular_velocity(-4.0);
        level.body_with(moving, ball);
        for mut world in with_both_solvers(&level) {
            run(&mut world, 600);
            let expected = 2.0 * 2.0 / (2.0 * 0.05 * 10.0 / 1.5);
            let way = body(&world, 1).pose().position.x;
            assert!((way / expected - 1.0).abs() < 0.02, "{way}, expected {expected}");
            assert_eq!(world.stats().awake, 0);
        }
    }
}
