//! Support functions compared with the points of the shapes, and Minkowski sums with integer arithmetic.

use crate::common;
use crate::exact;

use exact::{Grid, convex, cross, dot, grid, minus, plus, point, points};
use geom::{
    Capsule, Circle, Ellipse, Location, Point, Polygon, Pose, Posed, Rot, Segment, ShapeError, Support, Vec2,
    minkowski_difference, minkowski_sum, point_in_convex,
};
use proptest::prelude::*;

fn polar(angle: f32, length: f32) -> Vec2 {
    Rot::from_angle(angle) * Vec2::new(length, 0.0)
}

fn direction() -> impl Strategy<Value = Vec2> {
    (-3.15_f32..3.15, prop_oneof![Just(1.0_f32), Just(1e-12), Just(1e12)])
        .prop_map(|(angle, length)| polar(angle, length))
}

fn pose() -> impl Strategy<Value = Pose> {
    (-5.0_f32..5.0, -5.0_f32..5.0, -3.0_f32..3.0).prop_map(|(x, y, angle)| Pose::new([x, y], angle))
}

fn place() -> impl Strategy<Value = Point> {
    (-3.0_f32..3.0, -3.0_f32..3.0).prop_map(|(x, y)| Point::new(x, y))
}

/// The coordinate of `p` along a direction, m, in f64.
fn coordinate(p: Point, direction: Vec2) -> f64 {
    let d = direction.cast::<f64>();
    p.coords.cast::<f64>().dot(&d) / d.norm()
}

/// A shape that a failing case can print.
trait DebugSupport: Support + std::fmt::Debug {}

impl<S: Support + std::fmt::Debug> DebugSupport for S {}

/// A shape, and points all around its border.
type ShapeAndBorder = (Box<dyn DebugSupport>, Vec<Point>);

fn all_around(center: Point, rx: f32, ry: f32) -> impl Iterator<Item = Point> {
    (0..720).map(move |k| {
        let on_circle = polar(k as f32 * std::f32::consts::TAU / 720.0, 1.0);
        center + Vec2::new(on_circle.x * rx, on_circle.y * ry)
    })
}

fn shape_and_border() -> impl Strategy<Value = ShapeAndBorder> {
    let around = |centers: &[Point], r: f32| -> Vec<Point> {
        centers.iter().flat_map(|&c| all_around(c, r, r)).collect()
    };
    prop_oneof![
        (place(), 0.1_f32..2.0).prop_map(move |(c, r)| {
            (Box::new(Circle::new(c, r).unwrap()) as Box<dyn DebugSupport>, around(&[c], r))
        }),
        (place(), place()).prop_filter_map("a length", |(a, b)| {
            Some((Box::new(Segment::new(a, b).ok()?) as Box<dyn DebugSupport>, vec![a, b]))
        }),
        (place(), place(), 0.1_f32..2.0).prop_filter_map("a length", move |(a, b, r)| {
            Some((Box::new(Capsule::new(a, b, r).ok()?) as Box<dyn DebugSupport>, around(&[a, b], r)))
        }),
        (common::convex(), prop_oneof![Just(0.0_f32), 0.1_f32..1.0]).prop_map(move |(polygon, r)| {
            let border = around(polygon.vertices(), r);
            (Box::new(polygon.rounded(r).unwrap()) as Box<dyn DebugSupport>, border)
        }),
        (place(), 0.05_f32..3.0, 0.05_f32..3.0).prop_map(|(c, rx, ry)| {
            let border = all_around(c, rx, ry).collect();
            (Box::new(Ellipse::new(c, [rx, ry]).unwrap()) as Box<dyn DebugSupport>, border)
        }),
    ]
}

proptest! {
    /// No point of the border lies farther than the support point, and some point lies as far; also at a
    /// pose. The bounds are 1e-5 m for the rounding of f32 at some metres, and 3e-5 m for the gaps between
    /// 720 points on a radius of at most 3 m: r (1 - cos 0.25 deg).
    #[test]
    fn support_point_is_the_farthest_of_the_border((shape, border) in shape_and_border(), pose in pose(), direction in direction()) {
        let found = coordinate(shape.support(direction), direction);
        let farthest = border.iter().map(|&p| coordinate(p, direction)).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(farthest <= found + 1e-5 && found <= farthest + 4e-5, "{found} {farthest}");
        let posed = Posed::new(&*shape, pose).support(direction);
        let farthest = border.iter().map(|&p| coordinate(pose * p, direction)).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!((coordinate(posed, direction) - farthest).abs() < 5e-5);
        // It is a point of the shape: in no direction does it lie beyond the farthest point.
        for k in 0..16 {
            let d = polar(k as f32 * 0.39, 1.0);
            prop_assert!(coordinate(shape.support(direction), d) <= coordinate(shape.support(d), d) + 1e-5);
        }
    }

    /// In each direction, a sum reaches as far as both polygons together; a difference as far as the first in
    /// the direction and the second in the opposite direction. With integers this is exact.
    #[test]
    fn support_of_sums_and_differences_adds(a in convex(40), b in convex(40), d in grid(30)) {
        prop_assume!(d != [0, 0]);
        let reach = |ring: &[Point], d: Grid| {
            let found = ring.support(Vec2::new(d[0] as f32, d[1] as f32));
            dot([found.x as i64, found.y as i64], d)
        };
        let (points_a, points_b) = (points(&a), points(&b));
        let expected = a.iter().map(|&p| dot(p, d)).max().unwrap();
        prop_assert_eq!(reach(&points_a, d), expected);
        let opposite = reach(&points_b, [-d[0], -d[1]]);
        let reach_b = reach(&points_b, d);
        let sum = minkowski_sum(points_a.clone(), points_b.clone());
        prop_assert_eq!(reach(&sum, d), expected + reach_b);
        prop_assert_eq!(reach(&minkowski_difference(points_a, points_b), d), expected + opposite);
    }

    /// The sum has the same vertices as the hull of the sums of all pairs of vertices, also for segments and
    /// points, for any start vertex, and for repeated vertices.
    #[test]
    fn minkowski_sum_is_the_hull_of_the_sums_of_all_pairs(
        a in prop::collection::vec(grid(9), 1..9), b in prop::collection::vec(grid(9), 1..9),
        turn in any::<prop::sample::Index>(),
    ) {
        let (a, b) = (exact::hull(&a), exact::hull(&b));
        let pairs: Vec<Grid> = a.iter().flat_map(|&p| b.iter().map(move |&q| plus(p, q))).collect();
        let mut expected = exact::hull(&pairs);
        let lowest = (0..expected.len()).min_by_key(|&i| (expected[i][1], expected[i][0])).unwrap();
        expected.rotate_left(lowest);
        let mut rotated = points(&a);
        rotated.rotate_left(turn.index(a.len()));
        rotated.insert(0, rotated[0]);
        prop_assert_eq!(minkowski_sum(rotated, points(&b)), points(&expected));
        prop_assert_eq!(minkowski_sum(points(&b), points(&a)), points(&expected));
    }

    /// The difference contains the origin if the polygons share a point, and has it on its border if they
    /// only touch.
    #[test]
    fn minkowski_difference_contains_the_origin_if_polygons_share_a_point(a in convex(8), b in convex(8), by in grid(12)) {
        let b: Vec<Grid> = b.into_iter().map(|p| plus(p, by)).collect();
        let origin = point_in_convex(minkowski_difference(points(&a), points(&b)), [0.0, 0.0]);
        prop_assert_eq!(origin.is_in(), exact::convex_share_a_point(&a, &b));
        // They only touch if some edge has the other polygon on its outer side, which may include its line.
        let separates = |ring: &[Grid], other: &[Grid]| {
            exact::edges(ring).any(|[p, q]| other.iter().all(|&v| cross(minus(q, p), minus(v, p)) <= 0))
        };
        prop_assert_eq!(origin == Location::Inside, !(separates(&a, &b) || separates(&b, &a)));
    }

    /// The area and the inertia of an ellipse equal the sums over a fine grid of points that it contains, to
    /// the grid's 1%. The sides of its box pass through its support points.
    #[test]
    fn ellipse_measures_equal_sums_over_a_grid_and_box_touches_support_points(center in place(), rx in 0.1_f32..3.0, ry in 0.1_f32..3.0, pose in pose()) {
        let ellipse = Ellipse::new(center, [rx, ry]).unwrap();
        let mass = ellipse.mass_properties(2.0).unwrap();
        let (mut area, mut moment) = (0.0_f64, 0.0_f64);
        let cells = 200;
        for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
            let unit = |k: i32| (k as f32 + 0.5) * 2.0 / cells as f32 - 1.0;
            let offset = Vec2::new(unit(i) * rx, unit(j) * ry);
            if ellipse.contains(center + offset) {
                area += 1.0;
                moment += f64::from(offset.norm_squared());
            }
        }
        let cell = f64::from(4.0 * rx * ry) / f64::from(cells * cells);
        prop_assert!((area * cell / f64::from(ellipse.area()) - 1.0).abs() < 0.01);
        prop_assert!((2.0 * moment * cell / f64::from(mass.inertia) - 1.0).abs() < 0.01);
        prop_assert!((mass.mass / (2.0 * ellipse.area()) - 1.0).abs() < 1e-6 && mass.center == center);
        let aabb = ellipse.aabb(pose);
        let posed = Posed::new(ellipse, pose);
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let mut d = Vec2::zeros();
            d[axis] = sign;
            let side = if sign > 0.0 { aabb.upper } else { aabb.lower }.coords[axis];
            prop_assert!((posed.support(d).coords[axis] - side).abs() < 1e-5);
        }
    }
}

proptest! {
    /// The border touches all four sides of the oriented box and lies in the circle, which it touches, too;
    /// no other direction gives a box of less area.
    #[test]
    fn ellipse_touches_its_oriented_box_and_its_circle(center in place(), rx in 0.1_f32..3.0, ry in 0.1_f32..3.0, pose in pose(), angle in -3.2_f32..3.2) {
        let ellipse = Ellipse::new(center, [rx, ry]).unwrap();
        let (obb, circle) = (ellipse.obb(pose), ellipse.bounding_circle());
        prop_assert!(obb.half_extents.x >= obb.half_extents.y);
        let posed = Posed::new(ellipse, pose);
        let extent = |direction: Vec2| (posed.support(direction) - obb.center).dot(&direction);
        for sign in [1.0, -1.0] {
            let x = obb.rotation * Vec2::new(sign, 0.0);
            let y = obb.rotation * Vec2::new(0.0, sign);
            prop_assert!((extent(x) - obb.half_extents.x).abs() < 1e-4);
            prop_assert!((extent(y) - obb.half_extents.y).abs() < 1e-4);
        }
        let turned = Rot::from_angle(angle);
        let area = extent(turned * Vec2::new(1.0, 0.0)) * extent(turned * Vec2::new(0.0, 1.0));
        prop_assert!(obb.half_extents.x * obb.half_extents.y <= area * 1.0001 + 1e-4);
        let farthest = (0..360).map(|i| Rot::from_angle(f32::to_radians(i as f32)) * Vec2::new(1.0, 0.0));
        let farthest = farthest.map(|d| (ellipse.support(d) - circle.center).norm()).fold(0.0, f32::max);
        prop_assert!((farthest - circle.radius).abs() < 1e-5 * (1.0 + circle.radius));
    }
}

#[test]
fn ellipse_with_equal_axes_is_a_circle() {
    let (ellipse, circle) =
        (Ellipse::new([1.0, 2.0], [3.0, 3.0]).unwrap(), Circle::new([1.0, 2.0], 3.0).unwrap());
    let (a, b) = (ellipse.mass_properties(1.0).unwrap(), circle.mass_properties(1.0).unwrap());
    assert!((a.mass - b.mass).abs() < 1e-5 && (a.inertia / b.inertia - 1.0).abs() < 1e-6);
    for k in 0..100 {
        let d = polar(k as f32 * 0.063, 1.0);
        assert!((ellipse.support(d) - circle.support(d)).norm() < 1e-6);
    }
    assert!(ellipse.contains([4.0, 2.0].into()) && !ellipse.contains([4.000_001, 2.0].into()));
}

/// The polygon in place of an ellipse has its area, and reaches between s cos(pi / n) and s times as far in
/// every direction, where s moves the corners outwards.
#[test]
fn polygon_of_an_ellipse_has_its_area_and_stays_near_its_border() {
    let ellipse = Ellipse::new([0.0, 0.0], [2.0, 0.75]).unwrap();
    for sides in [3_usize, 8, 32, 256] {
        let polygon = ellipse.polygon(sides).unwrap();
        let area = polygon.mass_properties(1.0).unwrap().mass;
        assert!((area / ellipse.area() - 1.0).abs() < 1e-5, "{sides} sides: {area}");
        let half = std::f32::consts::PI / sides as f32;
        let s = (2.0 * half / (2.0 * half).sin()).sqrt();
        for k in 0..200 {
            let d = polar(k as f32 * 0.0315, 1.0);
            let share = polygon.support(d).coords.dot(&d) / ellipse.support(d).coords.dot(&d);
            assert!((s * half.cos() - 1e-5..s + 1e-5).contains(&share), "{sides} sides: {share}");
        }
    }
    assert_eq!(ellipse.polygon(2), Err(ShapeError::VertexCount(2)));
    assert_eq!(ellipse.polygon(257), Err(ShapeError::VertexCount(257)));
}

/// Directions that are zero or not finite, and lengths whose square is outside the range of f32.
#[test]
fn any_direction_gives_a_point_of_the_shape() {
    let circle = Circle::new([1.0, 0.0], 2.0).unwrap();
    let ellipse = Ellipse::new([1.0, 0.0], [2.0, 1e-30]).unwrap();
    for bad in
        [Vec2::zeros(), Vec2::new(f32::NAN, 1.0), Vec2::new(1.0, f32::NAN), Vec2::new(0.0, f32::INFINITY)]
    {
        assert_eq!(circle.support(bad), circle.center());
        assert_eq!(ellipse.support(bad), ellipse.center());
        let square = Polygon::rectangle(1.0, 1.0).unwrap();
        assert!(square.vertices().contains(&square.support(bad)));
    }
    for length in [1e-45_f32, 1e-30, 1e30, f32::MAX] {
        assert_eq!(circle.support(Vec2::new(length, 0.0)), Point::new(3.0, 0.0));
        assert_eq!(ellipse.support(Vec2::new(-length, 0.0)), Point::new(-1.0, 0.0));
    }
    let nothing: [Point; 0] = [];
    assert_eq!(nothing.support(Vec2::new(1.0, 0.0)), Point::origin());
    assert_eq!(minkowski_sum(nothing, [Point::origin()]), nothing);
    assert_eq!(minkowski_sum([point([1, 2])], [point([3, 4])]), [point([4, 6])]);
}

#[test]
fn errors_of_an_ellipse_name_field_and_value() {
    let error = |center: [f32; 2], half_axes: [f32; 2]| Ellipse::new(center, half_axes).unwrap_err();
    assert_eq!(
        error([0.0, 0.0], [1.0, 0.0]),
        ShapeError::Length { field: "half_axes.y", value: 0.0, at_least: "above zero" }
    );
    assert_eq!(
        error([0.0, f32::INFINITY], [1.0, 1.0]),
        ShapeError::NotFinite { field: "center.y", value: f32::INFINITY }
    );
    assert!(error([0.0, 0.0], [f32::NAN, 1.0]).to_string().contains("half_axes.x is NaN"));
}
