//! The origin of the figures: machine, compilers, versions, and the command that made them.

use crate::engine::EngineKind;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A Markdown list of everything that a reader needs to repeat the measurement.
#[must_use]
pub fn list(command: &str, engines: &[EngineKind], rapier_best: Option<&Path>) -> String {
    let mut text = String::new();
    let mut item = |name: &str, value: &str| {
        let _ = writeln!(text, "- {name}: {value}");
    };
    item("command", &format!("`{command}`"));
    for engine in engines {
        let description = match (engine, rapier_best) {
            (EngineKind::RapierBest, Some(program)) => answer(program, &["--child", "describe rapier"]),
            (EngineKind::RapierBest, None) => None,
            _ => Some(engine.description()),
        };
        item(engine.name(), description.as_deref().unwrap_or("unknown"));
    }
    item("machine", &machine());
    item("Rust", answer("rustc", &["--version"]).as_deref().unwrap_or("unknown"));
    item("commit", answer("git", &["describe", "--always", "--dirty"]).as_deref().unwrap_or("unknown"));
    text
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    format!(
        "{}, {cores} cores for this process, {system}",
        processor().as_deref().unwrap_or("unknown processor")
    )
}

/// The name of the processor, where the system has a file that tells it.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The first line that a program prints.
fn answer(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().next().filter(|_| output.status.success()).map(str::to_owned)
}
