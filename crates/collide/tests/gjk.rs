//! GJK against the definition in f64: all vertices against all edges.

use crate::common;

use collide::algorithms::{DifferencePoint, GjkCache, SearchState, gjk, gjk_epa};
use collide::{Proximity, Tolerances};
use common::{Solid, V, number, pose, shape, sharp_polygon, solid, truth, v};
use geom::{Point, Polygon, Pose, Rot, RoundedHull, Shape, Vec2};
use proptest::prelude::*;

/// m. Two roundings of f32 for differences of up to 6 m (1e-6 m), and the error that GJK_GAIN allows there
/// (3e-6 m), twice.
const CLOSE: f64 = 1e-5;

/// GJK without a cache.
fn gjk_cold(a: &Shape, b: &Shape, b_in_a: Pose) -> collide::Proximity {
    gjk(a.hull().unwrap(), b.hull().unwrap(), b_in_a, &mut GjkCache::default())
}

/// Whether `near` is the distance, with nearest points on the surfaces and a normal from one to the other.
fn check_distance(near: collide::Proximity, a: &Shape, b: &Shape, pose: Pose) -> Result<(), TestCaseError> {
    let (solid_a, solid_b) = (solid(a, Pose::IDENTITY), solid(b, pose));
    let truth = truth(&solid_a, &solid_b);
    prop_assert!(
        (f64::from(near.separation) - truth.separation.max(0.0)).abs() < CLOSE,
        "{near:?} {truth:?}"
    );
    let [on_a, on_b] = near.points.map(|p| v(p.coords));
    if near.separation > 0.0 {
        prop_assert!((near.normal.norm() - 1.0).abs() < 1e-6);
        let gap = near.points[1] - near.points[0];
        prop_assert!((gap - near.normal * near.separation).norm() < 1e-5, "{near:?}");
        prop_assert!(solid_a.signed_distance(on_a).abs() < CLOSE, "{near:?}");
        prop_assert!(solid_b.signed_distance(on_b).abs() < CLOSE, "{near:?}");
    } else {
        prop_assert_eq!(near.points[0], near.points[1]);
        prop_assert_eq!(near.normal, Vec2::zeros());
        prop_assert!(solid_a.signed_distance(on_a) < CLOSE, "{near:?}");
        prop_assert!(solid_b.signed_distance(on_b) < CLOSE, "{near:?}");
    }
    Ok(())
}

/// A rectangle with sides along the axes, its first edge level or upright, sharp or rounded.
fn rectangle() -> impl Strategy<Value = Shape> {
    (number(-1.0..1.0), number(-1.0..1.0), number(0.05..1.0), number(0.05..1.0), 0..4_usize, any::<bool>())
        .prop_map(|(x, y, width, height, first, rounded)| {
            let (right, top) = (x + width, y + height);
            let mut corners = [[x, y], [right, y], [right, top], [x, top]];
            corners.rotate_left(first);
            Polygon::new(corners)
                .unwrap()
                .rounded(if rounded { 0.1 } else { 0.0 })
                .map(Shape::Polygon)
                .unwrap()
        })
}

/// [`gjk`], with a call for each simplex.
fn simplices(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    pose: Pose,
    cache: &mut GjkCache,
    mut observe: impl FnMut(&[DifferencePoint]),
) -> Proximity {
    let near = gjk(a, b, pose, &mut cache.clone());
    let _ = Tolerances::METRES.gjk_epa_observed(a, b, pose, cache, |state| {
        if let SearchState::Simplex(points) = state {
            observe(points);
        }
    });
    near
}

proptest! {
    #[test]
    fn distance_is_the_least_distance_of_vertices_and_edges(a in shape(), b in shape(), pose in pose()) {
        check_distance(gjk_cold(&a, &b, pose), &a, &b, pose)?;
    }

    /// The closed form of rectangles obeys the same law, and the depth of their overlap that of EPA.
    #[test]
    fn distance_of_rectangles_is_the_least_distance_of_vertices_and_edges(a in rectangle(), b in rectangle(), pose in pose()) {
        check_distance(collide::distance(&a, Pose::IDENTITY, &b, pose).unwrap(), &a, &b, pose)?;
        let (hull_a, hull_b) = (a.hull().unwrap(), b.hull().unwrap());
        let expected = gjk_epa(hull_a, hull_b, pose, &mut GjkCache::default());
        let separation = collide::separation(&a, Pose::IDENTITY, &b, pose).unwrap().separation;
        prop_assert!((separation - expected.separation).abs() < 1e-5, "{separation} {expected:?}");
    }

    #[test]
    fn exchanging_the_shapes_keeps_the_distance_and_reverses_the_normal(a in shape(), b in shape(), pose in pose()) {
        let (there, back) = (gjk_cold(&a, &b, pose), gjk_cold(&b, &a, pose.inverse()));
        prop_assert!((there.separation - back.separation).abs() < 1e-5, "{there:?} {back:?}");
        if there.separation > 0.01 {
            // The nearest points of parallel edges are not unique, so only the normals are compared. 2e-3:
            // the error of the points (1e-5 m) over the least distance (0.01 m), for both.
            prop_assert!((there.normal + pose.rotation * back.normal).norm() < 2e-3, "{there:?} {back:?}");
        }
    }

    #[test]
    fn result_does_not_depend_on_the_cache(
        a in shape(), b in shape(), pose in pose(), bytes in any::<[u8; 8]>(), few in any::<[u8; 8]>(),
    ) {
        let (hull_a, hull_b) = (a.hull().unwrap(), b.hull().unwrap());
        let expected = gjk_cold(&a, &b, pose);
        // Small indices mostly name vertices that exist.
        let mut small = few.map(|byte| byte % 3);
        small[6] = 1 + few[6] % 3;
        for bytes in [bytes, small] {
            let mut cache: GjkCache = bytemuck::cast(bytes);
            let near = gjk(hull_a, hull_b, pose, &mut cache);
            prop_assert!((near.separation - expected.separation).abs() < 1e-5, "{near:?} {expected:?}");
        }
    }

    /// The cache gives the result of a search without it, in fewer iterations over the whole motion. Two more
    /// are allowed, because the first point of a search without the cache may happen to be the result.
    #[test]
    fn cache_saves_iterations_in_a_slow_motion(a in sharp_polygon(), b in sharp_polygon(), start in pose(), turn in number(-0.05..0.05)) {
        let (hull_a, hull_b) = (a.hull().unwrap(), b.hull().unwrap());
        let mut cache = GjkCache::default();
        let (mut with, mut without) = (0, 0);
        let mut pose = start;
        for _ in 0..20 {
            let warm = simplices(hull_a, hull_b, pose, &mut cache, |_| with += 1);
            let cold = simplices(hull_a, hull_b, pose, &mut GjkCache::default(), |_| without += 1);
            prop_assert!((warm.separation - cold.separation).abs() < 1e-5, "{warm:?} {cold:?}");
            pose = Pose {
                position: pose.position + Vec2::new(0.01, -0.007),
                rotation: pose.rotation * Rot::from_angle(turn),
            };
        }
        prop_assert!(with <= without + 2, "{with} {without}");
    }

    /// Also: random shapes need fewer than 12 iterations, as `GJK_ITERATIONS` says.
    #[test]
    fn simplex_comes_nearer_to_the_origin_in_every_iteration(a in shape(), b in shape(), pose in pose()) {
        let mut last = f64::INFINITY;
        let mut iterations = 0;
        let _ = simplices(a.hull().unwrap(), b.hull().unwrap(), pose, &mut GjkCache::default(), |points| {
            let simplex = Solid { vertices: points.iter().map(|p| v(p.vector)).collect(), radius: 0.0 };
            let now = simplex.signed_distance(V { x: 0.0, y: 0.0 }).max(0.0);
            assert!(now <= last + 1e-6, "{now} after {last}");
            (last, iterations) = (now, iterations + 1);
        });
        prop_assert!(iterations < 12, "{iterations}");
    }
}

/// The ball covers the core of the capsule, so that the middle of the overlap is outside of the capsule.
#[test]
fn common_point_of_a_thick_and_a_thin_shape_is_in_both() {
    let thin = Shape::capsule([-1.0, 0.0], [1.0, 0.0], 0.05).unwrap();
    let ball = Shape::circle(2.0).unwrap();
    let near = gjk_cold(&thin, &ball, Pose::at([0.2, 0.1]));
    assert_eq!((near.separation, near.points[0]), (0.0, near.points[1]));
    assert!(near.points[0].y.abs() <= 0.05);
}

/// Touching, coincident, point on edge: the distance is 0 within rounding, and every number is finite.
#[test]
fn shapes_that_touch_or_coincide_have_distance_zero() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let segment = Shape::segment([0.0, 0.0], [2.0, 0.0]).unwrap();
    let circle = Shape::circle(0.5).unwrap();
    for (a, b, pose) in [
        (&square, &square, Pose::IDENTITY),
        (&square, &square, Pose::at([1.0, 0.0])),
        (&square, &square, Pose::at([1.0, 1.0])),
        (&square, &square, Pose::at([0.0, -1.0])),
        (&square, &circle, Pose::at([1.0, 0.0])),
        (&square, &circle, Pose::at([0.5, 0.0])),
        (&circle, &circle, Pose::IDENTITY),
        (&circle, &circle, Pose::at([1.0, 0.0])),
        (&segment, &segment, Pose::IDENTITY),
        (&segment, &segment, Pose::at([2.0, 0.0])),
        (&segment, &segment, Pose::at([1.0, 0.0])),
        (&segment, &segment, Pose::new([1.0, -0.5], std::f32::consts::FRAC_PI_2)),
        (&segment, &circle, Pose::at([1.0, 0.0])),
    ] {
        let near = gjk_cold(a, b, pose);
        assert!((0.0..1e-6).contains(&near.separation), "{near:?} at {pose:?}");
        assert!(near.points.iter().all(|p| p.x.is_finite() && p.y.is_finite()), "{near:?} at {pose:?}");
    }
}

/// The limit of iterations does not end the search. 4e-4 m: a polygon of 256 vertices differs from a circle
/// by 8e-5 m, and `GJK_GAIN` allows an error that grows with the distance.
#[test]
fn polygons_of_256_vertices_need_at_most_14_iterations() {
    let wheel = Polygon::regular(256, 1.0).unwrap();
    for step in 0..200 {
        let pose = Pose::new([2.0 + 0.01 * step as f32, 0.03 * step as f32 - 3.0], 0.1 * step as f32);
        let mut iterations = 0;
        let near = simplices(wheel.hull(), wheel.hull(), pose, &mut GjkCache::default(), |_| iterations += 1);
        let apart = (pose.position - Point::origin()).norm() - 2.0;
        assert!((near.separation - apart).abs() < 4e-4 && iterations <= 14, "{iterations} {near:?}");
    }
}

/// Erratum. Souto, Video Game Physics II, ends the search when the farthest point w has nearly the length and
/// direction of the nearest point v. Between two faces v is inside an edge of the difference and w at an end
/// of it, so this never happens. The lengths along v are equal, which ends the search.
#[test]
fn search_between_two_faces_ends() {
    let square = Polygon::rectangle(0.5, 0.5).unwrap();
    let pose = Pose::at([3.0, 0.3]);
    let mut ends = Vec::new();
    let near = simplices(square.hull(), square.hull(), pose, &mut GjkCache::default(), |points| {
        ends = points.iter().map(|p| p.vector).collect();
    });
    let v = near.points[1] - near.points[0];
    assert!((v - Vec2::new(2.0, 0.0)).norm() < 1e-6 && ends.len() == 2, "{v:?} {ends:?}");
    for w in ends {
        let ends_in_the_text =
            (w.norm() - v.norm()).abs() < 0.01 && w.normalize().dot(&v.normalize()) > 0.999;
        assert!(!ends_in_the_text, "the error of the text: the search goes on");
        assert!((w.dot(&v) - v.dot(&v)).abs() < 1e-5, "no point is nearer than v");
    }
}
