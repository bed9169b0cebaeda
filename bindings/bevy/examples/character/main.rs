//! A character runs, climbs stairs, jumps up through a one-way platform and drops down through it.
//!
//! `cargo run --example character`; with a window and keys: `cargo run -p bevy_physics2d_window -- character`

#[path = "../common/headless.rs"]
mod headless;

mod game;

use bevy_app::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use game::{GamePlugin, Keys, Player};

/// Plays with the same keys for so many steps. Returns where the player is then, m.
fn hold(app: &mut App, keys: Keys, steps: usize) -> Vec2 {
    app.insert_resource(keys);
    (0..steps).for_each(|_| app.update());
    let mut players = app.world_mut().query::<(&Player, &Transform)>();
    let place = players.iter(app.world()).next().map(|it| it.1.translation.truncate());
    let place = place.unwrap_or(Vec2::NAN);
    println!("the player is at ({:.2}, {:.2})", place.x, place.y);
    place
}

fn main() {
    let mut app = headless::app(GamePlugin);
    let still = Keys::default();
    let keys = |run: f32, jump: bool, down: bool| Keys { run, jump, down };
    // Its feet are half the length and the radius below its middle: 0.8 m.
    headless::run(&mut app, 1);
    let ground = hold(&mut app, still, 0);
    assert!((ground.y - 0.8).abs() < 0.02);
    // Up the stairs to the top, 2 m, where crates stand in the way.
    let top = hold(&mut app, keys(1.0, false, false), 110);
    assert!((top.y - 2.8).abs() < 0.02 && top.x > 8.0);
    // Back, to below the platforms, whose tops are at 1.5 m and 3 m.
    hold(&mut app, keys(-1.0, false, false), 180);
    let below = hold(&mut app, still, 32);
    assert!((below.y - 0.8).abs() < 0.02 && (-8.0..-4.0).contains(&below.x), "{below}");
    hold(&mut app, keys(0.0, true, false), 1);
    let first = hold(&mut app, still, 80);
    assert!((first.y - 2.3).abs() < 0.02, "up through the first");
    hold(&mut app, keys(0.0, true, false), 1);
    let second = hold(&mut app, still, 80);
    assert!((second.y - 3.8).abs() < 0.02, "up through the second");
    hold(&mut app, keys(0.0, true, true), 1);
    let dropped = hold(&mut app, still, 80);
    assert!((dropped.y - 2.3).abs() < 0.02, "down through the second");
}

#[test]
fn character_climbs_jumps_and_drops() {
    main();
}
