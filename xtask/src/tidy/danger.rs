//! `unsafe` is counted: each file that may hold it is listed with how often it does, and with the tests that
//! would find a mistake there. A new use changes a count, so that a reviewer sees it.
//!
//! `cargo xtask ci memory` runs the tests of `compute` and `solver` in valgrind, `addresses` runs them and
//! scenes under AddressSanitizer, and `races` runs scenes under ThreadSanitizer.

use super::Problem;
use super::source::{Source, is_word};

/// A file that may hold `unsafe`, and says at its head why it needs it.
struct Permission {
    file: &'static str,
    /// How often the word stands in its code.
    count: usize,
    /// The tests that would find a mistake; none for a file of no library.
    tests: &'static [&'static str],
}

const WIDTHS: &[&str] = &["all_widths_give_the_same_bits", "widths_agree_on_random_graphs"];
const QUADS: &[&str] = &["register_operations_equal_array_operations", "greatest_equals_a_linear_search"];
const PAIRS: &[&str] = &["register_operations_equal_array_operations"];
const SHARES: &[&str] = &[
    "two_shares_that_write_one_item_in_a_phase_are_stopped",
    "a_slice_that_is_read_whole_may_not_be_written_by_another_share",
];
const WORKERS: &[&str] = &[
    "random_delays_do_not_change_the_result_of_phases",
    "random_delays_do_not_change_the_result_of_chunks",
    "a_panic_in_a_phase_ends_the_job_on_all_workers",
];
const SCHEDULE: &[&str] = &["workers_and_history_do_not_show", "used_solver_gives_the_results_of_a_new_one"];
const SOLVE: &[&str] = &[
    "stages_share_no_moving_body_between_workers",
    "any_number_of_threads_gives_the_same_bits",
    "used_solver_gives_the_results_of_a_new_one",
];
const MECHANISMS: &[&str] =
    &["any_number_of_threads_gives_the_same_bits", "mechanisms_in_lanes_have_the_bits_that_each_has_alone"];

const PERMISSIONS: &[Permission] = &[
    Permission { file: "crates/compute/src/f64x2/neon.rs", count: 9, tests: PAIRS },
    Permission { file: "crates/compute/src/f64x2/sse2.rs", count: 7, tests: PAIRS },
    Permission { file: "crates/compute/src/lanes/quads.rs", count: 4, tests: WIDTHS },
    Permission { file: "crates/compute/src/lanes/scalar.rs", count: 4, tests: WIDTHS },
    Permission { file: "crates/compute/src/lanes/traits.rs", count: 10, tests: WIDTHS },
    Permission { file: "crates/compute/src/lanes/x86.rs", count: 31, tests: WIDTHS },
    Permission {
        file: "crates/compute/src/prefetch.rs",
        count: 1,
        tests: &["values_of_any_size_are_as_before"],
    },
    Permission { file: "crates/compute/src/shared.rs", count: 16, tests: SHARES },
    Permission { file: "crates/compute/src/quad/neon.rs", count: 15, tests: QUADS },
    Permission { file: "crates/compute/src/quad/sse2.rs", count: 13, tests: QUADS },
    Permission { file: "crates/compute/src/workers/pool.rs", count: 5, tests: WORKERS },
    Permission { file: "crates/compute/src/workers/tests.rs", count: 2, tests: WORKERS },
    Permission { file: "crates/compute/tests/widths.rs", count: 1, tests: WIDTHS },
    Permission { file: "crates/solver/src/joint/blocks.rs", count: 2, tests: SOLVE },
    Permission { file: "crates/solver/src/joint/solver.rs", count: 7, tests: SOLVE },
    Permission { file: "crates/solver/src/shared_bodies.rs", count: 5, tests: SOLVE },
    Permission { file: "crates/solver/src/schedule.rs", count: 4, tests: SCHEDULE },
    Permission { file: "crates/solver/src/schedule/classify.rs", count: 8, tests: SCHEDULE },
    Permission { file: "crates/solver/src/schedule/coloring.rs", count: 12, tests: SCHEDULE },
    Permission { file: "crates/solver/src/schedule/colors.rs", count: 10, tests: SCHEDULE },
    Permission { file: "crates/solver/src/schedule/plan.rs", count: 8, tests: SCHEDULE },
    Permission { file: "crates/solver/src/schedule/sort.rs", count: 6, tests: SCHEDULE },
    Permission { file: "crates/solver/src/soft/fill.rs", count: 4, tests: SOLVE },
    Permission { file: "crates/solver/src/soft/find_extras.rs", count: 3, tests: SOLVE },
    Permission { file: "crates/solver/src/soft/prepare.rs", count: 9, tests: SOLVE },
    Permission { file: "crates/solver/src/soft/step.rs", count: 6, tests: SOLVE },
    Permission { file: "crates/solver/src/soft/store.rs", count: 8, tests: SOLVE },
    Permission { file: "crates/solver/src/soft/substeps.rs", count: 6, tests: SOLVE },
    Permission { file: "crates/solver/src/soft/turned.rs", count: 5, tests: SOLVE },
    Permission { file: "crates/solver/src/together.rs", count: 8, tests: SOLVE },
    Permission { file: "crates/solver/src/together/kind.rs", count: 4, tests: SOLVE },
    Permission { file: "crates/solver/src/together/loads.rs", count: 23, tests: SOLVE },
    Permission { file: "crates/solver/src/together/mechanisms.rs", count: 13, tests: MECHANISMS },
    Permission { file: "crates/solver/src/together/mechanisms/memory.rs", count: 2, tests: MECHANISMS },
    Permission { file: "crates/solver/src/together/mechanisms/solve.rs", count: 1, tests: MECHANISMS },
    Permission { file: "crates/solver/src/together/states.rs", count: 3, tests: MECHANISMS },
    Permission { file: "crates/solver/src/together/trees.rs", count: 14, tests: MECHANISMS },
    Permission { file: "crates/solver/src/together/trees/blocks.rs", count: 4, tests: MECHANISMS },
    Permission { file: "benches/peers/src/micro/trees/box2d.rs", count: 13, tests: &[] },
    Permission { file: "benches/peers/src/engine/box2d.rs", count: 22, tests: &[] },
    Permission { file: "benches/peers/src/far/box2d.rs", count: 3, tests: &[] },
    Permission { file: "benches/peers/src/micro/geometry/box2d.rs", count: 5, tests: &[] },
];

/// Reports a file that allows `unsafe` without being listed, a count that differs, a listed file that is
/// missing or needs no permission, and a test that does not exist.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        let why = "the list names every file with `unsafe`, for reviewers";
        let listed = PERMISSIONS.iter().find(|permission| permission.file == source.path);
        if let Some(permission) = listed {
            problems.extend(miscounted(source, permission));
        } else {
            let mend =
                "write it without `unsafe`, or add the file to PERMISSIONS in xtask/src/tidy/danger.rs";
            let report = |at| source.problem(at, "`unsafe_code` is allowed".to_owned(), why, mend);
            problems.extend(allowances(&source.code).map(report));
        }
    }
    let missing = |permission: &&Permission| {
        let uses =
            |source: &Source| source.path == permission.file && allowances(&source.code).next().is_some();
        !sources.iter().any(uses)
    };
    problems.extend(PERMISSIONS.iter().filter(missing).map(|permission| Problem {
        file: permission.file.to_owned(),
        line: 1,
        what: "listed as a file with `unsafe`, but missing or without `allow(unsafe_code)`".to_owned(),
        why: "the list names every file with `unsafe`, for reviewers",
        mend: "remove it from PERMISSIONS in xtask/src/tidy/danger.rs".to_owned(),
    }));
    problems
}

/// A listed file with another number of uses.
fn miscounted(source: &Source, permission: &Permission) -> Option<Problem> {
    let found = uses(&source.code);
    (found != permission.count).then(|| {
        let what = format!("`unsafe` stands here {found} times, and {} are listed", permission.count);
        let mend = "see that the tests of the list would find a mistake in what is new, and correct the count \
                    in xtask/src/tidy/danger.rs";
        source.problem(0, what, "each use is looked at", mend)
    })
}

/// The names of all tests of the list.
pub fn tests() -> impl Iterator<Item = &'static str> {
    PERMISSIONS.iter().flat_map(|permission| permission.tests.iter().copied())
}

/// How often `unsafe` stands in the code as a word.
fn uses(code: &str) -> usize {
    let at = code.match_indices("unsafe").filter(|(at, word)| {
        !code[..*at].ends_with(is_word) && !code[at + word.len()..].starts_with(is_word)
    });
    at.count()
}

/// The places where the lint is named, except to forbid it.
fn allowances(code: &str) -> impl Iterator<Item = usize> {
    let forbids = |at: usize| code[..at].ends_with("deny(") || code[..at].ends_with("forbid(");
    code.match_indices("unsafe_code").map(|(at, _)| at).filter(move |at| !forbids(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_more_or_less_and_an_unlisted_file_are_reported() {
        let permission = &PERMISSIONS[0];
        let text = |count: usize| {
            let uses = "unsafe { x() };\n".repeat(count);
            format!("//! Why.\n#![allow(unsafe_code)]\n{uses}// unsafe\n")
        };
        let problems = |count, path: &str| {
            let found = check(&[Source::new(text(count), path)]);
            found.into_iter().filter(|problem| problem.file == path).count()
        };
        assert_eq!(problems(permission.count, permission.file), 0);
        assert_eq!(problems(permission.count + 1, permission.file), 1);
        assert_eq!(problems(permission.count - 1, permission.file), 1);
        assert_eq!(problems(3, "crates/geom/src/pose.rs"), 1);
        assert!(PERMISSIONS.iter().all(|p| p.file.starts_with("benches/") == p.tests.is_empty()));
    }
}
