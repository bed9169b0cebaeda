//! The behaviour of the scenes. `golden`, `allocation` and `snapshot_memory` are programs of
//! their own.
//!
//! They are one program, because each program takes seconds to link.

mod benchmarks;
mod bounce_heights;
mod classic;
mod courses;
mod degenerate;
mod effects;
mod everyday;
mod extra_loads;
mod held;
mod hollows;
mod laws;
mod mechanisms;
mod merged;
mod methods;
mod nets;
mod replays;
mod rest;
mod rollback;
mod scripted;
mod shows;
mod side_by_side;
mod stack;
mod steady;
mod subnormals;
mod surfaces;
mod traces;
mod variants;

use physics::prelude::*;

/// s. The length of a step.
const DT: f32 = 1.0 / 60.0;

fn load(level: &Level) -> World {
    World::load(level).expect("a level of this crate").0
}

fn run(world: &mut World, steps: u32) {
    for _ in 0..steps {
        world.step(DT);
    }
}
