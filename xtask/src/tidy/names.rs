//! Each name of another engine in the tables of `docs/migrating.md` is found by the search of the API
//! documentation: it is the name of a public item, or an alias (`#[doc(alias = "...")]`) of one.
//!
//! The names are the words in back ticks in the left column. Of a call the arguments do not count, and of a
//! path all parts (`b2BodyDef::linearVelocity`), but of an expression only the last (`bodies.insert(..)`). A
//! word that begins with `_` goes on with the beginning of the word before it: `b2Body_Enable`, `_Disable`.

use super::Problem;
use super::source::{Source, is_word};
use std::collections::HashSet;

const PAGE: &str = "docs/migrating.md";

/// Where the tables begin: the one before them compares the engines.
const FIRST_TABLE: &str = "## From ";

/// The crates whose documentation is searched.
const CRATES: &[&str] =
    &["compute", "geom", "broadphase", "broadphases", "collide", "solver", "world", "toolkit"];

/// Reports names on the page that no public item has, as its name or as an alias.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let Some(page) = sources.iter().find(|source| source.path == PAGE) else { return Vec::new() };
    let mut known = HashSet::new();
    for source in sources.iter().filter(|source| source.is_library_of(CRATES)) {
        collect_aliases(&source.text, &mut known);
        collect_items(&source.code, &mut known);
    }
    let why = "who knows this name searches for it";
    let unknown = names(&page.text).into_iter().filter(|(_, name)| !known.contains(name.as_str()));
    unknown
        .map(|(at, name)| {
            let mend = format!("add #[doc(alias = \"{name}\")] to what the right column names");
            page.problem(at, format!("no public item is called `{name}` or has this alias"), why, &mend)
        })
        .collect()
}

/// The names in the left columns, with their places.
fn names(text: &str) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    let start = text.find(FIRST_TABLE).unwrap_or(text.len());
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let cell = line.strip_prefix("| ").and_then(|row| row.split(" | ").next()).unwrap_or_default();
        let mut prefix = "";
        for word in cell.split('`').skip(1).step_by(2) {
            let end = word.find(|c: char| !(is_word(c) || c == ':' || c == '.')).unwrap_or(word.len());
            let path = word[..end].trim_matches(['.', ':']);
            let last = path.rsplit('.').next().unwrap_or_default();
            if let Some(rest) = last.strip_prefix('_') {
                names.push((at, format!("{prefix}_{rest}")));
            } else {
                prefix = last.split('_').next().unwrap_or_default();
                names.extend(last.split("::").map(|part| (at, part.to_owned())));
            }
        }
        at += line.len();
    }
    names
}

/// The strings in attributes `doc(alias ...)`.
fn collect_aliases<'a>(text: &'a str, known: &mut HashSet<&'a str>) {
    for (at, start) in text.match_indices("#[doc(alias") {
        let rest = &text[at + start.len()..];
        let attribute = &rest[..rest.find(']').unwrap_or(rest.len())];
        known.extend(attribute.split('"').skip(1).step_by(2));
    }
}

/// The names after `pub`, or after `fn` in a trait or a macro.
fn collect_items<'a>(code: &'a str, known: &mut HashSet<&'a str>) {
    for line in code.lines() {
        let line = line.trim_start();
        let Some(item) = line.strip_prefix("pub ").or_else(|| line.starts_with("fn ").then_some(line)) else {
            continue;
        };
        let mut words = item.split(|c| !is_word(c)).filter(|word| !word.is_empty());
        known.extend(words.find(|word| !["const", "fn", "struct", "enum", "trait", "type"].contains(word)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_the_search_does_not_find_is_reported() {
        let page = "| `before` | x |\n## From Box2D\n| `b2A_Go(dt)`, `_Stop` | y |\n| `Set::insert`, `.way(v)` | z |\n\
                    | `b.cut[1]` and more | `right_column` |\n";
        let library = "#[doc(alias(\"b2A_Go\", \"insert\"))]\npub fn go() {}\n    pub way: f32,\n";
        let sources =
            [Source::new(page, "docs/migrating.md"), Source::new(library, "crates/world/src/lib.rs")];
        let found = check(&sources);
        let whats: Vec<_> = found.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
        let unknown = |name: &str| format!("no public item is called `{name}` or has this alias");
        let expected = [(3, unknown("b2A_Stop")), (4, unknown("Set")), (5, unknown("cut"))];
        assert_eq!(whats, expected.each_ref().map(|(line, what)| (*line, what.as_str())));
    }
}
