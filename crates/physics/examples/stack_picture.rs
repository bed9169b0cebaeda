//! A stack of twenty boxes stands for ten seconds; then a picture of it is written as SVG.
//!
//! `cargo run -p physics2d-engine --example stack_picture -- stack.svg`

use physics::prelude::*;
use std::fmt::Write;

const HALF: f32 = 0.25; // m, half the side of a box

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(WorldSettings::default());
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;

    let mut boxes = Vec::new();
    for level in 0..20 {
        let position = [0.02 * (level % 2) as f32, HALF + 2.0 * HALF * level as f32];
        let body = world.add_body(BodyDef::dynamic().position(position))?;
        world.add_collider(body, ColliderDef::new(Shape::rectangle(HALF, HALF)?).friction(0.5))?;
        boxes.push(body);
    }
    for _ in 0..600 {
        world.step(1.0 / 60.0);
    }

    // One SVG unit is a metre. The y axis of SVG points down, so the whole picture is flipped.
    let mut svg = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='600' viewBox='-3 -11 6 12'>\n\
         <g transform='scale(1,-1)'><rect x='-3' y='-1' width='6' height='1' fill='#999'/>\n",
    );
    for &body in &boxes {
        let pose = world.body(body)?.pose();
        let (x, y, degrees) = (pose.position.x, pose.position.y, pose.rotation.angle().to_degrees());
        let side = 2.0 * HALF;
        writeln!(
            svg,
            "<rect x='{}' y='{}' width='{side}' height='{side}' fill='#8bf' stroke='#124' stroke-width='.02' \
             transform='translate({x} {y}) rotate({degrees})'/>",
            -HALF, -HALF
        )?;
    }
    svg.push_str("</g></svg>\n");

    match std::env::args().nth(1) {
        Some(path) => std::fs::write(&path, svg).map(|()| println!("wrote {path}"))?,
        None => println!("{} bytes of SVG; name a file to write them to", svg.len()),
    }
    let top = world.body(boxes[19])?.pose().position.y;
    println!("the top box rests at {top:.3} m; {} bodies are awake", world.stats().awake);
    assert!((top - 39.0 * HALF).abs() < 0.1, "the stack sank or fell: its top is at {top} m");
    Ok(())
}
