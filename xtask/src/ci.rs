//! `cargo xtask ci`: everything that must hold before a change is merged, the quick checks first.
//!
//! A part that fails does not stop the parts after it. The table at the end tells each part's result and
//! duration, and how to correct what failed.

mod aarch64;
mod examples;
mod features;
mod headless;
mod msrv;
mod no_std;
mod package;
mod sanitizer;

use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use crate::{Job, docs, pictures, snapshots, tidy, unknown};
use std::time::Instant;

/// For `--help`.
pub const ARGUMENTS: &str = "
  (none)     run all parts
  PART...    run only these parts
  --quick    run fmt, tidy, clippy and quick-test: under three minutes once everything has been built
  --list     list the parts
";

/// One check of the series.
struct Part {
    name: &'static str,
    about: &'static str,
    /// A program that the part needs. Without it the part is skipped; in CI (variable `CI`) it fails
    /// instead.
    needs: Option<&'static str>,
    /// How to correct what fails.
    mend: &'static str,
    run: fn(&Workspace) -> Outcome<Verdict>,
}

/// The result of a part that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of it ran.
    Passed,
    /// It could not run, because something is not installed.
    Skipped(String),
}

impl From<()> for Verdict {
    fn from((): ()) -> Self {
        Self::Passed
    }
}

/// Runs a call for which there is only success or failure.
fn passed(outcome: Outcome) -> Outcome<Verdict> {
    outcome.map(Verdict::from)
}

const PARTS: &[Part] = &[
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
            let clippy = cargo("clippy --workspace --all-targets --features").arg(features::quick());
            passed(clippy.args(["--", "-Dwarnings"]).run(workspace))
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
        run: |workspace| passed(test(workspace)),
    },
    Part {
        name: "quick-test",
        about: "a fraction of `test`: few random cases, and the scenes only for their hashes",
        needs: None,
        mend: "repeat one test with cargo test -p CRATE NAME; record results with cargo xtask snapshots --accept",
        run: |workspace| passed(quick_test(workspace)),
    },
    Part {
        name: "test-release",
        about: "the scenes keep their laws and hashes in release builds, at every width and number of threads",
        needs: None,
        mend: "cargo test --release -p scenes NAME; a new hash needs its reason in the commit",
        run: |workspace| passed(cargo("test --release -p scenes").env("INSTA_UPDATE", "no").run(workspace)),
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
        about: "the library crates can be packaged",
        needs: None,
        mend: "complete the crate's Cargo.toml; repeat with cargo package -p CRATE --allow-dirty --no-verify",
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
        mend: "repeat with cargo run -p physics --example NAME",
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
        mend: "repeat with cargo bench -p benches -- --test",
        run: |workspace| passed(cargo("bench -p benches --benches -- --test").run(workspace)),
    },
    Part {
        name: "memory",
        about: "valgrind finds no wrong access to memory in lanes, workers and solver",
        needs: Some("valgrind"),
        mend: "the first report names the line; repeat with cargo xtask ci memory",
        run: |workspace| passed(memory(workspace)),
    },
    Part {
        name: "races",
        about: "ThreadSanitizer finds no data race in scenes on three threads",
        needs: None,
        mend: "the report names both accesses; repeat with cargo xtask ci races",
        run: sanitizer::run,
    },
    Part {
        name: "aarch64",
        about: "scenes have their hashes on aarch64 too, with NEON lanes, in an emulator",
        needs: None,
        mend: "an operation has other bits there: see the rules of cargo xtask tidy for arithmetic",
        run: aarch64::run,
    },
];

/// The parts of `--quick`.
const QUICK: &[&str] = &["fmt", "tidy", "clippy", "quick-test"];

/// The part that only `--quick` runs, unless it is named: `test` includes all of it.
const ONLY_QUICK: &str = "quick-test";

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    if words.iter().any(|word| word == "--list") {
        return Ok(Box::new(|_| {
            PARTS.iter().for_each(|part| println!("{:<13} {}", part.name, part.about));
            Ok(())
        }));
    }
    let parts = chosen(words)?;
    Ok(Box::new(move |workspace| run(workspace, &parts)))
}

/// The parts that `words` ask for, in the order of [`PARTS`].
fn chosen(words: &[String]) -> Outcome<Vec<&'static Part>> {
    let is_known = |word: &&String| *word == "--quick" || PARTS.iter().any(|part| part.name == *word);
    if let Some(word) = words.iter().find(|word| !is_known(word)) {
        return Err(unknown("part", word, PARTS.iter().map(|part| part.name).chain(["--quick"])));
    }
    let quick = words.iter().any(|word| word == "--quick");
    let is_chosen = |part: &&Part| {
        let named = words.iter().any(|word| word == part.name);
        named || (quick && QUICK.contains(&part.name)) || (words.is_empty() && part.name != ONLY_QUICK)
    };
    Ok(PARTS.iter().filter(is_chosen).collect())
}

/// Runs the parts, also those after one that fails.
fn run(workspace: &Workspace, parts: &[&Part]) -> Outcome {
    let (mut table, mut failed) = (Vec::new(), Vec::new());
    let whole = Instant::now();
    for part in parts {
        println!("\n== {}: {}", part.name, part.about);
        let start = Instant::now();
        let outcome = run_part(workspace, part);
        let seconds = start.elapsed().as_secs_f64();
        let verdict = match outcome {
            Ok(Verdict::Passed) => "passed".to_owned(),
            Ok(Verdict::Skipped(reason)) => format!("skipped: {reason}"),
            Err(failure) => {
                println!("{}", described(&failure, part));
                failed.push(*part);
                "FAILED".to_owned()
            }
        };
        println!("== {}: {verdict} after {seconds:.1} s", part.name);
        table.push(format!("  {:<13} {seconds:7.1} s  {verdict}", part.name));
    }
    println!("\n{}\n  {:<13} {:7.1} s\n", table.join("\n"), "all", whole.elapsed().as_secs_f64());
    if failed.is_empty() { Ok(()) } else { Err(Failure::failed(summary(&failed))) }
}

fn run_part(workspace: &Workspace, part: &Part) -> Outcome<Verdict> {
    match part.needs {
        Some(program) if !is_installed(program) => absent(program),
        _ => (part.run)(workspace),
    }
}

fn is_installed(program: &str) -> bool {
    Call::new(program).arg("--version").text().is_some()
}

/// The result if something is not installed: the part is skipped, but in CI it fails.
fn absent(what: &str) -> Outcome<Verdict> {
    let message = format!("{what} is not installed");
    if is_ci() { Err(Failure::failed(message)) } else { Ok(Verdict::Skipped(message)) }
}

fn is_ci() -> bool {
    std::env::var_os("CI").is_some()
}

/// The message of a part that fails, with the commands that correct and repeat it.
fn described(failure: &Failure, part: &Part) -> String {
    let (Failure::Failed(message) | Failure::Usage(message)) = failure;
    let Part { name, mend, .. } = part;
    format!("{name}: {message}\n  to correct it: {mend}\n  to run this part alone: cargo xtask ci {name}")
}

/// The names of the parts that failed, and how to correct each.
fn summary(failed: &[&Part]) -> String {
    let lines = failed.iter().map(|part| format!("  {:<13} to correct it: {}", part.name, part.mend));
    format!("{} parts failed\n{}", failed.len(), lines.collect::<Vec<_>>().join("\n"))
}

/// All tests of debug builds. Insta tells which recorded results they read, so that `cargo xtask snapshots`
/// need not run them again.
fn test(workspace: &Workspace) -> Outcome {
    snapshots::refuse_pending(workspace)?;
    let log = snapshots::Log::begin(workspace)?;
    let tests = cargo("test --workspace --no-fail-fast --features").arg(features::quick());
    log.of(tests.env("INSTA_UPDATE", "no")).run(workspace)?;
    log.refuse_unread(workspace)
}

/// Tests of all crates except those that compile other engines or run whole scenes, with a fraction of the
/// cases.
fn quick_test(workspace: &Workspace) -> Outcome {
    cargo(
        "test --workspace --exclude peers --exclude benches --exclude scenes --exclude testbed --lib --tests",
    )
    .env("INSTA_UPDATE", "no")
    .env("PROPTEST_CASES", "40")
    .run(workspace)?;
    cargo("test --release -p scenes --test golden scenes_give_their_golden_hashes").run(workspace)
}

/// The tests of the crates that hold `unsafe`, in valgrind. It is 50 times slower, so there are few random
/// cases.
///
/// Turned down: AddressSanitizer and Miri need an unreleased compiler, and Miri does not know wide
/// instructions.
fn memory(workspace: &Workspace) -> Outcome {
    // Valgrind runs one thread at a time; with fair scheduling, waiting workers run too.
    let valgrind = "valgrind -q --error-exitcode=99 --fair-sched=yes";
    cargo("test --release --lib --tests -p compute -p solver --config")
        .arg(format!("target.'cfg(all())'.runner='{valgrind}'"))
        .env("PROPTEST_CASES", "64")
        .run(workspace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<&'static str> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        chosen(&words).unwrap().iter().map(|part| part.name).collect()
    }

    #[test]
    fn failure_names_the_commands_that_correct_and_repeat_the_part() {
        let text = described(&Failure::failed("x"), &PARTS[0]);
        assert!(text.contains("cargo fmt --all\n") && text.ends_with("cargo xtask ci fmt"), "{text}");
        let text = summary(&[&PARTS[0], &PARTS[1]]);
        assert!(text.starts_with("2 parts failed") && text.contains("cargo fmt --all"), "{text}");
        assert!(PARTS.iter().all(|part| !part.mend.is_empty()));
    }

    #[test]
    fn parts_are_all_or_quick_or_named() {
        assert_eq!(names("").len(), PARTS.len() - 1);
        assert!(!names("").contains(&ONLY_QUICK));
        assert_eq!(names("--quick"), QUICK);
        assert_eq!(names("tidy fmt"), ["fmt", "tidy"]);
        assert!(chosen(&["format".to_owned()]).is_err());
    }

    #[test]
    fn a_part_that_fails_does_not_stop_the_next() {
        static RUNS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let part = |name, run| Part { name, about: "", needs: None, mend: "-", run };
        let first = part("first", |_| Err(Failure::failed("x")));
        let second = part("second", |_| {
            RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Ok(Verdict::Passed)
        });
        let workspace = Workspace { root: ".".into(), target: ".".into(), packages: Vec::new() };
        let Err(Failure::Failed(message)) = run(&workspace, &[&first, &second]) else { panic!("passed") };
        assert!(message.contains("first") && !message.contains("second"), "{message}");
        assert_eq!(RUNS.load(std::sync::atomic::Ordering::Relaxed), 1);
    }
}
