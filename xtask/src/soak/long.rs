//! `cargo xtask soak --long`: the tests that take minutes or hours, which `cargo test` ignores.
//!
//! Each has a name here, and a test below fails if a source has an ignored test without one.

use crate::shell::{Call, Failure, Outcome, cargo};
use crate::unknown;
use crate::workspace::Workspace;
use std::time::Instant;

/// A test that only this command runs.
#[derive(Debug, PartialEq, Eq)]
pub struct LongTest {
    /// Its name on the command line.
    pub name: &'static str,
    /// The law, with its count.
    pub about: &'static str,
    package: &'static str,
    /// The program of tests.
    target: &'static str,
    /// The function.
    function: &'static str,
    /// How long it takes in a release build, roughly.
    takes: &'static str,
}

/// All of them.
pub const LONG: &[LongTest] = &[
    LongTest {
        name: "heaps",
        about: "of 140 heaps of a thousand shapes at most 2 are awake after 25 s",
        package: "scenes",
        target: "all",
        function: "of_140_heaps_of_a_thousand_at_most_two_are_awake",
        takes: "two minutes",
    },
    LongTest {
        name: "sliders",
        about: "10,000 sliders move over tiles as over one box",
        package: "world",
        target: "seams",
        function: "slider_moves_over_tiles_as_over_one_box_ten_thousand_times",
        takes: "a minute",
    },
    LongTest {
        name: "steps",
        about: "10,000 steps among seams stop or lift what meets them as without seams",
        package: "world",
        target: "seams",
        function: "step_among_seams_stops_or_lifts_as_without_seams_ten_thousand_times",
        takes: "minutes",
    },
    LongTest {
        name: "pieces",
        about: "10,000 bodies of several pieces land and pile up as without seams",
        package: "world",
        target: "seams",
        function: "drawn_bodies_land_and_pile_up_ten_thousand_times",
        takes: "a minute",
    },
    LongTest {
        name: "shots",
        about: "a million shots at each kind of wall: none passes",
        package: "world",
        target: "swept",
        function: "no_shot_of_many_passes_a_wall",
        takes: "five minutes",
    },
    LongTest {
        name: "bowl",
        about: "a million bodies fly in a bowl of a chain at up to 200 m/s: none leaves it",
        package: "world",
        target: "swept",
        function: "nothing_of_many_leaves_a_bowl_of_a_chain",
        takes: "minutes",
    },
    LongTest {
        name: "pinball",
        about: "an hour of pinball at up to 40 m/s: the ball is never outside",
        package: "world",
        target: "swept",
        function: "pinball_stays_on_its_table_for_an_hour",
        takes: "ten seconds",
    },
    LongTest {
        name: "mutations",
        about: "three million mutations of the bytes of a snapshot: an error, or a valid world",
        package: "world",
        target: "all",
        function: "many_mutated_bytes_are_refused_or_make_a_valid_world",
        takes: "minutes",
    },
    LongTest {
        name: "gears",
        about: "a gear is off by at most 0.1 mrad after two million steps",
        package: "world",
        target: "all",
        function: "gear_does_not_drift_in_two_million_steps",
        takes: "a minute",
    },
    LongTest {
        name: "passive",
        about: "no random world that nothing drives gains energy, with any setting of the step",
        package: "world",
        target: "heavy",
        function: "many_passive_worlds_gain_no_energy",
        takes: "half an hour",
    },
    LongTest {
        name: "rollback",
        about: "every frame of every scene is saved, restored and repeated with the same bits",
        package: "scenes",
        target: "all",
        function: "every_frame_of_every_scene_is_repeated",
        takes: "hours",
    },
];

/// How the reason of an ignored test begins that is no search: it prints times, which the load of the machine
/// changes, it writes a file, or another test runs it in a process of its own.
#[cfg(test)]
const OTHER_REASONS: &[&str] = &["measures", "writes", "run by "];

/// The tests that the words name; all if there is none.
pub fn chosen(words: &[String]) -> Outcome<Vec<&'static LongTest>> {
    if words.is_empty() {
        return Ok(LONG.iter().collect());
    }
    let find = |word: &String| {
        let found = LONG.iter().find(|test| test.name == word);
        found.ok_or_else(|| unknown("long test", word, LONG.iter().map(|test| test.name)))
    };
    words.iter().map(find).collect()
}

/// Runs the tests, also those after one that fails.
pub fn run(workspace: &Workspace, tests: &[&LongTest]) -> Outcome {
    let mut failed = Vec::new();
    for test in tests {
        println!("\n== {}: {} (takes {})", test.name, test.about, test.takes);
        let start = Instant::now();
        let outcome = call(test).run(workspace);
        let verdict = if outcome.is_ok() { "passed" } else { "FAILED" };
        println!("== {}: {verdict} after {:.0} s", test.name, start.elapsed().as_secs_f64());
        if outcome.is_err() {
            failed.push(test.name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::failed(format!("failed: {}", failed.join(", ")))) }
}

fn call(test: &LongTest) -> Call {
    cargo("test --release -p")
        .args([
            &crate::layers::package(test.package),
            "--test",
            test.target,
            "--",
            "--ignored",
            "--nocapture",
            test.function,
        ])
        .env("SHOTS", "1000000")
        .env("INSTA_UPDATE", "no")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    struct Ignored {
        function: String,
        reason: String,
        file: String,
    }

    fn find_ignored(folder: &Path, found: &mut Vec<Ignored>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                find_ignored(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                for part in text.split("#[ignore").skip(1) {
                    let between = |start: &str, end: char| {
                        part.split(start).nth(1).and_then(|rest| rest.split(end).next()).unwrap().to_owned()
                    };
                    let (function, reason) = (between("fn ", '('), between(" = \"", '"'));
                    found.push(Ignored { function, reason, file: path.display().to_string() });
                }
            }
        }
    }

    /// An ignored test that nothing runs is no test.
    #[test]
    fn every_ignored_test_has_a_name_here_and_every_name_exists() {
        let mut found = Vec::new();
        find_ignored(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates"), &mut found);
        for Ignored { function, reason, file } in &found {
            let is_other = OTHER_REASONS.iter().any(|start| reason.starts_with(start));
            let named = LONG.iter().find(|test| test.function == function);
            assert!(is_other || named.is_some(), "{function} in {file} is not in the list LONG");
            let command = named.map(|test| format!("cargo xtask soak --long {}", test.name));
            assert!(command.is_none_or(|command| reason.ends_with(&command)), "{function}: {reason}");
        }
        for test in LONG {
            assert!(found.iter().any(|ignored| ignored.function == test.function), "{}", test.function);
        }
    }

    #[test]
    fn words_name_tests_and_none_means_all() {
        assert_eq!(chosen(&[]).unwrap().len(), LONG.len());
        let words = ["shots".to_owned(), "heaps".to_owned()];
        let names: Vec<&str> = chosen(&words).unwrap().iter().map(|test| test.name).collect();
        assert_eq!(names, ["shots", "heaps"]);
        let Err(Failure::Usage(message)) = chosen(&["shot".to_owned()]) else { panic!("accepted") };
        assert!(message.contains("`shots`"), "{message}");
        assert!(LONG.iter().all(|test| crate::soak::ARGUMENTS.contains(&format!(" {:<10}", test.name))));
    }

    #[test]
    fn call_runs_one_ignored_test() {
        let line = call(&LONG[0]).to_string();
        assert!(line.contains("--release -p scenes --test all -- --ignored"), "{line}");
    }
}
