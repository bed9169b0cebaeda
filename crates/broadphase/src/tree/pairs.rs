//! All pairs of a step in one walk: the tree against itself, and against that of the scenery.
//!
//! Two nodes whose boxes overlap are taken together: each box of the one is compared with the four of the other, and
//! only where these overlap does the walk go on below.
//!
//! ```text
//!   within(n):   for each two slots i < j of n that overlap:  meet(i, j);    then within what lies below each slot
//!   meet(i, j):  two keys      a pair
//!                two nodes     each slot of the one that overlaps a slot of the other: meet
//!                one of each   the key looks for what overlaps it below the node
//! ```
//!
//! Each pair is found once, where the ways down to its two boxes part, and the walk stays where it is in space, so
//! what it reads has just been read. What has not moved is passed over: `moved` has a bit for each slot below which
//! something has, set on the way up from each key before, cleared on the way down after.
//!
//! Source: Gottschalk, Lin, Manocha, "OBBTree", 1996, for two trees at once. Turned down: a search from the root for each
//! box that moved, which reads the upper levels as often as there are boxes, and finds most pairs twice. (10,000 boxes,
//! all moved: see docs/broadphase.md.)

use super::bvh::Bvh;
use super::node::{NONE, Place, Slots, each};
use crate::Key;
use crate::boxes::pair;
use alloc::vec::Vec;
use core::mem;
use geom::Aabb;

type Pairs = Vec<(Key, Key)>;

impl Bvh {
    /// Notes that the box at a place has moved.
    pub fn mark_moved(&mut self, mut place: Place) {
        loop {
            let node = self.node_mut(place.node);
            let before = node.moved;
            node.moved |= 1 << place.slot;
            // Whoever came by here has marked what lies above.
            if before != 0 || node.parent == NONE {
                return;
            }
            place = Place::unpacked(node.parent);
        }
    }

    /// Forgets what has moved.
    pub fn forget_moved(&mut self) {
        if self.root != NONE {
            self.forget_moved_below(self.root);
        }
    }

    fn forget_moved_below(&mut self, index: u32) {
        let node = self.node_mut(index);
        let moved = mem::take(&mut node.moved);
        let (inner, below) = (moved & node.inner(), node.below);
        for slot in each(inner) {
            self.forget_moved_below(below[slot]);
        }
    }

    /// Appends the pairs within the tree of which at least one has moved.
    pub fn pairs_within(&self, pairs: &mut Pairs) {
        if self.root != NONE && self.node(self.root).moved != 0 {
            self.within(self.root, pairs);
        }
    }

    fn within(&self, index: u32, pairs: &mut Pairs) {
        let node = self.node(index);
        for i in each(node.used) {
            let later = node.used & !((2 << i) - 1);
            let moved = if node.moved & 1 << i != 0 { later } else { later & node.moved };
            if moved != 0 {
                for j in each(node.boxes.overlapping(node.boxes.get(i)) & moved) {
                    self.meet(Place { node: index, slot: i }, self, Place { node: index, slot: j }, pairs);
                }
            }
        }
        for slot in each(node.moved & node.inner()) {
            self.within(node.below[slot], pairs);
        }
    }

    /// Appends the pairs of a box in this tree and one in another, of which at least one has moved.
    pub fn pairs_with(&self, other: &Self, pairs: &mut Pairs) {
        if self.root == NONE || other.root == NONE {
            return;
        }
        if self.node(self.root).moved | other.node(other.root).moved != 0 {
            self.across(self.root, other, other.root, pairs);
        }
    }

    fn across(&self, index: u32, other: &Self, other_index: u32, pairs: &mut Pairs) {
        let (node, other_node) = (self.node(index), other.node(other_index));
        let ours = if other_node.moved == 0 { node.moved } else { node.used };
        for i in each(ours) {
            let theirs = if node.moved & 1 << i != 0 { other_node.used } else { other_node.moved };
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
                let moved = node_a.moved & 1 << a.slot != 0;
                other.partners(below_b, below_a, node_a.boxes.get(a.slot), moved, pairs);
            }
            (false, true) => {
                let moved = node_b.moved & 1 << b.slot != 0;
                self.partners(below_a, below_b, node_b.boxes.get(b.slot), moved, pairs);
            }
        }
    }

    /// Appends the pairs of a key, whose box has moved or not, with what overlaps it below a node.
    fn partners(&self, index: u32, key: Key, aabb: Aabb, moved: bool, pairs: &mut Pairs) {
        let node = self.node(index);
        let found: Slots = node.overlapping(aabb) & if moved { node.used } else { node.moved };
        for slot in each(found & node.leaves) {
            pairs.push(pair(key, node.below[slot]));
        }
        for slot in each(found & node.inner()) {
            self.partners(node.below[slot], key, aabb, moved, pairs);
        }
    }
}
