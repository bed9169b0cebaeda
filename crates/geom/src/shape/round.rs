//! Circle, segment, capsule and half-space.

use super::{RoundedHull, ShapeError, finite, positive};
use crate::tolerance::{HALF_SPACE_EXTENT, MIN_EDGE};
use crate::{Aabb, MassError, MassProperties, Point, Pose, Vec2, right_normal};
use bytemuck::{Pod, Zeroable};
use core::f32::consts::{FRAC_PI_2, PI};

/// All points within a radius of a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::CircleData", into = "crate::serialized::CircleData")
)]
pub struct Circle {
    center: [Point; 1],
    radius: f32,
}

impl Circle {
    /// Around `center` (m) with `radius` (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn new(center: impl Into<Point>, radius: f32) -> Result<Self, ShapeError> {
        let center = center.into();
        finite("center.x", center.x)?;
        finite("center.y", center.y)?;
        Ok(Self { center: [center], radius: positive("radius", radius)? })
    }

    /// The centre, m.
    #[must_use]
    pub fn center(&self) -> Point {
        self.center[0]
    }

    /// The radius, m.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// As a rounded hull of one vertex.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { vertices: &self.center, normals: &[], radius: self.radius }
    }

    /// Area pi r^2, inertia m r^2 / 2 about the centre.
    ///
    /// # Errors
    /// See [`Shape::mass_properties`](super::Shape::mass_properties).
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let square = self.radius * self.radius;
        MassProperties::from_moments(PI * square, self.center[0], FRAC_PI_2 * square * square, density)
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        Self { center: [pose * self.center[0]], radius: self.radius }
    }
}

/// The points between two points. It has two sides, and no mass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::SegmentData", into = "crate::serialized::SegmentData")
)]
pub struct Segment {
    ends: [Point; 2],
    normals: [Vec2; 2],
}

impl Segment {
    /// From `a` to `b` (m), which are some way apart.
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn new(a: impl Into<Point>, b: impl Into<Point>) -> Result<Self, ShapeError> {
        let ends = [a.into(), b.into()];
        for (value, field) in [(ends[0].x, "a.x"), (ends[0].y, "a.y"), (ends[1].x, "b.x"), (ends[1].y, "b.y")]
        {
            finite(field, value)?;
        }
        let along = ends[1] - ends[0];
        let length = along.norm();
        if length.is_nan() || length < MIN_EDGE {
            return Err(ShapeError::ShortEdge { index: 0, next: 1, length });
        }
        finite("length", length)?;
        let normal = right_normal(along / length);
        Ok(Self { ends, normals: [normal, -normal] })
    }

    /// The two ends, m.
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        self.ends
    }

    /// As a hull of two vertices: two edges, there and back.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { vertices: &self.ends, normals: &self.normals, radius: 0.0 }
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        Self { ends: self.ends.map(|p| pose * p), normals: self.normals.map(|n| pose.rotation * n) }
    }
}

/// All points within a radius of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::CapsuleData", into = "crate::serialized::CapsuleData")
)]
pub struct Capsule {
    segment: Segment,
    radius: f32,
}

impl Capsule {
    /// Around the segment from `a` to `b` (m) with `radius` (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn new(a: impl Into<Point>, b: impl Into<Point>, radius: f32) -> Result<Self, ShapeError> {
        Ok(Self { segment: Segment::new(a, b)?, radius: positive("radius", radius)? })
    }

    /// The segment in its middle.
    #[must_use]
    pub fn segment(&self) -> Segment {
        self.segment
    }

    /// The radius, m.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// As a rounded hull of two vertices.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { radius: self.radius, ..self.segment.hull() }
    }

    /// A rectangle and two half discs.
    ///
    /// A half disc of area a = pi r^2 / 2 has its second moment a r^2 / 2 about the middle of its straight
    /// side, and its centroid at 4 r / (3 pi) from there; the two are moved apart by half the length.
    ///
    /// # Errors
    /// See [`Shape::mass_properties`](super::Shape::mass_properties).
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let [a, b] = self.segment.ends;
        let (length, r) = ((b - a).norm(), self.radius);
        let rectangle = 2.0 * r * length;
        let half_disc = FRAC_PI_2 * r * r;
        let to_centroid = 4.0 * r / (3.0 * PI);
        let moved = 0.5 * length + to_centroid;
        let about_own_centroid = half_disc * (0.5 * r * r - to_centroid * to_centroid);
        let second_moment = rectangle * (length * length + 4.0 * r * r) / 12.0
            + 2.0 * (about_own_centroid + half_disc * moved * moved);
        MassProperties::from_moments(
            rectangle + 2.0 * half_disc,
            nalgebra::center(&a, &b),
            second_moment,
            density,
        )
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        Self { segment: self.segment.transformed(pose), radius: self.radius }
    }
}

/// All points behind a line: p with `normal . p <= offset`. Endless, so it has no mass.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::HalfSpaceData", into = "crate::serialized::HalfSpaceData")
)]
#[repr(C)]
pub struct HalfSpace {
    normal: Vec2,
    offset: f32,
}

impl HalfSpace {
    /// With the outward `normal` (any length above zero) and the `offset` of the line from the origin along
    /// the normal, m.
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn new(normal: impl Into<Vec2>, offset: f32) -> Result<Self, ShapeError> {
        let normal = normal.into();
        let length = normal.norm();
        if !(length.is_finite() && length > 0.0) {
            return Err(ShapeError::NoDirection { field: "normal", x: normal.x, y: normal.y });
        }
        Ok(Self { normal: normal / length, offset: finite("offset", offset)? })
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

    /// How far `point` is from the line, m; negative in the solid.
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
        // Exactly level or plumb, the solid ends at a coordinate.
        if normal.y == 0.0 {
            if normal.x > 0.0 { aabb.upper.x = offset } else { aabb.lower.x = -offset }
        } else if normal.x == 0.0 {
            if normal.y > 0.0 { aabb.upper.y = offset } else { aabb.lower.y = -offset }
        }
        aabb
    }
}
