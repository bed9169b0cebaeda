//! The library crates can be published: each is packaged, and builds from its package and those of others.

use crate::layers::{LIBRARIES, package};
use crate::shell::{Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::path::PathBuf;

/// Packages the libraries. For each, cargo unpacks its package and builds it with the others from a
/// registry in a folder, which holds the packages made so far: what a user of crates.io would get.
pub fn run(workspace: &Workspace) -> Outcome {
    forget_unpacked()?;
    // Apart, and from nothing: cargo does not look whether a package of a registry has changed.
    let folder = workspace.target.join("packages");
    let _ = fs::remove_dir_all(&folder);
    let packages = LIBRARIES.iter().flat_map(|name| ["-p".to_owned(), package(name)]);
    let call = cargo("package --allow-dirty --target-dir").path(&folder).args(packages);
    // Nothing of it runs.
    call.env("CARGO_PROFILE_DEV_DEBUG", "0").run(workspace)?;
    // Half a gigabyte.
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// Deletes the packages that cargo unpacked from the registry in a folder in an earlier run: it would take
/// them for those of now, since their version is the same.
fn forget_unpacked() -> Outcome {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) else { return Ok(()) };
    let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    for registry in registries {
        for name in LIBRARIES {
            let unpacked = registry.path().join(format!("{}-{}", package(name), env!("CARGO_PKG_VERSION")));
            if unpacked.is_dir() {
                fs::remove_dir_all(&unpacked)
                    .map_err(|error| Failure::failed(format!("{}: {error}", unpacked.display())))?;
            }
        }
    }
    Ok(())
}
