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
//! Edges are asked four at a time, each vertex of B in all four ([`Quad`]), and nothing branches on which is the
//! farthest: in a pile of boxes that is a toss. Two more ways to the same bits: from the edge of the last step
//! (`cached`), and eight edges at a time (`lanes`), and there is told what each saves.
//! Turned down: an edge at a time, with the vertices of B in four lanes and their least by shuffles: with clipping done
//! likewise, manifolds of boxes took a fifth longer.

mod cached;
mod lanes;

pub use cached::{SatCache, Separations, max_separation_cached, max_separation_from};
pub use lanes::{EdgeColumns, LanePair, max_separation_batch, max_separation_in_lanes};

use crate::fours::{self, Greatest};
use compute::Quad;
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

impl EdgeSeparation {
    /// Where there is no edge: less than every other.
    const NONE: Self = Self { edge: 0, distance: f32::NEG_INFINITY };
}

/// The edge of `a` from which `b` is farthest, of equals the first; radii are left out of account. `b_in_a` is the
/// pose of `b` in the frame of `a`.
///
/// A single vertex has no edge: the distance is then minus infinity, as it is for numbers that are not finite.
#[inline]
#[must_use]
pub fn max_separation(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose) -> EdgeSeparation {
    let count = a.normals.len().min(a.vertices.len());
    if count == 0 {
        return EdgeSeparation::NONE;
    }
    let mut greatest = Greatest::of(0, of_four(a, 0, b.vertices, b_in_a));
    let mut start = 4;
    while let Some(from) = fours::block(start, count) {
        greatest = greatest.or(Greatest::of(from, of_four(a, from, b.vertices, b_in_a)));
        start += 4;
    }
    EdgeSeparation { edge: greatest.index, distance: greatest.number }
}

/// The coordinates of `w` along four directions.
#[inline(always)]
fn along(x: Quad, y: Quad, w: Point) -> Quad {
    x * Quad::splat(w.x) + y * Quad::splat(w.y)
}

/// [`edge_separation`] of four edges of `a`, from `start` on.
#[inline(always)]
fn of_four(a: RoundedHull<'_>, start: usize, b: &[Point], b_in_a: Pose) -> Quad {
    let ([vx, vy], [nx, ny]) = (fours::columns(a.vertices, start), fours::columns(a.normals, start));
    let Pose { position, rotation } = b_in_a;
    let (cos, sin) = (Quad::splat(rotation.cos), Quad::splat(rotation.sin));
    // The normals turned into B's frame, rather than all vertices of B into A's.
    let (in_b_x, in_b_y) = (cos * nx + sin * ny, cos * ny - sin * nx);
    let mut least = Quad::splat(f32::INFINITY);
    for &w in b {
        least = along(in_b_x, in_b_y, w).min(least);
    }
    nx * (Quad::splat(position.x) - vx) + ny * (Quad::splat(position.y) - vy) + least + Quad::splat(UNSIGNED)
}

/// How far `b` lies beyond the line of one edge of `a`, m: the least distance of a vertex of `b` from it, negative if
/// one lies behind it. Radii are left out of account; `b_in_a` is the pose of `b` in the frame of `a`.
///
/// The one-sided test of seed 004: if all vertices of B are in front of one edge of A, the two are apart.
///
/// # Panics
/// If `a` has no such edge.
///
/// ```
/// use collide::edge_separation;
/// use geom::{Polygon, Pose};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let right = Pose::at([1.75, 0.0]);
/// assert_eq!(edge_separation(square.hull(), 1, square.hull(), right), 0.75);
/// assert_eq!(edge_separation(square.hull(), 2, square.hull(), right), -1.0);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn edge_separation(a: RoundedHull<'_>, edge: usize, b: RoundedHull<'_>, b_in_a: Pose) -> f32 {
    beyond(a.vertices[edge], a.normals[edge], b, b_in_a)
}

/// Added last to every separation: -0 + 0 is +0, and all else stays as it is. Of two zeros the order of the minima
/// would decide which one stays, and each of the ways to a separation has another order.
const UNSIGNED: f32 = 0.0;

/// The least distance of a vertex of `b` from the line through `vertex` with this normal.
#[inline(always)]
fn beyond(vertex: Point, normal: Vec2, b: RoundedHull<'_>, b_in_a: Pose) -> f32 {
    // One normal turned into B's frame, rather than all vertices of B into A's.
    let in_b = b_in_a.rotation.inverse_rotate(normal);
    normal.dot(&(b_in_a.position - vertex)) + least_along(b.vertices, in_b) + UNSIGNED
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

/// The edge of `hull` whose normal is most opposed to `direction` (in its frame, of any length above zero), of equals
/// the first: the incident edge of seed 000. 0 for a hull without edges.
///
/// Seed 001 takes the better of the two edges at the farthest vertex. That is the same edge: the normals of all
/// others turn further away from the direction.
#[inline]
#[must_use]
pub fn most_opposed_edge(hull: RoundedHull<'_>, direction: Vec2) -> usize {
    fours::farthest(hull.normals, -direction)
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
