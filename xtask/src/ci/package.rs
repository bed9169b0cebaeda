//! The library crates can be published: each is packaged, and a crate that uses all of them compiles with
//! their packages.
//!
//! `cargo xtask publish` publishes them: cargo sorts them, lowest first, and waits for the registry.
//!
//! Turned down: to let cargo verify each package, which compiles the crates below it once for each set of
//! features, eleven times in all, and takes ten times as long. Part `features` checks each crate alone.

use crate::Job;
use crate::layers::{LIBRARIES, package};
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

pub const ARGUMENTS: &str = "
  --dry-run   do all but the upload
";

/// Reads the arguments of `cargo xtask publish`.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let is_dry = match words {
        [] => false,
        [word] if word == "--dry-run" => true,
        [word, ..] => return Err(Failure::Usage(format!("`publish` does not know `{word}`"))),
    };
    Ok(Box::new(move |workspace| {
        let call = cargo("publish --locked").args(libraries());
        if is_dry { call.arg("--dry-run") } else { call }.run(workspace)
    }))
}

/// The library crates, as arguments of cargo.
pub fn libraries() -> impl Iterator<Item = String> {
    LIBRARIES.iter().flat_map(|name| ["-p".to_owned(), package(name)])
}

/// Packages the libraries, unpacks them, and checks a crate that uses them.
pub fn run(workspace: &Workspace) -> Outcome {
    // From nothing: a package that is no longer made must not be found.
    let folder = workspace.target.join("packages");
    let _ = fs::remove_dir_all(&folder);
    let call = cargo("package --no-verify --allow-dirty --target-dir").path(&folder).args(libraries());
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
