//! Limits and motors of joints: a limit is kept at any speed, at both ends, and reached from anywhere; a
//! motor never pushes through one.

use geom::Shape;
use world::solver::DirectJoints;
use world::{
    BodyDef, BodyId, ColliderDef, DistanceJoint, JointDef, JointId, JointKind, Level, Method, PrismaticJoint,
    Recording, RevoluteJoint, Snapshot, WheelJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

/// The solvers that know limits.
fn solvers() -> [(&'static str, WorldSettings); 4] {
    let weightless = WorldSettings::default().gravity([0.0, 0.0]);
    let direct = |direct_joints| {
        let mut settings = weightless;
        settings.solver.direct_joints = direct_joints;
        settings
    };
    [
        ("sweeps", direct(DirectJoints::Off)),
        ("loaded", direct(DirectJoints::Loaded)),
        ("direct", direct(DirectJoints::All)),
        ("classic", WorldSettings { method: Method::Classic, ..weightless }),
    ]
}

/// A body of 1 kg, as a square of 1 m.
fn body(world: &mut World, def: BodyDef) -> BodyId {
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
    body
}

/// What a joint limits: a translation (m), an angle (rad) or a distance (m).
fn value(world: &World, joint: JointId) -> f32 {
    let joint = world.joint(joint).unwrap();
    match joint.kind() {
        JointKind::Revolute(_) => joint.counted_angle(),
        JointKind::Distance(_) => {
            let [a, b] = joint.anchors();
            (b - a).norm()
        }
        _ => joint.translation(),
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Hinge,
    Slider,
    Wheel,
    Rope,
}

const KINDS: [Kind; 4] = [Kind::Hinge, Kind::Slider, Kind::Wheel, Kind::Rope];

impl Kind {
    /// With these limits.
    fn joint(self, [lower, upper]: [f32; 2]) -> JointKind {
        match self {
            Self::Hinge => RevoluteJoint::new().limits(lower, upper).into(),
            Self::Slider => PrismaticJoint::new([1.0, 0.0]).limits(lower, upper).into(),
            Self::Wheel => WheelJoint::new([1.0, 0.0]).limits(lower, upper).into(),
            Self::Rope => DistanceJoint::rope(upper).limits(lower, upper).into(),
        }
    }

    /// A body whose joint has this value, and moves at this speed.
    fn def(self, value: f32, speed: f32) -> BodyDef {
        match self {
            Self::Hinge => BodyDef::dynamic().angle(value).angular_velocity(speed),
            _ => BodyDef::dynamic().position([value, 0.0]).velocity([speed, 0.0]),
        }
    }
}

/// By how much the joint leaves its range, m or rad, in the next `steps`.
fn greatest_excess(world: &mut World, joint: JointId, limits: [f32; 2], steps: u32) -> f32 {
    let mut excess = f32::NEG_INFINITY;
    for _ in 0..steps {
        world.step(DT);
        let now = value(world, joint);
        excess = excess.max(limits[0] - now).max(now - limits[1]);
    }
    excess
}

/// A joint whose value starts anywhere in its range and is driven at any speed towards either end stays in
/// its range: between 1 cm and 2 m, or rad, in any solver, at a fixed body and between two that move. The
/// bound is 1 mm, or 1 mrad, and a thousandth of the way of a step; of a hinge that turns by more than a
/// radian in a step 25 mrad, since angles within a step are approximations (`joint/angle.rs`).
#[test]
fn limits_are_kept_at_any_speed_and_at_both_ends() {
    let speeds = [1.0, 10.0, 45.0, -45.0, 100.0, -100.0_f32];
    for (solver, settings) in solvers() {
        for kind in KINDS {
            for half in [0.005, 0.05, 0.3, 1.0_f32] {
                let middle = if matches!(kind, Kind::Rope) { 3.0 } else { 0.0 };
                let limits = [middle - half, middle + half];
                for (start, speed) in
                    [-1.0, 0.0, 0.5, 1.0_f32].into_iter().flat_map(|start| speeds.map(|speed| (start, speed)))
                {
                    for is_free in [false, true] {
                        let mut world = World::new(settings);
                        let a = if is_free {
                            body(&mut world, BodyDef::dynamic())
                        } else {
                            world.add_body(BodyDef::fixed()).unwrap()
                        };
                        let b = body(&mut world, kind.def(middle + start * half, speed));
                        let joint = world.add_joint(JointDef::new(a, b, kind.joint(limits))).unwrap();
                        let excess = greatest_excess(&mut world, joint, limits, 60);
                        let turns_far = matches!(kind, Kind::Hinge) && speed.abs() * DT > 1.0;
                        let bound = if turns_far { 0.025 } else { 1e-3 + 1e-3 * speed.abs() * DT };
                        assert!(
                            excess < bound,
                            "{solver} {kind:?} of {half} from {start} at {speed}, free {is_free}: {excess}"
                        );
                    }
                }
            }
        }
    }
}

/// Limits far from where a joint is are reached at a bounded speed (4 rad/s, or 9 rad/s if they are equal,
/// and the push-out speed of 3 m/s; the classic solver moves lengths by a share of the error) and end inside.
/// Before, a hinge that was 5 rad from its limits rested at -0.74 rad.
#[test]
fn limits_far_away_are_reached_slowly_and_end_inside() {
    for (solver, settings) in solvers() {
        for (kind, limits) in [
            (Kind::Hinge, [5.0, 6.0]),
            (Kind::Hinge, [12.0, 13.0]),
            (Kind::Hinge, [-40.0, -39.5]),
            (Kind::Hinge, [0.2, 0.2]),
            (Kind::Hinge, [-9.0, -9.0]),
            (Kind::Slider, [5.0, 6.0]),
            (Kind::Wheel, [-8.0, -7.9]),
            (Kind::Rope, [1.0, 2.0]),
            (Kind::Rope, [9.0, f32::INFINITY]),
        ] {
            let mut world = World::new(settings);
            let a = world.add_body(BodyDef::fixed()).unwrap();
            let start = if matches!(kind, Kind::Rope) { 5.0 } else { 0.0 };
            let b = body(&mut world, kind.def(start, 0.0));
            let joint = world.add_joint(JointDef::new(a, b, kind.joint([start, start]))).unwrap();
            world.step(DT);
            let mut view = world.joint_mut(joint).unwrap();
            let [lower, upper] = limits;
            match kind {
                Kind::Hinge => view.change(|it: RevoluteJoint| it.limits(lower, upper)),
                Kind::Slider => view.change(|it: PrismaticJoint| it.limits(lower, upper)),
                Kind::Wheel => view.change(|it: WheelJoint| it.limits(lower, upper)),
                Kind::Rope => view.change(|it: DistanceJoint| it.limits(lower, upper)),
            }
            .unwrap();
            let mut fastest = 0.0_f32;
            let mut last = value(&world, joint);
            for _ in 0..900 {
                world.step(DT);
                let now = value(&world, joint);
                fastest = fastest.max((now - last).abs() / DT);
                last = now;
            }
            let inside = (limits[0] - 2e-3..=limits[1] + 2e-3).contains(&last);
            assert!(inside, "{solver} {kind:?} {limits:?}: rests at {last}");
            let is_bounded =
                settings.method == Method::Classic || fastest < if limits[0] < limits[1] { 4.1 } else { 9.0 };
            assert!(is_bounded, "{solver} {kind:?} {limits:?}: {fastest}");
        }
    }
}

/// Of all numbers of whole turns, a new hinge has the one that is nearest to its limits, and counts on from
/// there, also after a snapshot.
#[test]
fn a_hinge_begins_with_the_turns_that_are_nearest_to_its_limits() {
    for (angle, limits, expected) in [
        (3.3, [3.2, 3.4], 3.3),
        (-3.3, [-3.4, -3.2], -3.3),
        (0.1, [6.2, 6.5], 6.3832),
        (0.1, [-20.0, -18.0], -18.7496),
        (1.0, [-10.0, 10.0], 1.0),
        (3.0, [-3.5, -2.9], -3.2832),
        // A direction that is nearer to an end of the range from without than from within.
        (0.1, [3.2, 10.0], 6.3832),
        (-0.1, [-10.0, -3.2], -6.3832),
    ] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let a = world.add_body(BodyDef::fixed()).unwrap();
        let b = body(&mut world, BodyDef::dynamic().angle(angle));
        let hinge = RevoluteJoint::new().limits(limits[0], limits[1]);
        let joint = world.add_joint(JointDef::new(a, b, hinge)).unwrap();
        assert!(
            (value(&world, joint) - expected).abs() < 1e-3,
            "{angle} {limits:?}: {}",
            value(&world, joint)
        );
        for _ in 0..60 {
            world.step(DT);
        }
        assert!(
            (value(&world, joint) - expected).abs() < 2e-3,
            "{angle} {limits:?}: {}",
            value(&world, joint)
        );
        let mut snapshot = Snapshot::new();
        world.save(&mut snapshot);
        let mut other = World::default();
        other.restore(&snapshot).unwrap();
        assert_eq!(value(&other, joint), value(&world, joint));
    }
}

/// A level keeps the turns that its hinges have counted, as bytes, as records and in a text: a loaded world
/// goes on like the one that was saved. Before, a spiral spring that was wound up by three turns was slack.
#[test]
fn a_level_keeps_the_turns_of_its_hinges() {
    let counter = RevoluteJoint::new().limits(-1e6, 1e6).motor(5.0, 1e3);
    // 0.02 Hz: a tenth of a turn in the second of this test.
    let spiral = RevoluteJoint::new().reference_angle(0.3).angular_spring(0.02, 0.1).start_angle(-18.0);
    for hinge in [counter, spiral] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let a = world.add_body(BodyDef::fixed().angle(0.4)).unwrap();
        let b = body(&mut world, BodyDef::dynamic());
        world.add_joint(JointDef::new(a, b, hinge)).unwrap();
        (0..300).for_each(|_| world.step(DT));
        let level = world.to_level();
        let text = {
            #[cfg(feature = "serde")]
            {
                serde_json::from_str(&serde_json::to_string(&level).unwrap()).unwrap()
            }
            #[cfg(not(feature = "serde"))]
            level.clone()
        };
        let read = Level::from_bytes(&level.to_bytes()).unwrap();
        for again in [read, text] {
            assert_eq!(again, level);
            let (mut again, ids) = World::load(&again).unwrap();
            let mut world = world.clone();
            let joint = world.joints().next().unwrap().id();
            assert!(value(&world, joint).abs() > 9.5, "it has made more than a turn and a half");
            for step in 0..60 {
                let [expected, found] = [value(&world, joint), value(&again, ids.joints[0])];
                // 1 mrad: the loaded world begins without the impulse of its motor or spring.
                assert!((expected - found).abs() < 1e-3, "{hinge:?} in step {step}: {expected} {found}");
                world.step(DT);
                again.step(DT);
            }
        }
    }
}

/// Of the angles that differ by whole turns, a hinge begins with the one nearest to its start angle. It is
/// for the beginning only: the joint has none afterwards, a level has one only where the hinge would begin
/// otherwise, and a recording repeats it.
#[test]
fn a_hinge_begins_with_the_turns_that_are_nearest_to_its_start_angle() {
    for (angle, start, expected, is_written) in [
        (0.1, 6.0, 6.3832, true),
        (0.1, -13.0, -12.4664, true),
        (3.0, 0.2, 3.0, false),
        (-2.9, 0.2, -2.9, false),
    ] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let a = world.add_body(BodyDef::fixed()).unwrap();
        let b = body(&mut world, BodyDef::dynamic().angle(angle));
        let hinge = RevoluteJoint::new().limits(-100.0, 100.0);
        world.start_recording();
        let joint = world.add_joint(JointDef::new(a, b, hinge.start_angle(start))).unwrap();
        assert!((value(&world, joint) - expected).abs() < 1e-3, "{}", value(&world, joint));
        assert_eq!(world.joint(joint).unwrap().kind(), hinge.into());
        let JointKind::Revolute(written) = world.to_level().joints[0].kind else { panic!("a hinge") };
        assert_eq!(written.start_angle.is_some(), is_written);
        // It counts on when its definition changes, whatever start angle that has.
        world.joint_mut(joint).unwrap().change(|hinge: RevoluteJoint| hinge.start_angle(40.0)).unwrap();
        assert_eq!(world.joint(joint).unwrap().kind(), hinge.into());
        world.step(DT);
        assert!((value(&world, joint) - expected).abs() < 1e-3, "{}", value(&world, joint));

        let recording = world.stop_recording().unwrap();
        let recording = Recording::from_bytes(&recording.to_bytes()).unwrap();
        let mut replay = recording.replay();
        while replay.step().unwrap() {}
        assert_eq!(replay.world().full_hash(), world.full_hash());
    }
    let mut world = World::default();
    let [a, b] = [(); 2].map(|()| world.add_body(BodyDef::dynamic()).unwrap());
    let endless = RevoluteJoint::new().start_angle(f32::INFINITY);
    assert!(world.add_joint(JointDef::new(a, b, endless)).is_err());
}

/// A hinge that gets limits while it exists begins to count with the turns that are nearest to them, asleep
/// and awake. Before, one that was awake counted from zero, and was driven to its limits by a turn and more.
#[test]
fn a_hinge_that_gets_limits_begins_with_the_nearest_turns() {
    for is_awake in [false, true] {
        for (angle, limits, expected) in
            [(0.1, [6.2, 6.5], 6.3832), (0.1, [-20.0, -18.0], -18.7496), (1.0, [-10.0, 10.0], 1.0)]
        {
            let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
            let a = world.add_body(BodyDef::fixed()).unwrap();
            let b = body(&mut world, BodyDef::dynamic().angle(angle));
            let joint = world.add_joint(JointDef::new(a, b, RevoluteJoint::new())).unwrap();
            world.step(DT);
            if !is_awake {
                world.body_mut(b).unwrap().sleep();
            }
            let [lower, upper] = limits;
            let mut view = world.joint_mut(joint).unwrap();
            view.change(|hinge: RevoluteJoint| hinge.limits(lower, upper)).unwrap();
            for _ in 0..60 {
                world.step(DT);
                let now = value(&world, joint);
                assert!((now - expected).abs() < 2e-3, "awake {is_awake}, {angle} {limits:?}: {now}");
            }
        }
    }
}

/// A motor counts the turns that it makes, and the joint tells its speed.
#[test]
fn turns_and_speeds_of_joints_can_be_read() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let a = world.add_body(BodyDef::fixed().angle(0.4)).unwrap();
    let b = body(&mut world, BodyDef::dynamic());
    let hinge = RevoluteJoint::new().reference_angle(-0.4).limits(-1e6, 1e6).motor(5.0, 1e3);
    let joint = world.add_joint(JointDef::new(a, b, hinge)).unwrap();
    for _ in 0..600 {
        world.step(DT);
    }
    let hinge = world.joint(joint).unwrap();
    assert!((hinge.angular_speed() - 5.0).abs() < 1e-3);
    assert!((hinge.counted_angle() - 50.0).abs() < 0.2, "{}", hinge.counted_angle());

    let c =
        body(&mut world, BodyDef::dynamic().position([4.0 * 0.4_f32.cos(), 4.0 * 0.4_f32.sin()]).angle(0.4));
    let slider = PrismaticJoint::new([1.0, 0.0]).motor(0.5, 1e3);
    let joint = world.add_joint(JointDef::new(a, c, slider)).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    let slider = world.joint(joint).unwrap();
    assert!((slider.translation_speed() - 0.5).abs() < 1e-3, "{}", slider.translation_speed());
}

/// A motor does not push through the limit of its joint, however strong it is and however light its bodies
/// are, and the bodies fall asleep. Before, a leg of 70 g at a hull of 4.8 kg rested 0.23 rad beyond its
/// limit.
#[test]
fn a_motor_stops_at_the_limit_whatever_the_masses() {
    for (solver, settings) in solvers() {
        for (density, torque) in [(0.07, 40.0), (0.07, 1.0), (0.01, 1e4), (1.0, 40.0), (5.0, f32::INFINITY)] {
            for speed in [-0.3, -5.0, 5.0_f32] {
                let mut world = World::new(settings);
                let hull = world.add_body(BodyDef::dynamic()).unwrap();
                let shape = Shape::rectangle(1.0, 0.6).unwrap();
                world.add_collider(hull, ColliderDef::new(shape).density(2.0)).unwrap();
                let leg = world.add_body(BodyDef::dynamic().position([1.0, -0.5])).unwrap();
                let shape = Shape::rectangle(0.1, 0.5).unwrap();
                world.add_collider(leg, ColliderDef::new(shape).density(density / 0.2)).unwrap();
                let hinge = RevoluteJoint::new()
                    .anchors([1.0, 0.0], [0.0, 0.5])
                    .limits(-0.5, 0.5)
                    .motor(speed, torque);
                let joint = world.add_joint(JointDef::new(hull, leg, hinge)).unwrap();
                let excess = greatest_excess(&mut world, joint, [-0.5, 0.5], 300);
                // 2 mrad while the motor still turns the hull, and more in the long steps of the classic
                // solver; what is left at rest is rounding.
                assert!(
                    excess < if settings.method == Method::Classic { 6e-3 } else { 2e-3 },
                    "{solver} {density} kg {torque} N m at {speed}: {excess} rad"
                );
                let left = 0.5 - value(&world, joint).abs();
                assert!(
                    left < 1e-3,
                    "{solver} {density} kg {torque} N m at {speed}: stops {left} rad before"
                );
            }
        }
    }
}

/// Mass of a chassis over that of one of its two wheels.
const CARRIED: [f32; 3] = [10.0, 16.0, 20.0];

/// A car that falls on its wheels: the chassis, and its wheels with their joints.
struct Car {
    world: World,
    chassis: BodyId,
    wheels: [(BodyId, JointId); 2],
}

/// m. Radius of a wheel.
const WHEEL: f32 = 0.3;

/// m. Travel of a wheel to either side.
const TRAVEL: f32 = 0.15;

impl Car {
    /// A chassis of `ratio` times a wheel's mass that is turned by `angle`, rad, above a floor, and falls
    /// `height`, m, until its lower wheel touches the floor. `is_mirrored`: left is right, and the second
    /// wheel is created first.
    fn new(settings: WorldSettings, ratio: f32, height: f32, angle: f32, is_mirrored: bool) -> Self {
        let mut world = World::new(settings);
        let floor = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
        world.add_collider(floor, ColliderDef::new(Shape::rectangle(50.0, 1.0).unwrap())).unwrap();
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        let (sin, cos) = (sign * angle).sin_cos();
        let [x, y] = [0.9, -0.4];
        // Of both wheels at their rest, the lower one.
        let middle = height + WHEEL - (cos * y - (sin * x).abs());
        let def = BodyDef::dynamic().position([0.0, middle]).angle(sign * angle);
        let chassis = world.add_body(def).unwrap();
        let [half_width, half_height] = [1.2, 0.25];
        let wheel_mass = std::f32::consts::PI * WHEEL * WHEEL;
        let density = ratio * wheel_mass / (4.0 * half_width * half_height);
        let shape = Shape::rectangle(half_width, half_height).unwrap();
        world.add_collider(chassis, ColliderDef::new(shape).density(density)).unwrap();
        let wheels = [-sign * x, sign * x].map(|x| {
            let at = [cos * x - sin * y, middle + sin * x + cos * y];
            let wheel = world.add_body(BodyDef::dynamic().position(at)).unwrap();
            world.add_collider(wheel, ColliderDef::new(Shape::circle(WHEEL).unwrap())).unwrap();
            let axle = WheelJoint::new([0.0, 1.0]).anchors([x, y], [0.0, 0.0]).spring(3.0, 0.7);
            let axle = axle.limits(-TRAVEL, TRAVEL);
            (wheel, world.add_joint(JointDef::new(chassis, wheel, axle)).unwrap())
        });
        Self { world, chassis, wheels }
    }

    /// By how much a wheel is beyond the limits of its travel, how far it is off its axis, and how deep it is
    /// in the floor, m.
    fn errors(&self) -> [f32; 3] {
        let pose = self.world.body(self.chassis).unwrap().pose();
        self.wheels.iter().fold([0.0_f32; 3], |[beyond, off, depth], &(wheel, joint)| {
            let [hub, center] = self.world.joint(joint).unwrap().anchors();
            let side = pose.rotation.inverse_rotate(center - hub).x.abs();
            let travel = value(&self.world, joint).abs() - TRAVEL;
            let bottom = self.world.body(wheel).unwrap().center().y - WHEEL;
            [beyond.max(travel), off.max(side), depth.max(-bottom)]
        })
    }
}

/// A car of 10 to 20 times its wheel's mass that falls up to 5 m, level and on one wheel, keeps its
/// suspension within 2 mm of its limits and its wheels within 2 mm of their axes, by default, and comes to
/// rest. Sweeps pass the limits by 16, 31 and 39 mm and leave the axes by 2, 5 and 7 mm.
///
/// Shortfall: what the suspension does not give way, the contact does. A wheel is in the floor by up to 35
/// mm, for one to three steps; with sweeps by 5 mm.
#[test]
fn suspension_of_a_heavy_car_keeps_its_limits_and_axes_in_a_hard_landing() {
    let mut worst = [0.0_f32; 3];
    for ratio in CARRIED {
        for height in [0.5, 2.0, 5.0] {
            for (angle, is_mirrored) in [(0.0, false), (0.0, true), (0.2, false), (0.2, true)] {
                let mut car = Car::new(WorldSettings::default(), ratio, height, angle, is_mirrored);
                for _ in 0..240 {
                    car.world.step(DT);
                    let errors = car.errors();
                    for (worst, now) in worst.iter_mut().zip(errors) {
                        *worst = worst.max(now);
                    }
                    assert!(
                        errors[0] < 2e-3 && errors[1] < 2e-3 && errors[2] < 0.04,
                        "ratio {ratio}, {height} m, {angle} rad, mirrored {is_mirrored}: {errors:?}"
                    );
                }
                let speed = car.world.body(car.chassis).unwrap().velocity().norm();
                assert!(speed < 0.01, "ratio {ratio}, {height} m, {angle} rad: {speed} m/s at the end");
            }
        }
    }
    println!("beyond the limits, off the axes, in the floor: {worst:?} m");
}
