//! Searches for inputs that make a target panic, with new inputs in each run. Prints a line of JSON for each
//! target, which `cargo xtask soak` reads, and writes what panics to `fuzz/crashes`.

use fuzz::{Search, TARGETS, Target, find};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const HELP: &str = "\
cargo run --release -p fuzz -- [--seconds N] [--seed S] [TARGET...]
  --seconds N   for each target [10]
  --seed S      of the inputs [the time]
  --input FILE  runs one target on a file
";

/// Inputs are tried in groups of this many before the clock is read.
const GROUP: usize = 16;

struct Arguments {
    seconds: u64,
    seed: u64,
    targets: Vec<&'static Target>,
    input: Option<String>,
}

fn arguments() -> Result<Arguments, lexopt::Error> {
    use lexopt::prelude::*;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64;
    let mut found = Arguments { seconds: 10, seed: now, targets: Vec::new(), input: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("seconds") => found.seconds = parser.value()?.parse()?,
            Long("seed") => found.seed = parser.value()?.parse()?,
            Long("input") => found.input = Some(parser.value()?.string()?),
            Value(name) => {
                let name = name.string()?;
                found.targets.push(find(&name).ok_or_else(|| format!("there is no target `{name}`"))?);
            }
            Long("help") | Short('h') => {
                print!("{HELP}");
                TARGETS.iter().for_each(|target| println!("  {:<11} {}", target.name, target.about));
                std::process::exit(0);
            }
            other => return Err(other.unexpected()),
        }
    }
    if found.targets.is_empty() {
        found.targets = TARGETS.iter().collect();
    }
    Ok(found)
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}\n{HELP}");
            return ExitCode::from(2);
        }
    };
    if let Some(path) = &arguments.input {
        return run_file(arguments.targets[0], path);
    }
    // The panics of the search are told once, at the end.
    std::panic::set_hook(Box::new(|_| {}));
    let mut has_crashed = false;
    for target in &arguments.targets {
        has_crashed |= search(target, &arguments);
    }
    if has_crashed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn run_file(target: &Target, path: &str) -> ExitCode {
    match fs::read(path) {
        Ok(bytes) => {
            (target.run)(&bytes);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(2)
        }
    }
}

/// Searches in one target until its time is up or it panics. Returns whether it did.
fn search(target: &'static Target, arguments: &Arguments) -> bool {
    let (start, time) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let mut search = Search::new(target, arguments.seed);
    let (mut slowest, mut crash) = (Duration::ZERO, None);
    while crash.is_none() && start.elapsed() < time {
        let group = Instant::now();
        crash = (0..GROUP).find_map(|_| search.step().err());
        slowest = slowest.max(group.elapsed());
    }
    let Target { name, .. } = target;
    let (executions, seconds) = (search.executions, start.elapsed().as_secs_f64());
    let crashes = u8::from(crash.is_some());
    println!(
        "{{\"target\":\"{name}\",\"executions\":{executions},\"seconds\":{seconds:.1},\"crashes\":{crashes},\
         \"slowest_group_ms\":{}}}",
        slowest.as_millis()
    );
    let Some(crash) = crash else { return false };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crashes");
    let file = path.join(format!("{name}-{executions}.bin"));
    let written = fs::create_dir_all(&path).and_then(|()| fs::write(&file, &crash.bytes));
    eprintln!(
        "{name} panics: {}\n  seed {}, input {executions}: {:02x?}",
        crash.message, arguments.seed, crash.bytes
    );
    match written {
        Ok(()) => eprintln!("  written to {}", file.display()),
        Err(error) => eprintln!("  {}: {error}", file.display()),
    }
    true
}
