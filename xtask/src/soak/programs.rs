//! `cargo xtask soak --fuzz` and `--endure`: the programs of the crate `fuzz`, which search and run for
//! hours.
//!
//! The search adds its executions to the table of `docs/fuzzing.md`, one row for each target.

use crate::shell::{Failure, Outcome, cargo};
use crate::workspace::Workspace;
use serde_json::Value;
use std::fs;
use time::OffsetDateTime;

/// The page of the searches, relative to the root.
const PAGE: &str = "docs/fuzzing.md";

/// What stands before the table.
const HEAD: &str = "# Fuzzing

Written by `cargo xtask soak --fuzz`, which gives the targets of `fuzz/src/targets` new inputs. Executions are those of all
searches together; date and commit are those of the last. Failures become tests ([trust](trust.md)).

";

/// A row of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    target: String,
    executions: u64,
    date: String,
    commit: String,
}

/// Searches for so many minutes, which the targets share.
pub fn fuzz(workspace: &Workspace, minutes: u32) -> Outcome {
    let (date, commit) = (OffsetDateTime::now_utc().date().to_string(), super::commit());
    let page = workspace.root.join(PAGE);
    let mut rows = rows_of(&fs::read_to_string(&page).unwrap_or_default());
    let seconds = (u64::from(minutes) * 60 / rows.len().max(6) as u64).max(1);
    let call = cargo("run --release --quiet -p fuzz -- --seconds").arg(seconds.to_string());
    let output = call.output(workspace)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{text}");
    for (target, executions) in text.lines().filter_map(executions) {
        add(&mut rows, Row { target, executions, date: date.clone(), commit: commit.clone() });
    }
    fs::write(&page, page_of(&rows)).map_err(|error| Failure::failed(format!("{PAGE}: {error}")))?;
    println!("wrote {PAGE}");
    if output.status.success() {
        Ok(())
    } else {
        let mend = "make a test of what fuzz/crashes holds now, and commit both";
        Err(Failure::failed(format!("`{call}` failed: {mend}")))
    }
}

/// Ten million steps of a drum and a day of rain; draws their curves.
pub fn endure(workspace: &Workspace) -> Outcome {
    for (name, steps) in [("drum", "10000000"), ("rain", "5184000")] {
        let picture = format!("docs/endurance/{name}.svg");
        let call = cargo("run --release --quiet -p fuzz --bin endure --").args([name, steps, &picture]);
        call.run(workspace)?;
    }
    Ok(())
}

/// Target and executions of a line that the search has printed.
fn executions(line: &str) -> Option<(String, u64)> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some((value["target"].as_str()?.to_owned(), value["executions"].as_u64()?))
}

/// Adds a search to the row of its target.
fn add(rows: &mut Vec<Row>, new: Row) {
    match rows.iter_mut().find(|row| row.target == new.target) {
        Some(row) => *row = Row { executions: row.executions + new.executions, ..new },
        None => rows.push(new),
    }
}

fn page_of(rows: &[Row]) -> String {
    let sum: u64 = rows.iter().map(|row| row.executions).sum();
    let mut page = format!(
        "{HEAD}**{sum} executions**; the goal over time is 1000000000.\n\n\
         | target | executions | last on | last at commit |\n|---|---:|---|---|\n"
    );
    for Row { target, executions, date, commit } in rows {
        page += &format!("| {target} | {executions} | {date} | {commit} |\n");
    }
    page
}

/// The rows of a page that [`page_of`] has written.
fn rows_of(page: &str) -> Vec<Row> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &["", target, executions, date, commit, ""] = cells.as_slice() else { return None };
        let executions = executions.parse().ok()?;
        Some(Row { target: target.to_owned(), executions, date: date.to_owned(), commit: commit.to_owned() })
    };
    page.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_add_up_on_the_page() {
        let line = "{\"target\":\"level\",\"executions\":70,\"seconds\":1.0,\"crashes\":0}";
        let row = |executions, commit: &str| Row {
            target: "level".to_owned(),
            executions,
            date: "2026-01-02".to_owned(),
            commit: commit.to_owned(),
        };
        assert_eq!(executions(line), Some(("level".to_owned(), 70)));
        let mut rows = vec![row(30, "old")];
        add(&mut rows, row(70, "new"));
        assert_eq!(rows, [row(100, "new")]);
        assert_eq!(rows_of(&page_of(&rows)), rows);
        assert!(page_of(&rows).contains("**100 executions**"));
    }

    #[test]
    fn committed_page_of_searches_is_as_the_command_writes_it() {
        let page = include_str!("../../../docs/fuzzing.md");
        assert_eq!(page, page_of(&rows_of(page)));
    }
}
