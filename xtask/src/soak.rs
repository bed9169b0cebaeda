//! `cargo xtask soak`: the property tests for as long as one likes, with new random cases each round.
//!
//! `ci` draws the same few cases each time, so that it is green or red for a reason; here is where rare cases are
//! found. A failure prints the seed with which it comes again.

use crate::house::LOWER;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use time::OffsetDateTime;

/// Where the last run is written down, relative to the root.
const PAGE: &str = "docs/soak.md";

/// Cases of each property in one round.
const CASES: u32 = 50_000;

/// How long without being told.
const MINUTES: u64 = 10;

/// Runs round after round until the time is up; `words` may say `--minutes N`.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let minutes = match words {
        [] => MINUTES,
        [flag, number] if flag == "--minutes" => {
            number.parse().map_err(|_| Failure::Usage(format!("--minutes {number}: not a whole number")))?
        }
        _ => return Err(Failure::Usage("cargo xtask soak [--minutes N]".to_owned())),
    };
    let start = Instant::now();
    let mut seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut rounds = 0;
    while rounds == 0 || start.elapsed() < Duration::from_secs(60 * minutes) {
        println!("== round {}, seed {seed}", rounds + 1);
        let call = round(seed);
        call.run(workspace)?;
        (rounds, seed) = (rounds + 1, seed + 1);
    }
    let page = workspace.root.join(PAGE);
    let text = page_of(&OffsetDateTime::now_utc().date().to_string(), &commit(), rounds);
    fs::write(&page, text).map_err(|error| Failure::failed(format!("{}: {error}", page.display())))?;
    println!("wrote {PAGE}");
    Ok(())
}

/// The tests of the crates that have properties. The seed and the number of cases go through the environment.
fn round(seed: u64) -> Call {
    let packages = LOWER.iter().chain(&["world"]).flat_map(|name| ["-p", name]);
    cargo("test --release --lib --tests")
        .args(packages)
        .env("PROPTEST_CASES", CASES.to_string())
        .env("PROPTEST_RNG_SEED", seed.to_string())
        // The default numbers of cases that a filter may turn down are meant for some hundred cases.
        .env("PROPTEST_MAX_GLOBAL_REJECTS", u32::MAX.to_string())
        .env("PROPTEST_MAX_LOCAL_REJECTS", u32::MAX.to_string())
        .env("INSTA_UPDATE", "no")
}

fn commit() -> String {
    Call::new("git describe --always --dirty").text().unwrap_or_else(|| "unknown".to_owned())
}

fn page_of(date: &str, commit: &str, rounds: u32) -> String {
    format!(
        "# The last long search\n\nWritten by `cargo xtask soak`, which draws new random cases for every property test \
         of the crates from `compute`\nto `world`. Tests of whole histories take a fraction of the cases.\n\n| date | \
         commit | rounds | cases of each property | failures |\n|---|---|---|---|---|\n| {date} | {commit} | {rounds} | \
         {} | 0 |\n",
        u64::from(rounds) * u64::from(CASES)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page says how many cases there were in all rounds together.
    #[test]
    fn the_page_counts_all_rounds() {
        let page = page_of("2026-01-02", "abc", 40);
        assert!(page.ends_with("| 2026-01-02 | abc | 40 | 2000000 | 0 |\n"), "{page}");
    }
}
