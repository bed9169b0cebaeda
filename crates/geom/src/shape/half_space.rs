//! Half-spaces.

use super::error::{ShapeError, finite, unit_direction};
use crate::tolerance::{HALF_SPACE_EXTENT, UNIT_NORMAL};
use crate::{Aabb, Point, Pose, Vec2};
use bytemuck::{Pod, Zeroable};
use compute::math::{max, min};

/// All points p with `normal . p <= offset`. It is unbounded, so it has no mass.
///
/// ```
/// use geom::{HalfSpace, Point, ShapeError};
/// let ground = HalfSpace::new([0.0, 2.0], 1.0)?; // all points with y <= 1
/// assert_eq!(ground.normal().y, 1.0);
/// assert_eq!(ground.separation(Point::new(7.0, 3.0)), 2.0);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct HalfSpace {
    normal: Vec2,
    offset: f32,
}

impl HalfSpace {
    /// With the outward `normal` (any length above zero) and the `offset` of the line from the origin along
    /// it, m.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    pub fn new(normal: impl Into<Vec2>, offset: f32) -> Result<Self, ShapeError> {
        Ok(Self { normal: unit_direction("normal", normal.into())?, offset: finite("offset", offset)? })
    }

    /// With the normal and the offset of another one, as from a file: a unit normal keeps its bits.
    ///
    /// # Errors
    /// As for [`HalfSpace::new`].
    pub fn restored(normal: impl Into<Vec2>, offset: f32) -> Result<Self, ShapeError> {
        let normal = normal.into();
        let checked = Self::new(normal, offset)?;
        Ok(if (checked.normal - normal).norm() < UNIT_NORMAL { Self { normal, offset } } else { checked })
    }

    /// The outward unit normal.
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.normal
    }

    /// The distance of the line from the origin along the normal, m.
    #[must_use]
    pub fn offset(&self) -> f32 {
        self.offset
    }

    /// The distance of `point` from the line, m; negative in the solid.
    #[inline(always)]
    #[must_use]
    pub fn separation(&self, point: Point) -> f32 {
        self.normal.dot(&point.coords) - self.offset
    }

    /// The half-space moved by `pose`.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: Pose) -> Self {
        let normal = pose.rotation * self.normal;
        Self { normal, offset: self.offset + normal.dot(&pose.position.coords) }
    }

    pub(super) fn aabb(&self, pose: Pose) -> Aabb {
        let Self { normal, offset } = self.transformed(pose);
        let e = HALF_SPACE_EXTENT;
        let mut aabb = Aabb::new([-e, -e], [e, e]);
        // A solid with a horizontal or vertical line ends at one coordinate, which may lie beyond the extent.
        for axis in 0..2 {
            if normal[1 - axis] == 0.0 {
                if normal[axis] > 0.0 {
                    aabb.upper[axis] = offset;
                    aabb.lower[axis] = min(-e, offset);
                } else {
                    aabb.lower[axis] = -offset;
                    aabb.upper[axis] = max(e, -offset);
                }
            }
        }
        aabb
    }
}
