//! `cargo xtask snapshots`: results recorded in `.snap` files, compared with what the code gives now.
//!
//! Insta writes down which recorded files its tests have read, so a file that no test reads any more is found
//! without guessing from names.

use crate::Job;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

/// For `--help`.
pub const ARGUMENTS: &str = "
  --check    compare (the default)
  --accept   record the new results and list the files that changed
";

/// The command that records new results.
const ACCEPT: &str = "cargo xtask snapshots --accept";

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["--check"] => Ok(Box::new(check)),
        ["--accept"] => Ok(Box::new(accept)),
        _ => {
            let words = words.join(" ");
            Err(Failure::Usage(format!("`snapshots` takes --check (the default) or --accept, not `{words}`")))
        }
    }
}

/// Fails if a result differs from the recorded one, waits to be accepted, or is read by no test.
fn check(workspace: &Workspace) -> Outcome {
    refuse_pending(workspace)?;
    let log = Log::begin(workspace)?;
    let tests = tests(workspace).env("INSTA_UPDATE", "no");
    log.of(tests).run(workspace)?;
    log.refuse_unread(workspace)
}

fn accept(workspace: &Workspace) -> Outcome {
    let log = Log::begin(workspace)?;
    // In this mode a test passes whose result was recorded anew.
    let tests = tests(workspace).env("INSTA_UPDATE", "always").env("INSTA_FORCE_PASS", "0");
    log.of(tests).run(workspace)?;
    for file in files_ending(workspace, &[".snap.new"]) {
        let _ = fs::remove_file(workspace.root.join(file)); // the result is now in the .snap file
    }
    println!("Changed:");
    Call::new("git status --short -- *.snap").run(workspace)?;
    println!("Read each of them. The commit must say what changed and why.");
    log.refuse_unread(workspace)
}

/// The tests of the packages that use insta.
fn tests(workspace: &Workspace) -> Call {
    let uses_insta = |name: &str| name == "insta";
    let packages = workspace
        .packages
        .iter()
        .filter(|package| package.dependencies.iter().any(|dependency| uses_insta(&dependency.name)))
        .flat_map(|package| ["-p", &package.package]);
    cargo("test --tests --no-fail-fast").args(packages)
}

/// Fails if a result of an earlier run waits to be accepted.
pub fn refuse_pending(workspace: &Workspace) -> Outcome {
    let pending = files_ending(workspace, &[".snap.new", ".pending-snap"]);
    refuse(&format!("waits to be accepted (`{ACCEPT}`) or deleted"), &pending)
}

/// The variable that names the file in which insta writes what it reads.
pub const LOG_VARIABLE: &str = "INSTA_SNAPSHOT_REFERENCES_FILE";

/// Which recorded results a run of tests has read: a folder with a file for each program, because programs
/// may run at the same time.
pub struct Log(PathBuf);

impl Log {
    /// An empty log.
    pub fn begin(workspace: &Workspace) -> Outcome<Self> {
        let path = workspace.scratch()?.join("snapshots-read");
        let _ = fs::remove_dir_all(&path); // there is none the first time
        let failed = |error| Failure::failed(format!("{}: {error}", path.display()));
        fs::create_dir_all(&path).map_err(failed)?;
        Ok(Self(path))
    }

    /// The call, which will write this log.
    pub fn of(&self, tests: Call) -> Call {
        tests.env(LOG_VARIABLE, self.file("all"))
    }

    /// The file for a program of tests.
    pub fn file(&self, program: &str) -> String {
        self.0.join(program.replace('/', "-")).to_string_lossy().into_owned()
    }

    /// Fails if no test has read one of the recorded results.
    pub fn refuse_unread(&self, workspace: &Workspace) -> Outcome {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let logs: Vec<String> = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        let lines = logs.iter().flat_map(|log| log.lines());
        let read: HashSet<PathBuf> = lines.filter_map(|line| fs::canonicalize(line).ok()).collect();
        println!("tests have read {} recorded results", read.len());
        let mut unread = files_ending(workspace, &[".snap"]);
        unread.retain(|file| {
            fs::canonicalize(workspace.root.join(file)).is_ok_and(|path| !read.contains(&path))
        });
        refuse("is read by no test: delete it", &unread)
    }
}

fn files_ending(workspace: &Workspace, endings: &[&str]) -> Vec<String> {
    let mut files = workspace.files();
    files.retain(|file| endings.iter().any(|ending| file.ends_with(ending)));
    files
}

fn refuse(what: &str, files: &[String]) -> Outcome {
    let lines: Vec<String> = files.iter().map(|file| format!("{file} {what}")).collect();
    if lines.is_empty() { Ok(()) } else { Err(Failure::failed(lines.join("\n"))) }
}
