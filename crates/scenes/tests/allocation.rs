//! A steady step allocates nothing: all memory of a step is kept for the next.
//!
//! One test only, since the allocator counts for the whole process.

use physics::prelude::*;
use scenes::{Bridge, Pile, Pyramid};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_steady_step_allocates_nothing() {
    let awake = |mut level: Level| {
        level.settings.sleeping = false;
        level
    };
    let scenes = [
        ("pyramid", awake(Pyramid::default().level()), 1, 120),
        ("pyramid on three threads", awake(Pyramid::default().level()), 3, 120),
        ("bridge", awake(Bridge::default().level()), 1, 600),
        ("pile", awake(Pile { bodies: 200, columns: 10, seed: 1 }.level()), 1, 600),
    ];
    let region = Region::new(ALLOCATOR);
    let numbers: Vec<u32> = std::hint::black_box((0..100).collect());
    assert!(region.change().allocations > 0, "the counter does not count {} numbers", numbers.len());

    for (name, level, threads, until_steady) in scenes {
        let mut world = World::load(&level).expect("a level");
        world.set_threads(threads);
        for _ in 0..until_steady {
            world.step(1.0 / 60.0);
        }
        let region = Region::new(ALLOCATOR);
        for _ in 0..120 {
            world.step(1.0 / 60.0);
        }
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{name}: {change:?}");
        assert_eq!(world.stats().awake, world.dynamic_bodies().count(), "{name} is not awake");
    }
}
