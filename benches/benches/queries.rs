//! Queries of a world of 10,000 static bodies: what each kind takes, and what a filter adds to it. One
//! iteration is 1,000 queries from random places.

use criterion::{Criterion, criterion_group, criterion_main};
use physics::prelude::*;
use std::hint::black_box;
use std::ops::ControlFlow;

/// m: the world is a square of twice this side, with a body on every 2 m by 2 m in the mean.
const HALF: f32 = 100.0;

/// Numbers from -1 to 1, the same in each run (a linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn point(&mut self) -> Point {
        Point::new(HALF * self.next(), HALF * self.next())
    }
}

fn crowd(numbers: &mut Numbers) -> World {
    let mut world = World::new(WorldSettings::default());
    for i in 0..10_000 {
        let def = BodyDef::fixed().position(numbers.point()).angle(3.0 * numbers.next());
        let body = world.add_body(def).unwrap();
        let shape = if i % 2 == 0 { Shape::circle(0.3) } else { Shape::rectangle(0.4, 0.3) };
        world.add_collider(body, ColliderDef::new(shape.unwrap())).unwrap();
    }
    world
}

fn queries(c: &mut Criterion) {
    let mut numbers = Numbers(1);
    let world = crowd(&mut numbers);
    let rays: Vec<Ray> = (0..1000).map(|_| Ray::between(numbers.point(), numbers.point())).collect();
    let ball = Shape::circle(0.2).unwrap();
    let casts: Vec<ShapeCast<'_>> =
        rays.iter().map(|ray| ShapeCast::new(&ball, Pose::at(ray.origin), ray.translation)).collect();
    let me = world.bodies().next().unwrap().id();
    let accept = |_: ColliderRef<'_>| true;
    let all = QueryFilter::default();
    let filters = [
        ("default", all),
        ("one body excluded", all.exclude_body(me)),
        ("predicate", all.predicate_ref(&accept)),
    ];
    for (name, filter) in filters {
        c.bench_function(&format!("query/ray/{name}"), |bench| {
            bench.iter(|| rays.iter().filter(|ray| world.cast_ray(ray, filter).unwrap().is_some()).count());
        });
        c.bench_function(&format!("query/circle cast/{name}"), |bench| {
            bench.iter(|| {
                casts.iter().filter(|cast| world.cast_shape(cast, filter).unwrap().is_some()).count()
            });
        });
        c.bench_function(&format!("query/box/{name}"), |bench| {
            bench.iter(|| {
                let mut count = 0;
                for ray in &rays {
                    let aabb = Aabb::around(ray.origin, [4.0, 4.0]);
                    let visited = world.overlap_aabb(aabb, filter, |_| {
                        count += 1;
                        ControlFlow::Continue(())
                    });
                    visited.unwrap();
                }
                count
            });
        });
    }
    c.bench_function("query/ray, any", |bench| {
        bench.iter(|| rays.iter().filter(|ray| world.cast_ray_any(ray, all).unwrap()).count());
    });
    c.bench_function("query/closest to a point", |bench| {
        let near = |ray: &&Ray| world.closest_to_point(ray.origin, HALF, all).unwrap().is_some();
        bench.iter(|| rays.iter().filter(near).count());
    });
    for threads in [1, 2] {
        let mut workers = Workers::new(threads);
        c.bench_function(&format!("query/batch of rays/{threads} threads"), |bench| {
            bench.iter(|| black_box(world.cast_rays(&mut workers, &rays, all).unwrap()).len());
        });
        c.bench_function(&format!("query/batch of circle casts/{threads} threads"), |bench| {
            bench.iter(|| black_box(world.cast_shapes(&mut workers, &casts, all).unwrap()).len());
        });
    }
}

criterion_group!(benches, queries);
criterion_main!(benches);
