//! Locks, bounds of speed, masses, targets, sleep, filters and shapes: each set through a
//! view, read back, and seen to act.

use geom::{MassProperties, Point, Pose, Shape, Vec2};
use proptest::prelude::*;
use textbook::ClassicSettings;
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, DefError, DistanceJoint, Filter, JointDef, Locks,
    World, WorldSettings,
};

pub const DT: f32 = 1.0 / 60.0;

pub fn weightless() -> World {
    World::new(WorldSettings::default().gravity([0.0, 0.0]))
}

pub fn add(world: &mut World, def: BodyDef, collider: ColliderDef) -> (BodyId, ColliderId) {
    let body = world.add_body(def).unwrap();
    (body, world.add_collider(body, collider).unwrap())
}

pub fn square(half: f32) -> ColliderDef {
    ColliderDef::new(Shape::rectangle(half, half).unwrap())
}

pub fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(DT);
        world.validate().unwrap();
    }
}

fn locks() -> impl Strategy<Value = Locks> {
    any::<[bool; 3]>().prop_map(|[x, y, rotation]| Locks { x, y, rotation })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever hits a body, hangs from it and is set: a locked coordinate of its centre of mass stays, but
    /// for the grid, and no bit of a locked rotation changes. With both solvers, and with contacts that are
    /// found anew in each iteration.
    #[test]
    fn what_is_locked_stays(
        locks in locks(), angle in -3.0_f32..3.0, velocity in prop::array::uniform3(-5.0_f32..5.0),
        solver in 0..3, offset in prop_oneof![Just(0.0_f32), -0.3_f32..0.3],
    ) {
        let settings = WorldSettings::default();
        let detect_each_iteration = solver == 2;
        let classic = ClassicSettings { detect_each_iteration, ..ClassicSettings::default() };
        let mut world = World::new(if solver == 0 { settings } else { settings.classic(classic) });
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(9.0, 0.5).unwrap()));
        let [x, y, w] = velocity;
        let def = BodyDef::dynamic().position([0.3, 1.3]).angle(angle).locks(locks);
        let (body, _) = add(
            &mut world,
            def.velocity([x, y]).angular_velocity(w).can_sleep(false),
            square(0.4).offset([offset, 0.0], 0.0),
        );
        let (hanging, _) = add(&mut world, BodyDef::dynamic().position([1.3, 1.3]), square(0.3));
        let rod = DistanceJoint::new(1.0).anchors([0.2, 0.1], [0.0, 0.0]);
        world.add_joint(JointDef::new(body, hanging, rod)).unwrap();
        for i in 0..4 {
            let above = BodyDef::dynamic().position([0.2 * i as f32, 3.0 + i as f32]).velocity([0.0, -9.0]);
            add(&mut world, above, square(0.4).density(5.0));
        }
        let start = (world.body(body).unwrap().center_f64(), world.body(body).unwrap().pose().rotation);
        for step in 0..90_i32 {
            if step % 30 == 10 {
                let mut view = world.body_mut(body).unwrap();
                view.set_velocity([x, y]).unwrap().set_angular_velocity(w).unwrap();
                view.apply_force([50.0 * y, 50.0 * x], [1.0, 1.0]).unwrap();
            }
            world.step(DT);
            world.validate().unwrap();
            let view = world.body(body).unwrap();
            // The origin lies on the grid, whose steps are 29 pm, and the centre beside it: where the body
            // turns, each step may round by half of one.
            let most = 1.5e-11 * f64::from(step + 2);
            let off = [view.center_f64().x - start.0.x, view.center_f64().y - start.0.y].map(f64::abs);
            prop_assert!(!locks.x || off[0] < most && view.velocity().x == 0.0);
            prop_assert!(!locks.y || off[1] < most && view.velocity().y == 0.0);
            prop_assert!(!locks.rotation || view.pose().rotation == start.1 && view.angular_velocity() == 0.0);
        }
        let view = world.body(body).unwrap();
        prop_assert_eq!(view.locks(), locks);
        prop_assert!(locks.x || locks.y || locks.rotation || view.center_f64() != start.0);
    }
}

/// A body with a lock of both axes carries a load as the ground does: 200 times its own weight sinks into it
/// by less than what the eye sees.
#[test]
fn locked_body_carries_a_load_of_many_times_its_weight() {
    let mut world = World::new(WorldSettings::default());
    let locks = Locks { x: true, y: true, rotation: true };
    let (shelf, _) = add(&mut world, BodyDef::dynamic().locks(locks), square(0.5));
    let load = BodyDef::dynamic().position([0.0, 1.0]);
    let (load, _) = add(&mut world, load, square(0.5).density(200.0));
    steps(&mut world, 300);
    assert_eq!(world.body(shelf).unwrap().center(), Point::origin());
    let height = world.body(load).unwrap().center().y;
    assert!((height - 1.0).abs() < 0.01, "{height}");
}

/// A hanging weight on a beam that only slides upwards: the beam resists along x as if it were infinitely
/// heavy, and moves freely along y.
#[test]
fn lock_of_one_axis_leaves_the_other_free() {
    let mut world = World::new(WorldSettings::default().gravity([3.0, -9.81]));
    let locks = Locks { x: true, ..Locks::NONE };
    let (body, _) = add(&mut world, BodyDef::dynamic().locks(locks), square(0.5));
    let (free, _) = add(&mut world, BodyDef::dynamic().position([5.0, 0.0]), square(0.5));
    steps(&mut world, 60);
    let [body, free] = [body, free].map(|id| world.body(id).unwrap());
    assert_eq!((body.velocity().y, body.velocity().x), (free.velocity().y, 0.0));
    assert!((free.velocity().x - 3.0).abs() < 1e-4);
}

/// A body that is unlocked again moves on.
#[test]
fn locks_are_set_and_taken_away() {
    let mut world = weightless();
    let (body, _) = add(&mut world, BodyDef::dynamic().fixed_rotation(true).can_sleep(false), square(0.5));
    world.body_mut(body).unwrap().set_angular_velocity(2.0).unwrap();
    steps(&mut world, 10);
    assert_eq!(world.body(body).unwrap().pose(), Pose::IDENTITY);
    world.body_mut(body).unwrap().set_fixed_rotation(false).set_angular_velocity(2.0).unwrap();
    steps(&mut world, 10);
    assert!((world.body(body).unwrap().pose().rotation.angle() - 20.0 * DT).abs() < 1e-5);
}

/// Whatever pushes it: the speed at the end of a step, and the way within it, stay below the bound.
#[test]
fn speeds_stay_below_their_bounds() {
    for classic in [false, true] {
        let settings = WorldSettings::default().gravity([0.0, -300.0]);
        let settings = if classic { settings.classic(ClassicSettings::default()) } else { settings };
        let mut world = World::new(settings);
        let (body, _) = add(&mut world, BodyDef::dynamic().max_speeds(7.0, 3.0), square(0.5));
        world.body_mut(body).unwrap().set_velocity([900.0, 0.0]).unwrap().set_angular_velocity(90.0).unwrap();
        for step in 0..120 {
            let before = world.body(body).unwrap().pose();
            world.body_mut(body).unwrap().apply_torque(if step < 60 { 1e4 } else { -1e4 }).unwrap();
            steps(&mut world, 1);
            let view = world.body(body).unwrap();
            let way = (view.pose().position - before.position).norm();
            let turn = (before.rotation.inverse() * view.pose().rotation).angle().abs();
            assert!(view.velocity().norm() <= 7.00001 && view.angular_velocity().abs() <= 3.0);
            assert!(way <= 7.0001 * DT && turn <= 3.0001 * DT, "{way} {turn}");
            assert!(view.velocity().norm() > 6.9 && turn > 0.0);
        }
        let mut view = world.body_mut(body).unwrap();
        view.set_max_speed(f32::INFINITY).unwrap().set_max_angular_speed(1.0).unwrap();
        assert_eq!((view.view().max_speed(), view.view().max_angular_speed()), (f32::INFINITY, 1.0));
        steps(&mut world, 60);
        assert!(world.body(body).unwrap().velocity().norm() > 290.0);
        for bound in [0.0, -1.0, f32::NAN] {
            assert!(world.body_mut(body).unwrap().set_max_speed(bound).is_err());
            assert!(world.body_mut(body).unwrap().set_max_angular_speed(bound).is_err());
        }
    }
}

/// An impulse p gives a body of mass m the velocity p / m, and an angular impulse l the angular velocity l /
/// I, for the mass that is set, about the centre that is set.
#[test]
fn mass_that_is_set_replaces_that_of_the_colliders() {
    let mut world = weightless();
    let mass = MassProperties { mass: 5.0, center: Point::new(0.5, 0.0), inertia: 2.0 };
    let (body, _) = add(&mut world, BodyDef::dynamic(), square(0.5));
    let own = world.body(body).unwrap().mass_properties();
    let mut view = world.body_mut(body).unwrap();
    view.set_mass_override(Some(mass)).unwrap();
    view.apply_central_impulse([10.0, 0.0]).unwrap().apply_angular_impulse(3.0).unwrap();
    let view = world.body(body).unwrap();
    assert_eq!((view.velocity(), view.angular_velocity()), (Vec2::new(2.0, 0.0), 1.5));
    assert_eq!(
        (view.mass_properties(), view.center(), view.mass_override()),
        (mass, mass.center, Some(mass))
    );
    // Another collider has no effect, until the override is taken away.
    world.add_collider(body, square(0.5)).unwrap();
    assert_eq!(world.body(body).unwrap().mass_properties(), mass);
    let speed_of_origin = world.body(body).unwrap().velocity_at([0.0, 0.0]);
    world.body_mut(body).unwrap().set_mass_override(None).unwrap();
    let view = world.body(body).unwrap();
    assert_eq!(view.mass_properties().mass, 2.0 * own.mass);
    assert!((view.velocity_at([0.0, 0.0]) - speed_of_origin).norm() < 1e-6);

    let by_def = world.add_body(BodyDef::dynamic().mass(mass)).unwrap();
    assert_eq!(world.body(by_def).unwrap().mass_properties(), mass);
    for bad in [
        MassProperties { mass: 0.0, ..mass },
        MassProperties { mass: f32::INFINITY, ..mass },
        MassProperties { inertia: -1.0, ..mass },
        MassProperties { center: Point::new(f32::NAN, 0.0), ..mass },
    ] {
        assert!(world.body_mut(by_def).unwrap().set_mass_override(Some(bad)).is_err());
        assert!(world.add_body(BodyDef::dynamic().mass(bad)).is_err());
    }
    assert_eq!(world.body(by_def).unwrap().mass_properties(), mass);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A lift is at its target to the last bit when the time is over, however many steps that takes, and
    /// stays there. It carries a box along.
    #[test]
    fn kinematic_body_is_at_its_target_to_the_last_bit(
        targets in prop::collection::vec((-3.0_f32..3.0, -3.0_f32..3.0, -3.1_f32..3.1), 1..6),
        steps_to_target in 1_usize..8, offset in -0.5_f32..0.5, far in prop_oneof![Just(0.0_f32), Just(5000.0)],
    ) {
        let mut world = weightless();
        let def = BodyDef::kinematic().position([far, 0.0]);
        let (lift, _) = add(&mut world, def, square(0.5).offset([offset, 0.2], 0.1));
        for (x, y, angle) in targets {
            let pose = Pose::new([far + x, y], angle);
            let time = steps_to_target as f32 * DT;
            world.body_mut(lift).unwrap().set_target_pose(pose, time).unwrap();
            prop_assert_eq!(world.body(lift).unwrap().target_pose(), Some(pose));
            for _ in 0..steps_to_target {
                steps(&mut world, 1);
            }
            prop_assert_eq!(world.body(lift).unwrap().pose(), pose);
        }
        let pose = world.body(lift).unwrap().pose();
        steps(&mut world, 3);
        let view = world.body(lift).unwrap();
        prop_assert_eq!((view.pose(), view.velocity(), view.target_pose()), (pose, Vec2::zeros(), None));
        steps(&mut world, 40);
        prop_assert!(!world.body(lift).unwrap().is_awake());
    }
}

proptest! {
    /// A kinematic body is where `pose_after` said: with any velocity, wherever its centre of mass is, and on
    /// its way to a target, which need not be a whole number of steps away.
    #[test]
    fn kinematic_body_is_where_its_motion_was_said_to_lead(
        v in (-16.0_f32..16.0, -16.0_f32..16.0), turn in prop_oneof![Just(0.0_f32), -3.0_f32..3.0],
        offset in -2.0_f32..2.0, dt in 0.002_f32..0.05,
        target in proptest::option::of((-3.0_f32..3.0, -3.0_f32..3.0, -3.1_f32..3.1, 0.5_f32..4.0)),
    ) {
        let mut world = weightless();
        let def = BodyDef::kinematic().velocity([v.0, v.1]).angular_velocity(turn);
        let (lift, _) = add(&mut world, def, square(0.5).offset([offset, 0.2], 0.1));
        if let Some((x, y, angle, steps)) = target {
            world.body_mut(lift).unwrap().set_target_pose(Pose::new([x, y], angle), steps * dt).unwrap();
        }
        for _ in 0..6 {
            let body = world.body(lift).unwrap();
            let (expected, turned) = (body.pose_after(dt), body.angular_velocity() * dt);
            world.step(dt);
            let pose = world.body(lift).unwrap().pose();
            // The solver turns a body by the arc tangent of what it should: the cube of the angle of a
            // sub-step over three, four times, and twice that for the next velocity to a target.
            let bound = 1e-5 + 8.0 / 3.0 * (turned / 4.0).abs().powi(3);
            prop_assert!((pose.rotation.inverse() * expected.rotation).angle().abs() < bound);
            let missed = (pose.position - expected.position).norm();
            prop_assert!(missed < 4.0 * bound, "{} m", missed);
        }
    }
}

#[test]
fn target_takes_a_load_along_and_is_canceled_by_a_velocity() {
    let mut world = World::new(WorldSettings::default());
    let (lift, _) =
        add(&mut world, BodyDef::kinematic(), ColliderDef::new(Shape::rectangle(2.0, 0.25).unwrap()));
    let (load, _) = add(&mut world, BodyDef::dynamic().position([0.0, 0.75]), square(0.5));
    steps(&mut world, 10);
    for step in 1..=120 {
        let pose = Pose::at([0.5 * DT * step as f32, 1.0 * DT * step as f32]);
        world.body_mut(lift).unwrap().set_target_pose(pose, DT).unwrap();
        steps(&mut world, 1);
        assert_eq!(world.body(lift).unwrap().pose(), pose);
    }
    let position = world.body(load).unwrap().pose().position;
    assert!((position - Point::new(1.0, 2.75)).norm() < 0.02, "{position}");
    let mut view = world.body_mut(lift).unwrap();
    view.set_target_pose(Pose::IDENTITY, 1.0).unwrap().set_velocity([0.0, 1.0]).unwrap();
    assert_eq!(view.view().target_pose(), None);
    assert!(view.set_target_pose(Pose::at([f32::NAN, 0.0]), 1.0).is_err());
    assert!(view.set_target_pose(Pose::IDENTITY, 0.0).is_err());
    let error = world.body_mut(load).unwrap().set_target_pose(Pose::IDENTITY, 1.0).unwrap_err();
    assert_eq!(error, DefError::BodyKind { found: "dynamic", expected: "kinematic" });
}

/// A body that slides at 4 cm/s on ice falls asleep with the default of 5 cm/s, and does not with 1 cm/s; one
/// at 20 cm/s sleeps with 30 cm/s.
#[test]
fn sleep_speed_decides_who_falls_asleep() {
    for (speed, sleep_speed, sleeps) in
        [(0.04, 0.05, true), (0.04, 0.01, false), (0.2, 0.3, true), (0.2, 0.05, false)]
    {
        for by_def in [true, false] {
            let mut world = World::new(WorldSettings::default());
            let ice = ColliderDef::new(Shape::rectangle(9.0, 0.5).unwrap()).friction(0.0);
            add(&mut world, BodyDef::fixed(), ice);
            let def = BodyDef::dynamic().position([0.0, 1.0]).velocity([speed, 0.0]);
            let def = if by_def { def.sleep_speed(sleep_speed) } else { def };
            let (body, _) = add(&mut world, def, square(0.5));
            world.body_mut(body).unwrap().set_sleep_speed(sleep_speed).unwrap();
            steps(&mut world, 60);
            let view = world.body(body).unwrap();
            assert_eq!((view.is_awake(), view.sleep_speed()), (!sleeps, sleep_speed));
        }
    }
    let mut world = weightless();
    let (body, _) = add(&mut world, BodyDef::dynamic(), square(0.5));
    assert!(world.body_mut(body).unwrap().set_sleep_speed(-1.0).is_err());
    assert!(world.add_body(BodyDef::dynamic().sleep_speed(f32::NAN)).is_err());
}

/// A stack and what hangs from it fall asleep with one call; a body beside them does not; a hit wakes them.
#[test]
fn island_falls_asleep_at_once() {
    let mut world = World::new(WorldSettings::default());
    add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(20.0, 0.5).unwrap()));
    let stack: Vec<BodyId> = (0..4)
        .map(|i| add(&mut world, BodyDef::dynamic().position([0.0, 1.0 + i as f32]), square(0.5)).0)
        .collect();
    let (hanging, _) = add(&mut world, BodyDef::dynamic().position([2.0, 4.0]), square(0.3));
    world.add_joint(JointDef::new(stack[3], hanging, DistanceJoint::rope(2.5))).unwrap();
    let (other, _) = add(&mut world, BodyDef::dynamic().position([8.0, 1.0]).can_sleep(false), square(0.5));
    steps(&mut world, 3);
    world.body_mut(stack[1]).unwrap().sleep();
    world.validate().unwrap();
    for &body in stack.iter().chain([&hanging]) {
        let view = world.body(body).unwrap();
        assert!(!view.is_awake() && view.velocity() == Vec2::zeros());
    }
    steps(&mut world, 1);
    assert_eq!(world.events().fell_asleep().len(), 5);
    steps(&mut world, 3);
    assert!(!world.body(stack[0]).unwrap().is_awake() && world.body(other).unwrap().is_awake());
    assert_eq!(world.events().fell_asleep().len(), 0);
    world.body_mut(hanging).unwrap().wake();
    assert!(stack.iter().all(|&body| world.body(body).unwrap().is_awake()));
    world.body_mut(other).unwrap().sleep();
    assert!(!world.body(other).unwrap().is_awake(), "an explicit call counts more than can_sleep");
    steps(&mut world, 1);
    assert_eq!(world.events().fell_asleep().len(), 1);
}

/// A static body cannot sleep, and a kinematic one stops.
#[test]
fn sleep_of_bodies_of_infinite_mass() {
    let mut world = weightless();
    let (lift, _) = add(&mut world, BodyDef::kinematic().velocity([1.0, 0.0]), square(0.5));
    let (wall, _) = add(&mut world, BodyDef::fixed(), square(0.5));
    world.body_mut(lift).unwrap().sleep();
    world.body_mut(wall).unwrap().sleep();
    steps(&mut world, 10);
    assert_eq!(world.body(lift).unwrap().pose(), Pose::IDENTITY);
    world.body_mut(lift).unwrap().set_velocity([1.0, 0.0]).unwrap();
    steps(&mut world, 60);
    assert!((world.body(lift).unwrap().pose().position.x - 1.0).abs() < 1e-5);
}

/// Under a ball that rests, the ground changes its filter, and then back: the ball falls through, and rests
/// on it again. Both are seen in the contacts and in the events.
#[test]
fn filter_is_changed_under_a_resting_ball() {
    let mut world = World::new(WorldSettings::default());
    let wide = ColliderDef::new(Shape::rectangle(5.0, 0.5).unwrap());
    let (_, ground) = add(&mut world, BodyDef::fixed(), wide);
    let (ball, _) = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), square(0.5));
    steps(&mut world, 100);
    assert!(!world.body(ball).unwrap().is_awake());
    let nothing = Filter { mask: 0, ..Filter::default() };
    world.collider_mut(ground).unwrap().set_filter(nothing);
    assert_eq!(world.collider(ground).unwrap().filter(), nothing);
    world.validate().unwrap();
    assert!(world.stats().contacts == 0 && world.body(ball).unwrap().is_awake());
    steps(&mut world, 3);
    assert!(world.body(ball).unwrap().velocity().y < -0.4);
    world.body_mut(ball).unwrap().set_pose(Pose::at([0.0, 1.0])).unwrap().set_velocity([0.0, 0.0]).unwrap();
    world.collider_mut(ground).unwrap().set_filter(Filter::default());
    steps(&mut world, 1);
    assert_eq!(world.stats().touching, 1);
    steps(&mut world, 60);
    assert!((world.body(ball).unwrap().pose().position.y - 1.0).abs() < 0.01);
}

/// The ground under a resting box becomes lower: the box wakes, falls and rests on the new shape. Mass and
/// centre follow the shape and the offset of a moving body.
#[test]
fn shape_and_offset_are_changed() {
    let mut world = World::new(WorldSettings::default());
    let (_, ground) =
        add(&mut world, BodyDef::fixed(), ColliderDef::new(Shape::rectangle(5.0, 0.5).unwrap()));
    let (body, collider) = add(&mut world, BodyDef::dynamic().position([0.0, 1.0]), square(0.5));
    steps(&mut world, 100);
    world.collider_mut(ground).unwrap().set_shape(Shape::rectangle(5.0, 0.2).unwrap()).unwrap();
    world.validate().unwrap();
    steps(&mut world, 60);
    assert!((world.body(body).unwrap().pose().position.y - 0.7).abs() < 0.01);

    let long = Shape::rectangle(1.0, 0.5).unwrap();
    let mut view = world.collider_mut(collider).unwrap();
    view.set_shape(long.clone()).unwrap().set_offset([0.25, 0.5], 0.5).unwrap();
    let view = world.collider(collider).unwrap();
    assert_eq!((view.local_shape(), view.offset()), (&long, Pose::new([0.25, 0.5], 0.5)));
    assert_eq!(*view.shape(), long.transformed(Pose::new([0.25, 0.5], 0.5)));
    let mass = world.body(body).unwrap().mass_properties();
    assert!((mass.mass - 2.0).abs() < 1e-6 && (mass.center - Point::new(0.25, 0.5)).norm() < 1e-6);
    let by_def = ColliderDef::new(long.clone()).offset([0.25, 0.5], 0.5);
    let again = world.add_collider(body, by_def).unwrap();
    assert_eq!(world.collider(again).unwrap().offset(), Pose::new([0.25, 0.5], 0.5));
    world.validate().unwrap();

    let plane = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    let mut view = world.collider_mut(collider).unwrap();
    assert_eq!(view.set_shape(plane).unwrap_err(), DefError::EndlessOnDynamic);
    assert!(view.set_offset([f32::NAN, 0.0], 0.0).is_err() && view.set_offset([0.0, 0.0], f32::NAN).is_err());
    assert_eq!((view.view().local_shape(), view.view().offset()), (&long, Pose::new([0.25, 0.5], 0.5)));
    steps(&mut world, 60);
}

/// What a definition says in vain is an error: a velocity of a static body.
#[test]
fn velocity_of_a_static_body_is_refused() {
    let mut world = weightless();
    let error = world.add_body(BodyDef::fixed().velocity([1.0, 0.0])).unwrap_err();
    assert_eq!(error.to_string(), "velocity of a static body is 1: it must be zero");
    assert!(world.add_body(BodyDef::fixed().angular_velocity(1.0)).is_err());
}

proptest! {
    /// What is locked has no velocity, from the moment in which something would give it one: before any step,
    /// whatever sets it, while the body is enabled or disabled. What is not locked keeps all bits.
    #[test]
    fn velocity_of_what_is_locked_reads_zero_at_once(
        locks in locks(), enabled: bool, velocity in prop::array::uniform3(0.5_f32..5.0),
    ) {
        let [x, y, w] = velocity;
        let expected = (
            [if locks.x { 0.0 } else { x }, if locks.y { 0.0 } else { y }],
            if locks.rotation { 0.0 } else { w },
        );
        let mut world = World::default();
        let read = |world: &World, id| {
            let view = world.body(id).unwrap();
            ([view.velocity().x, view.velocity().y], view.angular_velocity())
        };
        let moving = BodyDef::dynamic().velocity([x, y]).angular_velocity(w).enabled(enabled);
        let id = world.add_body(moving.locks(locks)).unwrap();
        prop_assert_eq!(read(&world, id), expected, "as it was added");
        // A centre of mass that is put elsewhere in a turning body gets a velocity, but none that is locked.
        world.add_collider(id, square(0.5).offset([0.4, 0.3], 0.0)).unwrap();
        let ([x_after, y_after], _) = read(&world, id);
        prop_assert!((!locks.x || x_after == 0.0) && (!locks.y || y_after == 0.0));
        world.body_mut(id).unwrap().set_velocity([x, y]).unwrap().set_angular_velocity(w).unwrap();
        prop_assert_eq!(read(&world, id), expected, "as it was set");
        // Setting the locks takes away what they lock, and giving them up does not bring it back.
        world.body_mut(id).unwrap().set_locks(Locks::NONE);
        prop_assert_eq!(read(&world, id), expected, "without locks again");
        world.body_mut(id).unwrap().set_velocity([x, y]).unwrap().set_angular_velocity(w).unwrap();
        prop_assert_eq!(read(&world, id), ([x, y], w));
        world.body_mut(id).unwrap().set_locks(locks);
        prop_assert_eq!(read(&world, id), expected, "with locks that were set");
        // A kinematic body has no locks, until it becomes dynamic.
        world.body_mut(id).unwrap().set_kind(BodyKind::Kinematic).unwrap();
        world.body_mut(id).unwrap().set_velocity([x, y]).unwrap().set_angular_velocity(w).unwrap();
        prop_assert_eq!(read(&world, id), ([x, y], w));
        world.body_mut(id).unwrap().set_kind(BodyKind::Dynamic).unwrap();
        prop_assert_eq!(read(&world, id), expected, "as it became dynamic");
        if enabled {
            world.body_mut(id).unwrap().apply_impulse([70.0, 50.0], [9.0, -7.0]).unwrap();
            let ([x_after, y_after], w_after) = read(&world, id);
            prop_assert_eq!((x_after == 0.0, y_after == 0.0, w_after == 0.0), (locks.x, locks.y, locks.rotation));
        }
        world.validate().unwrap();
    }
}

/// A body that becomes kinematic or dynamic goes on with its velocity; one that becomes static loses it, also
/// while it is disabled.
#[test]
fn body_of_another_kind_keeps_its_velocity_unless_it_becomes_static() {
    for enabled in [false, true] {
        let mut world = weightless();
        let def = BodyDef::dynamic().velocity([2.0, -1.0]).angular_velocity(0.5).enabled(enabled);
        let (id, _) = add(&mut world, def, square(0.5));
        let read = |world: &World| {
            let view = world.body(id).unwrap();
            (view.velocity(), view.angular_velocity())
        };
        let before = read(&world);
        for kind in [BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Kinematic] {
            world.body_mut(id).unwrap().set_kind(kind).unwrap();
            assert_eq!(read(&world), before, "{kind:?}, enabled: {enabled}");
            steps(&mut world, 1);
        }
        for kind in [BodyKind::Static, BodyKind::Dynamic] {
            world.body_mut(id).unwrap().set_kind(kind).unwrap();
            assert_eq!(read(&world), (Vec2::zeros(), 0.0), "{kind:?}, enabled: {enabled}");
        }
    }
}
