//! Pages of Markdown as web pages: what a page links to comes to lie in the site, too.

use crate::shell::{Failure, Outcome};
use crate::tidy::{anchor, resolved};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const TEMPLATE: &str = include_str!("page.html");

/// The mark of a toy in a page: a button that shows the testbed with a query, such as `explorer=sat`.
const TOY: (&str, &str) = ("<!-- toy: ", " -->");

/// The site while it is written.
pub struct Site {
    /// The folder of the checkout.
    pub root: PathBuf,
    /// The folder of the site.
    pub folder: PathBuf,
    /// The links of the head of each page: place in the site, text.
    pub parts: Vec<(&'static str, &'static str)>,
    /// What stands at the foot of each page.
    pub foot: String,
    /// Files of the checkout that are in the site or will be, and those that wait.
    known: BTreeSet<String>,
    waiting: Vec<String>,
}

impl Site {
    pub fn new(root: &Path, folder: &Path) -> Self {
        let (root, folder) = (root.to_path_buf(), folder.to_path_buf());
        let (parts, known) = (Vec::new(), BTreeSet::new());
        Self { root, folder, parts, foot: String::new(), known, waiting: Vec::new() }
    }

    /// Writes a file of the site.
    pub fn write(&self, at: &str, bytes: impl AsRef<[u8]>) -> Outcome {
        let path = self.folder.join(at);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        made.map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
    }

    /// Writes a page. `side` is the list of contents beside it.
    pub fn page(&self, at: &str, title: &str, side: &str, body: &str) -> Outcome {
        let up = up(at);
        let mut parts = String::new();
        for (place, text) in &self.parts {
            let here = if *place == at { " aria-current=\"page\"" } else { "" };
            let _ = write!(parts, "<a href=\"{up}{place}\"{here}>{text}</a>");
        }
        let side = if side.is_empty() {
            String::new()
        } else {
            format!("<nav class=\"side\" id=\"contents\" aria-label=\"Contents\">{side}</nav>")
        };
        let text = TEMPLATE
            .replace("{title}", &escaped(title))
            .replace("{up}", &up)
            .replace("{parts}", &parts)
            .replace("{side}", &side)
            .replace("{foot}", &self.foot)
            .replace("{body}", body);
        self.write(at, text)
    }

    /// The place of a file of the checkout in the site. A file that is not there yet will be written by
    /// [`finish`](Self::finish).
    pub fn place_of(&mut self, path: &str) -> String {
        if self.known.insert(path.to_owned()) {
            self.waiting.push(path.to_owned());
        }
        self.place(path)
    }

    fn place(&self, path: &str) -> String {
        match path {
            "README.md" => "index.html".to_owned(),
            "CHANGELOG.md" => "changelog.html".to_owned(),
            _ if self.root.join(path).is_dir() => format!("book/{path}/index.html"),
            _ => match path.rsplit('.').next() {
                Some("md") => format!("book/{}html", path.trim_end_matches("md")),
                Some("png" | "svg" | "gif") => format!("book/{path}"),
                // By a name that every browser shows as text.
                _ => format!("book/{path}.txt"),
            },
        }
    }

    /// Writes all files that pages link to, and what those link to. `side` makes the contents beside a page.
    pub fn finish(&mut self, side: impl Fn(&mut Self, &str) -> String) -> Outcome {
        while let Some(path) = self.waiting.pop() {
            let (source, at) = (self.root.join(&path), self.place(&path));
            let failed = |error| Failure::failed(format!("{}: {error}", source.display()));
            if source.is_dir() || path.ends_with(".md") {
                let text = if source.is_dir() {
                    listing(&source, &path).map_err(failed)?
                } else {
                    fs::read_to_string(&source).map_err(failed)?
                };
                let (title, body) = self.html(&text, &path, &at);
                let side = side(self, &at);
                self.page(&at, &title, &side, &body)?;
            } else {
                self.write(&at, fs::read(&source).map_err(failed)?)?;
            }
        }
        Ok(())
    }

    /// The title of a page and its HTML. `from` is its file, by which its links are meant, `at` its place.
    pub fn html(&mut self, text: &str, from: &str, at: &str) -> (String, String) {
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        let mut events: Vec<Event<'_>> = Vec::new();
        let (mut title, mut heading, mut tables, mut anchors) = (String::new(), 0, 0, BTreeSet::new());
        for event in Parser::new_ext(text, options) {
            match event {
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = self.link(&dest_url, from, at).into();
                    events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    let dest_url = self.link(&dest_url, from, at).into();
                    events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
                }
                Event::Html(html) => events.push(Event::Html(self.raw(&html, from, at).into())),
                Event::InlineHtml(html) => events.push(Event::InlineHtml(self.raw(&html, from, at).into())),
                // A table that is wider than a phone is scrolled by itself.
                Event::Start(Tag::Table(columns)) => {
                    tables += 1;
                    let region = format!(
                        "<div class=\"wide\" role=\"region\" aria-label=\"Table {tables}\" tabindex=\"0\">"
                    );
                    events.push(Event::Html(region.into()));
                    events.push(Event::Start(Tag::Table(columns)));
                }
                Event::End(TagEnd::Table) => {
                    events.extend([Event::End(TagEnd::Table), Event::Html("</div>\n".into())]);
                }
                Event::Start(Tag::Heading { .. }) => {
                    heading = events.len();
                    events.push(event);
                }
                Event::End(TagEnd::Heading(_)) => {
                    let words: String = events[heading..].iter().filter_map(text_of).collect();
                    if title.is_empty() {
                        title.clone_from(&words);
                    }
                    let mut name = anchor(&words);
                    while !anchors.insert(name.clone()) {
                        name += "-1";
                    }
                    if let Event::Start(Tag::Heading { id, .. }) = &mut events[heading] {
                        *id = Some(name.into());
                    }
                    events.push(event);
                }
                other => events.push(other),
            }
        }
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        (title, body.replace("<pre>", "<pre tabindex=\"0\">"))
    }

    /// Where a link of the file `from` leads on the page `at`.
    fn link(&mut self, link: &str, from: &str, at: &str) -> String {
        let (name, part) = link.split_once('#').unwrap_or((link, ""));
        if name.is_empty() || name.contains("://") || name.starts_with("mailto:") {
            return link.to_owned();
        }
        let mut path = resolved(from, name);
        if self.root.join(&path).join("README.md").is_file() {
            path = format!("{path}/README.md").trim_start_matches('/').to_owned();
        }
        let place = self.place_of(&path);
        let part = if part.is_empty() { String::new() } else { format!("#{part}") };
        format!("{}{place}{part}", up(at))
    }

    /// HTML of a page with its links, and with toys for their marks.
    fn raw(&mut self, html: &str, from: &str, at: &str) -> String {
        if let Some(query) = html.trim().strip_prefix(TOY.0).and_then(|rest| rest.strip_suffix(TOY.1)) {
            return format!("<div class=\"toy\" data-query=\"{}\"></div>\n", escaped(query));
        }
        let mut written = String::new();
        let mut rest = html;
        while let Some((before, after)) = ["src=\"", "href=\""].iter().find_map(|name| rest.split_once(name))
            && let Some((target, others)) = after.split_once('"')
        {
            let name = if rest[before.len()..].starts_with("src") { "src" } else { "href" };
            let _ = write!(written, "{before}{name}=\"{}\"", self.link(target, from, at));
            rest = others;
        }
        written + rest
    }
}

/// A page that lists the files of a folder.
fn listing(folder: &Path, path: &str) -> std::io::Result<String> {
    let mut files: Vec<String> = fs::read_dir(folder)?
        .flatten()
        .filter(|file| file.path().is_file())
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut text = format!("# `{path}`\n\n");
    for file in files {
        let _ = writeln!(
            text,
            "- [{file}]({}/{file})",
            Path::new(path).file_name().unwrap_or_default().display()
        );
    }
    Ok(text)
}

/// From a page to the folder of the site.
fn up(at: &str) -> String {
    "../".repeat(at.matches('/').count())
}

fn text_of<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// Text as HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        Site::new(root, Path::new("nowhere"))
    }

    #[test]
    fn links_lead_from_a_page_to_places_of_the_site() {
        let text = "[a](guide.md#step) [b](../README.md) [c](../crates/geom) [d](https://e.org) \
                    [e](../crates/geom/src/lib.rs) ![f](pictures/step.svg)\n\n<img src=\"pictures/page.png\">";
        let (_, html) = site().html(text, "docs/tasks.md", "book/docs/tasks.html");
        for link in [
            "\"../../book/docs/guide.html#step\"",
            "\"../../index.html\"",
            "\"../../book/crates/geom/README.html\"",
            "\"https://e.org\"",
            "\"../../book/crates/geom/src/lib.rs.txt\"",
            "src=\"../../book/docs/pictures/step.svg\"",
            "<img src=\"../../book/docs/pictures/page.png\">",
        ] {
            assert!(html.contains(link), "{link}: {html}");
        }
    }

    #[test]
    fn headings_have_the_names_by_which_links_find_them() {
        let (title, html) =
            site().html("# A `page`\n\n## What it costs: all\n\n## What it costs: all", "a.md", "a.html");
        assert_eq!(title, "A page");
        assert!(
            html.contains("<h2 id=\"what-it-costs-all\">")
                && html.contains("<h2 id=\"what-it-costs-all-1\">")
        );
    }

    #[test]
    fn a_mark_becomes_a_toy() {
        let (_, html) =
            site().html("# SAT\n\n<!-- toy: explorer=sat -->\n\nWords <!-- no toy -->.", "a.md", "a.html");
        assert!(html.contains("<div class=\"toy\" data-query=\"explorer=sat\"></div>"), "{html}");
        assert!(html.contains("<!-- no toy -->"), "{html}");
    }
}
