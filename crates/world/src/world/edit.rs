//! Bodies, colliders and joints are added to a world and removed. `view_mut.rs` changes those that exist.

use super::World;
use crate::body::BodyDef;
use crate::collider::ColliderDef;
use crate::error::DefError;
use crate::id::{BodyId, ColliderId, HandleError, JointId};
use crate::joint::JointDef;
use crate::recording::Call;
use crate::settings::{Filter, Material};
use crate::stores::check_collider;
use broadphase::Broadphase;
use geom::{ChainSegment, Shape};

impl<B: Broadphase> World<B> {
    /// Adds a body.
    ///
    /// # Errors
    /// [`DefError`] that names a field out of its range.
    #[doc(alias("b2CreateBody", "insert"))]
    pub fn add_body(&mut self, def: BodyDef) -> Result<BodyId, DefError> {
        let id = self.stores.add_body(&def)?;
        self.note(|| Call::AddBody(Box::new(def)));
        Ok(id)
    }

    /// Removes a body with its colliders and joints. Bodies that touched it or were joined to it wake up.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such body.
    #[doc(alias = "b2DestroyBody")]
    pub fn remove_body(&mut self, id: BodyId) -> Result<(), HandleError> {
        let slot = self.stores.bodies.check(id)?;
        self.stores.remove_body(slot);
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::RemoveBody(id));
        Ok(())
    }

    /// Adds a collider to a body. The body wakes up if it has contacts or joints.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a field out of its range, or a half-space on a dynamic body.
    #[doc(alias("insert_with_parent", "b2CreateShape"))]
    #[doc(alias = "compound")]
    pub fn add_collider(&mut self, body: BodyId, def: ColliderDef) -> Result<ColliderId, DefError> {
        let id = self.put_collider(body, def)?;
        self.stores.colliders.flush(&mut self.broadphase);
        Ok(id)
    }

    /// Checks that a collider could be added to a body: for what adds many, all or none.
    ///
    /// # Errors
    /// Those of [`World::add_collider`].
    pub fn check_collider(&self, body: BodyId, def: &ColliderDef) -> Result<(), DefError> {
        let slot = self.stores.bodies.check(body)?;
        let (kind, unit) = (self.stores.bodies[slot].kind, self.stores.settings.length_unit);
        check_collider(slot, kind, def, unit).map(|_| ())
    }

    /// The broad phase does not get its box yet.
    pub(super) fn put_collider(&mut self, body: BodyId, def: ColliderDef) -> Result<ColliderId, DefError> {
        let slot = self.stores.bodies.check(body)?;
        let recorded = self.recorder.is_some().then(|| Box::new(def.clone()));
        let id = self.stores.add_collider(slot, def)?;
        if let Some(def) = recorded {
            self.note(|| Call::AddCollider(body, def));
        }
        Ok(id)
    }

    /// Adds a collider for each segment of a chain to a body: see [`geom::chain`], whose points are in the
    /// frame of the body. Returns the colliders in the order of the segments.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle or a field of the material out of its range.
    #[doc(alias("b2CreateChain", "polyline"))]
    pub fn add_chain(
        &mut self,
        body: BodyId,
        chain: &[ChainSegment],
        material: Material,
        filter: Filter,
    ) -> Result<Vec<ColliderId>, DefError> {
        // A segment is valid and has no mass: only handle and material can be wrong, and fail at the first.
        let add = |segment: &ChainSegment| {
            self.add_collider(
                body,
                ColliderDef::new(Shape::ChainSegment(*segment)).material(material).filter(filter),
            )
        };
        chain.iter().map(add).collect()
    }

    /// Removes a collider. Its body and the bodies that touched it wake up.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such collider.
    #[doc(alias = "b2DestroyShape")]
    pub fn remove_collider(&mut self, id: ColliderId) -> Result<(), HandleError> {
        let slot = self.stores.colliders.check(id)?;
        self.stores.remove_collider(slot);
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::RemoveCollider(id));
        Ok(())
    }

    /// Adds a joint between two bodies, which wake up.
    ///
    /// # Errors
    /// [`DefError`] for a stale handle, a field out of its range, two equal bodies, or a gear on a body that
    /// cannot turn ([`DefError::GearWithoutTurn`]).
    #[doc(alias("b2CreateJoint", "ImpulseJointSet"))]
    pub fn add_joint(&mut self, def: JointDef) -> Result<JointId, DefError> {
        let (a, b) = (self.stores.bodies.check(def.a)?, self.stores.bodies.check(def.b)?);
        self.stores.check_gears(&def.between(a, b))?;
        self.put_joint(def)
    }

    /// Of a level or a recording: gears are not asked what they can do.
    pub(crate) fn put_joint(&mut self, def: JointDef) -> Result<JointId, DefError> {
        let (a, b) = (self.stores.bodies.check(def.a)?, self.stores.bodies.check(def.b)?);
        let id = self.stores.add_joint(def.between(a, b))?;
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::AddJoint(Box::new(def)));
        Ok(id)
    }

    /// Removes a joint; its bodies wake up.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such joint.
    #[doc(alias = "b2DestroyJoint")]
    pub fn remove_joint(&mut self, id: JointId) -> Result<(), HandleError> {
        let slot = self.stores.joints.check(id)?;
        self.stores.remove_joint(slot);
        self.stores.colliders.flush(&mut self.broadphase);
        self.note(|| Call::RemoveJoint(id));
        Ok(())
    }
}
