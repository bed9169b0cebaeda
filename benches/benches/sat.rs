//! Separating axes: the full search, the cached one and the one in lanes, for one pair and for a thousand
//! pairs.
//!
//! The relative poses of the thousand pairs are random, as after a broad phase: about half of the pairs
//! touch.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use physics::collide::algorithms::{EdgeSeparation, max_separation};
use physics::prelude::*;
use physics::textbook::{
    EdgeColumns, LanePair, SatCache, Separations, Width, max_separation_batch, max_separation_cached,
    max_separation_from, max_separation_in_lanes,
};
use std::hint::black_box;

fn polygons() -> [(&'static str, Polygon); 3] {
    [
        ("box", Polygon::rectangle(0.5, 0.5).unwrap()),
        ("octagon", Polygon::regular(8, 0.7).unwrap()),
        ("32-gon", Polygon::regular(32, 0.7).unwrap()),
    ]
}

/// The speculative distance, m.
const SPECULATIVE: f32 = 0.02;

/// The positions of B in the frame of A, m.
const POSES: [(&str, [f32; 2]); 2] = [("touching", [0.2, 0.98]), ("apart", [0.3, 1.6])];

/// The poses of B in the frame of A for a thousand pairs; the same in every run.
fn poses() -> Vec<Pose> {
    let mut bits = 1_u32;
    let mut number = |size: f32| {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        size * ((bits >> 8) as f32 / (1 << 23) as f32 - 1.0)
    };
    (0..1000).map(|_| Pose::new([number(1.4), number(1.4)], number(3.1))).collect()
}

/// The two searches of `manifold` for two hulls; `None` if they are farther apart than the speculative
/// distance.
fn both_sides(polygon: &Polygon, pose: Pose) -> Option<Separations> {
    let hull = polygon.hull();
    let from_a = max_separation(hull, hull, pose);
    if from_a.distance > SPECULATIVE {
        return None;
    }
    let from_b = max_separation(hull, hull, pose.inverse());
    (from_b.distance <= SPECULATIVE).then_some(Separations { from_a, from_b })
}

/// One search for one pair.
fn one_side(c: &mut Criterion) {
    let width = Width::best();
    for (name, polygon) in polygons() {
        let mut group = c.benchmark_group(format!("sat/one side/{name}"));
        for (how, position) in POSES {
            let pose = Pose::new(position, 0.01);
            let hull = polygon.hull();
            let best = max_separation(hull, hull, pose).edge;
            group.bench_function(BenchmarkId::new("full", how), |bench| {
                bench.iter(|| max_separation(black_box(hull), black_box(hull), black_box(pose)));
            });
            group.bench_function(BenchmarkId::new("from the best edge", how), |bench| {
                bench.iter(|| max_separation_from(black_box(hull), black_box(hull), black_box(pose), best));
            });
            let Some(columns) = EdgeColumns::new(hull) else { continue };
            group.bench_function(BenchmarkId::new("lanes, columns kept", how), |bench| {
                let pair = LanePair { a: &columns, b: hull.vertices, b_in_a: pose };
                bench.iter(|| max_separation_in_lanes(black_box(width), black_box(&pair)));
            });
            group.bench_function(BenchmarkId::new("lanes, columns built", how), |bench| {
                bench.iter(|| {
                    let columns = EdgeColumns::new(black_box(hull)).unwrap();
                    let pair = LanePair { a: &columns, b: hull.vertices, b_in_a: black_box(pose) };
                    max_separation_in_lanes(Width::best(), &pair)
                });
            });
        }
        group.finish();
    }
}

/// Both searches for one pair, with and without the edge of the last step.
fn cached(c: &mut Criterion) {
    for (name, polygon) in polygons() {
        let mut group = c.benchmark_group(format!("sat/both sides/{name}"));
        for (how, position) in POSES {
            let pose = Pose::new(position, 0.01);
            group.bench_function(BenchmarkId::new("full", how), |bench| {
                bench.iter(|| both_sides(black_box(&polygon), black_box(pose)));
            });
            group.bench_function(BenchmarkId::new("cached", how), |bench| {
                let mut cache = SatCache::EMPTY;
                let hull = polygon.hull();
                bench.iter(|| {
                    max_separation_cached(
                        black_box(hull),
                        black_box(hull),
                        black_box(pose),
                        SPECULATIVE,
                        &mut cache,
                    )
                });
            });
        }
        group.finish();
    }
}

/// One search for each of a thousand pairs, by the fastest variants.
fn thousand(c: &mut Criterion) {
    let poses = poses();
    for (name, polygon) in polygons() {
        let hull = polygon.hull();
        let mut group = c.benchmark_group(format!("sat/1000 pairs/{name}"));
        let mut found = vec![EdgeSeparation { edge: 0, distance: 0.0 }; poses.len()];
        group.bench_function("full", |bench| {
            bench.iter(|| {
                for (&pose, found) in black_box(&poses).iter().zip(&mut found) {
                    *found = max_separation(hull, hull, pose);
                }
            });
        });
        group.bench_function("cached", |bench| {
            let mut caches = vec![SatCache::EMPTY; poses.len()];
            bench.iter(|| {
                let pairs = black_box(&poses).iter().zip(&mut caches);
                let found =
                    pairs.map(|(&pose, cache)| max_separation_cached(hull, hull, pose, SPECULATIVE, cache));
                found.flatten().count()
            });
        });
        group.bench_function("full, both sides", |bench| {
            bench.iter(|| {
                black_box(&poses).iter().filter(|&&pose| both_sides(&polygon, pose).is_some()).count()
            });
        });
        let Some(columns) = EdgeColumns::new(hull) else { continue };
        let pairs: Vec<_> =
            poses.iter().map(|&b_in_a| LanePair { a: &columns, b: hull.vertices, b_in_a }).collect();
        for width in Width::all() {
            group.bench_function(BenchmarkId::new("lanes", width.name()), |bench| {
                bench.iter(|| max_separation_batch(width, black_box(&pairs), &mut found));
            });
        }
        group.bench_function("lanes, one by one", |bench| {
            bench.iter(|| {
                for (pair, found) in black_box(&pairs).iter().zip(&mut found) {
                    *found = max_separation_in_lanes(Width::best(), pair);
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, one_side, cached, thousand);
criterion_main!(benches);
