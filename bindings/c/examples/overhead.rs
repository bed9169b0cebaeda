//! The calls of `examples/c/overhead.c` without the border, ns each.

use physics::prelude::*;
use std::hint::black_box;
use std::time::Instant;

const BODIES: usize = 1000;
const ROUNDS: usize = 2000;

fn main() -> Result<(), DefError> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed())?;
    world.add_collider(ground, ColliderDef::new(Shape::half_space([0.0, 1.0], 0.0)?))?;
    for i in 0..BODIES as u32 {
        let (column, row) = (f64::from(i % 50), f64::from(i / 50));
        let body = world.add_body(BodyDef::dynamic().position([column * 1.25, 1.0 + row * 1.5]))?;
        world.add_collider(body, ColliderDef::new(Shape::rectangle(0.5, 0.25)?))?;
    }
    let bodies: Vec<BodyId> = world.dynamic_bodies().map(|body| body.id()).collect();
    let nanoseconds =
        |start: Instant, rounds: usize| start.elapsed().as_secs_f64() * 1e9 / (rounds * BODIES) as f64;
    let mut sum = 0.0;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for &body in &bodies {
            sum += black_box(&world).body(black_box(body))?.position_f64().y;
        }
    }
    println!("get_position {:.2}", nanoseconds(start, ROUNDS));
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for &body in &bodies {
            black_box(&mut world).body_mut(black_box(body))?.apply_central_force([0.0, 0.0])?;
        }
    }
    println!("apply_central_force {:.2}", nanoseconds(start, ROUNDS));
    let start = Instant::now();
    let mut states = Vec::with_capacity(BODIES + 1);
    for round in 0..ROUNDS {
        states.clear();
        states.extend(world.bodies().map(|body| {
            let (velocity, speed) = (body.velocity(), body.angular_velocity());
            (body.id(), body.world_pose(), velocity, speed, body.is_awake(), body.user_data())
        }));
        sum += states[round % BODIES].1.position.y;
    }
    println!("get_states_per_body {:.2}", nanoseconds(start, ROUNDS));
    let start = Instant::now();
    let mut made = Vec::with_capacity(BODIES);
    for _ in 0..100 {
        for _ in 0..BODIES {
            made.push(world.add_body(black_box(BodyDef::dynamic().position([0.0, 1000.0])))?);
        }
        for body in made.drain(..) {
            world.remove_body(body)?;
        }
    }
    println!("create_and_destroy {:.2}", nanoseconds(start, 100));
    let start = Instant::now();
    for _ in 0..200 {
        world.step(1.0 / 60.0);
    }
    println!("step_us {:.2}", start.elapsed().as_secs_f64() * 1e6 / 200.0);
    eprintln!("{sum} {:016x}", world.full_hash());
    Ok(())
}
