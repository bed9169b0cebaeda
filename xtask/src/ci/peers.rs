//! The comparison with other engines, so far that it cannot rot: one small scene through all of them.

use crate::shell::{Failure, Outcome, cargo};
use crate::workspace::Workspace;
use serde_json::Value;

const ENGINES: [&str; 3] = ["ours", "box2d", "rapier"];

/// What a row must hold.
const KEYS: [&str; 13] = [
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

/// Runs the scene. In the profile of the tests, which have already built it: nobody looks at the times.
pub fn run(workspace: &Workspace) -> Outcome {
    let call = cargo("run --quiet -p peers -- --scene small100 --steps 300 --repeat 1 --json");
    let output = call.output(workspace)?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let fault = |what: String| Failure::failed(format!("`{call}`: {what}"));
    if !output.status.success() {
        return Err(fault(output.status.to_string()));
    }
    check(&text).map_err(fault)
}

/// A row for each engine, complete, and all in the same state: a hundred bodies on the ground.
fn check(text: &str) -> Result<(), String> {
    let rows: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
    let rows = rows.map_err(|error| error.to_string())?;
    let engines: Vec<&str> = rows.iter().filter_map(|row| row["engine"].as_str()).collect();
    if engines != ENGINES {
        return Err(format!("rows of {engines:?} rather than {ENGINES:?}"));
    }
    for row in &rows {
        if let Some(key) = KEYS.iter().find(|key| row.get(**key).is_none()) {
            return Err(format!("no key `{key}` in {row}"));
        }
        if row.get("unsupported").is_some() {
            return Err(format!("this scene is for all engines: {row}"));
        }
        let same = |key: &str| row[key] == rows[0][key];
        let near = |key: &str, by: f64| {
            let values = row[key].as_f64().zip(rows[0][key].as_f64());
            values.is_some_and(|(one, other)| (one - other).abs() < by)
        };
        if !same("bodies") || !near("mean_height_m", 0.1) || !near("touching", 30.0) {
            return Err(format!("not the same work:\n{}\n{row}", rows[0]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(change: impl Fn(&mut Value)) -> String {
        let row = |engine: &&str| {
            let mut row: Value = KEYS.iter().map(|key| (key.to_string(), Value::from(0.5))).collect();
            row["engine"] = (*engine).into();
            row
        };
        let mut rows: Vec<Value> = ENGINES.iter().map(row).collect();
        change(&mut rows[1]);
        rows.iter().map(|row| format!("{row}\n")).collect()
    }

    #[test]
    fn rows_of_the_same_work_pass() {
        assert_eq!(check(&rows(|_| {})), Ok(()));
        assert_eq!(check(&rows(|row| row["mean_height_m"] = 0.55.into())), Ok(()));
    }

    #[test]
    fn each_key_is_asked_for() {
        for key in KEYS {
            let lacking = rows(|row| {
                row.as_object_mut().unwrap().remove(key);
            });
            assert!(check(&lacking).is_err(), "{key}");
        }
    }

    #[test]
    fn other_work_is_refused() {
        assert!(check("").is_err() && check("x").is_err());
        for (key, value) in [
            ("bodies", Value::from(0.6)),
            ("mean_height_m", Value::from(5.0)),
            ("touching", Value::from(50.0)),
            ("unsupported", Value::from("no circles")),
        ] {
            assert!(check(&rows(|row| row[key] = value.clone())).is_err(), "{key}");
        }
    }
}
