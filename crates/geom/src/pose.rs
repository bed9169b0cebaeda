//! Rotations and rigid motions of the plane.
//!
//! Own types rather than nalgebra's `UnitComplex` and `Isometry2`: they are `repr(C)` plain old data that can
//! be copied as bytes, and their `from_angle` gives the same bits on every platform. They convert both ways.
//!
//! Seed 001, section Model Matrix: a shape's vertices are rotated, then translated, M = T R.

use crate::{Point, Vec2};
use bytemuck::{Pod, Zeroable};
use compute::math;
use core::ops::Mul;
use nalgebra::{Isometry2, Matrix3, UnitComplex};

/// A rotation, as the cosine and sine of its angle.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Rot {
    /// Cosine of the angle.
    pub cos: f32,
    /// Sine of the angle.
    pub sin: f32,
}

impl Default for Rot {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rot {
    /// No rotation.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// By `angle` radians, counter-clockwise, any finite number. The same bits on every platform.
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        let (sin, cos) = math::sin_cos(angle);
        Self { cos, sin }
    }

    /// The angle, rad, in (-pi, pi].
    #[must_use]
    pub fn angle(self) -> f32 {
        math::atan2(self.sin, self.cos)
    }

    /// The rotation that undoes this one.
    #[inline(always)]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }

    /// With the length of (cos, sin) set to one again, which products of many rotations slowly leave.
    /// The identity if there is no direction left to keep.
    #[inline]
    #[must_use]
    pub fn normalized(self) -> Self {
        let length = math::sqrt(self.cos * self.cos + self.sin * self.sin);
        if length > 0.0 { Self { cos: self.cos / length, sin: self.sin / length } } else { Self::IDENTITY }
    }

    /// `v` turned back: `self.inverse() * v`.
    #[inline(always)]
    #[must_use]
    pub fn inverse_rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// Whether both numbers are finite.
    #[inline]
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.cos.is_finite() && self.sin.is_finite()
    }
}

impl Mul for Rot {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self {
            cos: self.cos * other.cos - self.sin * other.sin,
            sin: self.sin * other.cos + self.cos * other.sin,
        }
    }
}

impl Mul<Vec2> for Rot {
    type Output = Vec2;
    #[inline(always)]
    fn mul(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }
}

impl From<UnitComplex<f32>> for Rot {
    fn from(rotation: UnitComplex<f32>) -> Self {
        Self { cos: rotation.re, sin: rotation.im }
    }
}

impl From<Rot> for UnitComplex<f32> {
    fn from(rotation: Rot) -> Self {
        Self::new_unchecked(nalgebra::Complex::new(rotation.cos, rotation.sin))
    }
}

/// A rigid motion: rotate about the origin, then translate.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Pose {
    /// Where the origin goes, m.
    pub position: Point,
    /// How directions turn.
    pub rotation: Rot,
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// Stays where it is.
    pub const IDENTITY: Self = Self { position: Point::new(0.0, 0.0), rotation: Rot::IDENTITY };

    /// At `position` (m), turned by `angle` (radians, counter-clockwise).
    ///
    /// ```
    /// use geom::{Point, Pose};
    /// let pose = Pose::new([1.0, 2.0], std::f32::consts::FRAC_PI_2);
    /// let moved = pose * Point::new(1.0, 0.0);
    /// assert!((moved - Point::new(1.0, 3.0)).norm() < 1e-6);
    /// ```
    #[must_use]
    pub fn new(position: impl Into<Point>, angle: f32) -> Self {
        Self { position: position.into(), rotation: Rot::from_angle(angle) }
    }

    /// At `position` (m), not turned.
    #[must_use]
    pub fn at(position: impl Into<Point>) -> Self {
        Self { position: position.into(), rotation: Rot::IDENTITY }
    }

    /// The motion that undoes this one.
    #[inline(always)]
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        Self { position: Point::from(rotation * -self.position.coords), rotation }
    }

    /// The point (m) that this motion takes to `p` (m).
    #[inline(always)]
    #[must_use]
    pub fn inverse_transform(self, p: Point) -> Point {
        Point::from(self.rotation.inverse_rotate(p - self.position))
    }

    /// `other` as seen from this pose: `self.inverse() * other`, with the positions subtracted first, which
    /// keeps what two poses far from the origin have between them.
    #[inline(always)]
    #[must_use]
    pub fn relative(self, other: Self) -> Self {
        Self {
            position: self.inverse_transform(other.position),
            rotation: self.rotation.inverse() * other.rotation,
        }
    }

    /// The model matrix of seed 001: homogeneous, rotate then translate.
    #[must_use]
    pub fn to_matrix(self) -> Matrix3<f32> {
        let Rot { cos, sin } = self.rotation;
        Matrix3::new(cos, -sin, self.position.x, sin, cos, self.position.y, 0.0, 0.0, 1.0)
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.position.x.is_finite() && self.position.y.is_finite() && self.rotation.is_finite()
    }
}

impl Mul<Point> for Pose {
    type Output = Point;
    #[inline(always)]
    fn mul(self, p: Point) -> Point {
        self.position + self.rotation * p.coords
    }
}

impl Mul for Pose {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self { position: self * other.position, rotation: self.rotation * other.rotation }
    }
}

impl From<Isometry2<f32>> for Pose {
    fn from(isometry: Isometry2<f32>) -> Self {
        Self { position: isometry.translation.vector.into(), rotation: isometry.rotation.into() }
    }
}

impl From<Pose> for Isometry2<f32> {
    fn from(pose: Pose) -> Self {
        Self::from_parts(pose.position.into(), pose.rotation.into())
    }
}

const _: () = assert!(size_of::<Pose>() == 16 && align_of::<Pose>() == 4);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pose() -> impl Strategy<Value = Pose> {
        (-50.0_f32..50.0, -50.0_f32..50.0, -4.0_f32..4.0).prop_map(|(x, y, angle)| Pose::new([x, y], angle))
    }

    fn point() -> impl Strategy<Value = Point> {
        (-50.0_f32..50.0, -50.0_f32..50.0).prop_map(|(x, y)| Point::new(x, y))
    }

    // 1e-4 m: some rounding steps of f32 at 100 m (6e-6 each).
    const CLOSE: f32 = 1e-4;

    proptest! {
        /// Moving there and back is no motion, in each of the ways to write "back".
        #[test]
        fn inverse_undoes(a in pose(), p in point()) {
            prop_assert!((a.inverse() * (a * p) - p).norm() < CLOSE);
            prop_assert!((a.inverse_transform(a * p) - p).norm() < CLOSE);
        }

        /// A product moves as its factors in turn, and `relative` is the factor that is missing.
        #[test]
        fn products_compose(a in pose(), b in pose(), p in point()) {
            prop_assert!(((a * b) * p - a * (b * p)).norm() < CLOSE);
            prop_assert!((a * a.relative(b) * p - b * p).norm() < 2.0 * CLOSE);
        }

        /// The model matrix and nalgebra's isometry move points as the pose does.
        #[test]
        fn other_forms_agree(a in pose(), p in point()) {
            prop_assert!((a.to_matrix().transform_point(&p) - a * p).norm() < CLOSE);
            prop_assert!((Isometry2::from(a) * p - a * p).norm() < CLOSE);
            prop_assert_eq!(Pose::from(Isometry2::from(a)), a);
            let inverse = a.to_matrix().try_inverse().unwrap();
            prop_assert!((inverse.transform_point(&p) - a.inverse() * p).norm() < CLOSE);
        }

        /// An angle survives the way through cosine and sine.
        #[test]
        fn angle_round_trip(angle in -3.1_f32..3.1) {
            prop_assert!((Rot::from_angle(angle).angle() - angle).abs() < 1e-6);
        }
    }
}
