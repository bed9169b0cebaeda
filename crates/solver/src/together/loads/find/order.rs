//! The order in which the bodies of a cluster are eliminated: least degree first.
//!
//! ```text
//!   a heap of 80 mixed bodies       products of blocks     blocks
//!   least degree                                   674        247
//!   breadth first, reversed                      1,348        375
//! ```
//!
//! The degree of a body is the number of bodies that it is coupled to when it is eliminated; these become
//! coupled to each other. Of bodies of the same degree, the next one by number after the last is taken.
//! Columns are eliminated from their ends, without a new coupling.
//!
//! Source: George and Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981, chapter 5.

use alloc::vec::Vec;

/// Buffers of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct LeastDegree {
    /// By node: a bit for each node that it is coupled to.
    couplings: Vec<u64>,
    /// By node. Those that are eliminated have `u32::MAX`.
    degrees: Vec<u32>,
}

impl LeastDegree {
    /// Calls `eliminate` with each of `count` nodes in the order of their elimination. Of two neighbours each
    /// must list the other; `neighbours` may list a node several times.
    pub(super) fn find<I: Iterator<Item = usize>>(
        &mut self,
        count: usize,
        neighbours: impl Fn(usize) -> I,
        mut eliminate: impl FnMut(usize),
    ) {
        let Self { couplings, degrees } = self;
        let words = count.div_ceil(64);
        couplings.clear();
        couplings.resize(count * words, 0);
        degrees.clear();
        for node in 0..count {
            let own = &mut couplings[node * words..(node + 1) * words];
            for other in neighbours(node) {
                own[other / 64] |= 1 << (other % 64);
            }
            own[node / 64] &= !(1 << (node % 64));
            degrees.push(own.iter().map(|word| word.count_ones()).sum());
        }
        // No node that is left has a degree below `least`: only those of neighbours change. `passed` counts
        // the nodes in a row that have a greater one.
        let (mut least, mut node, mut passed) = (0, 0, 0);
        for _ in 0..count {
            while degrees[node] > least {
                node = if node + 1 < count { node + 1 } else { 0 };
                passed += 1;
                if passed == count {
                    (least, passed) = (least + 1, 0);
                }
            }
            eliminate(node);
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
                    // Both itself and the eliminated node are among them.
                    couplings[other * words + other / 64] &= !(1 << (other % 64));
                    couplings[other * words + node / 64] &= !(1 << (node % 64));
                    degrees[other] = degree - 2;
                    least = least.min(degree - 2);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn order(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
        let mut order = vec![];
        let neighbours = |node: usize| {
            edges.iter().filter_map(move |&(a, b)| match node {
                _ if a == node => Some(b),
                _ if b == node => Some(a),
                _ => None,
            })
        };
        LeastDegree::default().find(count, neighbours, |node| order.push(node));
        order
    }

    /// A column is eliminated from an end, and the centre of a star after its leaves, however many.
    #[test]
    fn trees_are_eliminated_leaves_first() {
        assert_eq!(order(4, &[(0, 1), (1, 2), (2, 3)]), [0, 1, 2, 3]);
        let star: Vec<_> = (1..100).map(|leaf| (0, leaf)).collect();
        let centre = order(100, &star).iter().position(|&node| node == 0);
        assert!(centre >= Some(98), "{centre:?}");
    }

    /// Eliminating a corner of a square couples its neighbours, so all that are left keep two neighbours,
    /// and the next one by number follows. Without the new coupling, nodes 2 and 3 would have one left, and
    /// node 2 would come before node 1.
    #[test]
    fn neighbours_of_an_eliminated_node_become_coupled() {
        assert_eq!(order(4, &[(0, 2), (2, 1), (1, 3), (3, 0)]), [0, 1, 2, 3]);
    }
}
