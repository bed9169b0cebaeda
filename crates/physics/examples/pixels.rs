//! A world in pixels: one setting scales every tolerance.
//!
//! The engine's tolerances are lengths in metres (shapes may overlap by 5 mm, a body slower than 5 cm/s may
//! sleep). A game that counts in pixels sets `length_unit` to the number of pixels per metre, and gives all
//! lengths in pixels.
//!
//! `cargo run -p physics2d-engine --example pixels`

use physics::prelude::*;

const PIXELS_PER_METRE: f32 = 50.0;

fn main() -> Result<(), DefError> {
    let settings = WorldSettings {
        length_unit: PIXELS_PER_METRE,
        // Screen coordinates: the y axis points down.
        gravity: Vec2::new(0.0, 9.81 * PIXELS_PER_METRE),
        ..WorldSettings::default()
    };
    let mut world = World::new(settings);
    let floor = world.add_body(BodyDef::fixed().position([640.0, 700.0]))?;
    world.add_collider(floor, ColliderDef::new(Shape::rectangle(640.0, 20.0)?))?;

    let sprite = world.add_body(BodyDef::dynamic().position([640.0, 100.0]))?;
    // Density is in kg per square pixel: 1 kg/m^2 is 1 / 2500 of it.
    let density = 1.0 / (PIXELS_PER_METRE * PIXELS_PER_METRE);
    world.add_collider(sprite, ColliderDef::new(Shape::rectangle(16.0, 16.0)?).density(density))?;

    let mut steps = 0;
    while world.body(sprite)?.is_awake() && steps < 600 {
        world.step(1.0 / 60.0);
        steps += 1;
    }
    let y = world.body(sprite)?.pose().position.y;
    println!("after {steps} steps the sprite sleeps at y = {y:.2} px");
    assert!((y - 664.0).abs() < 0.5, "the floor's surface is at 680 px, half the sprite is 16 px: {y}");
    assert!(steps < 600, "the sprite never came to rest");
    Ok(())
}
