//! A node of the tree: up to four children side by side, each a leaf or another node, and the box of each.
//!
//! ```text
//!              child 0  child 1  child 2  child 3
//!   boxes      [       |        |  empty |        ]    in columns
//!   children   [ key   | node   |  -     | key    ]
//!   occupied       1       1        0        1         one bit for each child
//!   leaves         1       0        0        1         one bit for each child
//! ```
//!
//! Four children instead of two: half the levels, so memory is waited for half as often, and one step tests
//! four boxes. n boxes need about n / 3 nodes of 96 bytes, where a binary tree has 2 n of 32.
//!
//! Source: Wald, Benthin, Boulos, "Getting Rid of Packets", 2008, for wide nodes in columns.

use crate::aabb_quad::{AabbQuad, WIDTH};
use geom::Aabb;

/// By how much a node's perimeter may grow before it is degraded. With less the tree is better, but refits
/// take longer (`docs/experiments/broadphase.md`).
const MAX_PERIMETER_GROWTH: f32 = 1.8;

pub(super) type ChildMask = u8;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Node {
    /// Of a key, or around everything in the child node, m.
    pub boxes: AabbQuad,
    pub children: [u32; WIDTH],
    /// The packed [`ChildRef`]; of a free node the next free one.
    pub parent: u32,
    /// When the node was built, m.
    pub built_perimeter: f32,
    pub occupied: ChildMask,
    pub leaves: ChildMask,
    /// At least the nodes on the longest path down, this one included; [`FREE`] for a free node.
    pub height: u8,
    /// Since the last refit, here or below.
    pub has_changed: bool,
}

const _: () = assert!(size_of::<Node>() == 96);

pub(super) const NONE: u32 = u32::MAX;

pub(super) const FREE: u8 = 0;

/// Packed into 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildRef {
    pub node: u32,
    /// 0 to 3.
    pub child: usize,
}

impl ChildRef {
    #[inline(always)]
    pub fn packed(self) -> u32 {
        self.node << 2 | self.child as u32
    }

    #[inline(always)]
    pub fn unpacked(packed: u32) -> Self {
        Self { node: packed >> 2, child: (packed & 3) as usize }
    }
}

impl Node {
    pub fn new() -> Self {
        Self {
            boxes: AabbQuad::EMPTY,
            children: [NONE; WIDTH],
            parent: NONE,
            built_perimeter: 0.0,
            occupied: 0,
            leaves: 0,
            height: 1,
            has_changed: true,
        }
    }

    /// Where this node is a child, unless it is a root.
    #[inline(always)]
    pub fn above(&self) -> Option<ChildRef> {
        (self.parent != NONE).then(|| ChildRef::unpacked(self.parent))
    }

    #[inline(always)]
    pub fn is_leaf(&self, child: usize) -> bool {
        self.leaves & 1 << child != 0
    }

    #[inline(always)]
    pub fn child_nodes(&self) -> ChildMask {
        self.occupied & !self.leaves
    }

    #[inline(always)]
    pub fn overlapping(&self, aabb: Aabb) -> ChildMask {
        self.boxes.overlapping(aabb) & self.occupied
    }

    /// Half of that of the box around all children, m.
    #[inline(always)]
    pub fn perimeter(&self) -> f32 {
        self.boxes.union().half_perimeter()
    }

    /// The children are far apart. A root never degrades.
    #[inline(always)]
    pub fn is_degraded(&self) -> bool {
        self.is_degraded_with(self.boxes.union())
    }

    /// `around` is the box around all children.
    #[inline(always)]
    pub fn is_degraded_with(&self, around: Aabb) -> bool {
        self.parent != NONE && around.half_perimeter() > MAX_PERIMETER_GROWTH * self.built_perimeter
    }

    #[inline(always)]
    pub fn set(&mut self, child: usize, subtree: Subtree) {
        self.boxes.set(child, subtree.aabb);
        self.children[child] = subtree.root;
        self.occupied |= 1 << child;
        self.leaves = self.leaves & !(1 << child) | u8::from(subtree.is_leaf()) << child;
        self.height = if self.height > subtree.height { self.height } else { subtree.height + 1 };
    }

    pub fn remove(&mut self, child: usize) {
        self.boxes.set(child, Aabb::EMPTY);
        self.occupied &= !(1 << child);
        self.leaves &= !(1 << child);
    }
}

/// The box of a key, or a node with everything below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subtree {
    pub aabb: Aabb,
    pub root: u32,
    /// 0 for a leaf.
    pub height: u8,
}

impl Subtree {
    #[inline(always)]
    pub fn leaf(key: u32, aabb: Aabb) -> Self {
        Self { aabb, root: key, height: 0 }
    }

    #[inline(always)]
    pub fn is_leaf(&self) -> bool {
        self.height == 0
    }
}

pub(super) fn bounds(subtrees: &[Subtree]) -> Aabb {
    subtrees.iter().fold(Aabb::EMPTY, |all, subtree| all.union(subtree.aabb))
}

#[inline(always)]
pub(super) fn indices(mut mask: ChildMask) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let child = mask.trailing_zeros() as usize;
        let is_any_left = mask != 0;
        mask &= mask.wrapping_sub(1);
        is_any_left.then_some(child)
    })
}
