//! Counted instructions of scenes, compared with those that are recorded.
//!
//! Time on a shared machine varies by more than most changes gain or cost; the number of instructions that
//! one thread executes does not. So each scene runs for some steps in cachegrind (valgrind, without its model
//! of caches), and a commit that makes a scene more than [`BOUND`] dearer fails, or records the new counts
//! and says what they pay for.
//!
//! The counts are those of one compiler: another one generates other code. If the compiler is not the one
//! that is named in the file, they may differ by [`BOUND_OF_OTHER_COMPILERS`]. Lanes are as wide as the
//! processor has them, so the file names that width, too; with another one the part is skipped.
//!
//! Turned down: hardware counters (`perf stat`), which virtual machines often lack; callgrind, which takes
//! twice the time for the names of functions that no check needs; times with a statistical test, which need
//! minutes for each scene to show 2%.

use super::Verdict;
use crate::Job;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the counts are recorded, below the root.
const FILE: &str = "benches/instructions.txt";

/// By how much a count may grow. Counts repeat to a millionth.
const BOUND: f64 = 0.02;

/// The same with another compiler than the recorded one.
const BOUND_OF_OTHER_COMPILERS: f64 = 0.15;

/// The scenes, and for how many steps each is run: one for each part of a step that can dominate.
const SCENES: &[(&str, u32)] = &[
    ("large_pyramid", 16),
    ("joint_grid", 10),
    ("tumbler", 60),
    ("spinner", 3),
    ("washer", 6),
    ("circles5k", 40),
    ("convex3k", 60),
    ("ragdoll_rain", 60),
    ("race_pendulums", 180),
    ("race_bridges", 160),
    ("race_chains", 50),
    ("race_swings", 60),
    ("race_poles", 60),
    ("race_vehicles", 600),
    ("race_ragdolls", 120),
];

/// What a count depends on apart from the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Origin {
    compiler: String,
    lanes: String,
}

/// The contents of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Record {
    origin: Origin,
    /// Scene, steps, instructions.
    counts: Vec<(String, u32, u64)>,
}

impl Record {
    /// Reads the text that [`Record::text`] writes.
    fn parse(text: &str) -> Option<Self> {
        let mut record = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(' ')? {
                ("compiler", rest) => rest.clone_into(&mut record.origin.compiler),
                ("lanes", rest) => rest.clone_into(&mut record.origin.lanes),
                (scene, rest) => {
                    let (steps, count) = rest.trim().split_once(' ')?;
                    record.counts.push((
                        scene.to_owned(),
                        steps.parse().ok()?,
                        count.trim().replace('_', "").parse().ok()?,
                    ));
                }
            }
        }
        Some(record)
    }

    fn text(&self) -> String {
        let Origin { compiler, lanes } = &self.origin;
        let mut text = format!(
            "# Instructions of a run of each scene on one thread: scene, steps, count. Written by\n\
             # `cargo xtask counts --accept`, compared by `cargo xtask ci counts`.\n\
             compiler {compiler}\nlanes {lanes}\n"
        );
        for (scene, steps, count) in &self.counts {
            let _ = writeln!(text, "{scene:<16} {steps:>3} {count:>13}");
        }
        text
    }

    /// What is wrong with new counts: a line for each scene whose count has grown by more than the bound, or
    /// is not recorded with these steps.
    fn faults(&self, new: &Self) -> Vec<String> {
        let bound = if self.origin == new.origin { BOUND } else { BOUND_OF_OTHER_COMPILERS };
        let fault = |(scene, steps, count): &(String, u32, u64)| {
            let recorded = self.counts.iter().find(|old| (&old.0, old.1) == (scene, *steps));
            let Some(&(_, _, before)) = recorded else {
                return Some(format!("{scene}: no count of {steps} steps is recorded"));
            };
            let growth = *count as f64 / before as f64 - 1.0;
            (growth > bound).then(|| {
                let (growth, bound) = (100.0 * growth, 100.0 * bound);
                format!(
                    "{scene}: {count} instructions, {growth:.1}% more than {before}; the bound is {bound}%"
                )
            })
        };
        new.counts.iter().filter_map(fault).collect()
    }
}

/// For `--help`.
pub const ARGUMENTS: &str = "
  (none)     compare with the recorded counts, as `cargo xtask ci counts` does
  --accept   record the new counts; the commit must say what a scene that has become dearer pays for
";

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(Box::new(|workspace| run(workspace).map(|_| ()))),
        ["--accept"] => Ok(Box::new(accept)),
        _ => Err(Failure::Usage(format!("`counts` takes --accept or nothing, not `{}`", words.join(" ")))),
    }
}

/// Compares the counts with the recorded ones.
pub fn run(workspace: &Workspace) -> Outcome<Verdict> {
    let path = workspace.root.join(FILE);
    let recorded = fs::read_to_string(&path).ok().and_then(|text| Record::parse(&text));
    let recorded = recorded.ok_or_else(|| Failure::failed(format!("{FILE} cannot be read")))?;
    let program = build(workspace)?;
    let origin = origin(workspace, &program)?;
    if origin.lanes != recorded.origin.lanes {
        let (lanes, here) = (&recorded.origin.lanes, &origin.lanes);
        return Ok(Verdict::Skipped(format!("the counts are of lanes of {lanes}, not of {here}")));
    }
    let new = Record { origin, counts: count_all(workspace, &program)? };
    if new.origin != recorded.origin {
        println!(
            "The counts are recorded with {}; this is {}.",
            recorded.origin.compiler, new.origin.compiler
        );
    }
    for (scene, steps, count) in &new.counts {
        let before = recorded.counts.iter().find(|old| (&old.0, old.1) == (scene, *steps));
        let growth = before.map_or(0.0, |old| 100.0 * (*count as f64 / old.2 as f64 - 1.0));
        println!("{scene:<16} {steps:>3} steps {count:>13} instructions {growth:>+7.2}%");
    }
    match recorded.faults(&new).as_slice() {
        [] => Ok(Verdict::Passed),
        faults => Err(Failure::failed(faults.join("\n"))),
    }
}

/// Records the counts anew.
fn accept(workspace: &Workspace) -> Outcome {
    let program = build(workspace)?;
    let record = Record { origin: origin(workspace, &program)?, counts: count_all(workspace, &program)? };
    fs::write(workspace.root.join(FILE), record.text())
        .map_err(|error| Failure::failed(format!("{FILE} cannot be written: {error}")))?;
    print!("{}", record.text());
    Ok(())
}

/// Builds the program that runs scenes.
fn build(workspace: &Workspace) -> Outcome<PathBuf> {
    cargo("build --quiet --release -p scenes --example run").run(workspace)?;
    Ok(workspace.target.join("release/examples/run"))
}

/// What the counts of this machine depend on.
fn origin(workspace: &Workspace, program: &Path) -> Outcome<Origin> {
    let compiler = Call::new("rustc --version").text();
    let compiler = compiler.ok_or_else(|| Failure::failed("`rustc --version` failed"))?;
    let (text, _) = in_cachegrind(workspace, program, "falling_crate", 1)?;
    let lanes = text.rsplit_once("lanes of ").map(|(_, lanes)| lanes.trim().to_owned());
    let lanes = lanes.ok_or_else(|| Failure::failed(format!("no width of lanes in `{text}`")))?;
    Ok(Origin { compiler, lanes })
}

fn count_all(workspace: &Workspace, program: &Path) -> Outcome<Vec<(String, u32, u64)>> {
    let count = |&(scene, steps): &(&str, u32)| {
        in_cachegrind(workspace, program, scene, steps).map(|(_, count)| (scene.to_owned(), steps, count))
    };
    SCENES.iter().map(count).collect()
}

/// Runs a scene; its output and the number of instructions.
fn in_cachegrind(workspace: &Workspace, program: &Path, scene: &str, steps: u32) -> Outcome<(String, u64)> {
    let log = workspace.scratch()?.join("instructions.log");
    let call = Call::new("valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null")
        .arg(format!("--log-file={}", log.display()))
        .path(program)
        .args(["1", scene, &steps.to_string()]);
    let output = call.output(workspace)?;
    if !output.status.success() {
        return Err(Failure::failed(format!("`{call}` failed: {}", output.status)));
    }
    let text = fs::read_to_string(&log).unwrap_or_default();
    let count = count_in(&text).ok_or_else(|| Failure::failed(format!("`{call}` told no count: {text}")))?;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), count))
}

/// The count in the report of cachegrind: `==1== I   refs:      1,234`, in later versions `I refs:`.
fn count_in(report: &str) -> Option<u64> {
    let line = report.lines().find(|line| line.contains(" refs:") && line.contains(" I "))?;
    line.rsplit_once(':')?.1.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    fn record(compiler: &str, count: u64) -> Record {
        let origin = Origin { compiler: compiler.to_owned(), lanes: "avx2".to_owned() };
        Record { origin, counts: vec![("pile".to_owned(), 10, count)] }
    }

    #[test]
    fn record_is_read_as_it_was_written() {
        let record = record("rustc 1.89.0 (abc 2025-01-01)", 12_345_678);
        assert_eq!(Record::parse(&record.text()), Some(record));
        assert_eq!(Record::parse("compiler x\npile ten 10\n"), None);
    }

    #[test]
    fn growth_beyond_the_bound_is_a_fault() {
        let before = record("a", 1_000_000);
        assert!(before.faults(&record("a", 1_019_000)).is_empty());
        assert!(before.faults(&record("a", 500_000)).is_empty());
        let [fault] = &before.faults(&record("a", 1_030_000))[..] else { panic!("one fault") };
        assert!(fault.contains("pile") && fault.contains("3.0%"), "{fault}");
        assert!(before.faults(&record("b", 1_030_000)).is_empty());
        assert_eq!(before.faults(&record("b", 1_160_000)).len(), 1);
    }

    #[test]
    fn scene_without_a_record_is_a_fault() {
        let mut new = record("a", 1);
        new.counts[0].1 = 11;
        assert_eq!(record("a", 1).faults(&new).len(), 1);
    }

    #[test]
    fn count_is_found_in_reports_of_old_and_new_versions() {
        let old = "==7== Cachegrind\n==7== \n==7== I   refs:      1,234,567\n";
        assert_eq!(count_in(old), Some(1_234_567));
        assert_eq!(count_in("==7== I refs:        42\n"), Some(42));
        assert_eq!(count_in("==7== nothing"), None);
    }
}
