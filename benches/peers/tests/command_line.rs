//! The program as a user runs it: a small scene on all engines, a probe, an operation, a page.

use serde_json::Value;
use std::process::{Command, Output};

/// The keys of a row of a scene.
const SPEED: [&str; 13] = [
    "scene",
    "engine",
    "threads",
    "bodies",
    "touching",
    "steps",
    "ms_median",
    "ms_p95",
    "ms_total",
    "cpu_ms",
    "rss_mb",
    "mean_height_m",
    "residual_speed",
];
const QUALITY: [&str; 6] = ["probe", "engine", "value", "unit", "better", "ms_per_step"];
const MICRO: [&str; 3] = ["micro", "engine", "ns_per_op"];

fn peers(words: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_peers");
    Command::new(program).args(words.split_whitespace()).output().unwrap()
}

/// The rows that a run prints, each with all `keys`, for each of the three engines.
fn rows(words: &str, keys: &[&str]) -> Vec<Value> {
    let output = peers(words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    print!("{text}");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &rows {
        for key in keys {
            assert!(row.get(*key).is_some(), "no key {key} in {row}");
        }
    }
    for engine in ["ours", "box2d", "rapier"] {
        assert!(rows.iter().any(|row| row["engine"] == engine), "no row of {engine}");
    }
    rows
}

/// All engines do the same work: after five seconds a hundred bodies lie on the ground, at equal heights and
/// with equal numbers of contacts.
#[test]
fn small_scene_runs_on_all_engines() {
    let rows = rows("--scene small100 --steps 300 --repeat 1 --json", &SPEED);
    assert_eq!(rows.len(), 3);
    for row in &rows {
        assert!(row.get("unsupported").is_none(), "{row}");
        let near =
            |key: &str, by: f64| (row[key].as_f64().unwrap() - rows[0][key].as_f64().unwrap()).abs() < by;
        assert_eq!(row["bodies"], rows[0]["bodies"]);
        let stages = row.get("ms_stages").and_then(Value::as_object);
        assert_eq!(stages.is_none(), row["engine"] == "rapier", "{row}");
        if let Some(stages) = stages {
            // The times of the stages are those of a step, but for what lies between them.
            let sum: f64 = stages.values().filter_map(Value::as_f64).sum();
            let share = sum * 299.0 / row["ms_total"].as_f64().unwrap();
            assert!((0.5..1.05).contains(&share), "{share} of a step: {row}");
        }
        assert!(
            near("mean_height_m", 0.1) && near("touching", 30.0),
            "not the same work:\n{}\n{row}",
            rows[0]
        );
    }
}

#[test]
fn probe_and_operation_run_on_all_engines() {
    let probes = rows("--quality pendulum --seeds 1 --json", &QUALITY);
    assert_eq!(probes.len(), 2 * 2 * 3, "two figures, with and without a seed");
    assert!(probes.iter().all(|row| row["value"].is_f64() && row["better"] == "lower"));
    assert_eq!(rows("--micro hull_8 --repeat 1 --json", &MICRO).len(), 3);
}

/// The everyday race has a row of Box2D and of this engine with each of its settings, each with a time and
/// with what it did.
#[test]
fn everyday_race_has_a_row_for_each_contender() {
    let output = peers("--race --scene race_chain_1 --steps 5 --repeat 2 --json");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let (time, gap) = (&row["ms_per_step"]["Ok"], &row["watched"]["Ok"]["widest_gap"]);
        assert!(time.as_f64().is_some_and(|ms| ms > 0.0) && gap.is_f64(), "{row}");
    }
    assert_eq!(peers("--race --scene tiles").status.code(), Some(1));
}

/// A page refers to its plots in the folder beside it, and a second run can write the page from saved rows.
#[test]
fn page_refers_to_its_plots() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let page = folder.join("page.md");
    let lines = peers("--micro hull_8 --repeat 1 --json").stdout;
    let saved = folder.join("rows.jsonl");
    std::fs::write(&saved, lines).unwrap();
    let words = format!("--from {} --markdown {}", saved.display(), page.display());
    assert!(peers(&words).status.success());
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("](page/micro.svg)") && text.contains("| hull_8"), "{text}");
    assert!(std::fs::read_to_string(folder.join("page/micro.svg")).unwrap().starts_with("<svg"));
}

/// An unknown name is refused with exit code 2 before anything runs.
#[test]
fn unknown_names_are_refused() {
    for words in ["--scene large_piramid", "--engines unity", "--quality luck", "--micro luck", "--threads 0"]
    {
        let output = peers(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(!output.stderr.is_empty());
    }
}
