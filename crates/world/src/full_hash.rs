//! A hash of all state of a world.
//!
//! The `Debug` text of the state has every bit of a number, and new fields are in it without another line
//! here. Turned down: hashing it all in `World::state_hash`, whose recorded values would change with every
//! new property; hashing the bytes of records, which hold derived data too.

use crate::stores::{Flagged, Flags, TextHash};
use crate::view::ContactRef;
use crate::world::World;
use broadphase::Broadphase;
use std::fmt::{self, Write};

impl<B: Broadphase> World<B> {
    /// A hash of all that decides how the world goes on, its settings apart: the same for the same inputs on
    /// every platform, width, number of threads and broad phase, but not in every version of this crate. Much
    /// slower than [`World::state_hash`]: for tests, and to find the step in which two worlds part.
    ///
    /// ```
    /// use world::{BodyDef, JointDef, RevoluteJoint, World};
    ///
    /// let mut world = World::default();
    /// let [a, b] = [BodyDef::fixed(), BodyDef::dynamic()].map(|def| world.add_body(def).unwrap());
    /// let joint = world.add_joint(JointDef::new(a, b, RevoluteJoint::new()))?;
    /// let before = (world.state_hash(), world.full_hash());
    /// world.joint_mut(joint)?.change(|hinge: RevoluteJoint| hinge.motor(1.0, 5.0))?;
    /// assert_eq!(world.state_hash(), before.0);
    /// assert_ne!(world.full_hash(), before.1);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    pub fn full_hash(&self) -> u64 {
        let mut text = TextHash::new();
        let written = self.write_state(&mut text);
        debug_assert!(written.is_ok(), "a hash takes every text");
        text.finish()
    }

    fn write_state(&self, text: &mut TextHash) -> fmt::Result {
        let stores = &self.stores;
        for view in self.bodies() {
            let slot = view.slot;
            let body = &stores.bodies[slot];
            write!(text, "{slot} {:?} {:?} ", view.def(), stores.bodies.extra(slot))?;
            write!(text, "{:?} {:?} ", body.next_asleep, body.has_left_world)?;
            if body.is_awake() {
                write!(text, "{:?} ", stores.bodies.awake.motions[body.row().index()])?;
            }
        }
        for view in self.colliders() {
            let (slot, def) = (view.slot, view.def());
            write!(text, "{slot} {} {def:?} {:?} ", stores.colliders[slot].body, view.fat_aabb())?;
        }
        for view in self.joints() {
            let (def, state) = (stores.joints.def(view.slot), stores.joints.state(view.slot));
            write!(text, "{} {def:?} {state:?} ", view.slot)?;
        }
        for ContactRef { contact, pair, .. } in self.contacts() {
            let is_touching = contact.has(Flags::TOUCHING);
            write!(text, "{pair:?} {:?} {:?} ", contact.manifold, contact.impulses)?;
            write!(text, "{:?} {is_touching} ", contact.rolling_impulse)?;
            if contact.has(Flags::SILENT) {
                write!(text, "silent ")?;
            }
        }
        Ok(())
    }
}
