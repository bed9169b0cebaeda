//! `cargo xtask docs`: builds the documentation of all crates; a warning is an error.

use crate::ci::features;
use crate::shell::Outcome;
use crate::workspace::Workspace;
use crate::{Job, without_arguments};

/// Reads the arguments: there are none.
pub fn plan(words: &[String]) -> Outcome<Job> {
    without_arguments("docs", words, build)
}

/// Builds the documentation and prints the path of the page to begin with.
pub fn build(workspace: &Workspace) -> Outcome {
    features::whole(workspace, "doc").arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings").run(workspace)?;
    println!("{}", workspace.target.join("doc/physics/index.html").display());
    Ok(())
}
