//! Pair finding and updates of ten thousand boxes, a tenth of which move.

use benches::grid;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use physics::broadphase::Mobility;
use physics::prelude::*;
use std::hint::black_box;

const SIDE: u32 = 100;

fn filled<B: Broadphase + Default>() -> B {
    let mut broadphase = B::default();
    for (key, aabb) in grid(SIDE, -0.1).into_iter().enumerate() {
        broadphase.insert(key as u32, aabb, Mobility::Moving).unwrap();
    }
    broadphase
}

fn one<B: Broadphase + Default>(c: &mut Criterion, name: &str) {
    let boxes = grid(SIDE, -0.1);
    let moved: Vec<u32> = (0..SIDE * SIDE).step_by(10).collect();
    c.bench_function(&format!("broadphase/{name}/move a tenth and find its pairs"), |bench| {
        let mut broadphase = filled::<B>();
        let (mut pairs, mut shift) = (Vec::new(), 0.05_f32);
        bench.iter(|| {
            shift = -shift;
            for &key in &moved {
                let aabb = boxes[key as usize];
                let to = Vec2::new(shift, -shift);
                broadphase.update(key, Aabb { lower: aabb.lower + to, upper: aabb.upper + to }).unwrap();
            }
            pairs.clear();
            broadphase.find_pairs(&moved, &mut pairs);
            black_box(pairs.len())
        });
    });
    c.bench_function(&format!("broadphase/{name}/ray through the middle"), |bench| {
        let broadphase = filled::<B>();
        let origin = Point::new(-1.0, 40.0);
        bench.iter(|| {
            let mut hits = 0;
            broadphase.ray_cast(black_box(origin), Vec2::new(95.0, 3.0), 1.0, &mut |_| {
                hits += 1;
                1.0
            });
            hits
        });
    });
}

fn all(c: &mut Criterion) {
    one::<DynamicTree>(c, "tree");
    one::<SortAndSweep>(c, "sweep");
    one::<SweepList>(c, "list");
    one::<UniformGrid>(c, "grid");
    c.bench_function("broadphase/tree/build", |bench| {
        bench.iter_batched(|| (), |()| filled::<DynamicTree>(), BatchSize::SmallInput);
    });
}

criterion_group!(benches, all);
criterion_main!(benches);
