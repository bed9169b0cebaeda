//! The Minkowski sum and difference of two convex polygons, as polygons.
//!
//! ```text
//!   A + B = { a + b }      A inflated by B
//!   A - B = { a - b }      contains the origin if A and B share a point; else it is as far from it as they are apart
//! ```
//!
//! The border of the sum consists of the edges of both, sorted by direction: two sorted rings are merged, each from
//! its lowest vertex, in time linear in their vertices. Which of two edges turns first is decided exactly, so parallel
//! edges become one; each vertex of the sum is rounded once.
//!
//! Source: seed 004, Minkowski Sums; de Berg et al., Computational Geometry, section 13.3.
//! Turned down: the hull of the sums of all pairs of vertices. It is what the tests compare with.

use crate::Point;
use crate::predicate::{narrow, side, wide};
use alloc::vec::Vec;
use core::cmp::Ordering;
use nalgebra::Vector2;

/// The sum of two convex polygons (m, counter-clockwise): counter-clockwise, from its lowest vertex, and strictly
/// convex if they are, but for the rounding of its vertices. A point and a segment, of one and two vertices, are
/// polygons here. Nothing, if one is nothing.
///
/// Support functions add: no other polygon has, in each direction d, a vertex as far as `a.support(d)` and
/// `b.support(d)` are together.
///
/// ```
/// use geom::{Point, minkowski_sum};
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Point::from);
/// let slope = [[2.0, 0.0], [3.0, 3.0]].map(Point::from);
/// let sum = [[2.0, 0.0], [3.0, 0.0], [4.0, 3.0], [4.0, 4.0], [3.0, 4.0], [2.0, 1.0]].map(Point::from);
/// assert_eq!(minkowski_sum(&square, &slope), sum);
/// ```
#[must_use]
pub fn minkowski_sum(a: &[Point], b: &[Point]) -> Vec<Point> {
    let (Some(start_a), Some(start_b)) = (lowest(a), lowest(b)) else { return Vec::new() };
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    let vertex = |ring: &[Point], start: usize, i: usize| wide(ring[(start + i) % ring.len()]);
    loop {
        let (from_a, from_b) = (vertex(a, start_a, i), vertex(b, start_b, j));
        let edge_a = (i < a.len()).then(|| vertex(a, start_a, i + 1) - from_a);
        let edge_b = (j < b.len()).then(|| vertex(b, start_b, j + 1) - from_b);
        let (take_a, take_b) = match (edge_a, edge_b) {
            (None, None) => break,
            (Some(edge), _) if edge == Vector2::zeros() => {
                i += 1;
                continue;
            }
            (_, Some(edge)) if edge == Vector2::zeros() => {
                j += 1;
                continue;
            }
            (Some(_), None) => (true, false),
            (None, Some(_)) => (false, true),
            (Some(ea), Some(eb)) => match turns_first(ea, eb) {
                Ordering::Less => (true, false),
                Ordering::Equal => (true, true),
                Ordering::Greater => (false, true),
            },
        };
        sum.push(narrow(from_a + from_b.coords));
        i += usize::from(take_a);
        j += usize::from(take_b);
    }
    if sum.is_empty() {
        sum.push(narrow(wide(a[start_a]) + wide(b[start_b]).coords));
    }
    sum
}

/// The difference of two convex polygons (m, counter-clockwise): the sum of `a` and of `b` turned around the origin
/// by half a turn.
///
/// ```
/// use geom::{Location, Point, minkowski_difference, point_in_convex};
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Point::from);
/// let touching = square.map(|p| p + geom::Vec2::new(1.0, 0.5));
/// let difference = minkowski_difference(&square, &touching);
/// assert_eq!(point_in_convex(&difference, [0.0, 0.0]), Location::Border);
/// ```
#[must_use]
pub fn minkowski_difference(a: &[Point], b: &[Point]) -> Vec<Point> {
    let turned: Vec<Point> = b.iter().map(|&p| -p).collect();
    minkowski_sum(a, &turned)
}

/// The index of the lowest vertex, of several the leftmost: before it edges go down or left, after it right or up.
fn lowest(ring: &[Point]) -> Option<usize> {
    (0..ring.len()).reduce(|l, i| if (ring[i].y, ring[i].x) < (ring[l].y, ring[l].x) { i } else { l })
}

/// Which of two directions comes first counter-clockwise from the x axis.
fn turns_first(a: Vector2<f64>, b: Vector2<f64>) -> Ordering {
    let upper = |v: Vector2<f64>| v.y > 0.0 || (v.y == 0.0 && v.x > 0.0);
    upper(b).cmp(&upper(a)).then_with(|| 0.0.partial_cmp(&side(a, b)).unwrap_or(Ordering::Equal))
}
