//! Golden hashes in WebAssembly: the bits of a browser are those of every other machine.
//!
//! The test program of the scenes is compiled for `wasm32-unknown-unknown` and run by Node, which gives it
//! nothing: no clock, no arguments, no output. So it runs all of its tests, of which only
//! `scenes_give_their_golden_hashes` is not ignored there, on one thread, and traps if a hash differs. What
//! the test wanted to print is still in its memory then, so the runner looks for the lines there.
//!
//! Like part `aarch64`, it builds with little optimization ([`PROFILE`]), which takes most of its time.

use super::aarch64::{PROFILE, toolchain};
use super::no_std::{host, library_folder};
use super::{Verdict, absent, is_installed};
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// The target.
const TARGET: &str = "wasm32-unknown-unknown";

/// Runs a module without imports, and ends with what its main function returns. After a trap, prints the
/// lines of the test that name a scene with another hash.
const RUNNER: &str = r#"
const bytes = require("fs").readFileSync(process.argv[1]);
WebAssembly.instantiate(bytes, {}).then(({ instance }) => {
  let code = 1;
  try {
    code = instance.exports.main(0, 0);
  } catch (trap) {
    const memory = Buffer.from(instance.exports.memory.buffer).toString("latin1");
    const lines = new Set(memory.match(/\("[a-z_0-9]+", \d+, 0x[0-9a-f]+\)/g));
    console.error(trap.message, ...lines);
  }
  process.exit(code);
});
"#;

/// Builds the test program and runs it.
pub fn run(workspace: &Workspace) -> Outcome<Verdict> {
    if !is_installed("node") {
        return absent("node");
    }
    let Some(toolchain) = toolchain(TARGET)? else {
        return absent(&format!("the target {TARGET} (rustup target add {TARGET})"));
    };
    println!("standard library of {TARGET}: {toolchain:?}");
    let folder = workspace.target.join("wasm");
    // A test program that a former build left behind would be run in place of this one.
    for old in programs(&folder)? {
        fs::remove_file(&old).map_err(|error| Failure::failed(format!("{}: {error}", old.display())))?;
    }
    // Debian's compiler comes without a linker for the target; cargo's toolchain has one.
    let linker = library_folder(&host()?)?.with_file_name("bin").join("rust-lld");
    let call = cargo("test --release --no-run -p scenes --test golden --target").arg(TARGET);
    let call = toolchain.choose(call, "build-std=std,panic_abort").arg("--target-dir").path(&folder);
    let call = call.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.to_string_lossy());
    PROFILE.iter().fold(call, |call, (name, value)| call.env(name, *value)).run(workspace)?;
    let programs = programs(&folder)?;
    let [program] = programs.as_slice() else {
        return Err(Failure::failed(format!("{} programs in place of one", programs.len())));
    };
    Call::new("node --eval").arg(RUNNER).path(program).run(workspace).map(Verdict::from)
}

/// The compiled test programs.
fn programs(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let deps = folder.join(TARGET).join("release/deps");
    let files = fs::read_dir(deps).into_iter().flatten().flatten().map(|file| file.path());
    let is_program = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("golden-") && name.ends_with(".wasm")
    };
    Ok(files.filter(is_program).collect())
}
