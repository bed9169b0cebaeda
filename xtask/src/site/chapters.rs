//! The parts and chapters of the book, read from the tables of docs/README.md.

use crate::shell::{Failure, Outcome};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A page of the book.
#[derive(Debug, PartialEq, Eq)]
struct Chapter {
    title: String,
    /// Relative to docs/.
    page: String,
    /// The pages of its folder that it names, if it is the first page of a folder.
    children: Vec<Self>,
}

/// A heading of docs/README.md with the chapters of its table.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    title: String,
    chapters: Vec<Chapter>,
}

/// What the book contains, in its order.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapters {
    parts: Vec<Part>,
}

/// The chapters of the pages in `docs`.
pub fn of(docs: &Path) -> Outcome<Chapters> {
    let read = |page: &str| {
        let path = docs.join(page);
        fs::read_to_string(&path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
    };
    let mut parts = Vec::new();
    for (title, rows) in sections(&read("README.md")?) {
        let mut chapters = Vec::new();
        for (name, page) in rows {
            let folder = page.strip_suffix("README.md");
            let children = match folder {
                Some(folder) => children(folder, &read(&page)?),
                None => Vec::new(),
            };
            chapters.push(Chapter { title: name, page, children });
        }
        parts.push(Part { title, chapters });
    }
    if parts.is_empty() {
        return Err(Failure::failed("docs/README.md has no tables of pages under its headings"));
    }
    Ok(Chapters { parts })
}

/// The headings of a page with the names and pages in the first columns of their tables.
fn sections(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut sections: Vec<(String, Vec<_>)> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push((title.to_owned(), Vec::new()));
        } else if let (Some(row), Some(section)) = (line.strip_prefix("| ["), sections.last_mut())
            && let Some((name, rest)) = row.split_once("](")
            && let Some((page, _)) = rest.split_once(')')
            && page.ends_with(".md")
        {
            section.1.push((name.to_owned(), page.to_owned()));
        }
    }
    sections.retain(|(_, rows)| !rows.is_empty());
    sections
}

/// The pages of the same folder that a page names, each once, under their titles in it.
fn children(folder: &str, text: &str) -> Vec<Chapter> {
    let mut children: Vec<Chapter> = Vec::new();
    for (before, target) in links(text) {
        let page = format!("{folder}{target}");
        if target.ends_with(".md") && !target.contains('/') && children.iter().all(|child| child.page != page)
        {
            let title = before.rsplit('[').next().unwrap_or_default().replace('`', "");
            children.push(Chapter { title, page, children: Vec::new() });
        }
    }
    children
}

/// The text before the target of each link, since the last one, and the target.
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once("](")?;
        let (target, others) = after.split_once(')')?;
        rest = others;
        Some((before, target))
    })
}

impl Chapters {
    /// The pages, relative to docs/.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        let chapters = self.parts.iter().flat_map(|part| &part.chapters);
        let pages = chapters.flat_map(|chapter| {
            std::iter::once(&*chapter.page).chain(chapter.children.iter().map(|child| &*child.page))
        });
        std::iter::once("README.md").chain(pages)
    }

    /// The parts with their chapters, as HTML. `link` gives the place of a page.
    pub fn contents(&self, mut link: impl FnMut(&str) -> String) -> String {
        let mut text = String::new();
        for part in &self.parts {
            let _ = writeln!(text, "<p>{}</p>\n<ul>", part.title);
            for chapter in &part.chapters {
                let _ = write!(text, "<li><a href=\"{}\">{}</a>", link(&chapter.page), chapter.title);
                if !chapter.children.is_empty() {
                    text += "\n<ul>";
                    for child in &chapter.children {
                        let _ =
                            write!(text, "<li><a href=\"{}\">{}</a></li>", link(&child.page), child.title);
                    }
                    text += "</ul>";
                }
                text += "</li>\n";
            }
            text += "</ul>\n";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_parts_and_rows_are_chapters() {
        let text = "# The book\n\nWords [x](x.md).\n\n## First\n\n| page | what |\n|---|---|\n\
                    | [guide](guide.md) | a [link](other.md) |\n| [pictures](pictures/) | |\n\n## Empty\n\n\
                    ## Last\n| [notes](notes/README.md) | |\n";
        let expected = [("First", vec![("guide", "guide.md")]), ("Last", vec![("notes", "notes/README.md")])];
        let found = sections(text);
        assert_eq!(found.len(), 2);
        for ((title, rows), (name, pages)) in found.iter().zip(&expected) {
            assert_eq!(title, name);
            let rows: Vec<_> = rows.iter().map(|(name, page)| (&**name, &**page)).collect();
            assert_eq!(&rows, pages);
        }
    }

    #[test]
    fn pages_that_the_first_page_of_a_folder_names_are_its_children() {
        let text =
            "| [`one`](one.md) | see [two](two.md#part) and [one](one.md), [up](../up.md)\n[two](two.md)";
        let found = children("notes/", text);
        let found: Vec<_> = found.iter().map(|child| (&*child.title, &*child.page)).collect();
        assert_eq!(found, [("one", "notes/one.md"), ("two", "notes/two.md")]);
    }
}
