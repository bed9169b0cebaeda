//! Handles: 12 bytes, typed, tagged with their world, and refused when stale.
//!
//! A handle names a slot and its generation. A slot is used again, last freed first, with the next
//! generation; one whose generations are used up is retired, so no handle ever refers to another item. Tags
//! have 32 bits: with 16, a program that makes a world for each frame would soon repeat one.

use crate::paged::Paged;
use crate::slot::{BodySlot, ColliderSlot, JointSlot, Slot};
use std::marker::PhantomData;
use thiserror::Error;

/// Why a handle is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[doc(alias = "b2Body_IsValid")]
pub enum HandleError {
    /// The handle was made by another world.
    #[error("the {kind} belongs to another world")]
    ForeignWorld {
        /// Body, collider or joint.
        kind: &'static str,
    },
    /// The body, collider or joint has been removed.
    #[error("the {kind} has been removed")]
    Removed {
        /// Body, collider or joint.
        kind: &'static str,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RawId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
    pub(crate) world: u32,
}

pub(crate) trait Handle: Copy {
    type Slot: Slot;
    const KIND: &'static str;
    /// The upper 32 bits of its handles as bits, so that those of another kind, and zero, are refused.
    const TAG: u32;
    fn raw(self) -> RawId;
    fn from_raw(raw: RawId) -> Self;
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $slot:ident, $kind:literal, $title:literal, $tag:literal) => {
        $(#[$doc])*
        /// Prints as kind, slot and generation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(RawId);

        impl $name {
            /// The slot: a small number that is unique among the things of this kind that exist at one time,
            /// for arrays of your own.
            #[must_use]
            pub fn index(self) -> usize {
                self.0.index as usize
            }

            /// The handle as bits: for user data, a foreign interface (in two halves of 64 bits), a map of
            /// another program. They are as long valid as the handle; in a world from saved bytes, and in the
            /// next run of the program, they go through
            #[doc = concat!("[`", stringify!($name), "::in_world`].")]
            #[must_use]
            #[doc(alias("into_raw", "into_raw_parts", "b2StoreBodyId", "b2StoreShapeId", "b2StoreJointId"))]
            pub fn to_bits(self) -> u128 {
                let RawId { index, generation, world } = self.0;
                [Self::TAG, world, generation, index].iter().fold(0, |bits, &part| bits << 32 | u128::from(part))
            }

            /// The handle of these bits; `None` for bits that are no handle of this kind, such as zero. The
            /// world refuses a stale or foreign one, as any handle.
            ///
            /// ```
            /// use world::{BodyDef, BodyId, ColliderId, World};
            ///
            /// let mut world = World::default();
            /// let body = world.add_body(BodyDef::dynamic())?;
            /// let bits = body.to_bits();
            /// let halves = [bits as u64, (bits >> 64) as u64];
            /// let whole = u128::from(halves[1]) << 64 | u128::from(halves[0]);
            /// assert_eq!(BodyId::from_bits(whole), Some(body));
            /// assert_eq!((BodyId::from_bits(0), ColliderId::from_bits(bits)), (None, None));
            /// # Ok::<(), world::DefError>(())
            /// ```
            #[must_use]
            #[doc(alias("from_raw", "from_raw_parts", "b2LoadBodyId", "b2LoadShapeId", "b2LoadJointId"))]
            pub fn from_bits(bits: u128) -> Option<Self> {
                let [index, generation, world, tag] = [0, 32, 64, 96].map(|shift| (bits >> shift) as u32);
                (tag == Self::TAG).then_some(Self(RawId { index, generation, world }))
            }
        }

        impl Handle for $name {
            type Slot = $slot;
            const KIND: &'static str = $kind;
            const TAG: u32 = $tag;
            fn raw(self) -> RawId {
                self.0
            }
            fn from_raw(raw: RawId) -> Self {
                Self(raw)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let RawId { index, generation, .. } = self.0;
                f.pad(&format!("{} {index}.{generation}", $title))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        const _: () = assert!(size_of::<$name>() == 12);
    };
}

handle!(
    /// The handle of a body.
    #[doc(alias("BodyHandle", "RigidBodyHandle"))]
    BodyId, BodySlot, "body", "Body", 1
);
handle!(
    /// The handle of a collider.
    #[doc(alias("ColliderHandle", "b2ShapeId"))]
    ColliderId, ColliderSlot, "collider", "Collider", 2
);
handle!(
    /// The handle of a joint.
    #[doc(alias("JointHandle", "ImpulseJointHandle", "b2JointId"))]
    JointId, JointSlot, "joint", "Joint", 3
);

pub(crate) fn retag<H: Handle>(id: &mut H, world: u32) {
    *id = H::from_raw(RawId { world, ..id.raw() });
}

#[derive(Clone, Debug)]
struct Entry<T> {
    generation: u32,
    value: Option<T>,
}

/// By handle from outside, by slot from within. All of it is *state*.
#[derive(Clone, Debug)]
pub(crate) struct Slots<H: Handle, T> {
    entries: Paged<Entry<T>>,
    /// The last one is used next.
    free: Paged<H::Slot>,
    len: usize,
    world: u32,
    handle: PhantomData<H>,
}

impl<H: Handle, T> Slots<H, T> {
    pub(crate) fn new(world: u32) -> Self {
        Self { entries: Paged::default(), free: Paged::default(), len: 0, world, handle: PhantomData }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn world(&self) -> u32 {
        self.world
    }

    /// Gives the slots to another world, which refuses the former one's handles.
    pub(crate) fn set_world(&mut self, world: u32) {
        self.world = world;
    }

    /// Free slots included.
    pub(crate) fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// Handles included.
    pub(crate) fn copy_from(&mut self, other: &Self)
    where
        T: Clone,
    {
        let Self { entries, free, len, world, handle: _ } = other;
        self.entries.copy_from(entries);
        self.free.copy_from(free);
        (self.len, self.world) = (*len, *world);
    }

    /// `None` if a free slot is named twice, holds a value, or does not exist.
    pub(crate) fn from_parts(entries: Vec<(u32, Option<T>)>, free: Vec<H::Slot>, world: u32) -> Option<Self> {
        let mut is_taken: Vec<bool> = entries.iter().map(|(_, value)| value.is_some()).collect();
        let len = is_taken.iter().filter(|&&taken| taken).count();
        for slot in &free {
            if std::mem::replace(is_taken.get_mut(slot.index())?, true) {
                return None;
            }
        }
        let entries = entries.into_iter().map(|(generation, value)| Entry { generation, value });
        let entries = Paged::from(entries.collect::<Vec<_>>());
        Some(Self { entries, free: Paged::from(free), len, world, handle: PhantomData })
    }

    pub(crate) fn generation(&self, slot: H::Slot) -> u32 {
        self.entries[slot.index()].generation
    }

    /// The last one is used next.
    pub(crate) fn free(&self) -> &[H::Slot] {
        &self.free
    }

    /// # Panics
    /// At 2^32 - 1 slots.
    pub(crate) fn insert(&mut self, value: T) -> H::Slot {
        self.len += 1;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.entries.push(Entry { generation: 0, value: None });
            H::Slot::new(self.entries.len() - 1)
        });
        self.entries[slot.index()].value = Some(value);
        slot
    }

    pub(crate) fn remove(&mut self, slot: H::Slot) -> T {
        let entry = &mut self.entries[slot.index()];
        let value = entry.value.take().expect("an occupied slot");
        self.len -= 1;
        if let Some(next) = entry.generation.checked_add(1) {
            entry.generation = next;
            self.free.push(slot);
        }
        value
    }

    pub(crate) fn check(&self, id: H) -> Result<H::Slot, HandleError> {
        let raw = id.raw();
        if raw.world != self.world {
            return Err(HandleError::ForeignWorld { kind: H::KIND });
        }
        match self.entries.get(raw.index as usize) {
            Some(entry) if entry.generation == raw.generation && entry.value.is_some() => {
                Ok(H::Slot::new(raw.index as usize))
            }
            _ => Err(HandleError::Removed { kind: H::KIND }),
        }
    }

    pub(crate) fn handle(&self, slot: H::Slot) -> H {
        let generation = self.entries[slot.index()].generation;
        H::from_raw(RawId { index: slot.index() as u32, generation, world: self.world })
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: H::Slot) {
        compute::prefetch(&self.entries[slot.index()]);
    }

    #[inline]
    pub(crate) fn prefetch_all(&self) {
        self.entries.prefetch();
    }

    pub(crate) fn try_get(&self, slot: H::Slot) -> Option<&T> {
        self.entries.get(slot.index())?.value.as_ref()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (H::Slot, &T)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| Some((H::Slot::new(index), entry.value.as_ref()?)))
    }
}

impl<H: Handle, T> std::ops::Index<H::Slot> for Slots<H, T> {
    type Output = T;
    #[inline]
    fn index(&self, slot: H::Slot) -> &T {
        self.entries[slot.index()].value.as_ref().expect("an occupied slot")
    }
}

impl<H: Handle, T> std::ops::IndexMut<H::Slot> for Slots<H, T> {
    #[inline]
    fn index_mut(&mut self, slot: H::Slot) -> &mut T {
        self.entries[slot.index()].value.as_mut().expect("an occupied slot")
    }
}

/// Defines the functions that a store passes on to its `records`.
macro_rules! forward_to_records {
    ($store:ident, $handle:ident, $slot:ident, $record:ident) => {
        impl $store {
            pub(crate) fn len(&self) -> usize {
                self.records.len()
            }

            pub(crate) fn check(&self, id: $handle) -> Result<$slot, crate::id::HandleError> {
                self.records.check(id)
            }

            pub(crate) fn handle(&self, slot: $slot) -> $handle {
                self.records.handle(slot)
            }

            pub(crate) fn try_get(&self, slot: $slot) -> Option<&$record> {
                self.records.try_get(slot)
            }

            pub(crate) fn iter(&self) -> impl Iterator<Item = ($slot, &$record)> {
                self.records.iter()
            }
        }

        impl std::ops::Index<$slot> for $store {
            type Output = $record;
            #[inline]
            fn index(&self, slot: $slot) -> &$record {
                &self.records[slot]
            }
        }

        impl std::ops::IndexMut<$slot> for $store {
            #[inline]
            fn index_mut(&mut self, slot: $slot) -> &mut $record {
                &mut self.records[slot]
            }
        }
    };
}

pub(crate) use forward_to_records;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_and_foreign_handles_are_refused() {
        let mut slots: Slots<BodyId, i32> = Slots::new(3);
        let [a, b] = [1, 2].map(|value| {
            let slot = slots.insert(value);
            slots.handle(slot)
        });
        assert_eq!(slots.remove(slots.check(a).unwrap()), 1);
        assert_eq!(slots.check(a), Err(HandleError::Removed { kind: "body" }));
        let slot = slots.insert(3);
        let c = slots.handle(slot);
        assert_eq!((c.index(), c == a, slots.check(b), slots.len()), (0, false, Ok(BodySlot::new(1)), 2));
        let mut other: Slots<BodyId, i32> = Slots::new(4);
        other.insert(1);
        assert_eq!(other.check(b), Err(HandleError::ForeignWorld { kind: "body" }));
    }

    /// A slot is retired when its generations run out, so no stale handle becomes valid again.
    #[test]
    fn a_used_up_slot_is_retired() {
        let mut slots: Slots<BodyId, ()> = Slots::new(0);
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..1_000 {
            if round == 500 {
                slots.entries[0].generation = u32::MAX - 100;
            }
            let slot = slots.insert(());
            assert!(seen.insert(slots.handle(slot)));
            slots.remove(slot);
        }
        assert_eq!(slots.capacity(), 2);
    }

    #[test]
    fn handles_print_kind_slot_and_generation() {
        let raw = RawId { index: 43, generation: 2, world: 7 };
        assert_eq!(format!("{:?}", BodyId(raw)), "Body 43.2");
        assert_eq!(ColliderId(raw).to_string(), "Collider 43.2");
        assert_eq!(format!("{:>12}", JointId(raw)), "  Joint 43.2");
    }
}
