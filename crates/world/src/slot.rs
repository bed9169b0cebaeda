//! Slots: the indices of the world's stores, a type for each store, so that one cannot be used for another.
//!
//! A slot is reused after its item is removed (`id.rs`). The dense arrays of awake bodies have an index of
//! their own, [`solver::BodyRow`]. A slot is stored as its index + 1, so `Option<BodySlot>` takes four bytes,
//! and lists (`links.rs`) need no number for "none".

use std::num::NonZeroU32;

pub(crate) trait Slot: Copy {
    /// # Panics
    /// From 2^32 - 1 on.
    fn new(index: usize) -> Self;

    fn index(self) -> usize;
}

macro_rules! slot {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub(crate) struct $name(NonZeroU32);

        impl Slot for $name {
            #[inline(always)]
            fn new(index: usize) -> Self {
                let above = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
                Self(above.expect("fewer than 2^32 - 1 slots"))
            }

            #[inline(always)]
            fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.index().fmt(f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.index().fmt(f)
            }
        }

        const _: () = assert!(size_of::<Option<$name>>() == 4);
    };
}

slot!(
    /// A body in [`Bodies`](crate::stores::Bodies).
    BodySlot
);
slot!(
    /// A collider in [`Colliders`](crate::stores::Colliders).
    ColliderSlot
);
slot!(
    /// A joint in [`Joints`](crate::stores::Joints).
    JointSlot
);
slot!(
    /// A contact in [`Contacts`](crate::stores::Contacts).
    ContactSlot
);
slot!(
    /// One end of a contact or joint in [`Links`](crate::links::Links).
    EndSlot
);

impl ColliderSlot {
    #[inline(always)]
    pub(crate) fn key(self) -> broadphase::Key {
        self.index() as broadphase::Key
    }

    #[inline(always)]
    pub(crate) fn from_key(key: broadphase::Key) -> Self {
        Self::new(key as usize)
    }
}
