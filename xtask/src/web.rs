//! `cargo xtask web`: builds the testbed as a web page, and tests it in Chromium.
//!
//! ```text
//!   npm install           what bindings/js/package-lock.json names; the page needs nothing else
//!   rustfmt, clippy       the crate in bindings/web/, for WebAssembly; with --quick, clippy compiles it
//!   cargo build           bindings/js/bindgen, and the page with vector instructions
//!   tools/build.mjs       wasm-bindgen, wasm-opt: dist, and its size after brotli, which has a ceiling
//!   node --test           the page opens, a body is thrown, at the size of a phone, the golden hash; and
//!                         screenshots are compared with those in bindings/web/tests/pictures
//! ```

use crate::Job;
use crate::ci::aarch64::{Toolchain, toolchain};
use crate::js::{TARGET, crate_of, for_web, install, node, usable};
use crate::shell::{Call, Failure, Outcome, cargo, linted};
use crate::workspace::Workspace;

pub const ARGUMENTS: &str = "
  --check   only check that the page compiles
  --build   build bindings/web/dist only; any server of files can show it
  --quick   test a page that is built fast, and is larger and slower
  --pictures  write the stored screenshots of bindings/web/tests/pictures anew
";

/// What is done with the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Checked,
    Built,
    /// Built fast, and tested.
    Quick,
    Tested,
    /// Tested, and the stored screenshots written anew.
    Stored,
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let mut until = Until::Tested;
    for word in words {
        until = match word.as_str() {
            "--check" => Until::Checked,
            "--build" => Until::Built,
            "--quick" => Until::Quick,
            "--pictures" => Until::Stored,
            other => return Err(Failure::Usage(format!("`web` does not know `{other}`"))),
        };
    }
    Ok(Box::new(move |workspace| run(workspace, until)))
}

fn run(workspace: &Workspace, until: Until) -> Outcome {
    if let Err(missing) = usable() {
        let message = format!("{missing}; the page needs what the npm package needs");
        // A contributor without Node is not held up by tests; who asks for the page is told.
        if std::env::var_os("CI").is_some() || matches!(until, Until::Built | Until::Stored) {
            return Err(Failure::failed(message));
        }
        println!("nothing is tested: {message}");
        return Ok(());
    }
    let (folder, js) = (workspace.root.join("bindings/web"), workspace.root.join("bindings/js"));
    crate_of(&folder, "fmt", &["--check"]).run(workspace)?;
    // Another toolchain's compiler has no clippy that takes its place.
    let is_linted = until == Until::Quick && toolchain(TARGET)? == Some(Toolchain::Installed);
    if !is_linted {
        let lints = crate_of(&folder, "clippy", &["--locked", "--target", TARGET]);
        for_web(lints)?.args(["--", "-D", "warnings"]).run(workspace)?;
    }
    if until == Until::Checked {
        return Ok(());
    }
    install(workspace, &js)?;
    if until != Until::Quick {
        println!("compiling the page; from nothing that takes ten minutes of processor time and more");
    }
    crate_of(&js, "build", &["--locked", "-p", "bindgen"]).run(workspace)?;
    let target = folder.join("target");
    let profile = if until == Until::Quick { "quick" } else { "release" };
    let words = ["--locked", "--profile", profile, "--target", TARGET, "--manifest-path"];
    let build = cargo("build").args(words).path(&folder.join("Cargo.toml"));
    let build = build.env("CARGO_TARGET_DIR", target.to_string_lossy());
    let build = if is_linted { linted(build) } else { build };
    for_web(build.env("RUSTFLAGS", "-Ctarget-feature=+simd128"))?.run(workspace)?;
    let bindgen = js.join("target/debug").join(format!("bindgen{}", std::env::consts::EXE_SUFFIX));
    let page = target.join(TARGET).join(profile).join("page.wasm");
    node(&folder.join("tools/build.mjs")).path(&bindgen).path(&page).arg(profile).run(workspace)?;
    if until == Until::Built {
        println!("python3 -m http.server --directory {} shows it", folder.join("dist").display());
        return Ok(());
    }
    // One after the other: a browser that draws by a program takes a core and more.
    let tests = Call::new("node --test --test-concurrency=1 --test-reporter=spec");
    let tests = ["page", "pictures"]
        .into_iter()
        .fold(tests, |call, name| call.path(&folder.join(format!("tests/{name}.test.mjs"))));
    let tests = if until == Until::Stored { tests.env("WRITE_PICTURES", "1") } else { tests };
    tests.run(workspace)
}
