//! Blocks of three by three numbers, and the factorization H = L D L^T of a mechanism made of them.
//!
//! ```text
//!   for each column j:   D_j                       factored in place, with the inverses of its pivots
//!     for each block p:  L_p = H_p D_j^-1
//!                        H_pp -= L_p H_p^T         on the diagonal of the block's node
//!                        H_pq -= L_p H_q^T         for the blocks q before p in the column: only in loops
//! ```
//!
//! H is symmetric and positive definite, so there is no search for pivots. All numbers are `f64`: the give of
//! a rigid row is a hundred-millionth, and a mechanism may hold masses of one and of ten thousand, so the
//! elimination cancels twelve digits.

use super::number::{Number, Spatial, dot};

/// A block that couples two nodes: `[3 i + k]` couples coordinate i of the later node to k of the earlier.
pub(crate) type Block<N = f64> = [N; 9];

/// A symmetric block as 00, 10, 11, 20, 21, 22; once factored, 1/d0, l10, 1/d1, l20, l21, 1/d2.
pub(crate) type Diagonal<N = f64> = [N; 6];

/// How the nodes of a mechanism are coupled: see `elimination.rs`.
#[derive(Clone, Copy)]
pub(crate) struct Structure<'a> {
    pub(crate) columns: &'a [[u32; 2]],
    pub(crate) below: &'a [u32],
    pub(crate) targets: &'a [u32],
}

/// Adds `scale` a a^T.
#[inline(always)]
pub(crate) fn add_square<N: Number>(diagonal: &mut Diagonal<N>, a: &Spatial<N>, scale: N) {
    let scaled = [a[0] * scale, a[1] * scale, a[2] * scale];
    diagonal[0] += scaled[0] * a[0];
    diagonal[1] += scaled[1] * a[0];
    diagonal[2] += scaled[1] * a[1];
    diagonal[3] += scaled[2] * a[0];
    diagonal[4] += scaled[2] * a[1];
    diagonal[5] += scaled[2] * a[2];
}

/// Adds `scale` later earlier^T.
#[inline(always)]
pub(crate) fn add_product<N: Number>(
    block: &mut Block<N>,
    later: &Spatial<N>,
    earlier: &Spatial<N>,
    scale: N,
) {
    for i in 0..3 {
        let scaled = later[i] * scale;
        for k in 0..3 {
            block[3 * i + k] += scaled * earlier[k];
        }
    }
}

#[inline(always)]
fn factor_diagonal<N: Number>(d: &mut Diagonal<N>) {
    let [a00, a10, a11, a20, a21, a22] = *d;
    let i0 = N::ONE / a00;
    let (l10, l20) = (a10 * i0, a20 * i0);
    let i1 = N::ONE / (a11 - l10 * a10);
    let t = a21 - l20 * a10;
    let l21 = t * i1;
    let i2 = N::ONE / (a22 - l20 * a20 - l21 * t);
    *d = [i0, l10, i1, l20, l21, i2];
}

/// D^-1 x.
#[inline(always)]
fn solve_diagonal<N: Number>(
    &[i0, l10, i1, l20, l21, i2]: &Diagonal<N>,
    [x0, x1, x2]: Spatial<N>,
) -> Spatial<N> {
    let y1 = x1 - l10 * x0;
    let y2 = x2 - l20 * x0 - l21 * y1;
    let z2 = y2 * i2;
    let z1 = y1 * i1 - l21 * z2;
    let z0 = x0 * i0 - l10 * z1 - l20 * z2;
    [z0, z1, z2]
}

#[inline(always)]
fn row<N: Number>(block: &Block<N>, i: usize) -> Spatial<N> {
    [block[3 * i], block[3 * i + 1], block[3 * i + 2]]
}

/// Factors H in place.
#[inline(always)]
pub(crate) fn factor<N: Number>(
    structure: Structure<'_>,
    diagonals: &mut [Diagonal<N>],
    blocks: &mut [Block<N>],
) {
    let Structure { columns, below, targets } = structure;
    let mut next_target = 0;
    for (j, &[start, end]) in columns.iter().enumerate() {
        factor_diagonal(&mut diagonals[j]);
        let own = diagonals[j];
        // From the last block to the first: those before p still hold H when p needs them.
        for p in (start as usize..end as usize).rev() {
            let h = blocks[p];
            // Closures of `map` are not inlined here: with them it takes 1.4 times the instructions.
            let h_rows = [row(&h, 0), row(&h, 1), row(&h, 2)];
            let [h0, h1, h2] = h_rows;
            let l = [solve_diagonal(&own, h0), solve_diagonal(&own, h1), solve_diagonal(&own, h2)];
            let target = &mut diagonals[below[p] as usize];
            target[0] -= dot(&l[0], &h_rows[0]);
            target[1] -= dot(&l[1], &h_rows[0]);
            target[2] -= dot(&l[1], &h_rows[1]);
            target[3] -= dot(&l[2], &h_rows[0]);
            target[4] -= dot(&l[2], &h_rows[1]);
            target[5] -= dot(&l[2], &h_rows[2]);
            for q in start as usize..p {
                let other = blocks[q];
                let other = [row(&other, 0), row(&other, 1), row(&other, 2)];
                let target = &mut blocks[targets[next_target] as usize];
                next_target += 1;
                for i in 0..3 {
                    for k in 0..3 {
                        target[3 * i + k] -= dot(&l[i], &other[k]);
                    }
                }
            }
            for i in 0..3 {
                blocks[p][3 * i..3 * i + 3].copy_from_slice(&l[i]);
            }
        }
    }
}

/// Solves H x = b in place.
#[inline(always)]
pub(crate) fn solve<N: Number>(
    structure: Structure<'_>,
    diagonals: &[Diagonal<N>],
    blocks: &[Block<N>],
    x: &mut [Spatial<N>],
) {
    let Structure { columns, below, .. } = structure;
    for (j, &[start, end]) in columns.iter().enumerate() {
        let own = x[j];
        for p in start as usize..end as usize {
            let l = &blocks[p];
            let target = &mut x[below[p] as usize];
            for i in 0..3 {
                target[i] -= dot(&row(l, i), &own);
            }
        }
    }
    for (j, &[start, end]) in columns.iter().enumerate().rev() {
        let mut own = solve_diagonal(&diagonals[j], x[j]);
        for p in start as usize..end as usize {
            let l = &blocks[p];
            let later = x[below[p] as usize];
            for k in 0..3 {
                own[k] -= l[k] * later[0] + l[3 + k] * later[1] + l[6 + k] * later[2];
            }
        }
        x[j] = own;
    }
}

#[cfg(test)]
mod tests {
    use super::super::elimination::Elimination;
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The factor of a mechanism of these edges, and the dense matrix that it stands for: M = 1, and for each
    /// edge J^T J / give.
    fn solve_both(
        count: usize,
        edges: &[(usize, usize, [Spatial; 2])],
        give: f64,
        b: &[Spatial],
    ) -> Option<[Vec<f64>; 2]> {
        let mut elimination = Elimination::default();
        let neighbours = |j: usize| {
            let others = edges.iter().filter_map(move |&(a, b, _)| match j {
                _ if a == j => Some(b as u32),
                _ if b == j => Some(a as u32),
                _ => None,
            });
            others.collect::<Vec<_>>().into_iter()
        };
        if !elimination.add(count, 8, neighbours) {
            return None;
        }
        let mut diagonals = vec![[1.0, 0.0, 1.0, 0.0, 0.0, 1.0]; count];
        let mut blocks = vec![[0.0; 9]; elimination.block_count()];
        let size = 3 * count;
        let mut dense = vec![vec![0.0; size + 1]; size];
        for i in 0..size {
            dense[i][i] = 1.0;
            dense[i][size] = b[i / 3][i % 3];
        }
        for (a, b, [ja, jb]) in edges {
            add_square(&mut diagonals[*a], ja, 1.0 / give);
            add_square(&mut diagonals[*b], jb, 1.0 / give);
            let block = elimination.block(0, 0, [*a as u32, *b as u32]) as usize;
            let (later, earlier) = if a > b { (ja, jb) } else { (jb, ja) };
            add_product(&mut blocks[block], later, earlier, 1.0 / give);
            for (m, jm) in [(a, ja), (b, jb)] {
                for (n, jn) in [(a, ja), (b, jb)] {
                    for i in 0..3 {
                        for k in 0..3 {
                            dense[3 * m + i][3 * n + k] += jm[i] * jn[k] / give;
                        }
                    }
                }
            }
        }
        let Elimination { columns, below, targets, .. } = &elimination;
        let structure = Structure { columns, below, targets };
        factor(structure, &mut diagonals, &mut blocks);
        let mut x = b.to_vec();
        solve(structure, &diagonals, &blocks, &mut x);

        // Gauss with pivots.
        for i in 0..size {
            let pivot = (i..size).max_by(|&a, &b| dense[a][i].abs().total_cmp(&dense[b][i].abs())).unwrap();
            dense.swap(i, pivot);
            for row in i + 1..size {
                let factor = dense[row][i] / dense[i][i];
                let pivot_row = dense[i].clone();
                for (number, above) in dense[row][i..].iter_mut().zip(&pivot_row[i..]) {
                    *number -= factor * above;
                }
            }
        }
        let mut expected = vec![0.0; size];
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|k| dense[i][k] * expected[k]).sum();
            expected[i] = (dense[i][size] - known) / dense[i][i];
        }
        Some([x.concat(), expected])
    }

    proptest! {
        /// Random trees with random loops added: elimination along the tree gives the solution of the dense
        /// system.
        #[test]
        fn elimination_along_the_tree_solves_the_dense_system(
            parents in prop::collection::vec(0_usize..1000, 1..12),
            loops in prop::collection::vec((0_usize..1000, 0_usize..1000), 0..4),
            numbers in prop::collection::vec(-1.0_f64..1.0, 200),
        ) {
            let count = parents.len() + 1;
            let mut next = numbers.iter().copied().cycle();
            let mut spatial = || [next.next().unwrap(), next.next().unwrap(), next.next().unwrap()];
            // The parent of a node comes later: the last node is the root.
            let tree = parents.iter().enumerate().map(|(i, parent)| (i, i + 1 + parent % (count - 1 - i)));
            let loops = loops.into_iter().map(|(a, b)| (a % count, b % count)).filter(|(a, b)| a != b);
            let edges: Vec<_> = tree.chain(loops).map(|(a, b)| (a, b, [spatial(), spatial()])).collect();
            let b: Vec<_> = (0..count).map(|_| spatial()).collect();
            if let Some([found, expected]) = solve_both(count, &edges, 1e-3, &b) {
                for (found, expected) in found.iter().zip(&expected) {
                    prop_assert!((found - expected).abs() < 1e-9, "{} {}", found, expected);
                }
            }
        }
    }

    /// A tree is always within the budget, and a grid of 12 x 12 is not.
    #[test]
    fn trees_are_within_the_budget_and_grids_are_not() {
        let mut elimination = Elimination::default();
        assert!(elimination.add(1000, 8, |j| (j + 1 < 1000).then_some(j as u32 + 1).into_iter()));
        assert_eq!(elimination.block_count(), 999);
        let grid = |j: usize| {
            let (x, y) = (j % 12, j / 12);
            let right = (x + 1 < 12).then_some(j as u32 + 1);
            let below = (y + 1 < 12).then_some(j as u32 + 12);
            right.into_iter().chain(below)
        };
        assert!(!elimination.add(144, 8, grid));
        assert_eq!(elimination.block_count(), 999);
    }
}
