//! What moves does not fall asleep, however slow it is at the moment; what rests does.

use geom::{Point, Shape, Vec2};
use textbook::ClassicSettings;
use world::{
    BodyDef, BodyId, BodyRef, ColliderDef, DistanceJoint, FilterJoint, JointDef, RevoluteJoint, Snapshot,
    WeldJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// Worlds with this gravity downwards and without rolling resistance, one for each solver.
fn worlds(gravity: f32) -> [World; 2] {
    let settings = WorldSettings::default().gravity([0.0, -gravity]).rolling_resistance(0.0);
    [World::new(settings), World::new(settings.classic(ClassicSettings::default()))]
}

fn ball(radius: f32) -> ColliderDef {
    ColliderDef::new(Shape::circle(radius).unwrap())
}

fn square(half: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(half, half).unwrap())
}

fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, collider).unwrap();
    body
}

fn run(world: &mut World, seconds: f32) {
    for _ in 0..(seconds / DT).round() as u32 {
        world.step(DT);
    }
}

fn position(world: &World, body: BodyId) -> Point {
    world.body(body).unwrap().pose().position
}

fn is_awake(world: &World, body: BodyId) -> bool {
    world.body(body).unwrap().is_awake()
}

/// s: when the body falls asleep, if within that time.
fn asleep_after(world: &mut World, body: BodyId, seconds: f32) -> Option<f32> {
    let count = (seconds / DT).round() as u32;
    (1..=count)
        .find(|_| {
            world.step(DT);
            !is_awake(world, body)
        })
        .map(|step| step as f32 * DT)
}

/// A ball that is released falls a t^2 / 2, also where gravity takes minutes to make it as fast as the sleep
/// speed of 5 cm/s.
#[test]
fn released_ball_falls_under_the_weakest_gravity() {
    for gravity in [0.5, 0.15, 0.09, 0.02, 0.009, 1e-3, 1e-4] {
        for mut world in worlds(gravity) {
            let body = add(&mut world, BodyDef::dynamic(), ball(0.5));
            run(&mut world, 20.0);
            let fall = -position(&world, body).y / (0.5 * gravity * 400.0);
            assert!((fall - 1.0).abs() < 0.01 && is_awake(&world, body), "{gravity}: {fall} of the way");
        }
    }
}

/// A ball that is thrown upwards returns after 2 v / a, although it is slower than the sleep speed for 0.1 /
/// a at the top of its flight.
#[test]
fn thrown_ball_turns_round_at_the_top_of_its_flight() {
    for (speed, gravity) in [(0.3, 0.3), (0.3, 0.15), (0.2, 0.09), (0.06, 0.02), (0.04, 0.005)] {
        for mut world in worlds(gravity) {
            let body = add(&mut world, BodyDef::dynamic().velocity([0.0, speed]), ball(0.5));
            run(&mut world, 2.0 * speed / gravity);
            let height = 0.5 * speed * speed / gravity;
            let left = position(&world, body).y;
            assert!(
                left.abs() < 0.01 * height + speed * DT,
                "{speed} m/s, {gravity} m/s^2: still at {left} m"
            );
        }
    }
}

/// Two bodies that a joint or a contact connects fall like one.
#[test]
fn an_island_in_free_fall_does_not_sleep() {
    for mut world in worlds(0.01) {
        let a = add(&mut world, BodyDef::dynamic(), square(0.5));
        let b = add(&mut world, BodyDef::dynamic().position([1.0, 0.0]), square(0.5));
        let joint = WeldJoint::new().anchors([0.5, 0.0], [-0.5, 0.0]);
        world.add_joint(JointDef::new(a, b, joint)).unwrap();
        run(&mut world, 20.0);
        for body in [a, b] {
            let fall = -position(&world, body).y / 2.0;
            assert!((fall - 1.0).abs() < 0.01, "{fall} of the way");
        }
    }
}

/// A pendulum of 10 m that is never faster than the sleep speed keeps its period of 2 pi (l / g)^(1/2).
#[test]
fn slow_pendulum_keeps_swinging() {
    let (length, gravity) = (10.0_f32, 9.81_f32);
    let period = std::f32::consts::TAU * (length / gravity).sqrt();
    for amplitude in [0.1, 0.05, 0.03_f32] {
        for rod in [false, true] {
            let [mut world, _] = worlds(gravity);
            let fixed = world.add_body(BodyDef::fixed()).unwrap();
            let at = [amplitude, -(length * length - amplitude * amplitude).sqrt()];
            let body = add(&mut world, BodyDef::dynamic().position(at), ball(0.05));
            let joint = if rod {
                JointDef::new(fixed, body, DistanceJoint::new(length))
            } else {
                let to_pivot = [-at[0], -at[1]];
                JointDef::new(fixed, body, RevoluteJoint::new().anchors([0.0, 0.0], to_pivot))
            };
            world.add_joint(joint).unwrap();
            let (mut crossings, mut before) = (Vec::new(), amplitude);
            for step in 1..=3600 {
                world.step(DT);
                let now = position(&world, body).x;
                if before < 0.0 && now >= 0.0 {
                    crossings.push(DT * step as f32);
                }
                before = now;
            }
            let count = crossings.len();
            assert!(count >= 9, "{amplitude} m: {count} swings in a minute");
            let found = (crossings[count - 1] - crossings[0]) / (count - 1) as f32;
            assert!((found / period - 1.0).abs() < 0.01, "{amplitude} m: {found} s");
        }
    }
}

/// Without gravity a body that nothing touches keeps its momentum, below its sleep speed, too. At a tenth of
/// it, half a centimetre in a second, it may stop.
#[test]
fn drifting_body_keeps_its_momentum() {
    for mut world in worlds(0.0) {
        let drifting = add(&mut world, BodyDef::dynamic().velocity([0.04, 0.0]), ball(0.5));
        let turning = BodyDef::dynamic().position([0.0, 9.0]).angular_velocity(0.05);
        let turning = add(&mut world, turning, ball(0.5));
        let still = BodyDef::dynamic().position([0.0, -9.0]).velocity([0.004, 0.0]);
        let still = add(&mut world, still, ball(0.5));
        run(&mut world, 60.0);
        assert!((position(&world, drifting).x - 2.4).abs() < 1e-3);
        assert!((world.body(turning).unwrap().pose().rotation.angle() - 3.0).abs() < 1e-3);
        assert!(!is_awake(&world, still));
    }
}

/// On a slope below the angle of friction a box rests and sleeps; a ball without rolling resistance begins to
/// roll, with 2/3 g sin a.
#[test]
fn box_sleeps_on_a_slope_and_ball_rolls_off() {
    let gravity = 9.81;
    for angle in [0.005_f32, 0.05, 0.3] {
        let [mut world, _] = worlds(gravity);
        add(
            &mut world,
            BodyDef::fixed().angle(angle),
            ColliderDef::new(Shape::rectangle(50.0, 1.0).unwrap()),
        );
        let normal = Vec2::new(-angle.sin(), angle.cos());
        let along = Vec2::new(angle.cos(), angle.sin());
        let at = |x: f32, above: f32| Point::origin() + along * x + normal * (1.0 + above);
        let crate_ = add(&mut world, BodyDef::dynamic().position(at(0.0, 0.5)).angle(angle), square(0.5));
        let rolling = add(&mut world, BodyDef::dynamic().position(at(20.0, 0.5)), ball(0.5));
        let slept = asleep_after(&mut world, crate_, 3.0);
        assert!(slept.is_some(), "{angle} rad: the box is awake");
        assert!((position(&world, crate_) - at(0.0, 0.5)).norm() < 0.01);
        let seconds = 3.0 - slept.unwrap();
        run(&mut world, seconds);
        let rolled = (at(20.0, 0.5) - position(&world, rolling)).dot(&along);
        let share = rolled / (0.5 * 2.0 / 3.0 * gravity * angle.sin() * 9.0);
        assert!((share - 1.0).abs() < 0.03, "{angle} rad: {share} of the way");
    }
}

/// A box on a kinematic platform is carried while the platform creeps, and sleeps when it stands.
#[test]
fn creeping_platform_carries_its_load() {
    for mut world in worlds(9.81) {
        let platform = BodyDef::kinematic().velocity([0.01, 0.0]);
        let platform = add(&mut world, platform, ColliderDef::new(Shape::rectangle(5.0, 0.5).unwrap()));
        let load = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), square(0.5));
        run(&mut world, 20.0);
        let way = position(&world, load).x;
        assert!((way - 0.2).abs() < 0.01 && is_awake(&world, load), "carried by {way} m");
        world.body_mut(platform).unwrap().set_velocity([0.0, 0.0]).unwrap();
        assert!(asleep_after(&mut world, load, 2.0).is_some());
    }
}

/// A motor of 0.02 rad/s turns its arm on the ground and in the air; the arm sleeps once a limit stops it,
/// and an arm that a brake holds sleeps.
#[test]
fn slow_motor_turns_until_a_limit_stops_it() {
    for (speed, limit, turned) in [(0.02, 1.0, 0.4), (0.02, 0.1, 0.1), (0.0, 1.0, 0.0)] {
        for gravity in [0.0, 9.81] {
            let [mut world, _] = worlds(gravity);
            let fixed = world.add_body(BodyDef::fixed()).unwrap();
            let arm = ColliderDef::new(Shape::rectangle(1.0, 0.1).unwrap());
            let arm = add(&mut world, BodyDef::dynamic().position([1.0, 0.0]), arm);
            let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [-1.0, 0.0]);
            let hinge = hinge.motor(speed, 50.0).limits(-limit, limit);
            world.add_joint(JointDef::new(fixed, arm, hinge)).unwrap();
            run(&mut world, 20.0);
            let angle = world.body(arm).unwrap().pose().rotation.angle();
            assert!((angle - turned).abs() < 0.01, "{speed} rad/s to {limit} rad: {angle} rad");
            assert_eq!(is_awake(&world, arm), speed > 0.0 && turned < limit, "{speed} rad/s to {limit} rad");
        }
    }
}

/// A belt of 2 cm/s carries a box; the box sleeps where a wall stops it.
#[test]
fn slow_belt_carries_a_box_until_a_wall_stops_it() {
    let [mut world, _] = worlds(9.81);
    let belt = ColliderDef::new(Shape::rectangle(10.0, 0.5).unwrap()).surface_speed(0.02);
    add(&mut world, BodyDef::fixed(), belt);
    let body = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), square(0.5));
    run(&mut world, 20.0);
    let way = position(&world, body).x;
    assert!((way - 0.4).abs() < 0.01 && is_awake(&world, body), "carried by {way} m");
    add(&mut world, BodyDef::fixed().position([way + 1.1, 1.0]), square(0.5));
    run(&mut world, 10.0);
    assert!(!is_awake(&world, body), "{}", world.body(body).unwrap().velocity());
}

/// Forces that cancel the weight hold a body like ground does: a floating body sleeps. With 2 in a
/// thousand less it sinks.
#[test]
fn floating_body_sleeps_and_sinking_body_does_not() {
    for (lift, sleeps) in [(1.0, true), (0.99999, true), (0.998, false)] {
        let [mut world, _] = worlds(9.81);
        let body = add(&mut world, BodyDef::dynamic(), square(0.5));
        let weight = world.body(body).unwrap().mass_properties().mass * 9.81;
        for _ in 0..60 {
            world.body_mut(body).unwrap().apply_ambient_force([0.0, lift * weight], 0.0).unwrap();
            world.step(DT);
        }
        assert_eq!(is_awake(&world, body), !sleeps, "{lift}");
    }
}

/// Stacks and heaps sleep soon after they have come to rest, a hanging chain when its swings have died away.
#[test]
fn stacks_still_fall_asleep() {
    let [mut world, _] = worlds(9.81);
    add(
        &mut world,
        BodyDef::fixed().position([0.0, -0.5]),
        ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap()),
    );
    let mut top = None;
    for i in 0..10 {
        top = Some(add(&mut world, BodyDef::dynamic().position([0.0, 0.5 + i as f32]), square(0.5)));
    }
    let slept = asleep_after(&mut world, top.unwrap(), 3.0);
    assert!(slept.is_some(), "the stack is awake");
}

/// With the default rolling resistance c a ball of speed v rolls on level ground for 3 v / (2 c g) and as far
/// as 3 v^2 / (4 c g), and sleeps; with zero it keeps its speed.
#[test]
fn ball_rolls_to_rest_on_level_ground() {
    let (speed, gravity) = (1.0, 9.81);
    for (classic, resistance) in [(false, 0.01), (true, 0.01), (false, 0.0), (true, 0.0)] {
        let settings = WorldSettings::default().gravity([0.0, -gravity]);
        assert_eq!(settings.rolling_resistance, 0.01, "the default");
        let settings = settings.rolling_resistance(resistance);
        let settings = if classic { settings.classic(ClassicSettings::default()) } else { settings };
        let mut world = World::new(settings);
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(40.0, 1.0).unwrap()));
        let def =
            BodyDef::dynamic().position([-10.0, 1.5]).velocity([speed, 0.0]).angular_velocity(-speed / 0.5);
        let body = add(&mut world, def, ball(0.5));
        run(&mut world, 18.0);
        let way = position(&world, body).x + 10.0;
        let expected =
            if resistance > 0.0 { 0.75 * speed * speed / (resistance * gravity) } else { 18.0 * speed };
        assert!(
            (way / expected - 1.0).abs() < 0.03,
            "classic: {classic}, {resistance}: {way} m, not {expected} m"
        );
        assert_eq!(is_awake(&world, body), resistance == 0.0);
    }
}

/// A filter joint transmits nothing, so a box falls asleep beside one that is driven back and forth, stays
/// asleep, and wakes without waking the other; also in a world from a level or a snapshot.
#[test]
fn filter_joint_keeps_nothing_awake() {
    for source in ["made", "level", "snapshot"] {
        let mut world = World::new(WorldSettings::default());
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(40.0, 1.0).unwrap()));
        let [still, driven] =
            [0.0, 1.0].map(|x| add(&mut world, BodyDef::dynamic().position([x, 1.5]), square(0.5)));
        world.add_joint(JointDef::new(still, driven, FilterJoint)).unwrap();
        let mut world = match source {
            "level" => World::load(&world.to_level()).unwrap().0,
            "snapshot" => {
                let mut snapshot = Snapshot::default();
                world.save(&mut snapshot);
                let mut other = World::default();
                other.restore(&Snapshot::from_bytes(&snapshot.to_bytes().unwrap()).unwrap()).unwrap();
                other
            }
            _ => world,
        };
        let bodies: Vec<BodyId> = world.bodies().map(BodyRef::id).collect();
        let [_, still, driven] = bodies[..] else { panic!("three bodies") };
        for step in 0..120 {
            let speed = if step % 20 < 10 { 0.5 } else { -0.5 };
            world.body_mut(driven).unwrap().set_velocity([speed, 0.0]).unwrap();
            world.step(DT);
            world.validate().unwrap();
        }
        assert!(!is_awake(&world, still) && is_awake(&world, driven), "{source}");
        world.body_mut(driven).unwrap().sleep();
        world.body_mut(still).unwrap().wake();
        assert!(is_awake(&world, still) && !is_awake(&world, driven), "{source}");
        world.validate().unwrap();
        // Without the joint the boxes may touch again, which concerns both.
        let joint = world.joints().next().unwrap().id();
        world.joint_mut(joint).unwrap().set_enabled(false);
        assert!(is_awake(&world, driven), "{source}");
        world.step(DT);
        world.validate().unwrap();
        let touched = world.body(still).unwrap().contacts().filter_map(|contact| contact.other(still));
        assert_eq!(touched.filter(|other| other.body().id() == driven).count(), 1, "{source}");
    }
}
