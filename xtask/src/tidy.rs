//! `cargo xtask tidy`: the rules of the house that no compiler checks. Each says where it is broken, why it
//! is a rule and how to mend it; all of them are listed before the task fails.
//!
//! The checks read text, not a syntax tree: comments and literals are blanked ([`source`]), the rest is
//! searched. Turned down: parsing with `syn`. It is exact, and would double what a contributor compiles
//! before the first check runs; what is searched for here cannot be spelt many ways.

mod arithmetic;
mod facade;
mod figures;
mod manifests;
mod retired;
mod source;
mod text;

use crate::house::SAME_BITS;
use crate::shell::{Failure, Outcome};
use crate::workspace::Workspace;
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

/// Checks the whole workspace.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let list_long = match words {
        [] => false,
        [word] if word == "--long-comments" => true,
        _ => return Err(Failure::Usage("`tidy` takes --long-comments or nothing".to_owned())),
    };
    let sources = read(workspace);
    for source in sources.iter().filter_map(text::long_file) {
        println!("note: {source}");
    }
    let long: Vec<Problem> = sources.iter().flat_map(text::long_comments).collect();
    for problem in long.iter().filter(|_| list_long) {
        println!("note: {problem}");
    }
    let problems = problems(workspace, &sources);
    for problem in &problems {
        println!("{problem}");
    }
    if !long.is_empty() {
        println!("note: {} lines of comment are too long; --long-comments lists them", long.len());
    }
    if problems.is_empty() {
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

fn problems(workspace: &Workspace, sources: &[Source]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for source in sources {
        problems.extend(text::machine_paths(source));
        if source.path.ends_with(".rs") {
            problems.extend(text::module_doc(source));
            problems.extend(text::unfinished(source));
            problems.extend(text::unsafe_by_name(source));
        }
        if source.is_library_of(SAME_BITS) {
            problems.extend(arithmetic::check(source));
        }
        if source.is_library_of(&["physics"]) {
            problems.extend(facade::check(source));
        }
    }
    problems.extend(retired::check(sources));
    problems.extend(figures::check(sources));
    problems.extend(text::needless_permissions(sources));
    problems.extend(text::commands(sources));
    problems.extend(manifests::dependencies(&workspace.packages));
    problems.extend(manifests::manifests(&workspace.packages, sources));
    problems
}
