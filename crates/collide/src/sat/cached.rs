//! Separating axes, begun where the last step ended.
//!
//! Bodies move little within a step, so the edge that kept two hulls apart a step ago mostly still does. Then one
//! edge is tested instead of all. If it no longer does, the best edge is looked for from there, neighbour by
//! neighbour:
//!
//! ```text
//!   s |        . * .              s of the edges in the order of their normals. Above zero they rise to one
//!     |      *   |   *            summit and fall again: walk both ways from where you stand, and stop once it
//!   0 |----*-----+-----*------    goes down.
//!     |  *    start      *   *
//!     +-----------------------> edge
//! ```
//!
//! **Why that is right above zero, and only there.** Let h be the support function of the difference of the hulls,
//! A - B; then s(n) = -h(n), and h is convex. For t > 0 the directions with s(n) >= t are those of the cone
//! h(n) + t |n| <= 0, which is convex too: an arc, so its edges are neighbours, and there is one summit. For t < 0
//! it is h(n) <= |t| |n|, which need not be convex: of two crossed bars each of the four ways out is a hill. So
//! where the start does not lie above zero, all edges are asked.
//!
//! **Rounding** makes small hills. The walk goes on until s has fallen by more than rounding can make up, which
//! leaves out no edge that would have won, or tied: the result is that of the full search, bit for bit.
//!
//! Source: seed 004, section Testing for Intersections. It lets the search start from the neighbours without
//! asking whether the hulls overlap, and there it can stop at a lesser hill.
//!
//! **What it saves**, on one core (`benches/sat.rs`, "sat/both sides", full search against cached):
//!
//! | ns | box | octagon | 32 vertices |
//! |---|---|---|---|
//! | apart, by the same edge as before | 15, 7.5 | 33, 8.5 | 390, 15 |
//! | touching | 37, 42 | 80, 95 | 790, 890 |
//!
//! Hulls that touch gain nothing and lose a tenth: they overlap, so that all edges are asked after all. Most contacts
//! of a world touch, so [`manifold`](crate::manifold) goes without; it pays for pairs that are near each other and
//! mostly apart, and for large polygons.

use super::{EdgeSeparation, edge_separation, max_separation};
use bytemuck::{Pod, Zeroable};
use compute::math::max;
use geom::{Point, Pose, RoundedHull};

/// A share of the coordinates from which a separation is computed. What its rounding adds up to: some fourteen
/// operations with an error of half of [`f32::EPSILON`] each, for two separations that are compared, and as much
/// again for normals that are not quite unit nor quite square to their edges.
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// The edge that separated two hulls most when they were last looked at. All zero is a cache that knows nothing.
///
/// Four bytes of plain data, to be kept with the pair. Any bits will do: a cache that does not fit its hulls costs
/// time, and never changes a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct SatCache {
    /// The edge, by its first vertex.
    edge: u16,
    /// Whose edge it is.
    owner: u16,
}

/// Values of [`SatCache::owner`]; any other counts as `NOBODY`.
const NOBODY: u16 = 0;
const OWNER_A: u16 = 1;
const OWNER_B: u16 = 2;

impl SatCache {
    /// Knows nothing yet.
    pub const EMPTY: Self = Self { edge: 0, owner: NOBODY };

    /// An edge of A.
    #[must_use]
    pub const fn on_a(edge: u16) -> Self {
        Self { edge, owner: OWNER_A }
    }

    /// An edge of B.
    #[must_use]
    pub const fn on_b(edge: u16) -> Self {
        Self { edge, owner: OWNER_B }
    }

    /// The same with A and B exchanged.
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

/// The best edge of each of two hulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separations {
    /// The edge of A from which B is farthest.
    pub from_a: EdgeSeparation,
    /// The edge of B from which A is farthest.
    pub from_b: EdgeSeparation,
}

/// The best edges of two hulls as [`max_separation`] finds them from each side; `None` if some edge has the other hull
/// more than `reach` (m) beyond it. Begins with the edge in `cache`, and leaves there the one that decided.
///
/// The answer never depends on the cache. For manifolds, `reach` is the speculative distance plus both radii.
///
/// ```
/// use collide::{SatCache, max_separation_cached};
/// use geom::{Polygon, Pose};
/// let octagon = Polygon::regular(8, 1.0)?;
/// let mut cache = SatCache::EMPTY;
/// for step in 0..10 {
///     // All edges are asked in the first step, one in each of the others.
///     let apart = Pose::at([2.5, 0.1 * step as f32]);
///     assert!(max_separation_cached(octagon.hull(), octagon.hull(), apart, 0.02, &mut cache).is_none());
/// }
/// let overlapping = Pose::at([1.5, 1.0]);
/// let found = max_separation_cached(octagon.hull(), octagon.hull(), overlapping, 0.02, &mut cache).unwrap();
/// assert!(found.from_a.distance < 0.0);
/// # Ok::<(), geom::ShapeError>(())
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
    // The poses are taken as `manifold` takes them, since the answer must have the same bits.
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

/// What [`max_separation`] finds, by walking from edge `start` over its neighbours where that is sure to lead there.
///
/// The fewer edges lie between, the better: three edges are asked of a polygon of any size if `start` is the best, and
/// all if the hulls overlap. Faster than the full search from eight edges on.
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

/// Walks both ways from a known edge.
fn climb(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, start: EdgeSeparation) -> EdgeSeparation {
    let slack = ROUNDING * (size(a.vertices) + size(b.vertices) + size(&[b_in_a.position]));
    // A distance that is not a number has nothing to be climbed either.
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

/// The largest coordinate sum of the points, m: how large the numbers are that a separation is made of.
fn size(points: &[Point]) -> f32 {
    points.iter().fold(0.0, |size, p| max(p.x.abs() + p.y.abs(), size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Polygon;

    /// Two bars that cross overlap, and each way out along one of them is a hill of its own, the ends lower than the
    /// sides are near: walking up from the wrong one would stay there.
    #[test]
    fn overlapping_hulls_are_searched_in_full() {
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

    /// A cache of nonsense, and one of other hulls, changes nothing.
    #[test]
    fn any_bits_are_a_cache() {
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
