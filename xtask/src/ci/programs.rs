//! The test programs of the workspace: built by one call of cargo, and run two at a time.
//!
//! `cargo test` runs one program after the other, so that all cores but one are idle while the last test of a
//! program runs: of some programs that is most of the time. Two programs at a time, each on half of the
//! cores, keep them busy. What a program prints is shown when it ends.
//!
//! Turned down: cargo-nextest, which starts a process for each of the 2,000 tests and must be installed.

use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// How many run at a time.
const AT_A_TIME: usize = 2;

/// The programs that take longest, which begin first: begun last, one would run alone at the end.
const LONGEST: &[&str] = &[
    "world/all",
    "testbed/testbed",
    "world/seams",
    "scenes/all",
    "solver/threads",
    "scenes/golden",
    "scenes/allocation",
    "benches/step",
];

/// A program of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// `world/all`. The unit tests of a library have its name twice.
    name: String,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
    path: PathBuf,
}

impl Program {
    /// Names of its package and target.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The package that it tests.
    pub fn package(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }
}

/// Builds what `call`, a call of `cargo test`, would run apart from the tests in the documentation.
pub fn build(workspace: &Workspace, call: Call) -> Outcome<Vec<Program>> {
    let call = call.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    let output = call.output(workspace)?;
    if !output.status.success() {
        return Err(Failure::failed(format!("`{call}` failed: {}", output.status)));
    }
    let mut programs: Vec<Program> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(program_of).collect();
    let rank = |program: &Program| LONGEST.iter().position(|name| *name == program.name);
    programs.sort_by_key(|program| rank(program).unwrap_or(LONGEST.len()));
    Ok(programs)
}

/// The program that a message of cargo tells of, if it does.
fn program_of(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    // The members' folders have the names of the packages.
    let package = folder.file_name()?.to_str()?;
    let name = format!("{package}/{}", message["target"]["name"].as_str()?);
    Some(Program { name, folder: folder.to_owned(), path: message["executable"].as_str()?.into() })
}

/// Runs the programs, also those after one that fails, each as an argument of `runner` if that is not empty.
/// `environment` gives the variables for a program, from its name.
pub fn run(
    programs: &[Program],
    runner: &[&str],
    environment: impl Fn(&str) -> Vec<(&'static str, String)> + Sync,
) -> Outcome {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = (cores / AT_A_TIME).max(1).to_string();
    let (queue, failed) = (Mutex::new(programs.iter()), Mutex::new(Vec::new()));
    let next = || queue.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(program) = next() {
                    let start = Instant::now();
                    let mut call = runner.iter().map(OsStr::new).chain([program.path.as_os_str()]);
                    let output = Command::new(call.next().unwrap_or_default())
                        .args(call)
                        .current_dir(&program.folder)
                        .env("CARGO_MANIFEST_DIR", &program.folder)
                        .env("RUST_TEST_THREADS", &threads)
                        .envs(environment(&program.name))
                        .output();
                    // Programs print one at a time, since they print while they hold the list.
                    let Ok(mut failed) = failed.lock() else { return };
                    println!("\n     Running {} ({})", program.name, program.path.display());
                    if let Ok(output) = &output {
                        print!("{}", String::from_utf8_lossy(&output.stdout));
                        eprint!("{}", String::from_utf8_lossy(&output.stderr));
                    }
                    println!("     {} took {:.1} s", program.name, start.elapsed().as_secs_f64());
                    if !output.is_ok_and(|output| output.status.success()) {
                        failed.push(program.name.clone());
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    if failed.is_empty() { Ok(()) } else { Err(Failure::failed(format!("failed: {}", failed.join(", ")))) }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn programs_of_tests_are_found_among_the_messages() {
        let message = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/world/Cargo.toml",
                "target":{{"name":"all"}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let found = program_of(&message(true, "\"/t/all-1\"")).unwrap();
        assert_eq!(found.name, "world/all");
        assert_eq!(found.folder, Path::new("/a/crates/world"));
        for other in [message(false, "\"/t/all-1\""), message(true, "null"), "Compiling".to_owned()] {
            assert_eq!(program_of(&other), None);
        }
    }

    /// A manifest may say that a library or a program has no tests of its own, which saves its compilation as
    /// one.
    #[test]
    fn targets_that_are_not_tested_have_no_tests() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (package, sources) in
            [("benches", "src"), ("crates/physics", "src"), ("benches/peers", "src/main.rs")]
        {
            let manifest = std::fs::read_to_string(root.join(package).join("Cargo.toml")).unwrap();
            assert!(manifest.contains("test = false"), "{package}");
            let path = root.join(package).join(sources);
            let files = if path.is_file() {
                vec![path]
            } else {
                std::fs::read_dir(path).unwrap().flatten().map(|entry| entry.path()).collect()
            };
            for file in files {
                let text = std::fs::read_to_string(&file).unwrap();
                assert!(!text.contains("#[test]"), "{} has tests that nothing runs", file.display());
            }
        }
    }

    #[test]
    fn a_program_that_fails_is_named_and_the_next_runs() {
        let program =
            |name: &str, path: &str| Program { name: name.to_owned(), folder: ".".into(), path: path.into() };
        let programs =
            [program("a", "/no/such/program"), program("b", "rustc"), program("c", "/no/such/program")];
        let outcome = run(&programs, &[], |_| vec![("RUSTC_LOG", "off".to_owned())]);
        let Err(Failure::Failed(message)) = outcome else { panic!("passed") };
        assert!(message.contains('a') && message.contains('c') && !message.contains('b'), "{message}");
    }
}
