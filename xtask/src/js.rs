//! `cargo xtask js`: builds the npm package and tests it in Node and in Chromium.
//!
//! ```text
//!   npm install           what bindings/js/package-lock.json names: binaryen, rollup, puppeteer-core,
//!                         typescript, vite
//!   rustfmt, clippy       the crates in bindings/js/, which are no members of the workspace; with
//!                         --quick clippy takes the place of the compiler
//!   cargo build           bindings/js/bindgen, and the engine twice: without and with vector instructions;
//!                         with --quick once, with them
//!   tools/build.mjs       wasm-bindgen, wasm-opt, tables, types, rollup, npm pack;
//!                         fails if a file is above its ceiling
//!   wasm_size             how much of it each crate is
//!   node --test           laws, bad input, definitions, memory, types, examples, and pages in Chromium
//! ```
//!
//! `cargo xtask ci` does not depend on it: the engine needs no Node.

use crate::Job;
use crate::ci::aarch64::{Toolchain, toolchain};
use crate::ci::is_installed;
use crate::ci::no_std::{host, library_folder};
use crate::shell::{Call, Failure, Outcome, cargo, linted};
use crate::wasm_size;
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

pub const ARGUMENTS: &str = "
  --build   build and pack only
  --quick   test one build, with vector instructions and little optimization, whose size says nothing
  --race    build, then race the package against other engines (bindings/js/race); nothing is tested
";

pub const TARGET: &str = "wasm32-unknown-unknown";

/// Fewer copies of functions than the compiler makes for a processor: a sixth less code, which is as fast.
const INLINE: &str = "-Cllvm-args=-inline-threshold=40 -Cllvm-args=-inlinehint-threshold=80";

/// Names that tell the crates of a function and of its types: `wasm_size` reads them.
const NAMES: &str = "-Csymbol-mangling-version=v0";

/// How many of the largest functions are printed.
const LARGEST: usize = 20;

/// The oldest Node that the tests run in: it has the options of `node --test`. Debian 12 has 18.20. The test
/// with Vite, which needs 20.19, is skipped there.
const OLDEST: [u32; 2] = [18, 19];

/// What is done after the package has been built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Test,
    TestQuickly,
    Nothing,
    Race,
}

impl Then {
    fn is_test(self) -> bool {
        matches!(self, Self::Test | Self::TestQuickly)
    }
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let mut then = Then::Test;
    for word in words {
        then = match word.as_str() {
            "--build" => Then::Nothing,
            "--quick" => Then::TestQuickly,
            "--race" => Then::Race,
            other => return Err(Failure::Usage(format!("`js` does not know `{other}`"))),
        };
    }
    Ok(Box::new(move |workspace| run(workspace, then)))
}

/// Builds and tests.
fn run(workspace: &Workspace, then: Then) -> Outcome {
    if let Err(missing) = usable() {
        let [major, minor] = OLDEST;
        let needs = format!(
            "Node {major}.{minor} or later, npm, and the target {TARGET} (rustup target add {TARGET})"
        );
        let message = format!("{missing}; the npm package needs {needs}");
        // A contributor without Node is not held up by tests; who asks for the package is told.
        if std::env::var_os("CI").is_some() || !then.is_test() {
            return Err(Failure::failed(message));
        }
        println!("nothing is tested: {message}");
        return Ok(());
    }
    let folder = workspace.root.join("bindings/js");
    install(workspace, &folder)?;
    if then.is_test() {
        crate_of(&folder, "fmt", &["--all", "--check"]).run(workspace)?;
    }
    // Another toolchain's compiler has no clippy that takes its place.
    let is_linted = then == Then::TestQuickly && toolchain(TARGET)? == Some(Toolchain::Installed);
    if then.is_test() && !is_linted {
        let lints = crate_of(&folder, "clippy", &["--locked", "-p", "physics2d-js", "--target", TARGET]);
        for_web(lints)?.args(["--", "-D", "warnings"]).run(workspace)?;
    }
    let is_quick = then == Then::TestQuickly;
    if !is_quick {
        println!("compiling the engine twice; from nothing that takes ten minutes of processor time");
    }
    crate_of(&folder, "build", &["--locked", "-p", "bindgen"]).run(workspace)?;
    let profile = if is_quick { "quick" } else { "release" };
    let vectors = format!("{INLINE} {NAMES} -Ctarget-feature=+simd128");
    let simd = engine(workspace, &folder, ("simd", &vectors), profile, is_linted)?;
    // Quick tests run one build under both names.
    let scalars = format!("{INLINE} {NAMES}");
    let plain = match is_quick {
        true => simd.clone(),
        false => engine(workspace, &folder, ("plain", &scalars), profile, false)?,
    };
    let bindgen = folder.join("target/debug").join(format!("bindgen{}", std::env::consts::EXE_SUFFIX));
    let build = node(&folder.join("tools/build.mjs"));
    let words = if is_quick { &["--quick"][..] } else { &[] };
    let built = build.path(&bindgen).path(&plain).path(&simd).args(words.iter().copied()).run(workspace);
    let named = folder.join("dist/simd/named.wasm");
    // Above a ceiling the build fails, and the table tells why.
    if named.is_file() && !is_quick {
        wasm_size::print(&named, LARGEST)?;
    }
    built?;
    match then {
        Then::Nothing => {
            println!("npm install {}/dist/physics2d-VERSION.tgz puts it into a project", folder.display());
            Ok(())
        }
        Then::Test | Then::TestQuickly => {
            let mut call = Call::new("node --expose-gc --test --test-reporter=spec");
            for test in tests(&folder)? {
                call = call.path(&test);
            }
            call.run(workspace)
        }
        Then::Race => {
            let race = folder.join("race");
            install(workspace, &race)?;
            node(&race.join("race.mjs")).run(workspace)
        }
    }
}

/// Whether all programs are there.
pub fn usable() -> Result<(), String> {
    let version = Call::new("node --version");
    let found = if is_installed("node") { version.text() } else { None };
    let found = found.ok_or("`node` cannot be started")?;
    if is_too_old(&found) {
        return Err(format!("Node is {found}"));
    }
    if !is_installed("npm") {
        return Err("`npm` cannot be started".into());
    }
    match toolchain(TARGET) {
        Ok(Some(_)) => Ok(()),
        _ => Err(format!("there is no standard library for {TARGET}")),
    }
}

/// Whether what `node --version` prints is before [`OLDEST`], or no version.
fn is_too_old(version: &str) -> bool {
    let mut parts = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    [major, minor] < OLDEST
}

pub fn node(script: &Path) -> Call {
    Call::new("node").path(script)
}

/// Installs what the lock file of a folder names, unless that is done.
pub fn install(workspace: &Workspace, folder: &Path) -> Outcome {
    let (lock, done) = (folder.join("package-lock.json"), folder.join("node_modules/.installed"));
    let read = |path: &Path| fs::read(path).ok();
    if read(&lock).is_some() && read(&lock) == read(&done) {
        return Ok(());
    }
    Call::new("npm ci --no-audit --no-fund --prefix").path(folder).run(workspace)?;
    fs::copy(&lock, &done)
        .map(|_| ())
        .map_err(|error| Failure::failed(format!("{}: {error}", done.display())))
}

/// A call of cargo for the crates in `folder`, which build in their own target folder.
pub fn crate_of(folder: &Path, command: &str, words: &[&str]) -> Call {
    cargo(command)
        .arg("--manifest-path")
        .path(&folder.join("Cargo.toml"))
        .args(words.iter().copied())
        .env("CARGO_TARGET_DIR", folder.join("target").to_string_lossy())
}

/// The call with what it needs to compile for WebAssembly.
pub fn for_web(call: Call) -> Outcome<Call> {
    let found = toolchain(TARGET)?.ok_or_else(|| Failure::failed(format!("no {TARGET}")))?;
    if found == Toolchain::Installed {
        return Ok(call);
    }
    // Debian's compiler comes without a linker for the target; cargo's toolchain has one.
    let linker = library_folder(&host()?)?.with_file_name("bin").join("rust-lld");
    let call = call.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.to_string_lossy());
    Ok(found.choose(call, "build-std=std,panic_abort"))
}

/// The engine, compiled with these flags, in a target folder of its own.
fn engine(
    workspace: &Workspace,
    folder: &Path,
    (name, flags): (&str, &str),
    profile: &str,
    is_linted: bool,
) -> Outcome<PathBuf> {
    let target = folder.join("target").join(name);
    let words = ["--locked", "--profile", profile, "-p", "physics2d-js", "--target", TARGET];
    let call = cargo("build").arg("--manifest-path").path(&folder.join("Cargo.toml")).args(words);
    let call = call.env("CARGO_TARGET_DIR", target.to_string_lossy()).env("RUSTFLAGS", flags);
    let call = if is_linted { linted(call) } else { call };
    for_web(call)?.run(workspace)?;
    Ok(target.join(TARGET).join(profile).join("physics2d.wasm"))
}

/// The test files, in the order of their names.
fn tests(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let files = fs::read_dir(folder.join("tests")).into_iter().flatten().flatten().map(|file| file.path());
    let mut tests: Vec<_> = files.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    if tests.is_empty() {
        return Err(Failure::failed("bindings/js/tests holds no tests"));
    }
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_by_number() {
        for (version, expected) in
            [("v18.20.8", false), ("v18.9.1", true), ("v20.0.0", false), ("v9.99.0", true), ("node", true)]
        {
            assert_eq!(is_too_old(version), expected, "{version}");
        }
    }

    #[test]
    fn tests_of_the_package_are_found() {
        let found = tests(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/js")).unwrap();
        assert!(found.iter().any(|path| path.ends_with("laws.test.mjs")), "{found:?}");
    }
}
