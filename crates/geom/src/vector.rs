//! Positions, directions, and the products of the plane.
//!
//! A position is a [`Point`], a direction or difference is a [`Vec2`]: moving a point by a pose adds the
//! translation, moving a direction does not, and the types keep the two apart.

use compute::math::{max, sqrt};

/// A position, m.
pub type Point = nalgebra::Point2<f32>;

/// A direction, a difference of positions, a velocity.
pub type Vec2 = nalgebra::Vector2<f32>;

/// The z component of the product of two plane vectors, m^2 of two lengths: positive if `b` lies to the left of `a`,
/// and the signed area between them.
///
/// (nalgebra's `perp`, under the name the field uses.)
#[inline(always)]
#[must_use]
pub fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// `v` turned a quarter turn counter-clockwise.
#[inline(always)]
#[must_use]
pub fn left_normal(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// `v` turned a quarter turn clockwise: for an edge of a counter-clockwise polygon, the side that is outside.
#[inline(always)]
#[must_use]
pub fn right_normal(v: Vec2) -> Vec2 {
    Vec2::new(v.y, -v.x)
}

/// The squared distance of two points, m^2.
#[inline(always)]
#[must_use]
pub fn distance_squared(a: Point, b: Point) -> f32 {
    (b - a).norm_squared()
}

/// `v` made a length of one; `None` if it is zero or not finite. Lengths whose square would leave the range of f32
/// are welcome.
#[inline]
pub(crate) fn unit(v: Vec2) -> Option<Vec2> {
    let largest = max(v.x.abs(), v.y.abs());
    if !(largest > 0.0 && v.x.is_finite() && v.y.is_finite()) {
        return None;
    }
    let scaled = v / largest;
    Some(scaled / sqrt(scaled.norm_squared()))
}
