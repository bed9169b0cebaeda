//! `cargo xtask soak`: runs the property tests for a given time, with new random cases in each round.
//!
//! `ci` draws the same few cases every time, so that a failure comes from the change and not from chance.
//! This command looks for rare cases. When a property fails, the test prints the smallest case found and
//! proptest writes its seed to a file beside the test, which is committed: every later run begins with the
//! seeds of those files.
//!
//! A page records the search. Each row is the last search of a crate and stays until that crate is searched
//! again.

mod long;
mod programs;

use crate::Job;
use crate::layers::{NO_STD, package};
use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use std::fs;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use time::OffsetDateTime;

/// For `--help`.
pub const ARGUMENTS: &str = "
  --minutes N   search for N minutes [10], which the crates share; building comes on top
  CRATE...      search only these crates [all with property tests]
  --long        run the tests that take minutes or hours instead, in release builds
  --long NAME...  only these of them:
     heaps      of 140 heaps of a thousand shapes at most 2 are awake after 25 s (two minutes)
     sliders    10,000 sliders move over tiles as over one box (a minute)
     steps      10,000 steps among seams act as without seams (minutes)
     pieces     10,000 bodies of several pieces land and pile up as without seams (a minute)
     shots      a million shots at each kind of wall (minutes)
     bowl       a million bodies in a bowl of a chain, none leaves it (minutes)
     pinball    an hour of pinball at up to 40 m/s: the ball is never outside (ten seconds)
     mutations  three million mutations of the bytes of a snapshot (minutes)
     gears      two million steps of a gear (a minute)
     passive    no random world that nothing drives gains energy, with any setting (minutes)
     rollback   every frame of every scene is saved, restored and repeated (hours)

  --fuzz [N]    give the fuzz targets new inputs for N minutes [10], and add the executions to docs/fuzzing.md
  --endure      ten million steps of a drum and a day of rain; memory and energy must stay flat (hours)

The search writes docs/soak.md. A failure prints the case; commit the file of seeds that proptest writes beside the test.
";

/// The page, relative to the root.
const PAGE: &str = "docs/soak.md";

/// Cases of each property in the first round of a crate. Its duration is used to compute the number of cases
/// of a longer round.
const FIRST_CASES: u32 = 500;

/// Cases of each property in a round, at most: cases that a filter rejects are counted in 32 bits.
const MOST_CASES: u32 = 50_000;

/// How long a round should take, so that progress is seen.
const ROUND: Duration = Duration::from_secs(60);

/// The default of `--minutes`.
const MINUTES: u32 = 10;

/// The crates that have property tests, lowest first.
fn with_properties() -> Vec<&'static str> {
    NO_STD.iter().copied().chain(["world"]).collect()
}

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
struct Search {
    minutes: u32,
    crates: Vec<&'static str>,
}

/// Reads the arguments.
pub fn plan(words: &[String]) -> Outcome<Job> {
    if let Some((_, names)) = words.split_first().filter(|(first, _)| *first == "--long") {
        let tests = long::chosen(names)?;
        return Ok(Box::new(move |workspace| long::run(workspace, &tests)));
    }
    match words {
        [first] if first == "--endure" => return Ok(Box::new(programs::endure)),
        [first, rest @ ..] if first == "--fuzz" && rest.len() < 2 => {
            let minutes = rest.first().map_or(Ok(MINUTES), |number| minutes_of(number))?;
            return Ok(Box::new(move |workspace| programs::fuzz(workspace, minutes)));
        }
        _ => {}
    }
    let search = parse(words)?;
    Ok(Box::new(move |workspace| run(workspace, &search)))
}

fn minutes_of(number: &str) -> Outcome<u32> {
    number.parse().map_err(|_| Failure::Usage(format!("--minutes `{number}`: not a whole number of minutes")))
}

fn parse(words: &[String]) -> Outcome<Search> {
    let known = with_properties();
    let mut search = Search { minutes: MINUTES, crates: Vec::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--minutes" {
            let number = words.next().map_or("", String::as_str);
            search.minutes = minutes_of(number)?;
        } else if let Some(name) = known.iter().find(|name| *name == word) {
            search.crates.push(name);
        } else {
            let known = known.join(", ");
            return Err(Failure::Usage(format!(
                "`{word}` is neither --minutes, --long nor a crate with property tests: {known}"
            )));
        }
    }
    if search.crates.is_empty() {
        search.crates = known;
    }
    Ok(search)
}

fn run(workspace: &Workspace, search: &Search) -> Outcome {
    // Recorded first: the sources may change while the search runs.
    let (date, commit) = (OffsetDateTime::now_utc().date().to_string(), commit());
    println!("building the tests of {}", search.crates.join(", "));
    round(&search.crates, 0, 0).arg("--no-run").run(workspace)?;
    let mut rows = Vec::new();
    let start = Instant::now();
    for (index, name) in search.crates.iter().enumerate() {
        // Each crate gets an equal share of the time that is left.
        let whole = Duration::from_secs(60 * u64::from(search.minutes));
        let share = whole.saturating_sub(start.elapsed()) / (search.crates.len() - index) as u32;
        let mut row = soak(workspace, name, share, &|text| {
            println!("[{} of {}] {text}", clock(start.elapsed()), clock(whole));
        })?;
        (row.date, row.commit) = (date.clone(), commit.clone());
        rows.push(row);
    }
    write_page(workspace, rows)
}

/// Searches one crate for about as long as `share`, at least one round.
fn soak(workspace: &Workspace, name: &str, share: Duration, progress: &dyn Fn(&str)) -> Outcome<Searched> {
    let mut searched = Searched::of(workspace, name);
    let mut seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (start, mut cases) = (Instant::now(), FIRST_CASES);
    loop {
        progress(&format!(
            "{name}, round {}: {cases} cases of each property, seed {seed}",
            searched.rounds + 1
        ));
        let round_start = Instant::now();
        let output = round(&[name], seed, cases).arg("--quiet").output(workspace)?;
        if !output.status.success() {
            println!("{}", String::from_utf8_lossy(&output.stdout));
            let call = round(&[name], seed, cases);
            return Err(Failure::failed(format!(
                "`{call}` failed: correct the cause, and commit the files *proptest-regressions* with the seed"
            )));
        }
        searched.add_round(cases);
        seed += 1;
        let left = share.saturating_sub(start.elapsed());
        cases = next_cases(cases, round_start.elapsed(), left.min(ROUND));
        if left.is_zero() || cases == 0 {
            return Ok(searched);
        }
    }
}

/// How many cases take as long as `time`, if `cases` took `took`. Zero if the time is too short for a round.
fn next_cases(cases: u32, took: Duration, time: Duration) -> u32 {
    let ratio = time.as_secs_f64() / took.as_secs_f64().max(1e-3);
    let next = (f64::from(cases) * ratio).min(f64::from(MOST_CASES)) as u32;
    if next < FIRST_CASES / 2 { 0 } else { next }
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// The tests of the crates. The seed and the number of cases are given in the environment.
fn round(crates: &[&str], seed: u64, cases: u32) -> Call {
    let packages = crates.iter().flat_map(|name| ["-p".to_owned(), package(name)]);
    cargo("test --release --lib --tests")
        .args(packages)
        .env("PROPTEST_CASES", cases.to_string())
        .env("PROPTEST_RNG_SEED", seed.to_string())
        // The default limits on rejected cases suit some hundred cases.
        .env("PROPTEST_MAX_GLOBAL_REJECTS", u32::MAX.to_string())
        .env("PROPTEST_MAX_LOCAL_REJECTS", u32::MAX.to_string())
        .env("INSTA_UPDATE", "no")
}

/// The commit, and `-dirty` if sources have changed since. Other changes, such as that of the page, do not
/// count.
fn commit() -> String {
    let Some(commit) = Call::new("git describe --always").text() else { return "unknown".to_owned() };
    let changed = Call::new("git diff --name-only HEAD -- crates Cargo.lock").text();
    let mark = if changed.is_none_or(|files| files.is_empty()) { "" } else { "-dirty" };
    format!("{commit}{mark}")
}

/// A row of the page: the last search of a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Searched {
    name: String,
    /// Properties in the sources of the crate.
    properties: u64,
    /// Cases of all properties together, in all rounds.
    cases: u64,
    /// Rounds, each with its own seed.
    rounds: u32,
    date: String,
    commit: String,
    /// Properties by the number that their files divide the cases by; not on the page.
    by_divisor: Vec<(u64, u64)>,
}

impl Searched {
    /// A search of no rounds.
    fn of(workspace: &Workspace, name: &str) -> Self {
        let mut searched = Self { name: name.to_owned(), ..Self::default() };
        let own = [format!("crates/{name}/src/"), format!("crates/{name}/tests/")];
        for file in workspace.sources() {
            if file.ends_with(".rs") && own.iter().any(|folder| file.starts_with(folder)) {
                // A file that was deleted since has no properties.
                searched.add_file(&fs::read_to_string(workspace.root.join(file)).unwrap_or_default());
            }
        }
        searched
    }

    /// Counts the properties of a file: the tests in blocks of `proptest!`, and its calls with a closure. A
    /// file with slow tests divides the number of cases. Both are searched in the text, because a test
    /// that passed does not tell how many cases it had.
    fn add_file(&mut self, text: &str) {
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
        self.by_divisor.push((properties, divisor));
    }

    /// Counts a round of so many cases of each property.
    fn add_round(&mut self, cases: u32) {
        self.rounds += 1;
        let of = |&(properties, divisor): &(u64, u64)| properties * (u64::from(cases) / divisor);
        self.cases += self.by_divisor.iter().map(of).sum::<u64>();
    }
}

/// Writes the page with the new rows in place of the older ones of the same crates.
fn write_page(workspace: &Workspace, new: Vec<Searched>) -> Outcome {
    let page = workspace.root.join(PAGE);
    let mut rows = fs::read_to_string(&page).map_or_else(|_| Vec::new(), |text| rows_of(&text));
    rows.retain(|row| new.iter().all(|new| new.name != row.name));
    rows.extend(new);
    rows.sort_by_key(|row| with_properties().iter().position(|name| *name == row.name));
    let failed = |error| Failure::failed(format!("{}: {error}", page.display()));
    fs::write(&page, page_of(&rows)).map_err(failed)?;
    println!("wrote {PAGE}");
    Ok(())
}

/// The rows of a page that [`page_of`] has written.
fn rows_of(page: &str) -> Vec<Searched> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &["", name, properties, cases, rounds, date, commit, ""] = cells.as_slice() else { return None };
        Some(Searched {
            name: name.to_owned(),
            // In the head of the table these are not numbers.
            properties: properties.parse().ok()?,
            cases: cases.parse().ok()?,
            rounds: rounds.parse().ok()?,
            date: date.to_owned(),
            commit: commit.to_owned(),
            by_divisor: Vec::new(),
        })
    };
    page.lines().filter_map(row).collect()
}

fn page_of(searched: &[Searched]) -> String {
    let properties: u64 = searched.iter().map(|of| of.properties).sum();
    let cases: u64 = searched.iter().map(|of| of.cases).sum();
    let mut page = format!(
        "# The last long search\n\nWritten by `cargo xtask soak`, which runs the property tests of the crates with new \
         random cases. Slow tests get a\nfraction of the cases of the others. A property that is tested for several broad \
         phases counts once. Each row is the last\nsearch of its crate, at the commit that it names.\n\n\
         **{}.{} million cases** of {properties} properties. Failures: 0.\n\n\
         | crate | properties | cases | rounds | on | at commit |\n|---|---:|---:|---:|---|---|\n",
        cases / 1_000_000,
        cases / 100_000 % 10,
    );
    for Searched { name, properties, cases, rounds, date, commit, .. } in searched {
        page += &format!("| {name} | {properties} | {cases} | {rounds} | {date} | {commit} |\n");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_calls_are_counted_and_other_tests_are_not() {
        let text = "\
            mod tests {\n    proptest! {\n        #[test]\n        fn a(x in 0..1) {}\n\n        #[test]\n        \
            fn b(x in 0..1) {}\n    }\n    #[test]\n    fn c() {}\n}\n";
        let mut searched = Searched::default();
        searched.add_file(text);
        searched.add_file("cases: config.cases / 8,\n    proptest!(config, |(x in 0..1)| {});\n");
        assert_eq!(searched.properties, 3);
        searched.add_round(800);
        assert_eq!((searched.cases, searched.rounds), (2 * 800 + 100, 1));
        searched.add_round(80);
        assert_eq!((searched.cases, searched.rounds), (2 * 880 + 110, 2));
    }

    /// A search of one crate must leave the rows of the others as they are.
    #[test]
    fn page_adds_up_the_cases_and_its_rows_can_be_read_back() {
        let of = |name: &str, properties, cases, rounds| Searched {
            name: name.to_owned(),
            properties,
            cases,
            rounds,
            date: "2026-01-02".to_owned(),
            commit: "abc-dirty".to_owned(),
            by_divisor: Vec::new(),
        };
        let searched = [of("geom", 20, 4_000_000, 4), of("collide", 10, 1_250_000, 1)];
        let page = page_of(&searched);
        assert!(page.contains("**5.2 million cases** of 30 properties"), "{page}");
        assert!(page.ends_with("| collide | 10 | 1250000 | 1 | 2026-01-02 | abc-dirty |\n"), "{page}");
        assert_eq!(rows_of(&page), searched);
    }

    #[test]
    fn committed_page_is_as_the_command_writes_it() {
        let page = include_str!("../../docs/soak.md");
        assert_eq!(page, page_of(&rows_of(page)));
    }

    #[test]
    fn a_round_fits_the_time_that_is_left() {
        let seconds = Duration::from_secs;
        assert_eq!(next_cases(1000, seconds(2), seconds(10)), 5000);
        assert_eq!(next_cases(1000, seconds(1), seconds(1000)), MOST_CASES);
        assert_eq!(next_cases(1000, seconds(10), seconds(1)), 0);
        assert_eq!(next_cases(1000, seconds(0), seconds(0)), 0);
    }

    #[test]
    fn arguments_are_crates_and_minutes_in_any_order() {
        let parse = |text: &str| parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let geom = Search { minutes: 3, crates: vec!["geom"] };
        assert_eq!(parse("--minutes 3 geom").unwrap(), geom);
        assert_eq!(parse("geom --minutes 3").unwrap(), geom);
        assert_eq!(parse("").unwrap(), Search { minutes: MINUTES, crates: with_properties() });
        for wrong in ["--minutes many", "--minutes", "testbed", "--hours 1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
