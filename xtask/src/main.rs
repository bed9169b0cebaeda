//! What a contributor and the CI run: `cargo xtask ci | tidy | snapshots | bench | soak | docs`.
//!
//! One file per subcommand; [`house`] says which crate may know which, [`shell`] calls other programs and
//! [`workspace`] knows where things lie.

mod bench;
mod ci;
mod docs;
mod house;
mod shell;
mod snapshots;
mod soak;
mod tidy;
mod workspace;

use shell::{Failure, Outcome};
use std::process::ExitCode;
use workspace::Workspace;

/// A subcommand.
struct Task {
    name: &'static str,
    about: &'static str,
    run: fn(&Workspace, &[String]) -> Outcome,
}

const TASKS: &[Task] = &[
    Task { name: "ci", about: "all checks, or those named; --list names them", run: ci::run },
    Task { name: "tidy", about: "the rules of the house that no compiler checks", run: tidy::run },
    Task {
        name: "snapshots",
        about: "compare the recorded results; --accept renews them",
        run: snapshots::run,
    },
    Task {
        name: "bench",
        about: "race Box2D, Rapier and ours and write the page; `criterion` for the micro-benchmarks",
        run: bench::run,
    },
    Task { name: "soak", about: "the property tests with new cases, for --minutes N", run: soak::run },
    Task { name: "docs", about: "the documentation of all crates", run: docs::run },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        Err(Failure::Failed(message)) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[String]) -> Outcome {
    let Some((name, rest)) = words.split_first().filter(|(name, _)| !is_help(name)) else {
        println!("cargo xtask SUBCOMMAND\n");
        for task in TASKS {
            println!("  {:<10} {}", task.name, task.about);
        }
        return Ok(());
    };
    let task = TASKS
        .iter()
        .find(|task| task.name == name)
        .ok_or_else(|| unknown("subcommand", name, TASKS.iter().map(|task| task.name)))?;
    (task.run)(&Workspace::load()?, rest)
}

fn is_help(word: &str) -> bool {
    ["help", "--help", "-h"].contains(&word)
}

/// The error for a word that names nothing, with the nearest that names something.
fn unknown(kind: &str, word: &str, known: impl Iterator<Item = &'static str>) -> Failure {
    let nearest = known.min_by_key(|name| strsim::damerau_levenshtein(name, word)).unwrap_or_default();
    Failure::Usage(format!("no {kind} `{word}`; did you mean `{nearest}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A misspelt word is a usage error that names its nearest neighbour.
    #[test]
    fn a_misspelt_subcommand_is_answered_with_the_nearest() {
        let answer = dispatch(&["snapshot".to_owned()]);
        assert!(matches!(answer, Err(Failure::Usage(message)) if message.contains("`snapshots`")));
    }
}
