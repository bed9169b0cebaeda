//! The order in which the bodies of a cluster are eliminated: least degree first.
//!
//! ```text
//!   a heap of 80 mixed bodies       products of blocks     blocks
//!   least degree                                   674        247
//!   breadth first, reversed                      1,348        375
//! ```
//!
//! The degree of a body is the number of bodies that it is coupled to when it is eliminated; these become
//! coupled to each other. Among equal degrees, the next number after the last is taken, so columns are
//! eliminated from their ends, without a new coupling.
//!
//! Source: George and Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981, chapter 5.

use super::NONE;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct LeastDegree {
    /// By node: a bit for each coupled node; in the end, for those that are eliminated later.
    couplings: Vec<u64>,
    /// By node; `u32::MAX` once it is eliminated.
    degrees: Vec<u32>,
    /// In order, and by node its place there.
    nodes: Vec<u32>,
    places: Vec<u32>,
}

fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    let mut words = (0..).step_by(64).zip(words);
    let (mut first, mut left) = (0, 0);
    // Not a `flat_map`: valgrind takes its optimized code for a branch on a value that nobody has written.
    core::iter::from_fn(move || {
        while left == 0 {
            (first, left) = words.next().map(|(first, &word)| (first, word))?;
        }
        let bit = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(first + bit)
    })
}

impl LeastDegree {
    /// Pairs with [`NONE`] do not count.
    pub(super) fn find(&mut self, count: usize, pairs: impl Iterator<Item = [u32; 2]>) {
        let Self { couplings, degrees, nodes, places } = self;
        let words = count.div_ceil(64);
        couplings.clear();
        couplings.resize(count * words, 0);
        for [a, b] in pairs.filter(|pair| !pair.contains(&NONE)) {
            for (node, other) in [(a as usize, b as usize), (b as usize, a as usize)] {
                couplings[node * words + other / 64] |= 1 << (other % 64);
            }
        }
        degrees.clear();
        degrees
            .extend(couplings.chunks(words).map(|own| own.iter().map(|word| word.count_ones()).sum::<u32>()));
        nodes.clear();
        places.clear();
        places.resize(count, NONE);
        // No node that is left has a degree below `least`: only those of neighbours change. `passed` counts
        // consecutive nodes of a greater one.
        let (mut least, mut node, mut passed) = (0, 0, 0);
        for place in 0..count as u32 {
            while degrees[node] > least {
                node = if node + 1 < count { node + 1 } else { 0 };
                passed += 1;
                if passed == count {
                    (least, passed) = (least + 1, 0);
                }
            }
            nodes.push(node as u32);
            places[node] = place;
            degrees[node] = u32::MAX;
            passed = 0;
            for word in 0..words {
                let mut left = couplings[node * words + word];
                while left != 0 {
                    let other = 64 * word + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let mut degree = 0;
                    for i in 0..words {
                        let own = couplings[node * words + i];
                        let of_other = &mut couplings[other * words + i];
                        *of_other |= own;
                        degree += of_other.count_ones();
                    }
                    // Both the node itself and the eliminated one are in the union.
                    couplings[other * words + other / 64] &= !(1 << (other % 64));
                    couplings[other * words + node / 64] &= !(1 << (node % 64));
                    degrees[other] = degree - 2;
                    least = least.min(degree - 2);
                }
            }
        }
    }

    /// [`NONE`] of none.
    pub(super) fn place(&self, node: u32) -> u32 {
        self.places.get(node as usize).copied().unwrap_or(NONE)
    }

    /// Of the nodes coupled to the one at this place when it is eliminated.
    pub(super) fn later(&self, place: usize) -> impl Iterator<Item = u32> {
        let words = self.places.len().div_ceil(64);
        let node = self.nodes[place] as usize;
        ones(&self.couplings[node * words..(node + 1) * words]).map(|other| self.places[other])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(count: usize, edges: &[[u32; 2]]) -> Vec<u32> {
        let mut order = LeastDegree::default();
        order.find(count, edges.iter().copied());
        order.nodes
    }

    /// A column is eliminated from an end, and the centre of a star after its leaves, however many.
    #[test]
    fn trees_are_eliminated_leaves_first() {
        assert_eq!(order(4, &[[0, 1], [1, 2], [2, 3]]), [0, 1, 2, 3]);
        let star: Vec<_> = (1..100).map(|leaf| [0, leaf]).collect();
        let centre = order(100, &star).iter().position(|&node| node == 0);
        assert!(centre >= Some(98), "{centre:?}");
    }

    /// Eliminating a corner of a square couples its neighbours, so all that are left keep two neighbours,
    /// and the next one by number follows. Without the new coupling, nodes 2 and 3 would have one left, and
    /// node 2 would come before node 1.
    #[test]
    fn neighbours_of_an_eliminated_node_become_coupled() {
        assert_eq!(order(4, &[[0, 2], [2, 1], [1, 3], [3, 0]]), [0, 1, 2, 3]);
    }
}
