//! The library crates can be published: each is packaged, and a crate that uses all of them compiles with
//! their packages.
//!
//! Turned down: to let cargo verify each package, which compiles the crates below it once for each set of
//! features, eleven times in all, and takes ten times as long. Part `features` checks each crate alone.

use crate::layers::{LIBRARIES, package};
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Packages the libraries, unpacks them, and checks a crate that uses them.
pub fn run(workspace: &Workspace) -> Outcome {
    // From nothing: a package that is no longer made must not be found.
    let folder = workspace.target.join("packages");
    let _ = fs::remove_dir_all(&folder);
    let packages = LIBRARIES.iter().flat_map(|name| ["-p".to_owned(), package(name)]);
    let call = cargo("package --no-verify --allow-dirty --target-dir").path(&folder).args(packages);
    call.run(workspace)?;
    let made = folder.join("package");
    for name in LIBRARIES {
        let archive = made.join(format!("{}.crate", unpacked(name)));
        Call::new("tar -xzf").path(&archive).arg("-C").path(&made).run(workspace)?;
    }
    let user = made.join("user");
    write_user(&user, &workspace.root.join("Cargo.lock"))
        .map_err(|error| Failure::failed(format!("{}: {error}", user.display())))?;
    let call = cargo("check --target-dir").path(&folder).arg("--manifest-path");
    call.path(&user.join("Cargo.toml")).run(workspace)?;
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// The folder in a package, and its name.
fn unpacked(name: &str) -> String {
    format!("{}-{}", package(name), env!("CARGO_PKG_VERSION"))
}

/// Writes a crate that depends on the packages beside it as one from crates.io would, with the versions of
/// other crates that are locked here.
fn write_user(folder: &Path, lock: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    fs::copy(lock, folder.join("Cargo.lock"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    fs::write(folder.join("Cargo.toml"), manifest())
}

fn manifest() -> String {
    let (mut uses, mut places) = (String::new(), String::new());
    for name in LIBRARIES {
        let _ = writeln!(uses, "{} = \"{}\"", package(name), env!("CARGO_PKG_VERSION"));
        let _ = writeln!(places, "{} = {{ path = \"../{}\" }}", package(name), unpacked(name));
    }
    format!(
        "[package]\nname = \"user\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{uses}\n\
         [patch.crates-io]\n{places}"
    )
}
