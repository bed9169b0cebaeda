//! A crate falls onto the ground and comes to rest.
//!
//! `cargo run -p physics2d-engine --example hello_world`

use physics::prelude::*;

fn main() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default()); // Gravity points down with 9.81 m/s^2.

    let ground = world.add_body(BodyDef::fixed())?;
    // Half extents: the ground is 40 m wide and 1 m high, and its surface lies at y = 0.5 m.
    world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5)?))?;

    let falling = world.add_body(BodyDef::dynamic().position([0.0, 5.0]))?;
    world
        .add_collider(falling, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).density(200.0).friction(0.6))?;

    for step in 0..=120 {
        if step % 20 == 0 {
            let body = world.body(falling)?;
            let (height, speed) = (body.pose().position.y, body.velocity().y);
            println!(
                "after {:4.2} s: height {height:6.3} m, velocity {speed:7.3} m/s",
                f64::from(step) / 60.0
            );
        }
        world.step(1.0 / 60.0);
    }

    // Its centre rests half a metre above the surface of the ground.
    let height = world.body(falling)?.pose().position.y;
    assert!((height - 1.0).abs() < 0.01, "rests at {height} m");
    Ok(())
}
