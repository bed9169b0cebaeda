//! Prints the hashes of the scenes that `tests/c/hashes.c` builds through the C library, from the engine
//! itself.

use physics::prelude::*;
use std::path::PathBuf;

/// The pile of `tests/c/pile.h`.
fn pile() -> Result<World, DefError> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    for i in 0..100_u32 {
        let (column, row) = (f64::from(i % 10), f64::from(i / 10));
        let def = BodyDef::dynamic().position([column * 1.25 + row * 0.125, 1.0 + row * 1.5]);
        let body = world.add_body(def)?;
        let shape = if i % 3 == 0 { Shape::circle(0.5)? } else { Shape::rectangle(0.5, 0.25)? };
        world.add_collider(body, ColliderDef::new(shape))?;
    }
    Ok(world)
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(1.0 / 60.0);
    }
}

/// Scenes whose levels are written to files, for the program in C to load.
const LEVELS: [&str; 5] = ["pyramid", "bridge", "car", "ragdoll", "gear_train"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = pile()?;
    steps(&mut world, 120);
    println!("pile {:016x}", world.full_hash());
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder are levels written to?")?);
    std::fs::create_dir_all(&folder)?;
    for name in LEVELS {
        let scene = scenes::find(name).ok_or(name)?;
        let level = (scene.level)();
        std::fs::write(folder.join(format!("{name}.json")), serde_json::to_string(&level)?)?;
        let (mut world, _) = World::load(&level)?;
        steps(&mut world, 120);
        println!("{name} {:016x}", world.full_hash());
    }
    Ok(())
}
