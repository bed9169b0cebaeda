//! Segments.

use super::error::{ShapeError, finite, finite_point};
use super::rounded_hull::RoundedHull;
use crate::tolerance::MIN_EDGE;
use crate::{Point, Pose, Vec2, right_normal};

/// The points between two points. It has two sides and no mass.
///
/// ```
/// use geom::{Point, Segment, ShapeError};
/// let wall = Segment::new([0.0, 0.0], [0.0, 3.0])?;
/// assert_eq!(wall.ends()[1], Point::new(0.0, 3.0));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    ends: [Point; 2],
    normals: [Vec2; 2],
}

impl Segment {
    /// From `a` to `b` (m), at least [`MIN_EDGE`] apart.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    pub fn new(a: impl Into<Point>, b: impl Into<Point>) -> Result<Self, ShapeError> {
        let ends = [finite_point(["a.x", "a.y"], a.into())?, finite_point(["b.x", "b.y"], b.into())?];
        let edge = ends[1] - ends[0];
        let length = edge.norm();
        if length.is_nan() || length < MIN_EDGE {
            return Err(ShapeError::ShortEdge { index: 0, next: 1, length });
        }
        finite("length", length)?;
        let normal = right_normal(edge / length);
        Ok(Self { ends, normals: [normal, -normal] })
    }

    /// The two ends, m.
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        self.ends
    }

    /// As a hull of two vertices and two edges: from `a` to `b` and back.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { vertices: &self.ends, normals: &self.normals, radius: 0.0 }
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        let ends = self.ends.map(|p| pose * p);
        let normal = edge_normal(ends[0], ends[1]).unwrap_or(pose.rotation * self.normals[0]);
        Self { ends, normals: [normal, -normal] }
    }
}

/// To the right; `None` if the edge is too short or too long for one.
pub(super) fn edge_normal(from: Point, to: Point) -> Option<Vec2> {
    let edge = to - from;
    let length = edge.norm();
    (length >= MIN_EDGE && length.is_finite()).then(|| right_normal(edge / length))
}
