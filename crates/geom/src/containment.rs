//! Whether a point lies in a polygon, and whether polygons overlap or contain each other.
//!
//! Polygons are given by their vertices, in either winding, closed from the last to the first. The border has
//! its own answer, [`Location::Border`]; here it belongs to the shape. All answers are exact: signs of
//! [`robust`](https://docs.rs/robust)'s orientation.
//!
//! A point in a convex polygon lies to the left of every edge. Any simple polygon can be tested by ray
//! casting:
//!
//! ```text
//!     v ______                From inside, a ray to the right crosses the border an odd number of times. An
//!      /      \               edge counts if exactly one of its ends is above the ray: at a vertex at the
//!  p --*------ \ ---*-->      height of p one edge, if the border crosses the ray, none or both if it turns
//!     /         \             back; a horizontal edge never.
//!    w ----------
//! ```
//!
//! *Sotirov 2022*, section Point vs. Shape, counts each vertex at the height of p as one crossing, and says
//! itself that the result is then wrong (see the tests). Overlap follows *2D Collision Detection and
//! Resolution*, for any two simple polygons: a vertex of one lies in the other, or two edges cross.

use crate::double::{Point64, to_f64};
use crate::predicate::{have_opposite_signs, is_between, orientation, orientation_f64, segments_touch};
use crate::vector::is_finite;
use crate::{Aabb, Location, Point};
use alloc::vec::Vec;

/// Where `point` (m) lies with respect to a convex polygon (m), counter-clockwise; straight corners and
/// repeated vertices are allowed. A polygon without area is all border.
///
/// ```
/// use geom::{Location, point_in_convex};
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// assert_eq!(point_in_convex(triangle, [1.0, 1.0]), Location::Inside);
/// assert_eq!(point_in_convex(triangle, [2.0, 2.0]), Location::Border);
/// assert_eq!(point_in_convex(triangle, [2.0, 2.1]), Location::Outside);
/// ```
#[must_use]
pub fn point_in_convex<P: Into<Point>>(
    vertices: impl IntoIterator<Item = P>,
    point: impl Into<Point>,
) -> Location {
    let p = point.into();
    // NaN fails every comparison, and would count as inside.
    if !is_finite(p) {
        return Location::Outside;
    }
    let (mut edges, mut on_line, mut on_edge) = (0, false, false);
    for [a, b] in edges_of(vertices) {
        if a == b {
            on_edge |= a == p;
            continue;
        }
        edges += 1;
        let side = orientation(a, b, p);
        if side < 0.0 || side.is_nan() {
            return Location::Outside;
        }
        if side == 0.0 {
            on_line = true;
            on_edge |= is_between(a, b, p);
        }
    }
    match (on_edge, on_line || edges == 0) {
        (true, _) => Location::Border,
        (false, true) => Location::Outside,
        (false, false) => Location::Inside,
    }
}

/// Where `point` (m) lies with respect to a simple polygon (m). If it crosses itself, inside is where a ray
/// crosses the border an odd number of times.
///
/// ```
/// use geom::{Location, point_in_polygon};
/// // A valley between two peaks: points at the height of the bottom, and at the height of the peaks.
/// let valley = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 1.0], [0.0, 2.0]];
/// assert_eq!(point_in_polygon(valley, [1.0, 1.0]), Location::Inside);
/// assert_eq!(point_in_polygon(valley, [2.0, 1.0]), Location::Border);
/// assert_eq!(point_in_polygon(valley, [2.0, 2.0]), Location::Outside);
/// assert_eq!(point_in_polygon(valley, [-1.0, 1.0]), Location::Outside);
/// ```
#[must_use]
pub fn point_in_polygon<P: Into<Point>>(
    vertices: impl IntoIterator<Item = P>,
    point: impl Into<Point>,
) -> Location {
    locate(vertices, to_f64(point.into()))
}

/// What [`point_in_polygon`] finds out about one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeStep {
    /// The edge, by the index of its first vertex.
    pub edge: usize,
    /// Whether the point lies on it, which ends the search.
    pub is_on_edge: bool,
    /// Whether exactly one of its ends is above the point.
    pub straddles: bool,
    /// Whether the ray to the right crosses it.
    pub is_crossed: bool,
    /// Whether an odd number of edges is crossed so far, this one included.
    pub is_odd: bool,
}

/// [`point_in_polygon`], with a callback for each edge.
///
/// ```
/// use geom::{Location, point_in_polygon_observed};
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// let mut crossed = Vec::new();
/// let location = point_in_polygon_observed(triangle, [1.0, 1.0], |step| crossed.push(step.is_crossed));
/// assert_eq!((location, crossed), (Location::Inside, vec![false, true, false]));
/// ```
pub fn point_in_polygon_observed<P: Into<Point>>(
    vertices: impl IntoIterator<Item = P>,
    point: impl Into<Point>,
    observe: impl FnMut(EdgeStep),
) -> Location {
    locate_observed(vertices, to_f64(point.into()), observe)
}

/// The edges, by their first vertices, that the ray from `point` (m) to the right crosses: an odd number if
/// the point is inside, either for a point on the border.
///
/// ```
/// use geom::crossed_edges;
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// assert_eq!(crossed_edges(triangle, [1.0, 1.0]).collect::<Vec<_>>(), [1]);
/// assert_eq!(crossed_edges(triangle, [-1.0, 1.0]).collect::<Vec<_>>(), [1, 2]);
/// ```
pub fn crossed_edges<P: Into<Point>>(
    vertices: impl IntoIterator<Item = P>,
    point: impl Into<Point>,
) -> impl Iterator<Item = usize> {
    let p = to_f64(point.into());
    edges_of(vertices).enumerate().filter_map(move |(i, [a, b])| {
        let (a, b) = (to_f64(a), to_f64(b));
        is_crossed(a, b, p, orientation_f64(a, b, p)).then_some(i)
    })
}

/// Exactly one end is above, and `p` is to the left. `side` is the orientation of the three points.
fn is_crossed(a: Point64, b: Point64, p: Point64, side: f64) -> bool {
    straddles(a, b, p) && (side > 0.0) == (b.y > a.y)
}

fn straddles(a: Point64, b: Point64, p: Point64) -> bool {
    (a.y > p.y) != (b.y > p.y)
}

fn locate<P: Into<Point>>(vertices: impl IntoIterator<Item = P>, p: Point64) -> Location {
    locate_observed(vertices, p, |_| ())
}

fn locate_observed<P: Into<Point>>(
    vertices: impl IntoIterator<Item = P>,
    p: Point64,
    mut observe: impl FnMut(EdgeStep),
) -> Location {
    let mut inside = false;
    for (edge, [a, b]) in edges_of(vertices).enumerate() {
        let (a, b) = (to_f64(a), to_f64(b));
        let side = orientation_f64(a, b, p);
        let is_on_edge = side == 0.0 && between(a.x, b.x, p.x) && between(a.y, b.y, p.y);
        let is_crossed = is_crossed(a, b, p, side);
        inside ^= is_crossed;
        observe(EdgeStep { edge, is_on_edge, straddles: straddles(a, b, p), is_crossed, is_odd: inside });
        if is_on_edge {
            return Location::Border;
        }
    }
    if inside && p.x.is_finite() && p.y.is_finite() { Location::Inside } else { Location::Outside }
}

/// Whether two simple polygons (m) share a point; touching borders count.
///
/// ```
/// use geom::polygons_overlap;
/// let hook = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [0.0, 1.0]];
/// let in_the_bend = [[0.0, 2.0], [1.0, 2.0], [1.0, 3.0]];
/// assert!(!polygons_overlap(hook, in_the_bend));
/// let touching = [[0.0, 2.0], [2.0, 2.0], [1.0, 3.0]];
/// assert!(polygons_overlap(hook, touching));
/// ```
#[must_use]
pub fn polygons_overlap<P: Into<Point>, Q: Into<Point>>(
    a: impl IntoIterator<Item = P>,
    b: impl IntoIterator<Item = Q>,
) -> bool {
    polygons_overlap_observed(a, b, |_| ())
}

/// One step of [`polygons_overlap`]. The first that finds a shared point ends the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlapStep {
    /// Compares the boxes of both polygons. If they do not overlap, the search ends.
    Boxes {
        /// Whether they overlap.
        overlap: bool,
    },
    /// Tests an edge of A with an edge of B.
    Edges {
        /// By their first vertices.
        edges: [usize; 2],
        /// Whether they share a point.
        touch: bool,
    },
    /// No edges touch: tests whether the first vertex of one polygon lies in the other.
    FirstVertex {
        /// The vertex's polygon: 0 for A, 1 for B.
        of: usize,
        /// Whether it lies in the other polygon.
        is_in: bool,
    },
}

/// [`polygons_overlap`], with a callback for each step.
///
/// ```
/// use geom::{OverlapStep, polygons_overlap_observed};
/// let square = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]];
/// let inside = [[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]];
/// let mut steps = Vec::new();
/// assert!(polygons_overlap_observed(square, inside, |step| steps.push(step)));
/// assert_eq!(steps.len(), 1 + 4 * 3 + 1); // the boxes, all pairs of edges, a vertex
/// assert_eq!(steps[13], OverlapStep::FirstVertex { of: 1, is_in: true });
/// ```
pub fn polygons_overlap_observed<P: Into<Point>, Q: Into<Point>>(
    a: impl IntoIterator<Item = P>,
    b: impl IntoIterator<Item = Q>,
    mut observe: impl FnMut(OverlapStep),
) -> bool {
    let (a, b) = (collected(a), collected(b));
    let (Some(&first_of_a), Some(&first_of_b)) = (a.first(), b.first()) else { return false };
    let boxes = [&a, &b].map(|vertices| Aabb::of_points(vertices.iter().copied()));
    let overlap = boxes[0].overlaps(boxes[1]);
    observe(OverlapStep::Boxes { overlap });
    if !overlap {
        return false;
    }
    for (i, edge) in slice_edges(&a).enumerate() {
        for (j, other) in slice_edges(&b).enumerate() {
            let touch = segments_touch(edge, other);
            observe(OverlapStep::Edges { edges: [i, j], touch });
            if touch {
                return true;
            }
        }
    }
    for (of, vertex, other) in [(1, first_of_b, &a), (0, first_of_a, &b)] {
        let is_in = locate(other.iter().copied(), to_f64(vertex)).is_in();
        observe(OverlapStep::FirstVertex { of, is_in });
        if is_in {
            return true;
        }
    }
    false
}

/// Whether every point of the simple polygon `inner` (m) belongs to the simple polygon `outer` (m). The
/// borders belong to them, so a polygon contains itself.
///
/// ```
/// use geom::polygon_contains;
/// let hook = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [0.0, 1.0]];
/// assert!(polygon_contains(hook, hook));
/// // All three vertices are on the hook, but an edge leaves it.
/// let bridge = [[0.0, 1.0], [2.0, 1.0], [2.0, 3.0]];
/// assert!(!polygon_contains(hook, bridge));
/// ```
#[must_use]
pub fn polygon_contains<P: Into<Point>, Q: Into<Point>>(
    outer: impl IntoIterator<Item = P>,
    inner: impl IntoIterator<Item = Q>,
) -> bool {
    let (outer, inner) = (collected(outer), collected(inner));
    if outer.is_empty() || inner.is_empty() {
        return false;
    }
    // The border of `inner` is enough: it has no holes. No edge of `outer` may cross an edge of `inner`; the
    // vertices of `outer` on an edge divide it into parts, each inside or outside as its middle is.
    slice_edges(&inner).all(|[from, to]| {
        let crosses = |[a, b]: [Point; 2]| {
            have_opposite_signs(orientation(a, b, from), orientation(a, b, to))
                && have_opposite_signs(orientation(from, to, a), orientation(from, to, b))
        };
        let locate = |p: Point64| locate(outer.iter().copied(), p);
        if !locate(to_f64(from)).is_in() || slice_edges(&outer).any(crosses) {
            return false;
        }
        let edge = to_f64(to) - to_f64(from);
        let on_edge = |p: &Point| orientation(from, to, *p) == 0.0 && is_between(from, to, *p);
        let mut divisions: Vec<Point> =
            [from, to].into_iter().chain(outer.iter().copied().filter(on_edge)).collect();
        divisions.sort_by(|p, q| to_f64(*p).coords.dot(&edge).total_cmp(&to_f64(*q).coords.dot(&edge)));
        divisions.windows(2).all(|part| {
            part[0] == part[1] || locate(nalgebra::center(&to_f64(part[0]), &to_f64(part[1]))).is_in()
        })
    })
}

fn edges_of<P: Into<Point>>(vertices: impl IntoIterator<Item = P>) -> impl Iterator<Item = [Point; 2]> {
    let mut vertices = vertices.into_iter().map(Into::into);
    let first = vertices.next();
    let mut from = first;
    core::iter::from_fn(move || {
        let start = from?;
        from = vertices.next();
        Some([start, from.or(first)?])
    })
}

fn slice_edges(vertices: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    edges_of(vertices.iter().copied())
}

fn collected<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Vec<Point> {
    points.into_iter().map(Into::into).collect()
}

fn between(a: f64, b: f64, x: f64) -> bool {
    (a <= x && x <= b) || (b <= x && x <= a)
}
