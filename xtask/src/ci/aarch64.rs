//! Golden hashes on aarch64: the same bits on another architecture, with lanes of NEON.
//!
//! The tests are cross-compiled and run in qemu, which is some ten times slower than the processor; so one
//! scene in three is run, and all with `GOLDEN_ONE_IN=1 cargo xtask ci aarch64`. The standard library for the
//! target comes from the toolchain (`rustup target add`), or is built from its sources, which Debian has in
//! packages ([`Toolchain`]).
//!
//! Building takes most of the time, so it is done with little optimization: [`PROFILE`].

use super::{Verdict, absent, is_installed};
use crate::shell::{Call, Outcome};
use crate::workspace::Workspace;
use std::path::Path;

/// The target.
const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The linker, and the emulator.
const LINKER: &str = "aarch64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-aarch64";

/// Debian's own compiler, and the sources of the standard library of the same version.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std";

/// Little optimization, since the bits do not depend on it: part `test` compares them with this level on the
/// host, part `test-release` with full optimization. And no lines for backtraces.
pub const PROFILE: &[(&str, &str)] = &[
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "false"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
];

/// The test runs one scene in so many. Neighbours in its list are of one kind.
const ONE_IN: &str = "GOLDEN_ONE_IN";

/// Where the standard library for a target comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// The installed toolchain has it.
    Installed,
    /// The installed toolchain has its sources (`rustup component add rust-src`).
    Sources,
    /// Debian's compiler has its sources (packages rustc-web and rust-web-src).
    Debian,
}

/// Tests the hashes of scenes.
pub fn run(workspace: &Workspace) -> Outcome<Verdict> {
    for program in [LINKER, EMULATOR] {
        if !is_installed(program) {
            return absent(program);
        }
    }
    let Some(toolchain) = toolchain(TARGET)? else {
        return absent(&format!("the target {TARGET} (rustup target add {TARGET})"));
    };
    println!("standard library of {TARGET}: {toolchain:?}");
    test(toolchain, workspace).run(workspace).map(Verdict::from)
}

/// The toolchain for a target, if there is one.
pub fn toolchain(target: &str) -> Outcome<Option<Toolchain>> {
    if super::no_std::library_folder(target)?.is_dir() {
        return Ok(Some(Toolchain::Installed));
    }
    let sysroot = Call::new("rustc --print sysroot").text().unwrap_or_default();
    if Path::new(&sysroot).join("lib/rustlib/src/rust/library/std").is_dir() {
        return Ok(Some(Toolchain::Sources));
    }
    let has_debian = [DEBIAN_RUSTC, DEBIAN_SOURCES].iter().all(|path| Path::new(path).exists());
    Ok(has_debian.then_some(Toolchain::Debian))
}

impl Toolchain {
    /// Makes a call of cargo use this toolchain. `build_std` is the flag by which it builds the standard
    /// library if it has only the sources.
    pub fn choose(self, mut call: Call, build_std: &str) -> Call {
        if self != Self::Installed {
            call = call.args(["-Z", build_std]).env("RUSTC_BOOTSTRAP", "1");
        }
        if self == Self::Debian {
            call = call.env("RUSTC", DEBIAN_RUSTC).env("RUSTDOC", "/usr/bin/rustdoc");
        }
        call
    }
}

fn test(toolchain: Toolchain, workspace: &Workspace) -> Call {
    let call = crate::shell::cargo("test --release -p scenes --test golden --target").arg(TARGET);
    let mut call = toolchain.choose(call, "build-std");
    if toolchain != Toolchain::Installed {
        // Without backtraces, which need three more crates.
        call = call.args(["-Z", "build-std-features=panic-unwind"]);
    }
    for (name, value) in PROFILE {
        call = call.env(name, *value);
    }
    let one_in = std::env::var(ONE_IN).unwrap_or_else(|_| "3".to_owned());
    // Apart, because another compiler would make cargo build everything for the host anew.
    call.arg("--target-dir")
        .path(&workspace.target.join("aarch64"))
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", format!("{EMULATOR} -L /usr/aarch64-linux-gnu"))
        .env(ONE_IN, one_in)
        .args(["--", "--exact", "scenes_give_their_golden_hashes"])
}
