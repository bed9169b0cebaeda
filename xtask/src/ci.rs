//! `cargo xtask ci`: everything that must hold before a change is merged, the quick checks first.
//!
//! A part that fails does not stop the parts after it. The table at the end tells each part's result, its
//! duration and its processor time, and how to correct what failed. The list of parts is in `parts`.
//!
//! The parts share what they build: all debug builds are of the whole workspace with one set of features
//! ([`features::whole`]), because cargo compiles a crate again if it has another set.

pub mod aarch64;
pub mod counts;
mod examples;
pub mod features;
pub mod headless;
mod msrv;
pub mod no_std;
pub mod package;
mod parts;
mod programs;
mod sanitizer;
mod tests;
mod wasm;

use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use crate::{Job, unknown};
use parts::{ONLY_NAMED, PARTS, QUICK};
use std::fmt;
use std::time::Instant;

/// For `--help`.
pub const ARGUMENTS: &str = "
  (none)     run all parts
  PART...    run only these parts
  --quick    run fmt, tidy, clippy and quick-test: under three minutes once everything has been built
  --list     list the parts
";

/// Variables of the whole series, which builds nearly all from the beginning: it has no use for the
/// intermediate results that cargo keeps for the next build, for the lines of backtraces, nor for
/// optimization between the parts of a crate. Without the first and the last, the tests of `world` and all
/// that they depend on took 171 s of processor time to build instead of 238 s. Parts that are named and
/// `--quick` keep incremental builds, since they follow a small change: then these tests took 5 s instead of
/// 108 s.
const WHOLE_SERIES: &[(&str, &str)] =
    &[("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "false"), ("CARGO_PROFILE_DEV_LTO", "off")];

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

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    if words.iter().any(|word| word == "--list") {
        return Ok(Box::new(|_| {
            PARTS.iter().for_each(|part| println!("{:<13} {}", part.name, part.about));
            Ok(())
        }));
    }
    let parts = chosen(words)?;
    let is_whole = words.is_empty();
    Ok(Box::new(move |workspace| {
        let whole_series = WHOLE_SERIES.iter().filter(|_| is_whole || is_ci());
        let mut workspace = whole_series
            .fold(workspace.clone(), |workspace, (name, value)| workspace.with_environment(name, value));
        workspace.is_linted = (is_whole || is_ci()) && is_installed("clippy-driver");
        run(&workspace, &parts)
    }))
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
        named
            || (quick && QUICK.contains(&part.name))
            || (words.is_empty() && !ONLY_NAMED.contains(&part.name))
    };
    Ok(PARTS.iter().filter(is_chosen).collect())
}

/// Runs the parts, also those after one that fails.
fn run(workspace: &Workspace, parts: &[&Part]) -> Outcome {
    let (mut table, mut failed) = (Vec::new(), Vec::new());
    let whole = Clock::start();
    for part in parts {
        println!("\n== {}: {}", part.name, part.about);
        let clock = Clock::start();
        let outcome = run_part(workspace, part);
        let verdict = match outcome {
            Ok(Verdict::Passed) => "passed".to_owned(),
            Ok(Verdict::Skipped(reason)) => format!("skipped: {reason}"),
            Err(failure) => {
                println!("{}", described(&failure, part));
                failed.push(*part);
                "FAILED".to_owned()
            }
        };
        println!("== {}: {verdict} after {clock}", part.name);
        table.push(format!("  {:<13} {clock}  {verdict}", part.name));
    }
    println!("\n{}\n  {:<13} {whole}\n", table.join("\n"), "all");
    if failed.is_empty() { Ok(()) } else { Err(Failure::failed(summary(&failed))) }
}

/// Measures a part. On a machine with other work, the processor time divided by the number of cores tells how
/// long the part would take alone.
struct Clock {
    start: Instant,
    processor: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), processor: processor_seconds() }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:7.1} s", self.start.elapsed().as_secs_f64())?;
        match (self.processor, processor_seconds()) {
            (Some(before), Some(now)) => write!(f, " ({:7.1} s of processor time)", now - before),
            _ => Ok(()),
        }
    }
}

/// The processor time of all programs that this one has run, s; `None` where there is no `/proc`.
fn processor_seconds() -> Option<f64> {
    /// The unit of the times in `/proc`, on every Linux that Rust supports.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may contain spaces. After it, user and system time of the
    // programs that have ended are numbers 13 and 14.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS_PER_SECOND)
}

fn run_part(workspace: &Workspace, part: &Part) -> Outcome<Verdict> {
    match part.needs {
        Some(program) if !is_installed(program) => absent(program),
        _ => (part.run)(workspace),
    }
}

pub fn is_installed(program: &str) -> bool {
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

#[cfg(test)]
mod unit_tests {
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
        assert_eq!(names("").len(), PARTS.len() - ONLY_NAMED.len());
        assert!(!names("").iter().any(|name| ONLY_NAMED.contains(name)));
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
        let workspace = Workspace::default();
        let Err(Failure::Failed(message)) = run(&workspace, &[&first, &second]) else { panic!("passed") };
        assert!(message.contains("first") && !message.contains("second"), "{message}");
        assert_eq!(RUNS.load(std::sync::atomic::Ordering::Relaxed), 1);
    }
}
