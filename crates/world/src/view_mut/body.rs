//! The view that changes a body.

use crate::slot::BodySlot;
use crate::view::BodyRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};

/// A view of a body that can change it: see [`World::body_mut`].
///
/// ```
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let id = world.add_body(BodyDef::dynamic())?;
/// world.body_mut(id)?.set_user_data(7);
/// assert_eq!(world.body(id)?.user_data(), 7);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
pub struct BodyMut<'a, B: Broadphase = DynamicTree> {
    pub(super) world: &'a mut World<B>,
    pub(super) slot: BodySlot,
}

impl<B: Broadphase> BodyMut<'_, B> {
    /// The view that reads.
    #[must_use]
    pub fn view(&self) -> BodyRef<'_> {
        BodyRef { stores: &self.world.stores, slot: self.slot }
    }

    /// Sets the data that the program keeps with it.
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.bodies.extra_mut(self.slot).user_data = user_data;
        self
    }
}
