//! `cargo xtask bevy`: tests the plugin for Bevy, without a window.
//!
//! ```text
//!   rustfmt, clippy   the crate in bevy/, which is no member of the workspace
//!   cargo test        laws of the synchronisation and of rollback, headless; the examples are built and run
//! ```
//!
//! The feature `gizmos` is left out: it takes half as many crates again. There is one set of features, so that
//! Bevy is compiled once. `cargo xtask ci` does not depend on
//! this command: the engine needs no Bevy.

use crate::Job;
use crate::js::crate_of;
use crate::shell::{Failure, Outcome};
use crate::workspace::Workspace;

pub const ARGUMENTS: &str = "
  --gizmos   with the feature `gizmos`, too: more crates
";

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let mut gizmos = false;
    for word in words {
        match word.as_str() {
            "--gizmos" => gizmos = true,
            other => return Err(Failure::Usage(format!("`bevy` does not know `{other}`"))),
        }
    }
    Ok(Box::new(move |workspace| run(workspace, gizmos)))
}

/// Checks and tests.
fn run(workspace: &Workspace, gizmos: bool) -> Outcome {
    let folder = workspace.root.join("bevy");
    let features = ["--features", if gizmos { "ggrs threads gizmos" } else { "ggrs threads" }];
    crate_of(&folder, "fmt", &["--all", "--check"]).run(workspace)?;
    let lints = crate_of(&folder, "clippy", &["--locked", "--all-targets"]).args(features);
    lints.args(["--", "-D", "warnings"]).run(workspace)?;
    crate_of(&folder, "test", &["--locked"]).args(features).run(workspace)
}
