//! Blocks of three by three numbers, and the factorization H = L D L^T of a matrix made of them.
//!
//! ```text
//!   for each column j:   D_j                       factored in place, with the inverses of its pivots
//!     for each block p:  L_p = H_p D_j^-1
//!                        H_pp -= L_p H_p^T         on the diagonal of the block's node
//!                        H_pq -= L_p H_q^T         for the blocks q before p in the column: only in loops
//! ```
//!
//! H is symmetric and positive definite, so no pivots are searched for. Numbers are `f64`: the give of a
//! rigid row is a hundred-millionth, and masses may be one and ten thousand, so twelve digits cancel.

use super::elimination::Structure;
use super::number::{Number, Spatial, dot};

/// A block that couples two nodes: `[3 i + k]` couples coordinate i of the later node to k of the earlier.
pub(crate) type Block<N = f64> = [N; 9];

/// A symmetric block as 00, 10, 11, 20, 21, 22; once factored, 1/d0, l10, 1/d1, l20, l21, 1/d2.
pub(crate) type Diagonal<N = f64> = [N; 6];

/// Adds `scale` a a^T.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
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
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
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

/// In place.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
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
        // From the last to the first: those before p still hold H when p needs them.
        for p in (start as usize..end as usize).rev() {
            let h = blocks[p];
            // Closures of `map` are not inlined here.
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

/// H x = b, in place.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
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
