//! Capsules.

use super::error::{ShapeError, positive};
use super::rounded_hull::RoundedHull;
use super::segment::Segment;
use crate::{MassError, MassProperties, Point, Pose};
use core::f32::consts::{FRAC_PI_2, PI};

/// All points within a radius of a segment.
///
/// ```
/// use geom::{Capsule, ShapeError};
/// let pill = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5)?;
/// assert_eq!(pill.radius(), 0.5);
/// assert_eq!(pill.segment().ends()[0].x, -1.0);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    segment: Segment,
    radius: f32,
}

impl Capsule {
    /// Around the segment from `a` to `b` (m) with `radius` (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
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

    /// As a hull of two vertices.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { radius: self.radius, ..self.segment.hull() }
    }

    /// The mass properties for a uniform `density` (kg/m^2), of a rectangle and two half discs.
    ///
    /// A half disc has the area a = pi r^2 / 2 and, about the middle of its straight side, the second moment
    /// a r^2 / 2, with its centroid 4 r / (3 pi) from there. The parallel-axis theorem moves both out to the
    /// ends.
    ///
    /// # Errors
    /// See [`Shape::mass_properties`](crate::Shape::mass_properties).
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let [a, b] = self.segment.ends();
        let (length, r) = ((b - a).norm(), self.radius);
        let rectangle = 2.0 * r * length;
        let half_disc = FRAC_PI_2 * r * r;
        let to_centroid = 4.0 * r / (3.0 * PI);
        let from_middle = 0.5 * length + to_centroid;
        let about_own_centroid = half_disc * (0.5 * r * r - to_centroid * to_centroid);
        let second_moment = rectangle * (length * length + 4.0 * r * r) / 12.0
            + 2.0 * (about_own_centroid + half_disc * from_middle * from_middle);
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
