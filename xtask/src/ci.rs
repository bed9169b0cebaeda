//! `cargo xtask ci`: everything a change must pass, in the order in which mistakes are cheapest to find.

mod headless;
mod no_std;

use crate::house::HOUSE;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use crate::{docs, is_help, snapshots, tidy, unknown};
use std::time::Instant;

/// One check of the series.
struct Part {
    name: &'static str,
    about: &'static str,
    /// A program without which the part is skipped, or fails where the variable `CI` is set.
    needs: Option<&'static str>,
    run: fn(&Workspace) -> Outcome,
}

const PARTS: &[Part] = &[
    Part {
        name: "fmt",
        about: "the sources are formatted",
        needs: Some("cargo-fmt"),
        run: |workspace| cargo("fmt --all --check").run(workspace),
    },
    Part {
        name: "tidy",
        about: "the rules of the house that no compiler checks",
        needs: None,
        run: |workspace| tidy::run(workspace, &[]),
    },
    Part {
        name: "clippy",
        about: "no lint fires in any target",
        needs: Some("cargo-clippy"),
        run: |workspace| cargo("clippy --workspace --all-targets -- -D warnings").run(workspace),
    },
    Part {
        name: "test",
        about: "unit, integration and documentation tests; small scenes on Box2D, on Rapier and on ours",
        needs: None,
        run: |workspace| cargo("test --workspace").env("INSTA_UPDATE", "no").run(workspace),
    },
    Part {
        name: "test-release",
        about: "the scenes stand still and end in the same bits in release builds too",
        needs: None,
        run: |workspace| cargo("test --release -p scenes").env("INSTA_UPDATE", "no").run(workspace),
    },
    Part {
        name: "memory",
        about: "lanes, workers and the solver read and write no memory that is not theirs, says valgrind",
        needs: Some("valgrind"),
        run: memory,
    },
    Part {
        name: "snapshots",
        about: "recorded results are current, accepted and read by a test",
        needs: None,
        run: snapshots::check,
    },
    Part {
        name: "docs",
        about: "the documentation builds without a warning",
        needs: None,
        run: |workspace| docs::run(workspace, &[]),
    },
    Part {
        name: "no_std",
        about: "the lower crates build where there is no standard library",
        needs: None,
        run: no_std::run,
    },
    Part {
        name: "features",
        about: "each crate builds alone, leaning on no feature that another one turned on",
        needs: None,
        run: each_alone,
    },
    Part {
        name: "headless",
        about: "the testbed runs scenes without a window, prints its line and draws its picture",
        needs: None,
        run: headless::run,
    },
];

/// Runs all parts, or those whose names are in `words`, up to the first that fails.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    if words.iter().any(|word| word == "--list" || is_help(word)) {
        for part in PARTS {
            println!("{:<13} {}", part.name, part.about);
        }
        return Ok(());
    }
    let is_known = |word: &&String| PARTS.iter().any(|part| part.name == *word);
    if let Some(word) = words.iter().find(|word| !is_known(word)) {
        return Err(unknown("part", word, PARTS.iter().map(|part| part.name)));
    }
    let mut summary = Vec::new();
    let mut result = Ok(());
    for part in PARTS.iter().filter(|part| words.is_empty() || words.iter().any(|word| word == part.name)) {
        println!("\n== {}: {}", part.name, part.about);
        let start = Instant::now();
        let outcome = run_part(workspace, part);
        let seconds = start.elapsed().as_secs_f64();
        let verdict = match outcome {
            Ok(true) => "passed",
            Ok(false) => "skipped",
            Err(_) => "FAILED",
        };
        println!("== {}: {verdict} after {seconds:.1} s", part.name);
        summary.push(format!("  {:<13} {verdict:<8} {seconds:7.1} s", part.name));
        if let Err(failure) = outcome {
            result = Err(with_hint(failure, part));
            break;
        }
    }
    println!("\n{}\n", summary.join("\n"));
    result
}

/// Whether the part ran; it does not for want of a program, unless in the CI, where that is a failure.
fn run_part(workspace: &Workspace, part: &Part) -> Outcome<bool> {
    match part.needs {
        Some(program) if Call::new(program).arg("--version").text().is_none() => {
            if std::env::var_os("CI").is_some() {
                return Err(Failure::failed(format!("{program} is not installed")));
            }
            println!("skipped: {program} is not installed");
            Ok(false)
        }
        _ => (part.run)(workspace).map(|()| true),
    }
}

fn with_hint(failure: Failure, part: &Part) -> Failure {
    let (Failure::Failed(message) | Failure::Usage(message)) = failure;
    let name = part.name;
    Failure::Failed(format!("part `{name}`: {message}\nrun this part alone with: cargo xtask ci {name}"))
}

/// The tests of the crates that hold `unsafe`, in valgrind, which knows the wide instructions too. Few cases of each
/// property: it is 50 times slower. Turned down: AddressSanitizer and Miri, which want a compiler that is not released;
/// Miri knows no wide instructions either.
fn memory(workspace: &Workspace) -> Outcome {
    let runner = "target.'cfg(all())'.runner='valgrind -q --error-exitcode=99'";
    cargo("test --release --lib --tests -p compute -p solver --config")
        .arg(runner)
        .env("PROPTEST_CASES", "8")
        .run(workspace)
}

fn each_alone(workspace: &Workspace) -> Outcome {
    HOUSE.iter().try_for_each(|floor| cargo("check -p").arg(floor.name).run(workspace))?;
    // Without its window the testbed is all that a machine without a display needs.
    cargo("check -p testbed --all-targets --no-default-features").run(workspace)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part's error ends in the command that repeats that part alone.
    #[test]
    fn a_failed_part_names_the_command_that_repeats_it() {
        let Failure::Failed(message) = with_hint(Failure::failed("x"), &PARTS[0]) else { panic!() };
        assert!(message.ends_with("cargo xtask ci fmt"));
    }
}
