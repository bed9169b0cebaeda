//! A node: up to four boxes side by side, and what hangs below each.
//!
//! ```text
//!              slot 0   slot 1   slot 2   slot 3
//!   boxes    [        |        |  none  |        ]    by columns
//!   below    [ key    | node   |  free  | key    ]
//!   used         1        1        0        1         a byte of bits each
//!   leaves       1        0        0        1
//! ```
//!
//! Four in a node rather than two: half the levels, so half the waiting for memory, and one step decides among
//! four. A leaf is no node of its own, but a slot: n boxes need about n / 3 nodes of 96 bytes, where a
//! binary tree has 2 n of 32.
//!
//! Source: Wald, Benthin, Boulos, "Getting Rid of Packets", 2008, for wide nodes in columns. Not
//! tried: eight to a node, which needs AVX2 and with it a whole search inside a kernel; boxes rounded to bytes within the parent's
//! box, which halve the node and make every test unpack them.

use super::bvh::WEAR;
use crate::four_boxes::{FourBoxes, WIDTH};
use geom::Aabb;

/// A bit for each slot.
pub(super) type Slots = u8;

/// Up to four boxes and what hangs below them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Node {
    /// By slot: the box of a key, or one around all that is in the node below, m.
    pub boxes: FourBoxes,
    /// By slot: a key, or the node below.
    pub below: [u32; WIDTH],
    /// Where this node hangs, a [`Place`]; of a free node the next free one.
    pub parent: u32,
    /// Half the border around all four when the node was made, m.
    pub made: f32,
    pub used: Slots,
    /// Of those used, the ones with a key.
    pub leaves: Slots,
    /// At least the number of nodes on the longest way down, this one included; [`FREE`] for a free node.
    pub height: u8,
    /// Something here or below has changed since the tree was last mended.
    pub changed: bool,
}

const _: () = assert!(size_of::<Node>() == 96);

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The height of a node on the free list.
pub(super) const FREE: u8 = 0;

/// A slot of a node, packed into 4 bytes where it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub node: u32,
    pub slot: usize,
}

impl Place {
    #[inline(always)]
    pub fn packed(self) -> u32 {
        self.node << 2 | self.slot as u32
    }

    #[inline(always)]
    pub fn unpacked(place: u32) -> Self {
        Self { node: place >> 2, slot: (place & 3) as usize }
    }
}

impl Node {
    /// Without any box.
    pub fn new() -> Self {
        Self {
            boxes: FourBoxes::EMPTY,
            below: [NONE; WIDTH],
            parent: NONE,
            made: 0.0,
            used: 0,
            leaves: 0,
            height: 1,
            changed: true,
        }
    }

    #[inline(always)]
    pub fn is_leaf(&self, slot: usize) -> bool {
        self.leaves & 1 << slot != 0
    }

    /// The slots with a node below.
    #[inline(always)]
    pub fn inner(&self) -> Slots {
        self.used & !self.leaves
    }

    /// Which boxes overlap `aabb`.
    #[inline(always)]
    pub fn overlapping(&self, aabb: Aabb) -> Slots {
        self.boxes.overlapping(aabb) & self.used
    }

    /// Half the border around all boxes, m.
    #[inline(always)]
    pub fn perimeter(&self) -> f32 {
        self.boxes.union().half_perimeter()
    }

    /// Whether the border has grown so much since the node was made that what lies in it no longer belongs together. A root
    /// holds all there is, and never wears out.
    #[inline(always)]
    pub fn is_worn(&self) -> bool {
        self.parent != NONE && self.perimeter() > WEAR * self.made
    }

    /// Fills a slot.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, item: Item) {
        self.boxes.set(slot, item.aabb);
        self.below[slot] = item.below;
        self.used |= 1 << slot;
        self.leaves = self.leaves & !(1 << slot) | u8::from(item.is_leaf()) << slot;
        self.height = if self.height > item.height { self.height } else { item.height + 1 };
    }

    /// Frees a slot.
    pub fn clear(&mut self, slot: usize) {
        self.boxes.set(slot, Aabb::EMPTY);
        self.used &= !(1 << slot);
        self.leaves &= !(1 << slot);
    }
}

/// What can be put into a slot: a box with a key, or a node with all that hangs below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub aabb: Aabb,
    pub below: u32,
    /// Of a node its height, of a key 0.
    pub height: u8,
}

impl Item {
    #[inline(always)]
    pub fn is_leaf(&self) -> bool {
        self.height == 0
    }
}

/// The numbers of the bits that are set, the lowest first.
#[inline(always)]
pub(super) fn each(mut slots: Slots) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let slot = slots.trailing_zeros() as usize;
        let any = slots != 0;
        slots &= slots.wrapping_sub(1);
        any.then_some(slot)
    })
}
