//! Chains: ground made of segments that store their neighbours.
//!
//! A body that slides over segments laid end to end can bump into a seam, although there is no corner: a
//! ghost collision. So a [`ChainSegment`] keeps the points before and after it, which tell the narrow phase
//! which normals are its own and which its neighbour's.
//!
//! ```text
//!   before        a ---------> b        after        the right-hand side is outside
//!        \_______/             \_______/             (a counter-clockwise loop is a solid, like a polygon)
//! ```
//!
//! A one-sided segment collides only with shapes that come from outside; a two-sided one is a wall. Each
//! segment is a collider, so the broad phase gets small boxes, and a change of the chain changes few.

use super::error::{ShapeError, finite_point};
use super::rounded_hull::RoundedHull;
use super::segment::Segment;
use crate::vector::first_not_finite;
use crate::{Point, Pose, Vec2};
use alloc::vec::Vec;

/// From which sides a chain can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sides {
    /// From the right of its direction, which is outside for a counter-clockwise loop.
    One,
    /// From both sides.
    Two,
}

/// One segment of a chain.
///
/// ```
/// use geom::{ChainSegment, Point, ShapeError, Sides, Vec2};
/// // From right to left, so that outside is above. The ground goes on to the left only.
/// let after = Some(Point::new(-5.0, 1.0));
/// let ground = ChainSegment::new([5.0, 0.0], [0.0, 0.0], None, after, Sides::One)?;
/// assert_eq!(ground.normal(), Vec2::new(0.0, 1.0));
/// assert_eq!((ground.before(), ground.after()), (None, after));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainSegment {
    segment: Segment,
    before: Option<Point>,
    after: Option<Point>,
    sides: Sides,
}

impl ChainSegment {
    /// From `a` to `b` (m), with the points before and after it; `None` at the ends of an open chain, and
    /// where they equal `a` or `b`.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    pub fn new(
        a: impl Into<Point>,
        b: impl Into<Point>,
        before: Option<Point>,
        after: Option<Point>,
        sides: Sides,
    ) -> Result<Self, ShapeError> {
        let segment = Segment::new(a, b)?;
        before.map(|p| finite_point(["before.x", "before.y"], p)).transpose()?;
        after.map(|p| finite_point(["after.x", "after.y"], p)).transpose()?;
        Ok(Self::with_neighbors(segment, before, after, sides))
    }

    fn with_neighbors(segment: Segment, before: Option<Point>, after: Option<Point>, sides: Sides) -> Self {
        let [a, b] = segment.ends();
        Self { segment, before: before.filter(|&p| p != a), after: after.filter(|&p| p != b), sides }
    }

    /// The segment without neighbours.
    #[must_use]
    pub fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The point before its first end, m; `None` at the beginning of an open chain.
    #[must_use]
    pub fn before(&self) -> Option<Point> {
        self.before
    }

    /// The point after its second end, m; `None` at the end of an open chain.
    #[must_use]
    pub fn after(&self) -> Option<Point> {
        self.after
    }

    /// From which sides it can be touched.
    #[must_use]
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// As a hull of two vertices, without neighbours.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        self.segment.hull()
    }

    /// The outward unit normal.
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.segment.hull().normals[0]
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        let [before, after] = [self.before, self.after].map(|point| point.map(|p| pose * p));
        Self::with_neighbors(self.segment.transformed(pose), before, after, self.sides)
    }
}

/// The segments of the chain through `points` (m), in order. A closed chain also joins the last point to the
/// first.
///
/// # Errors
/// [`ShapeError::ChainTooShort`] for fewer than two points, three if closed; [`ShapeError::ShortEdge`] and
/// [`ShapeError::VertexNotFinite`] name the point.
///
/// ```
/// use geom::{Sides, chain};
/// let ground = chain([[0.0, 0.0], [5.0, 0.0], [9.0, 2.0]], false, Sides::Two)?;
/// assert_eq!(ground.len(), 2);
/// assert_eq!(ground[0].after(), Some([9.0, 2.0].into()));
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[doc(alias = "heightfield")]
pub fn chain<P: Into<Point>>(
    points: impl IntoIterator<Item = P>,
    closed: bool,
    sides: Sides,
) -> Result<Vec<ChainSegment>, ShapeError> {
    let points: Vec<Point> = points.into_iter().map(Into::into).collect();
    let count = points.len();
    if count < if closed { 3 } else { 2 } {
        return Err(ShapeError::ChainTooShort { count });
    }
    if let Some((index, p)) = first_not_finite(&points) {
        return Err(ShapeError::VertexNotFinite { index, x: p.x, y: p.y });
    }
    let at = |index: usize| points[index % count];
    (0..if closed { count } else { count - 1 })
        .map(|i| {
            let before = (closed || i > 0).then(|| at(i + count - 1));
            let after = (closed || i + 2 < count).then(|| at(i + 2));
            ChainSegment::new(at(i), at(i + 1), before, after, sides).map_err(|error| match error {
                ShapeError::ShortEdge { length, .. } => {
                    ShapeError::ShortEdge { index: i, next: (i + 1) % count, length }
                }
                other => other,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbour on one side lies at the end of the segment, or comes to lie there since a large
    /// translation rounds both to the same point. That on the other side stays.
    #[test]
    fn neighbor_at_the_end_of_a_segment_is_none() {
        let [a, b] = [Point::new(2.0, 2.0), Point::new(6.0, 7.0)];
        let far = Some(Point::new(9.0, 9.0));
        let first = ChainSegment::new(a, b, Some(a), far, Sides::Two).unwrap();
        assert_eq!((first.before(), first.after()), (None, far));
        let last = ChainSegment::new(a, b, far, Some(b), Sides::Two).unwrap();
        assert_eq!((last.before(), last.after()), (far, None));
        let near = Some(Point::new(2.0, 2.25));
        let segment = ChainSegment::new(a, b, near, far, Sides::Two).unwrap();
        assert_eq!(segment.before(), near);
        let moved = segment.transformed(Pose::at([8e6, 8e6]));
        assert_eq!((moved.before(), moved.after()), (None, Some(Point::new(8_000_009.0, 8_000_009.0))));
    }
}
