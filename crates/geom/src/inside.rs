//! Whether a point lies in a circle or a polygon, and whether polygons overlap or contain each other.
//!
//! A polygon is a slice of vertices, either way round, closed from the last to the first. The answer for the border
//! is its own, [`Location::Border`], so that each caller may count it as they wish; in this crate it belongs to the
//! shape. All answers on polygons are exact: signs of [`robust`](https://docs.rs/robust)'s orientation.
//!
//! Convex, by cross products: inside is to the left of every edge. Any simple polygon, by ray casting:
//!
//! ```text
//!      v ______                a ray to the right crosses the border an odd number of times from inside. An edge
//!       /      \               counts if one of its ends is above the ray and the other is not: so of the edges at
//!   p --*------ \ ---*-->      a vertex at the height of p, either one counts (the border goes through) or none or
//!      /         \             two (it turns back), and a level edge never counts
//!     w ----------
//! ```
//!
//! The half-open rule is what is missing in seed 001, section Point vs. Shape, which counts vertices at the height of
//! p as crossings of their own, and says that the result is wrong at the level of a vertex (see the tests).
//!
//! Overlap: seed 000's rule for any two simple polygons, a vertex of one in the other or edges that cross; n m pairs
//! of edges. Where edges do not meet at all, one vertex of each is enough. Turned down: cutting both into convex
//! pieces and testing these. It is faster for polygons of thousands of vertices that are tested often, and needs the
//! pieces kept.

use crate::predicate::{Wide, orientation, segments_touch, wide, wide_orientation, within};
use crate::{Aabb, Point};
use alloc::vec::Vec;

/// Where a point lies with respect to an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// In its interior.
    Inside,
    /// On its border, exactly.
    Border,
    /// In neither.
    Outside,
}

impl Location {
    /// Whether the point belongs to the shape together with its border.
    #[must_use]
    pub fn is_in(self) -> bool {
        self != Self::Outside
    }
}

/// Where `point` (m) lies with respect to the circle around `center` (m) with `radius` (m, not negative; otherwise all
/// is outside).
///
/// In double precision, which has the squares of f32 exactly; their sum rounds in its last bit.
///
/// Seed 001 squares the point instead of its distance from the centre.
///
/// ```
/// use geom::{Location, point_in_circle};
/// assert_eq!(point_in_circle([10.0, 0.0], 5.0, [13.0, 4.0]), Location::Border);
/// assert_eq!(point_in_circle([10.0, 0.0], 5.0, [1.0, 1.0]), Location::Outside);
/// ```
#[must_use]
pub fn point_in_circle(center: impl Into<Point>, radius: f32, point: impl Into<Point>) -> Location {
    let apart = (wide(point.into()) - wide(center.into())).norm_squared();
    let radius_squared = f64::from(radius) * f64::from(radius);
    if radius >= 0.0 && apart < radius_squared {
        Location::Inside
    } else if radius >= 0.0 && apart == radius_squared {
        Location::Border
    } else {
        Location::Outside
    }
}

/// Where `point` (m) lies with respect to the convex polygon through `vertices` (m), counter-clockwise; straight
/// corners and repeated vertices do no harm. A polygon without area is all border.
///
/// ```
/// use geom::{Location, Point, point_in_convex};
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]].map(Point::from);
/// assert_eq!(point_in_convex(&triangle, [1.0, 1.0]), Location::Inside);
/// assert_eq!(point_in_convex(&triangle, [2.0, 2.0]), Location::Border);
/// assert_eq!(point_in_convex(&triangle, [2.0, 2.1]), Location::Outside);
/// ```
#[must_use]
pub fn point_in_convex(vertices: &[Point], point: impl Into<Point>) -> Location {
    let p = point.into();
    // With NaN no comparison holds, which must not read as inside.
    if !(p.x.is_finite() && p.y.is_finite()) {
        return Location::Outside;
    }
    let (mut edges, mut on_line, mut on_edge) = (0, false, false);
    for [a, b] in edges_of(vertices) {
        if a == b {
            on_edge |= a == p;
            continue;
        }
        edges += 1;
        let left = orientation(a, b, p);
        if left < 0.0 || left.is_nan() {
            return Location::Outside;
        }
        if left == 0.0 {
            on_line = true;
            on_edge |= within(a, b, p);
        }
    }
    match (on_edge, on_line || edges == 0) {
        (true, _) => Location::Border,
        (false, true) => Location::Outside,
        (false, false) => Location::Inside,
    }
}

/// Where `point` (m) lies with respect to the simple polygon through `vertices` (m), either way round, convex or not.
/// Of a polygon that crosses itself, what a ray leaves after an odd number of crossings is inside.
///
/// ```
/// use geom::{Location, Point, point_in_polygon};
/// // A valley between two peaks, seen along the level of peaks and bottom.
/// let valley = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 1.0], [0.0, 2.0]].map(Point::from);
/// assert_eq!(point_in_polygon(&valley, [1.0, 1.0]), Location::Inside);
/// assert_eq!(point_in_polygon(&valley, [2.0, 1.0]), Location::Border);
/// assert_eq!(point_in_polygon(&valley, [2.0, 2.0]), Location::Outside);
/// assert_eq!(point_in_polygon(&valley, [-1.0, 1.0]), Location::Outside);
/// ```
#[must_use]
pub fn point_in_polygon(vertices: &[Point], point: impl Into<Point>) -> Location {
    let p = point.into();
    locate(vertices, wide(p))
}

/// [`point_in_polygon`] for a point that f32 may not have.
fn locate(vertices: &[Point], p: Wide) -> Location {
    let mut inside = false;
    for [a, b] in edges_of(vertices) {
        let (a, b) = (wide(a), wide(b));
        let left = wide_orientation(a, b, p);
        if left == 0.0 && between(a.x, b.x, p.x) && between(a.y, b.y, p.y) {
            return Location::Border;
        }
        if (a.y > p.y) != (b.y > p.y) && (left > 0.0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    if inside && p.x.is_finite() && p.y.is_finite() { Location::Inside } else { Location::Outside }
}

/// Whether two simple polygons (m, either way round, convex or not) share a point; touching borders count.
///
/// ```
/// use geom::{Point, polygons_overlap};
/// let hook = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [0.0, 1.0]].map(Point::from);
/// let in_the_bend = [[0.0, 2.0], [1.0, 2.0], [1.0, 3.0]].map(Point::from);
/// assert!(!polygons_overlap(&hook, &in_the_bend));
/// let touching = [[0.0, 2.0], [2.0, 2.0], [1.0, 3.0]].map(Point::from);
/// assert!(polygons_overlap(&hook, &touching));
/// ```
#[must_use]
pub fn polygons_overlap(a: &[Point], b: &[Point]) -> bool {
    let (Some(&first_of_a), Some(&first_of_b)) = (a.first(), b.first()) else { return false };
    let boxes = [a, b].map(|vertices| Aabb::of_points(vertices.iter().copied()));
    if !boxes[0].overlaps(boxes[1]) {
        return false;
    }
    edges_of(a).any(|edge| edges_of(b).any(|other| segments_touch(edge, other)))
        || point_in_polygon(a, first_of_b).is_in()
        || point_in_polygon(b, first_of_a).is_in()
}

/// Whether every point of the simple polygon `inner` belongs to the simple polygon `outer` (m, either way round,
/// convex or not); both borders belong to them, so a polygon contains itself.
///
/// ```
/// use geom::{Point, polygon_contains};
/// let hook = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [0.0, 1.0]].map(Point::from);
/// assert!(polygon_contains(&hook, &hook));
/// // All three vertices are on the hook, but an edge cuts the corner.
/// let bridge = [[0.0, 1.0], [2.0, 1.0], [2.0, 3.0]].map(Point::from);
/// assert!(!polygon_contains(&hook, &bridge));
/// ```
#[must_use]
pub fn polygon_contains(outer: &[Point], inner: &[Point]) -> bool {
    if outer.is_empty() || inner.is_empty() {
        return false;
    }
    // The border of `inner` is enough, since a simple polygon has no holes. Each of its edges, cut where vertices of
    // `outer` lie on it, and crossed by none of its edges, has parts that lie wholly in or wholly out, and the middle
    // of a part tells which.
    edges_of(inner).all(|[from, to]| {
        let crossed = |[a, b]: [Point; 2]| {
            let differ = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
            differ(orientation(a, b, from), orientation(a, b, to))
                && differ(orientation(from, to, a), orientation(from, to, b))
        };
        if !point_in_polygon(outer, from).is_in() || edges_of(outer).any(crossed) {
            return false;
        }
        let along = wide(to) - wide(from);
        let on_edge = |p: &Point| orientation(from, to, *p) == 0.0 && within(from, to, *p);
        let mut cuts: Vec<Point> =
            [from, to].into_iter().chain(outer.iter().copied().filter(on_edge)).collect();
        cuts.sort_by(|p, q| wide(*p).coords.dot(&along).total_cmp(&wide(*q).coords.dot(&along)));
        cuts.windows(2).all(|part| {
            part[0] == part[1] || locate(outer, nalgebra::center(&wide(part[0]), &wide(part[1]))).is_in()
        })
    })
}

/// The edges of a closed outline, from the last vertex to the first at the start.
fn edges_of(vertices: &[Point]) -> impl Iterator<Item = [Point; 2]> + Clone {
    let before = vertices.last().into_iter().chain(vertices);
    before.zip(vertices).map(|(&a, &b)| [a, b])
}

fn between(a: f64, b: f64, x: f64) -> bool {
    (a <= x && x <= b) || (b <= x && x <= a)
}
