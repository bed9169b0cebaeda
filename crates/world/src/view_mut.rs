//! Views that change a body, a collider or a joint of a running world.
//!
//! A program checks a handle once, and then sets many things:
//!
//! ```text
//!   world.body_mut(id)?  -->  BodyMut      .set_velocity([1.0, 0.0])?.set_can_sleep(false)
//!        .collider_mut   -->  ColliderMut
//!        .joint_mut      -->  JointMut
//! ```
//!
//! A setter that cannot fail returns the view, one that takes numbers a `Result`; one that fails has changed
//! nothing. Every setter gives new boxes to the broad phase at once. Turned down: a view that does so when it
//! is dropped, since a type with `Drop` borrows the world until the end of its scope.

mod body;
mod collider;
mod def;
mod joint;

pub use body::BodyMut;
pub use collider::ColliderMut;
pub use joint::JointMut;

use crate::id::{BodyId, ColliderId, HandleError, JointId};
use crate::world::World;
use broadphase::Broadphase;

impl<B: Broadphase> World<B> {
    /// A body, to be changed.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such body.
    #[doc(alias = "get_mut")]
    pub fn body_mut(&mut self, id: BodyId) -> Result<BodyMut<'_, B>, HandleError> {
        let slot = self.stores.bodies.check(id)?;
        Ok(BodyMut { world: self, slot })
    }

    /// A collider, to be changed.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such collider.
    #[doc(alias = "get_mut")]
    pub fn collider_mut(&mut self, id: ColliderId) -> Result<ColliderMut<'_, B>, HandleError> {
        let slot = self.stores.colliders.check(id)?;
        Ok(ColliderMut { world: self, slot })
    }

    /// A joint, to be changed.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such joint.
    #[doc(alias = "get_mut")]
    pub fn joint_mut(&mut self, id: JointId) -> Result<JointMut<'_, B>, HandleError> {
        let slot = self.stores.joints.check(id)?;
        Ok(JointMut { world: self, slot })
    }
}
