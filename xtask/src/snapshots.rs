//! `cargo xtask snapshots`: results recorded in `.snap` files, compared with what the code gives now.
//!
//! Insta itself reports which recorded files its tests have read, so a file that no test reads any more is
//! known without guessing from names.

use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

/// `--check`, the default, compares; `--accept` overwrites and lists what changed.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["--check"] => check(workspace),
        ["--accept"] => accept(workspace),
        _ => Err(Failure::Usage("`snapshots` takes --check (the default) or --accept".to_owned())),
    }
}

/// Fails if a result differs from the recorded one, if one waits to be accepted, or if no test reads it.
pub fn check(workspace: &Workspace) -> Outcome {
    let pending = files_ending(workspace, &[".snap.new", ".pending-snap"]);
    refuse("waits to be accepted or deleted (`cargo xtask snapshots --accept`)", &pending)?;
    let unread = run_tests(workspace, "no")?;
    refuse("is read by no test: delete it", &unread)
}

fn accept(workspace: &Workspace) -> Outcome {
    let unread = run_tests(workspace, "always")?;
    for file in files_ending(workspace, &[".snap.new"]) {
        let _ = fs::remove_file(workspace.root.join(file)); // left over from before; the result now stands in .snap
    }
    println!("Changed:");
    Call::new("git status --short -- *.snap").run(workspace)?;
    println!("Read each of them; the commit must say what changed and why.");
    refuse("is read by no test: delete it", &unread)
}

/// Runs the tests of the packages that use insta and returns the `.snap` files that none of them read.
fn run_tests(workspace: &Workspace, update: &str) -> Outcome<Vec<String>> {
    let recorded = files_ending(workspace, &[".snap"]);
    let packages: Vec<&str> = workspace
        .packages
        .iter()
        .filter(|package| package.dependencies.iter().any(|dependency| dependency.name == "insta"))
        .map(|package| package.name.as_str())
        .collect();
    if packages.is_empty() {
        println!("no package uses insta");
        return Ok(recorded);
    }
    let log = workspace.scratch()?.join("snapshots-read");
    let _ = fs::remove_file(&log); // absent the first time
    cargo("test --tests --no-fail-fast")
        .args(packages.iter().flat_map(|package| ["-p", package]))
        .env("INSTA_UPDATE", update)
        .env("INSTA_FORCE_PASS", "0")
        .env("INSTA_SNAPSHOT_REFERENCES_FILE", log.to_string_lossy())
        .run(workspace)?;
    let log = fs::read_to_string(log).unwrap_or_default();
    let read: HashSet<PathBuf> = log.lines().filter_map(|line| fs::canonicalize(line).ok()).collect();
    let is_unread =
        |file: &String| fs::canonicalize(workspace.root.join(file)).is_ok_and(|path| !read.contains(&path));
    println!("{} recorded results read by tests of: {}", read.len(), packages.join(", "));
    Ok(recorded.into_iter().filter(is_unread).collect())
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
