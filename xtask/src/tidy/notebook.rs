//! The notebook: each entry of `docs/experiments` has a date and a verdict, and is short; its front page
//! names each page. A head or a page that names a page of it names one that exists.

use super::Problem;
use super::source::Source;

/// Where the pages are, and the one that names them.
const FOLDER: &str = "docs/experiments/";
const FRONT: &str = "docs/experiments/README.md";

/// Words of an entry without its lists: what someone reads before trying the thing again.
const MOST: usize = 150;

/// Why the entries look alike.
const WHY: &str = "the notebook is read by date and question";

/// Reports entries without date or verdict, long ones, pages that the front page does not name, and names of
/// pages that do not exist.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let front = sources.iter().find(|source| source.path == FRONT).map_or("", |source| &source.text);
    let is_page = |source: &&Source| source.path.starts_with(FOLDER) && source.path != FRONT;
    let mut problems: Vec<Problem> =
        sources.iter().filter(is_page).flat_map(|page| of_page(page, front)).collect();
    let exists = |path: &str| sources.iter().any(|source| source.path == path);
    for source in sources.iter().filter(|source| source.path.starts_with("crates/")) {
        let names = source.text.match_indices(FOLDER).filter_map(|(at, _)| {
            let end = source.text[at..].find(".md")? + 3;
            Some((at, &source.text[at..at + end]))
        });
        problems.extend(names.filter(|(_, path)| !exists(path)).map(|(at, path)| {
            source.problem(at, format!("there is no page `{path}`"), WHY, "name the page that has the entry")
        }));
    }
    problems
}

fn of_page(page: &Source, front: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let name = &page.path[FOLDER.len()..];
    if !front.contains(&format!("]({name})")) {
        problems.push(page.problem(0, "not listed".to_owned(), WHY, &format!("name it in {FRONT}")));
    }
    let mut at = 0;
    // The text before the first heading of an entry is the head of the page.
    for (index, entry) in page.text.split("\n## ").enumerate() {
        let heading = entry.lines().next().unwrap_or_default();
        if index > 0 {
            let mut report = |what: &str, mend: &str| {
                problems.push(page.problem(at, format!("`{heading}`: {what}"), WHY, mend));
            };
            if !has_date(heading) {
                report("no date", "begin the heading with the day: 2026-11-22: the question");
            }
            if !entry.contains("Verdict:") {
                report("no verdict", "end it with `Command: ... Verdict: ...`");
            }
            let words = words(entry);
            if words > MOST {
                report(
                    &format!("{words} words, more than {MOST}"),
                    "keep what was tried, figure and verdict",
                );
            }
        }
        at = (at + entry.len() + "\n## ".len()).min(page.text.len());
    }
    problems
}

/// The words of an entry, without its lists: items begin with `- `, and further lines of one are indented.
fn words(entry: &str) -> usize {
    let is_item = |line: &&str| line.starts_with("- ") || line.starts_with("  ");
    entry.lines().filter(|line| !is_item(line)).map(|line| line.split_whitespace().count()).sum()
}

/// Whether a heading begins with a date: `2026-11-22: `.
fn has_date(heading: &str) -> bool {
    let bytes = heading.as_bytes();
    bytes.len() > 12
        && bytes[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
        && &bytes[10..12] == b": "
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str, list: &str, code: &str) -> Vec<String> {
        let sources = [
            Source::new(page, "docs/experiments/a.md"),
            Source::new(list, FRONT),
            Source::new(code, "crates/geom/src/a.rs"),
        ];
        check(&sources).into_iter().map(|problem| problem.what).collect()
    }

    const LINE: &str = "- [a](a.md)\n";

    #[test]
    fn an_entry_has_a_date_and_a_verdict_and_its_page_is_listed() {
        let good = "# A\n\n## 2026-11-22: Is it?\n\nYes. Verdict: taken.\n";
        assert_eq!(found(good, LINE, ""), [""; 0]);
        assert_eq!(found(good, "", ""), ["not listed"]);
        assert_eq!(found(&good.replace("Verdict", "So"), LINE, "").len(), 1);
        assert_eq!(found(&good.replace("2026-11-22: ", ""), LINE, "").len(), 1);
        assert_eq!(found("# A\n\nNo entry yet.\n", LINE, ""), [""; 0]);
    }

    #[test]
    fn an_entry_is_short_but_for_its_lists() {
        let page =
            |words: usize| format!("# A\n\n## 2026-11-22: Is it?\n\nVerdict: {}\n", "no ".repeat(words));
        let full = MOST - 4;
        let list = format!("- {}\n  {}\n", "word ".repeat(99), "word ".repeat(99));
        assert_eq!(found(&(page(full) + &list), LINE, ""), [""; 0]);
        assert_eq!(found(&page(full + 1), LINE, "").len(), 1);
    }

    #[test]
    fn a_head_names_a_page_that_exists() {
        let page = "# A\n";
        assert_eq!(found(page, LINE, "//! See `docs/experiments/a.md`: no."), [""; 0]);
        assert_eq!(found(page, LINE, "//! See `docs/experiments/b.md`: no.").len(), 1);
    }
}
