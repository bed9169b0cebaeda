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

/// How it is called.
const USAGE: &str = "cargo xtask soak [--minutes N] [CRATE...]";

/// What `words` ask for: for how many minutes, and which crates.
fn asked(words: &[String]) -> Result<(u64, Vec<&str>), Failure> {
    let has_properties: Vec<&str> = LOWER.iter().copied().chain(["world"]).collect();
    let (minutes, names) = match words {
        [flag, number, names @ ..] if flag == "--minutes" => {
            let minutes = number
                .parse()
                .map_err(|_| Failure::Usage(format!("--minutes {number}: not a whole number")))?;
            (minutes, names)
        }
        names => (MINUTES, names),
    };
    if let Some(name) = names.iter().find(|name| !has_properties.contains(&name.as_str())) {
        let known = has_properties.join(", ");
        return Err(Failure::Usage(format!(
            "{USAGE}: {name} is none of the crates with properties, {known}"
        )));
    }
    let crates = if names.is_empty() { has_properties } else { names.iter().map(String::as_str).collect() };
    Ok((minutes, crates))
}

/// Runs round after round until the time is up; `words` may say `--minutes N`, and which crates, if not all.
pub fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let (minutes, crates) = asked(words)?;
    let start = Instant::now();
    let mut seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut rounds = 0;
    while rounds == 0 || start.elapsed() < Duration::from_secs(60 * minutes) {
        println!("== round {}, seed {seed}", rounds + 1);
        let call = round(seed, &crates);
        call.run(workspace)?;
        (rounds, seed) = (rounds + 1, seed + 1);
    }
    let page = workspace.root.join(PAGE);
    let text = page_of(&OffsetDateTime::now_utc().date().to_string(), &commit(), &crates, rounds);
    fs::write(&page, text).map_err(|error| Failure::failed(format!("{}: {error}", page.display())))?;
    println!("wrote {PAGE}");
    Ok(())
}

/// The tests of the crates that have properties. The seed and the number of cases go through the environment.
fn round(seed: u64, crates: &[&str]) -> Call {
    let packages = crates.iter().flat_map(|name| ["-p", name]);
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

fn page_of(date: &str, commit: &str, crates: &[&str], rounds: u32) -> String {
    format!(
        "# The last long search\n\nWritten by `cargo xtask soak`, which draws new random cases for the property tests of \
         crates. Tests of whole\nhistories take a fraction of the cases.\n\n| date | commit | crates | rounds | cases \
         of each property | failures |\n|---|---|---|---|---|---|\n| {date} | {commit} | {} | {rounds} | {} | 0 |\n",
        crates.join(", "),
        u64::from(rounds) * u64::from(CASES)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page says how many cases there were in all rounds together.
    #[test]
    fn the_page_counts_all_rounds() {
        let page = page_of("2026-01-02", "abc", &["geom", "collide"], 40);
        assert!(page.ends_with("| 2026-01-02 | abc | geom, collide | 40 | 2000000 | 0 |\n"), "{page}");
    }

    /// Without words all crates with properties are searched; a name that is none of them is an error.
    #[test]
    fn crates_are_named_or_all() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(asked(&words("--minutes 3 geom")).unwrap(), (3, vec!["geom"]));
        assert_eq!(asked(&[]).unwrap().1.len(), LOWER.len() + 1);
        assert!(asked(&words("--minutes many")).is_err());
        assert!(asked(&words("testbed")).is_err());
    }
}
