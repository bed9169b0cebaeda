//! What must hold at every node of the quadtree.

use super::QuadTree;
use super::nodes::{GREATEST_HALF, NONE, OUTSIDE};
use super::place::{FEW, in_range};
use alloc::{format, string::String, vec, vec::Vec};

impl QuadTree {
    pub(super) fn validate_nodes(&self) -> Result<(), String> {
        if self.links.len() != self.boxes.entries.len() {
            return Err(format!("{} links of {} boxes", self.links.len(), self.boxes.entries.len()));
        }
        let mut linked = self.validate_list(OUTSIDE)?;
        let outside = &self.nodes[OUTSIDE as usize];
        if outside.is_cut() || outside.count != outside.own {
            return Err(String::from("what is outside is a list, not a tree"));
        }
        if let Some(entry) = self.own(OUTSIDE).find(|entry| in_range(entry.aabb)) {
            return Err(format!("the box of key {} is outside, and need not be", entry.key));
        }
        let mut used = 1;
        let mut waiting: Vec<u32> = if self.root == NONE { vec![] } else { vec![self.root] };
        if self.root != NONE && self.nodes[self.root as usize].parent != NONE {
            return Err(String::from("there is a node above the root"));
        }
        while let Some(index) = waiting.pop() {
            used += 1;
            if used > self.nodes.len() {
                return Err(String::from("a node is below itself"));
            }
            linked += self.validate_list(index)?;
            self.validate_node(index)?;
            waiting.extend(self.quarters(index));
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

    fn quarters(&self, index: u32) -> impl Iterator<Item = u32> {
        self.nodes[index as usize].quarters.into_iter().filter(|&below| below != NONE)
    }

    /// The boxes of a node know it and each other, and lie in its bounds; how many there are.
    fn validate_list(&self, index: u32) -> Result<usize, String> {
        let node = &self.nodes[index as usize];
        let (mut number, mut previous) = (0, NONE);
        for place in self.own_places(index).take(self.links.len() + 1) {
            let link = self.links[place as usize];
            if link.node != index || link.previous != previous || !node.bounds.contains(self.box_at(place)) {
                return Err(format!("place {place} is wrongly in the list of node {index}: {link:?}"));
            }
            (number, previous) = (number + 1, place);
        }
        if number == node.own {
            Ok(number as usize)
        } else {
            Err(format!("node {index} counts {}, has {number}", node.own))
        }
    }

    /// Its quarters know it, lie within it and add up to it; it is neither empty nor to be joined.
    fn validate_node(&self, index: u32) -> Result<(), String> {
        let node = &self.nodes[index as usize];
        let below: u32 = self.quarters(index).map(|below| self.nodes[below as usize].count).sum();
        if node.count != node.own + below || node.count == 0 || node.half > GREATEST_HALF {
            return Err(format!("node {index} has {} boxes and {below} below: {node:?}", node.own));
        }
        if node.is_cut() && node.count <= FEW {
            return Err(format!("node {index} is cut, and has {} boxes", node.count));
        }
        for quarter in self.quarters(index).map(|below| &self.nodes[below as usize]) {
            let within = node.bounds.contains(quarter.bounds) && quarter.half == 0.5 * node.half;
            if quarter.parent != index || !within {
                return Err(format!("{quarter:?} is no quarter of node {index}, {node:?}"));
            }
        }
        Ok(())
    }
}
