//! What a world holds: views by handle, lists of views, and sums over all bodies and contacts.

use super::World;
use crate::body::BodyKind;
use crate::id::{BodyId, ColliderId, HandleError, JointId};
use crate::nets::NetCounts;
use crate::slot::Slot;
use crate::step::WorldSchedule;
use crate::view::{BodyRef, ColliderRef, ContactRef, JointRef};
use broadphase::Broadphase;

/// How many things a world has, and how often its last step had to intervene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "b2Counters")]
pub struct WorldStats {
    /// Bodies.
    pub bodies: usize,
    /// Bodies that are awake.
    pub awake: usize,
    /// Colliders.
    pub colliders: usize,
    /// Contacts: pairs of colliders whose fat AABBs overlap.
    pub contacts: usize,
    /// Contacts whose colliders touch.
    pub touching: usize,
    /// Joints.
    pub joints: usize,
    /// The interventions of the last step; all zero after [`World::restore`].
    pub nets: NetCounts,
}

fn slot_at<S: Slot>(index: usize) -> Option<S> {
    u32::try_from(index).ok().filter(|&index| index < u32::MAX).map(|_| S::new(index))
}

impl<B: Broadphase> World<B> {
    /// A body.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such body.
    pub fn body(&self, id: BodyId) -> Result<BodyRef<'_>, HandleError> {
        Ok(BodyRef { stores: &self.stores, slot: self.stores.bodies.check(id)? })
    }

    /// A collider.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such collider.
    pub fn collider(&self, id: ColliderId) -> Result<ColliderRef<'_>, HandleError> {
        Ok(ColliderRef { stores: &self.stores, slot: self.stores.colliders.check(id)? })
    }

    /// A joint.
    ///
    /// # Errors
    /// [`HandleError`] if there is no such joint.
    pub fn joint(&self, id: JointId) -> Result<JointRef<'_>, HandleError> {
        Ok(JointRef { stores: &self.stores, slot: self.stores.joints.check(id)? })
    }

    /// The body in a slot ([`BodyId::index`]), if there is one. Foreign interfaces with smaller handles
    /// compare what they keep of a handle with the handle of this body.
    ///
    /// ```
    /// use world::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let body = world.add_body(BodyDef::dynamic())?;
    /// assert_eq!(world.body_by_index(body.index()).map(|body| body.id()), Some(body));
    /// world.remove_body(body)?;
    /// assert!(world.body_by_index(body.index()).is_none());
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn body_by_index(&self, index: usize) -> Option<BodyRef<'_>> {
        let slot = slot_at(index)?;
        self.stores.bodies.try_get(slot).map(|_| BodyRef { stores: &self.stores, slot })
    }

    /// The collider in a slot, as [`World::body_by_index`].
    #[must_use]
    pub fn collider_by_index(&self, index: usize) -> Option<ColliderRef<'_>> {
        let slot = slot_at(index)?;
        self.stores.colliders.try_get(slot).map(|_| ColliderRef { stores: &self.stores, slot })
    }

    /// The joint in a slot, as [`World::body_by_index`].
    #[must_use]
    pub fn joint_by_index(&self, index: usize) -> Option<JointRef<'_>> {
        let slot = slot_at(index)?;
        self.stores.joints.try_get(slot).map(|_| JointRef { stores: &self.stores, slot })
    }

    /// All bodies, in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        self.stores.bodies.iter().map(|(slot, _)| BodyRef { stores: &self.stores, slot })
    }

    /// All colliders, in the order of their slots.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderRef<'_>> {
        self.stores.colliders.iter().map(|(slot, _)| ColliderRef { stores: &self.stores, slot })
    }

    /// All joints, in the order of their slots.
    pub fn joints(&self) -> impl Iterator<Item = JointRef<'_>> {
        self.stores.joints.iter().map(|(slot, _)| JointRef { stores: &self.stores, slot })
    }

    /// All contacts, those of awake bodies first.
    #[doc(alias("contact_pairs", "NarrowPhase"))]
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'_>> {
        self.stores.contacts.iter().map(|(contact, pair)| ContactRef { stores: &self.stores, contact, pair })
    }

    /// All dynamic bodies, in the order of their slots.
    pub fn dynamic_bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        self.bodies().filter(|body| body.kind() == BodyKind::Dynamic)
    }

    /// The bodies that the last step moved, in no defined order: those that are awake, and those that fell
    /// asleep in it. A program copies their poses to what it draws.
    ///
    /// A static or disabled body that [`BodyMut::set_pose`](crate::BodyMut::set_pose) has moved is not among
    /// them: the program that calls it copies that pose itself.
    #[doc(alias = "b2World_GetBodyEvents")]
    #[doc(alias = "b2BodyMoveEvent")]
    pub fn moved_bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        let stores = &self.stores;
        let awake = stores.bodies.awake.motions[1..].iter().map(|motion| motion.body);
        let asleep = stores.events.last.fell_asleep().iter().filter_map(|event| {
            let slot = stores.bodies.check(event.body).ok()?;
            (!stores.bodies[slot].is_awake()).then_some(slot)
        });
        awake.chain(asleep).map(move |slot| BodyRef { stores, slot })
    }

    /// The schedule that the next step would follow, computed anew in each call: for drawings. Contacts that
    /// the solver would solve directly are scheduled like others here.
    #[must_use]
    pub fn schedule(&self) -> WorldSchedule<'_> {
        WorldSchedule::of(&self.stores)
    }

    /// The broad phase. Its keys are the slots of colliders ([`ColliderId::index`]).
    #[must_use]
    pub fn broadphase(&self) -> &B {
        &self.broadphase
    }

    /// Counts what the world has, and the interventions of the last step.
    #[must_use]
    #[doc(alias = "b2World_GetCounters")]
    pub fn stats(&self) -> WorldStats {
        WorldStats {
            bodies: self.stores.bodies.len(),
            awake: self.stores.bodies.awake.len(),
            colliders: self.stores.colliders.len(),
            contacts: self.stores.contacts.len(),
            touching: self.contacts().filter(|contact| contact.is_touching()).count(),
            joints: self.stores.joints.len(),
            nets: self.last_step.nets,
        }
    }

    /// The bodies whose motion the last step cut short, in the order of their slots, without those removed
    /// since: see [`NetCounts::shortened`]. None after [`World::restore`].
    pub fn shortened_bodies(&self) -> impl Iterator<Item = BodyRef<'_>> {
        let stores = &self.stores;
        let slots = self.last_step.shortened.iter().filter_map(|&body| stores.bodies.check(body).ok());
        slots.map(move |slot| BodyRef { stores, slot })
    }

    /// Kinetic energy of all dynamic bodies, J.
    #[must_use]
    pub fn kinetic_energy(&self) -> f64 {
        self.bodies().map(|body| f64::from(body.kinetic_energy())).sum()
    }

    /// The greatest overlap at any contact point when the last step began, m; zero if none overlaps.
    #[must_use]
    pub fn max_penetration(&self) -> f32 {
        let points = self.contacts().flat_map(ContactRef::points);
        points.fold(0.0, |deepest, (_, separation, _)| compute::math::max(-separation, deepest))
    }
}
