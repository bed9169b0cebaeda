//! `cargo xtask soak`: the property tests for as long as one likes, with new random cases each round.
//!
//! `ci` draws the same few cases each time, so that it is green or red for a reason; here is where rare cases are
//! found. A failure prints the seed with which it comes again. What was searched is written down crate by crate: each row
//! of the page is the last search of that crate, and stays until the crate is searched again.

use crate::house::LOWER;
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use time::OffsetDateTime;

/// Where the last search of each crate is written down, relative to the root.
const PAGE: &str = "docs/soak.md";

/// Cases of each property in one round.
const CASES: u32 = 50_000;

/// How long without being told.
const MINUTES: u64 = 10;

/// How it is called.
const USAGE: &str = "cargo xtask soak [--minutes N] [CRATE...]";

/// The crates that have property tests, from the lowest up.
fn with_properties() -> Vec<&'static str> {
    LOWER.iter().copied().chain(["world"]).collect()
}

/// What `words` ask for: for how many minutes, and which crates.
fn asked(words: &[String]) -> Result<(u64, Vec<&str>), Failure> {
    let has_properties = with_properties();
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
    // Of what is searched, not of what has become of it meanwhile.
    let (date, commit) = (OffsetDateTime::now_utc().date().to_string(), commit());
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
    // Without the page, or where a line of it says nothing, there is nothing to keep.
    let mut rows = fs::read_to_string(&page).map_or_else(|_| Vec::new(), |text| rows_of(&text));
    for name in crates {
        let found =
            Searched { date: date.clone(), commit: commit.clone(), ..Searched::of(workspace, name, rounds) };
        rows.retain(|row| row.name != name);
        rows.push(found);
    }
    rows.sort_by_key(|row| with_properties().iter().position(|name| *name == row.name));
    fs::write(&page, page_of(&rows))
        .map_err(|error| Failure::failed(format!("{}: {error}", page.display())))?;
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

/// The commit at hand, and whether its sources have been changed: what else has (this page, by the last search) is no matter.
fn commit() -> String {
    let Some(commit) = Call::new("git describe --always").text() else { return "unknown".to_owned() };
    let changed = Call::new("git diff --name-only HEAD -- crates Cargo.lock").text();
    let mark = if changed.is_none_or(|files| files.is_empty()) { "" } else { "-dirty" };
    format!("{commit}{mark}")
}

/// What was searched of a crate, when it last was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Searched {
    name: String,
    /// Properties in its source.
    properties: u64,
    /// Cases of all of them together, in all rounds.
    cases: u64,
    /// Rounds, each from a seed of its own.
    rounds: u32,
    date: String,
    commit: String,
}

impl Searched {
    fn of(workspace: &Workspace, name: &str, rounds: u32) -> Self {
        let mut searched = Self { name: name.to_owned(), rounds, ..Self::default() };
        let own = [format!("crates/{name}/src/"), format!("crates/{name}/tests/")];
        for file in workspace.sources() {
            if file.ends_with(".rs") && own.iter().any(|folder| file.starts_with(folder)) {
                // A file that went away since it was listed has no properties.
                searched.add(&fs::read_to_string(workspace.root.join(file)).unwrap_or_default());
            }
        }
        searched
    }

    /// The properties of one file: the tests in blocks of `proptest!`, and its calls with a closure. A file whose tests
    /// are whole histories says by which number it divides the cases. Counted in the text, because a test that has
    /// passed does not say how many cases it had.
    fn add(&mut self, text: &str) {
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
        self.cases += properties * (u64::from(CASES) / divisor) * u64::from(self.rounds);
    }
}

/// The rows of a page that [`page_of`] has written.
fn rows_of(page: &str) -> Vec<Searched> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &["", name, properties, cases, rounds, date, commit, ""] = cells.as_slice() else { return None };
        Some(Searched {
            name: name.to_owned(),
            // Of the heading and the line below it these are no numbers.
            properties: properties.parse().ok()?,
            cases: cases.parse().ok()?,
            rounds: rounds.parse().ok()?,
            date: date.to_owned(),
            commit: commit.to_owned(),
        })
    };
    page.lines().filter_map(row).collect()
}

fn page_of(searched: &[Searched]) -> String {
    let properties: u64 = searched.iter().map(|of| of.properties).sum();
    let cases: u64 = searched.iter().map(|of| of.cases).sum();
    let mut page = format!(
        "# The last long search\n\nWritten by `cargo xtask soak`, which draws new random cases for the property tests of \
         crates: {CASES} of each property\nin a round. Tests of whole histories take a fraction of that; a law that is \
         asked of several broad phases counts once.\nEach row is the last search of its crate, at the commit that it \
         names.\n\n**{}.{} million cases** of {properties} properties. Failures: 0.\n\n\
         | crate | properties | cases | rounds | on | at commit |\n|---|---:|---:|---:|---|---|\n",
        cases / 1_000_000,
        cases / 100_000 % 10,
    );
    for Searched { name, properties, cases, rounds, date, commit } in searched {
        page += &format!("| {name} | {properties} | {cases} | {rounds} | {date} | {commit} |\n");
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
        let mut searched = Searched { rounds: 3, ..Searched::default() };
        searched.add(text);
        assert_eq!((searched.properties, searched.cases), (2, 6 * u64::from(CASES)));
        searched.rounds = 1;
        searched.add("cases: config.cases / 8,\n    proptest!(config, |(x in 0..1)| {});\n");
        assert_eq!((searched.properties, searched.cases), (3, 6 * u64::from(CASES) + u64::from(CASES / 8)));
    }

    /// The page says how many cases there were of all properties together, and what it says of each crate can be read back, so
    /// that a search of one crate leaves the rows of the others.
    #[test]
    fn the_page_adds_up_the_cases_and_is_kept() {
        let of = |name: &str, properties, cases, rounds| Searched {
            name: name.to_owned(),
            properties,
            cases,
            rounds,
            date: "2026-01-02".to_owned(),
            commit: "abc-dirty".to_owned(),
        };
        let searched = [of("geom", 20, 4_000_000, 4), of("collide", 10, 1_250_000, 1)];
        let page = page_of(&searched);
        assert!(page.contains("**5.2 million cases** of 30 properties"), "{page}");
        assert!(page.ends_with("| collide | 10 | 1250000 | 1 | 2026-01-02 | abc-dirty |\n"), "{page}");
        assert_eq!(rows_of(&page), searched);
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
