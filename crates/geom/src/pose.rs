//! Rotations and rigid motions of the plane.
//!
//! Unlike nalgebra's `UnitComplex` and `Isometry2`, from and to which they convert, they are plain data, and
//! `Rot::from_angle` gives the same bits on every platform. *Sotirov 2022*, section Model Matrix: rotate,
//! then translate, M = T R.

use crate::{Point, Vec2};
use bytemuck::{Pod, Zeroable};
use compute::math;
use core::ops::Mul;
use nalgebra::{Isometry2, Matrix3, UnitComplex};

/// A rotation, as the cosine and sine of its angle.
///
/// ```
/// use geom::{Rot, Vec2};
/// let quarter = Rot::from_angle(std::f32::consts::FRAC_PI_2);
/// assert!((quarter * Vec2::new(1.0, 0.0) - Vec2::new(0.0, 1.0)).norm() < 1e-6);
/// assert!(((quarter * quarter).angle().abs() - std::f32::consts::PI).abs() < 1e-6);
/// ```
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

    /// By `angle` radians, counter-clockwise, any finite number, with the same bits on every platform.
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

    /// The inverse rotation.
    #[inline(always)]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }

    /// The rotation with (cos, sin) of length one, which a product of many has not exactly. The identity if
    /// the length is zero.
    #[inline]
    #[must_use]
    pub fn normalized(self) -> Self {
        let length = math::sqrt(self.cos * self.cos + self.sin * self.sin);
        if length > 0.0 { Self { cos: self.cos / length, sin: self.sin / length } } else { Self::IDENTITY }
    }

    /// `self.inverse() * v`.
    #[inline(always)]
    #[must_use]
    pub fn inverse_rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }

    /// Whether cosine and sine are finite.
    #[inline]
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.cos.is_finite() && self.sin.is_finite()
    }

    /// The rotation to `other` the shorter way round, rad, in (-pi, pi].
    #[must_use]
    pub fn angle_to(self, other: Self) -> f32 {
        (self.inverse() * other).angle()
    }

    /// The rotation a share `t` of the way to `other`, the shorter way round, at a constant rate;
    /// counter-clockwise for half a turn. `t` 0 and 1 give the two bit for bit; other values extrapolate.
    ///
    /// ```
    /// use geom::Rot;
    /// // From 170 to -170 degrees the shorter way leads over 180 degrees.
    /// let [a, b] = [170.0_f32, -170.0].map(|degrees| Rot::from_angle(degrees.to_radians()));
    /// assert!((a.lerp(b, 0.25).angle().to_degrees() - 175.0).abs() < 1e-3);
    /// ```
    #[doc(alias = "slerp")]
    #[doc(alias = "nlerp")]
    #[must_use]
    pub fn lerp(self, other: Self, t: f32) -> Self {
        if t == 0.0 || self == other {
            self
        } else if t == 1.0 {
            other
        } else {
            self * Self::from_angle(t * self.angle_to(other))
        }
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

/// A rigid motion: rotate about the origin, then translate. A body's pose maps its frame to the world.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Pose {
    /// The image of the origin, m.
    pub position: Point,
    /// It also applies to directions.
    pub rotation: Rot,
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: Point::new(0.0, 0.0), rotation: Rot::IDENTITY };

    /// At `position` (m), rotated by `angle` (radians, counter-clockwise).
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

    /// At `position` (m), not rotated.
    #[must_use]
    pub fn at(position: impl Into<Point>) -> Self {
        Self { position: position.into(), rotation: Rot::IDENTITY }
    }

    /// The inverse motion.
    #[inline(always)]
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        Self { position: Point::from(rotation * -self.position.coords), rotation }
    }

    /// `self.inverse() * p`, m, with the positions subtracted first.
    #[inline(always)]
    #[must_use]
    pub fn inverse_transform(self, p: Point) -> Point {
        Point::from(self.rotation.inverse_rotate(p - self.position))
    }

    /// `other` in the frame of this pose: `self.inverse() * other`, with the positions subtracted first,
    /// which is accurate far from the origin.
    #[inline(always)]
    #[must_use]
    pub fn relative(self, other: Self) -> Self {
        Self {
            position: self.inverse_transform(other.position),
            rotation: self.rotation.inverse() * other.rotation,
        }
    }

    /// Homogeneous, rotate, then translate: the model matrix of *Sotirov 2022*.
    #[must_use]
    pub fn to_matrix(self) -> Matrix3<f32> {
        let Rot { cos, sin } = self.rotation;
        Matrix3::new(cos, -sin, self.position.x, sin, cos, self.position.y, 0.0, 0.0, 1.0)
    }

    /// The pose a share `t` of the way to `other`: the origin moves straight, the rotation the shorter way
    /// round. `t` 0 and 1 give the two bit for bit; other values extrapolate. For a body that rotates, see
    /// [`Pose::lerp_about`].
    ///
    /// ```
    /// use geom::{Point, Pose};
    /// let middle = Pose::new([0.0, 0.0], 3.0).lerp(Pose::new([2.0, 4.0], -3.0), 0.5);
    /// assert_eq!(middle.position, Point::new(1.0, 2.0));
    /// assert!((middle.rotation.angle().abs() - std::f32::consts::PI).abs() < 1e-6); // not 0
    /// ```
    #[doc(alias = "interpolate")]
    #[must_use]
    pub fn lerp(self, other: Self, t: f32) -> Self {
        self.lerp_about(other, Point::origin(), t)
    }

    /// [`Pose::lerp`], where `center`, a point of the moving frame (m), moves straight: for a body the centre
    /// of mass, so that its rotation does not shake it.
    #[must_use]
    pub fn lerp_about(self, other: Self, center: Point, t: f32) -> Self {
        if t == 0.0 || self == other {
            return self;
        }
        if t == 1.0 {
            return other;
        }
        let rotation = self.rotation.lerp(other.rotation, t);
        // The straight path minus the turning arm from the origin to the centre; exactly zero if they are
        // one.
        let straight = self.position + (other.position - self.position) * t;
        let arm = |rotation: Rot| rotation * center.coords;
        let (from, to) = (arm(self.rotation), arm(other.rotation));
        Self { position: straight + (from + (to - from) * t - arm(rotation)), rotation }
    }

    /// Whether position and rotation are finite.
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

    /// m. Some roundings of f32 at 100 m, of 6e-6 m each.
    const CLOSE: f32 = 1e-4;

    proptest! {
        /// A motion followed by its inverse leaves a point where it was, in both ways to write the inverse.
        #[test]
        fn inverse_undoes_the_motion(a in pose(), p in point()) {
            prop_assert!((a.inverse() * (a * p) - p).norm() < CLOSE);
            prop_assert!((a.inverse_transform(a * p) - p).norm() < CLOSE);
        }

        /// A product moves a point as its factors do, one after the other; `a * a.relative(b)` is `b`.
        #[test]
        fn products_compose_and_relative_is_the_missing_factor(a in pose(), b in pose(), p in point()) {
            prop_assert!(((a * b) * p - a * (b * p)).norm() < CLOSE);
            prop_assert!((a * a.relative(b) * p - b * p).norm() < 2.0 * CLOSE);
        }

        /// The matrix and nalgebra's isometry move points as the pose does.
        #[test]
        fn matrix_and_isometry_move_points_as_the_pose(a in pose(), p in point()) {
            prop_assert!((a.to_matrix().transform_point(&p) - a * p).norm() < CLOSE);
            prop_assert!((Isometry2::from(a) * p - a * p).norm() < CLOSE);
            prop_assert_eq!(Pose::from(Isometry2::from(a)), a);
            let inverse = a.to_matrix().try_inverse().unwrap();
            prop_assert!((inverse.transform_point(&p) - a.inverse() * p).norm() < CLOSE);
        }

        /// A body that moves its centre at a constant velocity and rotates at a constant rate, by less than
        /// half a turn, is found at every moment between two poses; at the ends with the same bits.
        #[test]
        fn lerp_about_the_center_follows_a_uniform_motion(
            start in pose(), center in point(), velocity in point(), turn in -3.1_f32..3.1, t in 0.0_f32..1.0
        ) {
            let at = |t: f32| {
                let rotation = start.rotation * Rot::from_angle(turn * t);
                let moved = start * center + velocity.coords * t;
                Pose { position: moved - rotation * center.coords, rotation }
            };
            let (a, b) = (at(0.0), at(1.0));
            let (found, expected) = (a.lerp_about(b, center, t), at(t));
            // Levers of up to 70 m times 1e-6 rad.
            prop_assert!((found.position - expected.position).norm() < 2.0 * CLOSE, "{found:?} {expected:?}");
            prop_assert!(found.rotation.angle_to(expected.rotation).abs() < 2e-6);
            prop_assert_eq!((a.lerp_about(b, center, 0.0), a.lerp_about(b, center, 1.0)), (a, b));
        }

        /// The way between two rotations is the shorter one, and the same in both directions.
        #[test]
        fn rotation_lerp_takes_the_shorter_way(a in -4.0_f32..4.0, turn in -3.1_f32..3.1, t in 0.0_f32..1.0) {
            let (from, to) = (Rot::from_angle(a), Rot::from_angle(a) * Rot::from_angle(turn));
            prop_assert!((from.angle_to(from.lerp(to, t)) - t * turn).abs() < 2e-6);
            prop_assert!(from.lerp(to, t).angle_to(to.lerp(from, 1.0 - t)).abs() < 2e-6);
        }

        /// The angle of the rotation by an angle is that angle.
        #[test]
        fn angle_survives_the_round_trip_through_cosine_and_sine(angle in -3.1_f32..3.1) {
            prop_assert!((Rot::from_angle(angle).angle() - angle).abs() < 1e-6);
        }
    }
}
