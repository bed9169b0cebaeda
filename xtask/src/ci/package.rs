//! The library crates can be published: each is packaged, and builds from its package and those of others.

use crate::layers::{LIBRARIES, package};
use crate::shell::{Outcome, cargo};
use crate::workspace::Workspace;

/// Packages the libraries. For each, cargo unpacks its package and builds it with the others from a
/// registry in a folder, which holds the packages made so far: what a user of crates.io would get.
pub fn run(workspace: &Workspace) -> Outcome {
    let packages = LIBRARIES.iter().flat_map(|name| ["-p".to_owned(), package(name)]);
    let call = cargo("package --allow-dirty").args(packages);
    // Nothing of it runs.
    call.env("CARGO_PROFILE_DEV_DEBUG", "0").run(workspace)
}
