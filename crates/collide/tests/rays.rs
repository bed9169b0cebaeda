//! Ray casts against an oracle in f64.
//!
//! Along a line, the signed distance from a convex shape is a convex function. So a ternary search finds
//! where the ray is nearest, and bisection before that point finds where it enters. The oracle shares no
//! formula with the code under test.

use crate::common;

use collide::{Ray, RayHit, cast_ray};
use common::{Solid, V, extreme_number, number, pose, shape, solid, v};
use geom::{Point, Polygon, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;

/// What the oracle computes for a ray.
#[derive(Debug)]
struct Truth {
    /// The signed distance of the ray's origin from the shape, m.
    start: f64,
    /// The least signed distance along the ray, m.
    least: f64,
    /// The fraction at which the distance is first zero, or is least.
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

/// Compares hit or miss, and the point and normal of a hit, except where rounding decides. `close` is the
/// error that is allowed, m.
fn check(shape: &Shape, pose: Pose, ray: &Ray, close: f64) -> Result<(), TestCaseError> {
    let solid = solid(shape, pose);
    let truth = oracle(&solid, ray);
    let hit = cast_ray(shape, pose, ray);
    let flat = matches!(shape, Shape::Segment(_));
    let hits = if flat { truth.least < 1e-8 } else { truth.least < 0.0 };
    // The ray just touches the shape, or starts or ends at its surface.
    let on_boundary = truth.least.abs() < close && !(flat && hits) || truth.start.abs() < close;
    let at_end =
        hits && (truth.fraction - f64::from(ray.max_fraction)).abs() * v(ray.translation).norm() < close;
    if on_boundary || at_end {
        return Ok(());
    }
    prop_assert_eq!(hit.is_some(), hits, "{:?} {:?}", truth, hit);
    let Some(hit) = hit else { return Ok(()) };
    if truth.start < 0.0 {
        prop_assert_eq!(hit, RayHit { fraction: 0.0, point: ray.origin, normal: Vec2::zeros() });
        return Ok(());
    }
    let direction = v(ray.translation) * (1.0 / v(ray.translation).norm());
    let (point, normal) = (v(hit.point.coords), v(hit.normal));
    // Where the ray grazes, a small error across the ray is a larger one along it.
    let steepness = -normal.dot(direction);
    let exact = v(ray.origin.coords) + v(ray.translation) * truth.fraction;
    prop_assert!(steepness >= -1e-6 && (normal.norm() - 1.0).abs() < 1e-5, "{hit:?}");
    prop_assert!((point - exact).norm() * steepness < close, "{truth:?} {hit:?} {exact:?}");
    prop_assert!(solid.signed_distance(point).abs() < close, "{truth:?} {hit:?}");
    prop_assert!(
        (solid.signed_distance(point + normal * 0.01) - 0.01).abs() < 1e-2 * close + 1e-3,
        "{hit:?}"
    );
    let distance = f64::from(hit.fraction) * v(ray.translation).norm();
    // The rounding of a fraction in f32.
    let far = v(ray.translation).norm() * 1e-6;
    prop_assert!((distance - (point - v(ray.origin.coords)).dot(direction)).abs() < close + far, "{hit:?}");
    Ok(())
}

proptest! {
    /// For rays that start nearby or inside. 2e-5 m: rounding of f32 for positions up to 6 m.
    #[test]
    fn hit_point_and_normal_are_those_of_the_oracle(
        shape in shape(), pose in pose(), from in [number(-3.0..3.0), number(-3.0..3.0)],
        translation in [number(-6.0..6.0), number(-6.0..6.0)], max_fraction in number(0.1..2.0),
    ) {
        check(&shape, pose, &Ray { max_fraction, ..Ray::new(from, translation) }, 2e-5)?;
    }

    /// A ray with a thousandth of the translation and a thousand times the maximum fraction is the same ray.
    /// The lengths are from a picometre to ten million kilometres.
    #[test]
    fn length_of_the_translation_does_not_matter(
        shape in shape(), pose in pose(), from in [number(-3.0..3.0), number(-3.0..3.0)],
        translation in [number(-6.0..6.0), number(-6.0..6.0)], power in -40_i32..=40,
    ) {
        let scale = 2.0_f32.powi(power);
        let ray = Ray { max_fraction: 1.0 / scale, ..Ray::new(from, Vec2::from(translation) * scale) };
        check(&shape, pose, &ray, 2e-5)?;
    }

    /// The ray starts ten million metres away, in any direction.
    #[test]
    fn ray_from_ten_million_metres_is_as_accurate_as_from_nearby(
        shape in shape(), pose in pose(), aim in [number(-2.0..2.0), number(-2.0..2.0)], angle in number(-3.2..3.2),
    ) {
        let far = Rot::from_angle(angle) * Vec2::new(2e7, 0.0);
        let origin = Point::from(aim) - far * 0.5;
        // Rounding moves the origin by up to a metre, so the ray aims again from there.
        let translation = (Point::from(aim) - origin) * 2.0;
        check(&shape, pose, &Ray::new(origin, translation), 2e-5)?;
    }

    #[test]
    fn ray_hits_a_half_space_at_its_line(
        pose in pose(), from in [number(-3.0..3.0), number(-3.0..3.0)], translation in [number(-6.0..6.0), number(-6.0..6.0)],
    ) {
        let ground = Shape::half_space([0.6, 0.8], 0.5).unwrap();
        let normal = v(pose.rotation * Vec2::new(0.6, 0.8));
        let height = |p: V| normal.dot(p - v(pose.position.coords)) - 0.5;
        let ray = Ray::new(from, translation);
        let (start, end) = (height(v(from.into())), height(v(from.into()) + v(translation.into())));
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

    #[test]
    fn ray_of_extreme_numbers_neither_panics_nor_returns_nan(shape in shape(), numbers in prop::array::uniform7(extreme_number())) {
        let [ox, oy, dx, dy, max_fraction, px, py] = numbers;
        let hit = cast_ray(&shape, Pose::at([px, py]), &Ray { max_fraction, ..Ray::new([ox, oy], [dx, dy]) });
        if let Some(RayHit { fraction, point, normal }) = hit {
            prop_assert!(numbers.iter().all(|number| number.is_finite()) || max_fraction == f32::INFINITY);
            prop_assert!(fraction >= 0.0 && fraction <= max_fraction);
            prop_assert!(![point.x, point.y, normal.x, normal.y].iter().any(|number| number.is_nan()));
        }
    }
}

fn cast(shape: &Shape, origin: [f32; 2], translation: [f32; 2]) -> Option<RayHit> {
    cast_ray(shape, Pose::IDENTITY, &Ray::new(origin, translation))
}

/// The boundary belongs to the shape: at a corner, along a side and at an arc, in both directions.
#[test]
fn rays_that_graze_a_shape_hit_it() {
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

#[test]
fn ray_through_a_vertex_to_the_middle_of_a_polygon_hits() {
    let wheel = Polygon::regular(7, 1.0).unwrap();
    for (k, vertex) in wheel.vertices().iter().enumerate() {
        let pose = Pose::new([0.3, -0.2], 0.1 * k as f32);
        let ray =
            Ray::between(pose * Point::from(vertex.coords * 5.0), pose * Point::from(vertex.coords * -5.0));
        let hit = cast_ray(&Shape::Polygon(wheel.clone()), pose, &ray).unwrap();
        assert!((hit.point - pose * *vertex).norm() < 1e-6);
    }
}

/// The normal is on the side of the ray's origin. A ray parallel to the segment does not hit, whatever its
/// direction.
#[test]
fn rays_hit_a_segment_from_both_sides_but_not_along_it() {
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

#[test]
fn ray_of_length_zero_hits_only_solid_shapes_that_contain_it() {
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

/// `max_fraction` may be any number that is not negative.
#[test]
fn ray_hits_only_up_to_max_fraction() {
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
