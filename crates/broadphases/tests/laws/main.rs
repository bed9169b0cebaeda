//! The laws of `crates/broadphase/tests/laws` hold for the broad phases of this crate.

#[path = "../../../broadphase/tests/laws/mod.rs"]
mod laws;
mod structure;

use broadphases::{AvlTree, BruteForce, QuadTree, UniformGrid};
use laws::history::check_histories_of;
use proptest::prelude::*;

laws::test_laws! {
    brute_force: BruteForce;
    uniform_grid: UniformGrid;
    quad_tree: QuadTree;
    avl_tree: AvlTree;
}

/// The size of the cells affects only the cost, from boxes of a thousandth of a cell to boxes of a thousand
/// cells.
#[test]
fn a_grid_of_any_cell_size_agrees_with_the_oracle() {
    let sizes = prop_oneof![Just(1.0_f32), Just(0.1), Just(1e-30), Just(1e6), Just(f32::MAX), 0.5_f32..50.0];
    check_histories_of(&sizes, |size| UniformGrid::new(size).unwrap());
}
