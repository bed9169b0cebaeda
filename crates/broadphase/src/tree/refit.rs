//! Refitting: makes all boxes tight again, and rebuilds the parts of the tree that have degraded.
//!
//! Between two searches boxes only grow where something moved. A refit makes each box of a changed node
//! tight. A node is degraded if its perimeter is much longer than when it was built, or if it has lost half
//! of its children. The lowest node above it that is not degraded is rebuilt, from all leaves below:
//!
//! ```text
//!          S                        S             S: sound, its perimeter is about what it was
//!        / | \                    / | \           D: degraded
//!       D  .  .        ->        n  n  n          n: new
//!     / | \                     ...  ...  ..
//!    D  .  .
//!   / \
//!  .   .
//! ```
//!
//! Boxes must move twice as far to degrade a node of twice the perimeter, so large parts, which cost most,
//! are rebuilt least often. The whole tree is rebuilt only where many boxes were inserted, or reinserted and
//! still move.
//!
//! Source: Catto, Box2D 3, which rebuilds everything above a box that has grown; Karras, Aila, "Fast Parallel
//! Construction of High-Quality Bounding Volume Hierarchies", 2013, for improving a tree in parts. Turned
//! down (`docs/experiments/broadphase.md`): keeping sound subtrees; counting halves of split nodes as
//! degraded.

use super::bvh::{Bvh, CHANGES_PER_MOVE, MAX_HEIGHT};
use super::node::{ChildRef, FREE, NONE, Node, Subtree, indices};
use alloc::vec::Vec;
use core::mem;
use geom::Aabb;

/// The whole tree is rebuilt if more than one leaf in four was inserted since the last build: few nodes are
/// then as good as built ones.
const LEAVES_PER_INSERTED_FOR_BUILD: usize = 4;

/// And if more than one leaf in six was reinserted since the last build, and more than one in
/// [`LEAVES_PER_MOVED_FOR_BUILD`] moved since the last refit: a build takes about as long as a step in which
/// all boxes move.
const LEAVES_PER_REINSERTED_FOR_BUILD: usize = 6;
const LEAVES_PER_MOVED_FOR_BUILD: usize = 8;

impl Bvh {
    pub fn refit(&mut self) {
        let changes = mem::take(&mut self.changes);
        if self.root == NONE || !self.node(self.root).has_changed {
            return;
        }
        let many_inserted = LEAVES_PER_INSERTED_FOR_BUILD * self.inserted > self.leaf_count;
        let many_reinserted = LEAVES_PER_REINSERTED_FOR_BUILD * self.reinserted > self.leaf_count;
        let many_moved = LEAVES_PER_MOVED_FOR_BUILD * changes > CHANGES_PER_MOVE * self.leaf_count;
        if many_inserted || (many_reinserted && many_moved) {
            self.rebuild();
            return;
        }
        self.refit_node(self.root);
        if self.height() > MAX_HEIGHT {
            self.rebuild();
        }
    }

    /// Whether the node is degraded, and the box around its children.
    fn refit_node(&mut self, index: u32) -> (bool, Aabb) {
        let mut is_child_degraded = false;
        let mut height = 0;
        for child in indices(self.node(index).child_nodes()) {
            let below = self.node(index).children[child];
            if self.node(below).has_changed {
                let (is_degraded, aabb) = self.refit_node(below);
                is_child_degraded |= is_degraded;
                self.node_mut(index).boxes.set(child, aabb);
            }
            height = height.max(self.node(below).height);
        }
        let node = self.node_mut(index);
        node.has_changed = false;
        node.height = height + 1;
        let around = node.boxes.union();
        let is_degraded = node.is_degraded_with(around);
        if is_child_degraded && !is_degraded {
            self.rebuild_subtree(index);
        }
        (is_degraded, around)
    }

    fn rebuild_subtree(&mut self, index: u32) {
        let mut leaves = mem::take(&mut self.staged);
        self.collect_leaves(index, &mut leaves);
        let Node { parent, built_perimeter, .. } = *self.node(index);
        *self.node_mut(index) = Node { parent, ..Node::new() };
        self.build(index, &mut leaves);
        // The leaves are the same, so the perimeter to compare with is still the old one.
        self.node_mut(index).built_perimeter = built_perimeter;
        leaves.clear();
        self.staged = leaves;
    }

    fn collect_leaves(&mut self, index: u32, leaves: &mut Vec<Subtree>) {
        let node = *self.node(index);
        for child in indices(node.occupied) {
            let below = node.children[child];
            if !node.is_leaf(child) {
                self.collect_leaves(below, leaves);
                self.free_node(below);
            } else {
                leaves.push(self.subtree(ChildRef { node: index, child }));
            }
        }
    }

    /// From its leaves and the staged ones, at least one.
    pub fn rebuild(&mut self) {
        let mut leaves = mem::take(&mut self.staged);
        for node in self.nodes.iter().filter(|node| node.height != FREE) {
            let leaf = |child| Subtree::leaf(node.children[child], node.boxes.get(child));
            leaves.extend(indices(node.leaves).map(leaf));
        }
        // From the start of the array: neighbours in the tree are neighbours in memory.
        self.nodes.clear();
        self.moved.clear();
        self.first_free = NONE;
        (self.changes, self.inserted, self.reinserted) = (0, 0, 0);
        self.root = self.allocate_node();
        self.build(self.root, &mut leaves);
        leaves.clear();
        self.staged = leaves;
    }
}
