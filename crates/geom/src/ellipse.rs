//! Ellipses: a smooth shape that no rounded hull can be, for what works by support functions alone.
//!
//! ```text
//!   border    (x / a)^2 + (y / b)^2 = 1         a, b the half axes, along x and y of its frame
//!   support   (a u_x, b u_y), u = (a d_x, b d_y) made unit: the circle's, stretched there and back
//!   area      pi a b,   second moment about the centre   pi a b (a^2 + b^2) / 4
//! ```
//!
//! Source: seed 004, Support Functions, which names it; the formulas follow from the unit circle's by the map
//! (x, y) -> (a x, b y).
//! Turned down: a variant of [`Shape`](crate::Shape). Everything there is a rounded hull, which the narrow phase
//! relies on; an ellipse turned by an angle of its own, which a pose does at no cost.

use crate::shape::{finite, positive};
use crate::vector::unit;
use crate::{Aabb, MassError, MassProperties, Point, Pose, ShapeError, Support, Vec2};
use compute::math::sqrt;
use core::f32::consts::PI;

/// A filled ellipse whose axes lie along x and y of its frame; a pose turns it ([`Posed`](crate::Posed)).
///
/// ```
/// use geom::{Ellipse, Point, Pose, Posed, Support, Vec2};
/// let egg = Ellipse::new([0.0, 0.0], [2.0, 1.0])?;
/// assert!(egg.contains(Point::new(1.9, 0.0)) && !egg.contains(Point::new(0.0, 1.9)));
/// let upright = Posed::new(egg, Pose::new([0.0, 5.0], std::f32::consts::FRAC_PI_2));
/// assert!((upright.support(Vec2::new(0.0, 1.0)) - Point::new(0.0, 7.0)).norm() < 1e-5);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::serialized::EllipseData", into = "crate::serialized::EllipseData")
)]
pub struct Ellipse {
    center: Point,
    half_axes: Vec2,
}

impl Ellipse {
    /// Around `center` (m) with half the width and the height, m, both positive.
    ///
    /// # Errors
    /// [`ShapeError`] naming the number that is wrong.
    pub fn new(center: impl Into<Point>, half_axes: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (center, half_axes) = (center.into(), half_axes.into());
        finite("center.x", center.x)?;
        finite("center.y", center.y)?;
        positive("half_axes.x", half_axes.x)?;
        positive("half_axes.y", half_axes.y)?;
        Ok(Self { center, half_axes })
    }

    /// The centre, m.
    #[must_use]
    pub fn center(&self) -> Point {
        self.center
    }

    /// Half the width and the height, m.
    #[must_use]
    pub fn half_axes(&self) -> Vec2 {
        self.half_axes
    }

    /// Whether `point` (m, in the frame of the ellipse) lies in it; its border belongs to it.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        (point - self.center).component_div(&self.half_axes).norm_squared() <= 1.0
    }

    /// The enclosed area, m^2.
    #[must_use]
    pub fn area(&self) -> f32 {
        PI * self.half_axes.x * self.half_axes.y
    }

    /// Mass, centre and inertia for an even `density` (kg/m^2).
    ///
    /// # Errors
    /// [`MassError`] for a density that is not finite or is negative, and for a mass beyond f32.
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let area = self.area();
        MassProperties::from_moments(area, self.center, 0.25 * area * self.half_axes.norm_squared(), density)
    }

    /// The smallest box around the ellipse at `pose`. Its half extents are the lengths of the rows of the map that
    /// makes the ellipse from the unit circle, R diag(a, b).
    #[must_use]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let crate::Rot { cos, sin } = pose.rotation;
        let (a, b) = (self.half_axes.x, self.half_axes.y);
        let (wide, high) = ([a * cos, b * sin], [a * sin, b * cos]);
        let length = |[x, y]: [f32; 2]| sqrt(x * x + y * y);
        Aabb::around(pose * self.center, [length(wide), length(high)])
    }
}

impl Support for Ellipse {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        // Made unit before it is stretched too: a small direction times a small axis would vanish.
        let stretched = unit(direction).and_then(|d| unit(d.component_mul(&self.half_axes)));
        self.center + stretched.unwrap_or_else(Vec2::zeros).component_mul(&self.half_axes)
    }
}
