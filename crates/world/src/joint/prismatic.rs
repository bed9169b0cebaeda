//! The prismatic joint: a slider.

use super::rows::{
    DIRECTION, JointBehaviour, JointGeometry, NO_LIMITS, RowWriter, check_limits, checked_axis, has,
    relative_angle, spring_or_rigid,
};
use crate::definition::{self, FREE, WIDE, check_ranges};
use crate::error::DefError;
use geom::{Point, Vec2};
use properties::{Properties, Range, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// B slides along an axis of A and does not rotate relative to A; a spring, a motor and limits along the axis
/// are optional.
///
/// The translation is how far B's anchor is from A's along the axis, m.
///
/// ```
/// use world::{BodyDef, JointDef, PrismaticJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let shaft = world.add_body(BodyDef::fixed())?;
/// let lift = world.add_body(BodyDef::dynamic())?; // 1 kg, so it weighs 9.81 N
/// let guide = PrismaticJoint::new([0.0, 1.0]).limits(0.0, 3.0).motor(2.0, 50.0);
/// let joint = world.add_joint(JointDef::new(shaft, lift, guide))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.joint(joint)?.translation() - 3.0).abs() < 0.01); // the motor has raised the lift
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2PrismaticJointDef", "slider"))]
#[doc(alias = "PrismaticJointBuilder")]
pub struct PrismaticJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The axis in A's frame, of any length above zero.
    pub axis: Vec2,
    /// The angle of B in A's frame that the joint holds, rad.
    pub reference_angle: f32,
    /// The least and the greatest translation, m; infinite for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::limits"))]
    pub limits: [f32; 2],
    /// Velocity of B relative to A along the axis that the motor drives at, m/s.
    pub motor_speed: f32,
    /// The greatest force of the motor, N, not negative; 0 for no motor, infinite for one that nothing stops.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_motor_force: f32,
    /// Frequency of the spring that draws the translation to zero, Hz, not negative; 0 for no spring.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub damping_ratio: f32,
}

impl Default for PrismaticJoint {
    /// Along A's x axis.
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            axis: Vec2::new(1.0, 0.0),
            reference_angle: 0.0,
            limits: NO_LIMITS,
            motor_speed: 0.0,
            max_motor_force: 0.0,
            hertz: 0.0,
            damping_ratio: 0.0,
        }
    }
}

impl PrismaticJoint {
    /// A slider along `axis`, a direction in A's frame of any length above zero, through the origins of the
    /// bodies.
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

    /// Sets the angle of B in A's frame that the joint holds, rad.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// Keeps the translation between `lower` and `upper`, m; infinite for no limit.
    #[must_use]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// Drives B along the axis at `speed` (m/s) relative to A with at most `max_force` (N).
    #[must_use]
    pub fn motor(mut self, speed: f32, max_force: f32) -> Self {
        (self.motor_speed, self.max_motor_force) = (speed, max_force);
        self
    }

    /// Draws the translation to zero by a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }
}

impl Properties for PrismaticJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            anchor_a,
            anchor_b,
            axis,
            reference_angle,
            limits,
            motor_speed,
            max_motor_force,
            hertz,
            damping_ratio,
        } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        definition::vector(visitor, property("axis", "", DIRECTION), axis)?;
        visitor.number(property("reference_angle", "rad", WIDE), reference_angle)?;
        definition::limits(visitor, "m", limits)?;
        visitor.number(property("motor_speed", "m/s", FREE), motor_speed)?;
        visitor.number(property("max_motor_force", "N", Range::NOT_NEGATIVE_OR_INFINITE), max_motor_force)?;
        definition::spring(visitor, hertz, damping_ratio)
    }
}

impl JointBehaviour for PrismaticJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        check_limits(self.limits)?;
        Ok(Self { axis: checked_axis(self.axis)?, ..self })
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let (frame, axis) = (at.frame, at.rotation_a * self.axis);
        let along_axis = |rest| ConstraintError::Axis { frame, axis, rest };
        rows.write(relative_angle(at.angle), RowMode::Rigid);
        if self.hertz > 0.0 {
            rows.write(along_axis(0.0), spring_or_rigid(self.hertz, self.damping_ratio));
        }
        if self.max_motor_force > 0.0 {
            let motor = RowMode::Motor { speed: self.motor_speed, range: self.limits };
            rows.write_limited(along_axis(0.0), motor, self.max_motor_force);
        }
        rows.write_limit(self.limits, along_axis);
        // Solved last, so that its error is the smallest: a body beside its axis is the most visible error.
        rows.write(ConstraintError::Axis { frame, axis: geom::left_normal(axis), rest: 0.0 }, RowMode::Rigid);
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        geom::cross(at.rotation_a * self.axis, at.frame.gap).abs()
    }

    has!(anchors, held_angle, axis, motor: max_motor_force);
}
