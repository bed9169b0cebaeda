//! The separation by one edge: the step of the separating axis test, alone.
//!
//! Source: Souto, Video Game Physics II, section Testing for Intersections.

use crate::sat::POSITIVE_ZERO;
use compute::math::min;
use geom::{Point, Pose, RoundedHull, Vec2};

/// By how much one edge of `a` separates `b`, m: the least distance of a vertex of `b` from its line,
/// negative behind it, without rounding radii.
///
/// # Panics
/// If `a` has no such edge.
///
/// ```
/// use collide::geom::{Polygon, Pose};
/// use collide::algorithms::edge_separation;
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let right = Pose::at([1.75, 0.0]);
/// assert_eq!(edge_separation(square.hull(), 1, square.hull(), right), 0.75);
/// assert_eq!(edge_separation(square.hull(), 2, square.hull(), right), -1.0);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn edge_separation(a: RoundedHull<'_>, edge: usize, b: RoundedHull<'_>, b_in_a: Pose) -> f32 {
    let (vertex, normal) = (a.vertices[edge], a.normals[edge]);
    // Cheaper than transforming all vertices of B into A's frame.
    let in_b = b_in_a.rotation.inverse_rotate(normal);
    normal.dot(&(b_in_a.position - vertex)) + least_dot(b.vertices, in_b) + POSITIVE_ZERO
}

/// Four points at a time, in loops that any compiler turns into vector instructions. The order of minima does
/// not change the result.
#[inline]
fn least_dot(points: &[Point], direction: Vec2) -> f32 {
    let (blocks, rest) = points.as_chunks::<4>();
    let mut least = [f32::INFINITY; 4];
    for block in blocks {
        for (least, point) in least.iter_mut().zip(block) {
            *least = min(direction.x * point.x + direction.y * point.y, *least);
        }
    }
    let of_blocks = min(min(least[0], least[1]), min(least[2], least[3]));
    rest.iter().fold(of_blocks, |least, point| min(direction.x * point.x + direction.y * point.y, least))
}
