//! Shapes: bounding boxes, masses, construction of polygons, points and rays.

use criterion::{Criterion, criterion_group, criterion_main};
use physics::geom::{Location, point_in_convex, point_in_polygon};
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

/// The two tests of Sotirov 2022 for a point in a polygon: by cross products, which needs a convex polygon,
/// and by ray casting, which does not. Half of the points are inside.
fn points_in_polygons(c: &mut Criterion) {
    for corners in [4, 8, 32, 128] {
        let polygon = Polygon::regular(corners, 1.0).unwrap();
        let points: Vec<Point> = (0..64)
            .map(|i| Point::from(Rot::from_angle(0.7 * i as f32) * Vec2::new(0.7 + i as f32 / 110.0, 0.0)))
            .collect();
        let vertices = polygon.vertices();
        c.bench_function(&format!("geom/64 points in {corners} corners, cross products"), |bench| {
            bench.iter(|| {
                points
                    .iter()
                    .filter(|&&p| point_in_convex(black_box(vertices).iter().copied(), p) == Location::Inside)
                    .count()
            });
        });
        c.bench_function(&format!("geom/64 points in {corners} corners, ray casting"), |bench| {
            bench.iter(|| {
                points
                    .iter()
                    .filter(|&&p| {
                        point_in_polygon(black_box(vertices).iter().copied(), p) == Location::Inside
                    })
                    .count()
            });
        });
    }
}

criterion_group!(benches, shapes, boxes, points_in_polygons);
criterion_main!(benches);
