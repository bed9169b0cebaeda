//! ThreadSanitizer over scenes on three threads.
//!
//! An example of `scenes` runs them, not the tests: the standard library of the toolchain is not
//! instrumented, and the harness of tests waits in it, which would give false alarms. With `--cfg tsan` the
//! lock of the workers carries an atomic that the sanitizer sees (`compute/src/workers/pool.rs`). It is a
//! flag of unreleased compilers; `RUSTC_BOOTSTRAP` lets a released one accept it.

use super::no_std::{host, library_folder};
use super::{Verdict, absent};
use crate::shell::{Call, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;

/// Scenes with contacts, joints and enough bodies to be shared among threads, and for how many steps each is
/// run.
const SCENES: &[(&str, u32)] = &[
    ("tower", 60),
    ("pyramid", 60),
    ("large_pyramid", 6),
    ("bridge", 60),
    ("pile", 60),
    ("ragdoll", 60),
    ("wrecking_ball", 60),
    ("rain", 10),
    ("car", 60),
    ("hills", 60),
    ("ropes", 30),
    ("smash", 5),
    ("joint_grid", 5),
    ("ragdoll_rain", 5),
    ("many_pyramids", 4),
];

/// Builds the example with the sanitizer and runs the scenes.
pub fn run(workspace: &Workspace) -> Outcome<Verdict> {
    let host = host()?;
    let has_runtime = fs::read_dir(library_folder(&host)?).is_ok_and(|mut files| {
        files.any(|file| file.is_ok_and(|f| is_runtime(&f.file_name().to_string_lossy())))
    });
    if !has_runtime {
        return absent(&format!("the runtime of ThreadSanitizer for {host}"));
    }
    let folder = workspace.target.join("tsan");
    cargo("build --quiet --release -p scenes --example run --target")
        .arg(&host)
        .arg("--target-dir")
        .path(&folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS)
        // Little optimization builds faster and leaves more accesses to watch. Reports name lines.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
        .run(workspace)?;
    let program = folder.join(&host).join("release/examples/run");
    let scenes = SCENES.iter().flat_map(|(scene, steps)| [(*scene).to_owned(), steps.to_string()]);
    Call::new("")
        .path(&program)
        .arg("3")
        .args(scenes)
        .env("TSAN_OPTIONS", "halt_on_error=1 exitcode=66")
        .run(workspace)
        .map(Verdict::from)
}

/// The flags of the compiler, separated as cargo wants it.
const FLAGS: &str = "-Zsanitizer=thread\x1f-Cunsafe-allow-abi-mismatch=sanitizer\x1f--cfg\x1ftsan";

fn is_runtime(file: &str) -> bool {
    file.contains("rt.tsan")
}
