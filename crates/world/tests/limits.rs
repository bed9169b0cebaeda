//! What lies at the limits of numbers and of the world: each case has a defined answer.

use geom::{Circle, Pose, Rot, Shape};
use world::{BodyDef, BodyId, ColliderDef, DefError, Level, StepWarning, World, WorldSettings, WorldStats};

const DT: f32 = 1.0 / 60.0;

fn ball() -> ColliderDef {
    ColliderDef::new(Shape::circle(0.5).unwrap())
}

fn circle_at(x: f32, y: f32) -> ColliderDef {
    ColliderDef::new(Shape::Circle(Circle::new([x, y], 1.0).unwrap())).density(0.0)
}

fn dynamic_ball(world: &mut World, density: f32) -> BodyId {
    let body = world.add_body(BodyDef::dynamic()).unwrap();
    world.add_collider(body, ball().density(density)).unwrap();
    body
}

/// The box of a shape at 3e38 m overflowed when its body turned, and the step panicked in debug.
#[test]
fn a_shape_too_far_from_its_body_is_refused_and_one_at_the_limit_turns_without_overflow() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::kinematic().position([1e8, -1e8]).angular_velocity(3.0)).unwrap();
    for (x, y) in [(3e38, 3e38), (0.0, 2e9), (8e8, 8e8)] {
        let error = world.add_collider(body, circle_at(x, y)).unwrap_err().to_string();
        assert!(error.starts_with("reach of the shape is "), "{error}");
    }
    assert_eq!(world.stats().colliders, 0);
    world.add_collider(body, circle_at(7e8, -7e8)).unwrap();
    for step in 0..200 {
        world.step(DT);
        world.validate().unwrap();
        if step % 50 == 0 {
            world.body_mut(body).unwrap().set_pose(Pose::new([-1e8, 1e8], step as f32)).unwrap();
        }
    }
    assert!(world.colliders().all(|collider| collider.fat_aabb().is_valid()));
}

#[test]
fn a_length_unit_with_which_squares_would_overflow_is_refused() {
    let settings = WorldSettings { length_unit: 1e10, ..WorldSettings::default() };
    assert_eq!(
        settings.validate().unwrap_err().to_string(),
        "length_unit is 10000000000: it must be above zero and at most 1e9"
    );
}

#[test]
fn a_rotation_that_is_far_from_a_unit_rotation_is_refused() {
    let mut world = World::new(WorldSettings::default());
    let body = dynamic_ball(&mut world, 1.0);
    let pose = world.body(body).unwrap().pose();
    for (cos, sin) in [(1e20, 1e20), (0.0, 0.0), (f32::NAN, 1.0), (1e-30, 0.0), (f32::INFINITY, 0.0)] {
        let wrong = Pose { rotation: Rot { cos, sin }, ..pose };
        let error = world.body_mut(body).unwrap().set_pose(wrong).map(|_| ()).unwrap_err().to_string();
        let is_number = cos.is_finite() && sin.is_finite();
        let expected = if is_number { "a length near 1" } else { "its angle is NaN: it must be finite" };
        assert!(error.starts_with("rotation ") && error.ends_with(expected), "{error}");
        assert_eq!(world.body(body).unwrap().pose(), pose);
    }
    // Of another length, but meant as a direction: it is normalised.
    let long = Pose { rotation: Rot { cos: 3.0, sin: 4.0 }, ..pose };
    world.body_mut(body).unwrap().set_pose(long).unwrap();
    assert_eq!(world.body(body).unwrap().pose().rotation, Rot { cos: 0.6, sin: 0.8 });
}

/// Each mass was finite, but their sum was not.
#[test]
fn no_sum_of_masses_overflows() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::dynamic()).unwrap();
    // Too heavy, and so far out that the inertia about the origin of the body is too large.
    for (heavy, field) in [(ball().density(1e38), "mass"), (circle_at(6e8, 0.0).density(1e20), "inertia")] {
        let error = world.add_collider(body, heavy).unwrap_err().to_string();
        assert!(error.starts_with(field) && error.contains("at most 1e28"), "{error}");
    }
    let light = world.add_collider(body, ball()).unwrap();
    assert!(world.collider_mut(light).unwrap().set_density(1e38).is_err());
    for i in 0..200 {
        let x = if i % 2 == 0 { -0.3 } else { 0.3 };
        world.add_collider(body, ball().offset([x, 0.0], 0.0).density(1e28)).unwrap();
    }
    let mass = world.body(body).unwrap().mass_properties();
    assert!(mass.mass > 1e30 && mass.mass.is_finite() && mass.inertia.is_finite(), "{mass:?}");
    assert!(mass.center.coords.norm() < 1e-4, "{mass:?}");
    world.step(DT);
    world.validate().unwrap();
}

/// A push that would give a velocity that is not finite is refused, so no reader ever sees one.
#[test]
fn a_finite_push_never_gives_a_velocity_that_is_not_finite() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    let light = dynamic_ball(&mut world, 1e-38);
    let mut body = world.body_mut(light).unwrap();
    let error = body.apply_central_impulse([1e30, 0.0]).map(|_| ()).unwrap_err();
    assert!(matches!(error, DefError::Value { field: "velocity after the impulse", .. }), "{error}");
    assert!(body.apply_angular_impulse(1e30).is_err());
    assert!(body.apply_impulse([1e-10, 0.0], [1e30, 1e30]).is_err());
    assert_eq!((body.view().velocity().norm(), body.view().angular_velocity()), (0.0, 0.0));
    // Forces add up, and so do they until the sum is too large.
    assert!(body.apply_central_force([3e38, 0.0]).is_ok());
    assert!(body.apply_central_force([3e38, 0.0]).is_err());
    // A great but finite velocity has a finite energy in f64, and an infinite one, but not NaN, in f32.
    let heavy = dynamic_ball(&mut world, 1e10);
    world.body_mut(heavy).unwrap().set_velocity([1e38, 0.0]).unwrap();
    assert!(!world.kinetic_energy().is_nan() && world.body(heavy).unwrap().kinetic_energy() == f32::INFINITY);
    world.step(DT);
    world.validate().unwrap();
    assert!(world.kinetic_energy().is_finite());
}

/// It hovered, never slept, and warned every second step for ever.
#[test]
fn a_body_at_the_border_of_the_world_rests_there_after_one_warning() {
    let mut world = World::new(WorldSettings::default());
    let def = BodyDef::dynamic().position([0.0, -99_999_990.0]).velocity([0.0, -100.0]);
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ball()).unwrap();
    let mut warnings = 0;
    for _ in 0..300 {
        world.step(DT);
        let stopped = |warning: &&StepWarning| **warning == StepWarning::BodyStopped(body);
        warnings += world.events().warnings().iter().filter(stopped).count();
        world.validate().unwrap();
    }
    assert_eq!(warnings, 1);
    assert!(!world.body(body).unwrap().is_awake());
    // A program that puts it back gets a body that falls as before.
    world.body_mut(body).unwrap().set_pose(Pose::IDENTITY).unwrap();
    (0..60).for_each(|_| world.step(DT));
    let speed = world.body(body).unwrap().velocity().y;
    assert!((speed + 9.81).abs() < 0.2, "{speed}");
}

/// Tags had 16 bits.
#[test]
fn a_handle_from_65536_worlds_ago_is_refused() {
    let mut first = World::new(WorldSettings::default());
    let old = first.add_body(BodyDef::dynamic()).unwrap();
    let mut last = None;
    for _ in 0..65_540 {
        let mut world = World::new(WorldSettings::default());
        world.add_body(BodyDef::dynamic()).unwrap();
        assert!(world.remove_body(old).is_err());
        last = Some(world);
    }
    let WorldStats { bodies, .. } = last.unwrap().stats();
    assert_eq!(bodies, 1);
}

/// Bodies at one point have a contact for each pair, so memory and time grow with the square of their number:
/// 3,000 of them take 5.8 GB. The contacts go when the bodies have parted.
#[test]
fn bodies_at_one_point_have_a_contact_for_each_pair_and_part() {
    let count = 60;
    let mut level = Level::new(WorldSettings::default().gravity([0.0, 0.0]));
    for _ in 0..count {
        level.body_with(BodyDef::dynamic(), ball());
    }
    let (mut world, _) = World::load(&level).unwrap();
    world.step(DT);
    assert_eq!(world.stats().contacts, count * (count - 1) / 2);
    (0..600).for_each(|_| world.step(DT));
    assert!(world.stats().contacts < 4 * count, "{:?}", world.stats());
    world.validate().unwrap();
}
