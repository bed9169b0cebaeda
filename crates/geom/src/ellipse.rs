//! Ellipses: a smooth shape that is no rounded hull, for algorithms that need only a support function.
//!
//! ```text
//!   border    (x / a)^2 + (y / b)^2 = 1     a, b the half axes, along x and y of its frame
//!   support   (a u_x, b u_y), with u the unit vector of (a d_x, b d_y): the support point of the unit
//!             circle, in the direction d stretched by (a, b), is itself stretched by (a, b)
//!   area      pi a b;   second moment about the centre   pi a b (a^2 + b^2) / 4
//! ```
//!
//! Source: *Souto, Video Game Physics II*, Support Functions, mentions ellipses; the formulas are those of
//! the unit circle under (x, y) -> (a x, b y). The narrow phase relies on rounded hulls, so the collider of
//! an ellipse is a polygon of the same area, [`Ellipse::polygon`].

use crate::shape::{finite_point, positive};
use crate::vector::unit;
use crate::{
    Aabb, BoundingCircle, MassError, MassProperties, Obb, Point, Polygon, Pose, Rot, ShapeError, Support,
    Vec2,
};
use compute::math::{max, sqrt};
use core::f32::consts::PI;

/// A filled ellipse with axes along x and y of its frame. [`Posed`](crate::Posed) rotates it.
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
pub struct Ellipse {
    center: Point,
    half_axes: Vec2,
}

impl Ellipse {
    /// Around `center` (m) with half the width and half the height, m, both positive.
    ///
    /// # Errors
    /// [`ShapeError`] names the wrong number.
    pub fn new(center: impl Into<Point>, half_axes: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let center = finite_point(["center.x", "center.y"], center.into())?;
        let half_axes = half_axes.into();
        positive("half_axes.x", half_axes.x)?;
        positive("half_axes.y", half_axes.y)?;
        Ok(Self { center, half_axes })
    }

    /// The centre, m.
    #[must_use]
    pub fn center(&self) -> Point {
        self.center
    }

    /// Half the width and half the height, m.
    #[must_use]
    pub fn half_axes(&self) -> Vec2 {
        self.half_axes
    }

    /// Whether `point` (m, in its frame) lies in the ellipse or on its border.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        (point - self.center).component_div(&self.half_axes).norm_squared() <= 1.0
    }

    /// Its collider: a polygon of 3 to 256 `sides`. Its corners lie at equal angles of the unit circle
    /// stretched to the ellipse, moved outwards so that area and mass are the ellipse's. With 32 sides its
    /// border is within 0.4% of the half axes, with twice as many a quarter of that. The more sides, the
    /// longer it rocks before it rests.
    ///
    /// # Errors
    /// [`ShapeError`] for a number of sides out of range, or sides that are too short.
    ///
    /// ```
    /// use geom::{Ellipse, Shape};
    /// let egg = Ellipse::new([0.0, 0.0], [0.5, 0.3])?;
    /// let collider = Shape::Polygon(egg.polygon(32)?);
    /// assert!((collider.mass_properties(1.0)?.mass - egg.area()).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn polygon(&self, sides: usize) -> Result<Polygon, ShapeError> {
        if sides < 3 {
            return Err(ShapeError::VertexCount(sides));
        }
        let turn = Rot::from_angle(2.0 * PI / sides as f32);
        // n sin(2 pi / n) / 2 is the area of the polygon in the unit circle.
        let outwards = sqrt(2.0 * PI / (sides as f32 * turn.sin));
        let corner = |i: usize| {
            let unit = Rot::from_angle(2.0 * PI * i as f32 / sides as f32);
            self.center + Vec2::new(unit.cos, unit.sin).component_mul(&self.half_axes) * outwards
        };
        Polygon::new((0..sides).map(corner))
    }

    /// The area, m^2.
    #[must_use]
    pub fn area(&self) -> f32 {
        PI * self.half_axes.x * self.half_axes.y
    }

    /// The rectangle of least area around it at `pose`, its longer side along its x axis.
    ///
    /// ```
    /// use geom::{Ellipse, Pose, Vec2};
    /// let obb = Ellipse::new([0.0, 1.0], [0.3, 0.5])?.obb(Pose::at([2.0, 0.0]));
    /// assert_eq!((obb.center, obb.half_extents), ([2.0, 1.0].into(), Vec2::new(0.5, 0.3)));
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn obb(&self, pose: Pose) -> Obb {
        let (x, y) = (self.half_axes.x, self.half_axes.y);
        let (half_extents, rotation) = if x >= y {
            (self.half_axes, pose.rotation)
        } else {
            (Vec2::new(y, x), pose.rotation * Rot { cos: 0.0, sin: 1.0 })
        };
        Obb { center: pose * self.center, half_extents, rotation }
    }

    /// The smallest circle around it, in its frame.
    ///
    /// ```
    /// let circle = geom::Ellipse::new([0.0, 1.0], [0.3, 0.5])?.bounding_circle();
    /// assert_eq!((circle.center, circle.radius), ([0.0, 1.0].into(), 0.5));
    /// # Ok::<(), geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn bounding_circle(&self) -> BoundingCircle {
        BoundingCircle { center: self.center, radius: max(self.half_axes.x, self.half_axes.y) }
    }

    /// The mass properties for a uniform `density` (kg/m^2).
    ///
    /// # Errors
    /// [`MassError`] if the density is negative or not finite, or if the mass or inertia exceeds f32.
    pub fn mass_properties(&self, density: f32) -> Result<MassProperties, MassError> {
        let area = self.area();
        MassProperties::from_moments(area, self.center, 0.25 * area * self.half_axes.norm_squared(), density)
    }

    /// The smallest box around it at `pose`, m: its half extents are the lengths of the rows of R diag(a, b),
    /// which maps the unit circle to the ellipse.
    #[must_use]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        let Rot { cos, sin } = pose.rotation;
        let (a, b) = (self.half_axes.x, self.half_axes.y);
        let (first_row, second_row) = ([a * cos, b * sin], [a * sin, b * cos]);
        let length = |[x, y]: [f32; 2]| sqrt(x * x + y * y);
        Aabb::around(pose * self.center, [length(first_row), length(second_row)])
    }
}

impl Support for Ellipse {
    #[inline]
    fn support(&self, direction: Vec2) -> Point {
        // A small direction times a small axis would underflow.
        let stretched = unit(direction).and_then(|d| unit(d.component_mul(&self.half_axes)));
        self.center + stretched.unwrap_or_else(Vec2::zeros).component_mul(&self.half_axes)
    }
}
