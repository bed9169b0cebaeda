//! Handles that a program has saved, in a world that was made from saved bytes.
//!
//! Only the tag of a saved handle is replaced: worlds of one process must have different tags, and each
//! process counts its own.

use super::World;
use crate::id::{BodyId, ColliderId, Handle, HandleError, JointId, RawId};
use broadphase::Broadphase;

macro_rules! in_world {
    ($($handle:ident in $store:ident),*) => {$(
        impl $handle {
            /// The handle with the same slot and generation in `world`, made from the bytes saved with it
            /// ([`World::from_bytes`]), in this or in another process. In a world with another history slot
            /// and generation name another thing, or none.
            ///
            /// # Errors
            /// [`HandleError::Removed`] if there is nothing of this slot and generation in `world`.
            #[doc(alias("handle_here", "rebind", "remap"))]
            pub fn in_world<B: Broadphase>(self, world: &World<B>) -> Result<Self, HandleError> {
                let here = Self::from_raw(RawId { world: world.stores.world(), ..self.raw() });
                world.stores.$store.check(here).map(|_| here)
            }
        }
    )*};
}

in_world!(BodyId in bodies, ColliderId in colliders, JointId in joints);
