//! The command line.
//!
//! Every message names the option and the value it is about, and a name that does not exist is answered with
//! those nearest to it (Jaro-Winkler, which favours a common beginning: a name half typed finds its rest).
//!
//! Turned down: clap. It does all this, and doubles what must be compiled before the first picture.

use crate::draw::Format;
use lexopt::{Arg, Parser, ValueExt};
use physics::compute::Width;
use physics::prelude::Method;
use scenes::Scene;
use std::ffi::OsString;
use std::path::PathBuf;
use thiserror::Error;

/// The scene that is run if none is named: it shows the most.
const DEFAULT_SCENE: &str = "pile";

/// As many as work on a world at most.
const MAX_THREADS: usize = 32;

/// Names less like the wanted one than this (1 is equal, 0 is nothing in common) are not worth suggesting.
const LIKENESS: f64 = 0.75;

/// So many names are suggested at most.
const SUGGESTIONS: usize = 3;

const OPTIONS: &[&str] = &[
    "--headless",
    "--scene",
    "--steps",
    "--solver",
    "--broadphase",
    "--threads",
    "--width",
    "--out",
    "--contacts",
    "--json",
    "--list",
    "--help",
];

/// What `--help` prints.
pub const HELP: &str = "\
Opens a window on the scenes. Headless, or where there is no display: runs a scene, says how long the steps
took and how well things rest, and draws the end.

cargo run --release -p testbed -- [OPTION]...

  --headless         no window, and no picture unless --out names one; --out and --json open none either
  --scene NAME       which scene [pile]; --list shows all
  --steps N          steps of a 60th of a second [what the scene asks for]; 0 shows the beginning
  --solver NAME      soft or classic [what the scene asks for]
  --broadphase NAME  tree, sweep, list, grid, quad or brute [tree]: changes the speed, not one bit of a result
  --threads N        1 to 32 [1]: the same holds for them
  --width NAME       scalar, sse2, neon or avx2, as the processor has them [the widest]: the lanes of the soft
                     solver; the same holds for them
  --out FILE         what to draw, by its ending: .svg or .png of the end, .gif of all of it, as a film
                     [SCENE.svg; none if headless]
  --contacts         draw contact points and their normals too
  --json             one line of JSON, last on standard output, in place of the summary
  --list             the scenes, a sentence for each
  --help             this text

What the line of JSON says, beside scene, solver, broadphase, threads, width, bodies, colliders, joints and
steps:

  contacts              pairs of colliders that touch at the end
  ms_median, ms_p95     duration of a step; the first, which makes room, does not count
  ms_stages             the mean of each stage of a step, by name
  max_penetration_m     the deepest overlap in the last 60 steps: of what rests, not of impacts on the way
  max_sideways_drift_m  how far, at the end, a dynamic body is from where it began, horizontally; the greatest
  kinetic_energy_j      of all dynamic bodies, at the end
  state_hash            16 hexadecimal digits over the bits of every body's pose and velocity, at the end

A number that is not finite is null. Exit codes: 0; 1 if something could not be written; 2 for a command line
that means nothing.
";

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Command {
    /// Explain the options.
    Help,
    /// List the scenes.
    List,
    /// Run a scene.
    Run(Options),
}

/// How to run a scene.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which.
    pub scene: &'static Scene,
    /// Whether a window is wanted.
    pub window: bool,
    /// For how many steps.
    pub steps: u32,
    /// With which solver; `None` for what the scene asks for.
    pub solver: Option<Method>,
    /// With which broad phase.
    pub broadphase: BroadphaseKind,
    /// With how many threads.
    pub threads: usize,
    /// In which lanes.
    pub width: Width,
    /// The picture to be written, if any.
    pub picture: Option<Picture>,
    /// Whether the picture shows contacts.
    pub contacts: bool,
    /// Whether to report as JSON.
    pub json: bool,
}

/// A picture, or a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Where to write it.
    pub path: PathBuf,
    /// What it is.
    pub format: Format,
}

/// The broad phases that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadphaseKind {
    /// [`physics::broadphase::DynamicTree`].
    Tree,
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
    pub const ALL: [Self; 6] = [Self::Tree, Self::Sweep, Self::List, Self::Grid, Self::Quad, Self::Brute];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Sweep => "sweep",
            Self::List => "list",
            Self::Grid => "grid",
            Self::Quad => "quad",
            Self::Brute => "brute",
        }
    }
}

/// Why a command line means nothing.
#[derive(Debug, Error)]
pub enum UsageError {
    /// The value of an option names nothing.
    #[error("{option} {value:?}: no such name; nearest: {}", .nearest.join(", "))]
    UnknownName {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// Names it may be meant for, the nearest first.
        nearest: Vec<&'static str>,
    },
    /// There is no such option.
    #[error("no option {option}; nearest: {}", .nearest.join(", "))]
    UnknownOption {
        /// The option.
        option: String,
        /// Options it may be meant for, the nearest first.
        nearest: Vec<&'static str>,
    },
    /// The value of an option is not a number in its range.
    #[error("{option} {value:?}: must be a whole number from {least} to {greatest}")]
    Number {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The least it may be.
        least: u32,
        /// The greatest it may be.
        greatest: u32,
    },
    /// The name of a file ends in nothing that can be drawn.
    #[error("--out {value:?}: pictures end in {}, not in {extension:?}", extensions())]
    UnknownFormat {
        /// The name of the file.
        value: PathBuf,
        /// How it ends.
        extension: String,
    },
    /// A value where none belongs, or none where one does.
    #[error(transparent)]
    Syntax(#[from] lexopt::Error),
}

/// Reads the words behind the program's name. Of an option given twice, the last counts.
///
/// # Errors
/// [`UsageError`] for the first word that means nothing.
pub fn parse(words: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Command, UsageError> {
    let mut parser = Parser::from_args(words.into_iter().map(Into::into));
    let (mut scene, mut steps, mut out) = (DEFAULT_SCENE.to_owned(), None, None);
    let (mut solver, mut broadphase) = (None, BroadphaseKind::Tree);
    let (mut threads, mut width) = (1, Width::best());
    let (mut headless, mut contacts, mut json) = (false, false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("headless") => headless = true,
            Arg::Long("scene") => scene = parser.value()?.string()?,
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
            Arg::Long("list") => return Ok(Command::List),
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            Arg::Long(name) => return Err(unknown_option(format!("--{name}"))),
            Arg::Short(letter) => return Err(unknown_option(format!("-{letter}"))),
            Arg::Value(_) => return Err(argument.unexpected().into()),
        }
    }
    let scene = named("--scene", &scene, scenes::all().map(|scene| (scene.name, scene)))?;
    let by_itself = || Picture { path: format!("{}.svg", scene.name).into(), format: Format::Svg };
    // Who names a file or wants JSON wants the job done.
    let window = !(headless || json || out.is_some());
    let picture = out.or_else(|| (!headless).then(by_itself));
    let steps = steps.unwrap_or(scene.steps);
    Ok(Command::Run(Options {
        scene,
        window,
        steps,
        solver,
        broadphase,
        threads,
        width,
        picture,
        contacts,
        json,
    }))
}

/// As on the command line and in the report.
#[must_use]
pub fn solver_name(method: Method) -> &'static str {
    match method {
        Method::Soft => "soft",
        Method::Classic => "classic",
    }
}

/// What `value` names among `all`.
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

/// The picture that is wanted under this name; its ending says which.
fn picture(path: PathBuf) -> Result<Picture, UsageError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    match Format::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension())) {
        Some(format) => Ok(Picture { path, format }),
        None => Err(UsageError::UnknownFormat { value: path, extension }),
    }
}

/// Those of pictures, for a person to read.
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

/// The name most like `wanted`, and what else is like it, the nearest first.
fn nearest(wanted: &str, names: &[&'static str]) -> Vec<&'static str> {
    // Dashes would make all options alike.
    let bare = |name: &'static str| name.trim_start_matches('-');
    let wanted = wanted.trim_start_matches('-');
    let likeness = |name: &str| {
        if !wanted.is_empty() && name.contains(wanted) { 1.0 } else { strsim::jaro_winkler(wanted, name) }
    };
    let mut ranked: Vec<(f64, &'static str)> =
        names.iter().map(|name| (likeness(bare(name)), *name)).collect();
    // A stable sort: of equals, the first listed is named first.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worth = ranked.iter().filter(|(likeness, _)| *likeness >= LIKENESS).count().clamp(1, SUGGESTIONS);
    ranked.into_iter().take(worth).map(|(_, name)| name).collect()
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

    /// Without a word: the pile for as long as it needs, and a picture of it.
    #[test]
    fn nothing_need_be_said() {
        let options = options("");
        assert_eq!((options.scene.name, options.steps), ("pile", options.scene.steps));
        assert_eq!((options.broadphase, options.threads), (BroadphaseKind::Tree, 1));
        assert_eq!(options.picture, drawn("pile.svg", Format::Svg));
        assert!(!options.contacts && !options.json);
    }

    #[test]
    fn each_option_is_understood() {
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
        assert!(matches!(parse(["--list"]), Ok(Command::List)));
        assert!(matches!(parse(["--help"]), Ok(Command::Help)));
        assert!(matches!(parse(["-h"]), Ok(Command::Help)));
        assert_eq!(options("--steps 7 --steps 8").steps, 8, "the last counts");
    }

    /// Headless alone writes no picture; naming a file always does.
    #[test]
    fn a_picture_is_written_where_one_is_wanted() {
        assert_eq!(options("--headless").picture, None);
        assert_eq!(options("--headless --out a/b.svg").picture, drawn("a/b.svg", Format::Svg));
        assert_eq!(options("--scene tower").picture, drawn("tower.svg", Format::Svg));
    }

    /// The name of the file says what is drawn; one that says nothing is answered with those that do.
    #[test]
    fn the_ending_chooses_the_format() {
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

    /// A message names the option, the value and what would have been right.
    #[test]
    fn wrong_values_are_named() {
        for value in ["-1", "1.5", "many", "4294967296"] {
            let expected = format!("--steps {value:?}: must be a whole number from 0 to 4294967295");
            assert_eq!(message(&format!("--steps={value}")), expected);
        }
        for value in ["0", "33", "two"] {
            let expected = format!("--threads {value:?}: must be a whole number from 1 to 32");
            assert_eq!(message(&format!("--threads {value}")), expected);
        }
        assert_eq!(message("--scene"), "missing argument for option '--scene'");
        assert_eq!(message("--json=yes"), r#"unexpected argument for option '--json': "yes""#);
        assert_eq!(message("tower"), r#"unexpected argument "tower""#);
    }

    /// What is nearly right is answered with what is right, and anything else with something.
    #[test]
    fn wrong_names_are_answered_with_the_nearest() {
        assert_eq!(message("--scene towr"), r#"--scene "towr": no such name; nearest: tower"#);
        assert_eq!(message("--broadphase swep"), r#"--broadphase "swep": no such name; nearest: sweep"#);
        assert_eq!(message("--step 3"), "no option --step; nearest: --steps");
        for (wrong, right) in
            [("pyr", "pyramid"), ("ramp", "friction_ramp"), ("brigde", "bridge"), ("Tower", "tower")]
        {
            let message = message(&format!("--scene {wrong}"));
            assert!(message.contains(&format!("nearest: {right}")), "{message}");
        }
        assert!(message("--scene no-such-scene").contains("nearest: "));
        assert!(message("-x").contains("no option -x; nearest: --"));
    }

    /// The help names every option, and the default scene exists.
    #[test]
    fn the_help_is_complete() {
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
