//! Laws of cutting polygons by lines.

use crate::common;

use common::{
    area, area_of, convex, cross, depth_in, distance, extent, largest_coordinate, perimeter, placed,
    placement, to_f64,
};
use geom::tolerance::{MIN_AREA, WELD};
use geom::{Cut, CutError, DecomposeSettings, Outline, Point, Polygon, cut_pieces};
use proptest::prelude::*;

/// How far rounding and welding may move a new vertex, m: four units in the last place of the largest
/// coordinate or of the extent, or the weld tolerance if that is more.
fn slack(polygon: &Polygon) -> f64 {
    let size = largest_coordinate(polygon.vertices()).max(extent(polygon.vertices()));
    f64::from(WELD).max(4.0 * f64::from(f32::EPSILON) * size)
}

/// The distance of the point from the line, m, positive on its left.
fn height(a: Point, b: Point, p: Point) -> f64 {
    cross(to_f64(a), to_f64(b), to_f64(p)) / distance(to_f64(a), to_f64(b))
}

fn line() -> impl Strategy<Value = (Point, Point)> {
    let point = || (-2.0_f32..2.0, -2.0_f32..2.0).prop_map(|(x, y)| Point::new(x, y));
    (point(), point()).prop_filter("a line", |(a, b)| (a - b).norm() > 1e-2)
}

/// Checks that the parts are valid polygons, lie on their sides of the line, and have the area of the whole.
fn check(polygon: &Polygon, a: Point, b: Point) -> Result<Cut, TestCaseError> {
    let cut = polygon.cut(a, b).map_err(|e| TestCaseError::fail(e.to_string()))?;
    let parts = [(&cut.left, 1.0), (&cut.right, -1.0)];
    let slack = slack(polygon);
    let allowed = perimeter(polygon.vertices()) * slack;
    let sum: f64 = parts.iter().filter_map(|part| part.0.as_ref()).map(area_of).sum();
    let whole = area_of(polygon);
    prop_assert!((sum - whole).abs() <= allowed, "{sum} of {whole} m^2, {allowed} m^2 allowed");
    let both = cut.left.is_some() && cut.right.is_some();
    for (part, side) in parts {
        let Some(part) = part else { continue };
        prop_assert!(Polygon::new(part.vertices().iter().copied()).is_ok());
        if both {
            prop_assert!(area_of(part) >= 1e-9);
            let least = part.vertices().iter().map(|&v| side * height(a, b, v)).fold(f64::MAX, f64::min);
            prop_assert!(least >= -slack, "a part crosses the line by {least} m");
            for &v in part.vertices() {
                prop_assert!(depth_in(polygon.vertices(), to_f64(v)) >= -slack);
            }
        } else {
            prop_assert_eq!(part, polygon);
        }
    }
    if !both {
        // Then the part that the line would have cut off is thin in some direction, or tiny.
        let [left, right] = [1.0, -1.0].map(|side| beyond(polygon, a, b, side));
        let smaller = if left.area < right.area { left } else { right };
        let thin = smaller.area <= 4.0 * slack * smaller.extent;
        let needle = smaller.height * smaller.height <= 1e-4 * whole;
        let tiny = smaller.area <= 1.01 * f64::from(MIN_AREA);
        prop_assert!(thin || needle || tiny, "not cut off: {smaller:?}");
    }
    Ok(cut)
}

/// The part of a polygon on one side of a line.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    /// m^2.
    area: f64,
    /// The larger side of the box around it, m.
    extent: f64,
    /// The distance of its farthest point from the line, m.
    height: f64,
}

/// The part on one side of the line, in f64 and without the tolerances of the library.
fn beyond(polygon: &Polygon, a: Point, b: Point, side: f64) -> Beyond {
    let corners: Vec<_> = polygon.vertices().iter().map(|&p| (to_f64(p), side * height(a, b, p))).collect();
    let mut ring = Vec::new();
    for (i, &(p, from_p)) in corners.iter().enumerate() {
        let (q, from_q) = corners[(i + 1) % corners.len()];
        if from_p >= 0.0 {
            ring.push(p);
        }
        if from_p * from_q < 0.0 {
            let fraction = from_p / (from_p - from_q);
            ring.push([p[0] + (q[0] - p[0]) * fraction, p[1] + (q[1] - p[1]) * fraction]);
        }
    }
    let greatest = |of: &dyn Fn(&[f64; 2]) -> f64| ring.iter().map(of).fold(f64::MIN, f64::max);
    let side_of = |axis: usize| greatest(&|p| p[axis]) + greatest(&|p| -p[axis]);
    if ring.is_empty() {
        return Beyond { area: 0.0, extent: 0.0, height: 0.0 };
    }
    Beyond {
        area: area(&ring),
        extent: side_of(0).max(side_of(1)),
        height: corners.iter().map(|corner| corner.1).fold(0.0, f64::max),
    }
}

proptest! {
    #[test]
    fn areas_of_the_parts_add_up_at_any_size_and_place(polygon in convex(), line in line(), place in placement()) {
        let vertices = placed(polygon.vertices(), place);
        let ends = placed(&[line.0, line.1], place);
        prop_assume!(ends[0] != ends[1]);
        if let Ok(polygon) = Polygon::new(vertices) {
            check(&polygon, ends[0], ends[1])?;
        }
    }

    /// The reversed line gives the same parts, to the bit.
    #[test]
    fn reversed_line_swaps_left_and_right(polygon in convex(), (a, b) in line()) {
        let (there, back) = (polygon.cut(a, b).unwrap(), polygon.cut(b, a).unwrap());
        prop_assert_eq!(there.left, back.right);
        prop_assert_eq!(there.right, back.left);
    }

    /// A line through two vertices makes no new vertices, and both parts get the two vertices.
    #[test]
    fn line_through_two_vertices_makes_no_new_vertex(polygon in convex(), i in any::<prop::sample::Index>(), j in any::<prop::sample::Index>()) {
        let vertices = polygon.vertices();
        let (i, j) = (i.index(vertices.len()), j.index(vertices.len()));
        prop_assume!(i != j);
        let cut = check(&polygon, vertices[i], vertices[j])?;
        let are_neighbours = i.abs_diff(j) == 1 || i.abs_diff(j) == vertices.len() - 1;
        let parts: Vec<Polygon> = cut.left.into_iter().chain(cut.right).collect();
        if are_neighbours {
            prop_assert_eq!(&parts, &[polygon]);
        } else if parts.len() == 2 {
            prop_assert!(parts.iter().all(|part| part.vertices().iter().all(|v| vertices.contains(v))));
            prop_assert_eq!(parts[0].vertices().len() + parts[1].vertices().len(), vertices.len() + 2);
        }
    }

    /// A line that passes within the weld tolerance of one vertex, and otherwise outside the polygon, cuts
    /// nothing off.
    #[test]
    fn line_that_grazes_a_vertex_cuts_nothing_off(polygon in convex(), i in any::<prop::sample::Index>(), off in -1.0_f32..1.0) {
        let vertices = polygon.vertices();
        let (i, count) = (i.index(vertices.len()), vertices.len());
        let out = (polygon.normals()[i] + polygon.normals()[(i + count - 1) % count]).normalize();
        let a = vertices[i] + out * (off * 0.9 * WELD);
        let cut = polygon.cut(a, a + geom::left_normal(out)).unwrap();
        prop_assert_eq!(cut, Cut { left: Some(polygon), right: None });
    }

    /// Rounded parts keep the radius, lie in the rounded whole, and do not cross the line.
    #[test]
    fn rounded_parts_touch_along_the_line_and_do_not_overlap(polygon in convex(), (a, b) in line(), radius in 0.01_f32..0.5) {
        let rounded = polygon.clone().rounded(radius).unwrap();
        let cut = rounded.cut(a, b).unwrap();
        let slack = slack(&polygon);
        if let Cut { left: Some(left), right: Some(right) } = &cut {
            for (part, side) in [(left, 1.0), (right, -1.0)] {
                prop_assert_eq!(part.radius(), radius);
                let least = part.vertices().iter().map(|&v| side * height(a, b, v)).fold(f64::MAX, f64::min);
                prop_assert!((least - f64::from(radius)).abs() <= slack, "{least} m from the line");
                prop_assert!(part.vertices().iter().all(|&v| depth_in(polygon.vertices(), to_f64(v)) >= -slack));
            }
        } else {
            let parts: Vec<Polygon> = cut.left.into_iter().chain(cut.right).collect();
            prop_assert_eq!(parts, [rounded]);
        }
    }

    #[test]
    fn cutting_the_pieces_of_an_outline_keeps_their_area(outline in common::outline(), (a, b) in line()) {
        let pieces = outline.decompose(DecomposeSettings::default()).unwrap().pieces;
        let sides = cut_pieces(&pieces, a, b).unwrap();
        let sum = common::area_of_all(sides.left.iter().chain(&sides.right));
        let allowed: f64 = pieces.iter().map(|piece| perimeter(piece.vertices()) * slack(piece)).sum();
        prop_assert!((sum - common::area_of_all(&pieces)).abs() <= allowed);
    }
}

#[test]
fn invalid_line_error_names_point_and_value() {
    let square = Polygon::rectangle(1.0, 1.0).unwrap();
    assert_eq!(square.cut([f32::NAN, 0.0], [1.0, 0.0]).unwrap_err().to_string(), "a is not finite: (NaN, 0)");
    assert!(matches!(
        square.cut([0.0, 0.0], [1.0, f32::INFINITY]),
        Err(CutError::NotFinite { field: "b", .. })
    ));
    assert_eq!(square.cut([1.0, 2.0], [1.0, 2.0]), Err(CutError::NoLine { x: 1.0, y: 2.0 }));
}

/// hakolao/sandbox#1: lines along an edge, through a corner, beside the polygon, and just inside.
#[test]
fn line_along_an_edge_or_through_a_corner_cuts_nothing_off() {
    let square = Polygon::rectangle(1.0, 1.0).unwrap();
    let whole_left = Cut { left: Some(square.clone()), right: None };
    let whole_right = Cut { left: None, right: Some(square.clone()) };
    assert_eq!(square.cut([1.0, -5.0], [1.0, 5.0]).unwrap(), whole_left);
    assert_eq!(square.cut([1.0, 5.0], [1.0, -5.0]).unwrap(), whole_right);
    assert_eq!(square.cut([0.0, 2.0], [2.0, 0.0]).unwrap(), whole_right);
    assert_eq!(square.cut([7.0, 0.0], [7.0, 1.0]).unwrap(), whole_left);
    assert_eq!(square.cut([1.0 - 5e-6, -5.0], [1.0 - 5e-6, 5.0]).unwrap(), whole_left);
    let sliver = square.cut([0.999, -5.0], [0.999, 5.0]).unwrap().right.unwrap();
    assert!((area_of(&sliver) - 0.002).abs() < 1e-6);
}

/// A part of a polygon with the greatest number of vertices would have one more; its smallest corner is
/// dropped.
#[test]
fn polygon_with_max_vertices_can_be_cut() {
    let polygon = Polygon::regular(Polygon::MAX_VERTICES, 10.0).unwrap();
    let corner = polygon.vertices()[0];
    let cut = polygon.cut([corner.x - 0.001, -1.0], [corner.x - 0.001, 1.0]).unwrap();
    assert_eq!(cut.left.unwrap().vertices().len(), Polygon::MAX_VERTICES);
    assert_eq!(cut.right.unwrap().vertices().len(), 3);
}

#[test]
fn cut_has_the_same_bits_on_every_platform() {
    let polygon = Polygon::new([[2.0, -1.0], [2.2, 1.0], [1.5, 2.0], [-1.2, 1.0], [-1.0, -1.0]]).unwrap();
    let cut = polygon.cut([0.1, 0.0], [0.7, 1.0]).unwrap();
    let bits: Vec<[u32; 2]> =
        cut.right.unwrap().vertices().iter().map(|v| [v.x.to_bits(), v.y.to_bits()]).collect();
    insta::assert_debug_snapshot!(bits);
}

#[test]
fn u_shape_cut_across_has_two_arms_on_one_side() {
    let u = [[0., 0.], [3., 0.], [3., 3.], [2., 3.], [2., 1.], [1., 1.], [1., 3.], [0., 3.]];
    let pieces = Outline::new(u).unwrap().decompose(DecomposeSettings::default()).unwrap().pieces;
    let sides = cut_pieces(&pieces, [0.0, 2.0], [3.0, 2.0]).unwrap();
    assert_eq!(sides.left.len(), 2);
    assert!((common::area_of_all(&sides.left) - 2.0).abs() < 1e-6);
}
