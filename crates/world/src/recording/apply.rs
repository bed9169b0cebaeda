//! Makes a recorded call again, through the same functions as the program did.

use super::Content;
use super::call::{Call, whole};
use super::list::list_of_calls;
use crate::body::Load;
use crate::error::DefError;
use crate::id::{BodyId, ColliderId, Handle, JointId, retag};
use crate::view_mut::{BodyMut, ColliderMut, JointMut};
use crate::world::World;
use broadphase::Broadphase;

struct Target<'a, B: Broadphase> {
    world: &'a mut World<B>,
    recording: &'a Content,
}

impl<B: Broadphase> Target<'_, B> {
    fn own<H: Handle>(&self, mut id: H) -> H {
        retag(&mut id, self.world.stores.world());
        id
    }

    fn body(&mut self, id: BodyId) -> Result<BodyMut<'_, B>, DefError> {
        let id = self.own(id);
        Ok(self.world.body_mut(id)?)
    }

    fn collider(&mut self, id: ColliderId) -> Result<ColliderMut<'_, B>, DefError> {
        let id = self.own(id);
        Ok(self.world.collider_mut(id)?)
    }

    fn joint(&mut self, id: JointId) -> Result<JointMut<'_, B>, DefError> {
        let id = self.own(id);
        Ok(self.world.joint_mut(id)?)
    }
}

/// Defines the function that makes a call again.
macro_rules! apply_calls {
    (
        |$on:ident|
        $($(#[$_doc:meta])* $_number:literal $variant:ident($($field:ident: $_type:ty),*) => $again:expr;)*
    ) => {
        /// A step is a call as well; setting a hook is not: the replay has it.
        ///
        /// # Errors
        /// [`DefError`] if the world refuses it.
        pub(super) fn apply<B: Broadphase>(
            world: &mut World<B>,
            call: &Call,
            recording: &Content,
        ) -> Result<(), DefError> {
            let mut $on = Target { world, recording };
            match call.clone() {
                $(Call::$variant($($field),*) => { $again; })*
            }
            Ok(())
        }
    };
}

list_of_calls!(apply_calls);
