//! The program counts how often each ball hits the ground, and removes a ball when it has hit the ground
//! three times.
//!
//! `cargo run -p physics2d-engine --example events`

use physics::prelude::*;
use std::collections::HashMap;

fn main() -> Result<(), DefError> {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed())?;
    let floor = world.add_collider(ground, ColliderDef::new(Shape::rectangle(50.0, 0.5)?))?;

    let mut hits: HashMap<ColliderId, u32> = HashMap::new();
    for i in 0..5 {
        let height = 2.0 + i as f32;
        let ball = world.add_body(BodyDef::dynamic().position([2.0 * i as f32, height]))?;
        let collider = ColliderDef::new(Shape::circle(0.3)?).restitution(0.8);
        hits.insert(world.add_collider(ball, collider)?, 0);
    }

    for step in 0..1200 {
        world.step(1.0 / 60.0);
        // The events are taken out of the world, so the loop may change the world.
        for touch in world.take_events().contacts_begun() {
            let ball = if touch.a.collider == floor { touch.b } else { touch.a };
            if let Some(count) = hits.get_mut(&ball.collider) {
                *count += 1;
                if *count == 3 {
                    println!("step {step}: {:?} has hit the ground three times", ball.body);
                    world.remove_body(ball.body)?;
                }
            }
        }
    }
    assert!(hits.values().all(|&count| count == 3));
    assert_eq!(world.bodies().count(), 1, "only the ground is left");
    Ok(())
}
