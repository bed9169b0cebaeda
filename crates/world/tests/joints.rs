//! The laws of motors and limits of revolute joints, with both solvers, and of rods and chains.

use geom::Shape;
use solver::DirectJoints;
use std::f32::consts::PI;
use world::*;

const DT: f32 = 1.0 / 60.0;

/// Joints solved directly, by sweeps, and by the classic solver.
fn solvers() -> [WorldSettings; 3] {
    let soft = WorldSettings::default().gravity([0.0, 0.0]).sleeping(false);
    let sweeps = soft.direct_joints(DirectJoints::Off);
    [soft, sweeps, WorldSettings { method: Method::Classic, ..soft }]
}

/// A static body, and a bar of 2 m x 0.2 m that turns about its centre on it.
fn turntable(settings: WorldSettings, with: impl Fn(RevoluteJoint) -> RevoluteJoint) -> (World, BodyId) {
    let mut world = World::new(settings);
    let base = world.add_body(BodyDef::fixed()).unwrap();
    let bar = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(bar, ColliderDef::new(geom::Shape::rectangle(1.0, 0.1).unwrap())).unwrap();
    world.add_joint(JointDef::new(base, bar, with(RevoluteJoint::new()))).unwrap();
    (world, bar)
}

fn angle(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().pose().rotation.angle()
}

fn speed(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().angular_velocity()
}

/// A motor without a greatest torque reaches its speed in the first step and keeps it, in both directions.
#[test]
fn unlimited_motor_turns_at_its_speed_from_the_first_step() {
    for settings in solvers() {
        for wanted in [5.0, -0.4] {
            let (mut world, bar) = turntable(settings, |joint| joint.motor(wanted, f32::INFINITY));
            for _ in 0..120 {
                world.step(DT);
                assert!((speed(&world, bar) - wanted).abs() < 1e-4 * wanted.abs(), "{}", speed(&world, bar));
            }
        }
    }
}

/// With a greatest torque T the speed after t seconds is t T / I, until it is the speed of the motor.
#[test]
fn limited_motor_accelerates_with_its_greatest_torque() {
    for settings in solvers() {
        let (mut world, bar) = turntable(settings, |joint| joint.motor(3.0, 0.1));
        let inertia = world.body(bar).unwrap().mass_properties().inertia;
        for step in 1..=240 {
            world.step(DT);
            let expected = (step as f32 * DT * 0.1 / inertia).min(3.0);
            assert!((speed(&world, bar) - expected).abs() < 1e-3, "{step}: {}", speed(&world, bar));
        }
    }
}

/// Between two free bodies a motor changes neither momentum nor angular momentum.
#[test]
fn motor_between_free_bodies_keeps_angular_momentum() {
    for settings in solvers() {
        let mut world = World::new(settings);
        let [a, b] = [[1.0, 0.1], [0.3, 0.2]].map(|[width, height]| {
            let body = world.add_body(BodyDef::dynamic()).unwrap();
            let shape = geom::Shape::rectangle(width, height).unwrap();
            world.add_collider(body, ColliderDef::new(shape)).unwrap();
            body
        });
        world.add_joint(JointDef::new(a, b, RevoluteJoint::new().motor(2.0, 5.0))).unwrap();
        for _ in 0..60 {
            world.step(DT);
        }
        assert!((speed(&world, b) - speed(&world, a) - 2.0).abs() < 1e-3);
        let momentum = |body| world.body(body).unwrap().mass_properties().inertia * speed(&world, body);
        assert!((momentum(a) + momentum(b)).abs() < 1e-4);
    }
}

/// A bar stops at its limit, passes it by at most 0.02 rad, and can turn back.
#[test]
fn limit_stops_a_turning_bar_and_lets_it_turn_back() {
    for settings in solvers() {
        for direction in [1.0, -1.0] {
            let limits = |joint: RevoluteJoint| joint.limits(-0.5, 0.7);
            let (mut world, bar) = turntable(settings, limits);
            world.body_mut(bar).unwrap().set_angular_velocity(4.0 * direction).unwrap();
            for _ in 0..120 {
                world.step(DT);
                assert!((-0.52..0.72).contains(&angle(&world, bar)), "{}", angle(&world, bar));
            }
            // The limits of the classic solver act only once they are passed, and leave a rest of the error.
            let reached = if direction > 0.0 { 0.7 } else { -0.5 };
            assert!((angle(&world, bar) - reached).abs() < 0.02, "{}", angle(&world, bar));
            world.body_mut(bar).unwrap().set_angular_velocity(-0.3 * direction).unwrap();
            world.step(DT);
            assert!((speed(&world, bar) + 0.3 * direction).abs() < 1e-3, "{}", speed(&world, bar));
        }
    }
}

/// A limit of 7 pi stops a motor after three and a half turns: the angle of a joint counts whole turns.
#[test]
fn limit_beyond_one_turn_stops_a_motor_after_that_many_turns() {
    for settings in solvers() {
        let (mut world, bar) = turntable(settings, |joint| joint.limits(0.0, 7.0 * PI).motor(6.0, 2.0));
        let (mut turned, mut before) = (0.0, angle(&world, bar));
        for _ in 0..600 {
            world.step(DT);
            let now = angle(&world, bar);
            turned += (now - before).rem_euclid(2.0 * PI);
            before = now;
            // A bar that is pushed back a little looks as if it had turned forward by nearly a whole turn.
            turned -= if turned > 8.0 * PI { 2.0 * PI } else { 0.0 };
        }
        assert!((turned - 7.0 * PI).abs() < 0.02, "{turned}");
        assert!(speed(&world, bar).abs() < 0.01, "{}", speed(&world, bar));
    }
}

/// Limits are measured from the reference angle, and two equal limits hold the angle.
#[test]
fn equal_limits_hold_the_angle_measured_from_the_reference_angle() {
    for settings in solvers() {
        let weld = |joint: RevoluteJoint| joint.reference_angle(0.25).limits(-0.25, -0.25);
        let (mut world, bar) = turntable(settings, weld);
        world.body_mut(bar).unwrap().set_angular_velocity(3.0).unwrap();
        for _ in 0..60 {
            world.step(DT);
        }
        assert!(angle(&world, bar).abs() < 0.01, "{}", angle(&world, bar));
    }
}

/// A ball that swings on a rod for ten seconds keeps its energy to 1%: the error that a symplectic method
/// makes at this frequency with sub-steps of 1/240 s, and which does not grow. With a direction of the rod
/// that is kept for a whole step, the energy grows by 10 to 30%.
#[test]
fn pendulum_on_a_rod_keeps_its_energy() {
    for angle in [0.3_f32, 0.8] {
        let mut world = World::new(WorldSettings::default().sleeping(false));
        let hook = world.add_body(BodyDef::fixed()).unwrap();
        let start = geom::Rot::from_angle(angle) * geom::Vec2::new(0.0, -2.0);
        let bob = world.add_body(BodyDef::dynamic().position([start.x, start.y])).unwrap();
        world.add_collider(bob, ColliderDef::new(geom::Shape::circle(0.25).unwrap())).unwrap();
        world.add_joint(JointDef::new(hook, bob, DistanceJoint::new(2.0))).unwrap();
        let drop = 9.81 * 2.0 * (1.0 - angle.cos());
        for _ in 0..600 {
            world.step(DT);
            let body = world.body(bob).unwrap();
            let kinetic = body.kinetic_energy() / body.mass_properties().mass;
            let energy = kinetic + 9.81 * (body.pose().position.y + 2.0);
            assert!((energy / drop - 1.0).abs() < 0.01, "{}", energy / drop);
        }
    }
}

#[test]
fn invalid_motor_or_limit_error_names_field_and_value() {
    let mut world = World::new(WorldSettings::default());
    let [a, b] = [(); 2].map(|()| world.add_body(BodyDef::dynamic()).unwrap());
    let joint = RevoluteJoint::new();
    for (def, message) in [
        (joint.limits(1.0, 0.0), "limits are 1 and 0: the lower one must not be above the upper one, "),
        (
            joint.limits(0.0, f32::NAN),
            "limits are 0 and NaN: the lower one must not be above the upper one, ",
        ),
        (joint.motor(f32::NAN, 1.0), "motor_speed is NaN: it must be finite"),
        (joint.motor(1.0, -1.0), "max_motor_torque is -1: it must be not negative"),
        (joint.reference_angle(f32::INFINITY), "reference_angle is inf: it must be from -1e18 to 1e18"),
    ] {
        let error = world.add_joint(JointDef::new(a, b, def)).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// A chain of thirty links with a ball of 10,000 times the mass of a link swings down from level. The soft
/// joints open by metres, but the chain gains no energy: extra inertia keeps the geometric stiffness of its
/// tension stable.
#[test]
fn chain_under_10000_times_its_mass_does_not_gain_energy() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, -10.0]).sleeping(false));
    let no_contact = Filter { mask: 0, ..Filter::default() };
    let mut last = world.add_body(BodyDef::fixed()).unwrap();
    let mut joints = Vec::new();
    for i in 0..=30 {
        let ball = i == 30;
        let reach = if ball { 1.0 } else { 0.5 };
        let shape = if ball { Shape::circle(1.0) } else { Shape::rectangle(0.5, 0.125) }.unwrap();
        // A ball of area pi m^2 and a mass of 2500 kg, under links of 0.25 kg.
        let density = if ball { 2500.0 / PI } else { 1.0 };
        let x = i as f32 + reach;
        let body = world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap();
        world.add_collider(body, ColliderDef::new(shape).density(density).filter(no_contact)).unwrap();
        let anchor = if i == 0 { [0.0, 0.0] } else { [0.5, 0.0] };
        let pin = RevoluteJoint::new().anchors(anchor, [-reach, 0.0]);
        joints.push(world.add_joint(JointDef::new(last, body, pin)).unwrap());
        last = body;
    }
    let before = world.kinetic_energy();
    let mut peak = 0.0_f32;
    for _ in 0..600 {
        world.step(1.0 / 60.0);
        peak = joints.iter().map(|id| world.joint(*id).unwrap().error()).fold(peak, f32::max);
        // The kinetic energy is at most the work of gravity, with 5% for the energy of the joints.
        let fallen = -f64::from(world.body(last).unwrap().center().y);
        let gained = world.kinetic_energy() - before;
        assert!(gained < 1.05 * 2501.0 * 10.0 * fallen.max(1.0), "{gained} J after a fall of {fallen} m");
    }
    // The joints are soft and may open by a fifth of the length of the chain, but not without bound.
    assert!(peak < 6.0, "{peak} m");
}

/// What holds a damped body at rest, a contact, a rod or a pin, bears its weight to a ten-thousandth up to
/// the damping 1 / h, h the sub-step, and the body falls at g / c.
#[test]
fn what_holds_a_damped_body_bears_its_weight() {
    for (damping, substeps, rate) in
        [(0.0, 4, 60), (1.0, 4, 60), (10.0, 1, 30), (50.0, 4, 60), (400.0, 8, 120)]
    {
        for direct in [DirectJoints::Off, DirectJoints::Loaded] {
            let dt = 1.0 / rate as f32;
            let mut world =
                World::new(WorldSettings::default().sleeping(false).substeps(substeps).direct_joints(direct));
            let ground = world.add_body(BodyDef::fixed()).unwrap();
            world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap())).unwrap();
            let mut add = |x: f32, y: f32| {
                let def = BodyDef::dynamic().position([x, y]).damping(damping, damping);
                let body = world.add_body(def).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
                body
            };
            let [stands, hangs, turns, falls] =
                [(0.0, 1.0), (5.0, 3.0), (9.0, 3.0), (-100.0, 90.0)].map(|(x, y)| add(x, y));
            let rod = JointDef::new(ground, hangs, DistanceJoint::new(1.0).anchors([5.0, 4.0], [0.0, 0.0]));
            let rod = world.add_joint(rod).unwrap();
            let pin = RevoluteJoint::new().anchors([9.0, 4.0], [0.0, 1.0]);
            let pin = world.add_joint(JointDef::new(ground, turns, pin)).unwrap();
            for _ in 0..3 * rate {
                world.step(dt);
            }
            let weight = world.body(stands).unwrap().mass_properties().mass * 9.81;
            let contact =
                world.body(stands).unwrap().contacts().map(ContactRef::step_impulse).sum::<f32>() / dt;
            let of = |joint| world.joint(joint).unwrap().reaction().0.y;
            for (what, force) in [("contact", contact), ("rod", of(rod)), ("pin", of(pin))] {
                let share = force / weight;
                assert!(
                    (share - 1.0).abs() < 1e-4,
                    "{what}, damping {damping}, {direct:?}: {share} of the weight"
                );
            }
            let speed = -world.body(falls).unwrap().velocity().y;
            assert!(
                damping < 2.0 || (speed * damping / 9.81 - 1.0).abs() < 5e-3,
                "damping {damping}: {speed} m/s"
            );
        }
    }
}
