//! A steady step allocates no memory: the world keeps the memory of a step for the next one.
//!
//! The file has only one test, since the allocator counts for the whole process.

use physics::prelude::*;
use scenes::{Bridge, Pile, Pyramid};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn steady_step_allocates_nothing() {
    let awake = |mut level: Level| {
        level.settings.sleeping = false;
        level
    };
    let named = |name: &str| awake((scenes::find(name).expect("a scene").level)());
    let scenes = [
        // This scene has enough blocks for several threads. In the other scenes several threads run only
        // the narrow phase.
        ("large_pyramid", named("large_pyramid"), 60),
        ("pyramid", awake(Pyramid::default().level()), 120),
        ("bridge", awake(Bridge::default().level()), 600),
        ("pile", awake(Pile { bodies: 200, columns: 10, seed: 1 }.level()), 600),
        ("card_house", named("card_house"), 60),
        ("gear_train", named("gear_train"), 60),
        ("rolling_slope", named("rolling_slope"), 30),
        // This scene uses the classic solver.
        ("squash_20", named("squash_20"), 60),
        ("swinging_joints", named("swinging_joints"), 60),
    ];
    let region = Region::new(ALLOCATOR);
    let numbers: Vec<u32> = std::hint::black_box((0..100).collect());
    assert!(region.change().allocations > 0, "the counter does not count {} numbers", numbers.len());

    for (name, level, until_steady) in scenes {
        for threads in [1, 2, 3] {
            let (mut world, _) = World::load(&level).expect("a level");
            world.set_threads(threads);
            for _ in 0..until_steady {
                world.step(1.0 / 60.0);
            }
            let region = Region::new(ALLOCATOR);
            for _ in 0..60 {
                world.step(1.0 / 60.0);
            }
            let change = region.change();
            let allocated = (change.allocations, change.reallocations);
            assert_eq!(allocated, (0, 0), "{name}, {threads} threads: {change:?}");
            let awake = world.bodies().filter(|body| body.kind() != BodyKind::Static).count();
            assert_eq!(world.stats().awake, awake, "{name} is not awake");
        }
    }
}
