//! The weld joint: two bodies as one.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, has, relative_angle, spring_or_rigid};
use crate::definition::{self, WIDE};
use geom::Point;
use properties::{Properties, Visitor, property};
use solver::joint::ConstraintError;

/// B is fastened to A: the anchors stay together and the angle stays the same, each rigidly or by a spring.
///
/// ```
/// use world::{BodyDef, JointDef, WeldJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let wall = world.add_body(BodyDef::fixed())?;
/// let shelf = world.add_body(BodyDef::dynamic().position([1.0, 0.0]))?; // no collider: a point of 1 kg
/// let weld = WeldJoint::new().anchors([0.0, 0.0], [-1.0, 0.0]);
/// let joint = world.add_joint(JointDef::new(wall, shelf, weld))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let (force, _torque) = world.joint(joint)?.reaction();
/// assert!((force.y - 9.81).abs() < 0.1); // the wall bears the weight, N
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2WeldJointDef", "FixedJoint"))]
#[doc(alias = "FixedJointBuilder")]
pub struct WeldJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The angle of B in A's frame that the joint holds, rad.
    pub reference_angle: f32,
    /// Frequency of the spring between the anchors, Hz, not negative; 0 to hold them together rigidly. The
    /// masses of the bodies count, not their inertia.
    pub hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub damping_ratio: f32,
    /// Frequency of the spring that turns B to the reference angle, Hz, not negative; 0 to hold the angle
    /// rigidly.
    pub angular_hertz: f32,
    /// Damping ratio of that spring, not negative; 1 is critical, and with 0 it swings for ever.
    pub angular_damping_ratio: f32,
}

impl WeldJoint {
    /// A rigid weld at the origins of the bodies.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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

    /// Holds the anchors together by a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    #[doc(alias = "enableSpring")]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// Turns B to the reference angle by a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.angular_hertz, self.angular_damping_ratio) = (hertz, damping_ratio);
        self
    }
}

impl Properties for WeldJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            anchor_a,
            anchor_b,
            reference_angle,
            hertz,
            damping_ratio,
            angular_hertz,
            angular_damping_ratio,
        } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        visitor.number(property("reference_angle", "rad", WIDE), reference_angle)?;
        definition::spring(visitor, hertz, damping_ratio)?;
        definition::angular_spring(visitor, angular_hertz, angular_damping_ratio)
    }
}

impl JointBehaviour for WeldJoint {
    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let angular = spring_or_rigid(self.angular_hertz, self.angular_damping_ratio);
        rows.write(relative_angle(at.angle), angular);
        rows.write(ConstraintError::Point(at.frame), spring_or_rigid(self.hertz, self.damping_ratio));
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        at.frame.gap.norm()
    }

    has!(anchors, held_angle);
}
