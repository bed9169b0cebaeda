//! Laws of the ratchet joint, with both solvers.

use geom::Shape;
use std::f32::consts::{PI, TAU};
use world::*;

const DT: f32 = 1.0 / 60.0;

/// A wheel of 1 kg m^2 on an axle, and its ratchet, in worlds of both solvers without gravity.
fn wheels(ratchet: RatchetJoint, angle: f32) -> [(World, BodyId, JointId); 2] {
    [Method::default(), Method::Classic].map(|method| {
        let settings = WorldSettings::default().gravity([0.0, 0.0]).sleeping(false);
        let mut world = World::new(WorldSettings { method, ..settings });
        let frame = world.add_body(BodyDef::fixed().angle(0.3)).unwrap();
        let wheel = world.add_body(BodyDef::dynamic().angle(0.3 + angle)).unwrap();
        // I = m r^2 / 2.
        let disc = ColliderDef::new(Shape::circle(1.0).unwrap()).density(2.0 / PI);
        world.add_collider(wheel, disc).unwrap();
        world.add_joint(JointDef::new(frame, wheel, RevoluteJoint::new())).unwrap();
        let joint = world.add_joint(JointDef::new(frame, wheel, ratchet)).unwrap();
        (world, wheel, joint)
    })
}

/// Turns the wheel by a torque until `steps` have passed.
fn turn(world: &mut World, wheel: BodyId, torque: f32, steps: u32) {
    for _ in 0..steps {
        world.body_mut(wheel).unwrap().apply_torque(torque).unwrap();
        world.step(DT);
    }
}

fn angle(world: &World, joint: JointId) -> f32 {
    world.joint(joint).unwrap().counted_angle()
}

/// A shaft that is driven to and fro by angles that are no multiples of a click keeps all the clicks that it
/// has passed, and falls back to the last one each time, in both directions and for clicks of any size.
#[test]
fn shaft_driven_to_and_fro_gains_whole_clicks() {
    for (click, phase) in [(0.5_f32, 0.0_f32), (-0.5, 0.2), (0.01, -7.3), (2.0, 1.0), (-9.0, 100.0)] {
        for (mut world, wheel, joint) in wheels(RatchetJoint::new(click).phase(phase), 0.1) {
            let way = click.signum();
            let clicks = |angle: f32| (f64::from(angle - phase) / f64::from(click) + 1e-2).floor();
            let mut held = clicks(angle(&world, joint));
            for round in 0..12 {
                // Forward by up to some turns, so that whole turns are counted.
                turn(&mut world, wheel, way * (3.0 + round as f32), 40);
                let reached = clicks(angle(&world, joint));
                assert!(reached >= held, "{click} {round}");
                held = reached;
                // Stopped, so that no further click is passed, and back with a torque of 6 N m for long.
                world.body_mut(wheel).unwrap().set_angular_velocity(0.0).unwrap();
                turn(&mut world, wheel, -6.0 * way, 400);
                let now = angle(&world, joint);
                let expected = f64::from(phase) + held * f64::from(click);
                assert!((f64::from(now) - expected).abs() < 2e-3, "{click}, round {round}: {now} {expected}");
                let spin = world.body(wheel).unwrap().angular_velocity();
                assert!(spin.abs() < 1e-3, "{spin}");
                // What holds it is the torque on it, the other way.
                let (_, torque) = world.joint(joint).unwrap().reaction();
                assert!((torque - 6.0 * way).abs() < 0.05, "{torque}");
            }
            assert!(held >= 3.0, "{held} clicks of {click}");
        }
    }
}

/// Forward the joint exerts nothing: after a torque T for a time t the wheel turns at T t / I.
#[test]
fn wheel_turns_freely_forward() {
    for click in [0.3, -0.3] {
        for (mut world, wheel, joint) in wheels(RatchetJoint::new(click), 0.0) {
            turn(&mut world, wheel, click.signum() * 2.0, 120);
            let spin = world.body(wheel).unwrap().angular_velocity();
            assert!((spin - click.signum() * 4.0).abs() < 1e-4, "{spin}");
            assert_eq!(world.joint(joint).unwrap().reaction().1, 0.0);
        }
    }
}

/// A joint that begins at a click holds that one, although the angle of the bodies is rounded; one that
/// begins between two holds the one behind it.
#[test]
fn ratchet_begins_at_the_click_behind_it() {
    for k in -40..40 {
        let click = TAU / 24.0;
        let ratchet = RatchetJoint::new(click).phase(0.05);
        for (share, expected) in [(0.0, 0.0), (0.4, 0.0), (0.98, 0.0)] {
            let start = 0.05 + (k as f32 + share) * click;
            for (mut world, wheel, joint) in wheels(ratchet.start_angle(start), start) {
                turn(&mut world, wheel, -1.0, 300);
                let held = 0.05 + (k as f32 + expected) * click;
                let found = angle(&world, joint);
                assert!((found - held).abs() < 1e-3, "{k} {share}: {found} {held}");
            }
        }
    }
}

/// After 1,600 turns the teeth are where they were.
#[test]
fn clicks_do_not_drift() {
    let click = TAU / 10.0;
    let ratchet = RatchetJoint::new(click);
    for (mut world, wheel, joint) in wheels(ratchet, 0.0) {
        world.body_mut(wheel).unwrap().set_angular_velocity(150.0).unwrap();
        for _ in 0..4_000 {
            world.step(DT);
        }
        world.body_mut(wheel).unwrap().set_angular_velocity(0.0).unwrap();
        turn(&mut world, wheel, -1.0, 300);
        let tooth = f64::from(world.joint(joint).unwrap().angle()) / f64::from(click);
        // The turns of the wheel times the rounding of 2 pi / 10.
        assert!((tooth - tooth.round()).abs() < 5e-3, "{tooth}");
        assert!(angle(&world, joint) > 9_000.0);
    }
}

/// A lever that swings to and fro drives a wheel forward: the wrench, with a ratchet between two bodies that
/// turn and one between the wheel and the frame.
#[test]
fn two_ratchets_turn_a_swing_into_a_rotation() {
    for (mut world, wheel, held) in wheels(RatchetJoint::new(0.05), 0.0) {
        let lever = world.add_body(BodyDef::kinematic()).unwrap();
        let drive = world.add_joint(JointDef::new(lever, wheel, RatchetJoint::new(0.05))).unwrap();
        let mut swings = Vec::new();
        for step in 0..600 {
            // 0.3 rad to and fro in 1 s.
            let spin = 0.3 * PI * (step as f32 * DT * TAU).cos();
            world.body_mut(lever).unwrap().set_angular_velocity(spin).unwrap();
            // More than the lever slows down with, so that the wheel does not run ahead.
            world.body_mut(wheel).unwrap().apply_torque(-12.0).unwrap();
            world.step(DT);
            if step % 60 == 59 {
                swings.push(angle(&world, held));
            }
        }
        assert!(world.joint(drive).is_ok());
        for pair in swings.windows(2) {
            // The swing has 0.3 rad from end to end, up to a click of each of both joints.
            let way = pair[1] - pair[0];
            assert!((0.19..=0.31).contains(&way), "{swings:?}");
        }
    }
}

/// The click is state: a snapshot, its bytes and a recording go on with it, with the same bits.
#[test]
fn click_is_kept_by_snapshots_and_recordings() {
    let [(mut world, wheel, joint), _] = wheels(RatchetJoint::new(0.7).phase(0.1), 0.0);
    world.start_recording();
    turn(&mut world, wheel, 5.0, 100);
    let mut saved = Snapshot::default();
    world.save(&mut saved);
    let bytes = saved.to_bytes().unwrap();
    let go_on = |world: &mut World| {
        world.body_mut(wheel).unwrap().set_angular_velocity(0.0).unwrap();
        turn(world, wheel, -3.0, 300);
        (world.full_hash(), angle(world, joint))
    };
    let first = go_on(&mut world);
    let recording = world.stop_recording().unwrap();
    world.restore(&saved).unwrap();
    assert_eq!(go_on(&mut world), first);
    world.restore(&Snapshot::from_bytes(bytes.as_ref()).unwrap()).unwrap();
    assert_eq!(go_on(&mut world), first);
    assert!(recording.check().is_ok());
    // At a click after several turns.
    let clicks = (first.1 - 0.1) / 0.7;
    assert!(first.1 > TAU && (clicks - clicks.round()).abs() < 3e-3, "{first:?}");
}

/// A level keeps the turns, and so which click holds, also where clicks are no part of a turn.
#[test]
fn level_of_a_world_keeps_the_click() {
    let [(mut world, wheel, joint), _] = wheels(RatchetJoint::new(1.0).phase(0.25), 0.0);
    turn(&mut world, wheel, 5.0, 120);
    world.body_mut(wheel).unwrap().set_angular_velocity(0.0).unwrap();
    let (mut again, ids) = World::load(&world.to_level()).unwrap();
    let held = |world: &mut World, wheel: BodyId, joint: JointId| {
        turn(world, wheel, -3.0, 300);
        angle(world, joint)
    };
    let found = held(&mut again, ids.bodies[1], ids.joints[1]);
    let expected = held(&mut world, wheel, joint);
    assert!((found - expected).abs() < 1e-4 && found > TAU, "{found} {expected}");
}

/// Other clicks begin at the angle that the joint has: the pawl falls behind the last one before it.
#[test]
fn changed_ratchet_holds_the_last_of_its_new_clicks() {
    for (mut world, wheel, joint) in wheels(RatchetJoint::new(0.5), 0.0) {
        turn(&mut world, wheel, 5.0, 120);
        world.body_mut(wheel).unwrap().set_angular_velocity(0.0).unwrap();
        let now = angle(&world, joint);
        world
            .joint_mut(joint)
            .unwrap()
            .change(|ratchet: RatchetJoint| RatchetJoint { ratchet: 0.3, ..ratchet })
            .unwrap();
        turn(&mut world, wheel, -3.0, 300);
        let expected = (now / 0.3).floor() * 0.3;
        assert!((angle(&world, joint) - expected).abs() < 1e-3, "{now} {expected}");
        // And the other way round it is the next one.
        let now = angle(&world, joint);
        world
            .joint_mut(joint)
            .unwrap()
            .change(|ratchet: RatchetJoint| RatchetJoint { ratchet: -2.0, ..ratchet })
            .unwrap();
        turn(&mut world, wheel, 3.0, 300);
        let expected = (now / 2.0).ceil() * 2.0;
        assert!((angle(&world, joint) - expected).abs() < 1e-3, "{now} {expected}");
    }
}

#[test]
fn ratchet_refuses_clicks_of_no_size() {
    let [(mut world, wheel, joint), _] = wheels(RatchetJoint::default(), 0.0);
    let frame = world.joint(joint).unwrap().bodies()[0].id();
    for (ratchet, message) in [
        (RatchetJoint::new(0.0), "ratchet is 0: it must be from 1e-4 to 1e4, or negative"),
        (RatchetJoint::new(f32::NAN), "ratchet is NaN: it must be from 1e-4 to 1e4, or negative"),
        (RatchetJoint::new(-1e5), "ratchet is -100000: it must be from 1e-4 to 1e4, or negative"),
        (RatchetJoint::new(1.0).phase(f32::INFINITY), "phase is inf: it must be from -1e18 to 1e18"),
        (RatchetJoint::new(1.0).start_angle(f32::NAN), "start_angle is NaN: it must be from -1e18 to 1e18"),
    ] {
        let error = world.add_joint(JointDef::new(frame, wheel, ratchet)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    // Numbers at the ends of their ranges make no step panic, and nothing that is not finite.
    for ratchet in [RatchetJoint::new(1e-4).phase(1e18), RatchetJoint::new(-1e4).start_angle(1e18)] {
        world.add_joint(JointDef::new(frame, wheel, ratchet)).unwrap();
        turn(&mut world, wheel, 1.0, 20);
        assert!(world.body(wheel).unwrap().pose().is_finite());
    }
}
