//! The laws of broad phases: each is written once and tested on all of them.
//!
//! | file | laws of |
//! |---|---|
//! | `history.rs` | random histories of calls, compared with the oracle |
//! | `pairs.rs` | pairs, also on several threads |
//! | `queries.rs` | overlaps, rays, moving boxes, the nearest boxes |
//! | `calls.rs` | refused calls, many boxes at once, repeated runs |
//! | `oracle.rs` | the oracle: no laws |
//! | `tutorial.rs` | the broad phase that `docs/broadphase.md` develops: no laws |

mod calls;
#[path = "../common/mod.rs"]
mod common;
mod history;
mod oracle;
mod pairs;
mod queries;
mod tutorial;

use broadphase::{AvlTree, BruteForce, DynamicTree, QuadTree, SortAndSweep, SweepList, UniformGrid};

/// Runs laws, which are functions generic over the broad phase, as a test for each broad phase.
macro_rules! for_each_broadphase {
    ($($file:ident::$law:ident;)*) => {
        $(mod $law {
            use super::*;
            #[test] fn brute_force() { $file::$law::<BruteForce>(); }
            #[test] fn sweep_list() { $file::$law::<SweepList>(); }
            #[test] fn sort_and_sweep() { $file::$law::<SortAndSweep>(); }
            #[test] fn uniform_grid() { $file::$law::<UniformGrid>(); }
            #[test] fn quad_tree() { $file::$law::<QuadTree>(); }
            #[test] fn shelf_of_the_tutorial() { $file::$law::<tutorial::Shelf>(); }
            #[test] fn avl_tree() { $file::$law::<AvlTree>(); }
            #[test] fn dynamic_tree() { $file::$law::<DynamicTree>(); }
            #[test] fn box_of_dynamic_tree() { $file::$law::<Box<DynamicTree>>(); }
        })*
    };
}

for_each_broadphase! {
    history::any_history_agrees_with_the_oracle;
    calls::refused_calls_tell_why_and_change_nothing;
    calls::an_empty_broad_phase_finds_nothing;
    calls::many_at_once_give_the_same_as_one_by_one;
    calls::the_same_calls_give_the_same_answers_in_the_same_order;
    pairs::static_boxes_alone_make_no_pairs;
    pairs::boxes_at_one_point_are_all_pairs;
    pairs::boxes_of_any_size_can_be_mixed;
    pairs::nothing_is_missed_far_from_the_origin;
    pairs::any_number_of_threads_finds_the_same_pairs;
    queries::rays_along_borders_and_through_corners_miss_nothing;
    queries::a_visitor_can_stop_a_search;
    queries::the_nearest_box_on_a_ray_is_found;
    queries::a_moving_box_finds_what_it_touches_first;
    queries::every_kind_of_query_agrees_with_brute_force;
    queries::nearest_k_is_ordered_by_distance_then_key;
    queries::invalid_queries_find_nothing;
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
