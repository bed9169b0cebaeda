//! The rack joint: a pinion that rolls along a rack.

use super::rows::{
    DIRECTION, JointBehaviour, JointGeometry, NOT_ZERO, RowWriter, check_not_zero, checked_axis, has,
};
use crate::definition::{self, check_ranges};
use crate::error::DefError;
use crate::frame::FramePair;
use crate::place::Grid;
use geom::{Point, Vec2, cross};
use properties::{Properties, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// B, a pinion, rolls along the axis of A, a rack: B's anchor moves along the axis by `radius` times the
/// angle by which B turns relative to A, clockwise for a rack below it.
///
/// ```text
///   u . (pB - pA) + radius (angleB - angleA) = as it was when the joint was added      u: the axis
/// ```
///
/// It acts along the axis only. A pinion on an axle needs a revolute joint, a rack that slides a prismatic
/// one, too.
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, JointDef, PrismaticJoint, RackJoint, RevoluteJoint};
/// use world::{World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let stand = world.add_body(BodyDef::fixed())?;
/// let pinion = world.add_body(BodyDef::dynamic())?;
/// world.add_collider(pinion, ColliderDef::new(Shape::circle(0.5)?))?;
/// world.add_joint(JointDef::new(stand, pinion, RevoluteJoint::new().motor(2.0, 100.0)))?;
/// let rack = world.add_body(BodyDef::dynamic().position([0.0, -0.6]))?;
/// world.add_collider(rack, ColliderDef::new(Shape::rectangle(2.0, 0.1)?))?;
/// let slide = PrismaticJoint::new([1.0, 0.0]).anchors([0.0, -0.6], [0.0, 0.0]);
/// let slide = world.add_joint(JointDef::new(stand, rack, slide))?;
/// world.add_joint(JointDef::new(rack, pinion, RackJoint::new([1.0, 0.0], 0.5)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let way = world.joint(slide)?.translation(); // 2 rad/s for a second, at a radius of 0.5 m
/// assert!((way - 1.0).abs() < 0.02);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("pinion", "rack_and_pinion", "b2GearJointDef"))]
pub struct RackJoint {
    /// The anchor in the rack's frame, m. Where along the axis it is does not matter.
    pub anchor_a: Point,
    /// The axle in the pinion's frame, m.
    pub anchor_b: Point,
    /// The axis in the rack's frame, of any length but zero.
    pub axis: Vec2,
    /// The radius of the pinion, m, not zero; negative if the rack is on the other side.
    pub radius: f32,
}

impl Default for RackJoint {
    /// A horizontal rack below a pinion of 1 m.
    fn default() -> Self {
        let anchor = Point::origin();
        Self { anchor_a: anchor, anchor_b: anchor, axis: Vec2::new(1.0, 0.0), radius: 1.0 }
    }
}

impl RackJoint {
    /// A rack along `axis`, in A's frame, and a pinion of this radius (m, not zero) about the origin of B;
    /// negative if the rack is on the left of the pinion, seen along the axis.
    #[must_use]
    pub fn new(axis: impl Into<Vec2>, radius: f32) -> Self {
        Self { axis: axis.into(), radius, ..Self::default() }
    }

    /// Sets the anchors, each in its body's frame, m: A's anywhere, B's at the axle.
    #[must_use]
    pub fn anchors(mut self, anchor_a: impl Into<Point>, anchor_b: impl Into<Point>) -> Self {
        (self.anchor_a, self.anchor_b) = (anchor_a.into(), anchor_b.into());
        self
    }

    /// How far the pinion is along the axis, m, and turned relative to the rack, rad.
    pub(super) fn place(&self, pair: FramePair<'_>) -> [f32; 2] {
        let at = JointGeometry::new(pair, &Grid::UNIT, [self.anchor_a, self.anchor_b], 0.0);
        let [a, b] = pair.frames.map(|frame| frame.rotation);
        [at.translation(self.axis), (a.inverse() * b).angle()]
    }
}

impl Properties for RackJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { anchor_a, anchor_b, axis, radius } = self;
        definition::anchors(visitor, anchor_a, anchor_b)?;
        definition::vector(visitor, property("axis", "", DIRECTION), axis)?;
        visitor.number(property("radius", "m", NOT_ZERO), radius)
    }
}

impl JointBehaviour for RackJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        let axis = checked_axis(self.axis)?;
        check_not_zero("radius", self.radius)?;
        Ok(Self { axis, ..self })
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        let axis = at.rotation_a * self.axis;
        // The axis turns with A, so A's arm reaches to B's point.
        let arm_a = cross(at.frame.anchor_a + at.frame.gap, axis);
        let arm_b = cross(at.frame.anchor_b, axis);
        let factors = [arm_a + self.radius, arm_b + self.radius];
        rows.write(
            ConstraintError::Image { directions: [axis; 2], factors, error: at.angle },
            RowMode::Rigid,
        );
    }

    fn error(&self, at: &JointGeometry) -> f32 {
        at.angle.abs()
    }

    has!(anchors, axis);
}
