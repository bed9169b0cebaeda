//! EPA against shadows on all edge normals in f64, and the queries that are made of GJK and EPA.

mod common;

use collide::{
    GjkCache, Proximity, Round, closest_point, distance, gjk_epa, gjk_epa_observed, gjk_epa_of_supports,
    overlap, penetration,
};
use common::{Solid, V, number, pose, shape, sharp_polygon, solid, truth, v};
use geom::{Point, Polygon, Pose, Rot, Shape, Sides, Vec2, chain};
use proptest::prelude::*;

/// m. Some roundings of f32 on differences of up to 6 m; EPA_GAIN gives away as much (6e-6 m).
const CLOSE: f64 = 2e-5;

fn signed(a: &Shape, b: &Shape, b_in_a: Pose) -> Proximity {
    gjk_epa(a.hull().unwrap(), b.hull().unwrap(), b_in_a, &mut GjkCache::default())
}

proptest! {
    /// Apart or not, the separation is that of the textbook: the distance, or minus the least overlap of shadows;
    /// moving B by it makes the two touch, and the points lie on the surfaces, that far apart along the normal.
    #[test]
    fn separation_is_that_of_the_textbook(a in shape(), b in shape(), pose in pose()) {
        let near = signed(&a, &b, pose);
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

    /// No direction of 360 separates the shapes by a shorter way than the depth.
    #[test]
    fn no_sampled_way_out_is_shorter(a in sharp_polygon(), b in shape(), pose in pose()) {
        let near = signed(&a, &b, pose);
        let (solid_a, solid_b) = (solid(&a, Pose::IDENTITY), solid(&b, pose));
        for degrees in 0..360 {
            let (y, x) = f64::from(degrees).to_radians().sin_cos();
            let reach = |solid: &Solid, axis: V| solid.vertices.iter().map(|p| p.dot(axis)).fold(f64::MIN, f64::max) + solid.radius;
            let way_out = reach(&solid_a, V { x, y }) + reach(&solid_b, V { x: -x, y: -y });
            prop_assert!(way_out > -f64::from(near.separation) - CLOSE, "{degrees} {way_out} {near:?}");
        }
    }

    /// The polygon of every round is convex and within the difference: its vertices are differences of vertices.
    #[test]
    fn every_polygon_is_convex(a in sharp_polygon(), b in sharp_polygon(), pose in pose()) {
        let mut rounds = 0;
        let _ = gjk_epa_observed(a.hull().unwrap(), b.hull().unwrap(), pose, &mut GjkCache::default(), |round| {
            let Round::Polygon(points) = round else { return };
            rounds += 1;
            for i in 0..points.len() {
                let at = |k: usize| points[(i + k) % points.len()].vector;
                assert!(geom::cross(at(1) - at(0), at(2) - at(1)) > -1e-5, "{points:?}");
            }
        });
        // Each round but the first puts in a vertex of the difference, of which there are at most as many as edges.
        prop_assert!(rounds <= 20);
    }

    /// The queries agree with each other, with exchanged shapes, and in a moved world.
    #[test]
    fn queries_agree(a in any_shape(), b in any_shape(), pose_a in pose(), pose_b in pose(), common in pose()) {
        let (near, deep) = (distance(&a, pose_a, &b, pose_b), penetration(&a, pose_a, &b, pose_b));
        let meets = overlap(&a, pose_a, &b, pose_b);
        prop_assert_eq!(near.is_some_and(|near| near.separation == 0.0), meets);
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

    /// The nearest point of a shape, inside and outside, against its border in f64.
    #[test]
    fn the_closest_point_lies_on_the_border(a in shape(), pose_a in pose(), x in number(-3.0..3.0), y in number(-3.0..3.0)) {
        let near = closest_point(&a, pose_a, Point::new(x, y)).unwrap();
        let solid = solid(&a, pose_a);
        let expected = solid.signed_distance(V { x: x.into(), y: y.into() });
        // Inside a rounded core the border of the oracle is that of the core, moved out: the same number.
        prop_assert!((f64::from(near.separation) - expected).abs() < CLOSE, "{near:?} {expected}");
        prop_assert!(solid.signed_distance(v(near.points[0].coords)).abs() < CLOSE, "{near:?}");
        prop_assert!((near.points[1] - Point::new(x, y)).norm() < 1e-6);
        prop_assert!((near.points[0] + near.normal * near.separation - near.points[1]).norm() < 1e-5, "{near:?}");
    }

    /// A half-space is a box large enough to be one.
    #[test]
    fn a_half_space_is_an_endless_box(b in shape(), angle in number(-3.2..3.2), pose in pose()) {
        let ground = Shape::half_space([0.0, 1.0], -1.0).unwrap();
        let slab = Shape::polygon([[-50.0, -50.0], [50.0, -50.0], [50.0, -1.0], [-50.0, -1.0]]).unwrap();
        let tilted = Pose::new([0.5, 0.2], angle);
        // 1e-4 m: GJK_GAIN of the 100 m of the slab, with some to spare.
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

    /// Whatever the numbers, nothing panics, and what is reported is a number.
    #[test]
    fn no_input_gives_nan(a in any_shape(), b in any_shape(), numbers in [wild(), wild(), wild(), wild()]) {
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

fn wild() -> impl Strategy<Value = f32> {
    prop::sample::select(&[0.0, 1.0, -1.0, 1e-30, 1e-9, 1e7, 1e20, -3e38, f32::INFINITY, f32::NAN][..])
}

/// A half-space and a chain's segment too.
fn any_shape() -> impl Strategy<Value = Shape> {
    let links = chain([[-1.0, 0.0], [0.2, 0.1], [1.0, -0.3]], false, Sides::One).unwrap();
    prop_oneof![
        6 => shape(),
        1 => Just(Shape::ChainSegment(links[1])),
        1 => (number(-3.2..3.2), number(-1.0..1.0))
            .prop_map(|(angle, offset)| Shape::half_space(Rot::from_angle(angle) * Vec2::new(1.0, 0.0), offset).unwrap()),
    ]
}

/// Touching, coincident, centre on an edge: depth and normal are defined, and are what the drawing says.
#[test]
fn degenerate_overlaps_have_a_depth_and_a_normal() {
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
        let near = signed(a, b, pose);
        assert!((near.separation + depth).abs() < 1e-6, "{name}: {near:?}");
        assert!((near.normal.norm() - 1.0).abs() < 1e-6, "{name}: {near:?}");
    }
    assert_eq!(signed(&circle, &circle, Pose::IDENTITY).normal, Vec2::new(1.0, 0.0));
    assert_eq!(signed(&segment, &circle, Pose::at([1.0, 0.0])).normal.x, 0.0);
}

/// Wheels of 256 corners need more edges than the polygon has: the answer is a little long, and separates.
#[test]
fn many_vertices_are_known_to_a_thousandth() {
    let wheel = Shape::Polygon(Polygon::regular(256, 1.0).unwrap());
    for step in 0..50 {
        let pose = Pose::new([0.003, 0.01 + 0.04 * step as f32], 0.1 * step as f32);
        let near = signed(&wheel, &wheel, pose);
        let expected = truth(&solid(&wheel, Pose::IDENTITY), &solid(&wheel, pose)).separation;
        let excess = expected - f64::from(near.separation);
        assert!((-1e-5..2.5e-3).contains(&excess), "{excess} at {pose:?}");
    }
}

/// An ellipse by its support function, with these half axes, m.
fn ellipse(half: [f32; 2]) -> impl Fn(Vec2) -> Point {
    move |d| {
        let (x, y) = (half[0] * half[0] * d.x, half[1] * half[1] * d.y);
        Point::new(x, y) / (d.x * x + d.y * y).sqrt()
    }
}

proptest! {
    /// Ellipses against their support in 20,000 directions, in f64: the separation is the greatest gap between them
    /// over all directions, a gap being negative where they overlap.
    #[test]
    fn ellipses_agree_with_sampled_directions(
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
        // Sampling loses the square of a step of 3e-4; 64 vertices of EPA know a circle to a thousandth.
        let close = if near.separation < -0.3 { 4e-3 } else { 2e-5 };
        prop_assert!((f64::from(near.separation) - gap).abs() < close, "{near:?} {gap}");
        prop_assert!((near.normal.norm() - 1.0).abs() < 1e-6);
        let on_border = |half: [f32; 2], p: Point| (p.x / half[0]).hypot(p.y / half[1]);
        // Points lie on the edge between two vertices of EPA. Where all ways out are nearly as long it looks at all of
        // them, and some of its 64 edges stay long.
        let near_border = if near.separation < -0.3 { 0.05 } else { 0.01 };
        prop_assert!((on_border(a, near.points[0]) - 1.0).abs() < near_border, "{near:?}");
        let of_b = pose.inverse_transform(near.points[1]);
        prop_assert!((on_border(b, of_b) - 1.0).abs() < near_border, "{near:?}");
    }
}
