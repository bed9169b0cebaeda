//! Bounding boxes and circles contain everything, and nothing smaller does.

use crate::common;

use common::{Point64, cross, distance, to_f64};
use geom::{Aabb, BoundingCircle, Capsule, Obb, Point, Polygon, Pose, Rot, Shape, Vec2, point_in_convex};
use proptest::prelude::*;

/// Points in general position, points of a grid (many on one circle, many collinear), and points nearly on a
/// line.
fn cloud() -> impl Strategy<Value = Vec<Point>> {
    let general = prop::collection::vec((-3.0_f32..3.0, -3.0_f32..3.0), 1..40);
    let grid = prop::collection::vec((-3_i8..=3, -3_i8..=3), 1..40).prop_map(|points| {
        points.into_iter().map(|(x, y)| (x.into(), y.into())).collect::<Vec<(f32, f32)>>()
    });
    let needle = prop::collection::vec((-3.0_f32..3.0, -1e-6_f32..1e-6), 1..12)
        .prop_map(|points| points.into_iter().map(|(x, y)| (x, 0.7 * x + y)).collect::<Vec<_>>());
    (prop_oneof![general, grid, needle], common::placement()).prop_map(|(points, place)| {
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        common::placed(&points, place)
    })
}

/// The least radius by brute force: it is the largest of the least radii of all triples (Helly's theorem).
/// The smallest circle around a triple has two of its points on a diameter, or passes through all three.
fn least_radius(points: &[Point]) -> f64 {
    let points: Vec<Point64> = points.iter().map(|&p| to_f64(p)).collect();
    let mut least = 0.0_f64;
    for (i, &a) in points.iter().enumerate() {
        for (j, &b) in points.iter().enumerate().skip(i + 1) {
            least = least.max(0.5 * distance(a, b));
            for &c in &points[j + 1..] {
                let sides = [distance(a, b), distance(b, c), distance(c, a)];
                let [x, y, z] = sides.map(|s| s * s);
                let is_acute = x + y > z && y + z > x && z + x > y;
                if is_acute {
                    // R = abc / 4K
                    least = least.max(sides.iter().product::<f64>() / (2.0 * cross(a, b, c).abs()));
                }
            }
        }
    }
    least
}

/// The least area of a rectangle around the points, by trying the direction of every pair of points, among
/// which is every edge of the hull.
fn least_area(points: &[Point], radius: f64) -> f64 {
    let points: Vec<Point64> = points.iter().map(|&p| to_f64(p)).collect();
    let mut least = f64::INFINITY;
    for &a in &points {
        for &b in &points {
            let length = distance(a, b);
            if length == 0.0 {
                continue;
            }
            let u = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
            let side = |u: Point64| {
                let positions = points.iter().map(|p| (p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]);
                let (low, high) =
                    positions.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
                high - low + 2.0 * radius
            };
            least = least.min(side(u) * side([-u[1], u[0]]));
        }
    }
    if least.is_finite() { least } else { 4.0 * radius * radius }
}

/// How much rounding may add to a length: two units in the last place of the largest coordinate or of the
/// extent.
fn rounding(points: &[Point]) -> f64 {
    2.0 * f64::from(f32::EPSILON) * common::largest_coordinate(points).max(common::extent(points))
}

fn rounded_shape() -> impl Strategy<Value = Shape> {
    let polygon = (common::convex(), prop_oneof![Just(0.0_f32), 0.01_f32..0.5]);
    let end = || (-3.0_f32..3.0, -3.0_f32..3.0);
    prop_oneof![
        polygon.prop_map(|(polygon, radius)| Shape::Polygon(polygon.rounded(radius).unwrap())),
        (end(), 0.1_f32..2.0).prop_map(|((x, y), r)| Shape::Circle(geom::Circle::new([x, y], r).unwrap())),
        (end(), end(), 0.1_f32..2.0).prop_filter_map("a length", |(a, b, r)| {
            Capsule::new([a.0, a.1], [b.0, b.1], r).ok().map(Shape::Capsule)
        }),
        (end(), end()).prop_filter_map("a length", |(a, b)| Shape::segment([a.0, a.1], [b.0, b.1]).ok()),
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    (-5.0_f32..5.0, -5.0_f32..5.0, -3.0_f32..3.0).prop_map(|(x, y, angle)| Pose::new([x, y], angle))
}

/// Points on the round parts of a shape's border, about 3 degrees apart, and its corners.
fn border(shape: &Shape) -> Vec<Point> {
    let hull = shape.hull().unwrap();
    let around =
        |k: usize| Rot::from_angle(k as f32 * std::f32::consts::TAU / 128.0) * Vec2::new(hull.radius, 0.0);
    hull.vertices.iter().flat_map(|&v| (0..128).map(move |k| v + around(k))).collect()
}

proptest! {
    /// The circle contains every point exactly, and exceeds the least radius by no more than the rounding of
    /// its centre.
    #[test]
    fn bounding_circle_contains_all_points_and_is_the_smallest(points in cloud()) {
        let circle = BoundingCircle::of_points(points.iter().copied()).unwrap();
        prop_assert!(points.iter().all(|&p| circle.contains_point(p)));
        let (least, slack) = (least_radius(&points), rounding(&points));
        prop_assert!(f64::from(circle.radius) <= least * (1.0 + 2e-7) + slack, "{} > {least}", circle.radius);
        prop_assert!(f64::from(circle.radius) >= least * (1.0 - 1e-9));
    }

    /// The oriented box contains every point exactly. Its area exceeds the least of all directions by no more
    /// than 1e-5 of it and the rounding of its sides.
    #[test]
    fn oriented_box_contains_all_points_and_has_the_least_area(points in cloud()) {
        let obb = Obb::of_points(points.iter().copied()).unwrap();
        prop_assert!(points.iter().all(|&p| obb.contains_point(p)));
        prop_assert!(obb.half_extents.x >= obb.half_extents.y * (1.0 - 1e-6) && obb.rotation.cos >= 0.0);
        let length = f64::from(2.0 * obb.half_extents.x);
        let slack = 4.0 * rounding(&points);
        let least = least_area(&points, 0.0);
        prop_assert!(f64::from(obb.area()) <= least * (1.0 + 1e-5) + length * slack + slack * slack, "{} > {least}", obb.area());
    }

    /// The bounds of a posed shape contain its border to 1e-5 m, the rounding of f32 at some ten metres, and
    /// no rectangle or circle around the vertices and their radius is smaller.
    #[test]
    fn bounds_of_shapes_contain_them_and_are_tight(shape in rounded_shape(), pose in pose()) {
        let (obb, circle) = (shape.obb().unwrap(), shape.bounding_circle().unwrap());
        let hull = shape.hull().unwrap();
        let radius = f64::from(hull.radius);
        let (area, least) = (f64::from(obb.area()), least_area(hull.vertices, radius));
        prop_assert!(area <= least * (1.0 + 1e-5) + 1e-5, "{area} > {least}");
        prop_assert!(area >= least * (1.0 - 1e-5));
        let least = least_radius(hull.vertices) + radius;
        prop_assert!((f64::from(circle.radius) - least).abs() <= 1e-6 * (least + 5.0), "{} {least}", circle.radius);
        let (obb, circle) = (obb.transformed(pose), circle.transformed(pose));
        let grown = Obb { half_extents: obb.half_extents.add_scalar(1e-5), ..obb };
        for p in border(&shape) {
            prop_assert!(grown.contains_point(pose * p));
            prop_assert!((pose * p - circle.center).norm() <= circle.radius + 1e-5);
        }
        let aabb = shape.aabb(pose);
        prop_assert!(obb.aabb().expanded(1e-5).contains(aabb) || hull.radius > 0.0);
        prop_assert!(obb.overlaps(aabb.into()) && circle.overlaps_aabb(aabb));
    }

    /// Oriented boxes overlap if the polygons of their corners do. Cases that rounding decides are left out.
    #[test]
    fn oriented_boxes_overlap_if_their_corner_polygons_do(
        a in (0.1_f32..3.0, 0.1_f32..3.0), b in (0.1_f32..3.0, 0.1_f32..3.0), pose_a in pose(), pose_b in pose(),
    ) {
        let at = |half: (f32, f32), pose: Pose, grown: f32| Obb {
            center: pose.position, half_extents: Vec2::new(half.0 + grown, half.1 + grown), rotation: pose.rotation,
        };
        let corners_overlap = |grown: f32| {
            geom::polygons_overlap(at(a, pose_a, grown).corners(), at(b, pose_b, grown).corners())
        };
        prop_assume!(corners_overlap(1e-4) == corners_overlap(-1e-4));
        let (a, b) = (at(a, pose_a, 0.0), at(b, pose_b, 0.0));
        prop_assert_eq!(a.overlaps(b), corners_overlap(0.0));
        prop_assert_eq!(b.overlaps(a), a.overlaps(b));
        prop_assert!(a.aabb().overlaps(b.aabb()) || !a.overlaps(b));
    }

    /// An oriented box contains a point if the polygon of its corners does. Cases that rounding decides are
    /// left out.
    #[test]
    fn oriented_box_contains_a_point_if_its_corner_polygon_does(half in (0.1_f32..3.0, 0.1_f32..3.0), pose in pose(), x in -8.0_f32..8.0, y in -8.0_f32..8.0) {
        let at = |grown: f32| Obb {
            center: pose.position, half_extents: Vec2::new(half.0 + grown, half.1 + grown), rotation: pose.rotation,
        };
        let in_corners = |grown: f32| point_in_convex(at(grown).corners(), [x, y]).is_in();
        prop_assume!(in_corners(1e-4) == in_corners(-1e-4));
        prop_assert_eq!(at(0.0).contains_point(Point::new(x, y)), in_corners(0.0));
    }

    /// A box and a circle share a point if some grid point of the box lies in the circle. All numbers are
    /// integers, so touching is exact.
    #[test]
    fn box_overlaps_circle_if_one_of_its_grid_points_does(
        lower in (-6_i64..6, -6_i64..6), size in (0_i64..5, 0_i64..5), c in (-12_i64..12, -12_i64..12), r in 0_i64..8,
    ) {
        let aabb = Aabb::new(
            [lower.0 as f32, lower.1 as f32], [(lower.0 + size.0) as f32, (lower.1 + size.1) as f32],
        );
        // If the corners of the box and the centre are integers, so is the nearest point of the box.
        let near = (lower.0..=lower.0 + size.0)
            .flat_map(|x| (lower.1..=lower.1 + size.1).map(move |y| (x - c.0).pow(2) + (y - c.1).pow(2)))
            .min().unwrap();
        let center = [c.0 as f32, c.1 as f32];
        prop_assert_eq!(aabb.overlaps_circle(center, r as f32), near <= r * r);
        let circle = BoundingCircle { center: center.into(), radius: r as f32 };
        prop_assert_eq!(circle.overlaps_aabb(aabb), near <= r * r);
    }

    #[test]
    fn circles_with_integer_coordinates_overlap_exactly(a in (-9_i64..9, -9_i64..9, 0_i64..9), b in (-9_i64..9, -9_i64..9, 0_i64..9)) {
        let circle = |(x, y, r): (i64, i64, i64)| BoundingCircle { center: Point::new(x as f32, y as f32), radius: r as f32 };
        let expected = (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2) <= (a.2 + b.2).pow(2);
        prop_assert_eq!(circle(a).overlaps(circle(b)), expected);
        prop_assert_eq!(circle(b).overlaps(circle(a)), expected);
    }
}

#[test]
fn bounds_of_none_one_coincident_and_collinear_points_are_as_documented() {
    let none: [Point; 0] = [];
    assert_eq!((BoundingCircle::of_points(none), Obb::of_points(none)), (None, None));
    for bad in [f32::NAN, f32::INFINITY] {
        let points = [Point::origin(), Point::new(1.0, bad)];
        assert_eq!(
            (BoundingCircle::of_points(points.iter().copied()), Obb::of_points(points.iter().copied())),
            (None, None)
        );
    }
    let p = Point::new(3.0, -4.0);
    for points in [vec![p], vec![p; 2], vec![p; 9]] {
        assert_eq!(
            BoundingCircle::of_points(points.iter().copied()),
            Some(BoundingCircle { center: p, radius: 0.0 })
        );
        let point = Obb { center: p, half_extents: Vec2::zeros(), rotation: Rot::IDENTITY };
        assert_eq!(Obb::of_points(points.iter().copied()), Some(point));
    }
    let line = [[0.0, 0.0], [3.0, 4.0], [1.5, 2.0], [0.75, 1.0]].map(Point::from);
    let obb = Obb::of_points(line).unwrap();
    assert!((obb.half_extents - Vec2::new(2.5, 0.0)).norm() < 1e-6 && (obb.rotation.sin - 0.8).abs() < 1e-6);
    assert!((BoundingCircle::of_points(line).unwrap().radius - 2.5).abs() < 1e-6);
    let ground = Shape::half_space([0.0, 1.0], 0.0).unwrap();
    assert!(ground.obb().is_none() && ground.bounding_circle().is_none());
}

/// A half-space that ends far beyond the extent of its box, on either side, has a box that is in order, and
/// ends where it ends.
#[test]
fn half_space_beyond_its_extent_has_a_box_in_order() {
    for (axis, normal) in [(0, [1.0, 0.0]), (1, [0.0, 1.0])] {
        for offset in [-4.5e36, -2e9, 0.0, 2e9] {
            let place = Pose::IDENTITY;
            let below = Shape::half_space(normal, offset).unwrap().aabb(place);
            let above = Shape::half_space(normal.map(|n: f32| -n), -offset).unwrap().aabb(place);
            assert_eq!((below.upper[axis], above.lower[axis]), (offset, offset));
            for aabb in [below, above] {
                assert!((0..2).all(|i| aabb.lower[i] <= aabb.upper[i]), "{aabb:?}");
            }
        }
    }
}

/// Thousands of points on one circle, on a parabola and in a disc; rings of 1e-6 m, 1e6 m and 1e31 m; a
/// sliver 1000 km away.
#[test]
fn bounds_of_many_tiny_huge_and_far_points_contain_them() {
    let polar = |angle: f32, r: f32| Point::from(Rot::from_angle(angle) * Vec2::new(r, 0.0));
    let ring: Vec<Point> = (0..5000).map(|i| polar(i as f32 * 0.001_256, 7.0)).collect();
    let disc: Vec<Point> = (0..5000).map(|i| polar((i as f32 * 2.4) % 6.0, (i as f32).sqrt())).collect();
    let parabola: Vec<Point> = (0..5000).map(|i| Point::new(i as f32, (i * i) as f32 * 1e-3)).collect();
    let tiny: Vec<Point> = ring.iter().map(|p| p * 1e-7).collect();
    let large: Vec<Point> = ring.iter().map(|p| p * 1e5).collect();
    let sliver: Vec<Point> =
        (0..50).map(|i| Point::new(1e6 + i as f32, 1e6 + 0.0625 * (i % 2) as f32)).collect();
    let huge: Vec<Point> = ring.iter().map(|p| p * 1e30).collect();
    for points in [ring, disc, parabola, tiny, large, sliver, huge] {
        let (circle, obb) = (
            BoundingCircle::of_points(points.iter().copied()).unwrap(),
            Obb::of_points(points.iter().copied()).unwrap(),
        );
        assert!(points.iter().all(|&p| circle.contains_point(p) && obb.contains_point(p)));
        assert!(circle.radius.is_finite() && obb.half_extents.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn regular_polygons_have_their_circumscribed_circle_and_rectangles_themselves() {
    for count in [3, 4, 5, 64, 256] {
        let polygon = Polygon::regular(count, 2.0).unwrap();
        let circle = Shape::Polygon(polygon).bounding_circle().unwrap();
        assert!(
            (circle.radius - 2.0).abs() < 1e-6 && circle.center.coords.norm() < 1e-6,
            "{count}: {circle:?}"
        );
    }
    let square = Shape::rectangle(2.0, 1.0).unwrap().transformed(Pose::new([5.0, 5.0], 0.5));
    let obb = square.obb().unwrap();
    assert!(
        (obb.half_extents - Vec2::new(2.0, 1.0)).norm() < 1e-5 && (obb.rotation.angle() - 0.5).abs() < 1e-5
    );
}
