//! A steady step allocates no memory: the world keeps the memory of a step for the next one. Queries that
//! return no list allocate none either, with any filter.
//!
//! The file has only one test, since the allocator counts for the whole process.

use physics::prelude::*;
use scenes::{Bridge, Pile, Pyramid};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn steady_step_and_queries_allocate_nothing() {
    let awake = |mut level: Level| {
        level.settings.sleeping = false;
        level
    };
    let named = |name: &str| awake((scenes::find(name).expect("a scene").level)());
    let scenes = [
        // This scene has enough blocks for several threads. In the other scenes several threads run only
        // the narrow phase. Its contacts swing for one and a half seconds before it is steady.
        ("large_pyramid", named("large_pyramid"), 120),
        ("pyramid", awake(Pyramid::default().level()), 120),
        ("bridge", awake(Bridge::default().level()), 600),
        ("pile", awake(Pile { bodies: 200, columns: 10, seed: 1 }.level()), 600),
        ("card_house", named("card_house"), 60),
        ("gear_train", named("gear_train"), 60),
        ("rolling_slope", named("rolling_slope"), 30),
        // This scene uses the classic solver.
        ("squash_20", named("squash_20"), 60),
        ("swinging_joints", named("swinging_joints"), 60),
        // Mechanisms that are solved directly, and contacts that are solved together.
        ("steady_crane", named("steady_crane"), 60),
        ("steady_hundred_cranes", named("steady_hundred_cranes"), 60),
        ("steady_glass", named("steady_glass"), 60),
        ("steady_tower", named("steady_tower"), 60),
        ("steady_clockwork", named("steady_clockwork"), 60),
        ("steady_scissor_lift", named("steady_scissor_lift"), 420),
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
    queries_allocate_nothing();
}

fn queries_allocate_nothing() {
    let mut world = World::load(&Pile { bodies: 200, columns: 10, seed: 1 }.level()).expect("a level").0;
    world.step(1.0 / 60.0);
    let some: Vec<BodyId> = world.bodies().map(physics::world::BodyRef::id).step_by(20).collect();
    let is_dynamic = |collider: ColliderRef<'_>| collider.body().kind() == BodyKind::Dynamic;
    let all = QueryFilter::default();
    let filters = [
        all,
        all.exclude_body(some[0]),
        all.exclude_bodies(&some).predicate_ref(&is_dynamic),
        all.ignore_initial_overlap().include_sensors(),
    ];
    let shape = Shape::rectangle(0.4, 0.2).expect("a shape");
    let region = Region::new(ALLOCATOR);
    let mut count = 0;
    for filter in filters {
        for i in 0..20 {
            let at = Point::new(i as f32 - 10.0, 0.5 * i as f32);
            let pose = Pose::new(at, 0.1);
            let ray = Ray::new(at, [3.0, -20.0]);
            let cast = ShapeCast::new(&shape, pose, ray.translation);
            let found = [
                world.cast_ray(&ray, filter).expect("finite").is_some(),
                world.cast_ray_any(&ray, filter).expect("finite"),
                world.cast_shape(&cast, filter).expect("finite").is_some(),
                world.cast_shape_any(&cast, filter).expect("finite"),
                world.overlap_shape_any(&shape, pose, filter).expect("finite"),
                world.collider_at(at, filter).expect("finite").is_some(),
                world.closest_to_point(at, 9.0, filter).expect("finite").is_some(),
                world.closest_to_shape(&shape, pose, 9.0, filter).expect("finite").is_some(),
            ];
            count += found.into_iter().filter(|&found| found).count();
        }
    }
    assert!(count > 200, "only {count} queries found something");
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{change:?}");
}
