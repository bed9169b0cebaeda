//! The edge along whose normal two hulls are farthest apart, or overlap least.
//!
//! For an edge of A with the outward normal n and the first vertex v, no point of A lies beyond n . v, and B
//! begins at min n . w over its vertices w. So the hulls are apart by
//!
//! ```text
//!   s = min over w of  n . (w - v)          > 0  a gap: the edge is a separating line
//!                                           < 0  the way out along n
//! ```
//!
//! and the greatest s over the edges of A and those of B is minus the penetration, or not more than the
//! distance. The test is one-sided: it does not ask for the way out through the far side of A. That way ends at a
//! vertex of A, where a neighbouring edge gives a shorter one, or on an edge, whose own normal is tried.
//!
//! Source: seed 000, sections Collision Detection and Penetration Vectors, and seed 001, Polygon vs. Polygon,
//! with both shadows of each shape ([`project`](crate::project)): twice the work. Seed 000's `Collides` reports a
//! collision at the first axis *without* a gap, and seed 001's `is_separating_axis` is true where the shadows
//! overlap; both are inverted.
//! Turned down: starting from the edge of the last step and climbing over its neighbours. It saves nothing for
//! the few edges that a polygon has, and can stop at a lesser hill when the hulls overlap.

use compute::math::min;
use geom::{Point, Pose, RoundedHull, Vec2};

/// An edge of one hull, and how far the other hull lies beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeSeparation {
    /// The edge, by its first vertex.
    pub edge: usize,
    /// The least distance of a vertex of the other hull from the line of the edge, m; negative behind it.
    pub distance: f32,
}

/// The edge of `a` from which `b` is farthest, of equals the first; radii are left out of account. `b_in_a` is the
/// pose of `b` in the frame of `a`.
///
/// A single vertex has no edge: the distance is then minus infinity, as it is for numbers that are not finite.
#[inline]
#[must_use]
pub fn max_separation(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose) -> EdgeSeparation {
    let mut greatest = EdgeSeparation { edge: 0, distance: f32::NEG_INFINITY };
    for (edge, (&normal, &vertex)) in a.normals.iter().zip(a.vertices).enumerate() {
        // One normal turned into B's frame, rather than all vertices of B into A's.
        let in_b = b_in_a.rotation.inverse_rotate(normal);
        let distance = normal.dot(&(b_in_a.position - vertex)) + least_along(b.vertices, in_b);
        if distance > greatest.distance {
            greatest = EdgeSeparation { edge, distance };
        }
    }
    greatest
}

/// The least coordinate of the points along `direction`.
///
/// Four at a time, each with a minimum of its own: plain loops, which any compiler turns into vector instructions.
/// The order in which minima are taken does not show in the result.
#[inline]
fn least_along(points: &[Point], direction: Vec2) -> f32 {
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

/// The edge of `hull` whose normal is most opposed to `direction` (in its frame), of equals the first: the
/// incident edge of seed 000.
///
/// Seed 001 takes the better of the two edges at the farthest vertex. That is the same edge: the normals of all
/// others turn further away from the direction.
#[inline]
#[must_use]
pub fn most_opposed_edge(hull: RoundedHull<'_>, direction: Vec2) -> usize {
    let mut most = (0, f32::INFINITY);
    for (edge, normal) in hull.normals.iter().enumerate() {
        let cosine = normal.dot(&direction);
        if cosine < most.1 {
            most = (edge, cosine);
        }
    }
    most.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Polygon;

    /// Two unit squares with a gap of 0.5 on the right and an overlap of 0.2 in height.
    #[test]
    fn a_gap_is_positive_and_an_overlap_negative() {
        let square = Polygon::rectangle(0.5, 0.5).unwrap();
        let apart = max_separation(square.hull(), square.hull(), Pose::at([1.5, 0.8]));
        assert_eq!(apart, EdgeSeparation { edge: 1, distance: 0.5 });
        let deep = max_separation(square.hull(), square.hull(), Pose::at([0.25, 0.75]));
        assert_eq!(deep, EdgeSeparation { edge: 2, distance: -0.25 });
        assert_eq!(most_opposed_edge(square.hull(), Vec2::new(0.0, 1.0)), 0);
    }

    /// In the same place all edges are equal, and the first is taken.
    #[test]
    fn ties_go_to_the_first_edge() {
        let square = Polygon::rectangle(0.5, 0.5).unwrap();
        let same = max_separation(square.hull(), square.hull(), Pose::IDENTITY);
        assert_eq!(same, EdgeSeparation { edge: 0, distance: -1.0 });
        let corner_on = Vec2::new(-1.0, -1.0);
        assert_eq!(most_opposed_edge(square.hull(), corner_on), 1);
    }
}
