//! The Minkowski sum and difference of two convex polygons, as polygons.
//!
//! ```text
//!   A + B = { a + b }      A inflated by B
//!   A - B = { a - b }      contains the origin if A and B share a point; otherwise the origin is as far from
//!                          it as A and B are from each other
//! ```
//!
//! The edges of both rings, already sorted by direction, are merged from each lowest vertex on, in linear
//! time. Directions are compared exactly, so parallel edges become one; each vertex is rounded once. Inputs
//! and result may be a point or a segment. Source: *Souto, Video Game Physics II*, Minkowski Sums; de Berg et
//! al., Computational Geometry, section 13.3.

use crate::Point;
use crate::double::{Vec64, to_f32, to_f64};
use crate::predicate::exact_cross;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The sum of two convex polygons (m, counter-clockwise): counter-clockwise, from its lowest vertex, strictly
/// convex if both are, but for rounding; empty if one is.
///
/// ```
/// use geom::{Point, minkowski_sum};
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
/// let slope = [[2.0, 0.0], [3.0, 3.0]];
/// let sum = [[2.0, 0.0], [3.0, 0.0], [4.0, 3.0], [4.0, 4.0], [3.0, 4.0], [2.0, 1.0]].map(Point::from);
/// assert_eq!(minkowski_sum(square, slope), sum);
/// ```
#[must_use]
pub fn minkowski_sum<P: Into<Point>, Q: Into<Point>>(
    a: impl IntoIterator<Item = P>,
    b: impl IntoIterator<Item = Q>,
) -> Vec<Point> {
    minkowski_sum_observed(a, b, |_| ())
}

/// One step of [`minkowski_sum`], which adds a vertex and the edge that begins there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MergeStep {
    /// The vertex of the sum, m.
    pub vertex: Point,
    /// The vertices of A and B whose sum it is.
    pub of: [usize; 2],
    /// For A and for B: whether the next edge of the sum is, or contains, the edge that begins at vertex
    /// `of`; both for parallel edges, which become one.
    pub takes: [bool; 2],
}

/// [`minkowski_sum`], with a callback for each vertex and the edge that begins there; never for two points.
///
/// ```
/// use geom::minkowski_sum_observed;
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
/// let slope = [[2.0, 0.0], [3.0, 3.0]];
/// let mut taken_of_slope = Vec::new();
/// minkowski_sum_observed(square, slope, |step| taken_of_slope.push(step.takes[1]));
/// assert_eq!(taken_of_slope, [false, true, false, false, true, false]);
/// ```
pub fn minkowski_sum_observed<P: Into<Point>, Q: Into<Point>>(
    a: impl IntoIterator<Item = P>,
    b: impl IntoIterator<Item = Q>,
    observe: impl FnMut(MergeStep),
) -> Vec<Point> {
    let (a, b) =
        (Vec::from_iter(a.into_iter().map(Into::into)), Vec::from_iter(b.into_iter().map(Into::into)));
    merged(&a, &b, observe)
}

/// The difference of two convex polygons (m, counter-clockwise): the sum of `a` and of `b` turned by half a
/// turn.
///
/// ```
/// use geom::{Location, Point, Vec2, minkowski_difference, point_in_convex};
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Point::from);
/// let touching = square.map(|p| p + Vec2::new(1.0, 0.5));
/// let difference = minkowski_difference(square, touching);
/// assert_eq!(point_in_convex(difference, [0.0, 0.0]), Location::Border);
/// ```
#[must_use]
pub fn minkowski_difference<P: Into<Point>, Q: Into<Point>>(
    a: impl IntoIterator<Item = P>,
    b: impl IntoIterator<Item = Q>,
) -> Vec<Point> {
    minkowski_sum(a, b.into_iter().map(|p| -p.into()))
}

fn merged(a: &[Point], b: &[Point], mut observe: impl FnMut(MergeStep)) -> Vec<Point> {
    let (Some(start_a), Some(start_b)) = (lowest(a), lowest(b)) else { return Vec::new() };
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    let vertex = |ring: &[Point], start: usize, i: usize| to_f64(ring[(start + i) % ring.len()]);
    loop {
        let (from_a, from_b) = (vertex(a, start_a, i), vertex(b, start_b, j));
        let edge_a = (i < a.len()).then(|| vertex(a, start_a, i + 1) - from_a);
        let edge_b = (j < b.len()).then(|| vertex(b, start_b, j + 1) - from_b);
        let (take_a, take_b) = match (edge_a, edge_b) {
            (None, None) => break,
            // The edge of a repeated vertex has no direction.
            (Some(edge), _) if edge == Vec64::zeros() => {
                i += 1;
                continue;
            }
            (_, Some(edge)) if edge == Vec64::zeros() => {
                j += 1;
                continue;
            }
            (Some(_), None) => (true, false),
            (None, Some(_)) => (false, true),
            (Some(edge_a), Some(edge_b)) => match compare_directions(edge_a, edge_b) {
                Ordering::Less => (true, false),
                Ordering::Equal => (true, true),
                Ordering::Greater => (false, true),
            },
        };
        let vertex_of_sum = to_f32(from_a + from_b.coords);
        let of = [(start_a + i) % a.len(), (start_b + j) % b.len()];
        observe(MergeStep { vertex: vertex_of_sum, of, takes: [take_a, take_b] });
        sum.push(vertex_of_sum);
        i += usize::from(take_a);
        j += usize::from(take_b);
    }
    if sum.is_empty() {
        sum.push(to_f32(to_f64(a[start_a]) + to_f64(b[start_b]).coords));
    }
    sum
}

/// Of several lowest, the leftmost: the edge before it goes down or left, the one after right or up.
fn lowest(ring: &[Point]) -> Option<usize> {
    (0..ring.len()).reduce(|l, i| if (ring[i].y, ring[i].x) < (ring[l].y, ring[l].x) { i } else { l })
}

/// Which comes first counter-clockwise from the x axis.
fn compare_directions(a: Vec64, b: Vec64) -> Ordering {
    let is_upper = |v: Vec64| v.y > 0.0 || (v.y == 0.0 && v.x > 0.0);
    // The upper half-plane first; within a half, a comes before b if a x b > 0.
    is_upper(b).cmp(&is_upper(a)).then_with(|| 0.0.partial_cmp(&exact_cross(a, b)).unwrap_or(Ordering::Equal))
}
