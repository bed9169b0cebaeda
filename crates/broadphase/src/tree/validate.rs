//! What must hold at every node. Heights rise strictly to the parent, so every path upwards ends at a node
//! without one, the root: checking each node against its neighbours proves the whole tree.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::node::{ChildRef, FREE, NONE, Node, indices};
use alloc::{format, string::String};

impl Bvh {
    pub fn validate(&self) -> Result<(), String> {
        let (mut leaves, mut free) = (0, 0);
        for (index, node) in (0_u32..).zip(&self.nodes) {
            if node.height == FREE {
                free += 1;
                continue;
            }
            leaves += node.leaves.count_ones() as usize;
            let context = |what| format!("node {index}, {what}: {node:?}");
            if (node.parent == NONE) != (index == self.root) {
                return Err(context("has a parent although it is the root, or has none although it is not"));
            }
            if node.occupied == 0 || node.leaves & !node.occupied != 0 || self.moved[index as usize] != 0 {
                return Err(context("children"));
            }
            if index != self.root && node.occupied.is_power_of_two() {
                return Err(context("single child"));
            }
            for child in indices(node.occupied) {
                self.validate_child(ChildRef { node: index, child }, node)
                    .map_err(|what| format!("node {index}, child {child}: {what}"))?;
            }
        }
        self.validate_counts(leaves, free)
    }

    fn validate_child(&self, at: ChildRef, node: &Node) -> Result<(), String> {
        let (aabb, below) = (node.boxes.get(at.child), node.children[at.child]);
        if node.is_leaf(at.child) {
            if self.find(below) != Some(at) {
                return Err(format!("the map has key {below} at {:?}", self.find(below)));
            }
            return if aabb.is_valid() { Ok(()) } else { Err(format!("invalid box {aabb:?}")) };
        }
        let Some(child) = self.nodes.get(below as usize).filter(|child| child.height != FREE) else {
            return Err(format!("node {below} is not in use"));
        };
        if child.parent != at.packed() {
            return Err(format!("node {below} has parent {:?}", ChildRef::unpacked(child.parent)));
        }
        if child.height >= node.height {
            return Err(format!("height {} is not above height {}", node.height, child.height));
        }
        if child.has_changed && !node.has_changed {
            return Err(format!("node {below} has changed, but this node is not marked"));
        }
        let bounds = child.boxes.union();
        // The box of a changed node is tight only after a refit.
        let fits = if child.has_changed { aabb.contains(bounds) } else { aabb == bounds };
        if fits { Ok(()) } else { Err(format!("box {aabb:?} around children in {bounds:?}")) }
    }

    fn validate_counts(&self, leaves: usize, free: usize) -> Result<(), String> {
        if self.height() > MAX_HEIGHT {
            return Err(format!("height {} exceeds {MAX_HEIGHT}", self.height()));
        }
        if (self.root == NONE) != (leaves == 0) || self.leaf_count != leaves {
            return Err(format!("{leaves} leaves, {} counted, root {}", self.leaf_count, self.root));
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
        if listed != free {
            return Err(format!("{free} free nodes, but the free list has {listed}"));
        }
        self.key_map.validate(self.leaf_count)
    }
}
