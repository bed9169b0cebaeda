//! The view that changes a joint.

use crate::slot::JointSlot;
use crate::view::JointRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};

/// A view of a joint that can change it: see [`World::joint_mut`].
///
/// ```
/// use world::{BodyDef, JointDef, RevoluteJoint, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let [a, b] = [BodyDef::fixed(), BodyDef::dynamic()].map(|def| world.add_body(def).unwrap());
/// let id = world.add_joint(JointDef::new(a, b, RevoluteJoint::new()))?;
/// world.joint_mut(id)?.set_user_data(7);
/// assert_eq!(world.joint(id)?.user_data(), 7);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
pub struct JointMut<'a, B: Broadphase = DynamicTree> {
    pub(super) world: &'a mut World<B>,
    pub(super) slot: JointSlot,
}

impl<B: Broadphase> JointMut<'_, B> {
    /// The view that reads.
    #[must_use]
    pub fn view(&self) -> JointRef<'_> {
        JointRef { stores: &self.world.stores, slot: self.slot }
    }

    /// Sets the data that the program keeps with it.
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.joints.set_user_data(self.slot, user_data);
        self
    }
}
