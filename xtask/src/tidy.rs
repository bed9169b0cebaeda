//! `cargo xtask tidy`: the rules that no compiler checks. For each broken rule it prints the place, the
//! reason for the rule and how to correct it. It lists all of them before it fails.
//!
//! The checks search the text of a file, in which comments and literals are blanked ([`source`]). Turned
//! down: parsing with `syn`. It is exact, but doubles what a contributor compiles before the first check
//! runs, and what the checks search for can hardly be written in two ways.

mod arithmetic;
mod circles;
mod danger;
mod facade;
mod fence;
mod figures;
mod heads;
mod links;
mod listed;
mod manifests;
mod names;
mod notebook;
mod numbers;
mod peers;
mod profiles;
mod promises;
mod retired;
mod source;
mod text;
mod texts;
mod versions;

use crate::ci::is_installed;
use crate::layers::SAME_BITS;
use crate::shell::{Failure, Outcome};
use crate::workspace::Workspace;
use crate::{Job, api};
pub use links::{anchor, resolved};
use source::Source;
use std::fmt;
use std::fs;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Problem {
    file: String,
    line: usize,
    what: String,
    why: &'static str,
    mend: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what, why, mend } = self;
        write!(f, "{file}:{line}: {what}; {why}; {mend}")
    }
}

/// Reads the arguments, of which there are none.
pub fn plan(words: &[String]) -> Outcome<Job> {
    match words {
        [] => Ok(Box::new(check)),
        [word, ..] => Err(Failure::Usage(format!("`tidy` takes no arguments, but got `{word}`"))),
    }
}

/// Checks the whole workspace, and that the calls of the bindings are those of `bindings/api.json`.
pub fn check(workspace: &Workspace) -> Outcome {
    let sources = read(workspace);
    for source in sources.iter().filter_map(text::long_file) {
        println!("note: {source}");
    }
    let problems = problems(workspace, &sources);
    for problem in &problems {
        println!("{problem}");
    }
    if problems.is_empty() {
        if is_installed("rustfmt") {
            api::run(workspace, true)?;
        }
        println!("{} files are tidy", sources.len());
        Ok(())
    } else {
        Err(Failure::failed(format!("broken rules: {}", problems.len())))
    }
}

/// The files that are text.
fn read(workspace: &Workspace) -> Vec<Source> {
    let text = |path: &String| fs::read_to_string(workspace.root.join(path)).ok();
    workspace.sources().into_iter().filter_map(|path| Some(Source::new(text(&path)?, path))).collect()
}

/// Whether the file is a module that its parent compiles only for tests: `#[cfg(test)] mod laws;`, or a part
/// of such a module.
fn is_test_file(source: &Source, sources: &[Source]) -> bool {
    let Some((folder, name)) = source.path.trim_end_matches(".rs").rsplit_once('/') else { return false };
    if matches!(name, "lib" | "main" | "mod") {
        return false; // a root, or a file that would be its own parent
    }
    let parents = [format!("{folder}.rs"), format!("{folder}/mod.rs"), format!("{folder}/lib.rs")];
    let declaration = format!("#[cfg(test)] mod {name};");
    let declares = |parent: &&Source| {
        parent.code.split_whitespace().collect::<Vec<_>>().join(" ").contains(&declaration)
    };
    let mut parents = sources.iter().filter(|parent| parents.contains(&parent.path));
    parents.any(|parent| declares(&parent) || is_test_file(parent, sources))
}

fn problems(workspace: &Workspace, sources: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources {
        problems.extend(text::machine_paths(source));
        if source.path.ends_with(".rs") {
            problems.extend(text::module_doc(source));
            problems.extend(text::unfinished(source));
            problems.extend(text::long_comments(source));
            problems.extend(heads::check(source));
        }
        if source.is_library_of(SAME_BITS) && !is_test_file(source, sources) {
            problems.extend(arithmetic::check(source));
        }
        if source.is_library_of(&["world"]) && !is_test_file(source, sources) {
            problems.extend(fence::check(source));
        }
        if source.is_library_of(&["physics"]) {
            problems.extend(facade::check(source));
        }
    }
    problems.extend(retired::check(sources));
    problems.extend(circles::check(sources));
    problems.extend(figures::check(sources));
    problems.extend(links::check(sources, |path| workspace.root.join(path).exists()));
    problems.extend(listed::check(sources));
    problems.extend(danger::check(sources));
    problems.extend(names::check(sources));
    problems.extend(heads::first_hour(sources));
    problems.extend(notebook::check(sources));
    problems.extend(numbers::check(sources));
    problems.extend(peers::check(sources));
    problems.extend(profiles::check(sources));
    problems.extend(promises::check(sources));
    problems.extend(texts::check(sources, |path| workspace.root.join(path).is_file()));
    problems.extend(text::commands(sources));
    problems.extend(versions::check(sources));
    problems.extend(manifests::dependencies(&workspace.packages));
    problems.extend(manifests::manifests(&workspace.packages, sources));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_for_tests_if_its_parent_says_so() {
        let sources = [
            Source::new("#[cfg(test)]\nmod laws;\nmod rows;\n", "crates/solver/src/joint.rs"),
            Source::new("x.sin()", "crates/solver/src/joint/laws.rs"),
            Source::new("x.sin()", "crates/solver/src/joint/rows.rs"),
            Source::new("x.sin()", "crates/solver/src/laws.rs"),
            Source::new("x.sin()", "crates/solver/src/joint/laws/springs.rs"),
        ];
        assert_eq!(
            sources.each_ref().map(|source| is_test_file(source, &sources)),
            [false, true, false, false, true]
        );
    }
}
