//! Reads a project of LDtk as entities, and lets it run for five seconds.
//!
//! `cargo run --example ldtk`; with a window: `cargo run -p bevy_physics2d_window -- ldtk`

#[path = "../common/headless.rs"]
mod headless;

mod game;

use bevy_physics2d::Physics;
use bevy_physics2d::physics::prelude::World;
use game::{GamePlugin, Loaded};

fn main() {
    let mut app = headless::app(GamePlugin);
    headless::run(&mut app, 5);
    let world = app.world();
    let (physics, loaded) = (world.resource::<Physics>(), world.resource::<Loaded>());
    println!("{} bodies of the level are entities", loaded.bodies.len());
    for &entity in &loaded.bodies {
        let Some(body) = physics.body(entity) else { panic!("{entity} is no body") };
        println!("{entity} is at {}", body.pose().position);
    }
    // The same level without Bevy has the same bits.
    let Ok((mut alone, _)) = World::load(&loaded.level) else { panic!("the level is good") };
    (0..5 * 64).for_each(|_| alone.step(1.0 / 64.0));
    assert_eq!(alone.state_hash(), physics.world.state_hash());
}

#[test]
fn level_has_the_hash_of_the_level_without_bevy() {
    main();
}
