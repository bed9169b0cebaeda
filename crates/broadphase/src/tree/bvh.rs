//! One tree: its data, and operations on single nodes.

use super::node::{ChildMask, ChildRef, FREE, NONE, Node, Subtree};
use crate::Key;
use crate::key_map::KeyMap;
use alloc::vec;
use alloc::vec::Vec;
use geom::Aabb;

/// The most nodes on a path from a root to a box, for stacks of fixed size. A million random boxes need up to
/// 14 nodes. Only nested boxes, each the largest so far, reach this, and then the tree is rebuilt.
pub const MAX_HEIGHT: u32 = 32;

pub(super) const CHANGES_PER_MOVE: usize = 3;

#[derive(Clone, Debug)]
pub(super) struct Bvh {
    pub nodes: Vec<Node>,
    /// By node, during a search for pairs: the children at or below which a box has moved. Apart from the
    /// nodes, so that it is quick to clear, and evicts no nodes from other caches.
    pub moved: Vec<ChildMask>,
    pub root: u32,
    /// The node freed last, reused first: it depends only on the sequence of calls.
    pub first_free: u32,
    pub key_map: KeyMap,
    pub leaf_count: usize,
    /// Since the last refit: [`CHANGES_PER_MOVE`] for each moved box, a little more for an inserted one.
    pub changes: usize,
    /// Since the whole tree was last built.
    pub inserted: usize,
    /// Boxes moved from a degraded node elsewhere since then.
    pub reinserted: usize,
    /// Scratch of [`Bvh::pull_all`], by node: leaves with changed boxes, and
    /// [`DEGRADED`](super::edit::DEGRADED).
    pub pulled: Vec<ChildMask>,
    /// Scratch of [`Bvh::pull_all`]: changed leaves of degraded nodes.
    pub to_reinsert: Vec<Key>,
    /// Scratch: leaves being built, or staged for insertion.
    pub staged: Vec<Subtree>,
}

impl Default for Bvh {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            moved: Vec::new(),
            root: NONE,
            first_free: NONE,
            key_map: KeyMap::default(),
            leaf_count: 0,
            changes: 0,
            inserted: 0,
            reinserted: 0,
            pulled: Vec::new(),
            to_reinsert: Vec::new(),
            staged: Vec::new(),
        }
    }
}

impl Bvh {
    pub fn prefetch(&self) {
        compute::prefetch_slice(&self.nodes);
        self.key_map.prefetch();
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.moved.clear();
        self.key_map.clear();
        (self.root, self.first_free) = (NONE, NONE);
        (self.leaf_count, self.changes, self.inserted, self.reinserted) = (0, 0, 0, 0);
    }

    pub fn height(&self) -> u32 {
        if self.root == NONE { 0 } else { self.node(self.root).height.into() }
    }

    pub fn find(&self, key: Key) -> Option<ChildRef> {
        self.key_map.get(key).map(ChildRef::unpacked)
    }

    pub fn used_nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        (0_u32..).zip(&self.nodes).filter(|(_, node)| node.height != FREE)
    }

    /// With the depth, 0 for the root, and the box around its children, m.
    pub fn for_each_node(&self, visit: &mut dyn FnMut(u32, Aabb)) {
        let mut waiting = vec![(self.root, 0)];
        while let Some((index, depth)) = waiting.pop() {
            let node = self.node(index);
            visit(depth, node.boxes.union());
            let nodes = node.child_nodes();
            let below = (0..node.children.len()).filter(|child| nodes & 1 << child != 0);
            waiting.extend(below.map(|child| (node.children[child], depth + 1)));
        }
    }

    pub fn perimeter(&self) -> f32 {
        self.used_nodes().map(|(_, node)| node.perimeter()).sum()
    }

    #[inline(always)]
    pub fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    #[inline(always)]
    pub fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    pub fn allocate_node(&mut self) -> u32 {
        let index = self.first_free;
        if index == NONE {
            self.nodes.push(Node::new());
            self.moved.push(0);
            return (self.nodes.len() - 1) as u32;
        }
        self.first_free = self.node(index).parent;
        *self.node_mut(index) = Node::new();
        index
    }

    pub fn free_node(&mut self, index: u32) {
        let next = self.first_free;
        let node = self.node_mut(index);
        (node.parent, node.height) = (next, FREE);
        self.first_free = index;
    }

    pub fn subtree_of_node(&self, index: u32) -> Subtree {
        let node = self.node(index);
        Subtree { aabb: node.boxes.union(), root: index, height: node.height }
    }

    pub fn subtree(&self, at: ChildRef) -> Subtree {
        let node = self.node(at.node);
        let root = node.children[at.child];
        let height = if node.is_leaf(at.child) { 0 } else { self.node(root).height };
        Subtree { aabb: node.boxes.get(at.child), root, height }
    }

    #[inline(always)]
    pub fn set_child(&mut self, at: ChildRef, subtree: Subtree) {
        self.node_mut(at.node).set(at.child, subtree);
        if subtree.is_leaf() {
            self.key_map.set(subtree.root, at.packed());
        } else {
            self.node_mut(subtree.root).parent = at.packed();
        }
    }
}
