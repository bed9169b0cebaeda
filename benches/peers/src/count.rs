//! Counted instructions: a run of this program in cachegrind (valgrind, without its model of caches).
//!
//! Times on a shared machine differ by more than a cheap feature costs; the number of instructions that one
//! thread executes repeats to a millionth. Loading the scene is counted by a run without steps, and
//! subtracted. Instructions are no time: those that wait for memory count as those that do not.

use crate::change::Change;
use crate::engine::EngineKind;
use crate::race::Run;
use crate::row::CountRow;
use std::process::Command;

/// Counts the instructions of a step of this engine on one thread, in the mean over the first `steps` steps
/// of a scene.
#[must_use]
pub fn row(scene: &str, steps: u32, change: Option<Change>) -> CountRow {
    let (instructions, unsupported) = match per_step(scene, steps, change) {
        Ok(instructions) => (Some(instructions), None),
        Err(why) => (None, Some(why)),
    };
    CountRow { counted: scene.to_owned(), change, steps, instructions, unsupported }
}

fn per_step(scene: &str, steps: u32, change: Option<Change>) -> Result<f64, String> {
    let loading = instructions(scene, 0, change)?;
    let all = instructions(scene, steps, change)?;
    Ok(all.saturating_sub(loading) as f64 / f64::from(steps.max(1)))
}

/// The instructions of a whole run.
fn instructions(scene: &str, steps: u32, change: Option<Change>) -> Result<u64, String> {
    let engine = EngineKind::Ours;
    let run = Run::Speed { scene: scene.to_owned(), engine, threads: 1, steps: Some(steps), change };
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(this)
        .args(["--child", &run.to_string()])
        .output()
        .map_err(|error| format!("valgrind does not start ({error}); without it nothing is counted"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{}: {}", output.status, told.lines().last().unwrap_or_default()));
    }
    total(&told).ok_or_else(|| "cachegrind told no count".to_owned())
}

/// The count in what cachegrind prints: `==123== I refs: 1,234`.
fn total(told: &str) -> Option<u64> {
    let line = told.lines().find(|line| line.contains("I ") && line.contains("refs:"))?;
    line.rsplit(':').next()?.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_is_read_from_what_cachegrind_prints() {
        assert_eq!(total("==7== Command: x\n==7== \n==7== I   refs:      1,234,567\n"), Some(1_234_567));
        assert_eq!(total("==7== I refs: 89"), Some(89));
        assert_eq!(total("nothing"), None);
    }
}
