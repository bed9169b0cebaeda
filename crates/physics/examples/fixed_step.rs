//! One simulation, seen at three frame rates: a fixed time step, and poses between two steps for drawing.
//!
//! Run it with `cargo run -p physics2d-engine --example fixed_step`.

use physics::prelude::*;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut hashes = Vec::new();
    for frames_per_second in [30, 60, 144] {
        let mut world = World::new(WorldSettings::default());
        let ground = world.add_body(BodyDef::fixed())?;
        world.add_collider(ground, ColliderDef::new(Shape::rectangle(20.0, 0.5)?))?;
        let ball = world.add_body(BodyDef::dynamic().position([0.0, 4.0]).velocity([2.0, 0.0]))?;
        world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?).restitution(0.7))?;

        let mut clock = FixedStep::new(60)?;
        let mut previous = Interpolator::default();
        println!("{frames_per_second} frames in a second");
        for frame in 0..3 * frames_per_second {
            // A game measures this time. The frames of a second add up to a second, to the nanosecond.
            let at = |frame: u64| Duration::from_nanos(1_000_000_000 * frame / frames_per_second);
            for _ in 0..clock.advance(at(frame + 1) - at(frame)) {
                // Here a game reads its input and applies forces.
                previous.record(&world);
                world.step(clock.dt());
            }
            let shown = previous.pose(world.body(ball)?, clock.alpha());
            if frame % (frames_per_second / 2) == 0 {
                println!("  the ball is drawn at ({:.3}, {:.3})", shown.position.x, shown.position.y);
            }
        }
        assert_eq!(clock.steps(), 180);
        hashes.push(world.state_hash());
    }
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "every frame rate gives the same bits");
    println!("After 3 s the world has the hash {:016x} at each frame rate.", hashes[0]);
    Ok(())
}
