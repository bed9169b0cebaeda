//! Each name of a list of another engine's names stands on the page that says what is here in its place, or
//! that nothing is: between back ticks, by its full name, in the left column of a table.

use super::Problem;
use super::source::Source;
use std::collections::HashSet;

/// Each list, a name a line after lines with `#`, and its page.
const LISTS: &[(&str, &str)] = &[
    ("xtask/tables/box2d-functions.txt", "docs/migrating/box2d.md"),
    ("xtask/tables/rapier2d-prelude.txt", "docs/migrating/rapier.md"),
];

/// Reports names of the lists that their page lacks.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let find = |path: &str| sources.iter().find(|source| source.path == path);
    let mut problems = Vec::new();
    for (list, page) in LISTS {
        let (Some(list), Some(text)) = (find(list), find(page)) else { continue };
        let found: HashSet<&str> = left_names(&text.text).collect();
        let mut at = 0;
        for line in list.text.split_inclusive('\n') {
            let name = line.trim();
            if !name.is_empty() && !name.starts_with('#') && !found.contains(name) {
                let mend = format!("add it to a table of {page}, also if nothing is here in its place");
                let what = format!("{page} does not name `{name}`");
                problems.push(list.problem(at, what, "who comes from there searches for it", &mend));
            }
            at += line.len();
        }
    }
    problems
}

/// The words between back ticks in the left columns.
fn left_names(text: &str) -> impl Iterator<Item = &str> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_list_that_the_page_lacks_is_reported() {
        let list = Source::new("# of x\nb2A\nb2AB\nb2C\n", "xtask/tables/box2d-functions.txt");
        let page = Source::new("| `b2AB`, `b2D` | `b2A` |\n| `b2C` | none |\n", "docs/migrating/box2d.md");
        let found: Vec<_> = check(&[list, page]).iter().map(|problem| problem.line).collect();
        assert_eq!(found, [2]);
    }
}
