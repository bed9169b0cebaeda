//! A steady step, and a reset, allocate no memory.
//!
//! The file has only one test, since the allocator counts for the whole process.

use batch::{Action, BatchDef, Observation, Parameter, Random, RayFan, Varied};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn steady_steps_and_resets_allocate_nothing() {
    let mut level = (scenes::find("tower").expect("a scene").level)();
    level.settings.sleeping = false;
    let bodies = 1..level.bodies.len() as u32;
    let region = Region::new(ALLOCATOR);
    let numbers: Vec<u32> = std::hint::black_box((0..100).collect());
    assert!(region.change().allocations > 0, "the counter does not count {} numbers", numbers.len());
    for threads in [1, 2] {
        let mut batch = BatchDef::new(&level)
            .worlds(8)
            .threads(threads)
            .frame_skip(2)
            .chunk(3)
            .actions(bodies.clone().map(|body| Action::force(body).scaled(0.5)).collect())
            .observations(vec![
                Observation::Pose { body: 1 },
                Observation::Touch { collider: 1 },
                Observation::Rays(RayFan::new(1, 16, 10.0)),
            ])
            .parameters(vec![
                Parameter::new(Varied::Mass { body: 1 }, 0.9, 1.1),
                Parameter::new(Varied::Friction { collider: 1 }, 0.9, 1.1),
                Parameter::new(Varied::Gravity, 0.9, 1.1),
                Parameter::new(Varied::Strength { first: 0, count: 2 }, 0.9, 1.1),
                Parameter::new(Varied::Size { collider: 1 }, 0.95, 1.05),
            ])
            .build()
            .expect("a batch");
        let mut random = Random::new(0, 0, 0);
        let mut actions = vec![0.0; batch.len() * batch.action_len()];
        let mut steps = |batch: &mut batch::Batch, count: usize| {
            for step in 0..count {
                actions.iter_mut().for_each(|number| *number = random.between(-1.0, 1.0));
                batch.step(&actions).expect("actions");
                if step % 60 == 0 {
                    batch.reset_all();
                }
                let mask: [bool; 8] = std::array::from_fn(|i| i == step % 8);
                batch.reset(&mask).expect("a mask");
            }
        };
        // Until each world has had about as many contacts as it will have.
        steps(&mut batch, 600);
        let region = Region::new(ALLOCATOR);
        steps(&mut batch, 240);
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{threads} threads: {change:?}");
    }
}
