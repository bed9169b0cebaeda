//! A page of docs/ as a page of the book: links that leave docs/ lead to copies, and toys become buttons.

use crate::shell::{Failure, Outcome};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The mark of a toy in a page.
const TOY: (&str, &str) = ("<!-- toy: ", " -->");

/// Copies files and folders.
pub fn copy_folder(from: &Path, to: &Path) -> Outcome {
    fs::create_dir_all(to).map_err(|error| super::failed(to, &error))?;
    for file in fs::read_dir(from).map_err(|error| super::failed(from, &error))?.flatten() {
        let (path, copy) = (file.path(), to.join(file.file_name()));
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, &copy).map_err(|error| super::failed(&path, &error))?;
        }
    }
    Ok(())
}

/// Writes a page of `root/docs` into the folder `src` of the book, with copies of what it links to outside.
pub fn write(root: &Path, docs: &Path, page: &str, src: &Path) -> Outcome {
    let path = root.join(docs).join(page);
    let text = fs::read_to_string(&path).map_err(|error| super::failed(&path, &error))?;
    let folder = docs.join(page).parent().map(Path::to_path_buf).unwrap_or_default();
    let mut written = String::with_capacity(text.len());
    let mut rest = &*text;
    for (before, target) in links(&text) {
        written += before;
        written += "](";
        written += &moved(root, docs, &folder, page, target, src)?;
        rest = &rest[before.len() + 2 + target.len()..];
    }
    written += rest;
    let to = src.join(page);
    fs::write(&to, with_toys(&written)).map_err(|error| super::failed(&to, &error))
}

/// The text before the target of each link, since the last one, and the target.
pub fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once("](")?;
        let end = after.find(')')?;
        let (target, others) = after.split_at(end);
        rest = others;
        Some((before, target))
    })
}

/// Where a link of the book leads: `target` of a page in `folder`, both relative to the root.
fn moved(root: &Path, docs: &Path, folder: &Path, page: &str, target: &str, src: &Path) -> Outcome<String> {
    let (name, part) = target.split_once('#').map_or((target, ""), |(name, part)| (name, part));
    if name.is_empty() || name.contains("://") {
        return Ok(target.to_owned());
    }
    let mut path = normalized(&folder.join(name));
    if root.join(&path).is_dir() && root.join(&path).join("README.md").exists() {
        path.push("README.md");
    }
    let part = if part.is_empty() { String::new() } else { format!("#{part}") };
    if let Ok(inside) = path.strip_prefix(docs) {
        let up = "../".repeat(Path::new(page).components().count() - 1);
        // The first page of a folder is `index.html` in a book.
        let inside = inside.to_string_lossy().replace("README.md", "index.md");
        return Ok(format!("{up}{inside}{part}"));
    }
    let source = root.join(&path);
    let files = Path::new("files").join(&path);
    if source.is_dir() {
        // A folder without a page: its list.
        let mut names: Vec<String> = fs::read_dir(&source)
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        return copy_text(&names.join("\n"), &files, page, src);
    }
    let text = fs::read_to_string(&source)
        .map_err(|error| Failure::failed(format!("docs/{page} names {target}: {error}")))?;
    copy_text(&text, &files, page, src)
}

/// Writes a file beside the pages, by a name that every browser shows as text, and gives the link to it.
fn copy_text(text: &str, files: &Path, page: &str, src: &Path) -> Outcome<String> {
    let name = format!("{}.txt", files.display());
    let to = src.join(&name);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| super::failed(folder, &error))?;
    }
    fs::write(&to, text).map_err(|error| super::failed(&to, &error))?;
    Ok(format!("{}{name}", "../".repeat(Path::new(page).components().count() - 1)))
}

/// Without `..` and `.`.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}

/// A page whose marks of toys are elements that `toys.js` fills.
fn with_toys(text: &str) -> String {
    let mut rest = text;
    let mut written = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(TOY.0)
        && let Some((query, others)) = after.split_once(TOY.1)
    {
        written += before;
        written += &format!("<div class=\"toy\" data-query=\"{}\"></div>", query.replace('"', ""));
        rest = others;
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_split_from_the_words_around_them() {
        let text = "a [b](c.md) d ![e](f.svg)\n[g](#h)";
        let found: Vec<_> = links(text).collect();
        assert_eq!(found, [("a [b", "c.md"), (") d ![e", "f.svg"), (")\n[g", "#h")]);
        assert_eq!(links("no link ](").count(), 0);
    }

    #[test]
    fn a_mark_becomes_a_toy() {
        let text = "# SAT\n\n<!-- toy: explorer=sat -->\n\nWords <!-- no toy -->.";
        let expected =
            "# SAT\n\n<div class=\"toy\" data-query=\"explorer=sat\"></div>\n\nWords <!-- no toy -->.";
        assert_eq!(with_toys(text), expected);
        assert_eq!(with_toys("<!-- toy: unfinished"), "<!-- toy: unfinished");
    }

    #[test]
    fn dots_are_taken_out_of_paths() {
        assert_eq!(normalized(Path::new("docs/texts/../../crates/./world")), Path::new("crates/world"));
    }
}
