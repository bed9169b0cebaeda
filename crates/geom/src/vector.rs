//! Positions, directions, and the products of the plane.
//!
//! A position is a [`Point`]; a direction or a difference of positions, which a pose does not translate, is a
//! [`Vec2`].

use compute::math::{max, sqrt};

/// A position, m.
pub type Point = nalgebra::Point2<f32>;

/// A direction, a difference of positions, a velocity.
pub type Vec2 = nalgebra::Vector2<f32>;

/// The z component of the cross product, nalgebra's `perp`: positive if `b` lies to the left of `a`; of two
/// lengths (m) the signed area of their parallelogram, m^2.
///
/// ```
/// use geom::{Vec2, cross};
/// assert_eq!(cross(Vec2::new(2.0, 0.0), Vec2::new(0.0, 3.0)), 6.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// `v` rotated by a quarter turn counter-clockwise.
#[inline(always)]
#[must_use]
pub fn left_normal(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// `v` rotated by a quarter turn clockwise. For an edge of a counter-clockwise polygon it points outwards.
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

/// `None` if `v` is zero or not finite. Also for lengths whose square f32 cannot hold.
#[inline]
pub(crate) fn unit(v: Vec2) -> Option<Vec2> {
    let largest = max(v.x.abs(), v.y.abs());
    if !(largest > 0.0 && v.x.is_finite() && v.y.is_finite()) {
        return None;
    }
    let scaled = v / largest;
    Some(scaled / sqrt(scaled.norm_squared()))
}

#[inline(always)]
pub(crate) fn is_finite(p: Point) -> bool {
    p.x.is_finite() && p.y.is_finite()
}

pub(crate) fn first_not_finite(points: &[Point]) -> Option<(usize, Point)> {
    points.iter().copied().enumerate().find(|&(_, p)| !is_finite(p))
}
