//! What must hold at every node of the quadtree.

use super::insert::{MAX_OWN_AFTER_JOIN, is_in_range};
use super::nodes::{MAX_HALF_WIDTH, NONE, OUTSIDE, QuadTree};
use alloc::{format, string::String, vec, vec::Vec};

impl QuadTree {
    pub(super) fn validate_nodes(&self) -> Result<(), String> {
        if self.links.len() != self.proxies.list().len() {
            return Err(format!("{} links for {} boxes", self.links.len(), self.proxies.list().len()));
        }
        let mut linked = self.validate_list(OUTSIDE)?;
        let outside = &self.nodes[OUTSIDE as usize];
        if outside.is_split() || outside.count != outside.own_count {
            return Err(String::from("the outside list has children, or its counts differ"));
        }
        if let Some(proxy) = self.own_proxies(OUTSIDE).find(|proxy| is_in_range(proxy.aabb)) {
            return Err(format!("the box of key {} is in the outside list but in range", proxy.key));
        }
        let mut used = 1;
        let mut waiting: Vec<u32> = if self.root == NONE { vec![] } else { vec![self.root] };
        if self.root != NONE && self.nodes[self.root as usize].parent != NONE {
            return Err(String::from("the root has a parent"));
        }
        while let Some(index) = waiting.pop() {
            used += 1;
            if used > self.nodes.len() {
                return Err(String::from("a node is its own descendant"));
            }
            linked += self.validate_list(index)?;
            self.validate_node(index)?;
            waiting.extend(self.children(index));
        }
        if linked != self.links.len() {
            return Err(format!("{linked} boxes in the lists, {} stored", self.links.len()));
        }
        let mut free = 0;
        let mut index = self.first_free;
        while index != NONE {
            free += 1;
            if free > self.nodes.len() || self.nodes[index as usize].count != 0 {
                return Err(format!("the free list is wrong at node {index}"));
            }
            index = self.nodes[index as usize].parent;
        }
        if used + free == self.nodes.len() {
            Ok(())
        } else {
            Err(format!("{used} nodes used and {free} free of {}", self.nodes.len()))
        }
    }

    fn children(&self, index: u32) -> impl Iterator<Item = u32> {
        self.nodes[index as usize].children.into_iter().filter(|&below| below != NONE)
    }

    fn validate_list(&self, index: u32) -> Result<usize, String> {
        let node = &self.nodes[index as usize];
        let (mut number, mut previous) = (0, NONE);
        for box_index in self.own_indices(index).take(self.links.len() + 1) {
            let link = self.links[box_index as usize];
            if link.node != index || link.previous != previous || !node.bounds.contains(self.aabb(box_index))
            {
                return Err(format!("box {box_index} is wrongly in the list of node {index}: {link:?}"));
            }
            (number, previous) = (number + 1, box_index);
        }
        if number == node.own_count {
            Ok(number as usize)
        } else {
            Err(format!("node {index} counts {} boxes of its own, but its list has {number}", node.own_count))
        }
    }

    /// Also that the node is neither empty nor small enough to be joined.
    fn validate_node(&self, index: u32) -> Result<(), String> {
        let node = &self.nodes[index as usize];
        let below: u32 = self.children(index).map(|below| self.nodes[below as usize].count).sum();
        if node.count != node.own_count + below || node.count == 0 || node.half_width > MAX_HALF_WIDTH {
            return Err(format!(
                "node {index} has {} boxes of its own and {below} below: {node:?}",
                node.own_count
            ));
        }
        if node.is_split() && node.count <= MAX_OWN_AFTER_JOIN {
            return Err(format!("node {index} is split, but has only {} boxes", node.count));
        }
        for child in self.children(index).map(|below| &self.nodes[below as usize]) {
            let within = node.bounds.contains(child.bounds) && child.half_width == 0.5 * node.half_width;
            if child.parent != index || !within {
                return Err(format!("{child:?} is no child of node {index}, {node:?}"));
            }
        }
        Ok(())
    }
}
