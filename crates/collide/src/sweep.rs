//! The way of a body through one step: its centre of mass on a straight line, and an even turn about it.
//!
//! ```text
//!   start --.                      position of the centre  c(t) = c0 + t d
//!            `-- o --.             angle                   a(t) = a0 + t w      t from 0 to 1
//!                     `-- end
//! ```
//!
//! That is how a body moves between two steps while no force acts, so it is the way on which to look for impacts.
//! The turn is a number, not the difference of two rotations, so that a wheel may go round many times.
//!
//! Source: seed 004, section Continuous Collision Detection; Catto, GDC 2013. Both blend two poses, so that a turn
//! by more than half comes out as one the other way.

use bytemuck::{Pod, Zeroable};
use geom::{Point, Pose, Rot, Vec2};

/// Where a body is at each fraction, from 0 to 1, of a step.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Sweep {
    /// The pose at fraction 0.
    pub start: Pose,
    /// The point of the body, in its frame, that moves on a straight line, m: its centre of mass.
    pub center: Point,
    /// The way of that point over the whole step, m.
    pub translation: Vec2,
    /// The turn over the whole step, radians, counter-clockwise; more than a full turn is allowed.
    pub angle: f32,
}

impl Sweep {
    /// Stays at `pose`.
    #[must_use]
    pub fn still(pose: Pose) -> Self {
        Self::new(pose, Vec2::zeros(), 0.0)
    }

    /// From `start` by `translation` (m), turning by `angle` (radians) about the origin of the body's frame.
    #[must_use]
    pub fn new(start: Pose, translation: impl Into<Vec2>, angle: f32) -> Self {
        Self { start, center: Point::origin(), translation: translation.into(), angle }
    }

    /// The same, turning about `center` (m, in the frame of the body); it is then this point that moves by the
    /// translation.
    #[must_use]
    pub fn about(self, center: impl Into<Point>) -> Self {
        Self { center: center.into(), ..self }
    }

    /// From one pose to another by the shorter turn, about `center` (m, in the frame of the body).
    ///
    /// ```
    /// use collide::Sweep;
    /// use geom::{Point, Pose};
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

    /// The rotation at a fraction, of which 0 is the start and 1 the end; others go on at the same rate.
    #[inline]
    #[must_use]
    pub fn rotation_at(&self, fraction: f32) -> Rot {
        if self.angle == 0.0 {
            return self.start.rotation;
        }
        self.start.rotation * Rot::from_angle(self.angle * fraction)
    }

    /// The pose at a fraction, of which 0 is the start and 1 the end; others go on at the same rate. A turn of many radians is as exact as f32 holds them: 100 radians to 4e-6.
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
