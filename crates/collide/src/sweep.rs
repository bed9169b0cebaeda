//! The motion of a body during one step: its centre of mass moves straight, and it rotates steadily.
//!
//! ```text
//!   start --.                position of the centre:  start * center + fraction * translation
//!            `-- o --.       angle:                   start angle    + fraction * angle
//!                     `-- end                         fraction: from 0 to 1
//! ```
//!
//! A body without forces moves like this. The rotation is a number, so that a wheel may turn many times:
//! Souto, Video Game Physics II, section Continuous Collision Detection, and Catto, GDC 2013, interpolate two
//! poses, which turns more than half a turn into a smaller one backwards.

use bytemuck::{Pod, Zeroable};
use geom::{Point, Pose, Rot, Vec2};

/// The motion of a body during a step.
///
/// ```
/// use collide::Sweep;
/// use collide::geom::{Point, Pose};
/// // Moves 2 m to the right and rotates by half a turn, about its own origin.
/// let sweep = Sweep::new(Pose::IDENTITY, [2.0, 0.0], std::f32::consts::PI);
/// let half = sweep.pose_at(0.5);
/// assert!((half.position - Point::new(1.0, 0.0)).norm() < 1e-6);
/// assert!((half.rotation.angle() - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Sweep {
    /// The pose at fraction 0.
    pub start: Pose,
    /// The point that moves straight, in the frame of the body, m: its centre of mass.
    pub center: Point,
    /// The motion of that point over the whole step, m.
    pub translation: Vec2,
    /// The rotation over the whole step, radians, counter-clockwise; may be more than a full turn.
    pub angle: f32,
}

impl Sweep {
    /// The motion of a body at rest.
    #[must_use]
    pub fn still(pose: Pose) -> Self {
        Self::new(pose, Vec2::zeros(), 0.0)
    }

    /// A motion from `start` by `translation` (m), turning by `angle` (radians) about the body's origin.
    #[must_use]
    pub fn new(start: Pose, translation: impl Into<Vec2>, angle: f32) -> Self {
        Self { start, center: Point::origin(), translation: translation.into(), angle }
    }

    /// The same, turning about `center` (m, in the frame of the body), which moves by the translation.
    #[must_use]
    pub fn about(self, center: impl Into<Point>) -> Self {
        Self { center: center.into(), ..self }
    }

    /// A motion from one pose to another by the smaller rotation, about `center` (m, in the frame of the
    /// body).
    ///
    /// ```
    /// use collide::Sweep;
    /// use collide::geom::{Point, Pose};
    /// let (start, end) = (Pose::new([0.0, 0.0], 3.0), Pose::new([2.0, 0.0], -3.0));
    /// let half = Sweep::between(start, end, Point::origin()).pose_at(0.5);
    /// assert!((half.position - Point::new(1.0, 0.0)).norm() < 1e-6);
    /// assert!((half.rotation.angle().abs() - std::f32::consts::PI).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn between(start: Pose, end: Pose, center: Point) -> Self {
        let angle = (start.rotation.inverse() * end.rotation).angle();
        Self { start, center, translation: end * center - start * center, angle }
    }

    /// As for [`Sweep::pose_at`].
    #[inline]
    #[must_use]
    pub fn rotation_at(&self, fraction: f32) -> Rot {
        if self.angle == 0.0 {
            return self.start.rotation;
        }
        self.start.rotation * Rot::from_angle(self.angle * fraction)
    }

    /// 0 is the start, 1 the end; other fractions extrapolate. 100 radians are accurate to 4e-6, as f32
    /// stores the angle.
    #[inline]
    #[must_use]
    pub fn pose_at(&self, fraction: f32) -> Pose {
        let rotation = self.rotation_at(fraction);
        let center = self.start * self.center + self.translation * fraction;
        Pose { position: center - rotation * self.center.coords, rotation }
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let Self { start, center, translation, angle } = self;
        start.is_finite()
            && [center.x, center.y, translation.x, translation.y, *angle]
                .iter()
                .all(|number| number.is_finite())
    }
}

const _: () = assert!(size_of::<Sweep>() == 36);
