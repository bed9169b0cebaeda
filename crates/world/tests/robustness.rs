//! Inputs that have crashed other engines and have no place in a test of their own; `docs/robustness.md`
//! lists all of them.

use geom::{Pose, Shape};
use scenes::JointGrid;
use world::{BodyDef, ColliderDef, DefError, JointDef, Level, RevoluteJoint, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// Others compute an angle as the arcsine of a number that rounding lifts past one.
#[test]
fn motor_that_turns_a_joint_into_its_limits_keeps_every_number_finite() -> Result<(), DefError> {
    for (limit, speed) in [(0.0, 5.0), (1.57, -50.0), (3.14, 1e4), (std::f32::consts::PI, 3.0), (20.0, 200.0)]
    {
        let mut world = World::default();
        let post = world.add_body(BodyDef::fixed())?;
        let arm = world.add_body(BodyDef::dynamic())?;
        world.add_collider(arm, ColliderDef::new(Shape::rectangle(1.0, 0.1)?))?;
        let hinge = RevoluteJoint::new().limits(-limit, limit).motor(speed, f32::INFINITY);
        let hinge = world.add_joint(JointDef::new(post, arm, hinge))?;
        for _ in 0..240 {
            world.step(DT);
            let (body, joint) = (world.body(arm)?, world.joint(hinge)?);
            assert!(body.pose().is_finite() && body.angular_velocity().is_finite());
            assert!(joint.angle().is_finite() && joint.error().is_finite(), "limit {limit}, {speed} rad/s");
        }
    }
    Ok(())
}

/// A density scales all masses, and then no motion depends on it but by rounding.
#[test]
fn tower_of_density_1000_stands_as_one_of_density_1() -> Result<(), DefError> {
    let tops = [1.0, 1000.0].map(|density| {
        let mut world = World::default();
        let ground = world.add_body(BodyDef::fixed())?;
        let floor = ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?).density(density);
        world.add_collider(ground, floor)?;
        let mut top = ground;
        for i in 0..10_u8 {
            top = world.add_body(BodyDef::dynamic().position([0.0, 0.25 + 0.5 * f32::from(i)]))?;
            world.add_collider(top, ColliderDef::new(Shape::rectangle(0.25, 0.25)?).density(density))?;
        }
        (0..300).for_each(|_| world.step(DT));
        Ok::<_, DefError>(world.body(top)?.pose().position)
    });
    let [light, heavy] = tops;
    let (light, heavy) = (light?, heavy?);
    assert!((light - heavy).norm() < 1e-4 && (heavy.y - 4.75).abs() < 0.02, "{light} {heavy}");
    Ok(())
}

/// Ten thousand kilometres are beyond the world of a program in metres, and within that of one in
/// millimetres.
#[test]
fn teleport_of_ten_thousand_kilometres_is_refused_or_leaves_a_valid_world() -> Result<(), DefError> {
    for (length_unit, is_accepted) in [(1.0, false), (1000.0, true)] {
        let mut world = World::new(WorldSettings { length_unit, ..WorldSettings::default() });
        let body = world.add_body(BodyDef::dynamic())?;
        world.add_collider(body, ColliderDef::new(Shape::circle(length_unit)?))?;
        world.step(DT);
        let moved = world.body_mut(body)?.set_pose(Pose::at([1e7, -1e7])).is_ok();
        assert_eq!(moved, is_accepted, "length unit {length_unit}");
        world.validate().unwrap();
        (0..10).for_each(|_| world.step(DT));
        world.validate().unwrap();
        assert_eq!(world.body(body)?.pose().position.x, if is_accepted { 1e7 } else { 0.0 });
    }
    Ok(())
}

/// One body at a time, so that all share one slot.
#[test]
fn slot_that_is_used_a_million_times_refuses_every_older_handle() -> Result<(), DefError> {
    let mut world = World::default();
    let mut kept = Vec::new();
    for i in 0..1_000_000_u32 {
        let body = world.add_body(BodyDef::dynamic())?;
        if i.is_power_of_two() {
            kept.push(body);
        }
        world.remove_body(body)?;
    }
    let last = world.add_body(BodyDef::fixed())?;
    assert!(kept.iter().all(|&old| world.body(old).is_err() && world.remove_body(old).is_err()));
    assert!(world.body(last).is_ok());
    world.validate().unwrap();
    Ok(())
}

/// A net of 10,000 bodies and 19,800 joints, which hangs from two corners.
#[test]
fn island_of_ten_thousand_bodies_has_the_same_bits_on_any_threads() -> Result<(), DefError> {
    let level: Level = JointGrid { size: 100 }.level();
    assert_eq!(level.bodies.len(), 10_000);
    let hash = |threads: usize| {
        let (mut world, _) = World::load(&level)?;
        world.set_threads(threads);
        (0..3).for_each(|_| world.step(DT));
        world.validate().unwrap();
        Ok::<_, DefError>(world.full_hash())
    };
    assert_eq!(hash(5)?, hash(1)?);
    Ok(())
}
