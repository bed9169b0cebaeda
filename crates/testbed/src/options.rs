//! The command line.
//!
//! Every message names the option and its value. A name that does not exist is answered with the most similar
//! ones (Jaro-Winkler similarity, which gives weight to a common beginning, so an unfinished name is found).
//!
//! Turned down: clap. It does all this, and doubles what must be compiled before the first picture.

mod help;
mod nearest;
#[cfg(any(target_arch = "wasm32", test))]
mod query;
#[cfg(test)]
mod tests;

pub use help::HELP;
#[cfg(target_arch = "wasm32")]
pub use query::answer;
#[cfg(any(target_arch = "wasm32", test))]
pub use query::{query_of, words_of_query};

use crate::draw::{Format, Theme};
use crate::explorers::{EXPLORERS, Explorer};
use help::OPTIONS;
use lexopt::{Arg, Parser, ValueExt};
use nearest::nearest;
use physics::compute::Width;
use physics::prelude::Method;
use scenes::{COMPARISONS, Comparison, Scene};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use thiserror::Error;

/// The scene that runs if none is named.
const DEFAULT_SCENE: &str = "pile";

/// Greatest number of threads that a world uses.
const MAX_THREADS: usize = 32;

/// What the command line asks for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Explain the options.
    Help,
    /// List the scenes, explorers and comparisons.
    List(ListBy),
    /// Run a scene.
    Run(Options),
    /// Play a recording, or compare two.
    Replay(ReplayOptions),
}

/// How the list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListBy {
    Kind,
    /// Texts with their sections.
    Text,
}

/// How to play a recording.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// The recording.
    pub file: PathBuf,
    /// One to compare it with.
    pub compare: Option<PathBuf>,
    /// The broad phase.
    pub broadphase: BroadphaseKind,
    /// Number of threads.
    pub threads: usize,
    /// The vector instructions.
    pub width: Width,
}

/// How to run a scene.
#[derive(Clone, Debug)]
pub struct Options {
    /// The scene.
    pub scene: &'static Scene,
    /// The explorer that is shown in place of the scene.
    pub explorer: Option<&'static Explorer>,
    /// The comparison that is shown in place of the scene.
    pub comparison: Option<&'static Comparison>,
    /// Whether to open a window.
    pub window: bool,
    /// Number of steps.
    pub steps: u32,
    /// The solver; `None` for the one that the scene asks for.
    pub solver: Option<Method>,
    /// The broad phase.
    pub broadphase: BroadphaseKind,
    /// Number of threads.
    pub threads: usize,
    /// The vector instructions.
    pub width: Width,
    /// The picture to be written, if any.
    pub picture: Option<Picture>,
    /// Whether the picture shows contacts.
    pub contacts: bool,
    /// The colours; `None` for those of the system in a window, and light ones in a picture.
    pub theme: Option<Theme>,
    /// Whether to report as JSON.
    pub json: bool,
    /// The file for a recording of the run, if any.
    pub record: Option<PathBuf>,
    /// The file for what the threads did in a step, if any.
    pub trace: Option<Trace>,
}

/// A file for what the threads did in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The path of the file.
    pub path: PathBuf,
    /// The format of the file.
    pub format: TraceFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// A picture.
    Svg,
    /// The trace event format.
    Json,
}

/// A picture or film to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The path of the file.
    pub path: PathBuf,
    /// The format of the file.
    pub format: Format,
}

/// The broad phases that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadphaseKind {
    /// [`physics::broadphase::DynamicTree`].
    Tree,
    /// [`physics::broadphase::AvlTree`].
    Avl,
    /// [`physics::broadphase::SortAndSweep`].
    Sweep,
    /// [`physics::broadphase::SweepList`].
    List,
    /// [`physics::broadphase::UniformGrid`].
    Grid,
    /// [`physics::broadphase::QuadTree`].
    Quad,
    /// [`physics::broadphase::BruteForce`].
    Brute,
}

impl BroadphaseKind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Tree, Self::Avl, Self::Sweep, Self::List, Self::Grid, Self::Quad, Self::Brute];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Avl => "avl",
            Self::Sweep => "sweep",
            Self::List => "list",
            Self::Grid => "grid",
            Self::Quad => "quad",
            Self::Brute => "brute",
        }
    }
}

/// Why a command line is not valid.
#[derive(Debug, Error)]
pub enum UsageError {
    /// The value of an option is not one of its names.
    #[error("{option} {value:?}: no such name; did you mean {}?", .nearest.join(", "))]
    UnknownName {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The most similar names, best first.
        nearest: Vec<&'static str>,
    },
    /// There is no such option.
    #[error("no option {option}; did you mean {}?", .nearest.join(", "))]
    UnknownOption {
        /// The option.
        option: String,
        /// The most similar options, best first.
        nearest: Vec<&'static str>,
    },
    /// The value of an option is not a number in its range.
    #[error("{option} {value:?}: give a whole number from {least} to {greatest}")]
    Number {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The smallest valid value.
        least: u32,
        /// The greatest valid value.
        greatest: u32,
    },
    /// The file name has no extension that names a picture format.
    #[error("--out {value:?}: pictures end in {}, not in {extension:?}", extensions())]
    UnknownFormat {
        /// The file name.
        value: PathBuf,
        /// Its extension.
        extension: String,
    },
    /// The file name has no extension that names a format of traces.
    #[error("--trace {0:?}: give a name that ends in .svg, for a picture, or in .json, for a trace viewer")]
    TraceFormat(PathBuf),
    /// There is nothing to compare with.
    #[error("--compare needs --replay: the two files are compared with each other")]
    CompareAlone,
    /// An option has no meaning for a comparison.
    #[error("{0} does not go with --comparison: its scenes differ in their settings, and none is recorded")]
    NotForComparison(&'static str),
    /// There are two things to show.
    #[error("--explorer and --comparison: only one of them can be shown")]
    ExplorerAndComparison,
    /// An explorer has no film.
    #[error("--out {0:?}: an explorer does not move; give a name that ends in .svg or .png")]
    FilmOfExplorer(PathBuf),
    /// An option got a value that it does not take, or misses its value.
    #[error(transparent)]
    Syntax(#[from] lexopt::Error),
}

/// Parses the words after the program's name. If an option is given twice, the last one counts; `--help` and
/// `-h` count wherever they stand, also after a word that is not valid.
///
/// # Errors
/// [`UsageError`] for the first word that is not valid.
pub fn parse(words: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Command, UsageError> {
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(Command::Help);
    }
    let mut parser = Parser::from_args(words);
    let (mut scene, mut steps, mut out) = (DEFAULT_SCENE.to_owned(), None, None);
    let (mut explorer, mut comparison) = (None, None);
    let (mut solver, mut broadphase) = (None, BroadphaseKind::Tree);
    let (mut threads, mut width) = (1, Width::best());
    let (mut headless, mut contacts, mut json) = (false, false, false);
    let mut theme = None;
    let (mut record, mut replay, mut compare) = (None, None, None);
    let mut trace = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("headless") => headless = true,
            Arg::Long("scene") => scene = parser.value()?.string()?,
            Arg::Long("explorer") => {
                let all = EXPLORERS.iter().map(|explorer| (explorer.name, explorer));
                explorer = Some(named("--explorer", &parser.value()?.string()?, all)?);
            }
            Arg::Long("comparison") => {
                let all = COMPARISONS.iter().map(|comparison| (comparison.name, comparison));
                comparison = Some(named("--comparison", &parser.value()?.string()?, all)?);
            }
            Arg::Long("steps") => steps = Some(number("--steps", parser.value()?, 0, u32::MAX)?),
            Arg::Long("solver") => {
                let all = [Method::Soft, Method::Classic].map(|method| (solver_name(method), method));
                solver = Some(named("--solver", &parser.value()?.string()?, all)?);
            }
            Arg::Long("broadphase") => {
                let all = BroadphaseKind::ALL.map(|kind| (kind.name(), kind));
                broadphase = named("--broadphase", &parser.value()?.string()?, all)?;
            }
            Arg::Long("threads") => {
                threads = number("--threads", parser.value()?, 1, MAX_THREADS as u32)? as usize;
            }
            Arg::Long("width") => {
                let all = Width::all().map(|width| (width.name(), width));
                width = named("--width", &parser.value()?.string()?, all)?;
            }
            Arg::Long("out") => out = Some(picture(parser.value()?.into())?),
            Arg::Long("contacts") => contacts = true,
            Arg::Long("theme") => {
                let all = Theme::ALL.map(|theme| (theme.name(), theme));
                theme = Some(named("--theme", &parser.value()?.string()?, all)?);
            }
            Arg::Long("json") => json = true,
            Arg::Long("record") => record = Some(parser.value()?.into()),
            Arg::Long("trace") => trace = Some(trace_file(parser.value()?.into())?),
            Arg::Long("replay") => replay = Some(PathBuf::from(parser.value()?)),
            Arg::Long("compare") => compare = Some(PathBuf::from(parser.value()?)),
            Arg::Long("list") => return Ok(Command::List(list_by(&mut parser)?)),
            Arg::Long(name) => return Err(unknown_option(format!("--{name}"))),
            Arg::Short(letter) => return Err(unknown_option(format!("-{letter}"))),
            Arg::Value(_) => return Err(argument.unexpected().into()),
        }
    }
    match (replay, compare) {
        (Some(file), compare) => {
            return Ok(Command::Replay(ReplayOptions { file, compare, broadphase, threads, width }));
        }
        (None, Some(_)) => return Err(UsageError::CompareAlone),
        (None, None) => {}
    }
    let scene = named("--scene", &scene, scenes::all().map(|scene| (scene.name, scene)))?;
    if comparison.is_some() {
        if explorer.is_some() {
            return Err(UsageError::ExplorerAndComparison);
        }
        let refused =
            [("--solver", solver.is_some()), ("--record", record.is_some()), ("--trace", trace.is_some())];
        for (option, is_given) in refused {
            if is_given {
                return Err(UsageError::NotForComparison(option));
            }
        }
    }
    match out {
        Some(Picture { path, format: Format::Gif }) if explorer.is_some() => {
            return Err(UsageError::FilmOfExplorer(path));
        }
        _ => {}
    }
    let explored = explorer.map(|explorer: &Explorer| explorer.name);
    let compared = comparison.map(|comparison: &Comparison| comparison.name);
    let name = explored.or(compared).unwrap_or(scene.name).replace(' ', "_");
    let by_itself = || Picture { path: format!("{name}.svg").into(), format: Format::Svg };
    // A file name or JSON output asks for a headless run.
    let window = !(headless || json || out.is_some() || trace.is_some());
    let picture = out.or_else(|| (!headless && trace.is_none()).then(by_itself));
    let steps = steps.unwrap_or(comparison.map_or(scene.steps, |comparison| comparison.steps));
    Ok(Command::Run(Options {
        scene,
        explorer,
        comparison,
        window,
        steps,
        solver,
        broadphase,
        threads,
        width,
        picture,
        contacts,
        theme,
        json,
        record,
        trace,
    }))
}

/// The word after `--list`, if there is one.
fn list_by(parser: &mut Parser) -> Result<ListBy, UsageError> {
    let is_word = |word: &OsStr| !word.to_string_lossy().starts_with('-');
    let next = parser.optional_value().or_else(|| parser.try_raw_args()?.next_if(is_word));
    let Some(word) = next else { return Ok(ListBy::Kind) };
    named("--list", &word.string()?, [("texts", ListBy::Text)])
}

/// The solver's name on the command line and in the report.
#[must_use]
pub fn solver_name(method: Method) -> &'static str {
    match method {
        Method::Soft => "soft",
        Method::Classic => "classic",
    }
}

/// Finds the item of `all` that `value` names.
fn named<T>(
    option: &'static str,
    value: &str,
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> Result<T, UsageError> {
    let mut names = Vec::new();
    for (name, what) in all {
        if name == value {
            return Ok(what);
        }
        names.push(name);
    }
    Err(UsageError::UnknownName { option, value: value.to_owned(), nearest: nearest(value, &names) })
}

/// The picture to be written to this path; the extension decides the format.
fn picture(path: PathBuf) -> Result<Picture, UsageError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    match Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension())) {
        Some(format) => Ok(Picture { path, format }),
        None => Err(UsageError::UnknownFormat { value: path, extension }),
    }
}

/// The trace to be written to this path; the extension decides the format.
fn trace_file(path: PathBuf) -> Result<Trace, UsageError> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let format = match extension.to_str() {
        Some("svg") => TraceFormat::Svg,
        Some("json") => TraceFormat::Json,
        _ => return Err(UsageError::TraceFormat(path)),
    };
    Ok(Trace { path, format })
}

/// The file name extensions of all picture formats, for messages.
fn extensions() -> String {
    Format::ALL.map(|format| format!(".{}", format.extension())).join(", ")
}

fn number(option: &'static str, value: OsString, least: u32, greatest: u32) -> Result<u32, UsageError> {
    let parsed = value.to_str().and_then(|text| text.parse().ok());
    parsed.filter(|number| (least..=greatest).contains(number)).ok_or_else(|| UsageError::Number {
        option,
        value: value.to_string_lossy().into_owned(),
        least,
        greatest,
    })
}

fn unknown_option(option: String) -> UsageError {
    UsageError::UnknownOption { nearest: nearest(&option, OPTIONS), option }
}
