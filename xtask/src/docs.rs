//! `cargo xtask docs`: the documentation of all crates, without a warning.

use crate::shell::{Failure, Outcome, cargo};
use crate::workspace::Workspace;

/// Builds it and prints where to begin reading.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    if let Some(word) = words.first() {
        return Err(Failure::Usage(format!("`docs` takes no arguments, but got `{word}`")));
    }
    cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings").run(workspace)?;
    println!("{}", workspace.target.join("doc/physics/index.html").display());
    Ok(())
}
