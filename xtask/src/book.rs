//! `cargo xtask book`: the pages of docs/ as a book of web pages, with toys to play with in their chapters.
//!
//! ```text
//!   docs/README.md          its headings are the parts, the rows of its tables the chapters
//!   docs/**/*.md       ->   target/book/src; a link to a file outside of docs/ leads to a copy of that file
//!   <!-- toy: Q -->    ->   a button that shows the testbed with the query Q, such as explorer=sat
//!   bindings/web/dist  ->   target/book/html/testbed, which all toys share
//! ```
//!
//! `mdbook` makes the web pages. The pages themselves stay ordinary Markdown, which every forge shows.

mod chapters;
mod pages;

use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use crate::{Job, without_arguments};
use std::fs;
use std::path::{Path, PathBuf};

/// What `mdbook` reads.
const SETTINGS: &str = r#"[book]
title = "The book of the engine"
src = "src"
language = "en"

[build]
build-dir = "html"
create-missing = false

[output.html]
additional-js = ["toys.js"]
additional-css = ["toys.css"]
"#;

const TOYS_JS: &str = include_str!("book/toys.js");
const TOYS_CSS: &str = include_str!("book/toys.css");

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    without_arguments("book", words, build)
}

/// Writes the sources, and lets `mdbook` make the pages.
fn build(workspace: &Workspace) -> Outcome {
    let book = Book { docs: workspace.root.join("docs"), folder: workspace.target.join("book") };
    if book.folder.exists() {
        fs::remove_dir_all(&book.folder).map_err(|error| failed(&book.folder, &error))?;
    }
    let chapters = book.write_sources(&workspace.root)?;
    println!("{chapters} chapters in {}", book.folder.join("src").display());
    let mdbook = Call::new("mdbook build").path(&book.folder);
    if !crate::ci::is_installed("mdbook") {
        let hint = "`mdbook` is not installed: cargo install mdbook, then run this again";
        return Err(Failure::failed(hint));
    }
    mdbook.run(workspace)?;
    let page = workspace.root.join("bindings/web/dist");
    if page.join("index.html").exists() {
        pages::copy_folder(&page, &book.folder.join("html/testbed"))?;
    } else {
        println!("without toys: cargo xtask web builds the page that they need");
    }
    println!("{}", book.folder.join("html/index.html").display());
    Ok(())
}

/// Where the pages are, and where the book is written.
struct Book {
    docs: PathBuf,
    folder: PathBuf,
}

impl Book {
    /// Writes all that `mdbook` reads, and returns the number of chapters.
    fn write_sources(&self, root: &Path) -> Outcome<usize> {
        let chapters = chapters::of(&self.docs)?;
        let src = self.folder.join("src");
        pages::copy_folder(&self.docs, &src)?;
        for page in chapters.pages() {
            pages::write(root, Path::new("docs"), page, &src)?;
        }
        let write = |name: &str, text: &str| {
            let path = self.folder.join(name);
            fs::write(&path, text).map_err(|error| failed(&path, &error))
        };
        write("src/SUMMARY.md", &chapters.summary())?;
        write("book.toml", SETTINGS)?;
        write("toys.js", TOYS_JS)?;
        write("toys.css", TOYS_CSS)?;
        Ok(chapters.pages().count())
    }
}

/// The error of a file.
fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every page of docs/ is a chapter, and every link of a written page leads to a file of the book.
    #[test]
    fn the_book_has_every_page_and_no_dead_link() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let folder = std::env::temp_dir().join(format!("xtask-book-{}", std::process::id()));
        let book = Book { docs: root.join("docs"), folder: folder.clone() };
        let count = book.write_sources(root).expect("sources");
        let src = folder.join("src");
        let pages = chapters::of(&book.docs).expect("chapters");
        let listed: BTreeSet<PathBuf> = pages.pages().map(PathBuf::from).collect();
        assert_eq!(listed.len(), count, "a page is listed twice");
        let mut found = BTreeSet::new();
        for folder in ["", "experiments", "migrating", "texts"] {
            let files = fs::read_dir(book.docs.join(folder)).expect("a folder").flatten();
            let names = files.map(|file| Path::new(folder).join(file.file_name()));
            found.extend(names.filter(|name| name.extension().is_some_and(|end| end == "md")));
        }
        assert_eq!(listed, found);
        let mut links = 0;
        for page in pages.pages() {
            let path = src.join(page);
            let text = fs::read_to_string(&path).expect("a page");
            for (_, target) in pages::links(&text) {
                let target = target.split('#').next().unwrap_or_default();
                if target.is_empty() || target.contains("://") {
                    continue;
                }
                // The first page of a folder is `index` in a book.
                let named = target.replace("index.md", "README.md");
                let there = path.parent().expect("a folder").join(named);
                assert!(there.exists(), "{page}: {target}");
                links += 1;
            }
        }
        assert!(links > 300, "{links}");
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Every toy names a scene or an explorer that there is.
    #[test]
    fn toys_name_scenes_and_explorers() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let source = |folder: &str| {
            let mut text = String::new();
            let mut folders = vec![root.join(folder)];
            while let Some(folder) = folders.pop() {
                for file in fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path()) {
                    if file.is_dir() {
                        folders.push(file);
                    } else {
                        text += &fs::read_to_string(file).expect("a source");
                    }
                }
            }
            text
        };
        let (scenes, explorers) = (source("crates/scenes/src"), source("crates/testbed/src/explorers"));
        let mut toys = 0;
        for page in chapters::of(&root.join("docs")).expect("chapters").pages() {
            let text = fs::read_to_string(root.join("docs").join(page)).expect("a page");
            for query in text.split("<!-- toy: ").skip(1).filter_map(|rest| rest.split(" -->").next()) {
                let (kind, name) = query.split_once('=').expect("one option");
                let name = format!("\"{}\"", name.replace('+', " "));
                let is_there = match kind {
                    "scene" => scenes.contains(&name),
                    "explorer" => explorers.contains(&format!("name: {name}")),
                    _ => false,
                };
                assert!(is_there, "{page}: {query}");
                toys += 1;
            }
        }
        assert!(toys > 20, "{toys}");
    }
}
