//! The notebook: each entry of `docs/experiments` has a date and a verdict, and stands in the list of its
//! front page. A head or a page that names a page of it names one that exists.

use super::Problem;
use super::source::Source;

/// Where the pages are, and the one that lists the entries.
const FOLDER: &str = "docs/experiments/";
const LIST: &str = "docs/experiments/README.md";

/// What the front page says of the entries, and the name that begins the reader's way to them.
const WHY: &str = "the notebook is read by date and question";

/// Reports entries without date, verdict or line in the list, and names of pages that do not exist.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let list = sources.iter().find(|source| source.path == LIST).map_or("", |source| &source.text);
    let is_page = |source: &&Source| source.path.starts_with(FOLDER) && source.path != LIST;
    let mut problems: Vec<Problem> =
        sources.iter().filter(is_page).flat_map(|page| of_page(page, list)).collect();
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

fn of_page(page: &Source, list: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
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
            if !list.contains(&format!("[{heading}](")) {
                report("not listed", "add it to the list of docs/experiments/README.md");
            }
        }
        at = (at + entry.len() + "\n## ".len()).min(page.text.len());
    }
    problems
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
            Source::new(list, LIST),
            Source::new(code, "crates/geom/src/a.rs"),
        ];
        check(&sources).into_iter().map(|problem| problem.what).collect()
    }

    const LINE: &str = "- [2026-11-22: Is it?](a.md)\n";

    #[test]
    fn an_entry_has_a_date_a_verdict_and_a_line_in_the_list() {
        let good = "# A\n\n## 2026-11-22: Is it?\n\nYes. Verdict: taken.\n";
        assert_eq!(found(good, LINE, ""), [""; 0]);
        assert_eq!(found(good, "", "").len(), 1);
        assert_eq!(found(&good.replace("Verdict", "So"), LINE, "").len(), 1);
        let undated = good.replace("2026-11-22: ", "");
        assert_eq!(found(&undated, "- [Is it?](a.md)", "").len(), 1);
        assert_eq!(found("# A\n\nNo entry yet.\n", "", ""), [""; 0]);
    }

    #[test]
    fn a_head_names_a_page_that_exists() {
        let page = "# A\n";
        assert_eq!(found(page, "", "//! See `docs/experiments/a.md`: no."), [""; 0]);
        assert_eq!(found(page, "", "//! See `docs/experiments/b.md`: no.").len(), 1);
    }
}
