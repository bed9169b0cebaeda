//! What state a world can be in: it is valid after every call and every length of a step, it can be saved, and
//! a recording knows of it.

use geom::Shape;
use world::{BodyDef, BodyId, ColliderDef, Material, World, WorldSettings};

const DT: f32 = 1.0 / 60.0;

fn random(seed: &mut u64) -> f32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 40) as f32 / (1_u64 << 24) as f32
}

/// Fast bodies of several shapes that bounce in a box, so that steps turn some away before they meet others.
fn bouncing(seed: u64, gravity: f32) -> (World, Vec<BodyId>) {
    let mut seed = seed;
    let mut world = World::new(WorldSettings::default().gravity([0.0, -gravity]));
    let walls = world.add_body(BodyDef::fixed()).unwrap();
    for (x, y, half_x, half_y) in
        [(0.0, -3.5, 4.0, 0.5), (0.0, 3.5, 4.0, 0.5), (-3.5, 0.0, 0.5, 4.0), (3.5, 0.0, 0.5, 4.0)]
    {
        let wall = ColliderDef::new(Shape::rectangle(half_x, half_y).unwrap()).offset([x, y], 0.0);
        world.add_collider(walls, wall.restitution(0.8)).unwrap();
    }
    let bodies = (0..24).map(|i| {
        let mut between = |low: f32, high: f32| low + (high - low) * random(&mut seed);
        let at = [between(-2.5, 2.5), between(-2.5, 2.5)];
        let speed = if i % 3 == 0 { 60.0 } else { 6.0 };
        let velocity = [between(-speed, speed), between(-speed, speed)];
        let def = BodyDef::dynamic().position(at).velocity(velocity).angular_velocity(between(-9.0, 9.0));
        let body = world.add_body(def).unwrap();
        let shape = if i % 2 == 0 { Shape::circle(0.2) } else { Shape::rectangle(0.3, 0.15) };
        let material = Material { restitution: 0.8, ..Material::default() };
        world.add_collider(body, ColliderDef::new(shape.unwrap()).material(material)).unwrap();
        body
    });
    let bodies = bodies.collect();
    (world, bodies)
}

/// Whichever island falls asleep after whichever step, also one that touches what a step has put off; it can
/// be saved, and goes on as it would without that.
#[test]
fn world_is_valid_when_any_island_falls_asleep_after_any_step() {
    for seed in 0..6 {
        let (mut world, bodies) = bouncing(seed, if seed % 2 == 0 { 0.0 } else { 10.0 });
        for step in 0..60 {
            world.step(DT);
            for &body in &bodies {
                let mut copy = world.clone();
                copy.body_mut(body).unwrap().sleep();
                if let Err(error) = copy.validate() {
                    panic!("seed {seed}, step {step}: {error}");
                }
            }
            let mut copy = world.clone();
            for &body in &bodies {
                copy.body_mut(body).unwrap().sleep();
            }
            copy.validate().unwrap();
            copy.body_mut(bodies[0]).unwrap().wake();
            copy.validate().unwrap();
            for _ in 0..3 {
                copy.step(DT);
                copy.validate().unwrap();
            }
        }
    }
}

/// From a step that is a thousandth of the usual one up to the longest.
#[test]
fn world_is_valid_after_steps_of_any_length() {
    for dt in [1e-5, 1e-3, DT, 0.1, 0.3, 0.6, 1.0] {
        for seed in 0..12 {
            let (mut world, _) = bouncing(seed, 10.0);
            for step in 0..40 {
                world.step(if step % 3 == 2 { DT } else { dt });
                if let Err(error) = world.validate() {
                    panic!("steps of {dt} s, seed {seed}, step {step}: {error}");
                }
            }
        }
    }
}
