//! The wheel joint: a wheel and its suspension.

use super::rows::{
    DIRECTION, JointBehaviour, JointGeometry, NO_LIMITS, RowWriter, check_limits, checked_axis, has,
    relative_angle, spring_or_rigid,
};
use crate::definition::{self, FREE, check_ranges};
use crate::error::DefError;
use geom::{Point, Vec2};
use properties::{Properties, Range, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// B turns freely and moves along an axis of A on a spring, such as the wheel of a car on its suspension; a
/// motor may turn the wheel, and limits bound its translation.
///
/// The translation is how far B's anchor is from A's along the axis, m.
///
/// ```
/// use world::{BodyDef, JointDef, WheelJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let chassis = world.add_body(BodyDef::dynamic().position([0.0, 1.0]))?;
/// let wheel = world.add_body(BodyDef::dynamic().position([1.0, 0.5]))?;
/// // Suspension: straight up, 4 Hz. Clockwise at 20 rad/s with at most 15 N m: to the right.
/// let axle = WheelJoint::new([0.0, 1.0]).anchors([1.0, -0.5], [0.0, 0.0]);
/// let axle = axle.spring(4.0, 0.7).motor(-20.0, 15.0);
/// let joint = world.add_joint(JointDef::new(chassis, wheel, axle))?;
/// world.step(1.0 / 60.0);
/// world.joint_mut(joint)?.change(|axle: WheelJoint| axle.motor(20.0, 15.0))?; // reverse
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2WheelJointDef", "suspension"))]
pub struct WheelJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m: the hub.
    pub anchor_b: Point,
    /// The axis in A's frame, of any length above zero.
    pub axis: Vec2,
    /// Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub damping_ratio: f32,
    /// The least and the greatest translation, m; infinite for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::limits"))]
    pub limits: [f32; 2],
    /// Angular velocity of B relative to A that the motor drives at, rad/s.
    pub motor_speed: f32,
    /// The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing
    /// stops.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_motor_torque: f32,
}

impl Default for WheelJoint {
    /// Along A's y axis.
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            axis: Vec2::new(0.0, 1.0),
            hertz: 0.0,
            damping_ratio: 0.0,
            limits: NO_LIMITS,
            motor_speed: 0.0,
            max_motor_torque: 0.0,
        }
    }
}

impl WheelJoint {
    /// A wheel that moves along `axis`, a direction in A's frame of any length above zero, without spring,
    /// motor and limits.
    #[must_use]
    pub fn new(axis: impl Into<Vec2>) -> Self {
        Self { axis: axis.into(), ..Self::default() }
    }

    /// Sets the anchors, each in its body's frame, m.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Draws the translation to zero by a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// Keeps the translation between `lower` and `upper`, m; infinite for no limit.
    #[must_use]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// Turns B at `speed` (rad/s) relative to A with at most `max_torque` (N m).
    #[must_use]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        (self.motor_speed, self.max_motor_torque) = (speed, max_torque);
        self
    }
}

impl Properties for WheelJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { anchor_a, anchor_b, axis, hertz, damping_ratio, limits, motor_speed, max_motor_torque } =
            self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        definition::vector(visitor, property("axis", "", DIRECTION), axis)?;
        definition::spring(visitor, hertz, damping_ratio)?;
        definition::limits(visitor, "m", limits)?;
        visitor.number(property("motor_speed", "rad/s", FREE), motor_speed)?;
        visitor.number(property("max_motor_torque", "N m", Range::NOT_NEGATIVE_OR_INFINITE), max_motor_torque)
    }
}

impl JointBehaviour for WheelJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        check_limits(self.limits)?;
        Ok(Self { axis: checked_axis(self.axis)?, ..self })
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let (frame, axis) = (at.frame, at.rotation_a * self.axis);
        let along_axis = |rest| ConstraintError::Axis { frame, axis, rest };
        if self.hertz > 0.0 {
            rows.write(along_axis(0.0), spring_or_rigid(self.hertz, self.damping_ratio));
        }
        if self.max_motor_torque > 0.0 {
            let motor = RowMode::motor(self.motor_speed);
            rows.write_limited(relative_angle(0.0), motor, self.max_motor_torque);
        }
        rows.write_limit(self.limits, along_axis);
        // Solved last, so that its error is the smallest: a body beside its axis is the most visible error.
        rows.write(ConstraintError::Axis { frame, axis: geom::left_normal(axis), rest: 0.0 }, RowMode::Rigid);
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        geom::cross(at.rotation_a * self.axis, at.frame.gap).abs()
    }

    has!(anchors, axis, motor: max_motor_torque);
}
