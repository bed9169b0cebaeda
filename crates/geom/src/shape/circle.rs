//! Circles.

use super::error::{ShapeError, finite_point, positive};
use super::rounded_hull::RoundedHull;
use crate::{MassError, MassProperties, Point, Pose};
use core::f32::consts::{FRAC_PI_2, PI};

/// All points within a radius of a centre.
///
/// ```
/// use geom::{Circle, Point, ShapeError};
/// let circle = Circle::new([10.0, 0.0], 2.0)?;
/// assert_eq!((circle.center(), circle.radius()), (Point::new(10.0, 0.0), 2.0));
/// assert!(Circle::new([10.0, 0.0], -2.0).is_err());
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    center: [Point; 1],
    radius: f32,
}

impl Circle {
    /// Around `center` (m) with `radius` (m, positive).
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    pub fn new(center: impl Into<Point>, radius: f32) -> Result<Self, ShapeError> {
        let center = finite_point(["center.x", "center.y"], center.into())?;
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

    /// As a hull of one vertex.
    #[inline(always)]
    #[must_use]
    pub fn hull(&self) -> RoundedHull<'_> {
        RoundedHull { vertices: &self.center, normals: &[], radius: self.radius }
    }

    /// The mass properties for a uniform `density` (kg/m^2): the area is pi r^2, the inertia about the centre
    /// m r^2 / 2.
    ///
    /// # Errors
    /// See [`Shape::mass_properties`](crate::Shape::mass_properties).
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let square = self.radius * self.radius;
        MassProperties::from_moments(PI * square, self.center[0], FRAC_PI_2 * square * square, density)
    }

    pub(super) fn transformed(&self, pose: Pose) -> Self {
        Self { center: [pose * self.center[0]], radius: self.radius }
    }
}
