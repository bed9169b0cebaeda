//! The distance joint: a rod, a spring or a rope.

use super::rows::{
    JointBehaviour, JointGeometry, NO_LIMITS, RowWriter, check_anchors, check_limits, check_spring,
    spring_or_rigid,
};
use crate::error::{DefError, not_negative};
use compute::math::max;
use geom::Point;
use solver::joint::ConstraintError;

/// Two points keep a distance: rigidly as a rod, by a spring, or within limits as a rope.
///
/// | spring | limits | the joint is |
/// |---|---|---|
/// | no | no | a rod of [`DistanceJoint::length`] |
/// | yes | no | a spring of that rest length |
/// | no | yes | a rope or a telescopic rod: only the limits act |
/// | yes | yes | a spring that stops at the limits |
///
/// ```
/// use world::{BodyDef, DistanceJoint, JointDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let hook = world.add_body(BodyDef::fixed())?;
/// let bob = world.add_body(BodyDef::dynamic().position([2.0, 0.0]))?;
/// let rod = world.add_joint(JointDef::new(hook, bob, DistanceJoint::new(2.0)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
///     assert!(world.joint(rod)?.error() < 0.005); // m
/// }
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("b2DistanceJointDef", "SpringJoint", "RopeJoint", "rod"))]
pub struct DistanceJoint {
    /// The anchor in A's frame, m.
    pub anchor_a: Point,
    /// The anchor in B's frame, m.
    pub anchor_b: Point,
    /// The distance of the anchors, m, not negative.
    pub length: f32,
    /// Frequency of the spring, Hz, not negative; 0 for a rigid joint.
    pub hertz: f32,
    /// Damping ratio of the spring, not negative; 1 is critical.
    pub damping_ratio: f32,
    /// The least and the greatest distance of the anchors, m; an infinite value is no limit.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::limits"))]
    pub limits: [f32; 2],
}

impl Default for DistanceJoint {
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            length: 0.0,
            hertz: 0.0,
            damping_ratio: 0.0,
            limits: NO_LIMITS,
        }
    }
}

impl DistanceJoint {
    /// A rod of `length` (m, not negative) between the origins of the bodies.
    #[must_use]
    pub fn new(length: f32) -> Self {
        Self { length, ..Self::default() }
    }

    /// A rope: the anchors stay within `length` (m, not negative) of each other.
    #[must_use]
    pub fn rope(length: f32) -> Self {
        Self::new(length).limits(0.0, length)
    }

    /// Sets the anchors, each in its body's frame, m.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Makes the joint a spring of `hertz` (Hz) with a damping ratio.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }

    /// Keeps the distance between `lower` and `upper`, m; infinite for no limit.
    #[must_use]
    pub fn limits(mut self, lower: f32, upper: f32) -> Self {
        self.limits = [lower, upper];
        self
    }
}

impl JointBehaviour for DistanceJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_anchors(self.anchor_a, self.anchor_b)?;
        not_negative("length", self.length)?;
        check_spring(self.hertz, self.damping_ratio)?;
        check_limits(self.limits)?;
        Ok(self)
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let distance = |length| ConstraintError::Distance { frame: at.frame, length };
        if self.hertz > 0.0 || self.limits == NO_LIMITS {
            rows.write(distance(self.length), spring_or_rigid(self.hertz, self.damping_ratio));
        }
        rows.write_limit(at.frame.gap.norm(), self.limits, distance);
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        let distance = at.frame.gap.norm();
        if self.limits == NO_LIMITS {
            (distance - self.length).abs()
        } else {
            let [lower, upper] = self.limits;
            max(max(lower - distance, distance - upper), 0.0)
        }
    }
}
