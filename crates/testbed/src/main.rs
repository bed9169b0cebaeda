//! Shows the scenes in a window, or runs one headless: says how long the steps took and how well things rest, and
//! draws the end.
//!
//! ```text
//!   options    the command line
//!   window     scenes to choose, to change and to take in the hand (feature `window`)
//!   run        options -> a scene, stepped and measured (progress: a bar, if it takes long)
//!   report     what was measured, as a summary or as a line of JSON
//!   draw       a world -> a canvas: an SVG file, pixels of a PNG file, or of a GIF film of the whole run
//! ```
//!
//! What a person reads and what a program reads is the same report in two forms, so that
//! neither can show what the other does not.

mod draw;
mod options;
mod progress;
mod report;
mod run;
#[cfg(feature = "window")]
mod window;

use options::{Command, Options, Picture};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The command line means nothing.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let result = match options::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => print(options::HELP),
        Ok(Command::List) => print(&list()),
        Ok(Command::Run(options)) => show_or_perform(&options),
        Err(error) => {
            eprintln!("error: {error}; --help shows all options");
            return ExitCode::from(USAGE);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the window, if that is what is wanted. Where there is none to be had, the headless job is better than
/// nothing.
fn show_or_perform(options: &Options) -> Result<(), String> {
    if options.window {
        #[cfg(feature = "window")]
        let refusal = match window::open(options) {
            Ok(()) => return Ok(()),
            Err(window::WindowError::Scene(error)) => return Err(error),
            Err(error) => error,
        };
        #[cfg(not(feature = "window"))]
        let refusal = "built without a window";
        eprintln!("{refusal}: running headless instead; --headless says so beforehand");
    }
    perform(options)
}

/// Runs the scene, reports, and only then writes the picture: a folder that is missing must not cost the run.
fn perform(options: &Options) -> Result<(), String> {
    let run::Outcome { report, picture } = run::run(options)?;
    print(&if options.json { report.json()? } else { report.to_string() })?;
    if let (Some(Picture { path, .. }), Some(file)) = (&options.picture, picture) {
        std::fs::write(path, file).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}

/// A line for each scene.
fn list() -> String {
    let width = scenes::all().map(|scene| scene.name.len()).max().unwrap_or(0);
    scenes::all().map(|scene| format!("{:width$}  {}\n", scene.name, scene.about)).collect()
}

/// To standard output. A reader that has seen enough, as `head` has, is no error.
fn print(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
        _ => Ok(()),
    }
}
