//! Balls fly up through one-way platforms and come to rest on them.
//!
//! `cargo run --example one_way`; with a window: `cargo run -p bevy_physics2d_window -- one_way`

#[path = "../common/headless.rs"]
mod headless;

mod game;

use bevy_transform::components::Transform;
use game::{BALLS, Ball, GamePlugin, TOPS};

fn main() {
    let mut app = headless::app(GamePlugin);
    headless::run(&mut app, 14);
    let mut balls = app.world_mut().query::<(&Ball, &Transform)>();
    let mut on = [0; TOPS.len() + 1];
    for (_, transform) in balls.iter(app.world()) {
        let above = TOPS.iter().filter(|&&top| transform.translation.y > top + 0.2).count();
        on[above] += 1;
    }
    println!("on the ground and on the three platforms: {on:?} balls");
    assert_eq!(on.iter().sum::<u32>(), BALLS);
    // With 8 m/s and more a ball rises 3.2 m and more: all have passed at least the first platform.
    assert_eq!(on[0], 0);
    assert!(on[2] + on[3] > 5);
}

#[test]
fn balls_rest_on_the_platforms() {
    main();
}
