//! The revolute joint: a hinge.

use super::rows::{
    JointBehaviour, JointGeometry, NO_LIMITS, RowWriter, check_limits, has, relative_angle, spring_or_rigid,
};
use crate::definition::{self, FREE, WIDE, check_ranges};
use crate::error::DefError;
use geom::Point;
use properties::{Properties, Range, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// A point of A and a point of B stay together; the bodies turn about it, with a spring that turns B to the
/// reference angle, a motor and limits if wanted.
///
/// The angle of the joint is the angle of B in A's frame minus [`RevoluteJoint::reference_angle`],
/// counter-clockwise, with whole turns counted: from [`RevoluteJoint::start_angle`], or from the number of
/// turns for which the angle is nearest to the limits.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, JointDef, RevoluteJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
/// let wall = world.add_body(BodyDef::fixed())?;
/// let door = world.add_body(BodyDef::dynamic().position([1.0, 0.0]))?;
/// world.add_collider(door, ColliderDef::new(Shape::rectangle(1.0, 0.05)?))?;
/// let hinge = RevoluteJoint::new().anchors([0.0, 0.0], [-1.0, 0.0]).limits(0.0, 1.5).motor(2.0, 10.0);
/// world.add_joint(JointDef::new(wall, door, hinge))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.body(door)?.pose().rotation.angle() - 1.5).abs() < 0.01); // the motor has opened the door
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2RevoluteJointDef", "hinge", "pin"))]
#[doc(alias = "RevoluteJointBuilder")]
pub struct RevoluteJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The angle of B in A's frame at which the angle of the joint is zero, rad.
    pub reference_angle: f32,
    /// The least and the greatest angle of the joint, rad; infinite for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::limits"))]
    pub limits: [f32; 2],
    /// Angular velocity of B relative to A that the motor drives at, rad/s.
    pub motor_speed: f32,
    /// The greatest torque of the motor, N m, not negative; 0 for no motor, infinite for one that nothing
    /// stops.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_motor_torque: f32,
    /// Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 for no spring.
    pub angular_hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub angular_damping_ratio: f32,
    /// Which angle the joint has when it is added, rad, finite: of all angles that differ by whole turns from
    /// that of the bodies, the one nearest to this. `None` for the one nearest to the limits. It matters to a
    /// joint with limits or a spring; one that exists counts on, and has `None`.
    pub start_angle: Option<f32>,
}

impl Default for RevoluteJoint {
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            reference_angle: 0.0,
            limits: NO_LIMITS,
            motor_speed: 0.0,
            max_motor_torque: 0.0,
            angular_hertz: 0.0,
            angular_damping_ratio: 0.0,
            start_angle: None,
        }
    }
}

impl RevoluteJoint {
    /// A hinge through the origins of both bodies, without spring, motor and limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the anchors, each in its body's frame, m.
    #[must_use]
    #[doc(alias("localAnchorA", "localAnchorB", "local_anchor1", "local_anchor2"))]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Sets the angle of B in A's frame at which the angle of the joint is zero, rad.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// Keeps the angle of the joint between `lower` and `upper`, rad; infinite for no limit. Equal limits fix
    /// the angle.
    #[must_use]
    #[doc(alias = "enableLimit")]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// Drives B at `speed` (rad/s) relative to A with at most `max_torque` (N m).
    #[must_use]
    #[doc(alias("enableMotor", "motor_velocity"))]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        (self.motor_speed, self.max_motor_torque) = (speed, max_torque);
        self
    }

    /// Turns B to the reference angle by a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.angular_hertz, self.angular_damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// Begins to count whole turns at the angle nearest to `angle`, rad: for a winch that has been wound up,
    /// or a tense spiral spring.
    #[must_use]
    pub fn start_angle(mut self, angle: f32) -> Self {
        self.start_angle = Some(angle);
        self
    }
}

impl Properties for RevoluteJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            anchor_a,
            anchor_b,
            reference_angle,
            limits,
            start_angle,
            motor_speed,
            max_motor_torque,
            angular_hertz,
            angular_damping_ratio,
        } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        visitor.number(property("reference_angle", "rad", WIDE), reference_angle)?;
        definition::limits(visitor, "rad", limits)?;
        visitor.option("start_angle", start_angle, 0.0, |angle, visitor| {
            visitor.number(property("start_angle", "rad", WIDE), angle)
        })?;
        visitor.number(property("motor_speed", "rad/s", FREE), motor_speed)?;
        visitor
            .number(property("max_motor_torque", "N m", Range::NOT_NEGATIVE_OR_INFINITE), max_motor_torque)?;
        definition::angular_spring(visitor, angular_hertz, angular_damping_ratio)
    }
}

impl JointBehaviour for RevoluteJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        check_limits(self.limits)?;
        Ok(self)
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        if self.angular_hertz > 0.0 {
            let spring = spring_or_rigid(self.angular_hertz, self.angular_damping_ratio);
            rows.write(relative_angle(at.angle), spring);
        }
        if self.max_motor_torque > 0.0 {
            let motor = RowMode::Motor { speed: self.motor_speed, range: self.limits };
            rows.write_limited(relative_angle(at.angle), motor, self.max_motor_torque);
        }
        rows.write_limit(self.limits, |value| relative_angle(at.angle - value));
        rows.write(ConstraintError::Point(at.frame), RowMode::Rigid);
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        at.frame.gap.norm()
    }

    has!(anchors, reference_angle, motor: max_motor_torque);

    /// If a row depends on it.
    #[inline]
    fn measures_angle(&self) -> bool {
        self.limits != NO_LIMITS || self.angular_hertz > 0.0
    }

    fn start_angle_mut(&mut self) -> Option<&mut Option<f32>> {
        Some(&mut self.start_angle)
    }
}
