//! No two files of a library need each other in a circle.
//!
//! A file needs the files whose items it names: by `use`, or by a path that begins with `crate` or `super`.
//! A name that a module re-exports counts for the file that declares it. What a part of a module uses of
//! the module itself does not count: that is what a module is for. Circles that are meant are listed in
//! [`MEANT`], with their reason.
//!
//! ```text
//!   solve.rs --> classic.rs --> narrow_phase.rs --> sweep/motion.rs --> solve.rs     reported
//! ```

use super::Problem;
use super::source::{Source, is_word};
use crate::layers::LIBRARIES;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Circles that are meant: all files of one begin with one of these paths, of one line.
const MEANT: &[(&str, &[&str])] = &[
    // Views lead from one to the next: the contacts of a body, the bodies of a contact.
    ("crates/world/src/", &["view/"]),
    // A world holds the recorder of its calls, a call may hold a snapshot, and a snapshot saves a world.
    ("crates/world/src/", &["world", "recording/", "snapshot"]),
];

/// How many re-exports a name is followed through.
const DEPTH: usize = 6;

/// The path of a module in its crate; empty for the root.
type Module = Vec<String>;

/// Circles of files, each reported at one of its files.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    LIBRARIES.iter().flat_map(|name| circles(&format!("crates/{name}/src/"), sources)).collect()
}

fn circles(folder: &str, sources: &[Source]) -> Vec<Problem> {
    let files: BTreeMap<Module, &Source> = sources
        .iter()
        .filter_map(|source| {
            let path = source.path.strip_prefix(folder)?.strip_suffix(".rs")?;
            let parts: Module = path.split('/').map(str::to_owned).collect();
            Some((if path == "lib" { Vec::new() } else { parts }, source))
        })
        .collect();
    let uses = Uses::of(&files);
    let mut known = BTreeSet::new();
    let mut problems = Vec::new();
    for start in files.keys() {
        let Some(circle) = shortest_circle(start, &uses.needs) else { continue };
        let paths: BTreeSet<&str> = circle.iter().map(|module| files[module].path.as_str()).collect();
        let is_meant = MEANT.iter().any(|(crate_folder, beginnings)| {
            let begins = |path: &&str| {
                let rest = path.strip_prefix(crate_folder);
                rest.is_some_and(|rest| beginnings.iter().any(|beginning| rest.starts_with(beginning)))
            };
            paths.iter().all(begins)
        });
        if !is_meant && known.insert(paths.clone()) {
            let names: Vec<&str> = paths.into_iter().collect();
            let what = format!("files need each other in a circle: {}", names.join(", "));
            let why = "a reader could start with none of them";
            problems.push(files[start].problem(0, what, why, "give what they share a file of its own"));
        }
    }
    problems
}

/// The shortest way from a module back to itself.
fn shortest_circle(start: &Module, needs: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut from: BTreeMap<&Module, &Module> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(module) = queue.pop_front() {
        for next in needs.get(module).into_iter().flatten() {
            if next == start {
                let mut circle = vec![module.clone()];
                let mut at = module;
                while at != start {
                    at = from[at];
                    circle.push(at.clone());
                }
                return Some(circle);
            }
            if !from.contains_key(next) {
                from.insert(next, module);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Which modules of a crate need which.
struct Uses {
    needs: BTreeMap<Module, BTreeSet<Module>>,
}

impl Uses {
    fn of(files: &BTreeMap<Module, &Source>) -> Self {
        let mut exports: BTreeMap<(Module, String), (Module, Option<String>)> = BTreeMap::new();
        let mut named: Vec<(Module, (Module, Option<String>))> = Vec::new();
        for (module, source) in files {
            for Path { parts, is_public } in paths(&source.compiled()) {
                let Some(place) = resolve(files, module, &parts) else { continue };
                if let (true, Some(name)) = (is_public, &place.1) {
                    exports.insert((module.clone(), name.clone()), place.clone());
                }
                named.push((module.clone(), place));
            }
        }
        let mut needs: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, mut place) in named {
            for _ in 0..DEPTH {
                let (at, Some(name)) = &place else { break };
                let Some(next) = exports.get(&(at.clone(), name.clone())) else { break };
                place = next.clone();
            }
            let other = place.0;
            if !module.starts_with(&other) {
                needs.entry(module).or_default().insert(other);
            }
        }
        Self { needs }
    }
}

/// A path in the code of a file.
struct Path {
    parts: Vec<String>,
    /// Whether it is re-exported.
    is_public: bool,
}

/// The module that a path leads to, and the name in it, if any. `None` for a path into another crate.
fn resolve(
    files: &BTreeMap<Module, &Source>,
    current: &Module,
    parts: &[String],
) -> Option<(Module, Option<String>)> {
    let mut parts = parts.iter();
    let mut module = current.clone();
    match parts.as_slice().first()?.as_str() {
        "crate" => {
            module.clear();
            parts.next();
        }
        "self" => _ = parts.next(),
        "super" => {
            while parts.as_slice().first().is_some_and(|part| part == "super") {
                module.pop();
                parts.next();
            }
        }
        first => {
            module.push(first.to_owned());
            if !files.contains_key(&module) {
                return None;
            }
            module.pop();
        }
    }
    for part in parts {
        module.push(part.clone());
        if !files.contains_key(&module) {
            module.pop();
            return Some((module, Some(part.clone())));
        }
    }
    Some((module, None))
}

/// The paths of all `use` declarations, and those in the rest of the code that begin with `crate` or `super`.
fn paths(code: &str) -> Vec<Path> {
    let mut all = Vec::new();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let words = statement.rfind("use ").filter(|&at| !statement[..at].ends_with(is_word));
        let Some(at) = words.filter(|&at| statement[at..].ends_with(';')) else {
            rest.push_str(statement);
            continue;
        };
        let line = statement[..at].rsplit('\n').next().unwrap_or_default();
        let tree: String = statement[at + "use ".len()..].trim_end_matches(';').split_whitespace().collect();
        let is_public = line.trim_start().starts_with("pub");
        all.extend(expanded(&tree).into_iter().map(|path| Path { parts: split(&path), is_public }));
        rest.push_str(&statement[..at]);
    }
    for beginning in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(beginning).filter(|&(at, _)| !rest[..at].ends_with([':'])) {
            let end = rest[at..].find(|c: char| !is_word(c) && c != ':').unwrap_or(rest.len() - at);
            all.push(Path { parts: split(rest[at..at + end].trim_end_matches(':')), is_public: false });
        }
    }
    all
}

/// The paths of a tree of a `use` declaration, without white space: `a::{b,c::d}` is `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((head, body)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let body = body.strip_suffix('}').unwrap_or(body);
    let mut all = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in body.char_indices().chain([(body.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let branches = expanded(&body[start..at]).into_iter().filter(|branch| !branch.is_empty());
                all.extend(branches.map(|branch| format!("{head}{branch}")));
                start = at + 1;
            }
            _ => {}
        }
    }
    all
}

fn split(path: &str) -> Vec<String> {
    path.split("::").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, code): &(&str, &str)| Source::new(*code, format!("crates/solver/src/{path}.rs"));
        let sources: Vec<Source> = files.iter().map(file).collect();
        check(&sources).into_iter().map(|problem| problem.what.replace("crates/solver/src/", "")).collect()
    }

    #[test]
    fn files_that_need_each_other_are_reported_once() {
        let circle =
            [("a", "use crate::b::B;"), ("b", "use super::c::{self, C};"), ("c", "fn f() { crate::a::g() }")];
        assert_eq!(found(&circle), ["files need each other in a circle: a.rs, b.rs, c.rs"]);
        assert_eq!(found(&circle[..2]), [""; 0]);
    }

    /// The name that a parent re-exports stands for the part that declares it.
    #[test]
    fn names_are_followed_through_re_exports() {
        let files = [
            ("stores", "mod bodies; mod mass;\npub(crate) use bodies::Body;"),
            ("stores/bodies", "use super::mass::Measures;"),
            ("stores/mass", "use crate::stores::Body;"),
        ];
        assert_eq!(found(&files), ["files need each other in a circle: stores/bodies.rs, stores/mass.rs"]);
    }

    /// A circle may lead through a module to one of its parts.
    #[test]
    fn circle_through_a_part_of_a_module_is_reported() {
        let files = [
            ("sweep", "mod motion; use motion::moved;"),
            ("sweep/motion", "use crate::solve::input;"),
            ("solve", "use crate::sweep::Sweep;"),
        ];
        assert_eq!(found(&files), ["files need each other in a circle: solve.rs, sweep.rs, sweep/motion.rs"]);
    }

    /// What a file uses only in its tests, and what stands in a comment, counts for nothing. Nor does what a
    /// part uses of its module.
    #[test]
    fn modules_with_parts_tests_and_comments_make_no_circle() {
        let files = [
            ("joint", "mod rows; use rows::Row; pub struct Joint;"),
            ("joint/rows", "use super::Joint; pub struct Row;"),
            ("a", "use crate::b::B;"),
            ("b", "// crate::a::A\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn trees_of_use_are_expanded() {
        assert_eq!(expanded("a::{b,c::{d,e},}"), ["a::b", "a::c::d", "a::c::e"]);
        assert_eq!(expanded("a::b"), ["a::b"]);
    }
}
