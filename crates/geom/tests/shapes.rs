//! Laws of the shapes: mass properties compared with sampling, boxes with points; error texts.

use geom::{
    Capsule, ChainSegment, Point, Polygon, Pose, Segment, Shape, ShapeError, Sides, Vec2, chain, cross,
    right_normal,
};
use proptest::prelude::*;

/// A convex polygon with its corners on a circle, sharp or rounded.
pub(crate) fn polygon() -> impl Strategy<Value = Shape> {
    (prop::collection::btree_set(0_u32..64, 3..12), 0.3_f32..3.0, prop_oneof![Just(0.0), 0.05_f32..0.5])
        .prop_map(|(corners, r, radius)| {
            let step = std::f32::consts::TAU / 64.0;
            let vertices = corners
                .into_iter()
                .map(|k| Point::from(geom::Rot::from_angle(k as f32 * step) * Vec2::new(r, 0.0)));
            Shape::Polygon(Polygon::new(vertices).unwrap().rounded(radius).unwrap())
        })
}

fn solid() -> impl Strategy<Value = Shape> {
    prop_oneof![
        polygon(),
        (0.2_f32..2.0).prop_map(|r| Shape::circle(r).unwrap()),
        (0.1_f32..1.0, 0.2_f32..2.0).prop_map(|(r, x)| Shape::capsule([-x, 0.1], [x, -0.3], r).unwrap()),
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    (-5.0_f32..5.0, -5.0_f32..5.0, -3.0_f32..3.0).prop_map(|(x, y, angle)| Pose::new([x, y], angle))
}

/// Sotirov 2022 prints the inertia of a triangle with a corner at the origin and the sides a and b, about the
/// origin, as m/6 (|a|^2 + |a|^2 + a . b). One of the squares is that of b, as in its code.
#[test]
fn inertia_of_a_triangle_has_the_squares_of_both_sides() {
    let (a, b) = (Vec2::new(3.0, 0.0), Vec2::new(1.0, 1.0));
    let triangle = Polygon::new([Point::origin(), Point::from(a), Point::from(b)]).unwrap();
    let measured = Shape::Polygon(triangle).mass_properties(2.0).unwrap();
    let about_origin = measured.inertia + measured.mass * measured.center.coords.norm_squared();
    let text = measured.mass / 6.0 * (2.0 * a.norm_squared() + a.dot(&b));
    let right = measured.mass / 6.0 * (a.norm_squared() + b.norm_squared() + a.dot(&b));
    assert!((text / about_origin - 1.5).abs() < 1e-5, "the error of the text: {text} for {about_origin}");
    assert!((right / about_origin - 1.0).abs() < 1e-5, "{right} for {about_origin}");
}

proptest! {
    /// Area, centre and inertia are compared with a sum over the points of a fine grid that `contains`
    /// accepts: two independent ways to the same integrals. The error of the grid of 200 x 200 points is
    /// about 1%, from its cells on the border.
    #[test]
    fn measures_are_integrals_over_the_shape(shape in solid()) {
        let mass = shape.mass_properties(1.0).unwrap();
        let aabb = shape.aabb(Pose::IDENTITY);
        let cell = aabb.extents() / 200.0;
        let (mut area, mut first, mut second) = (0.0_f64, Vec2::zeros().cast::<f64>(), 0.0_f64);
        for i in 0..200 {
            for j in 0..200 {
                let offset = Vec2::new((i as f32 + 0.5) * cell.x, (j as f32 + 0.5) * cell.y);
                let p = aabb.lower + offset;
                if shape.contains(p) {
                    area += 1.0;
                    first += p.coords.cast();
                    second += f64::from((p - mass.center).norm_squared());
                }
            }
        }
        let unit = f64::from(cell.x * cell.y);
        let size = f64::from(aabb.extents().norm());
        prop_assert!((area * unit - f64::from(mass.mass)).abs() < 0.02 * size * size);
        // Few cells lie in a sliver, and most of these are on its border.
        let border_error = 0.01 * (4000.0 / area).max(1.0);
        prop_assert!((first / area - mass.center.coords.cast()).norm() < border_error * size);
        prop_assert!((second * unit - f64::from(mass.inertia)).abs() < 0.02 * size.powi(4));
    }

    /// The box contains the posed shape, and each side of it comes within 1 cm of the outline.
    #[test]
    fn aabb_contains_the_shape_and_is_tight(shape in solid(), pose in pose()) {
        let aabb = shape.aabb(pose);
        let hull = shape.hull().unwrap();
        // Dense points of the outline: on the circle of the rounding radius around each vertex.
        let outline: Vec<Point> = hull.vertices.iter().flat_map(|&v| (0..256).map(move |k| {
            pose * v + geom::Rot::from_angle(k as f32 * std::f32::consts::TAU / 256.0) * Vec2::new(hull.radius, 0.0)
        })).collect();
        prop_assert!(outline.iter().all(|&p| aabb.expanded(1e-4).contains_point(p)));
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let side = if sign > 0.0 { aabb.upper } else { aabb.lower }.coords[axis] * sign;
            prop_assert!(outline.iter().any(|p| p.coords[axis] * sign > side - 1e-2));
        }
    }

    /// The sides of the box are coordinates of placed vertices, bit for bit, of huge and missing numbers too.
    #[test]
    fn aabb_has_the_bits_of_its_vertices(shape in solid(), pose in pose(), place in prop::sample::select(&[[0.0_f32, -0.0], [0.3, -7e8], [3e38, 1e30], [f32::NAN, 1.0], [f32::INFINITY, 2.0]][..]), is_turned: bool) {
        let rotation = if is_turned { pose.rotation } else { geom::Rot::IDENTITY };
        let pose = Pose { position: Point::new(place[0], place[1]), rotation };
        let (aabb, hull) = (shape.aabb(pose), shape.hull().unwrap());
        for axis in 0..2 {
            let mut numbers = hull.vertices.iter().map(|&vertex| (pose * vertex).coords[axis]);
            let first = numbers.next().unwrap();
            let (least, greatest) = numbers.fold((first, first), |(least, greatest), x| {
                (if x < least { x } else { least }, if x > greatest { x } else { greatest })
            });
            let is_same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
            prop_assert!(is_same(aabb.lower.coords[axis], least - hull.radius));
            prop_assert!(is_same(aabb.upper.coords[axis], greatest + hull.radius));
        }
    }

    /// A transformed shape contains the moved points, and has the same mass about the moved centre.
    #[test]
    fn transforming_a_shape_moves_its_points_and_keeps_its_mass(shape in solid(), pose in pose(), x in -3.0_f32..3.0, y in -3.0_f32..3.0) {
        let moved = shape.transformed(pose);
        let p = Point::new(x, y);
        // Near the border, rounding decides.
        let is_clear = shape.contains(p) == shape.contains(p + Vec2::new(1e-3, 1e-3))
            && shape.contains(p) == shape.contains(p - Vec2::new(1e-3, 1e-3))
            && shape.contains(p) == shape.contains(p + Vec2::new(1e-3, -1e-3))
            && shape.contains(p) == shape.contains(p - Vec2::new(1e-3, -1e-3));
        prop_assume!(is_clear);
        prop_assert_eq!(shape.contains(p), moved.contains(pose * p));
        let (a, b) = (shape.mass_properties(2.0).unwrap(), moved.mass_properties(2.0).unwrap());
        prop_assert!((a.mass - b.mass).abs() < 1e-3 * a.mass);
        prop_assert!((pose * a.center - b.center).norm() < 1e-3);
        prop_assert!((a.inertia - b.inertia).abs() < 5e-3 * a.inertia);
    }

    #[test]
    fn normals_are_unit_perpendicular_to_their_edges_and_point_outwards(shape in polygon()) {
        let hull = shape.hull().unwrap();
        for (i, normal) in hull.normals.iter().enumerate() {
            let (a, b) = (hull.vertices[i], hull.vertices[hull.next(i)]);
            prop_assert!((normal.norm() - 1.0).abs() < 1e-6 && normal.dot(&(b - a)).abs() < 1e-5);
            prop_assert!(hull.vertices.iter().all(|v| normal.dot(&(v - a)) < 1e-5));
        }
    }
}

/// The figure of a rotated vector in *Sotirov 2022*: `[y, -x]` is the clockwise normal.
#[test]
fn right_normal_is_the_vector_rotated_clockwise() {
    assert_eq!(right_normal(Vec2::new(1.5, 2.5)), Vec2::new(2.5, -1.5));
    assert!(cross(Vec2::new(1.5, 2.5), right_normal(Vec2::new(1.5, 2.5))) < 0.0);
}

/// The border belongs to the shape. *Sotirov 2022* excludes it, and compares the point instead of its
/// distance from the centre, which is right only for circles at the origin.
#[test]
fn points_on_the_border_belong_to_the_shape() {
    let square = Shape::rectangle(1.0, 1.0).unwrap();
    for p in [[1.0, 0.0], [1.0, 1.0], [-1.0, 0.3], [0.0, 0.0]] {
        assert!(square.contains(p.into()), "{p:?}");
    }
    assert!(!square.contains([1.0 + 1e-6, 0.0].into()));
    let circle = Shape::Circle(geom::Circle::new([10.0, 0.0], 2.0).unwrap());
    assert!(circle.contains([12.0, 0.0].into()) && circle.contains([10.0, -2.0].into()));
    assert!(!circle.contains([1.0, 0.0].into()), "the formula of the text accepts this point");
    let ground = Shape::half_space([0.0, 2.0], 1.0).unwrap();
    assert!(ground.contains([5.0, 1.0].into()) && !ground.contains([5.0, 1.001].into()));
}

#[test]
fn recentering_moves_the_centroid_to_the_origin() {
    let pentagon = Polygon::new([[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]]).unwrap();
    let before = pentagon.clone();
    let after = pentagon.recentered();
    assert!(after.centroid().coords.norm() < 1e-6);
    assert!((before.vertices()[0] - after.vertices()[0] - before.centroid().coords).norm() < 1e-6);
    assert_eq!(before.normals(), after.normals());
}

/// A normal whose square has lost its digits, or nearly all of them, gives a unit normal as any other: with
/// another length, the half-space of a file had other bits than the one that was written.
#[test]
fn half_space_has_a_unit_normal_whatever_the_length_of_its_direction() {
    for exponent in -22..=18 {
        for direction in [[0.0, 1.0], [-3.0, 4.0], [7.0, 0.001]] {
            let size = 10.0_f32.powi(exponent);
            let half_space = geom::HalfSpace::new(direction.map(|x| x * size), 1.0).unwrap();
            // Two roundings of a square, one of a root and one of a quotient: 4 units of 6e-8.
            let error = (half_space.normal().norm() - 1.0).abs();
            assert!(error < 2.4e-7, "{direction:?} times {size}: {error}");
            let restored = geom::HalfSpace::restored(half_space.normal(), 1.0).unwrap();
            assert_eq!(restored, half_space);
        }
    }
}

#[test]
fn errors_of_shapes_name_field_or_vertex_and_value() {
    let message = |e: ShapeError| e.to_string();
    let error = |points: &[[f32; 2]]| message(Polygon::new(points.iter().copied()).unwrap_err());
    assert_eq!(error(&[[0.0, 0.0], [1.0, 0.0]]), "2 vertices: a polygon has from 3 to 256");
    assert_eq!(error(&[[0.0, 0.0], [1.0, f32::NAN], [0.0, 1.0]]), "vertex 1 is not finite: (1, NaN)");
    assert!(error(&[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]).contains("clockwise"));
    assert!(
        error(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).contains("vertices 1 and 2 are 0 m apart")
    );
    assert!(
        error(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).starts_with("vertex 2 lies on or beyond")
    );
    assert!(
        error(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]]).contains("not strictly convex")
    );
    // A pentagram turns left at every corner, and winds twice.
    let star: Vec<[f32; 2]> = (0..5)
        .map(|i| geom::Rot::from_angle(i as f32 * 0.8 * std::f32::consts::PI) * Vec2::new(1.0, 0.0))
        .map(|v| [v.x, v.y])
        .collect();
    assert!(error(&star).contains("not strictly convex"));
    assert_eq!(message(Shape::circle(-1.0).unwrap_err()), "radius is -1 m: it must be finite and above zero");
    assert!(message(Shape::rectangle(1.0, f32::INFINITY).unwrap_err()).contains("half_height"));
    assert!(message(Shape::segment([1.0, 1.0], [1.0, 1.0]).unwrap_err()).contains("0 m apart"));
    assert!(message(Shape::capsule([0.0, 0.0], [f32::NAN, 0.0], 1.0).unwrap_err()).contains("b.x is NaN"));
    assert!(message(Shape::half_space([0.0, 0.0], 0.0).unwrap_err()).contains("normal is (0, 0)"));
    let square = Polygon::rectangle(1.0, 1.0).unwrap();
    assert!(message(square.rounded(f32::NAN).unwrap_err()).contains("radius is NaN"));
}

#[test]
fn errors_of_chains_name_the_point_and_the_least_count() {
    let error = |points: &[[f32; 2]], closed| {
        chain(points.iter().copied(), closed, Sides::Two).unwrap_err().to_string()
    };
    assert!(error(&[[0.0, 0.0]], false).starts_with("1 points: an open chain has at least 2"));
    assert!(error(&[[0.0, 0.0], [1.0, 0.0]], true).starts_with("2 points:"));
    assert_eq!(error(&[[0.0, 0.0], [f32::NAN, 0.0]], false), "vertex 1 is not finite: (NaN, 0)");
    assert!(error(&[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]], true).contains("vertices 2 and 0 are 0 m apart"));
    let nan_before = Some(Point::new(0.0, f32::NAN));
    let segment = ChainSegment::new([0.0, 0.0], [1.0, 0.0], nan_before, None, Sides::One);
    assert_eq!(segment.unwrap_err().to_string(), "before.y is NaN: it must be finite");
}

proptest! {
    /// The area of a polygon, sharp or rounded, is its mass at 1 kg/m^2, which adds strips and sectors one by
    /// one.
    #[test]
    fn area_of_a_polygon_is_its_mass_for_a_density_of_one(shape in polygon(), radius in prop::option::of(0.01_f32..2.0)) {
        let Shape::Polygon(polygon) = shape else { unreachable!() };
        let polygon = match radius {
            Some(radius) => polygon.rounded(radius).unwrap(),
            None => polygon,
        };
        let mass = polygon.mass_properties(1.0).unwrap().mass;
        prop_assert!((polygon.area() - mass).abs() < 1e-5 * mass, "{} for {mass}", polygon.area());
    }
}

proptest! {
    /// Both windings of a convex polygon give the same vertices in the same cyclic order.
    #[test]
    fn from_any_winding_turns_clockwise_vertices(shape in polygon()) {
        let Shape::Polygon(it) = &shape else { unreachable!() };
        let mirrored = it.vertices().iter().map(|p| [-p.x, p.y]);
        let turned = it.vertices().iter().rev().map(|p| [-p.x, p.y]);
        prop_assert_eq!(Shape::polygon(mirrored), Shape::polygon(turned));
        let Shape::Polygon(polygon) = shape else { unreachable!() };
        let vertices = polygon.vertices();
        let same = Polygon::from_any_winding(vertices.iter().copied()).unwrap();
        prop_assert_eq!(same.vertices(), vertices);
        let turned = Polygon::from_any_winding(vertices.iter().rev().copied()).unwrap();
        prop_assert_eq!(turned.vertices(), vertices);
    }
}

/// An error about clockwise vertices names the vertex and the edge by the caller's indices.
#[test]
fn from_any_winding_error_names_the_callers_vertices() {
    let dented = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]];
    let counter_clockwise = Polygon::from_any_winding(dented).unwrap_err();
    assert_eq!(counter_clockwise, ShapeError::NotConvex { edge: 2, vertex: 0 });
    let clockwise = Polygon::from_any_winding(dented.into_iter().rev()).unwrap_err();
    // Reversed, the vertices 0, 2 and 3 are 4, 2 and 1. The edge between 1 and 2 starts at 1.
    assert_eq!(clockwise, ShapeError::NotConvex { edge: 1, vertex: 4 });
    let nan = Polygon::from_any_winding([[0.0, 0.0], [0.0, 1.0], [f32::NAN, 0.0]]).unwrap_err();
    assert_eq!(nan.to_string(), "vertex 2 is not finite: (NaN, 0)");
}

/// A polygon stores up to eight vertices without memory on the heap; both ways of storing work.
#[test]
fn polygons_have_from_3_to_256_vertices() {
    for count in [3, 4, 8, 9, 64, 256] {
        let polygon = Polygon::regular(count, 1.0).unwrap();
        let n = count as f32;
        let area = 0.5 * n * (std::f32::consts::TAU / n).sin();
        assert!((polygon.mass_properties(1.0).unwrap().mass - area).abs() < 1e-4);
    }
    assert!(Polygon::regular(257, 1.0).is_err());
}

#[test]
fn mass_of_a_short_capsule_is_near_a_circles_and_of_a_long_one_near_a_rods() {
    let short = Capsule::new([0.0, 0.0], [1e-4, 0.0], 1.0).unwrap().mass_properties(1.0).unwrap();
    let circle = Shape::circle(1.0).unwrap().mass_properties(1.0).unwrap();
    assert!((short.mass - circle.mass).abs() < 1e-3 && (short.inertia - circle.inertia).abs() < 1e-3);
    let rod = Capsule::new([-50.0, 0.0], [50.0, 0.0], 0.01).unwrap().mass_properties(1.0).unwrap();
    assert!((rod.inertia / (rod.mass * 100.0 * 100.0 / 12.0) - 1.0).abs() < 1e-3);
    assert_eq!(Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap().ends()[1].x, 1.0);
}

/// Found by fuzzing: a finite edge of 3e38 m, whose length overflows, had the normal (0, 0).
#[test]
fn polygon_with_an_edge_whose_length_overflows_is_refused() {
    let error = Polygon::new([[-2.5, f32::MIN_POSITIVE], [0.0, 0.0], [3e38, 0.0]]).unwrap_err();
    assert_eq!(error, ShapeError::NotFinite { field: "length of an edge", value: f32::INFINITY });
}
