//! `cargo xtask python --wheels`: wheels for other machines, as old as their Linux may be.
//!
//! Zig links against the symbols of glibc 2.17 (2014), whatever this machine has, and for aarch64 as well;
//! maturin refuses a wheel that needs a newer one. One wheel serves Python 3.10 and later, since it uses the
//! stable part of Python's interface only. Both come to lie in `bindings/python/target/dist`.

use super::{Venv, only_file};
use crate::ci::aarch64::{Toolchain, toolchain};
use crate::shell::{Failure, Outcome};
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// The targets. The first one is this machine's, or else is not tested.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// The oldest glibc that Rust's standard library works with.
const PLATFORM: &str = "manylinux_2_17";

/// Versions of Python on which the wheel for this machine is tried, as far as they are there.
const VERSIONS: [&str; 5] = ["3.10", "3.11", "3.12", "3.13", "3.14"];

/// What a wheel must do at least.
const TRIAL: &str = "import physics2d as p, sys; w = p.World(); b = w.add_body(kind='dynamic'); b.add_circle(1); \
                     w.step(count=60); assert -6 < w.poses()[0, 1] < -4; print('works on Python', sys.version)";

/// Builds the wheels and tests them.
pub fn run(workspace: &Workspace, folder: &Path, python: &str) -> Outcome {
    // Before the first wheel is built for minutes.
    for target in TARGETS {
        chosen(target)?;
    }
    let venv = Venv { folder: folder.join("target/venv-wheels") };
    venv.prepare(workspace, python, &folder.join("requirements-wheels.txt"))?;
    let dist = folder.join("target/dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|error| Failure::failed(format!("{dist:?}: {error}")))?;
    }
    let [here, other] = TARGETS;
    let wheel = build(workspace, &venv, folder, here)?;
    let is_here = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    for version in VERSIONS {
        let python = format!("python{version}");
        if is_here && super::usable(&python).is_ok() {
            let trial = Venv { folder: folder.join(format!("target/venv-trial-{version}")) };
            trial.prepare(workspace, &python, &folder.join("requirements-trial.txt"))?;
            let words = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
            trial.python().args(words).path(&wheel).run(workspace)?;
            trial.python().args(["-c", TRIAL]).run(workspace)?;
        } else {
            println!("the wheel is not tried on Python {version}, which is not here");
        }
    }
    let wheel_of_other = build(workspace, &venv, folder, other)?;
    if is_here {
        // The trial of the other wheel compares with this one.
        let words = ["-m", "pip", "install", "--quiet", "--force-reinstall"];
        venv.python().args(words).path(&wheel).run(workspace)?;
        venv.python().path(&folder.join("tools/aarch64.py")).path(&wheel_of_other).run(workspace)?;
    } else {
        println!("neither wheel is tried: this machine is not x86-64 with Linux");
    }
    println!("{}\n{}", wheel.display(), wheel_of_other.display());
    Ok(())
}

/// How to compile for a target.
fn chosen(target: &'static str) -> Outcome<Toolchain> {
    let missing = || Failure::failed(format!("the target {target} is missing: rustup target add {target}"));
    toolchain(target)?.ok_or_else(missing)
}

/// Builds the wheel for a target, which comes to lie in a folder of its own.
fn build(workspace: &Workspace, venv: &Venv, folder: &Path, target: &'static str) -> Outcome<PathBuf> {
    println!("building the wheel for {target}; from nothing that takes six minutes of processor time");
    let out = folder.join("target/dist").join(target);
    let call = venv
        .program("maturin")
        .args(["build", "--release", "--locked", "--zig", "--compatibility", PLATFORM, "--target", target])
        .arg("--manifest-path")
        .path(&folder.join("Cargo.toml"))
        .arg("--out")
        .path(&out)
        // Apart from the build for this machine, which has other flags.
        .env("CARGO_TARGET_DIR", folder.join("target/wheels-build").to_string_lossy());
    chosen(target)?.choose(call, "build-std").run(workspace)?;
    only_file(&out)
}
