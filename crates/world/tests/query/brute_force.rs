//! Every query finds what a loop over all colliders finds, bit for bit, on every broad phase.

use crate::worlds::{AnyWorld, Numbers, on_every_broadphase, shape};
use broadphase::{Broadphase, DynamicTree, SortAndSweep};
use broadphases::QuadTree;
use collide::{Ray, RayHit, ShapeCast};
use compute::Workers;
use geom::{Aabb, Point, Pose, Shape, Vec2};
use std::ops::ControlFlow;
use world::{
    BodyDef, BodyRef, CastHit, ClosestHit, ColliderDef, ColliderId, ColliderRef, QueryFilter, World,
    WorldSettings,
};

const SEEDS: std::ops::Range<u64> = 0..8;

/// A filter of each sort, by turns.
fn with_filter(world: &AnyWorld, turn: usize, numbers: &mut Numbers, test: impl FnOnce(QueryFilter<'_>)) {
    let bodies: Vec<_> = world.bodies().map(BodyRef::id).collect();
    let colliders: Vec<_> = world.colliders().map(ColliderRef::id).collect();
    let some_bodies = [bodies[numbers.below(bodies.len())], bodies[numbers.below(bodies.len())]];
    let some_colliders = [colliders[numbers.below(colliders.len())], colliders[0]];
    let is_odd = |collider: ColliderRef<'_>| collider.id().index() % 2 == 1;
    let filter = QueryFilter::default();
    test(match turn % 8 {
        0 => filter,
        1 => filter.mask(0b0101),
        2 => filter.exclude_body(some_bodies[0]),
        3 => filter.exclude_bodies(&some_bodies).exclude_colliders(&some_colliders),
        4 => filter.predicate_ref(&is_odd),
        5 => filter.ignore_initial_overlap(),
        6 => filter.include_sensors(),
        _ => filter.mask(0b1101).exclude_collider(some_colliders[0]).predicate_ref(&is_odd),
    });
}

/// The hits of every accepted collider alone, in the order of fractions, then slots.
fn all_hits(
    world: &AnyWorld,
    filter: QueryFilter<'_>,
    passes_overlap: bool,
    hit: impl Fn(&Shape, Pose) -> Option<RayHit>,
) -> Vec<(f32, ColliderId)> {
    let mut hits: Vec<_> = world
        .colliders()
        .filter(|collider| filter.accepts(*collider))
        .filter_map(|c| Some((hit(c.shape(), c.body().pose())?, c.id())))
        .filter(|(hit, _)| !(passes_overlap && hit.normal == Vec2::zeros()))
        .map(|(hit, id)| (hit.fraction, id))
        .collect();
    // `colliders` is in the order of slots, and the sort is stable.
    hits.sort_by(|a, b| a.0.total_cmp(&b.0));
    hits
}

fn key(hit: &CastHit<'_>) -> (f32, ColliderId) {
    (hit.fraction, hit.collider.id())
}

#[test]
fn casts_find_what_a_loop_over_all_colliders_finds_on_every_broad_phase() {
    let mut counts = [0; 3];
    for seed in SEEDS {
        for (name, world) in on_every_broadphase(seed, 40) {
            let mut numbers = Numbers::new(seed + 100);
            for turn in 0..140 {
                let (start, translation) = (numbers.pose(12.0), numbers.vector(15.0));
                let max_fraction = if turn % 4 == 0 { numbers.within(0.0, 2.0) } else { 1.0 };
                let ray = Ray { max_fraction, ..Ray::new(start.position, translation) };
                let moving = shape(&mut numbers);
                let mut cast = ShapeCast { max_fraction, ..ShapeCast::new(&moving, start, translation) };
                if turn % 3 == 1 {
                    cast = cast.turning(numbers.within(-7.0, 7.0)).about(numbers.point(1.0));
                }
                with_filter(&world, turn, &mut numbers, |filter| {
                    let case = format!("{name}, world {seed}, turn {turn}, {filter:?}");
                    let passes = turn % 8 == 5;

                    let expected = all_hits(&world, filter, passes, |s, p| collide::cast_ray(s, p, &ray));
                    let all = world.cast_ray_all(&ray, filter).unwrap();
                    assert_eq!(all.iter().map(key).collect::<Vec<_>>(), expected, "{case}");
                    let closest = world.cast_ray(&ray, filter).unwrap();
                    assert_eq!(closest.as_ref().map(key), expected.first().copied(), "{case}");
                    assert_eq!(world.cast_ray_any(&ray, filter).unwrap(), !expected.is_empty(), "{case}");
                    counts[0] += expected.len();

                    let expected = all_hits(&world, filter, passes, |s, p| collide::cast_shape(s, p, &cast));
                    let all = world.cast_shape_all(&cast, filter).unwrap();
                    assert_eq!(all.iter().map(key).collect::<Vec<_>>(), expected, "{case}");
                    let closest = world.cast_shape(&cast, filter).unwrap();
                    assert_eq!(closest.as_ref().map(key), expected.first().copied(), "{case}");
                    assert_eq!(world.cast_shape_any(&cast, filter).unwrap(), !expected.is_empty(), "{case}");
                    counts[1] += expected.len();
                    counts[2] += all.iter().filter(|hit| hit.initial_overlap.is_some()).count();
                });
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 2_000), "too few hits for a test: {counts:?}");
}

#[test]
fn overlaps_are_those_of_a_loop_over_all_colliders_on_every_broad_phase() {
    let mut counts = [0; 3];
    for seed in SEEDS {
        for (name, world) in on_every_broadphase(seed, 40) {
            let mut numbers = Numbers::new(seed + 200);
            for turn in 0..140 {
                let pose = numbers.pose(11.0);
                let query = shape(&mut numbers);
                let aabb = Aabb::around(pose.position, [numbers.within(0.0, 3.0), numbers.within(0.0, 3.0)]);
                with_filter(&world, turn, &mut numbers, |filter| {
                    let case = format!("{name}, world {seed}, turn {turn}, {filter:?}");
                    let expected = |test: &dyn Fn(&Shape, Pose) -> bool| -> Vec<ColliderId> {
                        let accepted = world.colliders().filter(|c| filter.accepts(*c));
                        let found = accepted.filter(|c| test(c.shape(), c.body().pose()));
                        found.map(ColliderRef::id).collect()
                    };
                    let ids = |found: Vec<ColliderRef<'_>>| -> Vec<ColliderId> {
                        found.into_iter().map(ColliderRef::id).collect()
                    };

                    let point = pose.position;
                    let inside = expected(&|s, p| s.contains(p.inverse_transform(point)));
                    assert_eq!(ids(world.overlap_point_all(point, filter).unwrap()), inside, "{case}");
                    let first = world.collider_at(point, filter).unwrap().map(ColliderRef::id);
                    assert_eq!(first, inside.first().copied(), "{case}");

                    let in_box = expected(&|s, p| s.aabb(p).overlaps(aabb));
                    assert_eq!(ids(world.overlap_aabb_all(aabb, filter).unwrap()), in_box, "{case}");

                    let touched = expected(&|s, p| collide::overlap(s, p, &query, pose));
                    assert_eq!(
                        ids(world.overlap_shape_all(&query, pose, filter).unwrap()),
                        touched,
                        "{case}"
                    );
                    let any = world.overlap_shape_any(&query, pose, filter).unwrap();
                    assert_eq!(any, !touched.is_empty(), "{case}");

                    for (count, found) in counts.iter_mut().zip([inside, in_box, touched]) {
                        *count += found.len();
                    }
                });
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "too few overlaps for a test: {counts:?}");
}

#[test]
fn closest_collider_is_that_of_a_loop_over_all_colliders_on_every_broad_phase() {
    let mut counts = [0; 3];
    for seed in SEEDS {
        for (name, world) in on_every_broadphase(seed, 40) {
            let mut numbers = Numbers::new(seed + 300);
            for turn in 0..140 {
                let pose = numbers.pose(14.0);
                let query = shape(&mut numbers);
                let reach = [0.0, 0.5, 3.0, f32::INFINITY][turn % 4];
                with_filter(&world, turn, &mut numbers, |filter| {
                    let case = format!("{name}, world {seed}, turn {turn}, within {reach}, {filter:?}");
                    let nearest = |measure: &dyn Fn(&Shape, Pose) -> f32| {
                        let accepted = world.colliders().filter(|c| filter.accepts(*c));
                        let near = accepted.map(|c| (measure(c.shape(), c.body().pose()), c.id()));
                        near.filter(|near| near.0 <= reach).min_by(|a, b| a.0.total_cmp(&b.0))
                    };
                    let key = |near: ClosestHit<'_>| (near.distance, near.collider.id());

                    let point = pose.position;
                    let expected = nearest(&|s, p| collide::closest_point(s, p, point).unwrap().separation);
                    let found = world.closest_to_point(point, reach, filter).unwrap();
                    assert_eq!(found.map(key), expected, "{case}");

                    let expected =
                        nearest(&|s, p| collide::separation(s, p, &query, pose).unwrap().separation);
                    let found = world.closest_to_shape(&query, pose, reach, filter).unwrap();
                    assert_eq!(found.map(key), expected, "{case}");
                    counts[match found {
                        None => 0,
                        Some(near) if near.distance < 0.0 => 1,
                        Some(_) => 2,
                    }] += 1;
                });
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "too few of one sort: {counts:?}");
}

/// As many results as casts, each equal to that of a single call, whatever the number of threads.
#[test]
fn batch_gives_the_results_of_single_calls_in_order_on_any_number_of_threads() {
    for (name, world) in on_every_broadphase(4, 60) {
        let mut numbers = Numbers::new(5);
        let shapes: Vec<Shape> = (0..20).map(|_| shape(&mut numbers)).collect();
        for threads in [1, 2, 4] {
            let mut workers = Workers::new(threads);
            for count in [0, 1, 63, 64, 65, 500] {
                let rays: Vec<Ray> =
                    (0..count).map(|_| Ray::new(numbers.point(12.0), numbers.vector(15.0))).collect();
                let casts: Vec<ShapeCast<'_>> = (0..count)
                    .map(|i| ShapeCast::new(&shapes[i % 20], numbers.pose(12.0), numbers.vector(15.0)))
                    .collect();
                with_filter(&world, count, &mut numbers, |filter| {
                    let all = |hit: &Option<CastHit<'_>>| {
                        let hit = hit.as_ref()?;
                        let CastHit { point, normal, distance, initial_overlap, .. } = *hit;
                        Some((key(hit), point, normal, distance, initial_overlap))
                    };
                    let found = world.cast_rays(&mut workers, &rays, filter).unwrap();
                    let single = rays.iter().map(|ray| world.cast_ray(ray, filter).unwrap());
                    assert_eq!(
                        found.iter().map(all).collect::<Vec<_>>(),
                        single.map(|hit| all(&hit)).collect::<Vec<_>>(),
                        "{name}, {threads} threads, {count} rays"
                    );
                    let found = world.cast_shapes(&mut workers, &casts, filter).unwrap();
                    let single = casts.iter().map(|cast| world.cast_shape(cast, filter).unwrap());
                    assert_eq!(
                        found.iter().map(all).collect::<Vec<_>>(),
                        single.map(|hit| all(&hit)).collect::<Vec<_>>(),
                        "{name}, {threads} threads, {count} casts"
                    );
                });
            }
        }
    }
}

/// A ray that starts inside two boxes hits the one with the lower slot, in whichever order the broad phase
/// reports the boxes. So does a ray that meets two equal boxes at the same fraction, and a circle that falls
/// on the seam of two tiles.
#[test]
fn of_equal_hits_the_lowest_slot_is_returned() {
    fn check(broadphase: impl Broadphase) {
        let mut world = World::with_broadphase(WorldSettings::default(), broadphase).unwrap();
        let bodies = [0.5, -0.5].map(|x| {
            let body = world.add_body(BodyDef::fixed().position([x, 0.0])).unwrap();
            world.add_collider(body, ColliderDef::new(Shape::rectangle(1.0, 1.0).unwrap())).unwrap();
            body
        });
        world.step(1.0 / 60.0);
        for x in [-1.0, 1.0] {
            let ray = Ray::new([0.0, 0.0], [x, 0.0]);
            let hit = world.cast_ray(&ray, QueryFilter::default()).unwrap().unwrap();
            assert_eq!((hit.collider.body().id(), hit.fraction), (bodies[0], 0.0));
        }
        let (seam, circle) = (Pose::at([0.0, 4.0]), Shape::circle(0.3).unwrap());
        for length in [3.0, 5.0, 7.0, 11.0, 1e3] {
            let down = Vec2::new(0.0, -length);
            let ray = world.cast_ray(&Ray::new(seam.position, down), QueryFilter::default()).unwrap();
            assert_eq!(ray.map(|hit| hit.collider.body().id()), Some(bodies[0]));
            let cast = ShapeCast::new(&circle, seam, down);
            let hit = world.cast_shape(&cast, QueryFilter::default()).unwrap();
            assert_eq!(hit.map(|hit| hit.collider.body().id()), Some(bodies[0]));
        }
    }
    check(DynamicTree::default());
    check(QuadTree::default());
    check(SortAndSweep::default());
}

/// A visitor that breaks is not called again.
#[test]
fn overlap_ends_when_the_visitor_breaks() {
    for (name, world) in on_every_broadphase(2, 60) {
        let everything = Aabb::around([0.0, 0.0], [50.0, 50.0]);
        let all = world.overlap_aabb_all(everything, QueryFilter::default()).unwrap().len();
        assert!(all > 50, "{all}");
        let mut calls = 0;
        world
            .overlap_aabb(everything, QueryFilter::default(), |_| {
                calls += 1;
                if calls == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
        assert_eq!(calls, 7, "{name}");
        let origin = Point::origin();
        let found = world.closest_to_point(origin, f32::INFINITY, QueryFilter::default()).unwrap();
        assert!(found.is_some());
    }
}
