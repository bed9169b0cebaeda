//! Golden hashes in WebAssembly: the bits of a browser are those of every other machine, with the
//! instructions `simd128`, and without them if [`PLAIN`] is set. In each run of `.ci/run` the npm package
//! compares the bits of its plain build with those of Rust.
//!
//! Two test programs ([`TESTS`]) are compiled for `wasm32-unknown-unknown` and run by Node, which gives them
//! nothing: no clock, no arguments, no output. So they run all of their tests, on one thread, and trap if one
//! fails; of the scenes only `scenes_give_their_golden_hashes` is not ignored there. What the test wanted to
//! print is still in its memory then, so the runner looks for the lines there.
//!
//! Like part `aarch64`, it builds with little optimization ([`PROFILE`]), which takes most of its time. Only
//! the crates of the engine are compiled twice: the flag of `simd128` goes to them alone, as in a program
//! that uses the standard library of a toolchain. So that library, which may have to be built, is built once.

use super::aarch64::{PROFILE, Toolchain, toolchain};
use super::no_std::{host, library_folder};
use super::{Verdict, absent, is_installed};
use crate::layers::package;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// The target.
const TARGET: &str = "wasm32-unknown-unknown";

/// The test programs, each with the package that has it.
const TESTS: &[(&str, &str)] = &[("compute", "registers"), ("scenes", "golden")];

/// The two builds: whether each has the instructions `simd128`.
const BUILDS: &[(&str, bool)] = &[("plain", false), ("simd128", true)];

/// With this variable both builds run: `WASM_PLAIN=1 cargo xtask ci wasm`.
const PLAIN: &str = "WASM_PLAIN";

/// Runs a module without imports, and ends with what its main function returns. After a trap, prints the
/// lines of the test that name a scene with another hash, or what a failed assertion says.
const RUNNER: &str = r#"
const bytes = require("fs").readFileSync(process.argv[1]);
WebAssembly.instantiate(bytes, {}).then(({ instance }) => {
  let code = 1;
  try {
    code = instance.exports.main(0, 0);
  } catch (trap) {
    const memory = Buffer.from(instance.exports.memory.buffer).toString("latin1");
    const lines = new Set(memory.match(/\("[a-z_0-9]+", \d+, 0x[0-9a-f]+\)|panicked at [^\0]{1,200}/g));
    console.error(trap.message, ...lines);
  }
  process.exit(code);
});
"#;

/// Builds the test programs and runs them.
pub fn run(workspace: &Workspace) -> Outcome<Verdict> {
    if !is_installed("node") {
        return absent("node");
    }
    let Some(toolchain) = toolchain(TARGET)? else {
        return absent(&format!("the target {TARGET} (rustup target add {TARGET})"));
    };
    println!("standard library of {TARGET}: {toolchain:?}");
    let folder = workspace.target.join("wasm");
    let is_wanted = |&&(_, has_simd): &&(&str, bool)| has_simd || std::env::var_os(PLAIN).is_some();
    for &(name, has_simd) in BUILDS.iter().filter(is_wanted) {
        // A test program that a former build left behind would be run in place of this one.
        for old in programs(&folder)? {
            fs::remove_file(&old).map_err(|error| Failure::failed(format!("{}: {error}", old.display())))?;
        }
        println!("build {name}");
        build(toolchain, has_simd, &folder, workspace)?.run(workspace)?;
        let programs = programs(&folder)?;
        if programs.len() != TESTS.len() {
            return Err(Failure::failed(format!("{} programs in place of {}", programs.len(), TESTS.len())));
        }
        for program in programs {
            Call::new("node --eval").arg(RUNNER).path(&program).run(workspace)?;
        }
    }
    Ok(Verdict::from(()))
}

/// The call that compiles the test programs.
fn build(toolchain: Toolchain, has_simd: bool, folder: &Path, workspace: &Workspace) -> Outcome<Call> {
    // Debian's compiler comes without a linker for the target; cargo's toolchain has one.
    let linker = library_folder(&host()?)?.with_file_name("bin").join("rust-lld");
    let mut call = cargo("test --release --no-run --target").arg(TARGET);
    for (name, test) in TESTS {
        call = call.args(["-p", &package(name), "--test", test]);
    }
    call = toolchain.choose(call, "build-std=std,panic_abort").arg("--target-dir").path(folder);
    // Flags by package are not stable yet. Both builds have the variable, or they would share nothing.
    call = call.args(["-Z", "profile-rustflags"]).env("RUSTC_BOOTSTRAP", "1");
    if has_simd {
        for package in packages_of("scenes", workspace).into_iter().map(package) {
            let flags = format!("profile.release.package.{package}.rustflags=['-Ctarget-feature=+simd128']");
            call = call.arg("--config").arg(flags);
        }
    }
    call = call.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.to_string_lossy());
    Ok(PROFILE.iter().fold(call, |call, (name, value)| call.env(name, *value)))
}

/// A package of the workspace and those of its packages that it is built of.
fn packages_of<'a>(package: &'a str, workspace: &'a Workspace) -> Vec<&'a str> {
    let mut found = vec![package];
    let mut next = 0;
    while let Some(&name) = found.get(next) {
        next += 1;
        let own = workspace.packages.iter().filter(|package| package.name == name);
        let dependencies = own.flat_map(|package| &package.dependencies).filter(|dependency| !dependency.dev);
        for name in dependencies.map(|dependency| dependency.name.as_str()) {
            let is_ours = workspace.packages.iter().any(|package| package.name == name);
            if is_ours && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// The compiled test programs.
fn programs(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let deps = folder.join(TARGET).join("release/deps");
    let files = fs::read_dir(deps).into_iter().flatten().flatten().map(|file| file.path());
    let is_program = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".wasm") && TESTS.iter().any(|(_, test)| name.starts_with(&format!("{test}-")))
    };
    Ok(files.filter(is_program).collect())
}
