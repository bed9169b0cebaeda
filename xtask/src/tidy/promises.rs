//! The pages that say which test holds which promise: every test that they name exists.
//!
//! A name of a test is a word in back ticks with four or more underscores, as tests are called here.
//! Functions of the engine that are so called are found as well, so a name that is found is no proof that it
//! is a test; a name that is not found is a page that is wrong.

use super::Problem;
use super::danger;
use super::source::{Source, is_word};

/// The pages.
const PAGES: &[&str] =
    &["SECURITY.md", "docs/levels.md", "docs/robustness.md", "docs/snapshots.md", "docs/trust.md"];

/// Reports names of tests, on the pages and in the list of `unsafe`, that no source has.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let exists = |name: &str| {
        let function = format!("fn {name}(");
        sources.iter().any(|source| source.path.ends_with(".rs") && source.text.contains(&function))
    };
    let why = "a promise without a test is a wish";
    let mut problems = Vec::new();
    for page in sources.iter().filter(|source| PAGES.contains(&source.path.as_str())) {
        let missing = names(&page.text).filter(|(_, name)| !exists(name));
        problems.extend(missing.map(|(at, name)| {
            page.problem(at, format!("there is no test `{name}`"), why, "name the test that took its place")
        }));
    }
    let missing = danger::tests().filter(|name| !exists(name));
    problems.extend(missing.map(|name| Problem {
        file: "xtask/src/tidy/danger.rs".to_owned(),
        line: 1,
        what: format!("there is no test `{name}`"),
        why,
        mend: "name the test that took its place".to_owned(),
    }));
    problems
}

/// The names of tests in a page, with their places.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.match_indices('`').map(|(at, _)| {
        let rest = &text[at + 1..];
        (at, &rest[..rest.find('`').unwrap_or(0)])
    });
    words.filter(|(_, word)| word.chars().all(is_word) && word.matches('_').count() >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_names_a_test_that_is_gone_is_reported() {
        let page = "| x | `world/tests/a.rs`: `it_holds_when_it_should`, `it_was_renamed_long_ago`, `set_user_data` |";
        let test = Source::new("#[test]\nfn it_holds_when_it_should() {}\n", "crates/world/tests/a.rs");
        let problems = check(&[Source::new(page, "docs/trust.md"), test]);
        let of_page: Vec<_> = problems.iter().filter(|problem| problem.file == "docs/trust.md").collect();
        assert_eq!(of_page.len(), 1);
        assert!(of_page[0].what.contains("it_was_renamed_long_ago"));
    }
}
