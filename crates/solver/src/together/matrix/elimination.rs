//! The 3x3 blocks that the elimination of a graph takes.
//!
//! ```text
//!   root 4                H  0 1 2 3 4        Column j lists the later nodes that j is coupled to when it is
//!       / \               0  x   o            eliminated. In a tree that is its parent alone: eliminating
//!      3   2              1    x o             leaves first, no new coupling appears. A loop adds one block
//!         / \             2  o o x   o         for each body on it.
//!        0   1            3        x o
//!                         4      o o x
//! ```
//!
//! The caller chooses the order. A graph that takes more products of blocks for each node than a budget is
//! refused. Source: George and Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981.

use alloc::vec::Vec;
use core::ops::Range;

pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Structure<'a> {
    /// By node.
    pub(crate) columns: &'a [[u32; 2]],
    /// By block: the later node. Ascending within a column.
    pub(crate) below: &'a [u32],
    /// For each two blocks p > q of a column, in the order of the factorization: the block that couples their
    /// nodes.
    pub(crate) targets: &'a [u32],
}

/// Matrices one after the other; nodes and blocks are counted within each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elimination {
    columns: Vec<[u32; 2]>,
    below: Vec<u32>,
    targets: Vec<u32>,
    /// The last column that has listed a node; first child and next sibling in the elimination tree.
    marks: Vec<u32>,
    children: Vec<[u32; 2]>,
}

impl Elimination {
    pub(crate) fn clear(&mut self) {
        self.columns.clear();
        self.below.clear();
        self.targets.clear();
    }

    /// In place of a matrix that takes too much work.
    pub(crate) fn add_uncoupled(&mut self, count: usize) {
        self.columns.resize(self.columns.len() + count, [0; 2]);
    }

    pub(crate) fn block_count(&self) -> usize {
        self.below.len()
    }

    pub(crate) fn target_count(&self) -> usize {
        self.targets.len()
    }

    pub(crate) fn structure(
        &self,
        nodes: &Range<usize>,
        blocks: &Range<usize>,
        targets: &Range<usize>,
    ) -> Structure<'_> {
        Structure {
            columns: &self.columns[nodes.clone()],
            below: &self.below[blocks.clone()],
            targets: &self.targets[targets.clone()],
        }
    }

    /// Returns false, and adds nothing, if `count` nodes with their neighbours take more than `budget`
    /// products of blocks for each node.
    pub(crate) fn add<I: Iterator<Item = u32>>(
        &mut self,
        count: usize,
        budget: usize,
        neighbours: impl Fn(usize) -> I,
    ) -> bool {
        let Self { columns, below, targets, marks, children } = self;
        let (first_column, first_block) = (columns.len(), below.len());
        marks.clear();
        marks.resize(count, NONE);
        children.clear();
        children.resize(count, [NONE; 2]);
        let mut work = 0;
        for j in 0..count {
            let start = below.len();
            let mut list = |node: u32, below: &mut Vec<u32>| {
                if node > j as u32 && marks[node as usize] != j as u32 {
                    marks[node as usize] = j as u32;
                    below.push(node);
                }
            };
            for node in neighbours(j) {
                list(node, below);
            }
            let mut child = children[j][0];
            while child != NONE {
                let [start, end] = columns[first_column + child as usize];
                for block in start..end {
                    list(below[first_block + block as usize], below);
                }
                child = children[child as usize][1];
            }
            let own = below.len() - start;
            work += own * (own + 1) / 2;
            if work > budget * count {
                columns.truncate(first_column);
                below.truncate(first_block);
                return false;
            }
            compute::sort(&mut below[start..]);
            if let Some(&parent) = below.get(start) {
                children[j][1] = children[parent as usize][0];
                children[parent as usize][0] = j as u32;
            }
            columns.push([start, below.len()].map(|block| (block - first_block) as u32));
        }
        for j in 0..count {
            let [start, end] = columns[first_column + j].map(|block| block as usize);
            for p in (start..end).rev() {
                for q in start..p {
                    let [column, node] = [q, p].map(|block| below[first_block + block]);
                    let [start, end] = columns[first_column + column as usize].map(|block| block as usize);
                    let listed = &below[first_block + start..first_block + end];
                    let at = listed.iter().position(|&other| other == node).unwrap_or(0);
                    targets.push((start + at) as u32);
                }
            }
        }
        true
    }

    /// Or [`NONE`]. The first node and block of the matrix are given.
    pub(crate) fn block(&self, first_node: usize, first_block: usize, [a, b]: [u32; 2]) -> u32 {
        if a == NONE || b == NONE {
            return NONE;
        }
        let (column, node) = if a < b { (a, b) } else { (b, a) };
        let [start, end] = self.columns[first_node + column as usize].map(|block| block as usize);
        let listed = &self.below[first_block + start..first_block + end];
        listed.iter().position(|&other| other == node).map_or(NONE, |at| (start + at) as u32)
    }
}
