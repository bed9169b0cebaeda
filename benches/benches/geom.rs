//! Shapes alone: boxes, masses, polygons put together, points and rays.

use criterion::{Criterion, criterion_group, criterion_main};
use physics::prelude::*;
use std::hint::black_box;

fn shapes(c: &mut Criterion) {
    let octagon = Shape::Polygon(Polygon::regular(8, 0.7).unwrap());
    let vertices = octagon.hull().unwrap().vertices.to_vec();
    let pose = Pose::new([3.0, 1.0], 0.4);
    c.bench_function("geom/box of an octagon", |bench| {
        bench.iter(|| black_box(&octagon).aabb(black_box(pose)));
    });
    c.bench_function("geom/mass of an octagon", |bench| {
        bench.iter(|| black_box(&octagon).mass_properties(1.0));
    });
    c.bench_function("geom/octagon from its points", |bench| {
        bench.iter(|| Polygon::new(black_box(&vertices).iter().copied()));
    });
    c.bench_function("geom/point in an octagon", |bench| {
        bench.iter(|| black_box(&octagon).contains(black_box(Point::new(0.1, 0.6))));
    });
}

fn boxes(c: &mut Criterion) {
    let target = Aabb::new([4.0, -1.0], [5.0, 1.0]);
    let (origin, translation) = (Point::new(0.0, 0.3), Vec2::new(10.0, -0.5));
    c.bench_function("geom/ray into a box", |bench| {
        bench.iter(|| black_box(target).ray_entry(black_box(origin), black_box(translation), 1.0));
    });
    let pose = Pose::new([3.0, 1.0], 0.4);
    c.bench_function("geom/pose in another", |bench| {
        bench.iter(|| black_box(pose).relative(black_box(pose)));
    });
}

criterion_group!(benches, shapes, boxes);
criterion_main!(benches);
