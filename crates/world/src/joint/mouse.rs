//! The mouse joint: a spring that drags a body.

use super::rows::{JointBehaviour, JointGeometry, RowWriter, has, spring_or_rigid};
use crate::definition;
use geom::Point;
use properties::{Properties, Range, Visitor, property};
use solver::joint::ConstraintError;

/// A spring draws a point of B to a point of A with a limited force. The bodies turn freely. To drag a body,
/// make A static, and move its anchor with the pointer by
/// [`JointMut::set_anchors`](crate::JointMut::set_anchors).
///
/// ```
/// use world::{BodyDef, JointDef, MouseJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
/// let ground = world.add_body(BodyDef::fixed())?;
/// let body = world.add_body(BodyDef::dynamic())?; // 1 kg
/// let drag = world.add_joint(JointDef::new(ground, body, MouseJoint::new(100.0)))?;
/// for step in 0..120 {
///     let pointer = [(0.02 * step as f32).min(2.0), 0.0];
///     world.joint_mut(drag)?.set_anchors(pointer, [0.0, 0.0])?;
///     world.step(1.0 / 60.0);
/// }
/// assert!((world.body(body)?.pose().position.x - 2.0).abs() < 0.05);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2MouseJointDef", "drag"))]
pub struct MouseJoint {
    /// The point of A that B's anchor is drawn to, in A's frame, m.
    pub anchor_a: Point,
    /// The point of B that is drawn, in B's frame, m.
    pub anchor_b: Point,
    /// Frequency of the spring, Hz, not negative; 0 for a rigid joint. The masses of the bodies count, not
    /// their inertia.
    pub hertz: f32,
    /// Damping ratio of the spring, not negative; 1 is critical, and with 0 the body swings for ever.
    pub damping_ratio: f32,
    /// The greatest force, N, above zero; infinite for no bound.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_force: f32,
}

impl Default for MouseJoint {
    /// 5 Hz and a damping ratio of 0.7: fast enough to follow the pointer, and it overshoots by only 5%.
    fn default() -> Self {
        Self {
            anchor_a: Point::origin(),
            anchor_b: Point::origin(),
            hertz: 5.0,
            damping_ratio: 0.7,
            max_force: f32::INFINITY,
        }
    }
}

impl MouseJoint {
    /// A spring of 5 Hz between the origins of the bodies that exerts at most `max_force` (N, above zero):
    /// walls of 5 cm hold a body dragged with ten to thirty times its weight. Bodies that a joint connects do
    /// not collide, so give the pointer a body.
    #[must_use]
    pub fn new(max_force: f32) -> Self {
        Self { max_force, ..Self::default() }
    }

    /// Sets the anchors, each in its body's frame, m.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// Sets the frequency (Hz) and the damping ratio of the spring.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        (self.hertz, self.damping_ratio) = (hertz, damping_ratio);
        self
    }
}

impl Properties for MouseJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { anchor_a, anchor_b, hertz, damping_ratio, max_force } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        definition::spring(visitor, hertz, damping_ratio)?;
        visitor.number(property("max_force", "N", Range::ABOVE_ZERO), max_force)
    }
}

impl JointBehaviour for MouseJoint {
    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let spring = spring_or_rigid(self.hertz, self.damping_ratio);
        rows.write_limited(ConstraintError::Point(at.frame), spring, self.max_force);
    }

    has!(anchors);
}
