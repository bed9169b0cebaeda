//! Runs the testbed as a script would: a scene without a window, one line of JSON, one picture.
//!
//! The program is that of part `test`. Turned down: a release build without the window. It took 120 s of
//! processor time, because with other dependencies cargo builds the whole engine again; part `features`
//! checks that the testbed builds without the window.

use super::features;
use crate::shell::{Call, Failure, Outcome};
use crate::workspace::Workspace;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

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
    let program = build_testbed(workspace)?;
    let testbed = |scene: &str| {
        let steps = STEPS.to_string();
        Call::new("").path(&program).args(["--headless", "--scene", scene, "--steps", &steps])
    };
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

/// Builds the testbed, and returns its path. Cargo builds it with the tests of its command line, so it is the
/// one that part `test` has built.
pub fn build_testbed(workspace: &Workspace) -> Outcome<PathBuf> {
    features::whole(workspace, "test")
        .args(["--quiet", "--no-run", "--test", "command_line"])
        .run(workspace)?;
    Ok(workspace.target.join("debug").join(format!("testbed{}", std::env::consts::EXE_SUFFIX)))
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
