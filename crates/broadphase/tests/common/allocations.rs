//! Counts the allocations of steps and queries. A file that includes this one has a single test, since the
//! allocator counts for the whole process.

use super::common::{Numbers, crowd, found_by_overlap, pairs_of};
use broadphase::{Broadphase, Cast, Key};
use geom::{Aabb, Vec2};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::ops::ControlFlow;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The least of three runs: the thread of the test harness may allocate in the first.
fn allocations(mut what: impl FnMut()) -> usize {
    let mut count = || {
        let region = Region::new(ALLOCATOR);
        what();
        let change = region.change();
        change.allocations + change.reallocations
    };
    count().min(count()).min(count())
}

/// Queries do not allocate, and neither does a step that is like an earlier one.
pub fn check<B: Broadphase + Default>(name: &str) {
    let (mut broadphase, _) = crowd::<B>(10);
    let count = allocations(|| {
        std::hint::black_box(found_by_overlap(&broadphase, Aabb::around([20.0, 20.0], [20.0, 20.0])));
        std::hint::black_box(pairs_of(&mut broadphase, &[0]));
    });
    assert!(count > 0, "the counter does not count");

    let (mut broadphase, boxes) = crowd::<B>(1000);
    let all: Vec<Key> = (0..1000).collect();
    let mut pairs = Vec::new();
    let mut step = |shift: f32| {
        for (key, aabb) in (0..).zip(&boxes) {
            let by = Vec2::new(shift, -shift);
            broadphase.update(key, Aabb::new(aabb.lower + by, aabb.upper + by)).unwrap();
        }
        pairs.clear();
        broadphase.find_pairs(&all, &mut pairs);
    };
    // Back and forth, until the boxes have been in both positions.
    for _ in 0..3 {
        step(0.4);
        step(0.0);
    }
    let steps = allocations(|| {
        step(0.4);
        step(0.0);
    });
    assert_eq!(steps, 0, "{name}: steps");

    let mut numbers = Numbers(1);
    let mut found = [(0.0, 0); 8];
    let queries = allocations(|| {
        for _ in 0..50 {
            let (from, to) = (numbers.point(40.0), numbers.point(40.0));
            let aabb = Aabb::around(from, [3.0, 1.0]);
            broadphase.overlap_aabb(aabb, &mut |_| ControlFlow::Continue(()));
            broadphase.overlap_point(from, &mut |_| ControlFlow::Continue(()));
            broadphase.cast_segment(from, to, &mut |_| f32::INFINITY);
            broadphase.cast_aabb(aabb, to - from, 1.0, &mut |_| f32::INFINITY);
            broadphase
                .cast_many(&[Cast::ray(from, to - from, 1.0); 4], &mut |_, key| 1.0 / (1.0 + key as f32));
            broadphase.nearest_k(from, f32::INFINITY, &mut found, &mut |key| {
                (boxes[key as usize].center() - from).norm()
            });
        }
    });
    assert_eq!(queries, 0, "{name}: queries");
}
