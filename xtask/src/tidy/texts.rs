//! The names in the pages about the texts exist: files, tests, scenes, explorers, pictures.
//!
//! The texts are the tutorials from which this project grew. `docs/texts` says for each of their sections
//! where it is in the code, which test shows it and where it can be seen. A code span there that begins with
//! `crates/` is a file, or a file and a function of it (`crates/geom/tests/mass.rs::name_of_the_test`);
//! `scene NAME`, `explorer NAME` and `comparison NAME` are names in the sources of scenes, explorers and
//! comparisons. The table of [`ROWS`] lists each feature once, with public names that exist, a test, where it
//! is seen, and its state.

use super::Problem;
use super::source::{Source, is_word};
use crate::layers::LIBRARIES;

/// Where the pages are.
const FOLDER: &str = "docs/texts/";

/// Where the comparisons are.
const COMPARISONS: &str = "crates/scenes/src/side_by_side.rs";

/// The page with one line for each feature of the texts, S1 to S37.
const ROWS: &str = "docs/texts/README.md";
const COUNT: usize = 37;

/// The states of a feature: as the text has it, or with a difference that is named.
const DONE: &str = "done";
const DONE_BUT: &str = "done, but ";

/// The words that may stand between `pub` and the name of an item.
const ITEMS: &[&str] = &["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "unsafe"];

/// Names on the pages that do not exist, features without a line or with two, and lines that lack something.
pub fn check(sources: &[Source], exists: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in sources.iter().filter(|source| source.path.starts_with(FOLDER)) {
        problems.extend(spans(&page.text).filter_map(|(at, span)| {
            let what = unknown(span, sources)?;
            Some(page.problem(at, what, "a reader follows these names", "write the name as it is now"))
        }));
        problems.extend(pictures(&page.text).filter_map(|(at, path)| {
            let what = format!("no picture `{path}`");
            let known = exists(&format!("docs/{path}"));
            (!known).then(|| page.problem(at, what, "a page shows it", "draw it with `cargo xtask pictures`"))
        }));
    }
    if let Some(page) = sources.iter().find(|source| source.path == ROWS) {
        for row in (1..=COUNT).map(|number| format!("| S{number} |")) {
            let count = page.text.lines().filter(|line| line.starts_with(&row)).count();
            if count != 1 {
                let what = format!("{count} lines for the feature {}", row.trim_matches(['|', ' ']));
                let mend = if count == 0 { "add it" } else { "keep one" };
                problems.push(page.problem(0, what, "every feature of the texts has one", mend));
            }
        }
        let mut at = 0;
        for line in page.text.split_inclusive('\n') {
            if line.starts_with("| S") {
                let missing = missing_in_row(line, sources).into_iter();
                problems.extend(missing.map(|what| {
                    page.problem(at, what, "a reader follows all cells of a line", "correct the cell")
                }));
            }
            at += line.len();
        }
    }
    problems
}

/// What a line of the table of features lacks: a public name that exists, a test, where it is seen, a state.
fn missing_in_row(line: &str, sources: &[Source]) -> Vec<String> {
    let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
    let [row, _, public, tests, seen, state] = cells.as_slice() else {
        return vec![format!("{} cells in place of 6", cells.len())];
    };
    let mut missing = Vec::new();
    if spans(public).next().is_none() {
        missing.push(format!("{row} names nothing public"));
    }
    for (_, span) in spans(public) {
        let name = span.rsplit("::").next().unwrap_or(span);
        if !is_public(name, sources) {
            missing.push(format!("{row}: nothing public has the name `{span}`"));
        }
    }
    if !spans(tests).any(|(_, span)| span.starts_with("crates/") && span.contains("::")) {
        missing.push(format!("{row} names no test"));
    }
    if seen.is_empty() {
        missing.push(format!("{row} does not say where it is seen"));
    }
    if !is_state(state) {
        missing.push(format!("{row} has the state {state:?}, which is neither `{DONE}` nor `{DONE_BUT}...`"));
    }
    missing
}

/// Whether a cell is [`DONE`], or [`DONE_BUT`] with words that say what differs.
fn is_state(cell: &str) -> bool {
    cell == DONE || cell.strip_prefix(DONE_BUT).is_some_and(|what| what.split_whitespace().count() >= 2)
}

/// Whether a library declares a public type, function, module or field of this name.
fn is_public(name: &str, sources: &[Source]) -> bool {
    let declared = |code: &str| {
        code.match_indices(name).any(|(at, _)| {
            let (before, after) = (&code[..at], &code[at + name.len()..]);
            let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
            let Some(words) = line.strip_prefix("pub ") else { return false };
            let is_field = words.is_empty() && after.starts_with(": ");
            let is_item = !words.is_empty() && words.split_whitespace().all(|word| ITEMS.contains(&word));
            (is_field || is_item) && line.ends_with(' ') && !after.starts_with(is_word)
        })
    };
    let mut libraries = sources.iter().filter(|source| source.is_library_of(LIBRARIES));
    libraries.any(|source| declared(&source.code))
}

/// The code spans of a page, with their places. Spans of several lines do not occur.
fn spans(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('`').enumerate().filter_map(move |(i, part)| {
        let start = at;
        at += part.len() + 1;
        (i % 2 == 1).then_some((start, part))
    })
}

/// The paths of the pictures of a page, from `docs`, with their places.
fn pictures(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("](../pictures/").filter_map(|(at, _)| {
        let rest = &text[at + "](../".len()..];
        rest.split_once(')').map(|(path, _)| (at, path))
    })
}

/// What is wrong with a code span.
fn unknown(span: &str, sources: &[Source]) -> Option<String> {
    // The comparisons have names, too, and are no scenes.
    let has = |folder: &str, entry: &str| {
        let mut files = sources.iter().filter(|source| source.path.starts_with(folder));
        files.any(|source| source.path != COMPARISONS && source.text.contains(entry))
    };
    if let Some(scene) = span.strip_prefix("scene ") {
        // As a literal, since some scenes are made by a function that takes the name.
        let is_there = has("crates/scenes/src/", &format!("\"{scene}\""));
        return (!is_there).then(|| format!("no scene `{scene}`"));
    }
    if let Some(explorer) = span.strip_prefix("explorer ") {
        let is_there = has("crates/testbed/src/explorers/", &format!("name: \"{explorer}\""));
        return (!is_there).then(|| format!("no explorer `{explorer}`"));
    }
    if let Some(comparison) = span.strip_prefix("comparison ") {
        // As a name: labels and scenes of the panels are literals too.
        let entry = format!("name: \"{comparison}\"");
        let is_file = |source: &&Source| source.path == COMPARISONS;
        let is_there = sources.iter().find(is_file).is_some_and(|source| source.text.contains(&entry));
        return (!is_there).then(|| format!("no comparison `{comparison}`"));
    }
    if !span.starts_with("crates/") {
        return None;
    }
    let (path, function) = span.split_once("::").map_or((span, None), |(path, name)| (path, Some(name)));
    let Some(file) = sources.iter().find(|source| source.path == path) else {
        return Some(format!("no file `{path}`"));
    };
    let function = function?;
    let is_there = ["(", "<"].iter().any(|end| file.code.contains(&format!("fn {function}{end}")));
    (!is_there).then(|| format!("no function `{function}` in {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "crates/geom/tests/mass.rs::area_is_five";

    fn wrong(page: &str) -> Vec<String> {
        let sources = [
            Source::new(page, "docs/texts/sotirov.md"),
            Source::new("fn area_is_five() {}\n// fn gone() {}\n", "crates/geom/tests/mass.rs"),
            Source::new("Scene { name: \"tower\" }", "crates/scenes/src/lib.rs"),
            Source::new("Explorer { name: \"triangle fan\" }", "crates/testbed/src/explorers/fan.rs"),
            Source::new("name: \"weights at rest\", panel(\"plain\")", "crates/scenes/src/side_by_side.rs"),
        ];
        let found = check(&sources, |path| path == "docs/pictures/fan.svg");
        found.into_iter().map(|problem| problem.what).collect()
    }

    #[test]
    fn names_that_exist_pass() {
        let page = "`crates/geom/tests/mass.rs::area_is_five`, `crates/geom/tests/mass.rs`, `scene tower`,\n\
                    `explorer triangle fan`, `comparison weights at rest`, `mass` and ![fan](../pictures/fan.svg)";
        assert_eq!(wrong(page), [""; 0]);
    }

    #[test]
    fn names_that_do_not_exist_are_reported() {
        for (page, what) in [
            ("`crates/geom/src/no.rs`", "no file `crates/geom/src/no.rs`"),
            ("`crates/geom/tests/mass.rs::gone`", "no function `gone` in crates/geom/tests/mass.rs"),
            ("a `scene towr`", "no scene `towr`"),
            ("a `scene weights at rest`", "no scene `weights at rest`"),
            ("an `explorer fan`", "no explorer `fan`"),
            ("a `comparison tower`", "no comparison `tower`"),
            ("a `comparison weights`", "no comparison `weights`"),
            ("a `comparison plain`", "no comparison `plain`"),
            ("![x](../pictures/x.svg)", "no picture `pictures/x.svg`"),
        ] {
            assert_eq!(wrong(page), [what]);
        }
    }

    #[test]
    fn each_feature_has_one_line() {
        let line = |number: usize| format!("| S{number} | x | `area` | `{TEST}` | y | done |\n");
        let all: String = (1..=COUNT).map(line).collect();
        let code = "pub fn area() {}\npub fn areas() {}\npub struct S {\n    pub speed: Rate,\n}\npub use x::Gone;\n";
        let library = || Source::new(code, "crates/geom/src/mass.rs");
        let test = || Source::new("fn area_is_five() {}", "crates/geom/tests/mass.rs");
        let found = |text: &str| check(&[Source::new(text, ROWS), library(), test()], |_| true).len();
        assert_eq!(found(&all), 0);
        assert_eq!(found(&all.replace(&line(12), "")), 1);
        assert_eq!(found(&(all.clone() + &line(3))), 1);
        let seventh = |wrong: &str| found(&all.replace(&line(7), wrong));
        assert_eq!(
            seventh(&format!("| S7 | x | `are` | `{TEST}` | y | done |\n")),
            1,
            "nothing has this name"
        );
        assert_eq!(seventh(&format!("| S7 | x | area | `{TEST}` | y | done |\n")), 1, "names nothing");
        for (name, problems) in [("speed", 0), ("S", 0), ("Rate", 1), ("Gone", 1)] {
            let line = format!("| S7 | x | `{name}` | `{TEST}` | y | done |\n");
            assert_eq!(seventh(&line), problems, "{name}");
        }
        assert_eq!(seventh("| S7 | x | `area` | `crates/geom/tests/mass.rs` | y | done |\n"), 1, "no test");
        assert_eq!(seventh(&format!("| S7 | x | `area` | `{TEST}` |  | done |\n")), 1, "seen nowhere");
        let state = |state: &str| seventh(&format!("| S7 | x | `area` | `{TEST}` | y | {state} |\n"));
        assert_eq!(state("done, but as a polygon"), 0);
        for bad in
            ["", "in part", "Done", "done, but", "done, but so", "done but as a polygon", "nearly done"]
        {
            assert_eq!(state(bad), 1, "{bad:?}");
        }
        assert_eq!(seventh("| S7 | x |\n"), 1, "too few cells");
    }
}
