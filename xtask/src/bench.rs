//! `cargo xtask bench`: the micro-benchmarks.

use crate::shell::{Outcome, cargo};
use crate::workspace::Workspace;

/// Runs them; `words` go to `cargo bench`.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    cargo("bench -p benches").args(words).run(workspace)
}
