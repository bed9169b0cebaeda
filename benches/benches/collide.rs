//! Manifolds and ray casts of one pair of shapes.

use criterion::{Criterion, criterion_group, criterion_main};
use physics::collide::{Ray, cast_ray, manifold};
use physics::prelude::*;
use std::hint::black_box;

/// A regular polygon with a circumradius of 0.7 m.
fn regular(corners: usize) -> Shape {
    Shape::Polygon(Polygon::regular(corners, 0.7).unwrap())
}

fn manifolds(c: &mut Criterion) {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let circle = Shape::circle(0.5).unwrap();
    let capsule = Shape::capsule([-0.3, 0.0], [0.3, 0.0], 0.3).unwrap();
    let octagon = regular(8);
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    // In `above` the shapes of a metre overlap by about 2 cm.
    let (below, above) = (Pose::new([0.0, 0.0], 0.0), Pose::new([0.2, 0.98], 0.01));
    for (name, a, b) in [
        ("box on box", &square, &square),
        ("octagon on octagon", &octagon, &octagon),
        ("circle on box", &square, &circle),
        ("circle on circle", &circle, &circle),
        ("capsule on capsule", &capsule, &capsule),
        ("box on half-space", &ground, &square),
    ] {
        c.bench_function(&format!("manifold/{name}"), |bench| {
            bench.iter(|| manifold(black_box(a), black_box(below), black_box(b), black_box(above), 0.02));
        });
    }
}

fn rays(c: &mut Criterion) {
    let ray = Ray { origin: Point::new(-5.0, 0.1), translation: Vec2::new(10.0, 0.2), max_fraction: 1.0 };
    let pose = Pose::new([0.3, 0.1], 0.4);
    for (name, shape) in [("circle", Shape::circle(0.5).unwrap()), ("octagon", regular(8))] {
        c.bench_function(&format!("ray/{name}"), |bench| {
            bench.iter(|| cast_ray(black_box(&shape), black_box(pose), black_box(&ray)));
        });
    }
}

criterion_group!(benches, manifolds, rays);
criterion_main!(benches);
