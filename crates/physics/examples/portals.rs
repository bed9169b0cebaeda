//! Portals: a fall that never ends, a crate that is thrown out of a wall, one that stands in two places, a
//! ray.
//!
//! Run it with `cargo run -p physics2d-engine --example portals`.

use physics::prelude::*;

/// The length of a step, s.
const DT: f32 = 1.0 / 60.0;

/// A room with its floor at a height of zero and its walls at x = -10 m and 10 m.
fn room() -> Result<World, DefError> {
    let mut world = World::default();
    let room = world.add_body(BodyDef::fixed())?;
    for (normal, offset) in [([0.0, 1.0], 0.0), ([1.0, 0.0], -10.0), ([-1.0, 0.0], -10.0)] {
        world.add_collider(room, ColliderDef::new(Shape::half_space(normal, offset)?))?;
    }
    Ok(world)
}

fn add_box(world: &mut World, half: [f32; 2], at: [f32; 2]) -> Result<BodyId, DefError> {
    let body = world.add_body(BodyDef::dynamic().position(at))?;
    world.add_collider(body, ColliderDef::new(Shape::rectangle(half[0], half[1])?))?;
    Ok(body)
}

fn main() -> Result<(), DefError> {
    endless_fall()?;
    thrown_out_of_a_wall()?;
    in_two_places()?;
    look_through()
}

/// From the floor to a ceiling above it: the speed is g t, whatever the number of passes.
fn endless_fall() -> Result<(), DefError> {
    let (mut world, mut portals) = (room()?, Portals::new());
    let (floor, ceiling) = (Opening::new([0.0, 0.0], [0.0, 1.0]), Opening::new([0.0, 8.0], [0.0, -1.0]));
    portals.add(&mut world, PortalDef::new(floor, ceiling, 2.0))?;
    let body = add_box(&mut world, [0.4, 0.4], [0.0, 4.0])?;
    for _ in 0..600 {
        portals.step(&mut world, DT);
    }
    let speed = -world.body(body)?.velocity().y;
    println!("after 10 s of falling between floor and ceiling: {speed:.2} m/s");
    assert!((speed - 98.1).abs() < 0.05);
    Ok(())
}

/// A crate that falls 5 m into the floor leaves the wall with the speed of its fall.
fn thrown_out_of_a_wall() -> Result<(), DefError> {
    let (mut world, mut portals) = (room()?, Portals::new());
    let (floor, wall) = (Opening::new([5.0, 0.0], [0.0, 1.0]), Opening::new([-10.0, 4.0], [1.0, 0.0]));
    portals.add(&mut world, PortalDef::new(floor, wall, 1.5))?;
    let body = add_box(&mut world, [0.4, 0.4], [5.0, 5.0])?;
    let mut speed = None;
    for _ in 0..90 {
        portals.step(&mut world, DT);
        let is_out = world.body(body)?.center().x < 0.0 && portals.twin(body).is_none();
        if is_out && speed.is_none() {
            speed = Some(world.body(body)?.velocity().x);
        }
    }
    println!("it leaves the wall at {:.2} m/s", speed.unwrap_or(0.0));
    assert!(speed.is_some_and(|speed| (speed - 9.90).abs() < 0.05)); // sqrt(2 g 5 m)
    Ok(())
}

/// A post stops a crate that comes out of the wall: it stays, half here and half there, and falls asleep.
///
/// Without friction it can rest in one place only: flat against the post, on the rim of the opening. With
/// friction it may also jam between the two at a slant, as it happens to arrive.
fn in_two_places() -> Result<(), DefError> {
    let (mut world, mut portals) = (room()?, Portals::new());
    let (floor, wall) = (Opening::new([5.0, 0.0], [0.0, 1.0]), Opening::new([-10.0, 4.0], [1.0, 0.0]));
    portals.add(&mut world, PortalDef::new(floor, wall, 1.2))?;
    let post = world.add_body(BodyDef::fixed().position([-9.1, 4.0]))?;
    world.add_collider(post, ColliderDef::new(Shape::rectangle(0.5, 1.0)?))?;
    let body = world.add_body(BodyDef::dynamic().position([5.0, 1.0]))?;
    world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).friction(0.0))?;
    for _ in 0..600 {
        portals.step(&mut world, DT);
    }
    let twin = portals.twin(body).expect("it is half through");
    let (here, there) = (world.body(body)?.center(), world.body(twin)?.center());
    println!("a crate is at ({:.2}, {:.2}) and at ({:.2}, {:.2})", here.x, here.y, there.x, there.y);
    // 0.4 m of it are out of the wall.
    assert!((here.y - 0.1).abs() < 0.001 && !world.body(body)?.is_awake());
    assert_eq!(portals.owner(twin), body);
    Ok(())
}

/// A ray down into the floor goes on from the wall.
fn look_through() -> Result<(), DefError> {
    let (mut world, mut portals) = (room()?, Portals::new());
    let (floor, wall) = (Opening::new([5.0, 0.0], [0.0, 1.0]), Opening::new([-10.0, 4.0], [1.0, 0.0]));
    portals.add(&mut world, PortalDef::new(floor, wall, 1.5))?;
    let ray = Ray::between([5.0, 3.0], [5.0, -100.0]);
    let cast = portals.cast_ray(&world, &ray, QueryFilter::default())?;
    let hit = cast.hit.expect("the wall on the other side");
    println!("the ray has {} legs and ends after {:.2} m", cast.legs.len(), hit.distance);
    assert!((hit.distance - 23.0).abs() < 0.01); // 3 m to the floor, 20 m through the room
    Ok(())
}
