//! The broad phases beside each other: making, moving, finding pairs, asking; in crowds of several kinds.
//!
//! The table of `docs/broadphase.md` takes some two minutes with
//! `cargo bench -p benches --bench broadphase -- --warm-up-time 0.2 --measurement-time 0.5 --sample-size 10`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use physics::broadphase::Mobility;
use physics::prelude::*;
use std::hint::black_box;
use std::ops::ControlFlow;

/// Repeatable numbers from 0 to 1.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 16_777_216.0
    }

    fn point(&mut self, side: f32) -> Point {
        Point::new(self.next() * side, self.next() * side)
    }
}

/// How boxes lie.
#[derive(Clone, Copy)]
enum Scene {
    /// One to a square metre, 1.2 m wide.
    Uniform,
    /// The same in heaps of a thousand, 200 m from each other.
    Clustered,
    /// One to a hectare.
    Sparse,
    /// From 0.1 m to 100 m wide, with four times fewer for each doubling: each size covers the same area.
    Sizes,
}

impl Scene {
    fn boxes(self, count: usize) -> Vec<Aabb> {
        let mut numbers = Numbers(1);
        let side = (count as f32).sqrt();
        let one = |i: usize| match self {
            Self::Uniform => Aabb::around(numbers.point(side), [0.6, 0.6]),
            Self::Clustered => {
                let heap = i / 1000;
                let corner = Vec2::new((heap % 32) as f32, (heap / 32) as f32) * 200.0;
                Aabb::around(numbers.point(31.6) + corner, [0.6, 0.6])
            }
            Self::Sparse => Aabb::around(numbers.point(100.0 * side), [0.6, 0.6]),
            Self::Sizes => {
                let half = 0.05 / (numbers.next() + 1e-6).sqrt();
                Aabb::around(numbers.point(side), [half; 2])
            }
        };
        (0..count).map(one).collect()
    }
}

fn filled<B: Broadphase + Default>(boxes: &[Aabb]) -> B {
    let mut broadphase = B::default();
    for (key, &aabb) in (0..).zip(boxes) {
        broadphase.insert(key, aabb, Mobility::Moving).unwrap();
    }
    broadphase
}

/// Moves so many boxes in a hundred, each in a direction of its own, 0.2 m for ten steps and back, and finds their pairs: update
/// and pairs of a step.
fn step<B: Broadphase + Default>(c: &mut Criterion, name: &str, boxes: &[Aabb], percent: usize) {
    let moved: Vec<u32> = (0..boxes.len() as u32).step_by(100 / percent).collect();
    let mut broadphase = filled::<B>(boxes);
    let mut numbers = Numbers(3);
    let ways: Vec<Vec2> = boxes.iter().map(|_| (numbers.point(2.0) - Point::new(1.0, 1.0)) * 0.2).collect();
    let (mut pairs, mut time) = (Vec::new(), 0);
    c.bench_function(&format!("broadphase/{name}/move {percent}%"), |bench| {
        bench.iter(|| {
            time = (time + 1) % 20;
            let far = if time < 10 { time } else { 20 - time } as f32;
            for &key in &moved {
                let Aabb { lower, upper } = boxes[key as usize];
                let by = ways[key as usize] * far;
                broadphase.update(key, Aabb { lower: lower + by, upper: upper + by }).unwrap();
            }
            pairs.clear();
            broadphase.find_pairs(&moved, &mut pairs);
            black_box(pairs.len())
        });
    });
}

/// A box of 4 m, a ray of about 40 m, a crate that moves about 10 m, the eight nearest: each at a hundred places.
fn ask<B: Broadphase + Default>(c: &mut Criterion, name: &str, boxes: &[Aabb]) {
    type Visit<'a> = dyn FnMut(u32) -> f32 + 'a;
    type Question<'a, B> = (&'a str, &'a dyn Fn(&B, Point, Vec2) -> usize);

    let broadphase = filled::<B>(boxes);
    let mut numbers = Numbers(7);
    let place = |i: usize| boxes[i * 97 % boxes.len()].center();
    let asked: Vec<(Point, Vec2)> =
        (0..100).map(|i| (place(i), numbers.point(2.0) - Point::new(1.0, 1.0))).collect();
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
            broadphase.query(Aabb::around(at, [2.0, 2.0]), &mut |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            found
        }),
        ("ray", &|broadphase, at, way| count(&|visit| broadphase.ray_cast(at, way * 50.0, 1.0, visit))),
        ("box cast", &|broadphase, at, way| {
            count(&|visit| broadphase.box_cast(Aabb::around(at, [0.5, 0.5]), way * 14.0, 1.0, visit))
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

/// Everything with ten thousand boxes; making and moving with a thousand and up to `most`.
fn one<B: Broadphase + Default>(c: &mut Criterion, name: &str, most: usize) {
    let boxes = Scene::Uniform.boxes(10_000);
    make::<B>(c, name, &boxes);
    for percent in [1, 10, 100] {
        step::<B>(c, name, &boxes, percent);
    }
    for (scene, kind) in [("clustered", Scene::Clustered), ("sparse", Scene::Sparse), ("sizes", Scene::Sizes)]
    {
        step::<B>(c, &format!("{name}/{scene}"), &kind.boxes(10_000), 10);
    }
    ask::<B>(c, name, &boxes);
    for count in [1_000, 100_000, 1_000_000].into_iter().filter(|&count| count <= most) {
        let (name, boxes) = (format!("{name}/{count}"), Scene::Uniform.boxes(count));
        make::<B>(c, &name, &boxes);
        for percent in [1, 10, 100] {
            step::<B>(c, &name, &boxes, percent);
        }
    }
}

/// Stores boxes, one by one and all at once, and mends what is put off until pairs are looked for.
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
    one::<QuadTree>(c, "quad", 1_000_000);
    one::<UniformGrid>(c, "grid", 1_000_000);
    one::<SortAndSweep>(c, "sweep", 100_000);
    one::<SweepList>(c, "list", 100_000);
    one::<BruteForce>(c, "brute", 1_000);
}

criterion_group!(benches, all);
criterion_main!(benches);
