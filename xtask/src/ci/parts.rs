//! The parts of `cargo xtask ci`. To add one, add an entry here, and a file beside this one if it needs code.

use super::{
    Part, Verdict, aarch64, counts, examples, features, headless, msrv, no_std, package, sanitizer, tests,
    wasm,
};
use crate::shell::{Outcome, cargo};
use crate::{docs, pictures, tidy};

/// Runs a call for which there is only success or failure.
fn passed(outcome: Outcome) -> Outcome<Verdict> {
    outcome.map(Verdict::from)
}

/// The parts of `--quick`.
pub const QUICK: &[&str] = &["fmt", "tidy", "clippy", "quick-test"];

/// Parts that run only if they are named: `test` includes all of this one, which is for `--quick`.
pub const ONLY_NAMED: &[&str] = &["quick-test"];

/// All parts, in the order in which they run.
pub const PARTS: &[Part] = &[
    Part {
        name: "fmt",
        about: "the sources are formatted",
        needs: Some("cargo-fmt"),
        mend: "cargo fmt --all",
        run: |workspace| passed(cargo("fmt --all --check").run(workspace)),
    },
    Part {
        name: "tidy",
        about: "the rules that no compiler checks",
        needs: None,
        mend: "each line above says how to correct it",
        run: |workspace| passed(tidy::check(workspace)),
    },
    Part {
        name: "clippy",
        about: "no lint fires in any target, nor a use of what the promised Rust version lacks",
        needs: Some("cargo-clippy"),
        mend: "cargo clippy --workspace --all-targets --fix --allow-dirty, and edit what it cannot correct",
        run: |workspace| {
            passed(match workspace.is_linted {
                true => tests::build(workspace),
                false => features::whole(workspace, "clippy")
                    .args(["--all-targets", "--", "-Dwarnings"])
                    .run(workspace),
            })
        },
    },
    Part {
        name: "msrv",
        about: "no library depends on a crate that needs a newer Rust than README promises",
        needs: None,
        mend: "cargo update -p CRATE --precise VERSION, or raise rust-version and README's promise",
        run: msrv::run,
    },
    Part {
        name: "test",
        about: "unit, integration and documentation tests; every recorded result is current and read by a test",
        needs: None,
        mend: "repeat one test with cargo test -p CRATE NAME; record results with cargo xtask snapshots --accept",
        run: |workspace| passed(tests::all(workspace)),
    },
    Part {
        name: "quick-test",
        about: "a fraction of `test`: few random cases, and the scenes only for their hashes",
        needs: None,
        mend: "repeat one test with cargo test -p CRATE NAME; record results with cargo xtask snapshots --accept",
        run: |workspace| passed(tests::quick(workspace)),
    },
    Part {
        name: "test-release",
        about: "scenes and worlds keep their laws in release builds, scenes their hashes in all vector registers and on any number of threads",
        needs: None,
        mend: "cargo test --release -p scenes NAME; a new hash needs its reason in the commit",
        run: |workspace| passed(tests::in_release(workspace)),
    },
    Part {
        name: "features",
        about: "each crate builds without the features that others switch on, and with each of its own",
        needs: None,
        mend: "add the missing feature to the dependency in the crate's Cargo.toml",
        run: |workspace| passed(features::run(workspace)),
    },
    Part {
        name: "docs",
        about: "the documentation builds without a warning",
        needs: None,
        mend: "correct what rustdoc names; repeat with cargo xtask docs",
        run: |workspace| passed(docs::build(workspace)),
    },
    Part {
        name: "no_std",
        about: "the lower crates build without the standard library",
        needs: None,
        mend: "use core or alloc, or switch off the default features of the dependency",
        run: |workspace| passed(no_std::run(workspace)),
    },
    Part {
        name: "package",
        about: "a crate that uses the libraries compiles with their packages",
        needs: None,
        mend: "complete the crate's Cargo.toml; repeat with cargo xtask ci package",
        run: |workspace| passed(package::run(workspace)),
    },
    Part {
        name: "headless",
        about: "the testbed runs scenes without a window, prints its line and draws its picture",
        needs: None,
        mend: "repeat the command that is named above",
        run: |workspace| passed(headless::run(workspace)),
    },
    Part {
        name: "examples",
        about: "the examples of `physics` run, and end in the results that they check",
        needs: None,
        mend: "repeat with cargo run -p physics2d-engine --example NAME",
        run: |workspace| passed(examples::run(workspace)),
    },
    Part {
        name: "pictures",
        about: "the pictures in docs/pictures show what the scenes do now",
        needs: None,
        mend: "cargo xtask pictures, then look at the pictures that changed",
        run: |workspace| passed(pictures::check(workspace)),
    },
    Part {
        name: "benches",
        about: "each micro-benchmark runs once",
        needs: None,
        mend: "repeat with cargo test -p benches --benches",
        run: |workspace| passed(tests::of_benches(workspace)),
    },
    Part {
        name: "memory",
        about: "valgrind finds no wrong access to memory in lanes, workers and solver",
        needs: Some("valgrind"),
        mend: "the first report names the line; repeat with cargo xtask ci memory",
        run: |workspace| passed(tests::in_valgrind(workspace)),
    },
    Part {
        name: "counts",
        about: "no scene takes 2% more instructions than recorded",
        needs: Some("valgrind"),
        mend: "find what costs with valgrind --tool=callgrind, or cargo xtask counts --accept and say what it pays for",
        run: counts::run,
    },
    Part {
        name: "addresses",
        about: "AddressSanitizer finds no access past an array, in scenes on three threads and where `unsafe` is",
        needs: None,
        mend: "the report names the access and the array; repeat with cargo xtask ci addresses",
        run: sanitizer::addresses,
    },
    Part {
        name: "races",
        about: "ThreadSanitizer finds no data race in scenes on three threads",
        needs: None,
        mend: "the report names both accesses; repeat with cargo xtask ci races",
        run: sanitizer::races,
    },
    Part {
        name: "aarch64",
        about: "scenes have their hashes on aarch64 too, with NEON lanes, in an emulator",
        needs: None,
        mend: "an operation has other bits there: see the rules of cargo xtask tidy for arithmetic",
        run: aarch64::run,
    },
    Part {
        name: "wasm",
        about: "scenes have their hashes in WebAssembly too, with simd128, in Node",
        needs: None,
        mend: "an operation has other bits there: see the rules of cargo xtask tidy for arithmetic",
        run: wasm::run,
    },
];
