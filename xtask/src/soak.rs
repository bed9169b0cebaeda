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
    let searched: Vec<Searched> = crates.iter().map(|name| Searched::of(workspace, name, rounds)).collect();
    let text = page_of(&OffsetDateTime::now_utc().date().to_string(), &commit(), rounds, &searched);
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

/// What was searched of a crate.
#[derive(Debug, PartialEq, Eq)]
struct Searched {
    name: String,
    /// Properties in its source.
    properties: u64,
    /// Cases of all of them together, in all rounds.
    cases: u64,
}

impl Searched {
    fn of(workspace: &Workspace, name: &str, rounds: u32) -> Self {
        let mut searched = Self { name: name.to_owned(), properties: 0, cases: 0 };
        let own = [format!("crates/{name}/src/"), format!("crates/{name}/tests/")];
        for file in workspace.sources() {
            if file.ends_with(".rs") && own.iter().any(|folder| file.starts_with(folder)) {
                // A file that went away since it was listed has no properties.
                searched.add(&fs::read_to_string(workspace.root.join(file)).unwrap_or_default(), rounds);
            }
        }
        searched
    }

    /// The properties of one file: the tests in blocks of `proptest!`, and its calls with a closure. A file whose tests
    /// are whole histories says by which number it divides the cases. Counted in the text, because a test that has
    /// passed does not say how many cases it had.
    fn add(&mut self, text: &str, rounds: u32) {
        let mut properties = 0;
        let mut block_end: Option<String> = None;
        for line in text.lines() {
            match &block_end {
                Some(end) if line == end => block_end = None,
                Some(_) => properties += u64::from(line.trim() == "#[test]"),
                None if line.trim() == "proptest! {" => block_end = Some(line.replace("proptest! {", "}")),
                None => properties += u64::from(line.trim_start().starts_with("proptest!(")),
            }
        }
        let fraction =
            text.split("cases / ").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        let divisor = fraction.and_then(|digits| digits.parse().ok()).unwrap_or(1);
        self.properties += properties;
        self.cases += properties * (u64::from(CASES) / divisor) * u64::from(rounds);
    }
}

fn page_of(date: &str, commit: &str, rounds: u32, searched: &[Searched]) -> String {
    let properties: u64 = searched.iter().map(|of| of.properties).sum();
    let cases: u64 = searched.iter().map(|of| of.cases).sum();
    let mut page = format!(
        "# The last long search\n\nWritten by `cargo xtask soak`, which draws new random cases for the property tests of \
         crates: {CASES} of each property\nin a round. Tests of whole histories take a fraction of that; a law that is \
         asked of several broad phases counts once.\n\n**{}.{} million cases** of {properties} properties, in rounds \
         of other seeds ({rounds}), on {date}, commit {commit}. Failures: 0.\n\n| crate | properties | cases |\n|---|---|---|\n",
        cases / 1_000_000,
        cases / 100_000 % 10,
    );
    for Searched { name, properties, cases } in searched {
        page += &format!("| {name} | {properties} | {cases} |\n");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks and calls are counted, other tests are not; a fraction is taken of the cases.
    #[test]
    fn properties_are_counted() {
        let text = "\
            mod tests {\n    proptest! {\n        #[test]\n        fn a(x in 0..1) {}\n\n        #[test]\n        \
            fn b(x in 0..1) {}\n    }\n    #[test]\n    fn c() {}\n}\n";
        let mut searched = Searched { name: "geom".to_owned(), properties: 0, cases: 0 };
        searched.add(text, 3);
        assert_eq!((searched.properties, searched.cases), (2, 6 * u64::from(CASES)));
        searched.add("cases: config.cases / 8,\n    proptest!(config, |(x in 0..1)| {});\n", 1);
        assert_eq!((searched.properties, searched.cases), (3, 6 * u64::from(CASES) + u64::from(CASES / 8)));
    }

    /// The page says how many cases there were of all properties together.
    #[test]
    fn the_page_adds_up_the_cases() {
        let of = |name: &str, properties, cases| Searched { name: name.to_owned(), properties, cases };
        let page =
            page_of("2026-01-02", "abc", 4, &[of("geom", 20, 4_000_000), of("collide", 10, 1_250_000)]);
        assert!(page.contains("**5.2 million cases** of 30 properties"), "{page}");
        assert!(page.ends_with("| geom | 20 | 4000000 |\n| collide | 10 | 1250000 |\n"), "{page}");
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
