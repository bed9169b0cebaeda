//! `cargo xtask bench`: the page that compares the engines, or the micro-benchmarks of ours.

use crate::shell::{Outcome, cargo};
use crate::workspace::Workspace;

/// The page, relative to the root.
const PAGE: &str = "docs/comparison.md";

/// The first word that asks for the micro-benchmarks instead.
const CRITERION: &str = "criterion";

/// Races all engines and writes the page. With words, races what they say, as `peers` does, and writes nothing; with
/// `criterion` first, runs the micro-benchmarks, and further words go to `cargo bench`.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    match words.split_first() {
        Some((first, rest)) if first == CRITERION => cargo("bench -p benches").args(rest).run(workspace),
        _ => compare(workspace, words),
    }
}

fn compare(workspace: &Workspace, words: &[String]) -> Outcome {
    // Rapier's best build is another program: its features and flags hold for the whole of it. It lies apart, so that
    // neither build undoes the other.
    let folder = workspace.target.join("rapier-best");
    cargo("build --release -p peers --features rapier-best --target-dir")
        .path(&folder)
        .env("RUSTFLAGS", "-C target-cpu=native")
        .run(workspace)?;
    let best = folder.join("release").join(format!("peers{}", std::env::consts::EXE_SUFFIX));
    // Named as seen from the root, since the command is told on the page.
    let best = best.strip_prefix(&workspace.root).unwrap_or(&best);
    let call = cargo("run --release -p peers -- --rapier-best").path(best);
    if !words.is_empty() {
        // Whoever asks for a part does not want the whole page to become it.
        return call.args(words).run(workspace);
    }
    call.args(["--all", "--threads", "1,2", "--seeds", "3", "--markdown", PAGE]).run(workspace)?;
    println!("wrote {PAGE}");
    Ok(())
}
