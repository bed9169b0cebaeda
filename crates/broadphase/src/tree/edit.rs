//! Inserting, moving and removing boxes.
//!
//! **Insertion** descends into the child whose box grows least, to a node with less than four children. A
//! full node is split, and the new half is inserted one level higher:
//!
//! ```text
//!     +---+---+---+---+   insert    +---+---+---+---+
//!     | p | . | . |   |      x      | p | . | . | q |
//!     +---+---+---+---+   ----->    +---+---+---+---+
//!       |                             |           |
//!     +---+---+---+---+     +---+---+---+---+   +---+---+---+---+
//!     | a | b | c | d |     | a | c |   |   |   | b | d | x |   |
//!     +---+---+---+---+     +---+---+---+---+   +---+---+---+---+
//! ```
//!
//! The tree grows evenly, as a B-tree does, whatever the order of insertion. **Removal** replaces a node that
//! is left with one child by that child.
//!
//! **Moving** writes the new box, enlarges the boxes above, and marks the path up as changed; [`Bvh::refit`]
//! makes them tight before the next search for pairs. A box that would degrade its node is inserted
//! elsewhere. When a large share has moved, every node fetches the boxes of its leaves, on several threads.
//!
//! Source: Guttman, "R-trees: a dynamic index structure for spatial searching", 1984; Catto, "Dynamic
//! Bounding Volume Hierarchies", GDC 2019, for enlarging and refitting later. Turned down
//! (`docs/experiments/broadphase.md`): inserting every box that moves anew.

use super::bvh::{Bvh, CHANGES_PER_MOVE, MAX_HEIGHT};
use super::node::{ChildMask, ChildRef, FREE, NONE, Node, Subtree, bounds, indices};
use crate::Key;
use crate::aabb_quad::WIDTH;
use compute::Workers;
use core::mem;
use geom::Aabb;

/// What an inserted box adds to [`Bvh::changes`], as [`CHANGES_PER_MOVE`] for a moved one. The tree refits
/// itself beyond [`CHANGES_PER_LEAF`] for each leaf: as many moves as boxes, or three quarters new.
const CHANGES_PER_INSERTION: usize = 4;
const CHANGES_PER_LEAF: usize = 3;

/// With fewer, a refit costs more than it saves.
const MIN_CHANGES: usize = 100;

/// If more than one leaf in four is staged, the whole tree is built, as [`Bvh::refit`] soon would.
const LEAVES_PER_STAGED_FOR_BUILD: usize = 4;

/// Nodes that one thread takes at a time: some microseconds.
const NODE_CHUNK: usize = 512;

/// A flag above the bits of the children.
pub(super) const DEGRADED: ChildMask = 1 << WIDTH;

impl Node {
    /// Fetches the boxes of the leaves from the indices of their keys. Returns which have changed, with
    /// [`DEGRADED`] if that degrades the node. Marks a node above others as changed in any case.
    fn pull(&mut self, boxes: &[Aabb]) -> ChildMask {
        let mut changed = 0;
        for child in indices(self.leaves) {
            let aabb = boxes[self.children[child] as usize];
            debug_assert!(aabb.is_valid(), "invalid box of key {}: {aabb:?}", self.children[child]);
            if self.boxes.get(child) != aabb {
                self.boxes.set(child, aabb);
                changed |= 1 << child;
            }
        }
        self.has_changed |= changed != 0 || self.child_nodes() != 0;
        if changed != 0 && self.is_degraded() { changed | DEGRADED } else { changed }
    }
}

impl Bvh {
    pub fn insert(&mut self, key: Key, aabb: Aabb) {
        self.leaf_count += 1;
        self.insert_new_leaf(Subtree::leaf(key, aabb));
    }

    fn insert_new_leaf(&mut self, leaf: Subtree) {
        self.insert_leaf(leaf);
        self.inserted += 1;
        self.count_changes(CHANGES_PER_INSERTION);
    }

    /// From now on its key counts as used.
    pub fn stage(&mut self, key: Key, aabb: Aabb) {
        self.leaf_count += 1;
        // No meaning until the box is inserted.
        self.key_map.set(key, 0);
        self.staged.push(Subtree::leaf(key, aabb));
    }

    pub fn discard_staged(&mut self) {
        self.leaf_count -= self.staged.len();
        for leaf in self.staged.drain(..) {
            self.key_map.remove(leaf.root);
        }
    }

    /// One by one if they are few, else by a build.
    pub fn insert_staged(&mut self) {
        if LEAVES_PER_STAGED_FOR_BUILD * self.staged.len() > self.leaf_count {
            self.rebuild();
            return;
        }
        let mut staged = mem::take(&mut self.staged);
        for leaf in staged.drain(..) {
            self.insert_new_leaf(leaf);
        }
        self.staged = staged;
    }

    pub fn remove(&mut self, key: Key, at: ChildRef) {
        self.key_map.remove(key);
        self.leaf_count -= 1;
        self.remove_child(at);
    }

    pub fn update(&mut self, key: Key, at: ChildRef, aabb: Aabb) {
        let node = self.node_mut(at.node);
        node.boxes.set(at.child, aabb);
        let above = node.above();
        let is_outside = above.is_some_and(|at| !self.node(at.node).boxes.get(at.child).contains(aabb));
        if is_outside && self.node(at.node).is_degraded() {
            self.reinsert(key, at, aabb);
        } else {
            self.enlarge_above(at.node, aabb);
            self.mark_changed(at.node);
        }
        self.count_changes(CHANGES_PER_MOVE);
    }

    /// The boxes above may be too small until [`Bvh::refit`].
    pub fn update_one_of_many(&mut self, key: Key, at: ChildRef, aabb: Aabb) {
        let node = self.node_mut(at.node);
        node.boxes.set(at.child, aabb);
        if node.is_degraded() {
            self.reinsert(key, at, aabb);
        } else {
            self.mark_changed(at.node);
        }
        self.changes += CHANGES_PER_MOVE;
    }

    /// Fetches the boxes of all keys from their indices; about `count` have changed. The boxes above may be
    /// too small until [`Bvh::refit`]. Threads share no nodes, and read neither the map of keys nor the nodes
    /// above.
    pub fn pull_all(&mut self, boxes: &[Aabb], count: usize, workers: &mut Workers) {
        self.pulled.resize(self.nodes.len(), 0);
        workers.for_each_chunk_of_two(&mut self.nodes, &mut self.pulled, NODE_CHUNK, |_, nodes, pulled| {
            for (node, pulled) in nodes.iter_mut().zip(pulled) {
                *pulled = if node.height == FREE { 0 } else { node.pull(boxes) };
            }
        });
        let mut keys = mem::take(&mut self.to_reinsert);
        let degraded = self.nodes.iter().zip(&self.pulled).filter(|(_, pulled)| *pulled & DEGRADED != 0);
        for (node, pulled) in degraded {
            keys.extend(indices(pulled & !DEGRADED).map(|child| node.children[child]));
        }
        for key in keys.drain(..) {
            // Others of its node may be elsewhere already.
            if let Some(at) = self.find(key).filter(|at| self.node(at.node).is_degraded()) {
                self.reinsert(key, at, boxes[key as usize]);
            }
        }
        self.to_reinsert = keys;
        self.changes += CHANGES_PER_MOVE * count;
    }

    fn reinsert(&mut self, key: Key, at: ChildRef, aabb: Aabb) {
        self.remove_child(at);
        self.insert_leaf(Subtree::leaf(key, aabb));
        self.reinserted += 1;
    }

    /// For callers that never search for pairs; refits cost no more than they save.
    fn count_changes(&mut self, count: usize) {
        self.changes += count;
        if self.changes > CHANGES_PER_LEAF * self.leaf_count + MIN_CHANGES {
            self.refit();
        }
    }

    /// Up to the first that is marked already.
    fn mark_changed(&mut self, mut index: u32) {
        while !mem::replace(&mut self.node_mut(index).has_changed, true) {
            let Some(above) = self.node(index).above() else { break };
            index = above.node;
        }
    }

    fn enlarge_above(&mut self, mut index: u32, aabb: Aabb) {
        while let Some(at) = self.node(index).above() {
            let node = self.node_mut(at.node);
            let old = node.boxes.get(at.child);
            if old.contains(aabb) {
                return;
            }
            node.boxes.set(at.child, old.union(aabb));
            index = at.node;
        }
    }

    fn raise_heights(&mut self, mut index: u32) {
        while let Some(above) = self.node(index).above() {
            let height = self.node(index).height;
            index = above.node;
            if self.node(index).height > height {
                return;
            }
            self.node_mut(index).height = height + 1;
        }
        if self.height() > MAX_HEIGHT {
            self.rebuild();
        }
    }

    fn insert_leaf(&mut self, leaf: Subtree) {
        if self.root == NONE {
            self.root = self.allocate_node();
        }
        let index = self.choose_node(leaf.aabb);
        self.add_child(index, leaf);
    }

    /// Among children with a larger box, into that which grows least.
    fn choose_node(&self, aabb: Aabb) -> u32 {
        let own = aabb.half_perimeter();
        let mut index = self.root;
        loop {
            let node = self.node(index);
            let (mut least, mut next) = (f32::INFINITY, None);
            for child in indices(node.child_nodes()) {
                let current = node.boxes.get(child);
                let perimeter = current.half_perimeter();
                let growth = current.union(aabb).half_perimeter() - perimeter;
                if growth < least && perimeter >= own {
                    (least, next) = (growth, Some(node.children[child]));
                }
            }
            match next {
                // Not to a node with less than four children on the path: when it is split, a leaf there
                // would put its siblings one level deeper.
                Some(child) => index = child,
                None => return index,
            }
        }
    }

    fn add_child(&mut self, mut index: u32, mut subtree: Subtree) {
        loop {
            let child = (!self.node(index).occupied).trailing_zeros() as usize;
            if child < WIDTH {
                self.set_child(ChildRef { node: index, child }, subtree);
                self.enlarge_above(index, subtree.aabb);
                self.mark_changed(index);
                self.raise_heights(index);
                return;
            }
            subtree = self.split(index, subtree);
            if let Some(above) = self.node(index).above() {
                index = above.node;
                continue;
            }
            let root = self.allocate_node();
            self.root = root;
            let old = self.subtree_of_node(index);
            self.node_mut(index).built_perimeter = old.aabb.half_perimeter();
            self.set_child(ChildRef { node: root, child: 0 }, old);
            index = root;
        }
    }

    /// Distributes the children of a full node and one more between it and a new sibling, which is returned:
    /// two or three each, along the axis and at the position with the least sum of perimeters. A subtree
    /// larger than the node becomes that sibling alone: below the node every search would visit it.
    fn split(&mut self, index: u32, extra: Subtree) -> Subtree {
        if extra.aabb.half_perimeter() > self.node(index).perimeter() {
            return extra;
        }
        let child = |child| self.subtree(ChildRef { node: index, child });
        let subtrees = [child(0), child(1), child(2), child(3), extra];
        let (mut least, mut best) = (f32::INFINITY, (subtrees, 2));
        for axis in 0..2 {
            let mut sorted = subtrees;
            // Stable: equal children keep their order.
            sorted.sort_by(|a, b| {
                let [a, b] = [a, b].map(|subtree| subtree.aabb.center().coords[axis]);
                a.total_cmp(&b)
            });
            for left_count in [2, 3] {
                let (left, right) = sorted.split_at(left_count);
                let perimeter = bounds(left).half_perimeter() + bounds(right).half_perimeter();
                if perimeter < least {
                    (least, best) = (perimeter, (sorted, left_count));
                }
            }
        }
        let (sorted, left_count) = best;
        let sibling = self.allocate_node();
        let Node { parent, .. } = *self.node(index);
        *self.node_mut(index) = Node { parent, ..Node::new() };
        for (i, &subtree) in sorted.iter().enumerate() {
            let at = if i < left_count {
                ChildRef { node: index, child: i }
            } else {
                ChildRef { node: sibling, child: i - left_count }
            };
            self.set_child(at, subtree);
        }
        for half in [index, sibling] {
            self.node_mut(half).built_perimeter = self.node(half).perimeter();
        }
        if let Some(at) = self.node(index).above() {
            let aabb = self.node(index).boxes.union();
            self.node_mut(at.node).boxes.set(at.child, aabb);
            self.enlarge_above(at.node, aabb);
            self.mark_changed(at.node);
        }
        self.subtree_of_node(sibling)
    }

    fn remove_child(&mut self, at: ChildRef) {
        let index = at.node;
        let node = self.node_mut(index);
        node.remove(at.child);
        let left: ChildMask = node.occupied;
        let above = node.above();
        if left == 0 {
            self.free_node(index);
            self.root = NONE;
        } else if left.is_power_of_two() && (above.is_some() || self.node(index).leaves == 0) {
            let last = self.subtree(ChildRef { node: index, child: left.trailing_zeros() as usize });
            self.free_node(index);
            if let Some(above) = above {
                self.set_child(above, last);
                self.mark_changed(above.node);
            } else {
                self.root = last.root;
                self.node_mut(last.root).parent = NONE;
            }
        } else {
            // A half empty node is visited as often as a full one, so it counts as degraded.
            if left.count_ones() <= WIDTH as u32 / 2 {
                self.node_mut(index).built_perimeter = 0.0;
            }
            self.mark_changed(index);
        }
    }
}
