//! The parts that run tests.

use super::{features, programs};
use crate::layers::package;
use crate::shell::{Outcome, cargo};
use crate::snapshots;
use crate::workspace::Workspace;

/// The packages that `quick` leaves out: they compile other engines, run whole scenes, or are checked by
/// clippy alone.
const NOT_QUICK: &[&str] = &["peers", "benches", "scenes", "testbed"];

/// Builds what the other functions run: tests, examples and micro-benchmarks.
pub fn build(workspace: &Workspace) -> Outcome {
    let tests = || features::whole(workspace, "test").arg("--no-run");
    tests().run(workspace)?;
    tests().args(["--bench", "*"]).run(workspace)
}

/// All tests of debug builds. Insta tells which recorded results they read, so that `cargo xtask snapshots`
/// need not run them again.
pub fn all(workspace: &Workspace) -> Outcome {
    snapshots::refuse_pending(workspace)?;
    let log = snapshots::Log::begin(workspace)?;
    let programs = programs::build(workspace, features::whole(workspace, "test"))?;
    let tests = programs::run(&programs, &[], |name| {
        vec![("INSTA_UPDATE", "no".to_owned()), (snapshots::LOG_VARIABLE, log.file(name))]
    });
    let documentation = features::whole(workspace, "test").args(["--doc", "--no-fail-fast"]).run(workspace);
    tests.and(documentation).and(log.refuse_unread(workspace))
}

/// A fraction of the cases, without the packages that take long.
pub fn quick(workspace: &Workspace) -> Outcome {
    let without = NOT_QUICK.iter().flat_map(|package| ["--exclude", package]);
    let programs = programs::build(workspace, features::whole(workspace, "test").args(without))?;
    programs::run(&programs, &[], |_| {
        vec![("INSTA_UPDATE", "no".to_owned()), ("PROPTEST_CASES", "40".to_owned())]
    })?;
    cargo("test --release -p scenes --test golden scenes_give_their_golden_hashes").run(workspace)
}

/// Laws and hashes of the scenes in release builds, and the laws of worlds of which debug builds run a share.
/// The engine has the same features in both, so it is built once. Part `test` has run the tests of `scenes`
/// that count allocations, its unit tests and its documentation: they do not depend on the optimization.
pub fn in_release(workspace: &Workspace) -> Outcome {
    let scenes =
        cargo("test --release -p scenes --test all --test golden").env("INSTA_UPDATE", "no").run(workspace);
    let worlds = cargo("test --release -p")
        .arg(package("world"))
        .args(["--test", "heavy", "--test", "everyday"])
        .run(workspace);
    scenes.and(worlds)
}

/// Each micro-benchmark once. Only compiled, they would not show that what they set up still works.
pub fn of_benches(workspace: &Workspace) -> Outcome {
    let programs = programs::build(workspace, features::whole(workspace, "test").args(["--bench", "*"]))?;
    programs::run(&programs, &[], |_| Vec::new())
}

/// The tests of the crates that hold `unsafe`, in valgrind. It is 50 times slower, so there are few random
/// cases.
///
/// They are the programs of part `test`, since building them for release would take as long as running them,
/// and their assertions tell when two workers take the same item.
///
/// Without `springs`, whose few bodies touch the memory of the first step for thousands more, and without
/// `threads` and `mechanisms_in_lanes`, which take 60% of what is left and which AddressSanitizer watches.
///
/// Turned down: Miri needs an unreleased compiler, and does not know wide instructions.
pub fn in_valgrind(workspace: &Workspace) -> Outcome {
    let mut programs = programs::build(workspace, features::whole(workspace, "test"))?;
    let without = ["solver/springs", "solver/threads", "solver/mechanisms_in_lanes"];
    programs.retain(|program| {
        ["compute", "solver"].contains(&program.package()) && !without.contains(&program.name())
    });
    // Valgrind runs one thread at a time; with fair scheduling, waiting workers run too.
    let valgrind = ["valgrind", "-q", "--error-exitcode=99", "--fair-sched=yes"];
    programs::run(&programs, &valgrind, |_| {
        vec![("INSTA_UPDATE", "no".to_owned()), ("PROPTEST_CASES", "16".to_owned())]
    })
}
