//! A link from one page to another leads to a file, or a folder, that exists, and to a heading of that page.

use super::Problem;
use super::source::{Source, is_word};
use std::collections::BTreeSet;

/// Reports links that lead nowhere.
pub fn check(sources: &[Source], exists: impl Fn(&str) -> bool) -> Vec<Problem> {
    let is_page = |source: &&Source| source.path.ends_with(".md");
    let pages: Vec<&Source> = sources.iter().filter(is_page).collect();
    let mut problems = Vec::new();
    for page in &pages {
        for (at, link) in links(&page.text) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { page.path.clone() } else { resolved(&page.path, path) };
            let target = pages.iter().find(|page| page.path == path);
            let has = |target: &&Source| heading.is_empty() || headings(&target.text).contains(heading);
            if !exists(&path) || target.is_some_and(|target| !has(target)) {
                let (why, mend) = ("a reader follows it", "write where the text is now");
                problems.push(page.problem(at, format!("the link `{link}` leads nowhere"), why, mend));
            }
        }
    }
    problems
}

/// The targets of links without an address of the web, outside of fences, with their places.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut at, mut is_fenced) = (0, false);
    for line in text.split_inclusive('\n') {
        is_fenced ^= line.trim_start().starts_with("```");
        if !is_fenced {
            found.extend(line.match_indices("](").filter_map(|(start, _)| {
                let rest = &line[start + 2..];
                let link = &rest[..rest.find(')')?];
                let is_local = !link.contains("://") && !link.starts_with("mailto:") && !link.contains(' ');
                is_local.then_some((at + start, link))
            }));
        }
        at += line.len();
    }
    found
}

/// A path relative to the folder of a page, without `..`.
pub fn resolved(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The names by which links find the headings of a page.
fn headings(text: &str) -> BTreeSet<String> {
    let mut is_fenced = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        is_fenced ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix('#').filter(|_| !is_fenced) {
            found.insert(anchor(heading.trim_start_matches('#').trim()));
        }
    }
    found
}

/// The name by which links find a heading: lower case, no marks, `-` for each space.
pub fn anchor(heading: &str) -> String {
    let name = heading.to_lowercase();
    let name: String = name.chars().filter(|c| is_word(*c) || matches!(c, ' ' | '-')).collect();
    name.replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(page: &str) -> usize {
        let other = Source::new("# A page\n\n## What `it` costs: all\n```\n# code\n```\n", "docs/b/c.md");
        let page = Source::new(page, "docs/a.md");
        check(&[page, other], |path| ["docs/a.md", "docs/b/c.md", "docs/b", "crates/x.rs"].contains(&path))
            .len()
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        for good in [
            "[c](b/c.md)",
            "[c](b/c.md#what-it-costs-all) and [x](../crates/x.rs#L3)",
            "# Here\n[h](#here) [b](b/)",
            "[w](https://a.org/none.md) `a[i](x y)`",
            "```\n[c](none.md)\n```",
        ] {
            assert_eq!(wrong(good), 0, "{good}");
        }
        for bad in ["[c](c.md)", "[c](b/c.md#costs)", "[c](b/c.md#code)", "[h](#here)", "[x](../../x.rs)"] {
            assert_eq!(wrong(bad), 1, "{bad}");
        }
    }
}
