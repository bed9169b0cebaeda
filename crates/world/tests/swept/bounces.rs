//! Balls that bounce.

use crate::{DT, add};
use geom::Shape;
use world::{BodyDef, ColliderDef, World, WorldSettings};

/// Drops an elastic ball and returns how deep it was in the ground at most, and the peak of its bounce, m.
fn drop_ball(height: f32, radius: f32) -> (f32, f32) {
    let mut world = World::new(WorldSettings::default().continuous(true));
    let ground = Shape::rectangle(5.0, 0.5).unwrap();
    add(&mut world, BodyDef::fixed().position([0.0, -0.5]), ColliderDef::new(ground));
    let def = BodyDef::dynamic().position([0.0, radius + height]);
    let ball = add(&mut world, def, ColliderDef::new(Shape::circle(radius).unwrap()).restitution(1.0));
    let (mut depth, mut peak, mut fell) = (0.0_f32, 0.0_f32, false);
    for _ in 0..400 {
        let before = world.body(ball).unwrap().velocity().y;
        world.step(DT);
        let view = world.body(ball).unwrap();
        let bottom = view.center().y - radius;
        depth = depth.max(-bottom);
        if before < 0.0 && view.velocity().y > 0.0 {
            if fell {
                break;
            }
            fell = true;
        }
        if fell {
            peak = peak.max(bottom);
        }
    }
    (depth, peak)
}

#[test]
fn landing_balls_do_not_sink_in_and_bounce_as_high_as_they_fell() {
    for i in 0..100 {
        let height = 0.5 + 0.2 * i as f32;
        for radius in [0.05, 0.25, 0.5] {
            let (depth, peak) = drop_ball(height, radius);
            assert!(depth < 0.005, "{depth} m deep from {height} m, radius {radius}");
            assert!((peak / height - 1.0).abs() < 0.01, "{peak} m from {height} m, radius {radius}");
        }
    }
}
