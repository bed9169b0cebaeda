//! AddressSanitizer and ThreadSanitizer over scenes on three threads, and AddressSanitizer over the tests of
//! the crates that hold `unsafe`.
//!
//! ThreadSanitizer watches an example of `scenes`, not the tests: the standard library of the toolchain is
//! not instrumented, and the harness of tests waits in it, which would give false alarms. With `--cfg tsan`
//! the lock of the workers carries an atomic that the sanitizer sees (`compute/src/workers/pool.rs`).
//!
//! Both are flags of unreleased compilers; `RUSTC_BOOTSTRAP` lets a released one accept them. Nothing is
//! optimized: that builds in a third of the time, and leaves more accesses to watch.
//!
//! AddressSanitizer sees accesses past arrays on the stack and in static memory, which valgrind does not;
//! valgrind (part `memory`) sees reads of memory that nobody has written.

use super::no_std::{host, library_folder};
use super::{Verdict, absent, programs};
use crate::shell::{Call, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::path::PathBuf;

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

/// One of the sanitizers.
struct Sanitizer {
    /// Its name.
    name: &'static str,
    /// Its name in the file of its runtime, and of the folder of its builds.
    short: &'static str,
    /// The flags of the compiler, separated as cargo wants it.
    flags: &'static str,
    /// The variable that the runtime reads.
    options: &'static str,
}

const ADDRESS: Sanitizer = Sanitizer {
    name: "AddressSanitizer",
    short: "asan",
    flags: "-Zsanitizer=address\x1f-Cunsafe-allow-abi-mismatch=sanitizer",
    options: "ASAN_OPTIONS",
};

const THREAD: Sanitizer = Sanitizer {
    name: "ThreadSanitizer",
    short: "tsan",
    flags: "-Zsanitizer=thread\x1f-Cunsafe-allow-abi-mismatch=sanitizer\x1f--cfg\x1ftsan",
    options: "TSAN_OPTIONS",
};

/// Runs the scenes under ThreadSanitizer.
pub fn races(workspace: &Workspace) -> Outcome<Verdict> {
    let host = host()?;
    if !THREAD.is_installed(&host)? {
        return absent(&format!("the runtime of {} for {host}", THREAD.name));
    }
    THREAD.run_scenes(workspace, &host).map(Verdict::from)
}

/// Runs the scenes, and few random cases of the tests of `compute` and of those of `solver` that fill lanes
/// and share work, under AddressSanitizer. Valgrind runs the other tests of `solver` but `springs`, which
/// neither runs: see `tests::in_valgrind`.
pub fn addresses(workspace: &Workspace) -> Outcome<Verdict> {
    let host = host()?;
    if !ADDRESS.is_installed(&host)? {
        return absent(&format!("the runtime of {} for {host}", ADDRESS.name));
    }
    // Tests in the documentation do not get the flags.
    let tests = ADDRESS.cargo(
        "test --release -p physics2d-compute -p physics2d-solver --lib --test registers --test widths \
         --test workers --test threads --test mechanisms_in_lanes --target",
        workspace,
        &host,
    );
    let tests = programs::build(workspace, tests)?;
    programs::run(&tests, &[], |_| {
        vec![("INSTA_UPDATE", "no".to_owned()), ("PROPTEST_CASES", "10".to_owned())]
    })?;
    ADDRESS.run_scenes(workspace, &host).map(Verdict::from)
}

impl Sanitizer {
    /// Whether the toolchain has its runtime.
    fn is_installed(&self, host: &str) -> Outcome<bool> {
        let runtime = format!("rt.{}", self.short);
        let is_runtime = |file: fs::DirEntry| file.file_name().to_string_lossy().contains(&runtime);
        let files = fs::read_dir(library_folder(host)?);
        Ok(files.is_ok_and(|mut files| files.any(|file| file.is_ok_and(is_runtime))))
    }

    /// The folder of its builds.
    fn folder(&self, workspace: &Workspace) -> PathBuf {
        workspace.target.join(self.short)
    }

    /// A call of cargo, whose words end before the target, that builds with the sanitizer.
    fn cargo(&self, words: &str, workspace: &Workspace, host: &str) -> Call {
        cargo(words)
            .arg(host)
            .arg("--quiet")
            .arg("--target-dir")
            .path(&self.folder(workspace))
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_ENCODED_RUSTFLAGS", self.flags)
            // Without the assertions of debug builds, which take longer than the scenes. Reports name lines.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
    }

    fn run_scenes(&self, workspace: &Workspace, host: &str) -> Outcome {
        self.cargo("build --release -p scenes --example run --target", workspace, host).run(workspace)?;
        let program = self.folder(workspace).join(host).join("release/examples/run");
        let scenes = SCENES.iter().flat_map(|(scene, steps)| [(*scene).to_owned(), steps.to_string()]);
        Call::new("")
            .path(&program)
            .arg("3")
            .args(scenes)
            .env(self.options, "halt_on_error=1 exitcode=66")
            .run(workspace)
    }
}
