//! All pairs of a step: the tree against itself, and against that of the scenery.
//!
//! Two nodes whose boxes overlap are taken together: each box of the one is compared with the four of the other, and
//! only where these overlap does the walk go on below.
//!
//! ```text
//!   each node:   for each two slots i < j that overlap: meet(i, j)
//!   meet(i, j):  two keys      a pair
//!                two nodes     each slot of the one that overlaps a slot of the other: meet
//!                one of each   the key looks for what overlaps it below the node
//! ```
//!
//! Each pair is found once, at the node where the ways down to its two boxes part; so the nodes can be asked in any order,
//! and by several threads. They are asked as they lie in the array, which is mostly the order of a walk from the root, in
//! which what is read has just been read. The scenery is looked for by the branches [`LEVELS_ABOVE`] below the root, each
//! on its own, from the root of the other tree.
//!
//! What has not moved is passed over: `moved` has a bit for each slot below which something has, set key by key for the boxes
//! themselves, then node by node for what lies above them, all forgotten after.
//!
//! Source: Gottschalk, Lin, Manocha, "OBBTree", 1996, for two trees at once. Turned down: a search from the root for each
//! box that moved, which reads the upper levels as often as there are boxes, and finds most pairs twice. (10,000 boxes,
//! all moved: see docs/broadphase.md.) Marks set on the way up from each key: of a million boxes, whose nodes are not in the
//! cache, all pairs took a fifth to a third longer.

use super::bvh::Bvh;
use super::node::{FREE, NONE, Place, Slots, each};
use crate::Key;
use crate::boxes::pair;
use alloc::vec::Vec;
use core::ops::Range;
use geom::Aabb;

/// So many levels of nodes lie above the branches that look for the scenery each on its own: some dozens of branches, to be
/// shared out among threads.
const LEVELS_ABOVE: u32 = 3;

type Pairs = Vec<(Key, Key)>;

impl Bvh {
    /// Notes that the box at a place has moved. What lies above it learns of it by [`Bvh::spread_moved`].
    pub fn mark_moved(&mut self, place: Place) {
        self.moved[place.node as usize] |= 1 << place.slot;
    }

    /// Tells all nodes below which slots something has moved. Node by node in the order of the array, not key by key: each
    /// finds its parents in the cache.
    pub fn spread_moved(&mut self) {
        for index in 0..self.moved.len() {
            if self.moved[index] != 0 {
                let mut above = self.nodes[index].parent;
                while above != NONE {
                    let Place { node, slot } = Place::unpacked(above);
                    let moved = &mut self.moved[node as usize];
                    // Whoever came by here has told what lies above.
                    if *moved & 1 << slot != 0 {
                        break;
                    }
                    *moved |= 1 << slot;
                    above = self.node(node).parent;
                }
            }
        }
    }

    /// Forgets what has moved.
    pub fn forget_moved(&mut self) {
        if self.any_moved() {
            self.moved.fill(0);
        }
    }

    fn any_moved(&self) -> bool {
        self.root != NONE && self.moved(self.root) != 0
    }

    /// The slots of a node with something below that has moved.
    #[inline(always)]
    fn moved(&self, index: u32) -> Slots {
        self.moved[index as usize]
    }

    #[inline(always)]
    fn has_moved(&self, place: Place) -> bool {
        self.moved(place.node) & 1 << place.slot != 0
    }

    /// Appends the pairs that some of the nodes are to find, of which at least one has moved: pairs within this tree, and
    /// pairs with one in another. All nodes of the array together find all.
    pub fn pairs_at(&self, nodes: Range<usize>, other: &Self, pairs: &mut Pairs) {
        let branches = self.height().saturating_sub(LEVELS_ABOVE);
        let any_moved = other.any_moved();
        for index in nodes.start as u32..nodes.end as u32 {
            let node = self.node(index);
            if node.height == FREE || (self.moved(index) == 0 && !any_moved) {
                continue;
            }
            self.within(index, pairs);
            if other.root == NONE {
                continue;
            }
            if u32::from(node.height) > branches {
                for slot in each(node.leaves) {
                    let moved = self.has_moved(Place { node: index, slot });
                    other.partners(other.root, node.below[slot], node.boxes.get(slot), moved, pairs);
                }
            } else if node.parent == NONE
                || u32::from(self.node(Place::unpacked(node.parent).node).height) > branches
            {
                self.across(index, other, other.root, pairs);
            }
        }
    }

    /// The pairs of which the two lie in or below different slots of a node.
    fn within(&self, index: u32, pairs: &mut Pairs) {
        let (node, moved) = (self.node(index), self.moved(index));
        for i in each(node.used) {
            let later = node.used & !((2 << i) - 1);
            let moved = if moved & 1 << i != 0 { later } else { later & moved };
            if moved != 0 {
                for j in each(node.boxes.overlapping(node.boxes.get(i)) & moved) {
                    self.meet(Place { node: index, slot: i }, self, Place { node: index, slot: j }, pairs);
                }
            }
        }
    }

    fn across(&self, index: u32, other: &Self, other_index: u32, pairs: &mut Pairs) {
        let (node, other_node) = (self.node(index), other.node(other_index));
        let (moved, other_moved) = (self.moved(index), other.moved(other_index));
        let ours = if other_moved == 0 { moved } else { node.used };
        for i in each(ours) {
            let theirs = if moved & 1 << i != 0 { other_node.used } else { other_moved };
            for j in each(other_node.boxes.overlapping(node.boxes.get(i)) & theirs) {
                let (a, b) = (Place { node: index, slot: i }, Place { node: other_index, slot: j });
                self.meet(a, other, b, pairs);
            }
        }
    }

    /// What two slots that overlap, and of which at least one has moved, have in common.
    #[inline(always)]
    fn meet(&self, a: Place, other: &Self, b: Place, pairs: &mut Pairs) {
        let (node_a, node_b) = (self.node(a.node), other.node(b.node));
        let (below_a, below_b) = (node_a.below[a.slot], node_b.below[b.slot]);
        match (node_a.is_leaf(a.slot), node_b.is_leaf(b.slot)) {
            (true, true) => pairs.push(pair(below_a, below_b)),
            (false, false) => self.across(below_a, other, below_b, pairs),
            (true, false) => {
                other.partners(below_b, below_a, node_a.boxes.get(a.slot), self.has_moved(a), pairs);
            }
            (false, true) => {
                self.partners(below_a, below_b, node_b.boxes.get(b.slot), other.has_moved(b), pairs);
            }
        }
    }

    /// Appends the pairs of a key, whose box has moved or not, with what overlaps it below a node.
    fn partners(&self, index: u32, key: Key, aabb: Aabb, moved: bool, pairs: &mut Pairs) {
        let node = self.node(index);
        let found: Slots = node.overlapping(aabb) & if moved { node.used } else { self.moved(index) };
        for slot in each(found & node.leaves) {
            pairs.push(pair(key, node.below[slot]));
        }
        for slot in each(found & node.inner()) {
            self.partners(node.below[slot], key, aabb, moved, pairs);
        }
    }
}
