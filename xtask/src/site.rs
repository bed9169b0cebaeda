//! `cargo xtask site`: all that a user reads or downloads, as a folder for any server, `target/site`.
//!
//! ```text
//!   README.md, docs/comparison.md    index.html: the first paragraph, the fronts, the figures of speed
//!   docs/**/*.md                     book/: each page, and a copy of each file that a page links to
//!   cargo doc                        rust/: the reference of the libraries
//!   .pyi, .d.ts, .h                  python.html, javascript.html, c.html
//!   bindings/web/dist                page/, and the toys of the book
//!   tarball, wheels, C folder        downloads/, with levels
//! ```
//!
//! What has not been built is named with the command that builds it. Turned down: `mdbook`, which a
//! contributor had to install; it makes the book only, and copies no file that its pages link to.

mod chapters;
mod check;
mod pages;

use crate::Job;
use crate::ci::package::libraries;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use pages::{Site, escaped};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

pub const ARGUMENTS: &str = "
  --build   first build the page, the npm package, the wheels and the C library; half an hour and more
  --check   then look for dead links, and open the pages in Chromium: requests to elsewhere, phones, axe
";

/// Scenes whose levels can be downloaded.
const LEVELS: [&str; 8] =
    ["bridge", "card_house", "hills", "newtons_cradle", "pyramid", "ragdoll", "road", "wrecking_ball"];

/// The C library, with what CMake and pkg-config read, in the folder of cargo.
const C_FOLDER: &str = "physics2d-c";

/// A reference that is one file: its page, language and source, the command that writes that, and the name
/// that a line defines.
struct Reference {
    at: &'static str,
    language: &'static str,
    source: &'static str,
    command: &'static str,
    name: fn(&str) -> Option<&str>,
}

const REFERENCES: [Reference; 3] = [
    Reference {
        at: "python.html",
        language: "Python",
        source: "bindings/python/package/physics2d/__init__.pyi",
        command: "python tools/generate.py",
        name: |line| ["class ", "def "].iter().find_map(|word| line.strip_prefix(word)).and_then(first_word),
    },
    Reference {
        at: "javascript.html",
        language: "JavaScript",
        source: "bindings/js/dist/package/index.d.ts",
        command: "cargo xtask js --build",
        name: |line| line.strip_prefix("export ")?.split_once(' ').and_then(|(_, rest)| first_word(rest)),
    },
    Reference {
        at: "c.html",
        language: "C",
        source: "bindings/c/include/physics2d.h",
        command: "cargo xtask capi --write",
        name: |line| {
            let function = || {
                let is_declared = line.ends_with([';', ',']) && line.starts_with(|c: char| c.is_alphabetic());
                line.find(" p2_").or(line.find("*p2_")).filter(|_| is_declared).map(|at| &line[at + 1..])
            };
            line.strip_prefix("typedef struct ").or_else(function).and_then(first_word)
        },
    },
];

fn first_word(text: &str) -> Option<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|word| !word.is_empty())
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let (mut is_building, mut is_checking) = (false, false);
    for word in words {
        match word.as_str() {
            "--build" => is_building = true,
            "--check" => is_checking = true,
            other => return Err(Failure::Usage(format!("`site` does not know `{other}`"))),
        }
    }
    Ok(Box::new(move |workspace| {
        if is_building {
            build(workspace)?;
        }
        let folder = make(workspace)?;
        if is_checking {
            check::links(&folder)?;
            check::browser(workspace, &folder)?;
        }
        println!("python3 -m http.server --directory {}", folder.display());
        Ok(())
    }))
}

/// Builds what the site shows. Each command says what it misses.
fn build(workspace: &Workspace) -> Outcome {
    let folder = workspace.target.join(C_FOLDER).to_string_lossy().into_owned();
    let words = |line: &[&str]| line.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    crate::js::plan(&words(&["--build"]))?(workspace)?;
    crate::web::plan(&words(&["--build"]))?(workspace)?;
    crate::capi::plan(&words(&["--release-folder", &folder]))?(workspace)?;
    crate::python::plan(&words(&["--wheels"]))?(workspace)
}

/// Makes the site and returns its folder.
fn make(workspace: &Workspace) -> Outcome<PathBuf> {
    let folder = workspace.target.join("site");
    if folder.exists() {
        let removed = fs::remove_dir_all(&folder);
        removed.map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
    }
    cargo("doc --no-deps").args(libraries()).env("RUSTDOCFLAGS", "-D warnings").run(workspace)?;
    copy(&workspace.target.join("doc"), &folder.join("rust"))?;
    let page = workspace.root.join("bindings/web/dist");
    let has_page = page.join("index.html").exists();
    if has_page {
        copy(&page, &folder.join("page"))?;
    } else {
        println!("without the page and its toys: `cargo xtask web --build` builds them");
    }
    let mut site = Site::new(&workspace.root, &folder);
    site.foot = foot();
    site.parts = parts(has_page);
    let downloads = downloads(workspace, &site)?;
    site.page("downloads.html", "Downloads", "", &downloads)?;
    pages(&mut site, has_page)?;
    Ok(folder)
}

/// The links at the head of each page.
fn parts(has_page: bool) -> Vec<(&'static str, &'static str)> {
    let mut parts = vec![("index.html", "physics")];
    parts.extend(has_page.then_some(("page/index.html", "Try it")));
    parts.extend([("book/docs/README.html", "Book"), ("rust/physics/index.html", "Rust")]);
    parts.extend(REFERENCES.iter().map(|reference| (reference.at, reference.language)));
    parts.extend([("changelog.html", "Changes"), ("downloads.html", "Downloads")]);
    parts
}

/// The pages made of files of the checkout.
fn pages(site: &mut Site, has_page: bool) -> Outcome {
    site.write("site.css", include_str!("site/site.css"))?;
    site.write("icon.svg", include_str!("site/icon.svg"))?;
    site.write("toys.js", if has_page { include_str!("site/toys.js") } else { "" })?;
    let chapters = chapters::of(&site.root.join("docs"))?;
    let readme = read(&site.root.join("README.md"))?;
    let landing = landing(site, &readme, has_page)?;
    site.page("index.html", "A 2D rigid-body physics engine", "", &landing)?;
    for reference in &REFERENCES {
        write_reference(site, reference)?;
    }
    for page in chapters.pages() {
        site.place_of(&format!("docs/{page}"));
    }
    site.place_of("CHANGELOG.md");
    site.finish(|site, at| {
        let up = "../".repeat(at.matches('/').count());
        chapters.contents(|page| format!("{up}{}", site.place_of(&format!("docs/{page}"))))
    })
}

/// The landing page: parts of README and of docs/comparison.md, so that nothing is said twice.
fn landing(site: &mut Site, readme: &str, has_page: bool) -> Outcome<String> {
    let first = readme.split("\n\n").take(2).collect::<Vec<_>>().join("\n\n");
    let comparison = read(&site.root.join("docs/comparison.md"))?;
    let figures = ["## Speed\n", "## Quality\n"].map(|heading| section(&comparison, heading)).concat();
    let (_, first) = site.html(&first, "README.md", "index.html");
    let (_, fronts) = site.html(&section(readme, "## Six fronts\n"), "README.md", "index.html");
    let (_, figures) = site.html(&figures, "docs/comparison.md", "index.html");
    let moving = if has_page {
        "<iframe class=\"moving\" src=\"page/index.html?scene=wrecking_ball\" title=\"A wrecking ball, to play with\"></iframe>".to_owned()
    } else {
        let picture = site.place_of("docs/pictures/wrecking_ball.gif");
        format!("<p><img src=\"{picture}\" alt=\"A wrecking ball on a chain swings into crates\"></p>")
    };
    Ok(format!("{first}\n{moving}\n{fronts}\n{figures}"))
}

/// A section of a page, up to the next heading as high.
fn section(text: &str, heading: &str) -> String {
    let Some(at) = text.find(heading) else { return String::new() };
    let rest = &text[at + heading.len()..];
    format!("{heading}{}", &rest[..rest.find("\n## ").map_or(rest.len(), |end| end + 1)])
}

/// Writes the page of a reference: its source, with the names that it defines beside it.
fn write_reference(site: &mut Site, reference: &Reference) -> Outcome {
    let Reference { at, language, source, command, name } = reference;
    let title = format!("{language} reference");
    let Ok(text) = fs::read_to_string(site.root.join(source)) else {
        println!("without the reference for {language}: `{command}` builds it");
        let body = format!(
            "<h1>{title}</h1>\n<p>Not built here: <code>{command}</code> in a checkout builds it.</p>"
        );
        return site.page(at, &title, "", &body);
    };
    let (mut body, mut names) = (String::new(), String::from("<ul>\n"));
    let mut is_told = false;
    for line in text.lines() {
        let start = line.trim_start();
        // A comment of several lines ends where its closing mark is.
        let marks = line.matches("\"\"\"").count();
        let is_comment =
            is_told || marks > 0 || ["//", "/*", "* ", "*/"].iter().any(|mark| start.starts_with(mark));
        is_told ^= marks == 1;
        let html = escaped(line);
        let _ = match name(line).filter(|_| !is_comment) {
            Some(name) if !names.contains(&format!("\"#{name}\"")) => {
                let _ = writeln!(names, "<li><a href=\"#{name}\">{name}</a></li>");
                writeln!(body, "<b id=\"{name}\">{html}</b>")
            }
            _ if is_comment => writeln!(body, "<i>{html}</i>"),
            _ => writeln!(body, "{html}"),
        };
    }
    names += "</ul>";
    let body = format!("<h1>{title}</h1>\n<pre class=\"reference\">{body}</pre>");
    site.page(at, &title, &names, &body)
}

/// Copies what was built, and gives the page that lists it.
fn downloads(workspace: &Workspace, site: &Site) -> Outcome<String> {
    let into = site.folder.join("downloads");
    fs::create_dir_all(&into).map_err(|error| Failure::failed(format!("{}: {error}", into.display())))?;
    let mut rows = String::new();
    let js = with_ending(&workspace.root.join("bindings/js/dist"), "tgz");
    let python = workspace.root.join("bindings/python/target");
    let wheels =
        [with_ending(&python.join("dist"), "whl"), with_ending(&python.join("wheels"), "whl")].concat();
    let c = workspace.target.join(C_FOLDER);
    let mut archives = Vec::new();
    if c.join("include").exists() {
        let archive = into.join(format!("{C_FOLDER}.tar.gz"));
        Call::new("tar -czf")
            .path(&archive)
            .arg("-C")
            .path(&workspace.target)
            .arg(C_FOLDER)
            .run(workspace)?;
        archives.push(archive);
    }
    let command = format!("cargo xtask capi --release-folder {}", c.display());
    let folder = into.join("levels");
    cargo("run --quiet -p scenes --example levels --").path(&folder).args(LEVELS).run(workspace)?;
    let levels = with_ending(&folder, "level");
    for (what, files, command) in [
        ("npm package: <code>npm install FILE</code>", js, "cargo xtask js --build"),
        ("Python wheels: <code>pip install FILE</code>", wheels, "cargo xtask python --wheels"),
        ("C library for this kind of machine", archives, &*command),
        ("levels: <code>Level::from_bytes</code>, in JavaScript <code>World.fromLevel</code>", levels, ""),
    ] {
        let mut links = String::new();
        for file in &files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let below = if file.parent() == Some(&folder) { "levels/" } else { "" };
            let copy = into.join(format!("{below}{name}"));
            if *file != copy {
                fs::copy(file, &copy)
                    .map_err(|error| Failure::failed(format!("{}: {error}", file.display())))?;
            }
            let size = fs::metadata(&copy).map_or(0, |data| data.len()).div_ceil(1000);
            let _ = write!(links, "<a href=\"downloads/{below}{name}\">{name}</a> ({size} kB)<br>");
        }
        if files.is_empty() {
            println!("without a download: `{command}` builds it");
            let command = command.replace(&*workspace.target.to_string_lossy(), "target");
            links = format!("not built here: <code>{command}</code>");
        }
        let _ = writeln!(rows, "<tr><td>{what}</td><td>{links}</td></tr>");
    }
    Ok(format!(
        "<h1>Downloads</h1>\n<div class=\"wide\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>\n\
         <tr><th>for</th><th>files</th></tr>\n{rows}</table></div>"
    ))
}

/// The files below a folder whose names end so, sorted.
fn with_ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()) {
        if path.is_dir() {
            found.extend(with_ending(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Of which commit the site is.
fn foot() -> String {
    let commit = Call::new("git -c safe.directory=* log -1 --format=%h,%cs").text();
    let commit = commit.map_or(String::new(), |commit| format!(" Commit {}.", commit.replace(',', " of ")));
    format!("Version {}, under MIT or Apache-2.0.{commit}", env!("CARGO_PKG_VERSION"))
}

fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// Copies files and folders.
fn copy(from: &Path, to: &Path) -> Outcome {
    let failed = |error| Failure::failed(format!("{}: {error}", from.display()));
    fs::create_dir_all(to).map_err(failed)?;
    for file in fs::read_dir(from).map_err(failed)?.flatten() {
        let (path, copied) = (file.path(), to.join(file.file_name()));
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            fs::copy(&path, &copied).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page of docs/ is in the site, and every link leads to a file and a heading of the site.
    #[test]
    fn the_site_has_every_page_and_no_dead_link() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let folder = std::env::temp_dir().join(format!("xtask-site-{}", std::process::id()));
        let mut site = Site::new(root, &folder);
        site.parts = parts(false);
        // What cargo doc and `downloads` write.
        for at in ["rust/physics/index.html", "downloads.html"] {
            site.write(at, "").expect("a file");
        }
        pages(&mut site, false).expect("pages");
        for docs in ["", "experiments", "migrating", "texts"] {
            let names = fs::read_dir(root.join("docs").join(docs)).expect("a folder").flatten();
            for name in names.filter_map(|file| file.file_name().into_string().ok()) {
                let page = Path::new("book/docs").join(docs).join(name.replace(".md", ".html"));
                assert!(!name.ends_with(".md") || folder.join(&page).is_file(), "{page:?}");
            }
        }
        check::links(&folder).expect("no dead link");
        site.write("book/docs/guide.html", "<a href=\"no.html\">x</a>").expect("a file");
        assert!(check::links(&folder).is_err());
        site.write("book/docs/guide.html", "<img src=\"https://e.org/x.png\">").expect("a file");
        assert!(check::links(&folder).is_err());
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

    #[test]
    fn references_know_what_a_line_defines() {
        let [python, js, c] = REFERENCES.map(|reference| reference.name);
        assert_eq!(python("class World:"), Some("World"));
        assert_eq!(python("    def step(self) -> None: ..."), None);
        assert_eq!(js("export declare class World {"), Some("class"));
        assert_eq!(c("P2Result p2_body_destroy(P2BodyId body);"), Some("p2_body_destroy"));
        assert_eq!(c("typedef struct P2Vec2 {"), Some("P2Vec2"));
        assert_eq!(c("// see p2_version();"), None);
    }
}
