//! The dependencies between the members, and what each member's manifest must say.

use super::Problem;
use super::source::Source;
use crate::layers::{LAYERS, LIBRARIES, NO_STD, PROGRAMS};
use crate::workspace::Package;

/// What a manifest of a library must say beside what all manifests must: how it begins, and what to add.
const METADATA: &[(&str, &str)] = &[
    ("package.description=", "add a `description`: one sentence on what the crate does"),
    ("package.keywords=", "add up to five `keywords`"),
    ("package.categories=", "add `categories` of crates.io"),
    ("package.readme=", "add `readme = \"README.md\"`"),
];

/// The texts of the licences that must lie beside a library's manifest.
const LICENSES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT"];

/// Reports dependencies that [`LAYERS`] does not allow.
pub fn dependencies(packages: &[Package]) -> Vec<Problem> {
    packages.iter().flat_map(|package| dependencies_of(package, packages)).collect()
}

fn dependencies_of(package: &Package, packages: &[Package]) -> Vec<Problem> {
    let name = package.name.as_str();
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
        let why = "every crate has a place among the layers";
        let mend = "add it to LAYERS or PROGRAMS in xtask/src/layers.rs";
        let problem = problem(package, format!("`{name}` is in no layer"), why, mend);
        return if PROGRAMS.contains(&name) { Vec::new() } else { vec![problem] };
    };
    let tests_may_use_all = !NO_STD.contains(&name);
    let may_use = |dependency: &str, dev: bool| {
        layer.may_use.contains(&dependency) || (dev && (tests_may_use_all || dependency == "scenes"))
    };
    package
        .dependencies
        .iter()
        .filter(|dependency| packages.iter().any(|member| member.name == dependency.name))
        .filter(|dependency| !may_use(&dependency.name, dependency.dev))
        .map(|dependency| {
            let tests = if dependency.dev { "the tests of " } else { "" };
            let what = format!("{tests}`{name}` may not depend on `{}`", dependency.name);
            let why = "each layer uses only the layers below it";
            problem(package, what, why, "move the code to a layer that may use both")
        })
        .collect()
}

/// Reports manifests without the common licence or lints, crates without a README, and libraries with
/// incomplete metadata.
pub fn manifests(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    packages.iter().flat_map(|package| manifest(package, sources)).collect()
}

fn manifest(package: &Package, sources: &[Source]) -> Vec<Problem> {
    let file = |name: &str| sources.iter().find(|source| source.path == format!("{}/{name}", package.folder));
    let settings = file("Cargo.toml").map(|source| settings(&source.text)).unwrap_or_default();
    let lacks = |setting: &str| !settings.iter().any(|line| line.starts_with(setting));
    let mut problems = Vec::new();
    let mut report =
        |what: &str, why, mend: &str| problems.push(problem(package, what.to_owned(), why, mend));
    let name = crate::layers::package(&package.name);
    if lacks(&format!("package.name=\"{name}\"")) {
        let mend = format!("write `name = \"{name}\"`, and `[lib]` with `name = \"{}\"`", package.name);
        report("another name", "the packages' names follow `package` in xtask/src/layers.rs", &mend);
    }
    if name != package.name && lacks(&format!("lib.name=\"{}\"", package.name)) {
        let mend = format!("add `[lib]` with `name = \"{}\"`", package.name);
        report("another name of the library", "sources call a crate by the name of its folder", &mend);
    }
    if lacks("package.license.workspace=true") {
        report("no licence", "all crates have the same licence", "add `license.workspace = true`");
    }
    if lacks("lints.workspace=true") {
        report("no lints", "all crates have the same lints", "add `[lints]` with `workspace = true`");
    }
    // A version that differs from the workspace's has its reason beside it.
    if lacks("package.rust-version") {
        report("no Rust version", "README promises one", "add `rust-version.workspace = true`");
    }
    if package.folder.starts_with("crates/") && file("README.md").is_none() {
        let mend = "write one, with an example that runs as a test";
        report("no README.md", "each crate can be used alone", mend);
    }
    if LIBRARIES.contains(&package.name.as_str()) {
        let why = "a package must say what it is";
        for (setting, mend) in METADATA.iter().filter(|(setting, _)| lacks(setting)) {
            report(&format!("no `{}`", setting.trim_end_matches('=')), why, mend);
        }
        for name in LICENSES.iter().filter(|name| file(name).is_none()) {
            let mend = format!("add a symbolic link to the file in the root: ../../{name}");
            report(&format!("no file {name}"), "a package must contain its licence", &mend);
        }
    }
    problems
}

/// The assignments of a manifest, without spaces and with the name of the table in front:
/// `lints.workspace=true`.
fn settings(manifest: &str) -> Vec<String> {
    let mut table = String::new();
    let mut settings = Vec::new();
    for line in manifest.lines().map(|line| line.replace(' ', "")) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            table = format!("{name}.");
        } else {
            settings.push(format!("{table}{line}"));
        }
    }
    settings
}

fn problem(package: &Package, what: String, why: &'static str, mend: &str) -> Problem {
    Problem { file: format!("{}/Cargo.toml", package.folder), line: 1, what, why, mend: mend.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    fn package(name: &str, needs: &[&str], tests_need: &[&str]) -> Package {
        let all = |names: &[&str], dev| -> Vec<Dependency> {
            names.iter().map(|name| Dependency { name: (*name).to_owned(), dev }).collect()
        };
        let mut dependencies = all(needs, false);
        dependencies.extend(all(tests_need, true));
        let package = crate::layers::package(name);
        Package { name: name.to_owned(), package, folder: format!("crates/{name}"), dependencies }
    }

    /// What `name` may not depend on.
    fn refused(name: &str, needs: &[&str], tests_need: &[&str]) -> usize {
        let mut packages: Vec<Package> = LAYERS
            .iter()
            .map(|layer| layer.name)
            .chain(PROGRAMS.iter().copied())
            .filter(|member| *member != name)
            .map(|member| package(member, &[], &[]))
            .collect();
        packages.push(package(name, needs, tests_need));
        dependencies(&packages).len()
    }

    #[test]
    fn crates_may_use_lower_layers_and_outside_crates() {
        for layer in LAYERS {
            assert_eq!(refused(layer.name, layer.may_use, &["scenes"]), 0, "{}", layer.name);
        }
        assert_eq!(refused("compute", &["libm"], &["proptest"]), 0);
        assert_eq!(refused("world", &[], &["testbed"]), 0);
        assert_eq!(refused("testbed", &["world", "scenes"], &["benches"]), 0);
    }

    #[test]
    fn crates_may_not_use_higher_layers() {
        assert_eq!(refused("geom", &["collide"], &[]), 1);
        assert_eq!(refused("solver", &["broadphase", "world"], &[]), 2);
        assert_eq!(refused("scenes", &["testbed"], &[]), 1);
        assert_eq!(refused("solver", &[], &["physics"]), 1);
        assert_eq!(refused("geom", &["scenes"], &[]), 1);
        assert_eq!(refused("newcomer", &[], &[]), 1);
    }

    #[test]
    fn layers_have_no_cycle() {
        for (at, layer) in LAYERS.iter().enumerate() {
            assert!(layer.may_use.iter().all(|name| LAYERS[..at].iter().any(|below| below.name == *name)));
        }
    }

    /// How many problems a library with this manifest and these files has.
    fn missing(manifest: &str, files: &[&str]) -> usize {
        let mut sources = vec![Source::new(manifest, "crates/geom/Cargo.toml")];
        sources.extend(files.iter().map(|file| Source::new("A text.", format!("crates/geom/{file}"))));
        manifests(&[package("geom", &[], &[])], &sources).len()
    }

    #[test]
    fn every_missing_setting_and_file_of_a_library_is_reported() {
        let good = [
            "[package]",
            "name = \"physics2d-geom\"",
            "license.workspace = true",
            "rust-version.workspace = true",
            "description = \"Shapes\"",
            "keywords = [\"geometry\"]",
            "categories = [\"simulation\"]",
            "readme = \"README.md\"",
            "[lib]",
            "name = \"geom\"",
            "[lints]",
            "workspace = true",
        ];
        let files = ["README.md", LICENSES[0], LICENSES[1]];
        assert_eq!(missing(&good.join("\n"), &files), 0);
        for missed in good.iter().filter(|line| line.contains('=')) {
            let rest: Vec<&str> = good.into_iter().filter(|line| line != missed).collect();
            assert_eq!(missing(&rest.join("\n"), &files), 1, "{missed}");
        }
        for file in files {
            let others: Vec<&str> = files.into_iter().filter(|other| *other != file).collect();
            assert_eq!(missing(&good.join("\n"), &others), 1, "{file}");
        }
        assert_eq!(missing("", &[]), 5 + METADATA.len() + files.len());
    }
}
