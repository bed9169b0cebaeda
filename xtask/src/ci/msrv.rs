//! The minimum Rust versions of the manifests (`rust-version`).
//!
//! Three checks keep the promise. Clippy's lint `incompatible_msrv`, in part `clippy`, refuses what the
//! standard library got later. The check here refuses a dependency that needs a later Rust. Where rustup has
//! the promised toolchain, the libraries are built with it too.
//!
//! Turned down: only to build with the promised toolchain. It must be downloaded, which not every machine can
//! do.

use super::Verdict;
use crate::layers::{LIBRARIES, package};
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks the dependencies of every member, then builds the libraries where the toolchain is installed.
pub fn run(workspace: &Workspace) -> Outcome<Verdict> {
    let output = cargo("metadata --format-version 1").output(workspace)?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Failure::failed(format!("`cargo metadata` gave an unexpected answer: {error}")))?;
    let newer = newer_dependencies(&metadata);
    if !newer.is_empty() {
        return Err(Failure::failed(newer.into_iter().collect::<Vec<_>>().join("\n")));
    }
    let promised = workspace_version(&metadata).unwrap_or_default();
    println!(
        "every dependency accepts the rust-version of the members that use it ({promised} for the libraries)"
    );
    let toolchain = Call::new("rustup run").args([&promised, "rustc", "--version"]);
    // The list of toolchains is read first, because `rustup run` would print an error if the toolchain is not
    // installed.
    let list = Call::new("rustup toolchain list").text().unwrap_or_default();
    if list.lines().any(|line| line.starts_with(&promised)) && toolchain.text().is_some() {
        let packages = LIBRARIES.iter().flat_map(|name| ["-p".to_owned(), package(name)]);
        let folder = workspace.target.join("msrv");
        Call::new("rustup run")
            .args([&promised, "cargo", "check", "--target-dir"])
            .path(&folder)
            .args(packages)
            // Cargo names itself to its subprocesses; rustup chooses another.
            .run(workspace)?;
    } else {
        println!("not built with Rust {promised}: not installed (rustup toolchain install {promised})");
    }
    Ok(Verdict::Passed)
}

/// The `rust-version` of the lowest library.
fn workspace_version(metadata: &Value) -> Option<String> {
    let name = package(LIBRARIES[0]);
    let lowest = metadata["packages"].as_array()?.iter().find(|package| package["name"] == *name)?;
    lowest["rust_version"].as_str().map(str::to_owned)
}

/// A sentence for each dependency, direct or indirect, that needs a later Rust than the member that uses it.
/// Dependencies that only tests and build scripts of the members use are left out: users of the libraries do
/// not compile them.
fn newer_dependencies(metadata: &Value) -> BTreeSet<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let nodes = list(&metadata["resolve"]["nodes"]);
    let package = |id: &Value| packages.iter().find(|package| package["id"] == *id);
    let mut found = BTreeSet::new();
    for member in list(&metadata["workspace_members"]) {
        let Some(user) = package(&member) else { continue };
        let Some(promised) = user["rust_version"].as_str() else {
            found.insert(format!("{} has no rust-version", user["name"]));
            continue;
        };
        let (mut reached, mut open) = (BTreeSet::new(), vec![member.clone()]);
        while let Some(id) = open.pop() {
            let node = nodes.iter().find(|node| node["id"] == id);
            for dependency in node.map(|node| list(&node["deps"])).unwrap_or_default() {
                let kinds = list(&dependency["dep_kinds"]);
                let is_normal = kinds.iter().any(|kind| kind["kind"].is_null());
                if is_normal && reached.insert(dependency["pkg"].to_string()) {
                    open.push(dependency["pkg"].clone());
                }
            }
        }
        for used in packages.iter().filter(|package| reached.contains(&package["id"].to_string())) {
            if let Some(needed) = used["rust_version"].as_str().filter(|needed| is_later(needed, promised)) {
                let (name, user) = (&used["name"], &user["name"]);
                found.insert(format!("{name} needs Rust {needed}, but {user} promises {promised}"));
            }
        }
    }
    found
}

/// Whether version `a` is later than `b`; a part that is missing is 0.
fn is_later(a: &str, b: &str) -> bool {
    let parts = |version: &str| -> Vec<u32> {
        let mut parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
        parts.resize(3, 0);
        parts
    };
    parts(a) > parts(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn versions_are_compared_by_number() {
        for (a, b) in [("1.90", "1.89"), ("1.100", "1.89"), ("1.89.1", "1.89"), ("2", "1.89")] {
            assert!(is_later(a, b) && !is_later(b, a), "{a}, {b}");
        }
        assert!(!is_later("1.89.0", "1.89") && !is_later("1.89", "1.89.0"));
    }

    /// `a` uses `b`, which uses `c`; `d` is only for tests.
    fn metadata(c: &str) -> Value {
        let package = |name: &str, version: &str| json!({"id": name, "name": name, "rust_version": version});
        let uses = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        json!({
            "packages": [package("a", "1.89"), package("b", "1.60"), package("c", c), package("d", "1.99")],
            "workspace_members": ["a"],
            "resolve": {"nodes": [
                {"id": "a", "deps": [uses("b", Value::Null), uses("d", json!("dev"))]},
                {"id": "b", "deps": [uses("c", Value::Null)]},
                {"id": "c", "deps": []},
                {"id": "d", "deps": []},
            ]},
        })
    }

    #[test]
    fn dependencies_of_dependencies_count_and_those_of_tests_do_not() {
        assert!(newer_dependencies(&metadata("1.89")).is_empty());
        let found = newer_dependencies(&metadata("1.90"));
        assert_eq!(found.len(), 1);
        assert!(found.iter().all(|line| line.contains("1.90") && line.contains("1.89")), "{found:?}");
    }
}
