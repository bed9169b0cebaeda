//! Which boxes are in a cell: a hash table in two flat arrays.
//!
//! ```text
//!   buckets, by hash     nodes: cell, index of a box, next
//!   0  -
//!   1  ----------------> (4, 7) box 2 --> (0, 3) box 2 --> (4, 7) box 5
//!   2  ----------------> (5, 7) box 2
//!   3  -
//! ```
//!
//! A bucket is a list of nodes, one for each box in each cell with that hash; there are at least as many
//! buckets as nodes. Turned down: open addressing by cell, which needs tombstones, or moves entries back, as
//! boxes pass; the standard library's map, which is not there without `std`.

use super::cells::Cell;
use alloc::{format, string::String, vec, vec::Vec};

const NONE: u32 = u32::MAX;

/// Always a power of two.
const MIN_BUCKETS: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Node {
    cell: Cell,
    index: u32,
    next: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    buckets: Vec<u32>,
    nodes: Vec<Node>,
    first_free: u32,
    used: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self { buckets: vec![NONE; MIN_BUCKETS], nodes: Vec::new(), first_free: NONE, used: 0 }
    }
}

impl Table {
    pub fn add(&mut self, cell: Cell, index: u32) {
        if self.used == self.buckets.len() {
            self.double();
        }
        let node = Node { cell, index, next: NONE };
        let free_index = self.first_free;
        if let Some(free) = self.nodes.get_mut(free_index as usize) {
            self.first_free = free.next;
            *free = node;
            self.link(free_index);
        } else {
            self.nodes.push(node);
            self.link(self.nodes.len() as u32 - 1);
        }
        self.used += 1;
    }

    pub fn remove(&mut self, cell: Cell, index: u32) {
        let (previous, node) = self.find(cell, index);
        let next = self.nodes[node as usize].next;
        if previous == NONE {
            let bucket = self.bucket(cell);
            self.buckets[bucket] = next;
        } else {
            self.nodes[previous as usize].next = next;
        }
        self.nodes[node as usize] = Node { cell, index: NONE, next: self.first_free };
        self.first_free = node;
        self.used -= 1;
    }

    pub fn change_index(&mut self, cell: Cell, old: u32, new: u32) {
        let (_, node) = self.find(cell, old);
        self.nodes[node as usize].index = new;
    }

    #[inline]
    pub fn in_cell(&self, cell: Cell) -> impl Iterator<Item = u32> {
        let bucket = self.list(self.buckets[self.bucket(cell)]);
        bucket.map(|(_, node)| node).filter(move |node| node.cell == cell).map(|node| node.index)
    }

    pub fn clear(&mut self) {
        // As at first, so that later results do not depend on what was stored before.
        self.buckets.clear();
        self.buckets.resize(MIN_BUCKETS, NONE);
        self.nodes.clear();
        (self.first_free, self.used) = (NONE, 0);
    }

    pub fn len(&self) -> usize {
        self.used
    }

    #[inline]
    fn list(&self, first: u32) -> impl Iterator<Item = (u32, &Node)> {
        let get = |index: u32| self.nodes.get(index as usize).map(|node| (index, node));
        core::iter::successors(get(first), move |(_, node)| get(node.next))
    }

    /// With the node before it in its list, [`NONE`] at the head.
    ///
    /// # Panics
    /// If the box is not in the cell.
    fn find(&self, cell: Cell, index: u32) -> (u32, u32) {
        let (mut previous, mut current) = (NONE, self.buckets[self.bucket(cell)]);
        loop {
            let node = &self.nodes[current as usize];
            if node.cell == cell && node.index == index {
                return (previous, current);
            }
            (previous, current) = (current, node.next);
        }
    }

    fn link(&mut self, index: u32) {
        let bucket = self.bucket(self.nodes[index as usize].cell);
        self.nodes[index as usize].next = self.buckets[bucket];
        self.buckets[bucket] = index;
    }

    fn double(&mut self) {
        let count = 2 * self.buckets.len();
        self.buckets.clear();
        self.buckets.resize(count, NONE);
        // All nodes are in use: a new one is only made when none is free.
        for index in 0..self.nodes.len() as u32 {
            self.link(index);
        }
    }

    /// The upper bits of the fractional part of x/p + y/p^2, with p = 1.3247..., the root of p^3 = p + 1
    /// (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018): of such sums the one that
    /// separates the cells of a square patch best.
    #[inline]
    fn bucket(&self, [x, y]: Cell) -> usize {
        const STEP_X: u32 = 0xC13F_A9A9; // 2^32 / p
        const STEP_Y: u32 = 0x91E1_0DA5; // 2^32 / p^2
        let hash = (x as u32).wrapping_mul(STEP_X).wrapping_add((y as u32).wrapping_mul(STEP_Y));
        (hash >> (u32::BITS - self.buckets.len().trailing_zeros())) as usize
    }

    pub fn validate(&self) -> Result<(), String> {
        if !self.buckets.len().is_power_of_two() || self.buckets.len() < self.used {
            return Err(format!(
                "{} buckets for {} used nodes; the number of buckets must be a power of two and not less",
                self.buckets.len(),
                self.used
            ));
        }
        let mut linked = 0;
        for (bucket, &first) in self.buckets.iter().enumerate() {
            for (index, node) in self.list(first) {
                linked += 1;
                if node.index == NONE || self.bucket(node.cell) != bucket || linked > self.used {
                    return Err(format!("node {index} does not belong in the list of bucket {bucket}"));
                }
            }
        }
        let free =
            self.list(self.first_free).take(self.nodes.len() + 1).filter(|(_, node)| node.index == NONE);
        let free = free.count();
        if linked != self.used || free != self.nodes.len() - self.used {
            return Err(format!(
                "{linked} nodes linked and {free} free, of {}, {} in use",
                self.nodes.len(),
                self.used
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A patch of neighbouring cells, near the origin or far from it, wide or narrow, is spread over the
    /// buckets at least as evenly as at random: finding a node visits 1.5 nodes on average with random
    /// buckets, and less here.
    #[test]
    fn neighbouring_cells_are_spread_evenly() {
        for (columns, rows) in [(8, 8), (64, 64), (128, 128), (4096, 1), (1, 4096), (1024, 4)] {
            for corner in [[0, 0], [-40, -50], [123_456_789, -98_765_432]] {
                let mut table = Table::default();
                for i in 0..columns * rows {
                    table.add([corner[0] + i % columns, corner[1] + i / columns], 0);
                }
                assert_eq!(table.validate(), Ok(()));
                let visits: usize = table
                    .buckets
                    .iter()
                    .map(|&first| {
                        let length = table.list(first).count();
                        length * (length + 1) / 2
                    })
                    .sum();
                let mean = visits as f64 / table.used as f64;
                assert!(mean < 1.5, "{columns} x {rows} at {corner:?}: {mean}");
            }
        }
    }
}
