//! Every value out of its range is refused with its field.

use crate::worlds::{Numbers, on_every_broadphase};
use collide::{Ray, ShapeCast};
use compute::Workers;
use geom::{Aabb, Point, Pose, Rot, Shape, Vec2};
use world::{BodyDef, ColliderDef, HandleError, QueryFilter, World, WorldSettings};

const NAN: f32 = f32::NAN;
const INFINITE: f32 = f32::INFINITY;

#[test]
fn query_with_a_value_out_of_range_is_an_error_with_field_and_value() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::fixed()).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::circle(1.0).unwrap())).unwrap();
    let all = QueryFilter::default();
    let circle = Shape::circle(0.5).unwrap();
    let mut workers = Workers::serial();

    let ray = Ray::new([0.0, 0.0], [1.0, 0.0]);
    let rays = [
        (Ray { origin: Point::new(0.0, NAN), ..ray }, "origin.y is NaN"),
        (Ray { origin: Point::new(2e8, 0.0), ..ray }, "origin.x is 200000000: it must be within 100,000 km"),
        (Ray { translation: Vec2::new(INFINITE, 0.0), ..ray }, "translation is inf: it must be finite"),
        (Ray { max_fraction: -1.0, ..ray }, "max_fraction is -1: it must be zero or above"),
        (Ray { max_fraction: NAN, ..ray }, "max_fraction is NaN"),
    ];
    for (ray, message) in rays {
        let errors = [
            world.cast_ray(&ray, all).unwrap_err(),
            world.cast_ray_any(&ray, all).unwrap_err(),
            world.cast_ray_all(&ray, all).unwrap_err(),
            world.cast_rays(&mut workers, &[Ray::new([0.0, 0.0], [1.0, 0.0]), ray], all).unwrap_err(),
        ];
        for error in errors {
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    let cast = ShapeCast::new(&circle, Pose::IDENTITY, [1.0, 0.0]);
    let turned = Pose { rotation: Rot { cos: NAN, sin: 0.0 }, ..Pose::IDENTITY };
    let casts = [
        (ShapeCast { start: Pose::at([NAN, 0.0]), ..cast }, "start.position.x is NaN"),
        (ShapeCast { start: turned, ..cast }, "start.angle is NaN"),
        (ShapeCast { translation: Vec2::new(0.0, NAN), ..cast }, "translation is NaN"),
        (ShapeCast { max_fraction: -0.5, ..cast }, "max_fraction is -0.5"),
        (cast.turning(INFINITE), "turn is inf"),
        (cast.about([0.0, NAN]), "center is NaN"),
    ];
    for (cast, message) in casts {
        let errors = [
            world.cast_shape(&cast, all).unwrap_err(),
            world.cast_shape_any(&cast, all).unwrap_err(),
            world.cast_shape_all(&cast, all).unwrap_err(),
            world.cast_shapes(&mut workers, &[cast], all).unwrap_err(),
        ];
        for error in errors {
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    let errors = [
        (world.overlap_point_all([NAN, 0.0], all).unwrap_err(), "point.x is NaN"),
        (world.collider_at([0.0, INFINITE], all).unwrap_err(), "point.y is inf"),
        (world.overlap_shape_any(&circle, turned, all).unwrap_err(), "pose.angle is NaN"),
        (
            world.overlap_aabb_all(Aabb::new([1.0, 0.0], [0.0, 1.0]), all).unwrap_err(),
            "aabb.lower.x is 1: it must be not above that of aabb.upper",
        ),
        (world.overlap_aabb_all(Aabb::new([0.0, 0.0], [0.0, NAN]), all).unwrap_err(), "aabb.upper.y is NaN"),
        (world.closest_to_point([0.0, 0.0], -1.0, all).unwrap_err(), "max_distance is -1"),
        (
            world.closest_to_shape(&circle, Pose::at([0.0, NAN]), 1.0, all).unwrap_err(),
            "pose.position.y is NaN",
        ),
        (world.closest_to_shape(&circle, Pose::IDENTITY, NAN, all).unwrap_err(), "max_distance is NaN"),
    ];
    for (error, message) in errors {
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn distance_of_a_removed_collider_is_an_error() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::fixed()).unwrap();
    let mut add = |shape: Shape| world.add_collider(body, ColliderDef::new(shape)).unwrap();
    let ground = add(Shape::half_space([0.0, 1.0], 0.0).unwrap());
    let ceiling = add(Shape::half_space([0.0, -1.0], -9.0).unwrap());
    let circle = add(Shape::circle(1.0).unwrap());
    assert_eq!(world.distance(ground, ceiling), Ok(None));
    world.remove_collider(circle).unwrap();
    let removed = Err(HandleError::Removed { kind: "collider" });
    assert_eq!(world.distance(ground, circle), removed);
    assert_eq!(world.distance(circle, ground), removed);
}

/// Numbers from the smallest to the greatest of f32 neither panic nor give NaN, on any broad phase.
#[test]
fn extreme_numbers_give_finite_hits() {
    let extremes = [0.0, 1e-45, 1e-30, 1e-6, 1.0, 99_999.0, 1e19, 1e25, f32::MAX];
    let mut counts = [0; 3];
    for (name, world) in on_every_broadphase(2, 30) {
        let mut numbers = Numbers::new(9);
        for _ in 0..1500 {
            let mut number = || {
                let sign = if numbers.below(2) == 0 { 1.0 } else { -1.0 };
                sign * extremes[numbers.below(extremes.len())]
            };
            let (at, to) = ([number(), number()], [number(), number()]);
            let (radius, reach) = (number().abs().clamp(1e-6, 1e6), number().abs());
            let shape = Shape::circle(radius).unwrap();
            let all = QueryFilter::default();
            let case = format!("{name}: {at:?} {to:?} {radius} {reach}");
            let ray = Ray { max_fraction: reach, ..Ray::new(at, to) };
            let cast = ShapeCast { max_fraction: reach, ..ShapeCast::new(&shape, Pose::at(at), to) };
            let turning = cast.turning(number()).about([number(), 0.0]);
            let hits =
                [world.cast_ray(&ray, all), world.cast_shape(&cast, all), world.cast_shape(&turning, all)];
            for hit in hits.into_iter().flatten().flatten() {
                let depth = hit.initial_overlap.unwrap_or(0.0);
                let numbers = [hit.point.x, hit.point.y, hit.fraction, hit.distance, depth];
                assert!(numbers.iter().all(|x| x.is_finite()), "{case}: {hit:?}");
                assert!((hit.normal.norm() - 1.0).abs() < 1e-5, "{case}: {hit:?}");
                counts[0] += 1;
            }
            let near = [
                world.closest_to_point(at, reach, all).unwrap(),
                world.closest_to_shape(&shape, Pose::at(at), reach, all).unwrap(),
            ];
            for near in near.into_iter().flatten() {
                assert!(near.distance.is_finite() && near.distance <= reach, "{case}: {near:?}");
                counts[1] += 1;
            }
            let aabb = Aabb::new([at[0].min(to[0]), at[1].min(to[1])], [at[0].max(to[0]), at[1].max(to[1])]);
            counts[2] += world.overlap_aabb_all(aabb, all).unwrap().len();
            world.overlap_shape_any(&shape, Pose::at(at), all).unwrap();
            world.overlap_point_all(at, all).unwrap();
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// An endless ray, an endless distance and an endless shape are no errors.
#[test]
fn infinite_reach_is_allowed() {
    let mut world = World::new(WorldSettings::default());
    let body = world.add_body(BodyDef::fixed().position([90_000.0, 0.0])).unwrap();
    world.add_collider(body, ColliderDef::new(Shape::circle(1.0).unwrap())).unwrap();
    let all = QueryFilter::default();
    let ray = Ray { max_fraction: INFINITE, ..Ray::new([0.0, 0.0], [1.0, 0.0]) };
    assert_eq!(world.cast_ray(&ray, all).unwrap().map(|hit| hit.distance), Some(89_999.0));
    assert_eq!(world.cast_ray_all(&ray, all).unwrap().len(), 1);
    let near = world.closest_to_point([0.0, 0.0], INFINITE, all).unwrap();
    assert_eq!(near.map(|near| near.distance), Some(89_999.0));
    let endless = Shape::half_space([1.0, 0.0], 0.0).unwrap();
    let near = world.closest_to_shape(&endless, Pose::IDENTITY, INFINITE, all).unwrap();
    assert_eq!(near.map(|near| near.distance), Some(89_999.0));
    assert!(world.overlap_shape_any(&endless, Pose::at([90_000.0, 0.0]), all).unwrap());
    let cast = ShapeCast { max_fraction: INFINITE, ..ShapeCast::new(&endless, Pose::IDENTITY, [1.0, 0.0]) };
    assert!(world.cast_shape_any(&cast, all).unwrap());
}
