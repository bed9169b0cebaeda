//! Laws of ray casts, against an oracle in f64.
//!
//! Along a line the signed distance from a convex shape is a convex function. So a search in thirds finds where the
//! ray comes nearest, and halving before that where it enters: no formula is shared with the code under test.

mod common;

use collide::{Ray, RayHit, cast_ray};
use common::{Solid, V, number, pose, shape, solid, v};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// What the oracle knows of a ray.
#[derive(Debug)]
struct Truth {
    /// The signed distance of the shape from the origin of the ray, m.
    start: f64,
    /// The least along the ray.
    least: f64,
    /// The fraction at which it becomes zero first, or is least.
    fraction: f64,
}

fn oracle(solid: &Solid, ray: &Ray) -> Truth {
    let distance = |t: f64| solid.signed_distance(v(ray.origin.coords) + v(ray.translation) * t);
    let (mut low, mut high) = (0.0, f64::from(ray.max_fraction));
    for _ in 0..120 {
        let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance(p) < distance(q) { high = q } else { low = p }
    }
    let least = distance(high);
    low = 0.0;
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if distance(middle) > 0.0 { low = middle } else { high = middle }
    }
    Truth { start: distance(0.0), least, fraction: high }
}

/// Compares hit or miss, and the point and normal of a hit, where rounding cannot decide.
fn check(shape: &Shape, pose: Pose, ray: &Ray, close: f64) -> Result<(), TestCaseError> {
    let solid = solid(shape, pose);
    let truth = oracle(&solid, ray);
    let hit = cast_ray(shape, pose, ray);
    let flat = matches!(shape, Shape::Segment(_));
    let met = if flat { truth.least < 1e-8 } else { truth.least < 0.0 };
    // Just touching, starting on the border, or ending there.
    let on_border = truth.least.abs() < close && !(flat && met) || truth.start.abs() < close;
    let at_end =
        met && (truth.fraction - f64::from(ray.max_fraction)).abs() * v(ray.translation).norm() < close;
    if on_border || at_end {
        return Ok(());
    }
    prop_assert_eq!(hit.is_some(), met, "{:?} {:?}", truth, hit);
    let Some(hit) = hit else { return Ok(()) };
    if truth.start < 0.0 {
        prop_assert_eq!(hit, RayHit { fraction: 0.0, point: ray.origin, normal: Vec2::zeros() });
        return Ok(());
    }
    let direction = v(ray.translation) * (1.0 / v(ray.translation).norm());
    let (point, normal) = (v(hit.point.coords), v(hit.normal));
    // Where the ray grazes, a small error across it is a larger one along it.
    let steepness = -normal.dot(direction);
    let exact = v(ray.origin.coords) + v(ray.translation) * truth.fraction;
    prop_assert!(steepness >= -1e-6 && (normal.norm() - 1.0).abs() < 1e-5, "{hit:?}");
    prop_assert!((point - exact).norm() * steepness < close, "{truth:?} {hit:?} {exact:?}");
    prop_assert!(solid.signed_distance(point).abs() < close, "{truth:?} {hit:?}");
    prop_assert!(
        (solid.signed_distance(point + normal * 0.01) - 0.01).abs() < 1e-2 * close + 1e-3,
        "{hit:?}"
    );
    let along = V { x: hit.fraction.into(), y: 0.0 }.x * v(ray.translation).norm();
    let far = v(ray.translation).norm() * 1e-6;
    prop_assert!((along - (point - v(ray.origin.coords)).dot(direction)).abs() < close + far, "{hit:?}");
    Ok(())
}

proptest! {
    /// Hit, point and normal are those of the oracle, from near and from inside.
    #[test]
    fn rays_meet_what_the_oracle_meets(
        shape in shape(), pose in pose(), from in [number(-3.0..3.0), number(-3.0..3.0)],
        way in [number(-6.0..6.0), number(-6.0..6.0)], max_fraction in number(0.1..2.0),
    ) {
        check(&shape, pose, &Ray { max_fraction, ..Ray::new(from, way) }, 2e-5)?;
    }

    /// The translation may be of any length, from a picometre to the distance of the sun: a ray of a thousandth of the
    /// translation and a thousand times the fraction is the same ray.
    #[test]
    fn translations_of_any_length_meet_the_same(
        shape in shape(), pose in pose(), from in [number(-3.0..3.0), number(-3.0..3.0)],
        way in [number(-6.0..6.0), number(-6.0..6.0)], power in -40_i32..=40,
    ) {
        let scale = 2.0_f32.powi(power);
        let ray = Ray { max_fraction: 1.0 / scale, ..Ray::new(from, Vec2::from(way) * scale) };
        check(&shape, pose, &ray, 2e-5)?;
    }

    /// From ten million metres away, in any direction, the ray still meets what the same numbers meet in f64.
    #[test]
    fn rays_from_far_away_are_as_exact(
        shape in shape(), pose in pose(), aim in [number(-2.0..2.0), number(-2.0..2.0)], angle in number(-3.2..3.2),
    ) {
        let way = Rot::from_angle(angle) * Vec2::new(2e7, 0.0);
        let origin = Point::from(aim) - way * 0.5;
        // What f32 makes of the origin can miss the shape by a metre; aim again from there.
        let way = (Point::from(aim) - origin) * 2.0;
        check(&shape, pose, &Ray::new(origin, way), 2e-5)?;
    }

    /// A half-space is met where its line is.
    #[test]
    fn half_spaces_are_met_at_their_line(
        pose in pose(), from in [number(-3.0..3.0), number(-3.0..3.0)], way in [number(-6.0..6.0), number(-6.0..6.0)],
    ) {
        let ground = Shape::half_space([0.6, 0.8], 0.5).unwrap();
        let normal = v(pose.rotation * Vec2::new(0.6, 0.8));
        let height = |p: V| normal.dot(p - v(pose.position.coords)) - 0.5;
        let ray = Ray::new(from, way);
        let (start, end) = (height(v(from.into())), height(v(from.into()) + v(way.into())));
        let hit = cast_ray(&ground, pose, &ray);
        if start < -1e-5 {
            prop_assert_eq!(hit.unwrap().fraction, 0.0);
        } else if start > 1e-5 && end < -1e-5 {
            let hit = hit.unwrap();
            prop_assert!((f64::from(hit.fraction) - start / (start - end)).abs() < 1e-4);
            prop_assert!(height(v(hit.point.coords)).abs() < 1e-5 && (v(hit.normal) - normal).norm() < 1e-5);
        } else if start > 1e-5 && end > 1e-5 {
            prop_assert!(hit.is_none());
        }
    }

    /// Whatever the numbers, nothing panics and no NaN comes back.
    #[test]
    fn no_input_gives_nan(shape in shape(), numbers in [wild(), wild(), wild(), wild(), wild(), wild(), wild()]) {
        let [ox, oy, dx, dy, max_fraction, px, py] = numbers;
        let hit = cast_ray(&shape, Pose::at([px, py]), &Ray { max_fraction, ..Ray::new([ox, oy], [dx, dy]) });
        if let Some(RayHit { fraction, point, normal }) = hit {
            prop_assert!(numbers.iter().all(|number| number.is_finite()) || max_fraction == f32::INFINITY);
            prop_assert!(fraction >= 0.0 && fraction <= max_fraction);
            prop_assert!(![point.x, point.y, normal.x, normal.y].iter().any(|number| number.is_nan()));
        }
    }
}

fn wild() -> impl Strategy<Value = f32> {
    prop::sample::select(&[0.0, -0.5, 1.0, 1e-40, 1e-20, 1e-9, 1e7, 1e20, -3e38, f32::INFINITY, f32::NAN][..])
}

fn cast(shape: &Shape, origin: [f32; 2], way: [f32; 2]) -> Option<RayHit> {
    cast_ray(shape, Pose::IDENTITY, &Ray::new(origin, way))
}

/// Through a corner, along a side and past an arc: the border belongs to the shape, in both directions.
#[test]
fn grazing_rays_hit() {
    let square = Shape::rectangle(1.0, 1.0).unwrap();
    let circle = Shape::circle(1.0).unwrap();
    let round = Shape::Polygon(Polygon::rectangle(0.5, 0.5).unwrap().rounded(0.5).unwrap());
    for height in [1.0, -1.0] {
        for side in [1.0, -1.0] {
            let along = |shape: &Shape| cast(shape, [3.0 * side, height], [-6.0 * side, 0.0]).unwrap();
            assert_eq!(along(&square).point, Point::new(side, height));
            assert_eq!(along(&circle).point, Point::new(0.0, height));
            assert_eq!(along(&round).point, Point::new(0.5 * side, height));
            let diagonal = cast(&square, [3.0 * side, -height], [-4.0 * side, 4.0 * height]).unwrap();
            assert_eq!(diagonal.point, Point::new(side, height));
            assert!(cast(&square, [3.0 * side, 1.0001 * height], [-6.0 * side, 0.0]).is_none());
            assert!(cast(&circle, [3.0 * side, 1.0001 * height], [-6.0 * side, 0.0]).is_none());
        }
    }
}

/// No ray at the middle of a polygon slips through between two edges, wherever it passes a vertex.
#[test]
fn no_ray_slips_through_a_corner() {
    let wheel = Polygon::regular(7, 1.0).unwrap();
    for (k, vertex) in wheel.vertices().iter().enumerate() {
        let pose = Pose::new([0.3, -0.2], 0.1 * k as f32);
        let ray =
            Ray::between(pose * Point::from(vertex.coords * 5.0), pose * Point::from(vertex.coords * -5.0));
        let hit = cast_ray(&Shape::Polygon(wheel.clone()), pose, &ray).unwrap();
        assert!((hit.point - pose * *vertex).norm() < 1e-6);
    }
}

/// A segment is met from both sides, with the normal towards the origin; not by a ray along it, whatever its
/// direction, nor by one beside it.
#[test]
fn segments_have_two_sides_and_no_ends() {
    let segment = Shape::segment([-1.0, 0.0], [1.0, 0.0]).unwrap();
    let above = cast(&segment, [0.5, 1.0], [0.0, -2.0]).unwrap();
    assert_eq!((above.fraction, above.normal), (0.5, Vec2::new(0.0, 1.0)));
    let below = cast(&segment, [0.5, -1.0], [0.0, 2.0]).unwrap();
    assert_eq!((below.fraction, below.normal), (0.5, Vec2::new(0.0, -1.0)));
    assert!(cast(&segment, [-3.0, 0.0], [6.0, 0.0]).is_none(), "collinear");
    assert!(cast(&segment, [-3.0, 0.1], [6.0, 0.0]).is_none(), "parallel");
    assert!(cast(&segment, [1.0001, 1.0], [0.0, -2.0]).is_none(), "beyond the end");
    assert!(cast(&segment, [1.0, 1.0], [0.0, -2.0]).is_some(), "through the end");
    for step in 0..100 {
        let pose = Pose::new([0.1, 0.7], 0.063 * step as f32);
        let ray = Ray::between(pose * Point::new(-3.0, 0.0), pose * Point::new(3.0, 0.0));
        assert!(cast_ray(&segment, pose, &ray).is_none(), "collinear at {pose:?}");
    }
}

/// A ray of no length is a point: it meets solid shapes around it, and no others.
#[test]
fn rays_of_no_length_meet_what_they_lie_in() {
    let square = Shape::rectangle(1.0, 1.0).unwrap();
    let inside = cast(&square, [0.5, 0.5], [0.0, 0.0]).unwrap();
    assert_eq!(inside, RayHit { fraction: 0.0, point: Point::new(0.5, 0.5), normal: Vec2::zeros() });
    assert!(cast(&square, [1.5, 0.5], [0.0, 0.0]).is_none());
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    assert!(
        cast(&ground, [0.0, -1.0], [0.0, 0.0]).is_some() && cast(&ground, [0.0, 1.0], [0.0, 0.0]).is_none()
    );
    let segment = Shape::segment([-1.0, 0.0], [1.0, 0.0]).unwrap();
    assert!(cast(&segment, [0.0, 0.0], [0.0, 0.0]).is_none());
}

/// The fraction is limited by `max_fraction`, which may be any number that is not negative.
#[test]
fn fractions_end_at_their_maximum() {
    let circle = Shape::circle(1.0).unwrap();
    let limited = |max_fraction| {
        let ray = Ray { max_fraction, ..Ray::new([-3.0, 0.0], [1.0, 0.0]) };
        cast_ray(&circle, Pose::IDENTITY, &ray).map(|hit| hit.fraction)
    };
    assert_eq!(
        [1.0, 1.9, 2.0, 5.0, f32::INFINITY].map(limited),
        [None, None, Some(2.0), Some(2.0), Some(2.0)]
    );
    assert_eq!([0.0, -1.0, f32::NAN].map(limited), [None; 3]);
}
