//! All pairs of a step: the moving tree against itself, and against the static one.
//!
//! Two nodes whose boxes overlap are visited together, and the walk continues below only where boxes overlap.
//!
//! ```text
//!   each node:              for each two children i < j whose boxes overlap: pairs_of(i, j)
//!   pairs_of(i, j):         two leaves    a pair
//!                           two nodes     pairs_of each child of one and each overlapping child of the other
//!                           one of each   search below the node for what overlaps the leaf
//! ```
//!
//! Each pair is found once: where the paths to its boxes separate. So several threads can process nodes in
//! the order of the array, mostly that of a walk from the root, which suits the cache. Against the static
//! tree, each subtree [`LEVELS_ABOVE`] levels below the root is searched from the static root.
//!
//! Parts in which nothing has moved are skipped: `moved` has a bit for each child at or below which a box has
//! moved, set key by key, then node by node upwards.
//!
//! Source: Gottschalk, Lin, Manocha, "OBBTree", 1996, for descending two trees together. Turned down
//! (`docs/experiments/broadphase.md`): a search from the root for each moved box.

use super::bvh::Bvh;
use super::node::{ChildMask, ChildRef, FREE, NONE, indices};
use crate::Key;
use crate::proxies::pair;
use alloc::vec::Vec;
use core::ops::Range;
use geom::Aabb;

/// Some dozens of subtrees, to be shared among threads.
const LEVELS_ABOVE: u32 = 3;

type Pairs = Vec<(Key, Key)>;

impl Bvh {
    /// [`Bvh::propagate_moved`] marks the nodes above.
    pub fn mark_moved(&mut self, at: ChildRef) {
        self.moved[at.node as usize] |= 1 << at.child;
    }

    /// Node by node, so that parents are in the cache.
    pub fn propagate_moved(&mut self) {
        for index in 0..self.moved.len() {
            if self.moved[index] != 0 {
                let mut above = self.nodes[index].above();
                while let Some(ChildRef { node, child }) = above {
                    let moved = &mut self.moved[node as usize];
                    if *moved & 1 << child != 0 {
                        break;
                    }
                    *moved |= 1 << child;
                    above = self.node(node).above();
                }
            }
        }
    }

    pub fn clear_moved(&mut self) {
        if self.has_any_moved() {
            self.moved.fill(0);
        }
    }

    fn has_any_moved(&self) -> bool {
        self.root != NONE && self.moved_children(self.root) != 0
    }

    #[inline(always)]
    fn moved_children(&self, index: u32) -> ChildMask {
        self.moved[index as usize]
    }

    #[inline(always)]
    fn has_moved(&self, at: ChildRef) -> bool {
        self.moved_children(at.node) & 1 << at.child != 0
    }

    /// The pairs found at some of the nodes, of which at least one box has moved: within this tree, and with
    /// the other. All nodes together find all pairs.
    pub fn find_pairs(&self, nodes: Range<usize>, other: &Self, pairs: &mut Pairs) {
        let subtree_height = self.height().saturating_sub(LEVELS_ABOVE);
        let has_other_moved = other.has_any_moved();
        for index in nodes.start as u32..nodes.end as u32 {
            let node = self.node(index);
            if node.height == FREE || (self.moved_children(index) == 0 && !has_other_moved) {
                continue;
            }
            self.pairs_within(index, pairs);
            if other.root == NONE {
                continue;
            }
            if u32::from(node.height) > subtree_height {
                for child in indices(node.leaves) {
                    let moved = self.has_moved(ChildRef { node: index, child });
                    other.pairs_below(other.root, node.children[child], node.boxes.get(child), moved, pairs);
                }
            } else if node.above().is_none_or(|at| u32::from(self.node(at.node).height) > subtree_height) {
                self.pairs_between(index, other, other.root, pairs);
            }
        }
    }

    fn pairs_within(&self, index: u32, pairs: &mut Pairs) {
        let (node, moved) = (self.node(index), self.moved_children(index));
        for i in indices(node.occupied) {
            let later = node.occupied & !((2 << i) - 1);
            let moved = if moved & 1 << i != 0 { later } else { later & moved };
            if moved != 0 {
                for j in indices(node.boxes.overlapping(node.boxes.get(i)) & moved) {
                    let (a, b) = (ChildRef { node: index, child: i }, ChildRef { node: index, child: j });
                    self.pairs_of(a, self, b, pairs);
                }
            }
        }
    }

    fn pairs_between(&self, index: u32, other: &Self, other_index: u32, pairs: &mut Pairs) {
        let (node, other_node) = (self.node(index), other.node(other_index));
        let (moved, other_moved) = (self.moved_children(index), other.moved_children(other_index));
        let own = if other_moved == 0 { moved } else { node.occupied };
        for i in indices(own) {
            let others = if moved & 1 << i != 0 { other_node.occupied } else { other_moved };
            for j in indices(other_node.boxes.overlapping(node.boxes.get(i)) & others) {
                let (a, b) = (ChildRef { node: index, child: i }, ChildRef { node: other_index, child: j });
                self.pairs_of(a, other, b, pairs);
            }
        }
    }

    #[inline(always)]
    fn pairs_of(&self, a: ChildRef, other: &Self, b: ChildRef, pairs: &mut Pairs) {
        let (node_a, node_b) = (self.node(a.node), other.node(b.node));
        let (below_a, below_b) = (node_a.children[a.child], node_b.children[b.child]);
        match (node_a.is_leaf(a.child), node_b.is_leaf(b.child)) {
            (true, true) => pairs.push(pair(below_a, below_b)),
            (false, false) => self.pairs_between(below_a, other, below_b, pairs),
            (true, false) => {
                other.pairs_below(below_b, below_a, node_a.boxes.get(a.child), self.has_moved(a), pairs);
            }
            (false, true) => {
                self.pairs_below(below_a, below_b, node_b.boxes.get(b.child), other.has_moved(b), pairs);
            }
        }
    }

    /// With boxes below a node; if the key has not moved, with those that have.
    fn pairs_below(&self, index: u32, key: Key, aabb: Aabb, moved: bool, pairs: &mut Pairs) {
        let node = self.node(index);
        let found: ChildMask =
            node.overlapping(aabb) & if moved { node.occupied } else { self.moved_children(index) };
        for child in indices(found & node.leaves) {
            pairs.push(pair(key, node.children[child]));
        }
        for child in indices(found & node.child_nodes()) {
            self.pairs_below(node.children[child], key, aabb, moved, pairs);
        }
    }
}
