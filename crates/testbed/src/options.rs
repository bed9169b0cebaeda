//! The command line.
//!
//! Every message names the option and its value. A name that does not exist is answered with the most similar
//! ones (Jaro-Winkler similarity, which gives weight to a common beginning, so an unfinished name is found).
//!
//! Turned down: clap. It does all this, and doubles what must be compiled before the first picture.

mod help;
mod nearest;

pub use help::HELP;

use crate::draw::Format;
use crate::explorers::{EXPLORERS, Explorer};
use help::OPTIONS;
use lexopt::{Arg, Parser, ValueExt};
use nearest::nearest;
use physics::compute::Width;
use physics::prelude::Method;
use scenes::Scene;
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
    /// List the scenes and explorers.
    List(ListBy),
    /// Run a scene.
    Run(Options),
    /// Play a recording, or compare two.
    Replay(ReplayOptions),
}

/// How the list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListBy {
    /// Scenes, then explorers.
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
    /// Whether to report as JSON.
    pub json: bool,
    /// The file for a recording of the run, if any.
    pub record: Option<PathBuf>,
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
    /// There is nothing to compare with.
    #[error("--compare needs --replay: the two files are compared with each other")]
    CompareAlone,
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
    let mut explorer = None;
    let (mut solver, mut broadphase) = (None, BroadphaseKind::Tree);
    let (mut threads, mut width) = (1, Width::best());
    let (mut headless, mut contacts, mut json) = (false, false, false);
    let (mut record, mut replay, mut compare) = (None, None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("headless") => headless = true,
            Arg::Long("scene") => scene = parser.value()?.string()?,
            Arg::Long("explorer") => {
                let all = EXPLORERS.iter().map(|explorer| (explorer.name, explorer));
                explorer = Some(named("--explorer", &parser.value()?.string()?, all)?);
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
            Arg::Long("json") => json = true,
            Arg::Long("record") => record = Some(parser.value()?.into()),
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
    let name = explorer.map_or(scene.name, |explorer: &Explorer| explorer.name).replace(' ', "_");
    let by_itself = || Picture { path: format!("{name}.svg").into(), format: Format::Svg };
    // A file name or JSON output asks for a headless run.
    let window = !(headless || json || out.is_some());
    let picture = out.or_else(|| (!headless).then(by_itself));
    let steps = steps.unwrap_or(scene.steps);
    Ok(Command::Run(Options {
        scene,
        explorer,
        window,
        steps,
        solver,
        broadphase,
        threads,
        width,
        picture,
        contacts,
        json,
        record,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Options {
        match parse(line.split_whitespace()) {
            Ok(Command::Run(options)) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn message(line: &str) -> String {
        match parse(line.split_whitespace()) {
            Err(error) => error.to_string(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn drawn(path: &str, format: Format) -> Option<Picture> {
        Some(Picture { path: path.into(), format })
    }

    /// An empty command line runs the default scene for its own number of steps and writes a picture.
    #[test]
    fn empty_command_line_runs_the_default_scene() {
        let options = options("");
        assert_eq!((options.scene.name, options.steps), ("pile", options.scene.steps));
        assert_eq!((options.broadphase, options.threads), (BroadphaseKind::Tree, 1));
        assert_eq!(options.picture, drawn("pile.svg", Format::Svg));
        assert!(!options.contacts && !options.json);
    }

    #[test]
    fn each_option_is_parsed() {
        for scene in scenes::all() {
            assert_eq!(options(&format!("--scene {}", scene.name)).scene.name, scene.name);
        }
        for kind in BroadphaseKind::ALL {
            assert_eq!(options(&format!("--broadphase {}", kind.name())).broadphase, kind);
        }
        assert_eq!(options("").solver, None);
        for (name, method) in [("soft", Method::Soft), ("classic", Method::Classic)] {
            assert_eq!(options(&format!("--solver {name}")).solver, Some(method));
        }
        assert_eq!(options("--steps 7").steps, 7);
        assert_eq!(options("--steps=0").steps, 0);
        assert_eq!(options("--threads 32").threads, 32);
        for width in Width::all() {
            assert_eq!(options(&format!("--width {}", width.name())).width, width);
        }
        assert!(options("--contacts").contacts);
        assert!(options("--json").json);
        assert_eq!(options("--record a.rec").record, Some("a.rec".into()));
        let Ok(Command::Replay(replay)) = parse("--replay a --compare b --threads 3".split(' ')) else {
            panic!("--replay");
        };
        assert_eq!((replay.file, replay.compare, replay.threads), ("a".into(), Some("b".into()), 3));
        assert_eq!(
            message("--compare b"),
            "--compare needs --replay: the two files are compared with each other"
        );
        for (line, order) in [("--list", ListBy::Kind), ("--list --json", ListBy::Kind)]
            .into_iter()
            .chain([("--list texts", ListBy::Text), ("--list=texts", ListBy::Text)])
        {
            assert!(matches!(parse(line.split(' ')), Ok(Command::List(by)) if by == order), "{line}");
        }
        assert!(message("--list text").contains("did you mean texts"));
        assert!(matches!(parse(["--help"]), Ok(Command::Help)));
        assert!(matches!(parse(["-h"]), Ok(Command::Help)));
        assert!(matches!(parse(["--threads", "none", "--no-such-option", "--help"]), Ok(Command::Help)));
        assert_eq!(options("--steps 7 --steps 8").steps, 8, "the last counts");
    }

    /// A headless run writes a picture only if a file is named.
    #[test]
    fn picture_is_written_unless_headless_without_file() {
        assert_eq!(options("--headless").picture, None);
        assert_eq!(options("--headless --out a/b.svg").picture, drawn("a/b.svg", Format::Svg));
        assert_eq!(options("--scene tower").picture, drawn("tower.svg", Format::Svg));
    }

    /// The extension of the file decides the format; an unknown one is answered with the known ones.
    #[test]
    fn extension_decides_the_format() {
        for format in Format::ALL {
            let path = format!("a.b/c.{}", format.extension());
            assert_eq!(options(&format!("--out {path}")).picture, drawn(&path, format));
            assert!(HELP.contains(&format!(".{} ", format.extension())));
        }
        assert_eq!(options("--out C.PNG").picture, drawn("C.PNG", Format::Png));
        for (path, extension) in [("a.png/b.jpg", "jpg"), ("a.png/b", ""), (".gif", "")] {
            let expected = format!("--out {path:?}: pictures end in .svg, .png, .gif, not in {extension:?}");
            assert_eq!(message(&format!("--out {path}")), expected);
        }
    }

    /// A message names the option, its value and the valid range.
    #[test]
    fn invalid_value_error_names_option_value_and_range() {
        for value in ["-1", "1.5", "many", "4294967296"] {
            let expected = format!("--steps {value:?}: give a whole number from 0 to 4294967295");
            assert_eq!(message(&format!("--steps={value}")), expected);
        }
        for value in ["0", "33", "two"] {
            let expected = format!("--threads {value:?}: give a whole number from 1 to 32");
            assert_eq!(message(&format!("--threads {value}")), expected);
        }
        assert_eq!(message("--scene"), "missing argument for option '--scene'");
        assert_eq!(message("--json=yes"), r#"unexpected argument for option '--json': "yes""#);
        assert_eq!(message("tower"), r#"unexpected argument "tower""#);
    }

    /// An explorer is chosen by its name, and its picture has that name.
    #[test]
    fn explorer_is_chosen_by_name() {
        for explorer in EXPLORERS {
            let Ok(Command::Run(options)) = parse(["--explorer", explorer.name]) else { panic!() };
            assert_eq!(options.explorer.map(|one| one.name), Some(explorer.name));
            let file = format!("{}.svg", explorer.name.replace(' ', "_"));
            assert_eq!(options.picture, drawn(&file, Format::Svg));
        }
        assert!(message("--explorer gjk").contains("did you mean gjk and epa"));
    }

    /// A misspelt name is answered with the most similar ones.
    #[test]
    fn misspelt_name_error_suggests_similar_names() {
        assert_eq!(
            message("--scene towr"),
            r#"--scene "towr": no such name; did you mean tower, tower_iterated?"#
        );
        assert_eq!(message("--broadphase swep"), r#"--broadphase "swep": no such name; did you mean sweep?"#);
        assert_eq!(message("--step 3"), "no option --step; did you mean --steps?");
        for (wrong, right) in
            [("pyr", "pyramid"), ("ramp", "friction_ramp"), ("brigde", "bridge"), ("Tower", "tower")]
        {
            let message = message(&format!("--scene {wrong}"));
            assert!(message.contains(&format!("did you mean {right}")), "{message}");
        }
        assert!(message("--scene no-such-scene").contains("did you mean "));
        assert!(message("-x").contains("no option -x; did you mean --"));
    }

    /// The help names every option, and the default scene exists.
    #[test]
    fn help_names_every_option() {
        for option in OPTIONS {
            assert!(HELP.contains(&format!("\n  {option} ")), "{option}");
        }
        for kind in BroadphaseKind::ALL {
            assert!(HELP.contains(kind.name()));
        }
        assert!(
            HELP.contains(&format!("[{DEFAULT_SCENE}]")) && HELP.contains(&format!("1 to {MAX_THREADS}"))
        );
        assert!(HELP.lines().all(|line| line.len() <= 110));
    }
}
