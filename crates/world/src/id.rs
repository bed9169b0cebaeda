//! Handles: 8 bytes, typed, tagged with their world, and refused when stale.
//!
//! A handle names a slot and the generation of what stood in the slot when the handle was made. The slot is
//! used again, last freed first, with the next generation; a slot whose generations are used up is retired, so
//! that no handle ever comes to mean something else.

use std::marker::PhantomData;
use thiserror::Error;

/// Why a handle is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandleError {
    /// The handle was made by another world.
    #[error("the {kind} belongs to another world")]
    ForeignWorld {
        /// Body, collider or joint.
        kind: &'static str,
    },
    /// What it named has been removed.
    #[error("the {kind} has been removed")]
    Removed {
        /// Body, collider or joint.
        kind: &'static str,
    },
}

/// What a handle consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RawId {
    pub(crate) index: u32,
    pub(crate) generation: u16,
    pub(crate) world: u16,
}

/// A typed handle.
pub(crate) trait Handle: Copy {
    const KIND: &'static str;
    fn raw(self) -> RawId;
    fn from_raw(raw: RawId) -> Self;
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(RawId);

        impl $name {
            /// The slot: small, dense, and unique among what exists at one time. For arrays beside the world.
            #[must_use]
            pub fn index(self) -> usize {
                self.0.index as usize
            }
        }

        impl Handle for $name {
            const KIND: &'static str = $kind;
            fn raw(self) -> RawId {
                self.0
            }
            fn from_raw(raw: RawId) -> Self {
                Self(raw)
            }
        }

        const _: () = assert!(size_of::<$name>() == 8);
    };
}

handle!(
    /// A body of a world.
    BodyId, "body"
);
handle!(
    /// A collider of a world.
    ColliderId, "collider"
);
handle!(
    /// A joint of a world.
    JointId, "joint"
);

#[derive(Clone, Debug)]
struct Slot<T> {
    generation: u16,
    value: Option<T>,
}

/// Values in slots, reached by handle from outside and by slot from within.
#[derive(Clone, Debug)]
pub(crate) struct Slots<H, T> {
    slots: Vec<Slot<T>>,
    /// Free slots; the last one is used next.
    free: Vec<u32>,
    len: usize,
    world: u16,
    handle: PhantomData<H>,
}

impl<H: Handle, T> Slots<H, T> {
    pub(crate) fn new(world: u16) -> Self {
        Self { slots: Vec::new(), free: Vec::new(), len: 0, world, handle: PhantomData }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many slots there are, free ones included.
    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// # Panics
    /// At 2^32 slots.
    pub(crate) fn insert(&mut self, value: T) -> H {
        self.len += 1;
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, value: None });
            u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 slots")
        });
        self.slots[index as usize].value = Some(value);
        self.handle(index)
    }

    pub(crate) fn remove(&mut self, index: u32) -> T {
        let slot = &mut self.slots[index as usize];
        let value = slot.value.take().expect("an occupied slot");
        self.len -= 1;
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(index);
        }
        value
    }

    /// The slot that a handle names.
    pub(crate) fn check(&self, id: H) -> Result<u32, HandleError> {
        let raw = id.raw();
        if raw.world != self.world {
            return Err(HandleError::ForeignWorld { kind: H::KIND });
        }
        match self.slots.get(raw.index as usize) {
            Some(slot) if slot.generation == raw.generation && slot.value.is_some() => Ok(raw.index),
            _ => Err(HandleError::Removed { kind: H::KIND }),
        }
    }

    /// The handle of what stands in a slot.
    pub(crate) fn handle(&self, index: u32) -> H {
        let generation = self.slots[index as usize].generation;
        H::from_raw(RawId { index, generation, world: self.world })
    }

    pub(crate) fn try_get(&self, index: u32) -> Option<&T> {
        self.slots.get(index as usize)?.value.as_ref()
    }

    /// Slots in use and what stands there, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.slots.iter().enumerate().filter_map(|(i, slot)| Some((i as u32, slot.value.as_ref()?)))
    }
}

impl<H, T> std::ops::Index<u32> for Slots<H, T> {
    type Output = T;
    #[inline]
    fn index(&self, index: u32) -> &T {
        self.slots[index as usize].value.as_ref().expect("an occupied slot")
    }
}

impl<H, T> std::ops::IndexMut<u32> for Slots<H, T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut T {
        self.slots[index as usize].value.as_mut().expect("an occupied slot")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_and_foreign_handles_are_refused() {
        let mut slots: Slots<BodyId, i32> = Slots::new(3);
        let a = slots.insert(1);
        let b = slots.insert(2);
        assert_eq!(slots.remove(slots.check(a).unwrap()), 1);
        assert_eq!(slots.check(a), Err(HandleError::Removed { kind: "body" }));
        let c = slots.insert(3);
        assert_eq!((c.index(), c == a, slots.check(b), slots.len()), (0, false, Ok(1), 2));
        let mut other: Slots<BodyId, i32> = Slots::new(4);
        other.insert(1);
        assert_eq!(other.check(b), Err(HandleError::ForeignWorld { kind: "body" }));
    }

    /// A slot is retired when its generations run out, so no handle comes to life again.
    #[test]
    fn a_used_up_slot_is_retired() {
        let mut slots: Slots<BodyId, ()> = Slots::new(0);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200_000 {
            let id = slots.insert(());
            assert!(seen.insert(id));
            slots.remove(id.index() as u32);
        }
        assert_eq!(slots.capacity(), 200_000_usize.div_ceil(65_536));
    }
}
