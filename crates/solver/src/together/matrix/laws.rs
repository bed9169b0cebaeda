//! Matrices of random graphs, compared with dense ones.

use super::elimination::{Elimination, NONE, Structure};
use super::factor::{Block, Diagonal, add_product, add_square, factor, solve};
use super::number::{Number, Spatial};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use proptest::prelude::*;

const NO_BUDGET: usize = 1000;

/// A mass for each node, and for each edge a row with a give,
///
/// ```text
///   H = M + sum over edges of J^T J / give
/// ```
#[derive(Clone, Debug)]
struct Case {
    masses: Vec<f64>,
    edges: Vec<(usize, usize, [Spatial; 2])>,
    give: f64,
    b: Vec<Spatial>,
}

impl Case {
    fn count(&self) -> usize {
        self.masses.len()
    }

    fn add_to(&self, elimination: &mut Elimination, budget: usize) -> bool {
        let neighbours = |j: usize| {
            let others = self.edges.iter().filter_map(move |&(a, b, _)| match j {
                _ if a == j => Some(b as u32),
                _ if b == j => Some(a as u32),
                _ => None,
            });
            others.collect::<Vec<_>>().into_iter()
        };
        elimination.add(self.count(), budget, neighbours)
    }

    fn assemble<N: Number>(
        &self,
        structure: Structure<'_>,
        block: impl Fn([u32; 2]) -> u32,
    ) -> (Vec<Diagonal<N>>, Vec<Block<N>>) {
        let zero = N::ZERO;
        let mut blocks = vec![[zero; 9]; structure.below.len()];
        let mut diagonals: Vec<Diagonal<N>> = (self.masses.iter())
            .map(|&mass| [N::splat(mass), zero, N::splat(mass), zero, zero, N::splat(mass)])
            .collect();
        let (scale, splat) = (N::splat(1.0 / self.give), |half: &Spatial| half.map(N::splat));
        for (a, b, [ja, jb]) in &self.edges {
            add_square(&mut diagonals[*a], &splat(ja), scale);
            add_square(&mut diagonals[*b], &splat(jb), scale);
            let (later, earlier) = if a > b { (ja, jb) } else { (jb, ja) };
            let block = block([*a as u32, *b as u32]) as usize;
            add_product(&mut blocks[block], &splat(later), &splat(earlier), scale);
        }
        (diagonals, blocks)
    }

    fn solve<N: Number>(&self, all: &Elimination, place: &[Range<usize>; 3]) -> Vec<Spatial<N>> {
        let [nodes, blocks, targets] = place;
        let structure = all.structure(nodes, blocks, targets);
        let block = |ends: [u32; 2]| all.block(nodes.start, blocks.start, ends);
        let (mut diagonals, mut blocks) = self.assemble(structure, block);
        factor(structure, &mut diagonals, &mut blocks);
        let mut x: Vec<Spatial<N>> = self.b.iter().map(|b| b.map(N::splat)).collect();
        solve(structure, &diagonals, &blocks, &mut x);
        x
    }

    fn dense(&self) -> Vec<Vec<f64>> {
        let size = 3 * self.count();
        let mut dense = vec![vec![0.0; size]; size];
        for (i, row) in dense.iter_mut().enumerate() {
            row[i] = self.masses[i / 3];
        }
        for &(a, b, [ja, jb]) in &self.edges {
            for (m, jm) in [(a, ja), (b, jb)] {
                for (n, jn) in [(a, ja), (b, jb)] {
                    for i in 0..3 {
                        for k in 0..3 {
                            dense[3 * m + i][3 * n + k] += jm[i] * jn[k] / self.give;
                        }
                    }
                }
            }
        }
        dense
    }

    fn solve_dense(&self) -> Vec<f64> {
        let (mut dense, size) = (self.dense(), 3 * self.count());
        for (i, row) in dense.iter_mut().enumerate() {
            row.push(self.b[i / 3][i % 3]);
        }
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
        let mut x = vec![0.0; size];
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|k| dense[i][k] * x[k]).sum();
            x[i] = (dense[i][size] - known) / dense[i][i];
        }
        x
    }
}

fn add_all(cases: &[Case]) -> (Elimination, Vec<[Range<usize>; 3]>) {
    let mut all = Elimination::default();
    let mut places = Vec::new();
    let mut nodes = 0;
    for case in cases {
        let (blocks, targets) = (all.block_count(), all.target_count());
        assert!(case.add_to(&mut all, NO_BUDGET), "without a budget");
        let place = [nodes..nodes + case.count(), blocks..all.block_count(), targets..all.target_count()];
        places.push(place);
        nodes += case.count();
    }
    (all, places)
}

/// Any graph: its nodes in any order, with loops, twofold edges, and parts that do not hang together.
fn graph(give: f64, masses: Range<f64>) -> impl Strategy<Value = Case> {
    let number = || -1.0_f64..1.0;
    let half = move || [number(), number(), number()];
    (1_usize..14).prop_flat_map(move |count| {
        let edge = (0..count, 0..count, [half(), half()]);
        let edges = prop::collection::vec(edge, 0..2 * count);
        let edges = edges.prop_map(|edges| edges.into_iter().filter(|(a, b, _)| a != b).collect());
        let masses = prop::collection::vec(masses.clone(), count);
        (masses, edges, prop::collection::vec(half(), count)).prop_map(move |(masses, edges, b)| Case {
            masses,
            edges,
            give,
            b,
        })
    })
}

proptest! {
    /// Whatever the graph, and whatever lies before it in the same arrays. With masses of one and gives of a
    /// thousandth the condition is below 1e5, so that twelve of sixteen digits are right.
    #[test]
    fn elimination_solves_the_dense_system(
        cases in prop::collection::vec(graph(1e-3, 0.5..2.0), 1..4),
    ) {
        let (all, places) = add_all(&cases);
        for (case, place) in cases.iter().zip(&places) {
            let found = case.solve::<f64>(&all, place).concat();
            for (found, expected) in found.iter().zip(case.solve_dense()) {
                prop_assert!((found - expected).abs() < 1e-10, "{found} {expected}");
            }
        }
    }

    /// With the gives of rigid joints and masses of one to ten thousand, x itself has few digits; but the
    /// residual H x - b is that of rounding: some parts in 1e16 of H x, times the rows of an elimination.
    #[test]
    fn residual_is_that_of_rounding_for_rigid_rows(case in graph(1e-8, 1.0..1e4)) {
        let (all, places) = add_all(core::slice::from_ref(&case));
        let x = case.solve::<f64>(&all, &places[0]).concat();
        let dense = case.dense();
        let greatest = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(0.0, f64::max);
        let h = greatest(&mut dense.iter().map(|row| row.iter().map(|number| number.abs()).sum()));
        let size = h * greatest(&mut x.iter().map(|x| x.abs())) + 1.0;
        for (row, b) in dense.iter().zip(case.b.concat()) {
            let product: f64 = row.iter().zip(&x).map(|(h, x)| h * x).sum();
            prop_assert!((product - b).abs() < 1e-14 * size, "{} of {size}", product - b);
        }
    }

    /// The blocks are those of an elimination of truth values: a coupled pair, and all pairs of later
    /// neighbours of a node once it is eliminated.
    #[test]
    fn blocks_are_those_that_a_dense_elimination_fills(case in graph(1.0, 1.0..2.0)) {
        let count = case.count();
        let mut is_coupled = vec![vec![false; count]; count];
        for &(a, b, _) in &case.edges {
            (is_coupled[a][b], is_coupled[b][a]) = (true, true);
        }
        for j in 0..count {
            for p in j + 1..count {
                for q in j + 1..count {
                    is_coupled[p][q] |= p != q && is_coupled[p][j] && is_coupled[j][q];
                }
            }
        }
        let (all, places) = add_all(core::slice::from_ref(&case));
        let mut blocks = 0;
        for (a, coupled) in is_coupled.iter().enumerate() {
            for (b, &is_coupled) in coupled.iter().enumerate().filter(|&(b, _)| b != a) {
                let block = all.block(0, 0, [a as u32, b as u32]);
                prop_assert_eq!(block != NONE, is_coupled, "{} {}", a, b);
                prop_assert_eq!(block, all.block(0, 0, [b as u32, a as u32]));
                blocks += usize::from(block != NONE && a < b);
            }
        }
        prop_assert_eq!(blocks, places[0][1].len());
        prop_assert_eq!(all.block(0, 0, [NONE, 0]), NONE);
    }

    /// A graph that is refused leaves nothing behind: what is added next is as without it.
    #[test]
    fn refused_graph_leaves_nothing_behind(
        before in graph(1.0, 1.0..2.0), refused in graph(1.0, 1.0..2.0), after in graph(1.0, 1.0..2.0),
    ) {
        let add = |all: &mut Elimination, case: &Case| case.add_to(all, NO_BUDGET);
        let (mut with, mut without) = (Elimination::default(), Elimination::default());
        prop_assert!(add(&mut with, &before) && add(&mut without, &before));
        let (blocks, targets) = (with.block_count(), with.target_count());
        // Without any product, only a graph without edges is accepted.
        prop_assert_eq!(refused.add_to(&mut with, 0), refused.edges.is_empty());
        prop_assume!(!refused.edges.is_empty());
        prop_assert_eq!([with.block_count(), with.target_count()], [blocks, targets]);
        prop_assert!(add(&mut with, &after) && add(&mut without, &after));
        let nodes = before.count()..before.count() + after.count();
        let place = [nodes, blocks..with.block_count(), targets..with.target_count()];
        let bits = |all: &Elimination| after.solve::<f64>(all, &place).concat().into_iter().map(f64::to_bits).collect();
        let [found, expected]: [Vec<u64>; 2] = [bits(&with), bits(&without)];
        prop_assert_eq!(found, expected);
    }
}

/// A tree takes one block and one product for each node but its root, whatever its size; a grid of 12 x 12
/// takes more than eight products for each node.
#[test]
fn trees_are_within_the_budget_and_grids_are_not() {
    let mut elimination = Elimination::default();
    assert!(elimination.add(1000, 1, |j| (j + 1 < 1000).then_some(j as u32 + 1).into_iter()));
    assert_eq!((elimination.block_count(), elimination.target_count()), (999, 0));
    let grid = |j: usize| {
        let (x, y) = (j % 12, j / 12);
        let right = (x + 1 < 12).then_some(j as u32 + 1);
        let below = (y + 1 < 12).then_some(j as u32 + 12);
        right.into_iter().chain(below)
    };
    assert!(!elimination.add(144, 8, grid));
    assert_eq!(elimination.block_count(), 999);
}
