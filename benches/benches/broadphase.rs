//! Compares the broad phases: inserting, moving, finding pairs and queries, in crowds of several kinds.
//!
//! The figures of `docs/broadphase.md` take about two minutes with
//! `cargo bench -p benches --bench broadphase -- --warm-up-time 0.2 --measurement-time 0.5 --sample-size 10`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use physics::broadphase::Mobility;
use physics::prelude::*;
use scenes::{Crowd, crowds};
use std::hint::black_box;
use std::ops::ControlFlow;

/// A broad phase that stores these boxes.
fn filled<B: Broadphase + Default>(boxes: &[Aabb]) -> B {
    let mut broadphase = B::default();
    for (key, &aabb) in (0..).zip(boxes) {
        broadphase.insert(key, aabb, Mobility::Moving).unwrap();
    }
    broadphase
}

/// Update and pair search of a step: moves `percent` of the boxes, each in its own direction, by 0.2 m per
/// step, for ten steps forwards and ten back, and finds the pairs of the moved boxes.
fn step<B: Broadphase + Default>(c: &mut Criterion, name: &str, boxes: &[Aabb], percent: usize) {
    let moved: Vec<u32> = (0..boxes.len() as u32).step_by(100 / percent).collect();
    let mut broadphase = filled::<B>(boxes);
    let ways = crowds::ways(boxes.len(), 0.2);
    let (mut updates, mut pairs, mut time) = (Vec::new(), Vec::new(), 0);
    c.bench_function(&format!("broadphase/{name}/move {percent}%"), |bench| {
        bench.iter(|| {
            time = (time + 1) % 20;
            let far = if time < 10 { time } else { 20 - time } as f32;
            updates.clear();
            updates.extend(moved.iter().map(|&key| {
                let Aabb { lower, upper } = boxes[key as usize];
                let by = ways[key as usize] * far;
                (key, Aabb { lower: lower + by, upper: upper + by })
            }));
            broadphase.update_many(&updates).unwrap();
            pairs.clear();
            broadphase.find_pairs(&moved, &mut pairs);
            black_box(pairs.len())
        });
    });
}

/// Queries, each at a hundred places: the boxes in a box of 4 m, a ray of 40 m, a crate that is cast by 10 m,
/// and the eight nearest boxes.
fn ask<B: Broadphase + Default>(c: &mut Criterion, name: &str, boxes: &[Aabb]) {
    type Visit<'a> = dyn FnMut(u32) -> f32 + 'a;
    type Question<'a, B> = (&'a str, &'a dyn Fn(&B, Point, Vec2) -> usize);

    let broadphase = filled::<B>(boxes);
    let asked: Vec<(Point, Vec2)> =
        crowds::places(boxes, 100).into_iter().zip(crowds::ways(100, 1.0)).collect();
    let count = |cast: &dyn Fn(&mut Visit<'_>)| {
        let mut found = 0;
        cast(&mut |_| {
            found += 1;
            f32::INFINITY
        });
        found
    };
    let questions: [Question<'_, B>; 4] = [
        ("box", &|broadphase, at, _| {
            let mut found = 0;
            broadphase.overlap_aabb(Aabb::around(at, [2.0, 2.0]), &mut |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            found
        }),
        ("ray", &|broadphase, at, way| count(&|visit| broadphase.cast_ray(at, way * 40.0, 1.0, visit))),
        ("box cast", &|broadphase, at, way| {
            count(&|visit| broadphase.cast_aabb(Aabb::around(at, [0.5, 0.5]), way * 10.0, 1.0, visit))
        }),
        ("nearest 8", &|broadphase, at, _| {
            let mut distance = |key: u32| (boxes[key as usize].center() - at).norm();
            broadphase.nearest_k(at, f32::INFINITY, &mut [(0.0, 0); 8], &mut distance)
        }),
    ];
    for (what, question) in questions {
        c.bench_function(&format!("broadphase/{name}/{what} x 100"), |bench| {
            bench.iter(|| asked.iter().map(|&(at, way)| question(&broadphase, at, way)).sum::<usize>());
        });
    }
}

/// All measurements of one broad phase: uniform crowds of a thousand boxes and more, up to `most`, with one
/// box per square metre; and ten thousand boxes of each other crowd. Debug builds, which show only that each
/// measurement runs, stop at ten thousand: more took half a minute.
fn one<B: Broadphase + Default>(c: &mut Criterion, name: &str, most: usize) {
    let most = if cfg!(debug_assertions) { most.min(10_000) } else { most };
    for crowd in Crowd::ALL {
        let counts =
            if crowd == Crowd::Uniform { &[1_000, 10_000, 100_000, 1_000_000][..] } else { &[10_000] };
        for &count in counts.iter().filter(|&&count| count <= most) {
            measure::<B>(c, &format!("{name}/{} {count}", crowd.name()), &crowd.boxes(count));
        }
    }
}

fn measure<B: Broadphase + Default>(c: &mut Criterion, name: &str, boxes: &[Aabb]) {
    make::<B>(c, name, boxes);
    for percent in [1, 10, 100] {
        step::<B>(c, name, boxes, percent);
    }
    ask::<B>(c, name, boxes);
}

/// Inserts boxes, one by one and all at once, and searches for pairs, because some work is deferred until
/// then.
fn make<B: Broadphase + Default>(c: &mut Criterion, name: &str, boxes: &[Aabb]) {
    c.bench_function(&format!("broadphase/{name}/make"), |bench| {
        let make = |()| {
            let mut broadphase = filled::<B>(boxes);
            broadphase.find_pairs(&[], &mut Vec::new());
            broadphase
        };
        bench.iter_batched(|| (), make, BatchSize::LargeInput);
    });
    let boxes: Vec<_> = (0..).zip(boxes).map(|(key, &aabb)| (key, aabb, Mobility::Moving)).collect();
    c.bench_function(&format!("broadphase/{name}/make at once"), |bench| {
        let make = |()| {
            let mut broadphase = B::default();
            broadphase.insert_many(&boxes).unwrap();
            broadphase.find_pairs(&[], &mut Vec::new());
            broadphase
        };
        bench.iter_batched(|| (), make, BatchSize::LargeInput);
    });
}

fn all(c: &mut Criterion) {
    one::<DynamicTree>(c, "tree", 1_000_000);
    one::<AvlTree>(c, "avl", 10_000);
    one::<QuadTree>(c, "quad", 1_000_000);
    one::<UniformGrid>(c, "grid", 1_000_000);
    one::<SortAndSweep>(c, "sweep", 100_000);
    one::<SweepList>(c, "list", 100_000);
    one::<BruteForce>(c, "brute", 10_000);
}

criterion_group!(benches, all);
criterion_main!(benches);
