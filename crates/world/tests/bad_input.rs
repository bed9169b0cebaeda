//! Invalid input changes nothing: it gives an error that names the field and its value, or a warning of the
//! step.

use collide::Ray;
use geom::{Point, Pose, Shape};
use proptest::prelude::*;
use world::{
    BodyDef, ColliderDef, DefError, HandleError, JointDef, Level, QueryFilter, RevoluteJoint, StepWarning,
    WeldJoint, World, WorldSettings,
};

fn ball() -> ColliderDef {
    ColliderDef::new(Shape::circle(0.5).unwrap())
}

fn message(error: DefError) -> String {
    error.to_string()
}

#[test]
fn invalid_definition_error_names_field_and_value() {
    let mut world = World::new(WorldSettings::default());
    let nan = f32::NAN;
    let mut refuse = |def: BodyDef| message(world.add_body(def).unwrap_err());
    assert_eq!(
        refuse(BodyDef::dynamic().position([nan, 0.0])),
        "position.x is NaN: it must be within 100,000 km of the origin"
    );
    assert!(refuse(BodyDef::dynamic().position([0.0, 1e9])).starts_with("position.y is 1000000000"));
    assert!(refuse(BodyDef::dynamic().velocity([0.0, f32::INFINITY])).contains("velocity is inf"));
    assert!(refuse(BodyDef::dynamic().damping(-1.0, 0.0)).contains("damping is -1"));
    assert!(refuse(BodyDef::dynamic().angle(nan)).contains("angle is NaN"));
    assert_eq!(world.stats().bodies, 0);

    let body = world.add_body(BodyDef::dynamic()).unwrap();
    let mut refuse = |def: ColliderDef| message(world.add_collider(body, def).unwrap_err());
    assert!(refuse(ball().density(-2.0)).contains("density is -2"));
    assert!(refuse(ball().density(f32::INFINITY)).contains("density is inf"));
    assert!(refuse(ball().friction(nan)).contains("friction is NaN"));
    assert!(refuse(ball().restitution(-0.5)).contains("restitution is -0.5"));
    assert!(refuse(ball().one_way([0.0, 0.0])).contains("length of one_way is 0"));
    assert!(refuse(ball().one_way([f32::NAN, 0.0])).contains("one_way is NaN"));
    assert!(refuse(ball().rolling_resistance(-0.1)).contains("rolling_resistance is -0.1"));
    assert!(refuse(ball().surface_speed(nan)).contains("surface_speed is NaN"));
    let ground = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0).unwrap());
    assert_eq!(refuse(ground), message(DefError::EndlessOnDynamic));
    assert_eq!(world.stats().colliders, 0);

    let mut refuse = |def: JointDef| world.add_joint(def).unwrap_err();
    assert_eq!(refuse(JointDef::new(body, body, RevoluteJoint::new())), DefError::SameBody);
    world.remove_body(body).unwrap();
    assert_eq!(world.add_collider(body, ball()), Err(HandleError::Removed { kind: "body" }.into()));
    let other = World::new(WorldSettings::default()).add_body(BodyDef::dynamic()).unwrap();
    assert_eq!(world.add_collider(other, ball()), Err(HandleError::ForeignWorld { kind: "body" }.into()));
    let fresh = world.add_body(BodyDef::dynamic()).unwrap();
    assert_eq!(
        world.add_joint(JointDef::new(fresh, body, RevoluteJoint::new())).unwrap_err(),
        HandleError::Removed { kind: "body" }.into()
    );
}

#[test]
fn invalid_settings_error_names_field_and_value() {
    let refuse = |settings: WorldSettings| message(settings.validate().unwrap_err());
    assert!(refuse(WorldSettings::default().gravity([f32::NAN, 0.0])).contains("gravity is NaN"));
    assert!(refuse(WorldSettings::default().substeps(0)).contains("substeps is 0"));
    let unit = WorldSettings { length_unit: 0.0, ..WorldSettings::default() };
    assert!(refuse(unit).contains("length_unit is 0"));
    let mut world = World::new(WorldSettings::default());
    assert!(world.set_settings(WorldSettings::default().substeps(0)).is_err());
    assert_eq!(*world.settings(), WorldSettings::default());
}

#[test]
fn invalid_level_error_names_the_reference_and_its_index() {
    let mut level = Level::new(WorldSettings::default());
    level.body_with(BodyDef::dynamic(), ball());
    level.joint(JointDef::new(0, 7, RevoluteJoint::new()));
    let error = message(World::load(&level).unwrap_err());
    assert_eq!(error, "second body of a joint has index 7, but the level has only 1");
    level.joints.clear();
    level.colliders[0].body = u32::MAX;
    assert!(message(World::load(&level).unwrap_err()).starts_with("body of a collider has index 4294967295"));
}

/// A negative, infinite, NaN or far too long time step changes nothing and is reported; zero is allowed.
#[test]
fn time_step_out_of_range_changes_nothing_and_warns() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::dynamic().position([0.0, 3.0])).unwrap();
    world.add_collider(body, ball()).unwrap();
    world.step(1.0 / 60.0);
    let before = world.state_hash();
    for dt in [f32::NAN, -1.0, f32::INFINITY, 1e9] {
        world.step(dt);
        assert!(matches!(world.events().warnings(), [StepWarning::TimeStep(_)]), "{dt}");
        assert_eq!(world.state_hash(), before);
    }
    world.step(0.0);
    assert!(world.events().warnings().is_empty());
    assert_eq!(world.state_hash(), before);
}

/// A body whose motion overflows is stopped where it was and reported, and can move again; a body that does
/// not touch it is not affected.
#[test]
fn body_whose_motion_overflows_is_stopped_and_reported() {
    let mut world = World::new(WorldSettings::default());
    let fast = world.add_body(BodyDef::dynamic().position([0.0, 3.0])).unwrap();
    world.add_collider(fast, ball()).unwrap();
    let other = world.add_body(BodyDef::dynamic().position([9.0, 3.0])).unwrap();
    world.add_collider(other, ball()).unwrap();
    for push in [[f32::MAX, f32::MAX], [1e30, 0.0]] {
        world.body_mut(fast).unwrap().set_velocity(push).unwrap().set_angular_velocity(1e30).unwrap();
        world.step(1.0 / 60.0);
        assert_eq!(world.events().warnings(), [StepWarning::BodyStopped(fast)]);
        assert_eq!(world.body(fast).unwrap().velocity().norm(), 0.0);
        world.validate().unwrap();
    }
    assert!(world.body(other).unwrap().velocity().y < -0.3);
    world.step(1.0 / 60.0);
    assert!(world.events().warnings().is_empty());
    assert!(world.body(fast).unwrap().velocity().y < 0.0);
}

/// After one body of a heap overflows and is stopped, no impulse that is not finite is stored, so the heap
/// comes to rest.
#[test]
fn heap_comes_to_rest_after_one_of_its_bodies_overflowed() {
    for welded in [false, true] {
        let mut world = World::new(WorldSettings::default());
        let ground = world.add_body(BodyDef::fixed().position([0.0, -1.0])).unwrap();
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 1.0).unwrap())).unwrap();
        let place = |i: usize| [0.99 * (i % 3) as f32, 0.5 + 0.99 * (i / 3) as f32];
        let heap: Vec<_> = (0..9)
            .map(|i| {
                let body = world.add_body(BodyDef::dynamic().position(place(i)).can_sleep(false)).unwrap();
                world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
                body
            })
            .collect();
        for _ in 0..30 {
            world.step(1.0 / 60.0);
        }
        if welded {
            let weld = JointDef::new(heap[4], heap[5], WeldJoint::new().anchors([0.495, 0.0], [-0.495, 0.0]));
            world.add_joint(weld).unwrap();
        }
        let mut body = world.body_mut(heap[4]).unwrap();
        body.set_velocity([f32::MAX, -f32::MAX]).unwrap().set_angular_velocity(f32::MAX).unwrap();
        world.step(1.0 / 60.0);
        assert!(world.events().warnings().contains(&StepWarning::BodyStopped(heap[4])));
        for step in 0..240 {
            world.step(1.0 / 60.0);
            assert!(step < 2 || world.events().warnings().is_empty(), "{:?}", world.events().warnings());
        }
        assert!(world.kinetic_energy() < 1e-3, "{}", world.kinetic_energy());
        assert!(heap.iter().all(|&body| world.body(body).unwrap().pose().position.y > 0.45));
    }
}

#[test]
fn invalid_push_pose_or_query_is_refused_and_changes_nothing() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(body, ball()).unwrap();
    let before = world.state_hash();
    let nan = f32::NAN;
    let mut view = world.body_mut(body).unwrap();
    assert!(view.apply_force([nan, 0.0], [0.0, 0.0]).is_err());
    assert!(view.apply_impulse([1.0, 0.0], [0.0, nan]).is_err());
    assert!(view.apply_torque(nan).is_err());
    assert!(view.set_angular_velocity(f32::INFINITY).is_err());
    assert!(view.set_pose(Pose::at([1e9, 0.0])).is_err());
    assert!(view.set_pose(Pose::new([0.0, 0.0], nan)).is_err());
    assert_eq!(world.state_hash(), before);
    assert!(world.cast_ray(&Ray::new([0.0, nan], [1.0, 0.0]), QueryFilter::default()).is_err());
    assert!(world.cast_ray(&Ray::new([0.0, 0.0], [f32::INFINITY, 0.0]), QueryFilter::default()).is_err());
}

/// Boxes that are created inside each other separate slowly: each pair of neighbours at the push-out speed at
/// most, so the ends of a row of n boxes at most at n - 1 times that speed. 1% is for rounding.
#[test]
fn overlapping_boxes_separate_at_the_push_out_speed_for_each_pair() {
    for count in [2, 30] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        for i in 0..count {
            let at = 0.01 * i as f32;
            let id = world.add_body(BodyDef::dynamic().position([at, -at])).unwrap();
            world.add_collider(id, ColliderDef::new(Shape::rectangle(0.5, 0.5).unwrap())).unwrap();
        }
        let push_out = world.settings().solver.push_out_speed;
        let mut widest = 0.0_f32;
        for _ in 0..120 {
            world.step(1.0 / 60.0);
            world.validate().unwrap();
            let x: Vec<f32> = world.bodies().map(|body| body.velocity().x).collect();
            let span =
                x.iter().copied().fold(f32::MIN, f32::max) - x.iter().copied().fold(f32::MAX, f32::min);
            widest = widest.max(span);
        }
        assert!(widest <= 1.01 * push_out * (count - 1) as f32, "{count} boxes: {widest} m/s");
        // Pairs separate until they overlap by less than the slop, 5 mm; those inside a row take longer.
        assert!(world.max_penetration() < 0.02, "{count} boxes: {} m", world.max_penetration());
    }
}

/// A query sees what was added or removed since the last step.
#[test]
fn query_before_the_first_step_finds_what_was_added() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::dynamic().position([3.0, 0.0])).unwrap();
    let collider = world.add_collider(body, ball()).unwrap();
    assert_eq!(world.collider_at([3.2, 0.1], QueryFilter::default()).unwrap().unwrap().id(), collider);
    let hit = world.cast_ray(&Ray::new([0.0, 0.0], [10.0, 0.0]), QueryFilter::default()).unwrap().unwrap();
    assert!((hit.point - Point::new(2.5, 0.0)).norm() < 1e-5);
    world.remove_body(body).unwrap();
    assert!(world.collider_at([3.2, 0.1], QueryFilter::default()).unwrap().is_none());
    world.step(1.0 / 60.0);
}

proptest! {
    /// A ray and a point query find what a test of every collider finds.
    #[test]
    fn queries_find_what_brute_force_finds(
        places in prop::collection::vec((-8.0_f32..8.0, -8.0_f32..8.0, 0_u8..3), 0..30),
        from in (-10.0_f32..10.0, -10.0_f32..10.0),
        to in (-10.0_f32..10.0, -10.0_f32..10.0),
    ) {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        for (x, y, shape) in places {
            let body = world.add_body(BodyDef::dynamic().position([x, y]).angle(x + y)).unwrap();
            let shape = match shape {
                0 => Shape::circle(0.7),
                1 => Shape::rectangle(0.9, 0.3),
                _ => Shape::capsule([-0.5, 0.0], [0.5, 0.0], 0.25),
            };
            world.add_collider(body, ColliderDef::new(shape.unwrap())).unwrap();
        }
        let origin = Point::new(from.0, from.1);
        let translation = Point::new(to.0, to.1) - origin;
        let ray = Ray::new(origin, translation);
        let nearest = world
            .colliders()
            .filter_map(|c| collide::cast_ray(c.shape(), c.body().pose(), &ray))
            .map(|hit| hit.fraction)
            .fold(None, |least: Option<f32>, f| Some(least.map_or(f, |l| l.min(f))));
        let found = world.cast_ray(&ray, QueryFilter::default()).unwrap();
        prop_assert_eq!(found.map(|hit| hit.fraction), nearest);

        let inside: Vec<_> = world
            .colliders()
            .filter(|c| c.shape().contains(c.body().pose().inverse_transform(origin)))
            .map(world::ColliderRef::id)
            .collect();
        let visited = world.overlap_point_all(origin, QueryFilter::default()).unwrap();
        let visited: Vec<_> = visited.into_iter().map(world::ColliderRef::id).collect();
        let first = world.collider_at(origin, QueryFilter::default()).unwrap().map(world::ColliderRef::id);
        prop_assert_eq!(first, inside.first().copied());
        prop_assert_eq!(visited, inside);
    }
}
