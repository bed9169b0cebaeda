//! Reads a project of the editor LDtk as a level, and lets it run for five seconds. The reader is in
//! `import/ldtk.rs`.
//!
//! `cargo run -p physics2d-engine --example import_ldtk -- picture.svg`

#[path = "import/ldtk.rs"]
mod ldtk;
#[path = "import/picture.rs"]
mod picture;

use ldtk::read;
use physics::prelude::*;
use std::error::Error;

const SAMPLE: &str = include_str!("import/sample.ldtk");

fn main() -> Result<(), Box<dyn Error>> {
    let level = read(SAMPLE)?;
    let (mut world, ids) = World::load(&level)?;
    let of_walls = level.colliders.iter().filter(|collider| collider.body == 0).count();
    println!("{} bodies; the cells are {of_walls} colliders", ids.bodies.len());
    assert_eq!((ids.bodies.len(), of_walls), (5, 9)); // of 82 solid cells and 5 of a platform
    for _ in 0..300 {
        world.step(1.0 / 60.0);
    }
    picture::write(&world, [0.0, -12.0], [28.0, 0.0])?;
    for body in world.bodies().filter(|body| body.kind() == BodyKind::Dynamic) {
        let (center, speed) = (body.center(), body.velocity().norm());
        println!("a body is at {center}, {speed:.3} m/s");
        assert!((1.0..27.0).contains(&center.x) && center.y > -11.0, "it left the level: {center}");
        assert!(speed < 0.1, "it must rest, but has {speed} m/s");
    }
    assert!(read(&SAMPLE.replacen("1,1,1,1", "1,1,1", 1)).is_err(), "a cell is missing");
    Ok(())
}
