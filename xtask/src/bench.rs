//! `cargo xtask bench`: writes the page that compares the engines, or runs the micro-benchmarks of this one.

use crate::shell::{Outcome, cargo};
use crate::workspace::Workspace;
use crate::{Job, unknown};

/// The page, relative to the root.
const PAGE: &str = "docs/measured/comparison.txt";

/// The first argument that asks for the micro-benchmarks.
const CRITERION: &str = "criterion";

/// For `--help`.
pub const ARGUMENTS: &str = "
  (none)               compare everything and write docs/measured/comparison.txt; takes hours
  OPTION...            compare only what the options name, and write no page. The options are those of `peers`:
                       --scene, --engines, --threads, --repeat, --steps, --change, --price, --quality, --seeds, --micro,
                       --race, --all, --markdown, --json, --from, --list;
                       `cargo run --release -p peers -- --help` explains them
  criterion [WORD...]  run the micro-benchmarks; the words go to `cargo bench -p benches`
";

/// The options of `peers` that may be given here.
const OPTIONS: &[&str] = &[
    "--scene",
    "--engines",
    "--threads",
    "--repeat",
    "--steps",
    "--change",
    "--price",
    "--quality",
    "--seeds",
    "--micro",
    "--race",
    "--all",
    "--markdown",
    "--json",
    "--from",
    "--list",
];

/// Reads the arguments. An option that `peers` does not know is refused here, before two other engines are
/// compiled.
pub fn plan(words: &[String]) -> Outcome<Job> {
    let words = words.to_vec();
    if words.first().is_some_and(|word| word == CRITERION) {
        return Ok(Box::new(move |workspace| cargo("bench -p benches").args(&words[1..]).run(workspace)));
    }
    for word in &words {
        let option = word.split('=').next().unwrap_or_default();
        if option.starts_with('-') && !OPTIONS.contains(&option) {
            return Err(unknown("option", word, OPTIONS.iter().copied()));
        }
    }
    if let Some(word) = words.first().filter(|word| !word.starts_with('-')) {
        return Err(unknown("argument", word, OPTIONS.iter().copied().chain([CRITERION])));
    }
    Ok(Box::new(move |workspace| compare(workspace, &words)))
}

fn compare(workspace: &Workspace, words: &[String]) -> Outcome {
    if words.iter().any(|word| word == "--list") {
        return cargo("run --release -p peers -- --list").run(workspace);
    }
    // Rapier's best build needs other features and compiler flags, which hold for a whole program. It has a
    // target folder of its own, so that neither build undoes the other.
    let folder = workspace.target.join("rapier-best");
    cargo("build --release -p peers --features rapier-best --target-dir")
        .path(&folder)
        .env("RUSTFLAGS", "-C target-cpu=native")
        .run(workspace)?;
    let best = folder.join("release").join(format!("peers{}", std::env::consts::EXE_SUFFIX));
    // Relative to the root, because the page shows the command.
    let best = best.strip_prefix(&workspace.root).unwrap_or(&best);
    let call = cargo("run --release -p peers -- --rapier-best").path(best);
    if !words.is_empty() {
        return call.args(words).run(workspace);
    }
    call.args(["--all", "--threads", "1,2", "--seeds", "3", "--markdown", PAGE]).run(workspace)?;
    println!("wrote {PAGE}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Failure;

    fn plan_of(line: &str) -> Outcome<Job> {
        plan(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    /// The list of options here is that of `peers`, but for those that this subcommand sets, that are hidden,
    /// or that make the table of `docs/far.md`.
    #[test]
    fn options_are_those_of_peers() {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/peers/src/options.rs");
        let text = std::fs::read_to_string(source).unwrap();
        let fields = text.split("pub struct Options {").nth(1).unwrap().split("\n}").next().unwrap();
        let mut options: Vec<String> = fields
            .lines()
            .filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next())
            .map(|name| format!("--{}", name.replace('_', "-")))
            .filter(|name| !["--rapier-best", "--child", "--far", "--box2d-double"].contains(&name.as_str()))
            .collect();
        options.sort();
        let mut known = OPTIONS.to_vec();
        known.sort_unstable();
        assert_eq!(options, known);
        assert!(OPTIONS.iter().all(|option| ARGUMENTS.contains(option)));
    }

    #[test]
    fn misspelt_option_error_names_the_nearest() {
        let Err(Failure::Usage(message)) = plan_of("--scenes pile") else { panic!("accepted") };
        assert!(message.contains("`--scene`"), "{message}");
        assert!(plan_of("--scene pile --threads=1,2").is_ok());
        assert!(plan_of("criterion --anything").is_ok());
        assert!(plan_of("pile").is_err());
    }
}
