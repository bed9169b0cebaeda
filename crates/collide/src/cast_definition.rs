//! What a shape cast is given, and what a search for its hit gives back.

use crate::sweep::Sweep;
use geom::{Point, Pose, Shape, Vec2};

/// A shape that moves along a straight line, and may [turn](ShapeCast::turning).
///
/// ```
/// use collide::ShapeCast;
/// use collide::geom::{Pose, Shape};
/// let crate_ = Shape::rectangle(0.5, 0.5)?;
/// // Falls 10 m, but only the first half counts.
/// let cast = ShapeCast { max_fraction: 0.5, ..ShapeCast::new(&crate_, Pose::at([0.0, 8.0]), [0.0, -10.0]) };
/// let ground = Shape::half_space([0.0, 1.0], 0.0)?;
/// assert!(collide::cast_shape(&ground, Pose::IDENTITY, &cast).is_none());
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("b2ShapeCastInput", "ShapeCastOptions"))]
pub struct ShapeCast<'a> {
    /// The moving shape.
    pub shape: &'a Shape,
    /// The pose at fraction 0.
    pub start: Pose,
    /// The motion from fraction 0 to 1, m; may be zero. If the shape turns, [`ShapeCast::center`] moves by
    /// it.
    pub translation: Vec2,
    /// The cast ends at this fraction. Not negative; may be infinite.
    pub max_fraction: f32,
    /// The turn until fraction 1, radians, counter-clockwise; may be more than a full turn.
    pub turn: f32,
    /// The point about which the shape turns, in its frame, m.
    pub center: Point,
}

impl<'a> ShapeCast<'a> {
    /// A cast of `shape` from `start` by `translation` (m).
    #[must_use]
    pub fn new(shape: &'a Shape, start: Pose, translation: impl Into<Vec2>) -> Self {
        let (translation, center) = (translation.into(), Point::origin());
        Self { shape, start, translation, max_fraction: 1.0, turn: 0.0, center }
    }

    /// The same cast, turning by [`angle`](ShapeCast::turn) about the origin of the shape's frame, or
    /// [`about`](ShapeCast::about) another point.
    ///
    /// ```
    /// use collide::geom::{Pose, Shape};
    /// use collide::{ShapeCast, cast_shape};
    /// use std::f32::consts::PI;
    /// // A bar of 2 m turns on the spot by half a turn, until its side meets a small ball.
    /// let (bar, ball) = (Shape::capsule([-1.0, 0.0], [1.0, 0.0], 0.1)?, Shape::circle(0.1)?);
    /// let swing = ShapeCast::new(&bar, Pose::IDENTITY, [0.0, 0.0]).turning(PI);
    /// let hit = cast_shape(&ball, Pose::at([0.0, 0.8]), &swing).unwrap();
    /// // The line of the bar is 0.2 m from the middle of the ball.
    /// assert!((hit.fraction * PI - (PI / 2.0 - (0.2_f32 / 0.8).asin())).abs() < 1e-3);
    /// # Ok::<(), collide::geom::ShapeError>(())
    /// ```
    #[must_use]
    #[doc(alias = "cast_shape_nonlinear")]
    #[doc(alias = "NonlinearRigidMotion")]
    pub fn turning(self, angle: f32) -> Self {
        Self { turn: angle, ..self }
    }

    /// The same cast, turning about `center` (in the shape's frame, m).
    #[must_use]
    pub fn about(self, center: impl Into<Point>) -> Self {
        Self { center: center.into(), ..self }
    }

    /// The pose at a fraction of the translation.
    ///
    /// ```
    /// use collide::ShapeCast;
    /// use collide::geom::{Pose, Shape};
    /// let ball = Shape::circle(0.5)?;
    /// let cast = ShapeCast::new(&ball, Pose::at([1.0, 2.0]), [4.0, 0.0]);
    /// assert_eq!(cast.pose_at(0.25), Pose::at([2.0, 2.0]));
    /// # Ok::<(), collide::geom::ShapeError>(())
    /// ```
    #[must_use]
    pub fn pose_at(&self, fraction: f32) -> Pose {
        if self.turn != 0.0 {
            return Sweep::new(self.start, self.translation, self.turn).about(self.center).pose_at(fraction);
        }
        Pose { position: self.start.position + self.translation * fraction, ..self.start }
    }
}

/// A hit in the frame of the target.
pub(crate) struct Touch {
    pub(crate) fraction: f64,
    /// m.
    pub(crate) point: Point,
    pub(crate) normal: Vec2,
}
