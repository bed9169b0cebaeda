//! Runs the testbed as a script would: a scene without a window, one line of JSON, one picture.

use crate::shell::{Call, Failure, Outcome, cargo};
use crate::workspace::Workspace;
use serde_json::Value;
use std::fs;

const SCENES: &[&str] = &["tower", "pile"];

/// Two seconds: the tower has come to rest, the pile still moves.
const STEPS: u64 = 120;

/// The keys of the JSON line.
const KEYS: &[&str] = &[
    "scene",
    "solver",
    "broadphase",
    "threads",
    "width",
    "bodies",
    "colliders",
    "contacts",
    "joints",
    "steps",
    "awake_steps",
    "ms_median",
    "ms_p95",
    "ms_stages",
    "max_penetration_m",
    "max_sideways_drift_m",
    "kinetic_energy_j",
    "state_hash",
];

/// Runs the scenes, and a scene that does not exist, which must be an error of usage.
pub fn run(workspace: &Workspace) -> Outcome {
    let folder = workspace.scratch()?;
    for scene in SCENES {
        let picture = folder.join(format!("{scene}.svg"));
        let _ = fs::remove_file(&picture); // one of an earlier run would hide that this run drew none
        let call = testbed(scene).args(["--json", "--out"]).path(&picture);
        let output = call.output(workspace)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let fault = |what: String| Failure::failed(format!("`{call}`: {what}"));
        if !output.status.success() {
            return Err(fault(output.status.to_string()));
        }
        print!("{text}");
        check_line(&text, scene).map_err(fault)?;
        let drawn = fs::read_to_string(&picture).unwrap_or_default();
        if !drawn.starts_with("<svg") {
            return Err(fault("the picture is missing or does not begin with `<svg`".to_owned()));
        }
    }
    let call = testbed("no-such-scene");
    let status = call.output(workspace)?.status;
    if status.code() == Some(2) {
        Ok(())
    } else {
        Err(Failure::failed(format!("`{call}` must end with exit code 2, but: {status}")))
    }
}

fn testbed(scene: &str) -> Call {
    cargo("run --quiet --release -p testbed --no-default-features -- --headless --scene").args([
        scene,
        "--steps",
        &STEPS.to_string(),
    ])
}

/// Checks that the last line of the output is the report of `scene`, with all keys and plausible values.
fn check_line(output: &str, scene: &str) -> Result<(), String> {
    let line = output.lines().last().ok_or("no output")?;
    let report: Value = serde_json::from_str(line).map_err(|error| format!("not JSON ({error}): {line}"))?;
    if let Some(key) = KEYS.iter().find(|key| report.get(key).is_none()) {
        return Err(format!("no key `{key}` in {line}"));
    }
    if report["scene"] != scene || report["steps"] != STEPS {
        return Err(format!("not {STEPS} steps of `{scene}`: {line}"));
    }
    // JSON cannot write NaN: the value is null then.
    if !report["max_penetration_m"].as_f64().is_some_and(f64::is_finite) {
        return Err(format!("max_penetration_m is not a finite number: {}", report["max_penetration_m"]));
    }
    let hash = report["state_hash"].as_str().unwrap_or_default();
    if hash.len() != 16 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(format!("state_hash is not 16 hexadecimal digits: {}", report["state_hash"]));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Value {
        let mut report: Value = KEYS.iter().map(|key| (key.to_string(), Value::from(0.5))).collect();
        report["scene"] = "tower".into();
        report["steps"] = STEPS.into();
        report["state_hash"] = "0123456789abcdef".into();
        report
    }

    #[test]
    fn a_complete_report_passes() {
        assert_eq!(check_line(&format!("some text\n{}\n", report()), "tower"), Ok(()));
        assert!(check_line(&report().to_string(), "pile").is_err());
    }

    #[test]
    fn missing_key_error_names_the_key() {
        for key in KEYS {
            let mut lacking = report();
            lacking.as_object_mut().unwrap().remove(*key);
            let message = check_line(&lacking.to_string(), "tower").unwrap_err();
            assert!(message.contains(&format!("`{key}`")), "{message}");
        }
    }

    #[test]
    fn implausible_values_are_refused() {
        for (key, value) in [
            ("max_penetration_m", Value::Null),
            ("state_hash", "0123456789abcde".into()),
            ("state_hash", "0123456789abcdeg".into()),
            ("steps", 119.into()),
        ] {
            let mut wrong = report();
            wrong[key] = value;
            assert!(check_line(&wrong.to_string(), "tower").is_err(), "{key}");
        }
        assert!(check_line("", "tower").is_err());
        assert!(check_line("not json", "tower").is_err());
    }
}
