//! Inputs that have crashed other engines and have no place in a test of their own; `docs/robustness.md`
//! lists all of them.

use geom::{Pose, Shape};
use scenes::JointGrid;
use world::{BodyDef, ColliderDef, DefError, JointDef, Level, RevoluteJoint, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

/// Others compute an angle as the arcsine of a number that rounding lifts past one.
#[test]
fn motor_that_turns_a_joint_into_its_limits_keeps_every_number_finite() -> Result<(), DefError> {
    for (limit, speed) in [(0.0, 5.0), (1.5, -50.0), (3.0, 1e4), (std::f32::consts::PI, 3.0), (20.0, 200.0)] {
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

/// A million kilometres are beyond the world of a program in metres, and within that of one in millimetres.
#[test]
fn teleport_of_a_million_kilometres_is_refused_or_leaves_a_valid_world() -> Result<(), DefError> {
    for (length_unit, is_accepted) in [(1.0, false), (1000.0, true)] {
        let mut world = World::new(WorldSettings { length_unit, ..WorldSettings::default() });
        let body = world.add_body(BodyDef::dynamic())?;
        world.add_collider(body, ColliderDef::new(Shape::circle(length_unit)?))?;
        world.step(DT);
        let moved = world.body_mut(body)?.set_pose(Pose::at([1e9, -1e9])).is_ok();
        assert_eq!(moved, is_accepted, "length unit {length_unit}");
        world.validate().unwrap();
        (0..10).for_each(|_| world.step(DT));
        world.validate().unwrap();
        assert_eq!(world.body(body)?.pose().position.x, if is_accepted { 1e9 } else { 0.0 });
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

/// Shards of 4 g lie in a box into which boulders of 1.5 t fall. None is ever faster than twice the fastest
/// boulder (in an early version some left at 900 m/s), and the boulders come to rest. Shards of 1.6 kg and
/// more are not crushed but carry the boulders, and a rigid wedge between two that close leaves faster than
/// these; those of 1.8 kg at 34 m/s.
#[test]
fn shards_under_falling_boulders_are_hardly_faster_than_the_boulders() -> Result<(), DefError> {
    for (density, times) in [(4.0, 2.0), (400.0, 2.0), (1800.0, 8.0), (3000.0, 8.0)] {
        let [shard, boulder] = fastest_of_shards_and_boulders(density)?;
        assert!(
            boulder > 3.0 && shard < times * boulder,
            "{density}: shards {shard} m/s, boulders {boulder}"
        );
    }
    Ok(())
}

/// m/s. Shards of this density (kg/m^2) and an area of 10 cm^2.
fn fastest_of_shards_and_boulders(density: f32) -> Result<[f32; 2], DefError> {
    let mut world = World::default();
    let floor = world.add_body(BodyDef::fixed())?;
    world.add_collider(floor, ColliderDef::new(Shape::rectangle(6.0, 0.5)?).offset([0.0, -0.5], 0.0))?;
    for x in [-4.0, 4.0] {
        world.add_collider(floor, ColliderDef::new(Shape::rectangle(0.5, 8.0)?).offset([x, 8.0], 0.0))?;
    }
    let mut shards = Vec::new();
    for i in 0..60_u8 {
        let at = [f32::from(i % 20) * 0.32 - 3.1, 0.1 + 0.2 * f32::from(i / 20)];
        let shard = world.add_body(BodyDef::dynamic().position(at).angle(f32::from(i)))?;
        let wedge = Shape::polygon([[-0.04, -0.01], [0.04, -0.01], [-0.04, 0.015]])?;
        world.add_collider(shard, ColliderDef::new(wedge).density(density))?;
        shards.push(shard);
    }
    assert!((world.body(shards[0])?.mass_properties().mass - 1e-3 * density).abs() < 3e-5 * density); // kg
    let mut boulders = Vec::new();
    for i in 0..24_u8 {
        let at = [f32::from(i % 6) * 1.1 - 2.75, 2.0 + 1.2 * f32::from(i / 6)];
        let boulder = world.add_body(BodyDef::dynamic().position(at).angle(0.3 * f32::from(i)))?;
        let corner = |k: u8| {
            let angle = std::f32::consts::TAU * f32::from(k) / 7.0;
            [0.48 * angle.cos(), 0.48 * angle.sin()]
        };
        let shape = Shape::polygon((0..7).map(corner))?;
        let area = shape.mass_properties(1.0)?.mass;
        world.add_collider(boulder, ColliderDef::new(shape).density(1500.0 / area))?;
        boulders.push(boulder);
    }
    let mut fastest = [0.0_f32; 2];
    for _ in 0..600 {
        world.step(DT);
        for (bodies, fastest) in [&shards, &boulders].into_iter().zip(&mut fastest) {
            for &body in bodies {
                *fastest = fastest.max(world.body(body)?.velocity().norm());
            }
        }
    }
    for boulder in boulders {
        let (speed, at) = (world.body(boulder)?.velocity().norm(), world.body(boulder)?.center());
        assert!(speed < 0.2 && at.y > 0.3 && at.x.abs() < 3.5, "{speed} m/s at {at}");
    }
    Ok(fastest)
}

/// A ball of 4 g between two rollers that close in with the speed v leaves with up to v / tan a, where a is
/// the angle of the contact normals to the way of the rollers: nothing bounds that but a bound of its speed.
#[test]
fn what_is_squeezed_out_is_no_faster_than_a_wedge_and_than_its_bound() -> Result<(), DefError> {
    const SPEED: f32 = 3.0; // m/s, of each roller
    for (height, bound) in [(0.1_f32, f32::INFINITY), (0.05, f32::INFINITY), (0.05, 12.0)] {
        let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
        let distance = 0.51_f32; // m, between the centres of ball and roller
        let along = (distance * distance - height * height).sqrt();
        for side in [-1.0, 1.0] {
            let def = BodyDef::kinematic().position([side * along, 0.0]).velocity([-side * SPEED, 0.0]);
            let roller = world.add_body(def)?;
            world.add_collider(roller, ColliderDef::new(Shape::circle(0.5)?).friction(0.0))?;
        }
        let ball =
            world.add_body(BodyDef::dynamic().position([0.0, height]).max_speeds(bound, f32::INFINITY))?;
        let area = std::f32::consts::PI * 0.01 * 0.01;
        world
            .add_collider(ball, ColliderDef::new(Shape::circle(0.01)?).density(0.004 / area).friction(0.0))?;
        // Short steps, in which the normals hardly turn. Their sweeps find more than half of the speed before
        // the ball has risen.
        let mut speed = 0.0_f32;
        for _ in 0..10 {
            world.step(DT / 32.0);
            speed = speed.max(world.body(ball)?.velocity().norm());
        }
        let expected = (SPEED * along / height).min(bound);
        let share = speed / expected;
        assert!((0.5..1.05).contains(&share), "{height} m: {speed} m/s of {expected} m/s");
        assert!(speed <= bound * (1.0 + 1e-5));
    }
    Ok(())
}
