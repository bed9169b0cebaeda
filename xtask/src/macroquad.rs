//! `cargo xtask macroquad`: tests the game in bindings/macroquad/ and builds its window, which is not opened.
//!
//! ```text
//!   rustfmt      the crate in bindings/macroquad/, which is no member of the workspace
//!   cargo test   the rules, without a window; the program is built, too; clippy compiles the crate
//! ```
//!
//! macroquad loads OpenGL and X11 when a program starts, so neither is needed here. There is one set of
//! features, so that the engine is compiled once; the rules alone: `cargo test --no-default-features`.

use crate::Job;
use crate::js::crate_of;
use crate::shell::{Failure, Outcome, linted};
use crate::workspace::Workspace;

/// Reads the arguments: there are none.
pub fn plan(words: &[String]) -> Outcome<Job> {
    match words.first() {
        Some(other) => Err(Failure::Usage(format!("`macroquad` does not know `{other}`"))),
        None => Ok(Box::new(run)),
    }
}

/// Checks, tests and builds.
fn run(workspace: &Workspace) -> Outcome {
    let folder = workspace.root.join("bindings/macroquad");
    crate_of(&folder, "fmt", &["--all", "--check"]).run(workspace)?;
    linted(crate_of(&folder, "test", &["--locked"])).run(workspace)
}
