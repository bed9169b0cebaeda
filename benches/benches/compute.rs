//! The tools that all other crates use: angles, lanes, workers.

use criterion::{Criterion, criterion_group, criterion_main};
use physics::compute::math::{atan2, sin_cos};
use physics::compute::{Kernel, LANES, Lanes, Width, Workers};
use std::hint::black_box;

fn angles(c: &mut Criterion) {
    c.bench_function("compute/sin_cos", |bench| bench.iter(|| sin_cos(black_box(0.7))));
    c.bench_function("compute/atan2", |bench| bench.iter(|| atan2(black_box(0.7), black_box(-0.3))));
}

/// Halves one number of each record, eight records at a time: the memory accesses of a solver without its
/// arithmetic.
struct RoundTrip<'a> {
    records: &'a mut [[f32; 8]],
}

impl Kernel for RoundTrip<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let half = L::splat(0.5);
        for block in 0..self.records.len() / LANES {
            let mut at = [0; LANES];
            for (lane, at) in at.iter_mut().enumerate() {
                // Not in order, like the bodies of a colour.
                *at = (block * LANES + (lane * 5) % LANES) as u32;
            }
            let mut values = L::gather::<0>(self.records, &at);
            values[0] = values[0] * half;
            L::write::<8, 0>(values, self.records, &at, u8::MAX);
        }
    }
}

fn lanes(c: &mut Criterion) {
    for width in Width::all() {
        let mut records = vec![[1.0; 8]; 1024];
        c.bench_function(&format!("compute/gather and scatter 1024 records/{}", width.name()), |bench| {
            bench.iter(|| width.run(RoundTrip { records: black_box(&mut records) }));
        });
    }
}

/// The cost of distributing work and of waiting for it, with almost no work.
fn workers(c: &mut Criterion) {
    for threads in [1, 2] {
        let mut workers = Workers::new(threads);
        let mut items = vec![0_u32; 64];
        c.bench_function(&format!("compute/64 chunks of nothing/{threads} threads"), |bench| {
            bench.iter(|| workers.for_each_chunk(&mut items, 1, |index, piece| piece[0] = index as u32));
        });
    }
}

criterion_group!(benches, angles, lanes, workers);
criterion_main!(benches);
