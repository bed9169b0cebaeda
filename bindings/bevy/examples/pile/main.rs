//! A pyramid stands still, until a ball knocks it down.
//!
//! `cargo run --example pile`; with a window: `cargo run -p bevy_physics2d_window -- pile`

#[path = "../common/headless.rs"]
mod headless;

mod game;

use bevy_app::prelude::*;
use bevy_transform::components::Transform;
use game::{Brick, GamePlugin, ROWS};

/// The height of the brick on top, m.
fn top(app: &mut App) -> f32 {
    let mut bricks = app.world_mut().query::<(&Brick, &Transform)>();
    bricks.iter(app.world()).find(|(brick, _)| brick.0 == ROWS - 1).map_or(0.0, |it| it.1.translation.y)
}

fn main() {
    let mut app = headless::app(GamePlugin);
    headless::run(&mut app, 3);
    let height = top(&mut app);
    println!("the pyramid of {ROWS} rows stands: its top is at {height:.3} m");
    assert!((height - (ROWS as f32 - 0.5)).abs() < 0.05);
    headless::run(&mut app, 6);
    let height = top(&mut app);
    println!("six seconds later it is at {height:.3} m");
    assert!(height < ROWS as f32 - 1.5);
}

#[test]
fn pyramid_stands_and_falls() {
    main();
}
