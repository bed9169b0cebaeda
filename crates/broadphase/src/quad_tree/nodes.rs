//! The nodes of the quadtree: one flat array of them, and lists that say which boxes each has.
//!
//! ```text
//!   nodes                       links, by place of a box
//!   [outside] first ----------> [5]
//!   [root   ] first ----------> [2] <-> [0] <-> [7]
//!   [quarter] first ----------> [1] <-> [3]
//!   [free   ]
//! ```

use super::QuadTree;
use alloc::vec::Vec;
use geom::{Aabb, Point};

/// No node, no place.
pub(super) const NONE: u32 = u32::MAX;

/// The node of the boxes that lie too far out for the tree.
pub(super) const OUTSIDE: u32 = 0;

/// Half the width of the smallest cells, m, some micrometres: no cell is cut any further. Where cells are smaller than f32
/// can tell apart, quarters fall together and boxes stay above them.
pub(super) const LEAST_HALF: f32 = 1.0 / (1 << 18) as f32;

/// Half the width of the largest cell, m. Bounds of twice that width hold all that is within half as much of the
/// origin, wherever within it the first cell began: that is why [`FARTHEST`](super::place::FARTHEST) is half of it.
pub(super) const GREATEST_HALF: f32 = (1 << 24) as f32;

/// How often the largest cell can be halved.
pub(super) const DEPTH: usize = 42;

const _: () = assert!(GREATEST_HALF / LEAST_HALF == (1_u64 << DEPTH) as f32);

/// A square of the plane, and what is in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// All boxes here and below lie in it, m.
    pub bounds: Aabb,
    /// The middle of the cell, m.
    pub center: Point,
    /// Half the width of the cell, m.
    pub half: f32,
    /// The node above, or [`NONE`] at the root; of a free node the next free one.
    pub parent: u32,
    /// Left and right below, left and right above; each may be [`NONE`].
    pub quarters: [u32; 4],
    /// The first box of its own.
    pub first: u32,
    /// How many boxes of its own.
    pub own: u32,
    /// How many boxes here and below; 0 for a free node.
    pub count: u32,
}

const _: () = assert!(size_of::<Node>() <= 64, "a cache line");

impl Node {
    pub fn new(center: Point, half: f32, bounds: Aabb) -> Self {
        let (quarters, parent, first) = ([NONE; 4], NONE, NONE);
        Self { bounds, center, half, parent, quarters, first, own: 0, count: 0 }
    }

    /// Whether a box belongs here or below: its centre in the cell, all of it in the bounds. The bounds alone would not do:
    /// those of the quarters together are narrower, and what is in the rim between could go no further down.
    pub fn holds(&self, aabb: Aabb) -> bool {
        let off = aabb.center() - self.center;
        off.x.abs() <= self.half && off.y.abs() <= self.half && self.bounds.contains(aabb)
    }

    pub fn is_cut(&self) -> bool {
        self.quarters != [NONE; 4]
    }
}

/// A box in the list of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub node: u32,
    pub next: u32,
    pub previous: u32,
}

impl Link {
    pub const LOOSE: Self = Self { node: NONE, next: NONE, previous: NONE };
}

/// The list of what is outside, and no tree.
fn outside() -> Node {
    Node::new(Point::origin(), f32::MAX, Aabb::new([f32::MIN; 2], [f32::MAX; 2]))
}

impl Default for QuadTree {
    fn default() -> Self {
        Self {
            boxes: Default::default(),
            links: Vec::new(),
            nodes: [outside()].into(),
            root: NONE,
            first_free: NONE,
        }
    }
}

impl QuadTree {
    pub(super) fn clear_nodes(&mut self) {
        self.nodes.clear();
        self.nodes.push(outside());
        (self.root, self.first_free) = (NONE, NONE);
    }

    pub(super) fn take_node(&mut self, node: Node) -> u32 {
        let index = self.first_free;
        if index == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        self.first_free = self.nodes[index as usize].parent;
        self.nodes[index as usize] = node;
        index
    }

    pub(super) fn free_node(&mut self, index: u32) {
        let next = self.first_free;
        let node = &mut self.nodes[index as usize];
        (node.parent, node.count) = (next, 0);
        self.first_free = index;
    }

    pub(super) fn own_places(&self, node: u32) -> impl Iterator<Item = u32> {
        let some = |place: u32| (place != NONE).then_some(place);
        let first = some(self.nodes[node as usize].first);
        core::iter::successors(first, move |&place| some(self.links[place as usize].next))
    }

    /// Puts a loose box at the head of the list of a node. The counts are the caller's.
    pub(super) fn link(&mut self, place: u32, node: u32) {
        let holder = &mut self.nodes[node as usize];
        let next = holder.first;
        (holder.first, holder.own) = (place, holder.own + 1);
        self.links[place as usize] = Link { node, next, previous: NONE };
        if next != NONE {
            self.links[next as usize].previous = place;
        }
    }

    /// Takes a box off the list of its node. The counts are the caller's.
    pub(super) fn unlink(&mut self, place: u32) {
        let Link { node, next, previous } = self.links[place as usize];
        self.nodes[node as usize].own -= 1;
        if previous == NONE {
            self.nodes[node as usize].first = next;
        } else {
            self.links[previous as usize].next = next;
        }
        if next != NONE {
            self.links[next as usize].previous = previous;
        }
        self.links[place as usize] = Link::LOOSE;
    }

    /// Tells the neighbours in its list that a box, whose link has come along, has this place now.
    pub(super) fn note_place(&mut self, place: u32) {
        let Link { node, next, previous } = self.links[place as usize];
        if previous == NONE {
            self.nodes[node as usize].first = place;
        } else {
            self.links[previous as usize].next = place;
        }
        if next != NONE {
            self.links[next as usize].previous = place;
        }
    }
}
