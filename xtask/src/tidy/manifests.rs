//! Who depends on whom, and what each member's manifest must say.

use super::Problem;
use super::source::Source;
use crate::house::{ABOVE, HOUSE, LOWER};
use crate::workspace::Package;

/// The members depend on each other as the house is built.
pub fn dependencies(packages: &[Package]) -> Vec<Problem> {
    packages.iter().flat_map(|package| dependencies_of(package, packages)).collect()
}

fn dependencies_of(package: &Package, packages: &[Package]) -> Vec<Problem> {
    let name = package.name.as_str();
    let Some(floor) = HOUSE.iter().find(|floor| floor.name == name) else {
        let why = "it is decided for each crate what it may know";
        let mend = "give it a line in xtask/src/house.rs";
        let problem = problem(package, format!("`{name}` is not in the house"), why, mend);
        return if ABOVE.contains(&name) { Vec::new() } else { vec![problem] };
    };
    let tests_know_all = !LOWER.contains(&name);
    let may = |dependency: &str, dev: bool| {
        floor.knows.contains(&dependency) || (dev && (tests_know_all || dependency == "scenes"))
    };
    package
        .dependencies
        .iter()
        .filter(|dependency| packages.iter().any(|member| member.name == dependency.name))
        .filter(|dependency| !may(&dependency.name, dependency.dev))
        .map(|dependency| {
            let kind = if dependency.dev { "the tests of " } else { "" };
            let what = format!("{kind}`{name}` may not depend on `{}`", dependency.name);
            let why = "each line of the house depends only on lines above it";
            problem(package, what, why, "move the code to the floor that knows both")
        })
        .collect()
}

/// Each member shares the licence and the lints; each crate of the engine has a page of its own.
pub fn manifests(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    packages.iter().flat_map(|package| manifest(package, sources)).collect()
}

fn manifest(package: &Package, sources: &[Source]) -> Vec<Problem> {
    let file = |name: &str| sources.iter().find(|source| source.path == format!("{}/{name}", package.folder));
    let settings = file("Cargo.toml").map(|source| settings(&source.text)).unwrap_or_default();
    let lacks = |setting: &str| !settings.iter().any(|line| line == setting);
    let mut problems = Vec::new();
    if lacks("package.license.workspace=true") {
        let why = "all crates share one licence";
        problems.push(problem(package, "no licence".to_owned(), why, "add `license.workspace = true`"));
    }
    if lacks("lints.workspace=true") {
        let why = "all crates share one lint table";
        problems.push(problem(package, "no lints".to_owned(), why, "add `[lints]` with `workspace = true`"));
    }
    if package.folder.starts_with("crates/") && file("README.md").is_none() {
        let why = "each crate can be used alone";
        let mend = "write one with an example that is run as a test";
        problems.push(problem(package, "no README.md".to_owned(), why, mend));
    }
    problems
}

/// The assignments of a manifest with their table's name in front, without spaces: `lints.workspace=true`.
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
        Package { name: name.to_owned(), folder: format!("crates/{name}"), dependencies }
    }

    /// What `name` may not depend on.
    fn refused(name: &str, needs: &[&str], tests_need: &[&str]) -> usize {
        let mut packages: Vec<Package> = HOUSE
            .iter()
            .map(|floor| floor.name)
            .chain(ABOVE.iter().copied())
            .filter(|member| *member != name)
            .map(|member| package(member, &[], &[]))
            .collect();
        packages.push(package(name, needs, tests_need));
        dependencies(&packages).len()
    }

    #[test]
    fn crates_depend_downwards_and_on_strangers() {
        for floor in HOUSE {
            assert_eq!(refused(floor.name, floor.knows, &["scenes"]), 0, "{}", floor.name);
        }
        assert_eq!(refused("compute", &["libm"], &["proptest"]), 0);
        assert_eq!(refused("world", &[], &["testbed"]), 0);
        assert_eq!(refused("testbed", &["world", "scenes"], &["benches"]), 0);
    }

    #[test]
    fn crates_do_not_depend_upwards() {
        assert_eq!(refused("geom", &["collide"], &[]), 1);
        assert_eq!(refused("solver", &["broadphase", "world"], &[]), 2);
        assert_eq!(refused("scenes", &["testbed"], &[]), 1);
        assert_eq!(refused("solver", &[], &["physics"]), 1);
        assert_eq!(refused("geom", &["scenes"], &[]), 1);
        assert_eq!(refused("newcomer", &[], &[]), 1);
    }

    /// Each floor stands on floors drawn before it.
    #[test]
    fn the_house_has_no_cycle() {
        for (at, floor) in HOUSE.iter().enumerate() {
            assert!(floor.knows.iter().all(|name| HOUSE[..at].iter().any(|below| below.name == *name)));
        }
    }

    #[test]
    fn a_manifest_shares_licence_and_lints_and_a_crate_has_its_page() {
        let missing = |manifest: &str, page: &str| {
            let sources = [
                Source::new(manifest, "crates/geom/Cargo.toml"),
                Source::new("A page.", format!("crates/{page}")),
            ];
            manifests(&[package("geom", &[], &[])], &sources).len()
        };
        let good = "[package]\nlicense.workspace = true\n\n[lints]\nworkspace = true\n";
        assert_eq!(missing(good, "geom/README.md"), 0);
        assert_eq!(missing(good, "solver/README.md"), 1);
        assert_eq!(
            missing("[package]\nlicense.workspace = true\n[x]\nworkspace = true", "geom/README.md"),
            1
        );
        assert_eq!(missing("[lints]\nworkspace = true", "geom/README.md"), 1);
        assert_eq!(missing("", "README.md"), 3);
    }
}
