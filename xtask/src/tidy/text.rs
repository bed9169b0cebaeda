//! Rules about the text of a file: its beginning, its width, leftovers, and the commands that
//! README names.

use super::Problem;
use super::source::{Source, is_word};

/// How a library begins whose documentation is its README.
const README_AS_DOC: &str = "#![doc = include_str!(\"../README.md\")]";

/// Placeholders and leftovers of debugging.
const UNFINISHED: &[&str] = &["todo!(", "unimplemented!(", "dbg!("];

/// Folders that exist on one machine only. (Concatenated, so that this file itself passes.)
const MACHINE_PATHS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// The last column of a line of comment, as rustfmt.toml sets it for code.
const WIDTH: usize = 110;

/// Lines of a file beyond which a note is printed: longer files rarely have only one idea.
const LONG: usize = 500;

/// Every file begins with its documentation.
pub fn module_doc(source: &Source) -> Option<Problem> {
    let (why, mend) = ("a reader learns first what the file is about", "begin it with a `//!` line");
    // The documentation of a library may be its README.
    let begins = |line: &str| line.starts_with("//!") && line.len() > 4 || line.starts_with(README_AS_DOC);
    (!source.text.lines().next().is_some_and(begins))
        .then(|| source.problem(0, "no module documentation".to_owned(), why, mend))
}

/// No placeholder and no leftover of debugging.
pub fn unfinished(source: &Source) -> Vec<Problem> {
    let (why, mend) = ("merged code is finished", "finish or remove it");
    occurrences(&source.code, UNFINISHED)
        .filter(|(at, _)| !source.code[..*at].ends_with(is_word))
        .map(|(at, pattern)| source.problem(at, format!("`{pattern}...)`"), why, mend))
        .collect()
}

/// No path that exists on one machine only.
pub fn machine_paths(source: &Source) -> Vec<Problem> {
    let (why, mend) = ("the path exists on one machine", "make it relative or compute it");
    let begins = |at: usize| !source.text[..at].ends_with(|c| is_word(c) || ".-~$})".contains(c));
    occurrences(&source.text, MACHINE_PATHS)
        .filter(|(at, _)| begins(*at))
        .map(|(at, pattern)| source.problem(at, format!("an absolute path, `{pattern}...`"), why, mend))
        .collect()
}

/// README names the two commands that a newcomer needs, and CI runs the second.
pub fn commands(sources: &[Source]) -> Vec<Problem> {
    let why = "newcomers and CI run the same commands";
    [
        ("README.md", "cargo run --release -p testbed", "show it in the first screenful"),
        ("README.md", "cargo xtask ci", "name it as the one test command"),
        (".ci/run", "cargo xtask ci", "let CI run what a contributor runs"),
    ]
    .into_iter()
    .filter(|(file, command, _)| {
        let says = |line: &str| line.contains(command) && !line.starts_with('#');
        !sources.iter().any(|source| source.path == *file && source.text.lines().any(says))
    })
    .map(|(file, command, mend)| Problem {
        file: file.to_owned(),
        line: 1,
        what: format!("`{command}` is missing"),
        why,
        mend: mend.to_owned(),
    })
    .chain(fronts(sources))
    .collect()
}

/// Each command of README's table of fronts is one that a workflow runs.
fn fronts(sources: &[Source]) -> Vec<Problem> {
    let text = |path: &str| sources.iter().find(|source| source.path == path);
    let (Some(readme), Some(workflow)) = (text("README.md"), text(".github/workflows/fronts.yml")) else {
        return Vec::new();
    };
    let start = readme.text.find("## Six fronts").unwrap_or_default();
    let rows = readme.text[start..].lines().skip(1).take_while(|line| !line.starts_with("## "));
    let commands = rows.filter(|line| line.starts_with("| ")).filter_map(|line| line.split('`').nth(1));
    let is_run =
        |command: &str| workflow.text.lines().any(|line| line.trim().strip_prefix("- ") == Some(command));
    let (why, mend) = ("a newcomer runs it first", "let .github/workflows/fronts.yml run it");
    let missing = commands.filter(|command| !is_run(command));
    missing.map(|command| readme.problem(start, format!("no workflow runs `{command}`"), why, mend)).collect()
}

/// No line with a comment is wider than [`WIDTH`]; addresses cannot be broken and are excepted.
pub fn long_comments(source: &Source) -> Vec<Problem> {
    if !source.path.ends_with(".rs") {
        return Vec::new();
    }
    let (why, mend) = ("a reader sees whole lines", "break it");
    let mut problems = Vec::new();
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let code = &source.code[range.clone()];
        // What is a comment is blank in the code up to the line's end.
        let has_comment = line.match_indices("//").any(|(at, _)| code[at..].trim().is_empty());
        let columns = line.trim_end().chars().count();
        if columns > WIDTH && has_comment && !line.contains("://") {
            let what = format!("a line of comment ends at column {columns}, beyond {WIDTH}");
            problems.push(source.problem(range.start, what, why, mend));
        }
    }
    problems
}

/// A note about a long file.
pub fn long_file(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    (source.path.ends_with(".rs") && lines > LONG)
        .then(|| format!("{} has {lines} lines: still one idea?", source.path))
}

/// Every position of one of `patterns`.
pub fn occurrences<'a>(text: &'a str, patterns: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a str)> {
    patterns.iter().flat_map(move |pattern| text.match_indices(pattern))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> Source {
        Source::new(text, path)
    }

    fn rust(text: &str) -> Source {
        file("crates/geom/src/a.rs", text)
    }

    #[test]
    fn a_front_that_no_workflow_runs_is_reported() {
        let readme = "## Six fronts\n\n| front | command |\n|---|---|\n| C | `make c` |\n| D | `make d` |\n\n## On\n| `x` |\n";
        let readme = Source::new(readme, "README.md");
        let workflow = Source::new("command:\n  - make c\n", ".github/workflows/fronts.yml");
        let found = fronts(&[readme, workflow]);
        assert_eq!(found.len(), 1);
        assert!(found[0].what.contains("`make d`"));
    }

    #[test]
    fn a_file_must_begin_with_its_documentation() {
        assert_eq!(module_doc(&rust("//! Circles.\nuse x;")), None);
        assert_eq!(module_doc(&rust(README_AS_DOC)), None);
        for bad in ["", "use x;\n//! Late.", "//!\nuse x;", "// Circles.", "\n//! Late."] {
            assert!(module_doc(&rust(bad)).is_some(), "{bad}");
        }
    }

    #[test]
    fn placeholders_are_found_in_code_and_not_in_comments_literals_or_longer_names() {
        assert_eq!(unfinished(&rust("// todo!()\nlet s = \"dbg!(x)\"; my_todo!(x);")), []);
        for bad in ["a\nb todo!();", "a\nunimplemented!(\"x\")", "a\nf(dbg!(x))"] {
            assert_eq!(
                unfinished(&rust(bad)).iter().map(|problem| problem.line).collect::<Vec<_>>(),
                [2],
                "{bad}"
            );
        }
    }

    #[test]
    fn absolute_paths_are_found_and_relative_paths_and_addresses_are_not() {
        for folder in ["work", "root", "home"] {
            let bad = file("docs/a.md", &format!("see\n`/{folder}/x`"));
            assert_eq!(
                machine_paths(&bad).iter().map(|problem| problem.line).collect::<Vec<_>>(),
                [2],
                "{folder}"
            );
            let good =
                file("docs/a.md", &format!("target/{folder}/x, https://a.org/{folder}/x, ./{folder}/x"));
            assert_eq!(machine_paths(&good), []);
        }
    }

    #[test]
    fn readme_and_ci_must_name_the_commands() {
        let readme = file("README.md", "    cargo run --release -p testbed\n    cargo xtask ci\n");
        assert_eq!(commands(&[readme, file(".ci/run", "cargo xtask ci\n")]), []);
        assert_eq!(commands(&[]).len(), 3);
        assert_eq!(commands(&[file(".ci/run", "# cargo xtask ci\n")]).len(), 3);
    }

    /// Comments of all kinds, by themselves or behind code; addresses and literals are no comments to break.
    #[test]
    fn comments_beyond_the_last_column_are_found() {
        let long = "é".repeat(WIDTH);
        for bad in [format!("//! {long}"), format!("    /// {long}"), format!("f(x); // {long}")] {
            let found = long_comments(&rust(&format!("//! A.\n{bad}\nx")));
            assert_eq!(found.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2], "{bad}");
        }
        let good = format!("// {}", &long[..2 * (WIDTH - 3)]);
        for good in [good, format!("// https://a.org/{long}"), format!("let s = \"// {long}\";")] {
            assert_eq!(long_comments(&rust(&good)), [], "{good}");
        }
        assert_eq!(long_comments(&file("docs/a.md", &format!("// {long}"))), []);
    }

    #[test]
    fn long_files_are_noted() {
        assert_eq!(long_file(&rust(&"\n".repeat(LONG))), None);
        assert!(long_file(&rust(&"\n".repeat(LONG + 1))).is_some());
    }
}
