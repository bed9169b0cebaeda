//! On any broad phase, queries do not allocate, and neither does a step that is like an earlier one.

#[path = "../../broadphase/tests/common/allocations.rs"]
mod allocations;
#[path = "../../broadphase/tests/common/mod.rs"]
mod common;

use allocations::check;
use broadphases::{AvlTree, BruteForce, QuadTree, UniformGrid};

#[test]
fn steps_and_queries_do_not_allocate() {
    check::<BruteForce>("brute force");
    check::<UniformGrid>("uniform grid");
    check::<QuadTree>("quadtree");
    check::<AvlTree>("AVL tree");
}
