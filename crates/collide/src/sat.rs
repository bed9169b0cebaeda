//! The separating axis test (SAT): the edge of one hull that separates another most, or overlaps it least.
//!
//! For an edge of A with the outward normal n and the first vertex v, and the vertices w of B, the edge
//! separates the hulls by
//!
//! ```text
//!   s = min over w of  n . (w - v)          s > 0: a gap, the edge is a separating line
//!                                           s < 0: an overlap, B leaves A along n by -s
//! ```
//!
//! The greatest s over the edges of A and B is minus the penetration of hulls that overlap, and at most the
//! distance of others. The test is one-sided: another edge finds a shorter way out through the opposite side.
//!
//! Four edges are tested at a time, and the best is selected without a branch. The crate `textbook` has
//! variants with the same bits: from the edge of the last step, and eight edges at a time.
//!
//! Source: 2D Collision Detection and Resolution, sections Collision Detection and Penetration Vectors;
//! Sotirov 2022, Polygon vs. Polygon. **Errata:** `Collides` of the first reports a collision at the first
//! axis *without* a gap, `is_separating_axis` of the second returns true where projections overlap: inverted.
//! Turned down: one edge at a time, four vertices of B in the lanes (`docs/experiments/geometry.md`).

use crate::quad_search::{self, Greatest};
use compute::Quad;
use geom::{Point, Pose, RoundedHull, Vec2};

/// An edge of one hull, and how far it separates the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeSeparation {
    /// The index of the edge and of its first vertex.
    pub edge: usize,
    /// The least distance of the other hull's vertices from its line, m; negative behind it.
    pub distance: f32,
}

impl EdgeSeparation {
    pub(crate) const NONE: Self = Self { edge: 0, distance: f32::NEG_INFINITY };
}

/// The edge of `a` that separates `b` most, without rounding radii; of equal edges, the first. The distance
/// is minus infinity for a single vertex, and for numbers that are not finite.
///
/// ```
/// use collide::algorithms::{EdgeSeparation, max_separation};
/// use collide::geom::{Polygon, Pose};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// // B is 0.5 m to the right of A, beyond A's edge 1.
/// let found = max_separation(square.hull(), square.hull(), Pose::at([1.5, 0.25]));
/// assert_eq!(found, EdgeSeparation { edge: 1, distance: 0.5 });
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn max_separation(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose) -> EdgeSeparation {
    // Most hulls are boxes; with all counts known, no loop is left.
    match (a.vertices.try_into(), a.normals.try_into(), b.vertices.try_into()) {
        (Ok::<&[_; 4], _>(vertices), Ok::<&[_; 4], _>(normals), Ok::<&[_; 4], _>(others)) => {
            let [a, b] = [RoundedHull { vertices, normals, ..a }, RoundedHull { vertices: others, ..b }];
            search(a, b, b_in_a)
        }
        _ => search(a, b, b_in_a),
    }
}

#[inline(always)]
fn search(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose) -> EdgeSeparation {
    let count = a.normals.len().min(a.vertices.len());
    if count == 0 {
        return EdgeSeparation::NONE;
    }
    let mut greatest = Greatest::of(0, four_separations(a, 0, b.vertices, b_in_a));
    let mut visited = 4;
    while let Some(start) = quad_search::next_block(visited, count) {
        greatest = greatest.or(Greatest::of(start, four_separations(a, start, b.vertices, b_in_a)));
        visited += 4;
    }
    EdgeSeparation { edge: greatest.index, distance: greatest.value }
}

#[inline(always)]
fn dots(x: Quad, y: Quad, w: Point) -> Quad {
    x * Quad::splat(w.x) + y * Quad::splat(w.y)
}

#[inline(always)]
fn four_separations(a: RoundedHull<'_>, start: usize, b: &[Point], b_in_a: Pose) -> Quad {
    let ([vx, vy], [nx, ny]) =
        (quad_search::columns(a.vertices, start), quad_search::columns(a.normals, start));
    let Pose { position, rotation } = b_in_a;
    let (cos, sin) = (Quad::splat(rotation.cos), Quad::splat(rotation.sin));
    // Rotating four normals into B's frame is cheaper than transforming all vertices of B into A's.
    let (in_b_x, in_b_y) = (cos * nx + sin * ny, cos * ny - sin * nx);
    let mut least = Quad::splat(f32::INFINITY);
    for &w in b {
        least = dots(in_b_x, in_b_y, w).min(least);
    }
    nx * (Quad::splat(position.x) - vx)
        + ny * (Quad::splat(position.y) - vy)
        + least
        + Quad::splat(POSITIVE_ZERO)
}

/// Added last to every separation: -0 + 0 is +0. Else the sign of a zero would depend on the order of the
/// minima, in which the variants in `textbook` differ.
pub(crate) const POSITIVE_ZERO: f32 = 0.0;

/// The incident edge of *2D Collision Detection and Resolution*: its normal is most opposed to `direction`
/// (in the hull's frame, not zero). Of equal edges, it returns the first; without edges, 0. It is also the
/// better edge at the farthest vertex, which Sotirov 2022 takes.
#[inline]
#[must_use]
pub fn most_opposed_edge(hull: RoundedHull<'_>, direction: Vec2) -> usize {
    quad_search::farthest(hull.normals, -direction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::{Polygon, Rot};
    use proptest::prelude::*;

    /// Lengths and coordinates that give equal separations, separations of all sizes, and none.
    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![
            4 => -2.0_f32..2.0,
            4 => (-4_i8..5).prop_map(|n| 0.5 * f32::from(n)),
            1 => prop::sample::select(&[1e6_f32, 1e30, 3e38, f32::INFINITY, f32::NAN][..]),
        ]
    }

    proptest! {
        /// The code for boxes has the bits of the code for any hull: random boxes, equal and parallel ones,
        /// corners that touch, and places that are far off or no numbers.
        #[test]
        fn boxes_have_the_bits_of_the_general_search(
            sizes in [prop_oneof![Just(0.5_f32), 0.01_f32..3.0], prop_oneof![Just(0.5_f32), 0.01_f32..3.0], prop_oneof![Just(0.5_f32), 0.01_f32..3.0]],
            x in number(), y in number(), angle in prop_oneof![Just(0.0_f32), -3.2_f32..3.2], eighths in 0_u8..9,
        ) {
            let [width, height, side] = sizes;
            let (a, b) = (Polygon::rectangle(width, height).unwrap(), Polygon::rectangle(side, 0.5).unwrap());
            let eighth = Rot::from_angle(std::f32::consts::FRAC_PI_4 * f32::from(eighths));
            let rotation = Rot::from_angle(angle) * eighth;
            let pose = Pose { position: Point::new(x, y), rotation };
            for (p, q, pose) in [(&a, &b, pose), (&b, &a, pose.inverse()), (&a, &a, pose)] {
                let (p, q) = (p.hull(), q.hull());
                let (found, expected) = (max_separation(p, q, pose), search(p, q, pose));
                prop_assert_eq!(found.edge, expected.edge);
                prop_assert_eq!(found.distance.to_bits(), expected.distance.to_bits());
            }
        }
    }

    /// Two unit squares: first with a gap of 0.5 m on the right, then with an overlap of 0.25 m in height.
    #[test]
    fn separation_is_positive_for_a_gap_and_negative_for_an_overlap() {
        let square = Polygon::rectangle(0.5, 0.5).unwrap();
        let apart = max_separation(square.hull(), square.hull(), Pose::at([1.5, 0.8]));
        assert_eq!(apart, EdgeSeparation { edge: 1, distance: 0.5 });
        let deep = max_separation(square.hull(), square.hull(), Pose::at([0.25, 0.75]));
        assert_eq!(deep, EdgeSeparation { edge: 2, distance: -0.25 });
        assert_eq!(most_opposed_edge(square.hull(), Vec2::new(0.0, 1.0)), 0);
    }

    /// For two equal squares at the same position all edges are equal.
    #[test]
    fn first_edge_wins_a_tie() {
        let square = Polygon::rectangle(0.5, 0.5).unwrap();
        let same = max_separation(square.hull(), square.hull(), Pose::IDENTITY);
        assert_eq!(same, EdgeSeparation { edge: 0, distance: -1.0 });
        let corner_on = Vec2::new(-1.0, -1.0);
        assert_eq!(most_opposed_edge(square.hull(), corner_on), 1);
    }
}
