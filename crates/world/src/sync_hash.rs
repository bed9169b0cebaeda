//! A hash of all that a snapshot holds: the functions that write a snapshot write to a hash instead. Each
//! word is mixed in by a rotation, an exclusive or and a product.
//!
//! Turned down: eight lanes, which became a fifth slower, since gathering the words takes the time; hashing
//! the text of `Debug` (`full_hash.rs`) or the bytes of a snapshot, which take longer.

use crate::snapshot::{Coder, Record, SnapshotError};
use crate::world::World;
use broadphase::Broadphase;

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

struct HashCoder(u64);

impl HashCoder {
    #[inline(always)]
    fn add(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(word)).wrapping_mul(FACTOR);
    }
}

impl Coder for HashCoder {
    fn reads(&self) -> bool {
        false
    }

    #[inline(always)]
    fn begin(&mut self, _: Record) {}

    #[inline(always)]
    fn begin_call(&mut self, number: u32) {
        self.add(number);
    }

    #[inline(always)]
    fn bits(&mut self, value: &mut u32, _: Option<u32>) -> Result<(), SnapshotError> {
        self.add(*value);
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: &mut u32) -> Result<(), SnapshotError> {
        self.add(*value);
        Ok(())
    }
}

impl<B: Broadphase> World<B> {
    /// A hash of everything that decides how the world goes on, the contact hook apart: all that a
    /// [`Snapshot`](crate::Snapshot) holds. Peers of a network game find out by it that they have diverged in
    /// the frame in which an input was lost.
    ///
    /// With the same inputs it is the same on every platform, width, number of threads and broad phase, also
    /// after a restore, but not in every version of this crate. It takes about as long as a step, and
    /// [`World::state_hash`] a thirtieth of that: compare that in each frame, and this one in every
    /// thirtieth.
    ///
    /// ```
    /// use world::{BodyDef, JointDef, RevoluteJoint, World};
    ///
    /// let mut world = World::default();
    /// let [a, b] = [BodyDef::fixed(), BodyDef::dynamic()].map(|def| world.add_body(def).unwrap());
    /// let joint = world.add_joint(JointDef::new(a, b, RevoluteJoint::new()))?;
    /// let before = (world.state_hash(), world.sync_hash());
    /// world.joint_mut(joint)?.change(|hinge: RevoluteJoint| hinge.motor(1.0, 5.0))?;
    /// assert_eq!(world.state_hash(), before.0);
    /// assert_ne!(world.sync_hash(), before.1);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias("checksum", "desync", "b2HashWorld"))]
    pub fn sync_hash(&self) -> u64 {
        let mut coder = HashCoder(FACTOR);
        let written = self.stores.write(&mut coder);
        debug_assert!(written.is_ok(), "a hash takes every word");
        // The high bits are mixed better.
        coder.0 ^ coder.0 >> 32
    }
}
