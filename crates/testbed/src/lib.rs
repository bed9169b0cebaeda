//! Shows the scenes in a window, or runs one headless: says how long the steps took and how well things rest,
//! and draws the end.
//!
//! ```text
//!   options       the command line
//!   entry         what the options and the window offer: scenes, explorers, comparisons
//!   explorers     interactive pictures of one idea each, in a window or as a file
//!   parameters    numbers of which a scene builds its level
//!   side_by_side  the worlds of a comparison, in one step
//!   any_world     a world on the broad phase that was chosen
//!   window        scenes to choose, to change and to take in the hand (feature `window`)
//!   page          the window on a canvas of a web page (feature `window`, on wasm32)
//!   run           options -> runs and measures a scene (progress: a bar for long runs)
//!   replay        recordings: checked and compared
//!   report        what was measured, as a summary or as a line of JSON
//!   threads       what each thread did in a step, as a picture or for trace viewers
//!   draw          a world -> a canvas: an SVG file, pixels of a PNG file, or of a GIF film of the whole run
//! ```
//!
//! People and programs read the same report in two forms, so neither form can show what the other does not.

mod any_world;
mod draw;
mod entry;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only the window and the tests change what an explorer shows")
)]
mod explorers;
mod options;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
pub mod page;
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only the window has sliders"))]
mod parameters;
mod progress;
mod replay;
mod report;
mod run;
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only the window changes a running comparison")
)]
mod side_by_side;
#[cfg_attr(not(feature = "window"), allow(unreachable_pub, reason = "the window draws traces, too"))]
mod threads;
#[cfg(feature = "window")]
mod window;

use draw::Theme;
use entry::Entry;
use explorers::Explorer;
use options::{Command, ListBy, Options, Picture};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit code for a command line that is not valid.
const USAGE: u8 = 2;

/// Does what the words of a command line say, without the name of the program.
pub fn run_command(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match options::parse(words) {
        Ok(Command::Help) => print(options::HELP),
        Ok(Command::List(ListBy::Kind)) => print(&entry::list()),
        Ok(Command::List(ListBy::Text)) => print(&entry::list_by_text()),
        Ok(Command::Replay(options)) => replay::check(&options).and_then(|text| print(&text)),
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

/// Opens the window if it is wanted. Without a display, runs the scene headless instead.
fn show_or_perform(options: &Options) -> Result<(), String> {
    if options.window {
        #[cfg(all(feature = "window", target_arch = "wasm32"))]
        let refusal = "a page opens the window itself";
        #[cfg(all(feature = "window", not(target_arch = "wasm32")))]
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

/// Runs the scene, prints the report, and writes the picture last: if the folder is missing, the report is
/// not lost.
fn perform(options: &Options) -> Result<(), String> {
    if let Some(explorer) = options.explorer {
        return explore(explorer, options.picture.as_ref(), options.theme.unwrap_or_default());
    }
    if let Some(comparison) = options.comparison {
        let side_by_side::Outcome { report, picture } = side_by_side::run(comparison, options)?;
        print(&report)?;
        return match (&options.picture, picture) {
            (Some(Picture { path, .. }), Some(file)) => write(path, &file),
            _ => Ok(()),
        };
    }
    let run::Outcome { report, picture, trace, recording } = run::run(options)?;
    print(&if options.json { report.json()? } else { report.to_string() })?;
    if let (Some(Picture { path, .. }), Some(file)) = (&options.picture, picture) {
        write(path, &file)?;
    }
    if let (Some(options::Trace { path, .. }), Some(file)) = (&options.trace, trace) {
        write(path, &file)?;
    }
    if let (Some(path), Some(recording)) = (&options.record, recording) {
        write(path, &recording.to_bytes())?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    eprintln!("wrote {}, {} bytes", path.display(), bytes.len());
    Ok(())
}

/// Prints the numbers of an explorer in its initial state, and draws it.
fn explore(explorer: &'static Explorer, picture: Option<&Picture>, theme: Theme) -> Result<(), String> {
    let explored = (explorer.new)();
    print(&format!("{}: {}\n", explorer.name, explorer.about))?;
    let entry = Entry::Explorer(explorer);
    let texts: Vec<String> = entry.origins().into_iter().map(|(_, words)| words).collect();
    if !texts.is_empty() {
        print(&format!("text: {}\n", texts.join("; ")))?;
    }
    print(&format!("source: {}\n", entry.source()))?;
    for line in explorers::report_of(&*explored) {
        print(&format!("{line}\n"))?;
    }
    let Some(Picture { path, format }) = picture else { return Ok(()) };
    let file = match format {
        draw::Format::Png => {
            let mut raster = draw::Raster::new(explorers::AREA, draw::WIDTH)?;
            explorers::draw_of(&*explored, &mut raster);
            raster.png(theme)?
        }
        // The command line refuses a film.
        draw::Format::Svg | draw::Format::Gif => {
            let mut svg = draw::Svg::new(explorers::AREA);
            explorers::draw_of(&*explored, &mut svg);
            theme.of_svg(svg.finish()).into_bytes()
        }
    };
    write(path, &file)
}

/// Prints to standard output. A reader that closes the pipe early, as `head` does, is not an error.
fn print(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
        _ => Ok(()),
    }
}
