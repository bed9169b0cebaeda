//! Laws of the friction joint and of the motor of a distance joint, with both solvers.

use geom::{Shape, Vec2};
use world::*;

const DT: f32 = 1.0 / 60.0;
const G: f32 = 9.81;

/// Worlds of both solvers with this gravity.
fn worlds(gravity: [f32; 2]) -> [World; 2] {
    let settings = WorldSettings::default().sleeping(false).gravity(gravity);
    [settings, WorldSettings { method: Method::Classic, ..settings }].map(World::new)
}

/// A box of 1 m x 1 m and 2 kg that collides with nothing.
fn add_box(world: &mut World, at: [f32; 2]) -> BodyId {
    let body = world.add_body(BodyDef::dynamic().position(at)).unwrap();
    let filter = Filter { mask: 0, ..Filter::default() };
    let shape = Shape::rectangle(0.5, 0.5).unwrap();
    world.add_collider(body, ColliderDef::new(shape).density(2.0).filter(filter)).unwrap();
    body
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
    }
}

/// Friction of the force F slows a body of mass m down at F / m, in every direction alike, and its rotation
/// at T / I; then the body rests and does not move back.
#[test]
fn friction_slows_a_body_down_at_the_force_over_the_mass_and_then_holds_it() {
    for velocity in [[3.0, 0.0], [-1.8, 2.4]] {
        for mut world in worlds([0.0, 0.0]) {
            let table = world.add_body(BodyDef::fixed()).unwrap();
            let puck = add_box(&mut world, [1.0, 2.0]);
            let inertia = world.body(puck).unwrap().mass_properties().inertia;
            let friction = FrictionJoint::new(0.2 * 2.0 * G, 1.5 * inertia);
            world.add_joint(JointDef::new(table, puck, friction)).unwrap();
            world.body_mut(puck).unwrap().set_velocity(velocity).unwrap().set_angular_velocity(4.0).unwrap();
            for step in 1..=200 {
                world.step(DT);
                let time = step as f32 * DT;
                let puck = world.body(puck).unwrap();
                let speed = (3.0 - 0.2 * G * time).max(0.0);
                assert!((puck.velocity().norm() - speed).abs() < 1e-4, "{:?} {speed}", puck.velocity());
                let spin = (4.0 - 1.5 * time).max(0.0);
                assert!((puck.angular_velocity() - spin).abs() < 1e-4, "{} {spin}", puck.angular_velocity());
            }
            // v^2 / 2 a, along the direction of the velocity; the sub-steps add up to h v / 2 more or less.
            let moved = world.body(puck).unwrap().center() - geom::Point::new(1.0, 2.0);
            let expected = Vec2::from(velocity) * (3.0 / (2.0 * 0.2 * G));
            assert!((moved - expected).norm() < 0.03, "{moved:?} {expected:?}");
        }
    }
}

/// A force below the greatest friction moves nothing; a greater one accelerates by the difference.
#[test]
fn friction_holds_against_a_smaller_force() {
    for (force, acceleration) in [(3.9, 0.0), (6.0, 1.0)] {
        for mut world in worlds([0.0, 0.0]) {
            let table = world.add_body(BodyDef::fixed()).unwrap();
            let puck = add_box(&mut world, [0.0, 0.0]);
            world.add_joint(JointDef::new(table, puck, FrictionJoint::new(4.0, 1.0))).unwrap();
            for _ in 0..120 {
                world.body_mut(puck).unwrap().apply_central_force([force, 0.0]).unwrap();
                world.step(DT);
            }
            let speed = world.body(puck).unwrap().velocity().x;
            assert!((speed - 2.0 * acceleration).abs() < 1e-3, "{speed}");
        }
    }
}

/// Two bodies that rub each other keep their momentum and end with one velocity.
#[test]
fn friction_between_two_bodies_keeps_their_momentum() {
    for mut world in worlds([0.0, 0.0]) {
        let [a, b] = [[0.0, 0.0], [0.3, 0.1]].map(|at| add_box(&mut world, at));
        world.body_mut(b).unwrap().set_velocity([2.0, 1.0]).unwrap().set_angular_velocity(3.0).unwrap();
        world.add_joint(JointDef::new(a, b, FrictionJoint::new(5.0, 0.5))).unwrap();
        let spin = |world: &World| -> f32 {
            world
                .dynamic_bodies()
                .map(|body| {
                    let properties = body.mass_properties();
                    properties.inertia * body.angular_velocity()
                        + properties.mass * geom::cross(body.center().coords, body.velocity())
                })
                .sum()
        };
        let before = spin(&world);
        run(&mut world, 30);
        let momentum: Vec2 =
            world.dynamic_bodies().map(|body| body.velocity() * body.mass_properties().mass).sum();
        assert!((momentum - Vec2::new(4.0, 2.0)).norm() < 1e-4, "{momentum:?}");
        // Each sub-step applies the impulse at B's centre where it is, so only rounding is lost.
        assert!((spin(&world) - before).abs() < 0.02 * before.abs(), "{} {before}", spin(&world));
        run(&mut world, 300);
        let [a, b] = [a, b].map(|id| world.body(id).unwrap());
        let slip = (a.velocity_at(b.center()) - b.velocity()).norm();
        // The bodies turn by w h after the velocities have been made equal.
        assert!(slip < 0.01, "{slip}");
        assert!((a.angular_velocity() - b.angular_velocity()).abs() < 1e-3);
    }
}

/// A puck on a turntable is carried round while friction can give w^2 r m, and slides off otherwise.
#[test]
fn turntable_carries_a_puck_as_long_as_friction_gives_the_centripetal_force() {
    for (max_force, is_carried) in [(20.0, true), (14.0, false)] {
        for mut world in worlds([0.0, 0.0]) {
            let table = world.add_body(BodyDef::kinematic().angular_velocity(2.0)).unwrap();
            let puck = add_box(&mut world, [2.0, 0.0]);
            world.body_mut(puck).unwrap().set_velocity([0.0, 4.0]).unwrap();
            // w^2 r m = 16 N
            let friction = FrictionJoint::new(max_force, f32::INFINITY);
            world.add_joint(JointDef::new(table, puck, friction)).unwrap();
            run(&mut world, 120);
            let radius = world.body(puck).unwrap().center().coords.norm();
            assert_eq!(radius < 2.3, is_carried, "{radius}");
        }
    }
}

/// A winch lifts its load at its speed with no more than its greatest force, which the lift-off needs, and
/// the weight afterwards.
#[test]
fn winch_lifts_a_load_at_its_speed_within_its_force() {
    for mut world in worlds([0.0, -G]) {
        let crane = world.add_body(BodyDef::fixed()).unwrap();
        let load = add_box(&mut world, [0.0, -6.0]);
        let weight = 2.0 * G;
        let winch = DistanceJoint::rope(6.0).limits(2.0, 6.0).motor(-0.8, 1.5 * weight);
        let winch = world.add_joint(JointDef::new(crane, load, winch)).unwrap();
        for step in 1..=120 {
            world.step(DT);
            let (force, _) = world.joint(winch).unwrap().reaction();
            assert!(force.norm() <= 1.5 * weight * 1.0001, "{force:?}");
            let speed = world.body(load).unwrap().velocity().y;
            // It speeds up with g / 2: half of the weight is left for that.
            let expected = (0.5 * G * step as f32 * DT).min(0.8);
            assert!((speed - expected).abs() < 0.01, "{speed} {expected} in step {step}");
        }
        let (force, _) = world.joint(winch).unwrap().reaction();
        assert!((force.y - weight).abs() < 0.01 * weight, "{force:?}");
        // The limit ends the motion.
        run(&mut world, 400);
        let load = world.body(load).unwrap();
        assert!((load.center().y + 2.0).abs() < 0.01 && load.velocity().norm() < 0.01, "{:?}", load.center());
    }
}

/// A winch that is too weak lets its load down, accelerated by the difference; a brake of speed zero holds
/// it.
#[test]
fn weak_winch_slips_and_a_strong_brake_holds() {
    for (share, speed, expected) in [(0.75, -1.0, -0.25 * G), (1.1, 0.0, 0.0)] {
        for mut world in worlds([0.0, -G]) {
            let crane = world.add_body(BodyDef::fixed()).unwrap();
            let load = add_box(&mut world, [0.0, -3.0]);
            let winch = DistanceJoint::new(3.0).motor(speed, share * 2.0 * G);
            let winch = world.add_joint(JointDef::new(crane, load, winch)).unwrap();
            run(&mut world, 60);
            let speed = world.body(load).unwrap().velocity().y;
            assert!((speed - expected).abs() < 0.01 * G, "{speed} {expected}");
            assert_eq!(world.joint(winch).unwrap().error(), 0.0, "no length is held");
        }
    }
}

/// A motor that is switched off leaves a rod again, which holds its own length.
#[test]
fn motor_that_is_switched_off_leaves_a_rod() {
    for mut world in worlds([0.0, -G]) {
        let crane = world.add_body(BodyDef::fixed()).unwrap();
        let load = add_box(&mut world, [0.0, -3.0]);
        let joint = world.add_joint(JointDef::new(crane, load, DistanceJoint::new(3.0))).unwrap();
        run(&mut world, 30);
        let change = |world: &mut World, change: fn(DistanceJoint) -> DistanceJoint| {
            world.joint_mut(joint).unwrap().change(change).unwrap();
        };
        change(&mut world, |winch| winch.motor(-1.0, 100.0));
        run(&mut world, 60);
        let y = world.body(load).unwrap().center().y;
        assert!((y + 2.0).abs() < 0.1, "{y}");
        change(&mut world, |rod| DistanceJoint { length: 2.0, ..rod.motor(0.0, 0.0) });
        run(&mut world, 60);
        let y = world.body(load).unwrap().center().y;
        assert!((y + 2.0).abs() < 0.01, "{y}");
    }
}

/// Bad numbers are named, and nothing is added.
#[test]
fn bad_numbers_are_named() {
    let [mut world, _] = worlds([0.0, 0.0]);
    let table = world.add_body(BodyDef::fixed()).unwrap();
    let puck = add_box(&mut world, [0.0, 0.0]);
    let kinds: [(JointKind, &str); 4] = [
        (FrictionJoint::new(-1.0, 1.0).into(), "max_force is -1: it must be not negative"),
        (FrictionJoint::new(1.0, f32::NAN).into(), "max_torque is NaN: it must be not negative"),
        (DistanceJoint::new(1.0).motor(f32::INFINITY, 1.0).into(), "motor_speed is inf: it must be finite"),
        (DistanceJoint::new(1.0).motor(1.0, -2.0).into(), "max_motor_force is -2: it must be not negative"),
    ];
    for (kind, message) in kinds {
        assert_eq!(world.add_joint(JointDef::new(table, puck, kind)).unwrap_err().to_string(), message);
    }
    let friction = world.add_joint(JointDef::new(table, puck, FrictionJoint::new(1.0, 1.0))).unwrap();
    let error = world.joint_mut(friction).unwrap().set_anchors([0.0, 0.0], [0.0, 0.0]).unwrap_err();
    let def = JointDef::new(table, puck, FrictionJoint::new(1.0, 1.0));
    assert_eq!(def.at_point(&world, [0.0, 0.0]).unwrap_err(), error);
    let message =
        "a friction joint has no anchors: it acts at the centre of mass of body B, so leave the points out";
    assert_eq!(error.to_string(), message);
    assert_eq!(world.stats().joints, 1);
}
