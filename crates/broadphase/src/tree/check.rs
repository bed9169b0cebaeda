//! What must hold at every node.
//!
//! Each node is checked with its neighbours alone, and that proves the whole. Heights rise strictly from child to
//! parent, so going up ends, and ends at a node without a parent; there is only one, the root, and it says so
//! itself. Hence every node in use hangs below the root.

use super::bvh::{Bvh, MAX_HEIGHT};
use super::node::{FREE, NONE, Node, Place, each};
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
                return Err(context("root or not"));
            }
            if node.used == 0 || node.leaves & !node.used != 0 || self.moved[index as usize] != 0 {
                return Err(context("slots"));
            }
            if index != self.root && node.used.is_power_of_two() {
                return Err(context("alone"));
            }
            for slot in each(node.used) {
                let place = Place { node: index, slot };
                self.validate_slot(place, node)
                    .map_err(|what| format!("node {index}, slot {slot}: {what}"))?;
            }
        }
        self.validate_counts(leaves, free)
    }

    fn validate_slot(&self, place: Place, node: &Node) -> Result<(), String> {
        let (aabb, below) = (node.boxes.get(place.slot), node.below[place.slot]);
        if node.is_leaf(place.slot) {
            if self.place(below) != Some(place) {
                return Err(format!("key {below} is thought to be at {:?}", self.place(below)));
            }
            return if aabb.is_valid() { Ok(()) } else { Err(format!("{aabb:?}")) };
        }
        let Some(child) = self.nodes.get(below as usize).filter(|child| child.height != FREE) else {
            return Err(format!("no node {below}"));
        };
        if child.parent != place.packed() {
            return Err(format!("node {below} is thought to be at {:?}", Place::unpacked(child.parent)));
        }
        if child.height >= node.height {
            return Err(format!("height {} over {}", node.height, child.height));
        }
        if child.changed && !node.changed {
            return Err(format!("node {below} has changed, and this is not known"));
        }
        let around = child.boxes.union();
        // Only mending makes it tight again.
        let holds = if child.changed { aabb.contains(around) } else { aabb == around };
        if holds { Ok(()) } else { Err(format!("{aabb:?} for what is in {around:?}")) }
    }

    fn validate_counts(&self, leaves: usize, free: usize) -> Result<(), String> {
        if self.height() > MAX_HEIGHT {
            return Err(format!("height {}", self.height()));
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
            return Err(format!("{free} free nodes, {listed} of them listed"));
        }
        self.places.validate(self.leaf_count)
    }
}
