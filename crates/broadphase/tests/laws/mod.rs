//! The laws of broad phases: each is written once and tested on all of them, here and in `broadphases`.
//!
//! | file | laws of |
//! |---|---|
//! | `history.rs` | random histories of calls, compared with the oracle |
//! | `pairs.rs` | pairs, also on several threads |
//! | `queries.rs` | overlaps, rays, moving boxes, the nearest boxes, parts |
//! | `calls.rs` | refused calls, many boxes at once, repeated runs |
//! | `oracle.rs` | the oracle: no laws |

pub mod calls;
#[path = "../common/mod.rs"]
pub mod common;
pub mod history;
pub mod oracle;
pub mod pairs;
pub mod queries;

/// Runs the laws, which are functions generic over the broad phase, as tests of each broad phase.
macro_rules! test_laws {
    ($($name:ident: $broadphase:ty;)*) => {
        $(mod $name {
            use super::*;
            $crate::laws::test_laws! { $broadphase:
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
                queries::parts_lie_inside_each_other_by_depth;
            }
        })*
    };
    ($broadphase:ty: $($file:ident::$law:ident;)*) => {
        $(#[test] fn $law() { $crate::laws::$file::$law::<$broadphase>(); })*
    };
}

pub(crate) use test_laws;
