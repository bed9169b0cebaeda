//! The filter joint: two bodies that do not collide.

use super::rows::{JointBehaviour, JointGeometry, RowWriter};
use properties::{Properties, Visitor};

/// The two bodies do not collide, and nothing else. With [`JointDef::collide`](crate::JointDef::collide) set
/// to `true` it does nothing.
///
/// It transmits nothing, so each body sleeps and wakes without regard to the other.
///
/// ```
/// use world::{BodyDef, FilterJoint, JointDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let car = world.add_body(BodyDef::dynamic())?;
/// let driver = world.add_body(BodyDef::dynamic())?;
/// world.add_joint(JointDef::new(car, driver, FilterJoint))?;
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("b2FilterJointDef", "b2NullJointDef", "contacts_enabled"))]
pub struct FilterJoint;

impl Properties for FilterJoint {
    fn visit<V: Visitor>(&mut self, _: &mut V) -> Result<(), V::Error> {
        Ok(())
    }
}

impl JointBehaviour for FilterJoint {
    #[inline]
    fn write_rows(&self, _at: &JointGeometry, _rows: &mut RowWriter<'_>) {}

    fn acts(&self) -> &'static str {
        "only on which colliders may touch"
    }

    fn transmits(&self) -> bool {
        false
    }
}
