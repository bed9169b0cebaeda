//! The laws hold for the broad phases of this crate, boxed or not, and for that of `docs/broadphase.md`.

#[path = "mod.rs"]
mod laws;
mod tutorial;

use broadphase::{Broadphase, DynamicTree, SortAndSweep, SweepList};
use laws::history::check_histories;

laws::test_laws! {
    sweep_list: SweepList;
    sort_and_sweep: SortAndSweep;
    dynamic_tree: DynamicTree;
    box_of_dynamic_tree: Box<DynamicTree>;
    shelf_of_the_tutorial: tutorial::Shelf;
}

/// A broad phase that is chosen at run time needs no wrapper.
#[test]
fn boxes_of_dyn_broadphase_agree_with_the_oracle() {
    check_histories(|| Box::new(DynamicTree::default()) as Box<dyn Broadphase>);
    check_histories(|| Box::new(SortAndSweep::default()) as Box<dyn Broadphase + Send + Sync>);
}

/// The code on the page is the code that is tested here.
#[test]
fn the_page_shows_the_tested_code_of_the_tutorial() {
    let page = include_str!("../../../../docs/broadphase.md");
    let code = include_str!("tutorial.rs");
    let (_, parts) = code.split_once("\n// [").unwrap();
    for part in parts.split("\n// [") {
        let (name, body) = part.split_once("]\n").unwrap();
        let fence = format!("```rust\n{}\n```", body.trim_end());
        assert!(page.contains(&fence), "{name}: the page shows different code");
    }
}
