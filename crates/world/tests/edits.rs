//! What a change of a body, a collider or a joint does to those that it touches: they wake, and the next step
//! counts with it.

use geom::{Pose, Shape, Vec2};
use std::sync::Arc;
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, ContactHook, DefError, Filter, HookCollider,
    JointDef, Material, RevoluteJoint, World, WorldSettings,
};

const DT: f32 = 1.0 / 60.0;

fn square() -> ColliderDef {
    ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())
}

fn body(world: &mut World, def: BodyDef, collider: ColliderDef) -> (BodyId, ColliderId) {
    let id = world.add_body(def).unwrap();
    let collider = world.add_collider(id, collider).unwrap();
    (id, collider)
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
    }
    world.validate().expect("a sound world");
}

/// A box asleep on a static one, whose top is at y = 0.
struct Resting {
    world: World,
    ground: (BodyId, ColliderId),
    resting: (BodyId, ColliderId),
}

fn resting(ground: ColliderDef, top: ColliderDef) -> Resting {
    let mut world = World::new(WorldSettings::default());
    let ground = body(&mut world, BodyDef::fixed().position([0.0, -0.5]), ground);
    let resting = body(&mut world, BodyDef::dynamic().position([0.0, 0.5]), top);
    run(&mut world, 120);
    assert!(!world.body(resting.0).unwrap().is_awake(), "it has fallen asleep");
    Resting { world, ground, resting }
}

impl Resting {
    fn height(&self) -> f32 {
        self.world.body(self.resting.0).unwrap().center().y
    }

    fn velocity(&self) -> Vec2 {
        self.world.body(self.resting.0).unwrap().velocity()
    }

    fn is_awake(&self) -> bool {
        self.world.body(self.resting.0).unwrap().is_awake()
    }
}

/// Ground that is taken away, made a sensor, disabled, removed, or turned round as a one-way collider lets
/// fall what slept on it; so does a box that becomes a sensor itself.
#[test]
fn sleeper_falls_when_its_support_goes() {
    type Change = fn(&mut Resting) -> Result<(), DefError>;
    let changes: [(&str, Change); 6] = [
        ("moved away", |all| all.world.body_mut(all.ground.0)?.set_pose(Pose::at([50.0, 0.0])).map(|_| ())),
        ("a sensor", |all| all.world.collider_mut(all.ground.1)?.set_sensor(true).map(|_| ())),
        ("disabled", |all| {
            all.world.collider_mut(all.ground.1)?.set_enabled(false);
            Ok(())
        }),
        ("removed", |all| Ok(all.world.remove_collider(all.ground.1)?)),
        ("one-way, downwards", |all| {
            all.world.collider_mut(all.ground.1)?.set_one_way(Some(Vec2::new(0.0, -1.0))).map(|_| ())
        }),
        ("itself a sensor", |all| all.world.collider_mut(all.resting.1)?.set_sensor(true).map(|_| ())),
    ];
    for (what, change) in changes {
        let mut all = resting(square(), square());
        change(&mut all).unwrap();
        run(&mut all.world, 30);
        // Half a second of fall: 1.2 m.
        assert!((all.height() - 0.5 + 1.226).abs() < 0.05, "{what}: {}", all.height());
    }
}

/// Its own pose, a material, a hook or a one-way direction of its own wakes a sleeper, which then stays where
/// it is.
#[test]
fn change_of_a_sleeper_wakes_it() {
    type Change = fn(&mut Resting) -> Result<(), DefError>;
    let changes: [(&str, Change); 4] = [
        ("its own pose", |all| {
            let pose = all.world.body(all.resting.0)?.pose();
            all.world.body_mut(all.resting.0)?.set_pose(pose).map(|_| ())
        }),
        ("friction", |all| all.world.collider_mut(all.resting.1)?.set_friction(0.3).map(|_| ())),
        ("one-way, upwards", |all| {
            all.world.collider_mut(all.resting.1)?.set_one_way(Some(Vec2::new(0.0, -1.0))).map(|_| ())
        }),
        ("velocity", |all| all.world.body_mut(all.resting.0)?.set_velocity([0.0, 0.0]).map(|_| ())),
    ];
    for (what, change) in changes {
        let mut all = resting(square(), square());
        change(&mut all).unwrap();
        assert!(all.is_awake(), "{what}");
        run(&mut all.world, 30);
        assert!((all.height() - 0.5).abs() < 0.01, "{what}: {}", all.height());
    }
}

/// A belt that starts takes along what sleeps on it, whichever of the two has it; and a change of the
/// material of the ground counts for the contact that is there.
#[test]
fn belt_that_starts_takes_a_sleeper_along_on_either_side() {
    let mut speeds = Vec::new();
    for is_ground in [true, false] {
        let mut all = resting(square(), square());
        let belt = if is_ground { all.ground.1 } else { all.resting.1 };
        all.world.collider_mut(belt).unwrap().set_surface_speed(0.5).unwrap();
        run(&mut all.world, 20);
        let speed = all.velocity().x;
        speeds.push(speed);
        assert!((speed.abs() - 0.5).abs() < 0.02, "{is_ground}: {speed}");
        // Without the belt and without friction nothing stops it.
        let (slippery, other) =
            if is_ground { (all.ground.1, all.resting.1) } else { (all.resting.1, all.ground.1) };
        all.world.collider_mut(slippery).unwrap().set_friction(0.0).unwrap().set_surface_speed(0.0).unwrap();
        all.world.collider_mut(other).unwrap().set_surface_speed(0.0).unwrap();
        run(&mut all.world, 10);
        assert!(
            (all.velocity().x - speed).abs() < 1e-3,
            "without friction it slides on: {:?}",
            all.velocity()
        );
    }
    assert!(speeds[0] * speeds[1] > 0.0, "both speeds count with the same sign: {speeds:?}");
}

/// Ground that sinks by a centimetre keeps its contact, and what slept on it wakes and follows. A body that
/// sleeps in the air wakes when it becomes a sensor.
#[test]
fn sleeper_wakes_also_if_its_contact_stays_or_there_is_none() {
    let mut all = resting(square(), square());
    all.world.body_mut(all.ground.0).unwrap().set_pose(Pose::at([0.0, -0.51])).unwrap();
    assert!(all.is_awake());
    run(&mut all.world, 30);
    assert!((all.height() - 0.49).abs() < 2e-3, "{}", all.height());

    let mut world = World::new(WorldSettings::default());
    let (id, collider) = body(&mut world, BodyDef::dynamic(), square());
    world.body_mut(id).unwrap().sleep();
    world.collider_mut(collider).unwrap().set_sensor(true).unwrap();
    assert!(world.body(id).unwrap().is_awake());
}

/// Two boxes that overlap and ignored each other collide in the step after a filter lets them, though neither
/// has moved.
#[test]
fn pairs_are_found_when_a_filter_allows_them() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let ignoring = Filter { category: 2, mask: 2, group: 0 };
    body(&mut world, BodyDef::fixed(), square());
    let (id, collider) = body(&mut world, BodyDef::dynamic().position([0.9, 0.0]), square().filter(ignoring));
    run(&mut world, 10);
    assert_eq!(world.body(id).unwrap().center().x, 0.9);
    world.collider_mut(collider).unwrap().set_filter(Filter::default());
    run(&mut world, 60);
    assert!(world.body(id).unwrap().center().x > 0.98, "{}", world.body(id).unwrap().center().x);
}

/// A collider that a moving body gets on its way hits what only it can hit.
#[test]
fn collider_added_on_the_way_collides() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]).sleeping(false));
    body(&mut world, BodyDef::fixed().position([3.0, 3.0]), square());
    let (id, _) = body(&mut world, BodyDef::dynamic().velocity([1.0, 0.0]).fixed_rotation(true), square());
    run(&mut world, 7);
    world.add_collider(id, square().offset([0.0, 3.0], 0.0)).unwrap();
    run(&mut world, 180);
    let x = world.body(id).unwrap().center().x;
    assert!((x - 2.0).abs() < 0.02, "stopped by the box above its way: {x}");
}

/// A hook is asked about a pair if one of the two colliders has it, and its answer counts for pairs that are
/// there.
#[test]
fn hook_of_one_collider_decides_about_the_pair() {
    #[derive(Debug)]
    struct Refuse;
    impl ContactHook for Refuse {
        fn accepts(&self, _: &HookCollider<'_>, _: &HookCollider<'_>) -> bool {
            false
        }
    }
    for of_ground in [true, false] {
        let mut all = resting(square(), square());
        all.world.set_contact_hook(Some(Arc::new(Refuse)));
        run(&mut all.world, 5);
        assert!((all.height() - 0.5).abs() < 0.01, "nobody has asked for it");
        let asking = if of_ground { all.ground.1 } else { all.resting.1 };
        all.world.collider_mut(asking).unwrap().set_hook(true);
        run(&mut all.world, 30);
        assert!(all.height() < -0.5, "{of_ground}: {}", all.height());
        all.world.collider_mut(asking).unwrap().set_hook(false);
        all.world.body_mut(all.resting.0).unwrap().set_pose(Pose::at([0.0, 0.5])).unwrap();
        run(&mut all.world, 60);
        assert!((all.height() - 0.5).abs() < 0.01, "{of_ground}: {}", all.height());
    }
}

/// The mass of a body follows what its colliders are, at once: sensors and disabled ones do not count.
#[test]
fn mass_follows_what_colliders_are() {
    let mut world = World::new(WorldSettings::default());
    let id = world.add_body(BodyDef::dynamic()).unwrap();
    let left = world.add_collider(id, square().density(2.0).offset([-1.0, 0.0], 0.0)).unwrap();
    let right = world.add_collider(id, square().density(2.0).offset([1.0, 0.0], 0.0)).unwrap();
    let mass =
        |world: &World| (world.body(id).unwrap().mass_properties().mass, world.body(id).unwrap().center().x);
    assert_eq!(mass(&world), (4.0, 0.0));
    world.collider_mut(right).unwrap().set_sensor(true).unwrap();
    assert_eq!(mass(&world), (2.0, -1.0));
    world.collider_mut(right).unwrap().set_enabled(false).set_sensor(false).unwrap();
    assert_eq!(mass(&world), (2.0, -1.0), "no sensor, but disabled");
    world.collider_mut(right).unwrap().set_density(9.0).unwrap();
    assert_eq!(mass(&world), (2.0, -1.0));
    world.collider_mut(right).unwrap().set_enabled(true);
    assert_eq!(mass(&world), (11.0, (9.0 - 2.0) / 11.0));
    world.remove_collider(left).unwrap();
    assert_eq!(mass(&world), (9.0, 1.0));
}

/// A half-space has no mass: its body cannot become dynamic, and stays as it is.
#[test]
fn body_with_a_half_space_cannot_become_dynamic() {
    let mut world = World::new(WorldSettings::default());
    let def = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
    let (ground, _) = body(&mut world, BodyDef::fixed(), def);
    let (id, _) = body(&mut world, BodyDef::dynamic().position([0.0, 0.5]), square());
    let refused = world.body_mut(ground).unwrap().set_kind(BodyKind::Dynamic).map(|_| ());
    assert_eq!(refused, Err(DefError::EndlessOnDynamic));
    world.body_mut(ground).unwrap().set_kind(BodyKind::Kinematic).unwrap();
    run(&mut world, 30);
    assert!((world.body(id).unwrap().center().y - 0.5).abs() < 0.01);
}

/// A sensor that is moved away from a sleeper reports that it has left.
#[test]
fn sensor_that_is_moved_away_reports_it() {
    let mut all = resting(square(), square());
    let (area, _) = body(&mut all.world, BodyDef::fixed().position([0.0, 0.5]), square().sensor(true));
    run(&mut all.world, 2);
    assert_eq!(all.world.events().sensors_ended().len(), 0);
    // 5 mm beside it: their fat boxes still overlap.
    all.world.body_mut(area).unwrap().set_pose(Pose::at([1.005, 0.5])).unwrap();
    all.world.step(DT);
    assert_eq!(all.world.events().sensors_ended().len(), 1);
}

/// Two boxes that overlap are parted until a joint holds them together; a sensor that one of them has still
/// sees the other. When the joint goes, they are parted again.
#[test]
fn joint_takes_the_contact_of_its_bodies_and_gives_it_back() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let (a, _) = body(&mut world, BodyDef::dynamic(), square());
    let (b, _) = body(&mut world, BodyDef::dynamic().position([0.99, 0.0]), square());
    world.add_collider(a, square().sensor(true)).unwrap();
    world.step(DT);
    let touching = |world: &World| world.contacts().filter(|contact| contact.points().count() > 0).count();
    assert_eq!((touching(&world), world.events().sensors_begun().len()), (1, 1));
    let joint =
        world.add_joint(JointDef::new(a, b, RevoluteJoint::new().anchors([0.5, 0.0], [-0.49, 0.0]))).unwrap();
    assert_eq!(touching(&world), 0, "at once");
    for _ in 0..30 {
        world.step(DT);
        assert_eq!((touching(&world), world.events().sensors_ended().len()), (0, 0));
    }
    world.remove_joint(joint).unwrap();
    world.step(DT);
    assert_eq!(touching(&world), 1, "they collide again");
    world.validate().expect("a sound world");
}

/// A weight that is added to a body which hangs asleep from a joint wakes it, as it does one that lies on the
/// ground. A new joint wakes both of its bodies.
#[test]
fn weight_added_to_a_sleeper_wakes_it() {
    let mut all = resting(square(), square());
    all.world.add_collider(all.resting.0, square()).unwrap();
    assert!(all.is_awake());

    let mut world = World::new(WorldSettings::default());
    let hook = world.add_body(BodyDef::fixed()).unwrap();
    let (bob, _) = body(&mut world, BodyDef::dynamic().position([0.0, -2.0]), square());
    world.add_joint(JointDef::new(hook, bob, RevoluteJoint::new().anchors([0.0, 0.0], [0.0, 2.0]))).unwrap();
    run(&mut world, 240);
    assert!(!world.body(bob).unwrap().is_awake(), "it hangs still");
    world.add_collider(bob, square().offset([2.0, 0.0], 0.0)).unwrap();
    assert!(world.body(bob).unwrap().is_awake());

    let mut all = resting(square(), square());
    let other = all.world.add_body(BodyDef::dynamic().position([0.0, 9.0])).unwrap();
    all.world.body_mut(other).unwrap().sleep();
    all.world.add_joint(JointDef::new(all.resting.0, other, RevoluteJoint::new())).unwrap();
    assert!(all.is_awake() && all.world.body(other).unwrap().is_awake());
}

/// Friction at rest combines the static coefficients, and sliding the dynamic ones.
#[test]
fn static_friction_of_a_pair_comes_from_both_static_coefficients() {
    for (fixed, holds) in [(0.9, true), (0.1, false)] {
        let of = |collider: ColliderDef| collider.friction(0.1).static_friction(fixed);
        let mut world = World::new(WorldSettings::default().gravity([4.0, -9.0]).sleeping(false));
        let ground = ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap());
        body(&mut world, BodyDef::fixed().position([0.0, -0.5]), of(ground));
        let (id, _) = body(&mut world, BodyDef::dynamic().position([0.0, 0.5]), of(square()));
        run(&mut world, 60);
        let speed = world.body(id).unwrap().velocity().x;
        // Sliding: 4 - 0.1 x 9 = 3.1 m/s^2.
        assert!(if holds { speed.abs() < 0.01 } else { (speed - 3.1).abs() < 0.05 }, "{fixed}: {speed}");
    }
}

/// A material whose friction is above its static friction, as one that sets the friction alone, has as much
/// static friction, wherever it comes from; a call that sets the static friction below it is refused.
#[test]
fn static_friction_below_friction_counts_as_friction() {
    for friction in [0.0, 0.1, 0.6, 0.8, 3.0] {
        for (material, expected) in [
            (Material { friction, ..Material::default() }, if friction > 0.6 { friction } else { 0.6 }),
            (Material { friction, static_friction: 0.0, ..Material::default() }, friction),
            (square().friction(friction).material, friction),
        ] {
            let mut world = World::default();
            let body = world.add_body(BodyDef::dynamic()).unwrap();
            let [new, changed, defined] = [material, Material::default(), Material::default()]
                .map(|material| world.add_collider(body, square().material(material)).unwrap());
            world.collider_mut(changed).unwrap().set_material(material).unwrap();
            world.collider_mut(defined).unwrap().set_def(square().material(material)).unwrap();
            for id in [new, changed, defined] {
                let held = world.collider(id).unwrap().material();
                assert_eq!((held.friction, held.static_friction), (friction, expected));
                let error = world.collider_mut(id).unwrap().set_static_friction(0.5 * friction).err();
                assert_eq!(error.is_some(), friction > 0.0, "{error:?}");
                world.collider_mut(id).unwrap().set_material(held).unwrap();
                // Nothing differs, so nothing wakes.
                world.body_mut(body).unwrap().sleep();
                world.collider_mut(id).unwrap().set_def(square().material(material)).unwrap();
                assert!(!world.body(body).unwrap().is_awake());
            }
        }
    }
}

/// The greater rolling resistance of the two counts, times the greater radius, in either order.
#[test]
fn rolling_resistance_is_the_greater_of_the_two_in_either_order() {
    let speed_after = |ground: f32, ball: f32, ball_first: bool| {
        let mut world = World::new(WorldSettings::default().rolling_resistance(0.0).sleeping(false));
        let def = ColliderDef::new(Shape::rectangle(50.0, 0.5).unwrap()).rolling_resistance(ground);
        let floor = |world: &mut World| body(world, BodyDef::fixed().position([0.0, -0.5]), def.clone());
        if !ball_first {
            floor(&mut world);
        }
        let round = ColliderDef::new(Shape::circle(0.5).unwrap()).rolling_resistance(ball);
        let rolling = BodyDef::dynamic().position([0.0, 0.5]).velocity([2.0, 0.0]).angular_velocity(-4.0);
        let (id, _) = body(&mut world, rolling, round);
        if ball_first {
            floor(&mut world);
        }
        run(&mut world, 60);
        world.body(id).unwrap().velocity().x
    };
    for ball_first in [true, false] {
        assert!((speed_after(0.0, 0.0, ball_first) - 2.0).abs() < 0.02);
        // The torque mu m g r brakes m r^2 / 2 + m r^2: 2/3 mu g = 0.65 m/s^2 for 0.1.
        for (ground, ball) in [(0.1, 0.0), (0.0, 0.1), (0.1, 0.05)] {
            let speed = speed_after(ground, ball, ball_first);
            assert!((speed - 1.35).abs() < 0.05, "{ground} {ball} {ball_first}: {speed}");
        }
    }
}
