//! On any broad phase, queries do not allocate, and neither does a step that is like an earlier one.

#[path = "common/allocations.rs"]
mod allocations;
mod common;

use allocations::check;
use broadphase::{DynamicTree, SortAndSweep, SweepList};

#[test]
fn steps_and_queries_do_not_allocate() {
    check::<SweepList>("sweep list");
    check::<SortAndSweep>("sort and sweep");
    check::<DynamicTree>("dynamic tree");
}
