//! Reads a map of the editor Tiled (TMX) as a level, and lets it run for five seconds. The reader is in
//! `import/tiled.rs`.
//!
//! `cargo run -p physics2d-engine --example import_tiled -- picture.svg`

#[path = "import/picture.rs"]
mod picture;
#[path = "import/tiled.rs"]
mod tmx;

use physics::prelude::*;
use std::error::Error;
use tmx::read;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/import/sample.tmx");

fn main() -> Result<(), Box<dyn Error>> {
    let level = read(SAMPLE)?;
    let (mut world, ids) = World::load(&level)?;
    let of_walls = level.colliders.iter().filter(|collider| collider.body == 0).count();
    println!("{} bodies; the tiles are {of_walls} colliders", ids.bodies.len());
    for _ in 0..300 {
        world.step(1.0 / 60.0);
    }
    picture::write(&world, [0.0, 0.0], [30.0, 14.0])?;
    // 102 solid tiles, of which the floor is one rectangle.
    assert!(of_walls < 10, "the tiles were not merged");
    for body in world.bodies().filter(|body| body.kind() == BodyKind::Dynamic) {
        let (center, speed) = (body.center(), body.velocity().norm());
        println!("a body rests at {center}, {speed:.3} m/s");
        assert!((1.0..29.0).contains(&center.x) && center.y > 2.0, "it left the map: {center}");
        assert!(speed < 0.1, "it must rest, but has {speed} m/s");
    }
    Ok(())
}
