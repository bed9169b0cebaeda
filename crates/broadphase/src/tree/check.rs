//! What must hold at every node.
//!
//! Each node is checked with its neighbours alone, and that proves the whole. Heights rise strictly from child to
//! parent, so going up ends, and ends at a node without a parent; there is only one, the root, and it says so
//! itself. Hence every node in use hangs below the root.

use super::bvh::{Bvh, FREE, MAX_HEIGHT, NONE};
use alloc::{format, string::String};

impl Bvh {
    pub fn validate(&self) -> Result<(), String> {
        let mut leaves = 0;
        let mut free = 0;
        for (index, node) in (0_u32..).zip(&self.nodes) {
            match node.height {
                FREE => free += 1,
                0 => leaves += 1,
                _ => self.validate_inner(index)?,
            }
            if node.height != FREE && (node.parent == NONE) != (index == self.root) {
                return Err(format!("node {index}: parent {}, while the root is {}", node.parent, self.root));
            }
            if node.height != FREE
                && node.parent != NONE
                && !self.nodes.get(node.parent as usize).is_some_and(|parent| {
                    !parent.is_leaf() && parent.height != FREE && parent.children.contains(&index)
                })
            {
                return Err(format!("node {index}: its parent {} does not know it", node.parent));
            }
        }
        self.validate_counts(leaves, free)
    }

    /// A node with children: they know it, and their boxes and heights make its own.
    fn validate_inner(&self, index: u32) -> Result<(), String> {
        let node = self.node(index);
        let mut children = node.children.map(|child| self.nodes.get(child as usize)).into_iter().flatten();
        let (Some(left), Some(right)) = (children.next(), children.next()) else {
            return Err(format!("node {index}: children {:?}", node.children));
        };
        if node.children[0] == node.children[1] || left.parent != index || right.parent != index {
            return Err(format!("node {index}: its children {:?} do not know it", node.children));
        }
        if left.height == FREE || right.height == FREE || node.height != 1 + left.height.max(right.height) {
            return Err(format!(
                "node {index}: height {} over {} and {}",
                node.height, left.height, right.height
            ));
        }
        if node.aabb != left.aabb.union(right.aabb) {
            return Err(format!("node {index}: {:?} is not the union of its children's boxes", node.aabb));
        }
        Ok(())
    }

    fn validate_counts(&self, leaves: usize, free: usize) -> Result<(), String> {
        if self.height() > MAX_HEIGHT {
            return Err(format!("height {}", self.height()));
        }
        if (self.root == NONE) != (leaves == 0) || self.len() != leaves {
            return Err(format!("{leaves} leaves, {} counted, root {}", self.len(), self.root));
        }
        let mut listed = 0;
        let mut index = self.first_free;
        while let Some(node) = self.nodes.get(index as usize) {
            if node.height != FREE || listed == free {
                return Err(format!("the free list is wrong at node {index}"));
            }
            listed += 1;
            index = node.parent;
        }
        if listed == free { Ok(()) } else { Err(format!("{free} free nodes, {listed} of them listed")) }
    }
}
