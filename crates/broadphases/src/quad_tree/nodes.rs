//! The data of the quadtree: one flat array of nodes, and lists of the boxes of each.
//!
//! ```text
//!   nodes                       links, by index of a box
//!   [outside] first ----------> [5]
//!   [root   ] first ----------> [2] <-> [0] <-> [7]
//!   [child  ] first ----------> [1] <-> [3]
//!   [free   ]
//! ```

use alloc::vec::Vec;
use broadphase::common::{Proxies, Proxy};
use geom::{Aabb, Point};

/// Boxes in squares that are split into four where there are many.
///
/// A change takes no time while a box stays within the bounds of its square, otherwise at most the depth of
/// the tree. [`find_pairs`](broadphase::Broadphase::find_pairs), a query and a ray visit the squares that
/// they touch, the boxes in these, and all boxes farther than 8000 km from the origin.
///
/// ```
/// use broadphase::{Broadphase, Mobility};
/// use broadphases::QuadTree;
/// use geom::{Aabb, Point};
/// use std::ops::ControlFlow;
///
/// let mut tree = QuadTree::default();
/// // A ground that stands for a half-space, and a crate.
/// tree.insert(0, Aabb::new([-1e9, -1e9], [1e9, 0.0]), Mobility::Static)?;
/// tree.insert(1, Aabb::around([0.0, 0.5], [0.5, 0.5]), Mobility::Moving)?;
/// let mut found = Vec::new();
/// tree.overlap_point(Point::new(0.2, 0.8), &mut |key| {
///     found.push(key);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, [1]);
/// # Ok::<(), broadphase::BroadphaseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuadTree {
    pub(super) proxies: Proxies,
    pub(super) links: Vec<Link>,
    /// [`OUTSIDE`] first, which is not part of the tree.
    pub(super) nodes: Vec<Node>,
    pub(super) root: u32,
    pub(super) first_free: u32,
}

pub(super) const NONE: u32 = u32::MAX;

/// The node of boxes too far out for the tree.
pub(super) const OUTSIDE: u32 = 0;

/// m, some micrometres: cells are not split further. Where f32 is coarser, children coincide and boxes stay
/// above them.
pub(super) const MIN_HALF_WIDTH: f32 = 1.0 / (1 << 18) as f32;

/// m. The bounds, twice as wide, contain everything within [`MAX_COORDINATE`](super::insert::MAX_COORDINATE)
/// of the origin, half of this, wherever in that range the first cell began.
pub(super) const MAX_HALF_WIDTH: f32 = (1 << 24) as f32;

pub(super) const DEPTH: usize = 42;

const _: () = assert!(MAX_HALF_WIDTH / MIN_HALF_WIDTH == (1_u64 << DEPTH) as f32);

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub bounds: Aabb,
    pub center: Point,
    /// m.
    pub half_width: f32,
    /// [`NONE`] at the root; of a free node the next free one.
    pub parent: u32,
    /// Lower left, lower right, upper left, upper right, or [`NONE`].
    pub children: [u32; 4],
    pub first: u32,
    pub own_count: u32,
    /// Boxes here and below; 0 for a free node.
    pub count: u32,
}

const _: () = assert!(size_of::<Node>() <= 64, "a cache line");

impl Node {
    pub fn new(center: Point, half_width: f32, bounds: Aabb) -> Self {
        let (children, parent, first) = ([NONE; 4], NONE, NONE);
        Self { bounds, center, half_width, parent, children, first, own_count: 0, count: 0 }
    }

    /// Whether a box belongs to this node or below: its centre is in the cell, and all of it in the bounds.
    /// The bounds alone are not enough: those of the four children together are smaller, and boxes near the
    /// border could not go down.
    pub fn can_hold(&self, aabb: Aabb) -> bool {
        let offset = aabb.center() - self.center;
        offset.x.abs() <= self.half_width && offset.y.abs() <= self.half_width && self.bounds.contains(aabb)
    }

    pub fn is_split(&self) -> bool {
        self.children != [NONE; 4]
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub node: u32,
    pub next: u32,
    pub previous: u32,
}

impl Link {
    pub const UNLINKED: Self = Self { node: NONE, next: NONE, previous: NONE };
}

fn outside_node() -> Node {
    Node::new(Point::origin(), f32::MAX, Aabb::new([f32::MIN; 2], [f32::MAX; 2]))
}

impl Default for QuadTree {
    fn default() -> Self {
        Self {
            proxies: Proxies::default(),
            links: Vec::new(),
            nodes: [outside_node()].into(),
            root: NONE,
            first_free: NONE,
        }
    }
}

impl QuadTree {
    pub(super) fn clear_nodes(&mut self) {
        self.nodes.clear();
        self.nodes.push(outside_node());
        (self.root, self.first_free) = (NONE, NONE);
    }

    pub(super) fn own_proxies(&self, node: u32) -> impl Iterator<Item = &Proxy> {
        self.own_indices(node).map(|index| &self.proxies.list()[index as usize])
    }

    pub(super) fn aabb(&self, index: u32) -> Aabb {
        self.proxies.list()[index as usize].aabb
    }

    pub(super) fn allocate_node(&mut self, node: Node) -> u32 {
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

    pub(super) fn own_indices(&self, node: u32) -> impl Iterator<Item = u32> {
        let some = |index: u32| (index != NONE).then_some(index);
        let first = some(self.nodes[node as usize].first);
        core::iter::successors(first, move |&index| some(self.links[index as usize].next))
    }

    /// To the front of a node's list. The caller updates `count`.
    pub(super) fn link(&mut self, index: u32, node: u32) {
        let holder = &mut self.nodes[node as usize];
        let next = holder.first;
        (holder.first, holder.own_count) = (index, holder.own_count + 1);
        self.links[index as usize] = Link { node, next, previous: NONE };
        if next != NONE {
            self.links[next as usize].previous = index;
        }
    }

    /// The caller updates `count`.
    pub(super) fn unlink(&mut self, index: u32) {
        let Link { node, next, previous } = self.links[index as usize];
        self.nodes[node as usize].own_count -= 1;
        if previous == NONE {
            self.nodes[node as usize].first = next;
        } else {
            self.links[previous as usize].next = next;
        }
        if next != NONE {
            self.links[next as usize].previous = previous;
        }
        self.links[index as usize] = Link::UNLINKED;
    }

    /// Writes the new index of a box, whose link is there already, into its neighbours in the list.
    pub(super) fn relink(&mut self, index: u32) {
        let Link { node, next, previous } = self.links[index as usize];
        if previous == NONE {
            self.nodes[node as usize].first = index;
        } else {
            self.links[previous as usize].next = index;
        }
        if next != NONE {
            self.links[next as usize].previous = index;
        }
    }
}
