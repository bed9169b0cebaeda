//! The gear joint: two bodies that turn in a ratio.

use super::rows::{JointBehaviour, JointGeometry, NOT_ZERO, RowWriter, check_not_zero};
use crate::error::DefError;
use properties::{Properties, Visitor, property};
use solver::joint::{ConstraintError, RowMode};

/// The angles of the two bodies keep a ratio: A turns `ratio` times as fast as B, in the opposite direction,
/// from their angles when the joint is added. The joint acts on angles only, so each body needs a revolute
/// joint as its axle.
///
/// [`World::add_joint`] refuses a gear on a body that cannot turn ([`DefError::GearWithoutTurn`]): one that
/// slides on a fixed body, is static or keeps its rotation. In a level such a gear loads, and locks its other
/// body. A [`RackJoint`] joins a rack and its pinion.
///
/// [`World::add_joint`]: crate::World::add_joint
/// [`RackJoint`]: crate::RackJoint
///
/// ```
/// use world::{BodyDef, GearJoint, JointDef, RevoluteJoint, World, WorldSettings};
/// use geom::Shape;
///
/// let mut world = World::new(WorldSettings::default());
/// let stand = world.add_body(BodyDef::fixed())?;
/// let [small, large] = [(0.5, 0.5), (2.0, 1.0)].map(|(x, radius)| {
///     let wheel = world.add_body(BodyDef::dynamic().position([x, 0.0])).unwrap();
///     let disc = world::ColliderDef::new(Shape::circle(radius).unwrap());
///     world.add_collider(wheel, disc).unwrap();
///     let axle = RevoluteJoint::new().anchors([x, 0.0], [0.0, 0.0]);
///     world.add_joint(JointDef::new(stand, wheel, axle)).unwrap();
///     wheel
/// });
/// world.add_joint(JointDef::new(small, large, GearJoint::new(2.0)))?; // the radii are 1 to 2
/// world.body_mut(large)?.apply_angular_impulse(10.0)?;
/// for _ in 0..10 {
///     world.step(1.0 / 60.0);
/// }
/// let [a, b] = [small, large].map(|wheel| world.body(wheel).unwrap().angular_velocity());
/// assert!(b > 0.1 && (a + 2.0 * b).abs() < 0.01);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2GearJointDef"))]
pub struct GearJoint {
    /// The number of turns of A in the opposite direction for one turn of B; not zero. Negative for a belt,
    /// with which both turn in the same direction.
    pub ratio: f32,
}

impl Default for GearJoint {
    /// Wheels of equal size.
    fn default() -> Self {
        Self { ratio: 1.0 }
    }
}

impl GearJoint {
    /// A turns `ratio` times as fast as B in the opposite direction; not zero, negative for a belt.
    #[must_use]
    pub fn new(ratio: f32) -> Self {
        Self { ratio }
    }
}

impl Properties for GearJoint {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self { ratio } = self;
        visitor.number(property("ratio", "", NOT_ZERO), ratio)
    }
}

impl JointBehaviour for GearJoint {
    fn validated(self) -> Result<Self, DefError> {
        check_not_zero("ratio", self.ratio)?;
        Ok(self)
    }

    #[inline]
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>) {
        rows.write(ConstraintError::Angle { factors: [-1.0, self.ratio], angle: at.angle }, RowMode::Rigid);
    }

    fn acts(&self) -> &'static str {
        "on the rotations of its bodies"
    }
}
