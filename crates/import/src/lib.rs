#![doc = include_str!("../README.md")]

mod draft;
mod godot;
mod ldtk;
mod map;
mod physics_editor;
mod rube;
mod svg;
mod tiled;
mod value;

pub use {geom, world};

use draft::Draft;
use geom::Position;
use serde_json::Value;
use std::fmt;
use std::path::Path;
use thiserror::Error;
use world::{Level, LevelError};

/// What a cell, a tile or an object becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A collider.
    Solid,
    /// A collider that bodies pass from below.
    OneWay,
    /// A collider that only reports what is inside.
    Sensor,
    /// Nothing: it is skipped.
    Nothing,
}

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Units of the file (mostly pixels) that make a metre, finite and above zero. `None`: the width of a
    /// tile (Tiled), the grid of the project (LDtk), the ratio in the file (PhysicsEditor), 1 (Physics Body
    /// Editor), else 100. R.U.B.E. writes metres, whatever is here.
    pub units_per_metre: Option<f32>,
    /// Greatest distance of a curve from its chords, m, finite and above zero.
    pub tolerance: f32,
    /// What a class becomes: of a tile, its layer or an object (Tiled), the name of an IntGrid value or of an
    /// entity (LDtk). `None`: cells and objects are solid, tiles and entities are skipped.
    ///
    /// ```
    /// use import::{Kind, Options};
    /// let options = Options {
    ///     kind: |class| match class {
    ///         "Water" => Some(Kind::Sensor),
    ///         "Grass" => Some(Kind::Nothing),
    ///         other => import::kind(other),
    ///     },
    ///     ..Options::default()
    /// };
    /// assert_eq!((options.kind)("One_Way platform"), Some(Kind::OneWay));
    /// ```
    pub kind: fn(&str) -> Option<Kind>,
}

impl Default for Options {
    fn default() -> Self {
        Self { units_per_metre: None, tolerance: 0.005, kind }
    }
}

/// The default of [`Options::kind`]: one-way where the class says "one way" in any spelling, a sensor where
/// it says "sensor", "trigger" or "area", solid where it says "solid", "wall" or "collision".
///
/// ```
/// assert_eq!(import::kind("wall_left"), Some(import::Kind::Solid));
/// assert_eq!(import::kind("flower"), None);
/// ```
#[must_use]
pub fn kind(class: &str) -> Option<Kind> {
    let word = class.to_lowercase().replace(['_', '-', ' '], "");
    let says = |words: &[&str]| words.iter().any(|part| word.contains(part));
    match () {
        () if says(&["oneway"]) => Some(Kind::OneWay),
        () if says(&["sensor", "trigger", "area"]) => Some(Kind::Sensor),
        () if says(&["solid", "wall", "collision"]) => Some(Kind::Solid),
        () => None,
    }
}

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Maps of Tiled, XML (`.tmx`) or JSON (`.tmj`).
    Tiled,
    /// Projects of LDtk.
    Ldtk,
    /// Exported scenes of R.U.B.E. (b2dJson).
    Rube,
    /// Bodies of PhysicsEditor: plist, XML or JSON.
    PhysicsEditor,
    /// Bodies of Physics Body Editor.
    BodyEditor,
    /// Text scenes of Godot (`.tscn`).
    Godot,
    /// Outlines in SVG.
    Svg,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tiled => "Tiled",
            Self::Ldtk => "LDtk",
            Self::Rube => "R.U.B.E.",
            Self::PhysicsEditor => "PhysicsEditor",
            Self::BodyEditor => "Physics Body Editor",
            Self::Godot => "Godot",
            Self::Svg => "SVG",
        })
    }
}

/// Which part of the file became a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its id in the file, or what comes nearest: index, path of the node, id of the layer.
    pub id: String,
    /// Its name; may be empty.
    pub name: String,
    /// The layers, groups or parents around it, joined with `/`.
    pub layer: String,
    /// Index of the body in [`Level::bodies`].
    pub body: u32,
}

/// A part of the file that is not in the level.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// As [`Part::id`].
    pub id: String,
    /// As [`Part::layer`].
    pub layer: String,
    /// Where it would be in the level, m.
    pub place: Position,
    /// Why it is skipped.
    pub why: String,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, layer, place, why } = self;
        write!(f, "{id} in \"{layer}\" at ({:.2}, {:.2}): {why}", place.x, place.y)
    }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// What the file was taken for.
    pub format: Format,
    /// The level: valid, with at least one collider.
    pub level: Level,
    /// What became a body, in the order of the bodies.
    pub parts: Vec<Part>,
    /// What was left out.
    pub skipped: Vec<Skipped>,
}

/// Why a file gives no level.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file cannot be read as text.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The content is none of the formats.
    #[error("{0}")]
    Unknown(String),
    /// A project file of R.U.B.E., which only its editor reads.
    #[error("this is a project of R.U.B.E.: export the scene (File, Export scene) and read that")]
    RubeProject,
    /// XML or JSON with an error.
    #[error("the text is no {of}: {error}")]
    Syntax {
        /// XML or JSON.
        of: &'static str,
        /// The error, with line and column.
        error: String,
    },
    /// A field that the whole file needs.
    #[error("{format}: {why}")]
    Field {
        /// The format.
        format: Format,
        /// Names the field and its value.
        why: String,
    },
    /// An option out of its range.
    #[error("{field} is {value}: it must be finite and above zero")]
    Option {
        /// Its name.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// Nothing became a collider.
    #[error("{format}: the file gives no collider; {} parts were skipped{}", .skipped.len(), first(.skipped))]
    Empty {
        /// The format.
        format: Format,
        /// All of them.
        skipped: Vec<Skipped>,
    },
    /// The level is refused.
    #[error(transparent)]
    Level(#[from] LevelError),
}

fn first(skipped: &[Skipped]) -> String {
    skipped.first().map_or(String::new(), |first| format!(", first {first}"))
}

/// Reads a file with the default [`Options`]. Files that it names are read beside it.
///
/// # Errors
/// [`ImportError`].
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/house.svg");
/// let imported = import::read(path)?;
/// println!("{}: {} bodies", imported.format, imported.level.bodies.len());
/// for skipped in &imported.skipped {
///     println!("skipped {skipped}");
/// }
/// let (world, ids) = import::world::World::load(&imported.level)?;
/// # assert_eq!(ids.bodies.len(), imported.parts.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<Imported, ImportError> {
    read_with(path, &Options::default())
}

/// [`read`] with options.
///
/// # Errors
/// [`ImportError`].
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/house.svg");
/// let options = import::Options { units_per_metre: Some(32.0), ..Default::default() };
/// assert_eq!(import::read_with(path, &options)?.skipped.len(), 1);
/// # Ok::<(), import::ImportError>(())
/// ```
pub fn read_with(path: impl AsRef<Path>, options: &Options) -> Result<Imported, ImportError> {
    let path = path.as_ref();
    let text = std::fs::read_to_string(path)
        .map_err(|error| ImportError::File { path: path.display().to_string(), error })?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    read_text(&text, options, move |file| std::fs::read_to_string(folder.join(file)).ok())
}

/// Reads a text; its content says of which format it is. `files` gives the text of a file that the text
/// names: a tile set, a template, a level.
///
/// # Errors
/// [`ImportError`].
///
/// ```
/// use import::{Format, ImportError, Options, read_text};
/// let read = |text| read_text(text, &Options::default(), |_| None);
/// let imported = read("<svg><circle id='ball' cx='100' cy='-200' r='50'/></svg>")?;
/// assert_eq!((imported.format, imported.parts[0].id.as_str()), (Format::Svg, "ball"));
/// assert_eq!(imported.level.bodies[0].position, [1.0, 2.0].into()); // 100 px are a metre, y points up
///
/// assert!(matches!(read("<svg><circle r='0'/></svg>"), Err(ImportError::Empty { .. })));
/// assert!(matches!(read("hello"), Err(ImportError::Unknown(_))));
/// # Ok::<(), ImportError>(())
/// ```
pub fn read_text(
    text: &str,
    options: &Options,
    files: impl Fn(&str) -> Option<String>,
) -> Result<Imported, ImportError> {
    let positive = |field, value: f32| {
        let is_positive = value.is_finite() && value > 0.0;
        if is_positive { Ok(()) } else { Err(ImportError::Option { field, value }) }
    };
    positive("tolerance", options.tolerance)?;
    positive("units_per_metre", options.units_per_metre.unwrap_or(1.0))?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with("[gd_") {
        return Draft::read(Format::Godot, options, |draft| godot::read(draft, text));
    }
    if text.starts_with('<') {
        let document = value::xml(text)?;
        let root = document.root_element();
        return match root.tag_name().name() {
            "map" => {
                let map = tiled::element(root, 0);
                Draft::read(Format::Tiled, options, |draft| tiled::read(draft, &map, &files))
            }
            "svg" => Draft::read(Format::Svg, options, |draft| svg::read(draft, root)),
            "plist" | "bodydef" => {
                let sheet = physics_editor::from_xml(root);
                Draft::read(Format::PhysicsEditor, options, |draft| physics_editor::read(draft, &sheet))
            }
            other => Err(ImportError::Unknown(format!(
                "XML with the root <{other}> is no level of a known format"
            ))),
        };
    }
    if !text.starts_with('{') {
        let why = "the text is neither XML nor a JSON object nor a scene of Godot";
        return Err(ImportError::Unknown(why.to_owned()));
    }
    let json: Value = value::json(text)?;
    let has = |field: &str| json.get(field).is_some();
    let is_sheet = |body: &Value| body.is_array() || body["fixtures"].is_array();
    match () {
        () if has("metaworld") || has("metabody") => Err(ImportError::RubeProject),
        () if has("tilewidth") && has("layers") => {
            Draft::read(Format::Tiled, options, |draft| tiled::read(draft, &json, &files))
        }
        () if has("levels") && (has("jsonVersion") || has("__header__")) => {
            Draft::read(Format::Ldtk, options, |draft| ldtk::read(draft, &json, &files))
        }
        () if has("rigidBodies") => {
            let sheet = physics_editor::from_body_editor(&json);
            Draft::read(Format::BodyEditor, options, |draft| physics_editor::read(draft, &sheet))
        }
        () if has("body") => Draft::read(Format::Rube, options, |draft| rube::read(draft, &json)),
        () if json.as_object().is_some_and(|bodies| bodies.values().any(is_sheet)) => {
            let sheet = physics_editor::from_json(&json);
            Draft::read(Format::PhysicsEditor, options, |draft| physics_editor::read(draft, &sheet))
        }
        () => Err(ImportError::Unknown("JSON without the fields of a known format".to_owned())),
    }
}
