//! Builds each lower crate by itself and without default features where there is no standard library.
//!
//! The toolchain is a copy of the installed one that holds only `core` and `alloc`. With it, a use of `std`
//! in the crate or in a dependency is a compile error, on any machine. Targets without `std` are checked too
//! where they are installed: they also have other widths of pointers.
//!
//! Turned down: searching `cargo tree` for features named `std`. A dependency may call such a feature
//! otherwise, or use `std` without a feature.

use crate::layers::{NO_STD, package};
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The libraries that remain without `std`.
const KEPT: &[&str] = &["libcore-", "liballoc-", "libcompiler_builtins-"];

/// A target with neither an operating system nor 64-bit pointers.
const BARE: &str = "thumbv7em-none-eabihf";

/// Checks each lower crate for the host without `std`, then for [`BARE`] if it is installed.
pub fn run(workspace: &Workspace) -> Outcome {
    let host = host()?;
    let sysroot = workspace.scratch()?.join("sysroot-without-std");
    strip(&library_folder(&host)?, &sysroot, &host)
        .map_err(|error| Failure::failed(format!("{}: {error}", sysroot.display())))?;
    // With --target, even the host's, cargo does not give the flags to build scripts and macros.
    let flags = format!("--sysroot\x1f{}", sysroot.display());
    check_all(workspace, &host, |call| call.env("CARGO_ENCODED_RUSTFLAGS", &flags))?;

    if library_folder(BARE)?.is_dir() {
        check_all(workspace, BARE, |call| call)
    } else {
        println!("not checked: the target {BARE} is not installed (rustup target add {BARE})");
        Ok(())
    }
}

fn check_all(workspace: &Workspace, target: &str, with: impl Fn(Call) -> Call) -> Outcome {
    NO_STD.iter().try_for_each(|name| {
        println!("{name} without std, {target}");
        with(cargo("check --no-default-features").args(["--target", target, "-p", &package(name)]))
            .run(workspace)
    })
}

/// The target that rustc builds for by default.
pub fn host() -> Outcome<String> {
    let version = Call::new("rustc -vV").text().unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::failed("`rustc -vV` does not name its host"))
}

/// Where the toolchain keeps the libraries of `target` if it has them.
pub fn library_folder(target: &str) -> Outcome<PathBuf> {
    let call = Call::new("rustc --print target-libdir --target").arg(target);
    call.text().map(PathBuf::from).ok_or_else(|| Failure::failed(format!("`{call}` failed")))
}

/// Makes `sysroot` anew, with the libraries [`KEPT`] of the folder `libraries`.
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
