//! The lower crates, each alone and without default features, against a toolchain that has no standard
//! library: a copy of the installed one with nothing in it but `core` and `alloc`. There, `std` in the crate
//! or in anything it depends on is a compile error, on any machine.
//!
//! Turned down: looking for features named `std` in `cargo tree`, which a dependency may call otherwise or
//! turn on by itself. A target that has no `std` proves the same and its pointer width too, but must be
//! installed; where it is, it is built for as well.

use crate::house::LOWER;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What there is to link without `std`.
const KEPT: &[&str] = &["libcore-", "liballoc-", "libcompiler_builtins-"];

/// A processor with neither an operating system nor 64-bit pointers, and one whose lanes are NEON's.
const OTHERS: &[&str] = &["thumbv7em-none-eabihf", "aarch64-unknown-linux-gnu"];

/// Checks each lower crate for the host without `std`, then for those of [`OTHERS`] that are installed.
pub fn run(workspace: &Workspace) -> Outcome {
    let host = host()?;
    let sysroot = workspace.scratch()?.join("sysroot-without-std");
    strip(&library_folder(&host)?, &sysroot, &host)
        .map_err(|error| Failure::failed(format!("{}: {error}", sysroot.display())))?;
    // A target named outright, even the host's, keeps the flags from build scripts and macros.
    let flags = format!("--sysroot\x1f{}", sysroot.display());
    check_all(workspace, &host, |call| call.env("CARGO_ENCODED_RUSTFLAGS", &flags))?;

    for target in OTHERS {
        if library_folder(target)?.is_dir() {
            check_all(workspace, target, |call| call)?;
        } else {
            println!("skipped: the target {target} is not installed (rustup target add {target})");
        }
    }
    Ok(())
}

fn check_all(workspace: &Workspace, target: &str, with: impl Fn(Call) -> Call) -> Outcome {
    LOWER.iter().try_for_each(|name| {
        println!("{name} without std, {target}");
        with(cargo("check --no-default-features").args(["--target", target, "-p", name])).run(workspace)
    })
}

/// The triple that rustc builds for unless told otherwise.
fn host() -> Outcome<String> {
    let version = Call::new("rustc -vV").text().unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::failed("`rustc -vV` does not name its host"))
}

/// Where the toolchain keeps the libraries of `target`, or would.
fn library_folder(target: &str) -> Outcome<PathBuf> {
    let call = Call::new("rustc --print target-libdir --target").arg(target);
    call.text().map(PathBuf::from).ok_or_else(|| Failure::failed(format!("`{call}` failed")))
}

/// Makes `sysroot` anew, holding [`KEPT`] from `libraries`.
fn strip(libraries: &Path, sysroot: &Path, host: &str) -> io::Result<()> {
    if sysroot.exists() {
        fs::remove_dir_all(sysroot)?;
    }
    let kept = sysroot.join("lib/rustlib").join(host).join("lib");
    fs::create_dir_all(&kept)?;
    for entry in fs::read_dir(libraries)? {
        let name = entry?.file_name();
        if KEPT.iter().any(|start| name.to_string_lossy().starts_with(start)) {
            fs::copy(libraries.join(&name), kept.join(&name))?;
        }
    }
    Ok(())
}
