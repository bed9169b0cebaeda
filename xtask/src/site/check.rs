//! Checks the pages of the site: their links here, and in Chromium what a browser makes of them.

use crate::ci::is_installed;
use crate::js::{install, node};
use crate::shell::{Failure, Outcome};
use crate::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where others wrote the pages: rustdoc, whose dead links are errors of `cargo doc`, and the testbed.
const OTHERS: [&str; 2] = ["rust", "page"];

/// Every link leads to a file of the site, and to a name in it if the page is ours; nothing that a page loads
/// is elsewhere.
pub fn links(folder: &Path) -> Outcome {
    let mut pages = BTreeMap::new();
    read(folder, "", &mut pages)?;
    let mut dead = Vec::new();
    let mut count = 0;
    for (at, text) in &pages {
        for (target, is_loaded) in targets(text) {
            count += 1;
            if target.contains("://") || target.starts_with("mailto:") {
                if is_loaded {
                    dead.push(format!("{at} loads {target}"));
                }
                continue;
            }
            let (path, part) = target.split_once('#').unwrap_or((target, ""));
            let path = path.split('?').next().unwrap_or_default();
            let path = if path.is_empty() { at.clone() } else { crate::tidy::resolved(at, path) };
            let has = |text: &String| part.is_empty() || text.contains(&format!("id=\"{part}\""));
            if !folder.join(&path).is_file() || !pages.get(&path).is_none_or(has) {
                dead.push(format!("{at} links to {target}"));
            }
        }
    }
    for line in dead.iter().take(20) {
        println!("{line}");
    }
    if !dead.is_empty() {
        return Err(Failure::failed(format!("{} of {count} links of the site lead nowhere", dead.len())));
    }
    println!("{count} links on {} pages lead somewhere", pages.len());
    Ok(())
}

/// Our pages, by their places.
fn read(folder: &Path, below: &str, pages: &mut BTreeMap<String, String>) -> Outcome {
    let failed = |error| Failure::failed(format!("{}: {error}", folder.display()));
    for file in fs::read_dir(folder).map_err(failed)?.flatten() {
        let (path, name) = (file.path(), file.file_name().to_string_lossy().into_owned());
        let at = format!("{below}{name}");
        if path.is_dir() && !OTHERS.contains(&&*at) {
            read(&path, &format!("{at}/"), pages)?;
        } else if at.ends_with(".html") {
            pages.insert(at, fs::read_to_string(&path).map_err(failed)?);
        }
    }
    Ok(())
}

/// Where the attributes of a page lead, and whether the browser loads it with the page.
fn targets(text: &str) -> impl Iterator<Item = (&str, bool)> {
    text.split('<').skip(1).filter(|tag| !tag.starts_with('!')).flat_map(|tag| {
        let tag = tag.split('>').next().unwrap_or_default();
        [" href=\"", " src=\""].into_iter().filter_map(move |name| {
            let (_, rest) = tag.split_once(name)?;
            Some((rest.split('"').next()?, !tag.starts_with("a ")))
        })
    })
}

/// Opens all pages in Chromium, at the widths of a desktop and a phone.
pub fn browser(workspace: &Workspace, folder: &Path) -> Outcome {
    if !is_installed("node") || !is_installed("npm") {
        return Err(Failure::failed("the pages are not opened: install Node with npm, and Chromium"));
    }
    install(workspace, &workspace.root.join("bindings/js"))?;
    let mut pages = BTreeMap::new();
    read(folder, "", &mut pages)?;
    let places: BTreeSet<&String> = pages.keys().collect();
    node(&workspace.root.join("xtask/src/site/check.mjs")).path(folder).args(places).run(workspace)
}
