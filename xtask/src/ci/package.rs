//! The library crates can be packaged: their manifests are complete and name the version of every dependency.

use crate::layers::LIBRARIES;
use crate::shell::{Outcome, cargo};
use crate::workspace::Workspace;

/// Packages the libraries. They are not built from the packages: part `features` has built each alone.
pub fn run(workspace: &Workspace) -> Outcome {
    let packages = LIBRARIES.iter().flat_map(|name| ["-p", name]);
    cargo("package --no-verify --allow-dirty").args(packages).run(workspace)
}
