//! EPA against projections onto all edge normals in f64, and the queries that use GJK and EPA.

use crate::common;

use collide::algorithms::{GjkCache, SearchState, gjk_epa, gjk_epa_of_supports};
use collide::{Proximity, Tolerances, closest_point, distance, overlap, penetration};
use common::{
    Solid, V, extreme_number, half_space, half_space_and_large_box, number, pose, shape, sharp_polygon,
    solid, truth, v,
};
use geom::{Point, Polygon, Pose, Rot, Shape, Sides, Vec2, chain};
use proptest::prelude::*;

/// m. Some roundings of f32 for differences of up to 6 m, and the error that EPA_GAIN allows there (6e-6 m).
const CLOSE: f64 = 2e-5;

/// GJK and EPA without a cache.
fn signed_separation(a: &Shape, b: &Shape, b_in_a: Pose) -> Proximity {
    gjk_epa(a.hull().unwrap(), b.hull().unwrap(), b_in_a, &mut GjkCache::default())
}

proptest! {
    /// The separation is the distance, or minus the least overlap of the projections. Moving B by it makes
    /// the shapes touch. The points are on the surfaces, and the vector between them is the normal times the
    /// separation.
    #[test]
    fn separation_is_that_of_the_definition(a in shape(), b in shape(), pose in pose()) {
        let near = signed_separation(&a, &b, pose);
        let (solid_a, solid_b) = (solid(&a, Pose::IDENTITY), solid(&b, pose));
        let expected = truth(&solid_a, &solid_b);
        prop_assert!((f64::from(near.separation) - expected.separation).abs() < CLOSE, "{near:?} {expected:?}");
        prop_assert!((near.normal.norm() - 1.0).abs() < 1e-6);
        let gap = near.points[1] - near.points[0];
        prop_assert!((gap - near.normal * near.separation).norm() < 1e-5, "{near:?}");
        prop_assert!(solid_a.signed_distance(v(near.points[0].coords)).abs() < CLOSE, "{near:?}");
        prop_assert!(solid_b.signed_distance(v(near.points[1].coords)).abs() < CLOSE, "{near:?}");
        let moved = Pose { position: pose.position - near.normal * near.separation, ..pose };
        let touching = truth(&solid_a, &solid(&b, moved));
        prop_assert!(touching.separation.abs() < 2.0 * CLOSE, "{near:?} {touching:?}");
    }

    #[test]
    fn no_translation_in_360_directions_separates_by_less_than_the_depth(a in sharp_polygon(), b in shape(), pose in pose()) {
        let near = signed_separation(&a, &b, pose);
        let (solid_a, solid_b) = (solid(&a, Pose::IDENTITY), solid(&b, pose));
        for degrees in 0..360 {
            let (y, x) = f64::from(degrees).to_radians().sin_cos();
            let reach = |solid: &Solid, axis: V| solid.vertices.iter().map(|p| p.dot(axis)).fold(f64::MIN, f64::max) + solid.radius;
            let way_out = reach(&solid_a, V { x, y }) + reach(&solid_b, V { x: -x, y: -y });
            prop_assert!(way_out > -f64::from(near.separation) - CLOSE, "{degrees} {way_out} {near:?}");
        }
    }

    /// -1e-5 m^2: the rounding of a cross product of vectors up to 6 m.
    #[test]
    fn polygon_of_every_epa_iteration_is_convex(a in sharp_polygon(), b in sharp_polygon(), pose in pose()) {
        let mut iterations = 0;
        let _ = Tolerances::METRES.gjk_epa_observed(a.hull().unwrap(), b.hull().unwrap(), pose, &mut GjkCache::default(), |state| {
            let SearchState::Polygon(points) = state else { return };
            iterations += 1;
            for i in 0..points.len() {
                let at = |k: usize| points[(i + k) % points.len()].vector;
                assert!(geom::cross(at(1) - at(0), at(2) - at(1)) > -1e-5, "{points:?}");
            }
        });
        // Each iteration after the first inserts a vertex of the difference, which has at most 9 + 9 of them.
        prop_assert!(iterations <= 20);
    }

    /// Also for exchanged shapes, and for both shapes moved together.
    #[test]
    fn distance_penetration_and_overlap_agree(a in any_shape(), b in any_shape(), pose_a in pose(), pose_b in pose(), common in pose()) {
        let (near, deep) = (distance(&a, pose_a, &b, pose_b), penetration(&a, pose_a, &b, pose_b));
        let overlaps = overlap(&a, pose_a, &b, pose_b);
        prop_assert_eq!(near.is_some_and(|near| near.separation == 0.0), overlaps);
        if let Some(near) = near {
            prop_assert!(deep.is_none() || near.separation < 1e-6, "{near:?} {deep:?}");
            prop_assert!(deep.is_some() || near.separation > 0.0, "{near:?}");
            let back = distance(&b, pose_b, &a, pose_a).unwrap();
            let moved = distance(&a, common * pose_a, &b, common * pose_b).unwrap();
            prop_assert!((near.separation - back.separation).abs() < 1e-5, "{near:?} {back:?}");
            prop_assert!((near.separation - moved.separation).abs() < 1e-5, "{near:?} {moved:?}");
            if near.separation > 0.01 {
                prop_assert!((near.normal + back.normal).norm() < 2e-3, "{near:?} {back:?}");
                prop_assert!((common.rotation * near.normal - moved.normal).norm() < 2e-3, "{near:?} {moved:?}");
            }
        }
        if let Some(deep) = deep.filter(|deep| deep.separation < -1e-5) {
            let back = penetration(&b, pose_b, &a, pose_a).unwrap();
            let moved = penetration(&a, common * pose_a, &b, common * pose_b).unwrap();
            prop_assert!((deep.separation - back.separation).abs() < 1e-5, "{deep:?} {back:?}");
            prop_assert!((deep.separation - moved.separation).abs() < 1e-5, "{deep:?} {moved:?}");
        }
    }

    /// For points inside and outside, against the boundary in f64.
    #[test]
    fn closest_point_is_on_the_boundary(a in shape(), pose_a in pose(), x in number(-3.0..3.0), y in number(-3.0..3.0)) {
        let near = closest_point(&a, pose_a, Point::new(x, y)).unwrap();
        let solid = solid(&a, pose_a);
        let expected = solid.signed_distance(V { x: x.into(), y: y.into() });
        // Inside a rounded shape the oracle takes the boundary of the core, moved out by the radius: the same
        // number.
        prop_assert!((f64::from(near.separation) - expected).abs() < CLOSE, "{near:?} {expected}");
        prop_assert!(solid.signed_distance(v(near.points[0].coords)).abs() < CLOSE, "{near:?}");
        prop_assert!((near.points[1] - Point::new(x, y)).norm() < 1e-6);
        prop_assert!((near.points[0] + near.normal * near.separation - near.points[1]).norm() < 1e-5, "{near:?}");
    }

    #[test]
    fn half_space_gives_the_result_of_a_large_box(b in shape(), angle in number(-3.2..3.2), pose in pose()) {
        let [ground, slab] = half_space_and_large_box();
        let tilted = Pose::new([0.5, 0.2], angle);
        // 1e-4 m: the error that GJK_GAIN allows at 100 m, and a margin.
        match (distance(&ground, tilted, &b, pose), distance(&slab, tilted, &b, pose)) {
            (Some(near), Some(expected)) => {
                prop_assert!((near.separation - expected.separation).abs() < 1e-4, "{near:?} {expected:?}");
            }
            other => panic!("{other:?}"),
        }
        if let (Some(deep), Some(expected)) = (penetration(&ground, tilted, &b, pose), penetration(&slab, tilted, &b, pose)) {
            prop_assert!((deep.separation - expected.separation).abs() < 1e-4, "{deep:?} {expected:?}");
        }
    }

    /// Far from the origin, at positions that f32 still has there, separation and normal have the same bits.
    #[test]
    fn measures_do_not_depend_on_the_origin(
        a in shape(), b in shape(), x in -2000_i16..2000, y in -2000_i16..2000, turns in [number(-3.2..3.2), number(-3.2..3.2)],
    ) {
        let apart = Vec2::new(f32::from(x), f32::from(y)) / 1024.0;
        let near = |origin: Point| {
            let (pose_a, pose_b) = (Pose::new(origin, turns[0]), Pose::new(origin + apart, turns[1]));
            let [near, deep] = [distance(&a, pose_a, &b, pose_b), penetration(&a, pose_a, &b, pose_b)];
            [near, deep].map(|p| p.map(|p| (p.separation.to_bits(), p.normal)))
        };
        prop_assert_eq!(near(Point::origin()), near(Point::new(4000.0, -4000.0)));
    }

    #[test]
    fn queries_of_extreme_numbers_neither_panic_nor_return_nan(
        a in any_shape(), b in any_shape(), numbers in prop::array::uniform4(extreme_number()),
    ) {
        let [x, y, angle, z] = numbers;
        let (pose_a, pose_b) = (Pose::at([x, y]), Pose { position: Point::new(z, x), rotation: Rot { cos: angle, sin: y } });
        for (p, q) in [(pose_a, pose_b), (pose_b, pose_a), (pose_a, pose_a)] {
            for near in [distance(&a, p, &b, q), penetration(&a, p, &b, q), closest_point(&a, p, q.position)].into_iter().flatten() {
                prop_assert!(!near.separation.is_nan());
            }
            let _ = overlap(&a, p, &b, q);
        }
    }
}

/// Any shape, half-spaces and segments of chains too.
fn any_shape() -> impl Strategy<Value = Shape> {
    let links = chain([[-1.0, 0.0], [0.2, 0.1], [1.0, -0.3]], false, Sides::One).unwrap();
    prop_oneof![
        6 => shape(),
        1 => Just(Shape::ChainSegment(links[1])),
        1 => half_space(),
    ]
}

#[test]
fn shapes_that_touch_or_coincide_have_a_depth_and_a_unit_normal() {
    let square = Shape::rectangle(0.5, 0.5).unwrap();
    let segment = Shape::segment([0.0, 0.0], [2.0, 0.0]).unwrap();
    let circle = Shape::circle(0.25).unwrap();
    for (name, a, b, pose, depth) in [
        ("coincident squares", &square, &square, Pose::IDENTITY, 1.0),
        ("side on side", &square, &square, Pose::at([1.0, 0.0]), 0.0),
        ("corner on corner", &square, &square, Pose::at([1.0, 1.0]), 0.0),
        ("circle touches the side", &square, &circle, Pose::at([0.75, 0.0]), 0.0),
        ("circle with its centre on the side", &square, &circle, Pose::at([0.5, 0.0]), 0.25),
        ("circle with its centre on the corner", &square, &circle, Pose::at([0.5, 0.5]), 0.25),
        ("coincident circles", &circle, &circle, Pose::IDENTITY, 0.5),
        ("circle on a segment", &segment, &circle, Pose::at([1.0, 0.0]), 0.25),
        ("circle on the end of a segment", &segment, &circle, Pose::at([2.0, 0.0]), 0.25),
        ("coincident segments", &segment, &segment, Pose::IDENTITY, 0.0),
        ("collinear segments", &segment, &segment, Pose::at([1.5, 0.0]), 0.0),
        ("end to end", &segment, &segment, Pose::at([2.0, 0.0]), 0.0),
        ("crossing segments", &segment, &segment, Pose::new([1.0, -0.5], std::f32::consts::FRAC_PI_2), 0.5),
    ] {
        let near = signed_separation(a, b, pose);
        assert!((near.separation + depth).abs() < 1e-6, "{name}: {near:?}");
        assert!((near.normal.norm() - 1.0).abs() < 1e-6, "{name}: {near:?}");
    }
    assert_eq!(signed_separation(&circle, &circle, Pose::IDENTITY).normal, Vec2::new(1.0, 0.0));
    assert_eq!(signed_separation(&segment, &circle, Pose::at([1.0, 0.0])).normal.x, 0.0);
}

/// The difference of two polygons of 256 vertices has more edges than EPA's polygon can have, so the depth is
/// up to 2.5 mm too great for depths up to 2 m: a thousandth, as `EPA_VERTICES` says. It still separates the
/// shapes.
#[test]
fn depth_of_polygons_of_256_vertices_is_accurate_to_a_thousandth() {
    let wheel = Shape::Polygon(Polygon::regular(256, 1.0).unwrap());
    for step in 0..50 {
        let pose = Pose::new([0.003, 0.01 + 0.04 * step as f32], 0.1 * step as f32);
        let near = signed_separation(&wheel, &wheel, pose);
        let expected = truth(&solid(&wheel, Pose::IDENTITY), &solid(&wheel, pose)).separation;
        let excess = expected - f64::from(near.separation);
        assert!((-1e-5..2.5e-3).contains(&excess), "{excess} at {pose:?}");
    }
}

/// The support function of an ellipse with these semi-axes, m.
fn ellipse(half: [f32; 2]) -> impl Fn(Vec2) -> Point {
    move |d| {
        let (x, y) = (half[0] * half[0] * d.x, half[1] * half[1] * d.y);
        Point::new(x, y) / (d.x * x + d.y * y).sqrt()
    }
}

proptest! {
    /// The separation is the greatest gap over all directions, where the gap of shapes that overlap is
    /// negative. The oracle takes the greatest gap over 20,000 directions, in f64.
    #[test]
    fn separation_of_ellipses_is_the_greatest_gap_over_all_directions(
        a in [number(0.2..1.5), number(0.2..1.5)], b in [number(0.2..1.5), number(0.2..1.5)], pose in pose(),
    ) {
        let near = gjk_epa_of_supports(ellipse(a), ellipse(b), pose);
        let reach = |half: [f32; 2], d: V| (f64::from(half[0]) * d.x).hypot(f64::from(half[1]) * d.y);
        let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
        let gap = (0..20_000).map(|k| {
            let (y, x) = (f64::from(k) / 20_000.0 * std::f64::consts::TAU).sin_cos();
            let in_b = V { x: cos * x + sin * y, y: cos * y - sin * x };
            V { x, y }.dot(v(pose.position.coords)) - reach(a, V { x, y }) - reach(b, in_b)
        }).fold(f64::NEG_INFINITY, f64::max);
        // Sampling has an error of the square of its step of 3e-4. EPA with 64 vertices has an error of a
        // thousandth for deep overlaps.
        let close = if near.separation < -0.3 { 4e-3 } else { 2e-5 };
        prop_assert!((f64::from(near.separation) - gap).abs() < close, "{near:?} {gap}");
        prop_assert!((near.normal.norm() - 1.0).abs() < 1e-6);
        let on_boundary = |half: [f32; 2], p: Point| (p.x / half[0]).hypot(p.y / half[1]);
        // The points are on an edge of EPA's polygon. If all translations that separate the shapes are nearly
        // equally long, EPA expands all edges, and some of its 64 edges stay long.
        let near_boundary = if near.separation < -0.3 { 0.05 } else { 0.01 };
        prop_assert!((on_boundary(a, near.points[0]) - 1.0).abs() < near_boundary, "{near:?}");
        let of_b = pose.inverse_transform(near.points[1]);
        prop_assert!((on_boundary(b, of_b) - 1.0).abs() < near_boundary, "{near:?}");
    }
}
