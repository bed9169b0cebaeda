//! The view that changes a collider.

use crate::slot::ColliderSlot;
use crate::view::ColliderRef;
use crate::world::World;
use broadphase::{Broadphase, DynamicTree};

/// A view of a collider that can change it: see [`World::collider_mut`].
///
/// ```
/// use geom::Shape;
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let body = world.add_body(BodyDef::dynamic())?;
/// let id = world.add_collider(body, ColliderDef::new(Shape::circle(0.5)?))?;
/// world.collider_mut(id)?.set_user_data(7);
/// assert_eq!(world.collider(id)?.user_data(), 7);
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Debug)]
pub struct ColliderMut<'a, B: Broadphase = DynamicTree> {
    pub(super) world: &'a mut World<B>,
    pub(super) slot: ColliderSlot,
}

impl<B: Broadphase> ColliderMut<'_, B> {
    /// The view that reads.
    #[must_use]
    pub fn view(&self) -> ColliderRef<'_> {
        ColliderRef { stores: &self.world.stores, slot: self.slot }
    }

    /// Sets the data that the program keeps with it.
    pub fn set_user_data(&mut self, user_data: u128) -> &mut Self {
        self.world.stores.colliders.extra_mut(self.slot).user_data = user_data;
        self
    }
}
