//! Velocities and impulses that become tiny become zero and never subnormal, because arithmetic on subnormal
//! numbers is 16 to 45 times slower.

use super::DT;
use physics::prelude::*;
use scenes::{Pyramid, Squash};

/// Velocities and impulses.
fn numbers(world: &World) -> Vec<f32> {
    let bodies = world.bodies().flat_map(|body| {
        let velocity = body.velocity();
        [velocity.x, velocity.y, body.angular_velocity()]
    });
    let points = world.contacts().flat_map(|contact| contact.points().collect::<Vec<_>>());
    bodies.chain(points.flat_map(|(_, _, impulse)| [impulse.normal, impulse.tangent])).collect()
}

/// A motion that is damped to a hundredth in each second is zero after fifteen, and never subnormal before.
#[test]
fn damped_motion_becomes_zero_and_is_never_subnormal() {
    let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]).sleeping(false));
    let def = BodyDef::dynamic().velocity([3.0, -2.0]).angular_velocity(5.0).damping(4.6, 4.6);
    let body = world.add_body(def).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::circle(0.5).unwrap())).unwrap();
    for step in 0..900 {
        world.step(DT);
        assert!(numbers(&world).iter().all(|x| !x.is_subnormal()), "step {step}: {:?}", numbers(&world));
    }
    assert_eq!(numbers(&world), [0.0; 3]);
}

/// A pile that is kept awake for ten seconds has no subnormal numbers, with either solver. Balls that roll
/// until they stop have none either.
#[test]
fn bodies_at_rest_have_no_subnormal_numbers() {
    let mut rolling = scenes::find("rolling_slope").map(|scene| (scene.level)()).expect("a scene");
    rolling.settings.gravity = Vec2::new(1.0, -5.0);
    for mut level in
        [Pyramid::default().level(), Squash { iterations: 20, ..Squash::default() }.level(), rolling]
    {
        level.settings.sleeping = false;
        let (mut world, _) = World::load(&level).expect("a level of this crate");
        for step in 0..600 {
            world.step(DT);
            let found = numbers(&world).into_iter().find(|x| x.is_subnormal());
            assert_eq!(found, None, "step {step}");
        }
    }
}
