//! One version for crates, wheel, npm package, C library and plugin: that of `[workspace.package]`.
//!
//! Cargo shares it among the members of one workspace. The packages for other languages are workspaces of
//! their own, and npm has a file of its own.

use super::Problem;
use super::source::Source;

/// Manifests whose version is another one, at the first line that says so.
pub fn check(sources: &[Source]) -> Vec<Problem> {
    let of = |path: &str| sources.iter().find(|source| source.path == path);
    let Some(version) = of("Cargo.toml").and_then(|root| versions(root).next()).map(|(_, version)| version)
    else {
        return Vec::new();
    };
    let others = sources.iter().filter_map(|source| {
        let (at, other) = versions(source).find(|(_, other)| *other != version)?;
        let what = format!("version {other}, where the workspace has {version}");
        Some(source.problem(at, what, "one number holds for all packages", &format!("write {version}")))
    });
    others.collect()
}

/// The version that a manifest gives its package, and those that it asks for of crates of this repository,
/// each with its place.
fn versions(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    let is_cargo = source.path == "Cargo.toml" || source.path.ends_with("/Cargo.toml");
    let is_npm = source.path.ends_with("/package.json");
    let mut at = 0;
    source.text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let own = if is_cargo && (line.starts_with("version = ") || line.contains("path = ")) {
            line.split_once("version = \"")
        } else if is_npm {
            line.trim_start().strip_prefix("\"version\"").and_then(|rest| rest.split_once('"'))
        } else {
            None
        };
        Some((start, own?.1.split('"').next()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_reported_with_its_line() {
        let root = "[workspace.package]\nversion = \"0.2.0\"\n[workspace.dependencies]\nserde = { version = \"1\" }\n\
             world = { path = \"crates/world\", version = \"0.2.0\" }\n";
        let old = root.replace("world\", version = \"0.2.0\"", "world\", version = \"0.1.0\"");
        let npm = "{\n  \"name\": \"physics2d\",\n  \"version\": \"0.1.0\",\n  \"rollup\": \"4.0.0\"\n}\n";
        let files = |root: &str, python: &str, npm: &str| {
            [
                Source::new(root, "Cargo.toml"),
                Source::new(python, "bindings/python/Cargo.toml"),
                Source::new(npm, "bindings/js/package/package.json"),
            ]
        };
        let lines = |sources: &[Source]| -> Vec<(String, usize)> {
            check(sources).into_iter().map(|problem| (problem.file, problem.line)).collect()
        };
        let python = "[package]\nname = \"physics2d\"\nversion = \"0.2.0\"\n";
        assert_eq!(lines(&files(root, python, &npm.replace("0.1.0", "0.2.0"))), []);
        let found = lines(&files(&old, &python.replace("0.2.0", "0.3.0"), npm));
        let expected =
            [("Cargo.toml", 5), ("bindings/python/Cargo.toml", 3), ("bindings/js/package/package.json", 3)];
        assert_eq!(found, expected.map(|(file, line)| (file.to_owned(), line)));
    }
}
