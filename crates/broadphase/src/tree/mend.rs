//! What keeps the tree good: boxes drawn tight again, and what has worn out put together anew.
//!
//! Between two searches for pairs the tree only ever grows where something moved. Mending goes down to all that has
//! changed, and on the way back makes each box as small as it can be. A node whose border has then become much longer
//! than it was when the node was made, or that has lost half of what it held, is worn: what lies in it no longer belongs
//! together. The lowest node above it that is sound is built anew, over all boxes below it:
//!
//! ```text
//!          S                        S             S: sound, its border is what it was
//!        / | \                    / | \           W: worn
//!       W  .  .        ->        n  n  n          n: new
//!     / | \                     ...  ...  ..
//!    W  .  .
//!   / \
//!  .   .
//! ```
//!
//! A border twice as long takes twice the way to wear out, so the large parts of a tree, which cost most to build, are
//! built least often. The cost follows what moved and how far: a corner of a large world pays for the corner. Only
//! where much of the tree has been put in one by one, or was displaced and goes on moving, all of it is built anew.
//!
//! Source: Catto, Box2D 3, which builds anew over all that has grown at all, up to the root, and leaves whole what has not;
//! Karras, Aila, "Fast Parallel Construction of High-Quality Bounding Volume Hierarchies", 2013, for mending by parts.
//! Turned down: leaving sound parts whole below a node that is built anew. It costs less, but boxes that were put in
//! high up stay there, and after a while of wandering there was 2.4 times the border. Counting halves of nodes that
//! were cut in two as worn: up to 2.5 times the time for a step in which all move, for no better tree. Building all
//! anew whenever the border of all nodes has grown by so much, however little moved: one step pays for many.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::node::{FREE, Item, NONE, Node, Place, each};
use alloc::vec::Vec;
use core::mem;
use geom::Aabb;

impl Bvh {
    /// Makes all boxes tight, and replaces what is worn.
    pub fn mend(&mut self) {
        let changes = mem::take(&mut self.changes);
        if self.root == NONE || !self.node(self.root).changed {
            return;
        }
        // Where so many came one by one, hardly a node is what it would be if all had been known. Of those that only
        // moved far it takes a sixth, and a step in which much moves anyway: none pays for all because of a few. A build costs
        // about as much as a step in which all move, and the steps after it take three quarters of those before.
        let many_came = 4 * self.inserted > self.leaf_count;
        let many_displaced = 6 * self.displaced > self.leaf_count && 8 * changes > 3 * self.leaf_count;
        if many_came || many_displaced {
            self.rebuild();
            return;
        }
        self.settle(self.root);
        if self.height() > MAX_HEIGHT {
            self.rebuild();
        }
    }

    /// Mends what lies below a node, and says whether the node itself is worn.
    fn settle(&mut self, index: u32) -> bool {
        let mut torn = false;
        let mut height = 0;
        for slot in each(self.node(index).inner()) {
            let below = self.node(index).below[slot];
            if self.node(below).changed {
                torn |= self.settle(below);
                let aabb = self.node(below).boxes.union();
                self.node_mut(index).boxes.set(slot, aabb);
            }
            height = height.max(self.node(below).height);
        }
        let node = self.node_mut(index);
        node.changed = false;
        node.height = height + 1;
        let worn = node.is_worn();
        if torn && !worn {
            self.renew(index);
        }
        worn
    }

    /// Builds a sound node anew, over all boxes below it.
    fn renew(&mut self, index: u32) {
        let mut items = mem::take(&mut self.items);
        self.take_apart(index, &mut items);
        let Node { parent, made, .. } = *self.node(index);
        *self.node_mut(index) = Node { parent, ..Node::new() };
        self.build(index, &mut items);
        // Its own border is that of the same boxes as before, and still to be compared with what it once was.
        self.node_mut(index).made = made;
        items.clear();
        self.items = items;
    }

    /// Lists all boxes below a node, and frees the nodes between.
    fn take_apart(&mut self, index: u32, items: &mut Vec<Item>) {
        let node = *self.node(index);
        for slot in each(node.used) {
            let below = node.below[slot];
            if !node.is_leaf(slot) {
                self.take_apart(below, items);
                self.free_node(below);
            } else {
                items.push(self.item(Place { node: index, slot }));
            }
        }
    }

    /// Builds the tree anew over the same leaves and those that are listed, of which there is at least one.
    pub fn rebuild(&mut self) {
        let mut items = mem::take(&mut self.items);
        for node in self.nodes.iter().filter(|node| node.height != FREE) {
            let leaf = |slot| Item { aabb: node.boxes.get(slot), below: node.below[slot], height: 0 };
            items.extend(each(node.leaves).map(leaf));
        }
        // From the beginning of the array, so that what lies together in the tree lies together in memory.
        self.nodes.clear();
        self.moved.clear();
        self.first_free = NONE;
        (self.changes, self.inserted, self.displaced) = (0, 0, 0);
        self.root = self.take_node();
        self.build(self.root, &mut items);
        items.clear();
        self.items = items;
    }
}

/// The smallest box around some items.
pub(super) fn around(items: &[Item]) -> Aabb {
    items.iter().fold(Aabb::EMPTY, |all, item| all.union(item.aabb))
}
