//! The motor joint: a body driven to a pose.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, has, relative_angle, spring_or_rigid};
use crate::definition::{self, WIDE};
use geom::Point;
use properties::{Properties, Range, Visitor, property};
use solver::joint::ConstraintError;

/// B is driven to a position and an angle in A's frame with a limited force and torque: a moving platform
/// that a strong force can push back, or a body that follows an animation.
///
/// [`MotorJoint::anchors`] and [`MotorJoint::reference_angle`] set the target, and
/// [`JointMut::change`](crate::JointMut::change) moves it.
///
/// ```
/// use world::{BodyDef, JointDef, MotorJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let ground = world.add_body(BodyDef::fixed())?;
/// let platform = world.add_body(BodyDef::dynamic())?; // 1 kg
/// let lift = MotorJoint::new(100.0, 10.0); // N, N m
/// let joint = world.add_joint(JointDef::new(ground, platform, lift))?;
/// world.joint_mut(joint)?.change(|lift: MotorJoint| lift.anchors([0.0, 2.0], [0.0, 0.0]))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// // A spring of 5 Hz gives by g / (2 pi 5 Hz)^2 = 1 cm under the weight.
/// assert!((world.body(platform)?.pose().position.y - 1.99).abs() < 0.001);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias = "b2MotorJointDef")]
#[doc(alias = "motor_position")]
pub struct MotorJoint {
    /// Where B's anchor is driven to, in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The angle in A's frame that B is driven to, rad.
    pub reference_angle: f32,
    /// Frequency of the spring that moves B, Hz, not negative; 0 for a rigid joint, which removes an error
    /// slowly. The masses of the bodies count, not their inertia.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub damping_ratio: f32,
    /// Frequency of the spring that turns B, Hz, not negative; 0 for a rigid joint.
    pub angular_hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub angular_damping_ratio: f32,
    /// The greatest force, N, above zero; infinite for no bound.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_force: f32,
    /// The greatest torque, N m, not negative; infinite for no bound, 0 to leave the angle free.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_torque: f32,
}

impl Default for MotorJoint {
    /// Springs of 5 Hz, critically damped, without bounds.
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            reference_angle: 0.0,
            hertz: 5.0,
            damping_ratio: 1.0,
            angular_hertz: 5.0,
            angular_damping_ratio: 1.0,
            max_force: f32::INFINITY,
            max_torque: f32::INFINITY,
        }
    }
}

impl MotorJoint {
    /// Drives B to A by springs of 5 Hz, critically damped, with at most `max_force` (N, above zero) and
    /// `max_torque` (N m, not negative). Without the springs the joint would hold B where it is, since a
    /// rigid row removes a position error without gaining speed.
    #[must_use]
    pub fn new(max_force: f32, max_torque: f32) -> Self {
        Self { max_force, max_torque, ..Self::default() }
    }

    /// Sets where B's anchor is driven to, in A's frame, and B's anchor in B's frame, m.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Sets the angle in A's frame that B is driven to, rad.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// Sets the frequency (Hz) and the damping ratio of the spring that moves B.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// Sets the frequency (Hz) and the damping ratio of the spring that turns B.
    #[must_use]
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.angular_hertz, self.angular_damping_ratio) = (hertz, damping_ratio);
        self
    }
}

impl Properties for MotorJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            anchor_a,
            anchor_b,
            reference_angle,
            hertz,
            damping_ratio,
            angular_hertz,
            angular_damping_ratio,
            max_force,
            max_torque,
        } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        visitor.number(property("reference_angle", "rad", WIDE), reference_angle)?;
        definition::spring(visitor, hertz, damping_ratio)?;
        definition::angular_spring(visitor, angular_hertz, angular_damping_ratio)?;
        visitor.number(property("max_force", "N", Range::ABOVE_ZERO), max_force)?;
        visitor.number(property("max_torque", "N m", Range::NOT_NEGATIVE_OR_INFINITE), max_torque)
    }
}

impl JointBehaviour for MotorJoint {
    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let angular = spring_or_rigid(self.angular_hertz, self.angular_damping_ratio);
        rows.write_limited(relative_angle(at.angle), angular, self.max_torque);
        let linear = spring_or_rigid(self.hertz, self.damping_ratio);
        rows.write_limited(ConstraintError::Point(at.frame), linear, self.max_force);
    }

    has!(anchors, held_angle);
}
