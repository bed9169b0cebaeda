//! A profile names packages that there are: `[profile.release.package.physics2d-compute]`, or a line of
//! `[profile.release.package]`.
//!
//! Cargo ignores a table for another name with a warning. So after the crates of the engine were renamed, the
//! page was built with an engine optimized for size.

use super::Problem;
use super::source::Source;

/// Tables of the manifests of workspaces, which are those that have a lock file, for packages that the lock
/// file does not have.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let manifests = sources.iter().filter(|source| source.path.ends_with("Cargo.toml"));
    manifests.flat_map(|manifest| problems(manifest, sources)).collect()
}

fn problems(manifest: &Source, sources: &[Source]) -> Vec<Problem> {
    let lock = format!("{}lock", manifest.path.trim_end_matches("toml"));
    let lock = sources.iter().find(|source| source.path == lock);
    let is_locked =
        |name: &str| lock.is_some_and(|lock| lock.text.contains(&format!("\nname = \"{name}\"\n")));
    let mut problems = Vec::new();
    let (mut at, mut is_list) = (0, false);
    for line in manifest.text.split_inclusive('\n') {
        let row = line.split_once(" = ").map(|(name, _)| name.trim_matches('"')).filter(|_| is_list);
        if let Some(name) = package(line).or(row).filter(|name| *name != "*" && !is_locked(name)) {
            let what = format!("a profile of `{name}`, which its Cargo.lock does not have");
            let why = "cargo ignores it with a warning";
            problems.push(manifest.problem(at, what, why, "write the name of the package, not of the crate"));
        }
        if line.starts_with('[') {
            is_list = line.starts_with("[profile.") && line.trim().ends_with(".package]");
        }
        at += line.len();
    }
    problems
}

/// The package that a table is for, if the line begins one of a profile: `[profile.dev.package."*"]`.
fn package(line: &str) -> Option<&str> {
    let table = line.trim().strip_prefix("[profile.")?.strip_suffix(']')?;
    let (_, name) = table.split_once(".package.")?;
    Some(name.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_of_an_unknown_package_is_reported_with_its_line() {
        let manifest = "[profile.dev.package.\"*\"]\n[profile.dev.package.egui]\n[profile.quick.package.world]\n\
             [profile.release.package]\negui = { opt-level = 0 }\nwinit = { opt-level = 0 }\n[other]\nx = 1\n";
        let lock =
            "[[package]]\nname = \"egui\"\nversion = \"1\"\n\n[[package]]\nname = \"physics2d-world\"\n";
        let sources =
            [Source::new(manifest, "bindings/web/Cargo.toml"), Source::new(lock, "bindings/web/Cargo.lock")];
        let found = check(&sources);
        assert_eq!(found.iter().map(|problem| problem.line).collect::<Vec<_>>(), [3, 6]);
        assert!(found[0].what.contains("`world`"), "{}", found[0]);
        // A profile is read in the root of a workspace alone.
        assert_eq!(check(&sources[..1]).len(), 4);
    }
}
