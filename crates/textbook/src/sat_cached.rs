//! The separating axis test with a cache: it starts from the edge of the last step.
//!
//! The edge that separated two hulls a step ago usually still does. If not, the search walks from it to its
//! neighbours:
//!
//! ```text
//!   s |        . * .              The separation s of the edges, in the order of their normals. Above zero
//!     |      *   |   *            s has one maximum: walk in both directions from the start, and stop where
//!   0 |----*-----+-----*------    s decreases.
//!     |  *    start      *   *
//!     +-----------------------> edge
//! ```
//!
//! **Right above zero only.** With h the support function of A - B, s(n) = -h(n), and h is convex. For t > 0
//! the directions with s(n) >= t are those of the convex cone h(n) + t |n| <= 0: an arc, so there is one
//! maximum. Below zero they need not be: two crossed bars have four maxima, so all edges are tested.
//!
//! **Rounding** makes small local maxima: the walk goes on until s has decreased by more, so the result is
//! that of the full search, bit for bit.
//!
//! Source: Souto, Video Game Physics II, section Testing for Intersections. Bench `sat`.
//! [`manifold`](collide::manifold()) does not use it: it saves time only for pairs that are near and apart,
//! and for large polygons (`docs/experiments/geometry.md`).

use bytemuck::{Pod, Zeroable};
use collide::algorithms::{EdgeSeparation, edge_separation, max_separation};
use compute::math::max;
use geom::{Point, Pose, RoundedHull};

/// Ratio: the rounding error of a comparison of two separations to the coordinates they come from: about
/// fourteen operations of half of [`f32::EPSILON`] each, and the same again for normals not exactly unit or
/// perpendicular.
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// The edge that separated two hulls most in the last call: four bytes, all zeros when empty, to be kept with
/// the pair. A cache that does not fit its hulls costs time, but never changes a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct SatCache {
    edge: u16,
    owner: u16,
}

/// Values of [`SatCache::owner`]; any other value counts as `NO_OWNER`.
const NO_OWNER: u16 = 0;
const OWNER_A: u16 = 1;
const OWNER_B: u16 = 2;

impl SatCache {
    /// The empty cache.
    pub const EMPTY: Self = Self { edge: 0, owner: NO_OWNER };

    /// A cache that names an edge of A.
    #[must_use]
    pub const fn on_a(edge: u16) -> Self {
        Self { edge, owner: OWNER_A }
    }

    /// A cache that names an edge of B.
    #[must_use]
    pub const fn on_b(edge: u16) -> Self {
        Self { edge, owner: OWNER_B }
    }

    /// The cache for the pair with A and B exchanged.
    #[must_use]
    pub const fn flipped(self) -> Self {
        let owner = match self.owner {
            OWNER_A => OWNER_B,
            OWNER_B => OWNER_A,
            other => other,
        };
        Self { edge: self.edge, owner }
    }
}

/// The edge of each of two hulls that separates the other most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separations {
    /// The edge of A that separates B most.
    pub from_a: EdgeSeparation,
    /// The edge of B that separates A most.
    pub from_b: EdgeSeparation,
}

/// The edges that [`max_separation`] finds from both sides; `None` if an edge separates the hulls by more
/// than `reach` (m): for manifolds the speculative distance plus both rounding radii. Starts with the edge in
/// `cache`, which never changes the result, and stores the edge that decided.
///
/// ```
/// use collide::geom::{Polygon, Pose};
/// use textbook::{SatCache, max_separation_cached};
/// let octagon = Polygon::regular(8, 1.0)?;
/// let mut cache = SatCache::EMPTY;
/// for step in 0..10 {
///     // The first step tests all edges, each of the others only one.
///     let apart = Pose::at([2.5, 0.1 * step as f32]);
///     assert!(max_separation_cached(octagon.hull(), octagon.hull(), apart, 0.02, &mut cache).is_none());
/// }
/// let overlapping = Pose::at([1.5, 1.0]);
/// let found = max_separation_cached(octagon.hull(), octagon.hull(), overlapping, 0.02, &mut cache).unwrap();
/// assert!(found.from_a.distance < 0.0);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn max_separation_cached(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
    reach: f32,
    cache: &mut SatCache,
) -> Option<Separations> {
    let edge = usize::from(cache.edge);
    // As in `manifold`: the result must have the same bits.
    let a_in_b = b_in_a.inverse();
    let (of_a, of_b) = match cache.owner {
        OWNER_A if edge < a.normals.len() => (Some(edge_separation(a, edge, b, b_in_a)), None),
        OWNER_B if edge < b.normals.len() => (None, Some(edge_separation(b, edge, a, a_in_b))),
        _ => (None, None),
    };
    if of_a.or(of_b).is_some_and(|distance| distance > reach) {
        return None;
    }
    let from = |hull, other, pose, known: Option<f32>| match known {
        Some(distance) => climb(hull, other, pose, EdgeSeparation { edge, distance }),
        None => max_separation(hull, other, pose),
    };
    let from_a = from(a, b, b_in_a, of_a);
    if from_a.distance > reach {
        *cache = SatCache::on_a(from_a.edge as u16);
        return None;
    }
    let from_b = from(b, a, a_in_b, of_b);
    let b_decides = from_b.distance > from_a.distance;
    *cache = if b_decides { SatCache::on_b(from_b.edge as u16) } else { SatCache::on_a(from_a.edge as u16) };
    (from_b.distance <= reach).then_some(Separations { from_a, from_b })
}

/// The result of [`max_separation`], by walking from the edge `start` where that always finds the best edge.
///
/// If `start` is the best, three edges are tested; if the hulls overlap, all are. Faster than the full search
/// for eight edges and more.
///
/// ```
/// use collide::algorithms::max_separation;
/// use collide::geom::{Polygon, Pose};
/// use textbook::max_separation_from;
/// let (wheel, pose) = (Polygon::regular(64, 1.0)?, Pose::at([2.5, 0.3]));
/// let full = max_separation(wheel.hull(), wheel.hull(), pose);
/// assert_eq!(max_separation_from(wheel.hull(), wheel.hull(), pose, 0), full);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn max_separation_from(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
    start: usize,
) -> EdgeSeparation {
    if start >= a.normals.len() {
        return max_separation(a, b, b_in_a);
    }
    let distance = edge_separation(a, start, b, b_in_a);
    climb(a, b, b_in_a, EdgeSeparation { edge: start, distance })
}

fn climb(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, start: EdgeSeparation) -> EdgeSeparation {
    let slack = ROUNDING * (size(a.vertices) + size(b.vertices) + size(&[b_in_a.position]));
    // NaN fails every comparison, so it needs its own test.
    if start.distance <= slack || start.distance.is_nan() || slack.is_nan() {
        return max_separation(a, b, b_in_a);
    }
    let count = a.normals.len();
    let mut greatest = start;
    let mut left = count - 1;
    for step in [1, count - 1] {
        let mut edge = start.edge;
        while left > 0 {
            edge = (edge + step) % count;
            left -= 1;
            let distance = edge_separation(a, edge, b, b_in_a);
            if distance > greatest.distance || (distance == greatest.distance && edge < greatest.edge) {
                greatest = EdgeSeparation { edge, distance };
            }
            if distance < greatest.distance - slack {
                break;
            }
        }
    }
    greatest
}

/// The greatest |x| + |y| of the points, m.
fn size(points: &[Point]) -> f32 {
    points.iter().fold(0.0, |size, p| max(p.x.abs() + p.y.abs(), size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Polygon;

    /// Two bars that cross. Each of the four directions of separation is a local maximum, so a walk from the
    /// wrong edge to greater separations would stop there.
    #[test]
    fn search_from_any_edge_finds_the_best_edge_of_overlapping_hulls() {
        let (level, upright) = (Polygon::rectangle(3.0, 1.0).unwrap(), Polygon::rectangle(1.0, 2.0).unwrap());
        let pose = Pose::at([0.5, 0.25]);
        let full = max_separation(level.hull(), upright.hull(), pose);
        assert_eq!(full, EdgeSeparation { edge: 2, distance: -2.75 });
        let end = edge_separation(level.hull(), 1, upright.hull(), pose);
        let sides = [0, 2].map(|edge| edge_separation(level.hull(), edge, upright.hull(), pose));
        assert!(end < sides[1] && sides[0] < sides[1]);
        for start in 0..4 {
            assert_eq!(max_separation_from(level.hull(), upright.hull(), pose, start), full);
        }
    }

    #[test]
    fn cache_with_arbitrary_bits_does_not_change_the_result() {
        let square = Polygon::rectangle(0.5, 0.5).unwrap();
        for pose in [Pose::at([0.9, 0.1]), Pose::at([1.5, 0.1])] {
            let mut fresh = SatCache::EMPTY;
            let expected = max_separation_cached(square.hull(), square.hull(), pose, 0.0, &mut fresh);
            for edge in [0, 3, 4, u16::MAX] {
                for owner in [0, 1, 2, 3, u16::MAX] {
                    let mut cache = SatCache { edge, owner };
                    let found = max_separation_cached(square.hull(), square.hull(), pose, 0.0, &mut cache);
                    assert_eq!(found, expected);
                    assert_eq!(SatCache { edge, owner }.flipped().flipped(), SatCache { edge, owner });
                }
            }
        }
    }
}
