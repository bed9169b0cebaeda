//! Errors of the engine as exceptions of Python. The classes stand in `physics2d/_errors.py`; each carries
//! what the engine's error says in numbers: the field and its value.

use physics::geom::{MassError, OutlineError, ShapeError};
use physics::world::{DefError, HandleError, LevelError, RecordingError, ReplayError, SnapshotError};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use std::path::Path;

pyo3::import_exception!(physics2d._errors, OutOfRange);
pyo3::import_exception!(physics2d._errors, StaleHandle);
pyo3::import_exception!(physics2d._errors, ForeignHandle);
pyo3::import_exception!(physics2d._errors, WorldBusy);
pyo3::import_exception!(physics2d._errors, FileError);
pyo3::import_exception!(physics2d._errors, ReplayDiffers);
pyo3::import_exception!(physics2d._errors, WrongState);

/// What the engine's messages call things, and what Python calls them.
const WORDS: [(&str, &str); 6] = [
    ("`geom::cleaned` and `Polygon::cleaned` leave out repeated vertices", "Leave out repeated vertices"),
    ("reverse their order, or use `Polygon::from_any_winding`", "reverse their order"),
    (
        "`Polygon::cleaned` leaves out straight corners; `Outline` takes",
        "Leave out straight corners; `add_outline` takes",
    ),
    ("; `convex_hull` returns all of them", ""),
    ("Replay::set_contact_hook", "replay(hook=...) takes it"),
    ("too large for f32", "too large"),
];

/// A message of the engine in the words of Python.
pub fn plain(message: impl ToString) -> String {
    WORDS.iter().fold(message.to_string(), |text, (rust, python)| text.replace(rust, python))
}

/// For tests: a message of the engine in the words of Python.
#[pyfunction]
pub fn _plain(message: &str) -> String {
    plain(message)
}

/// The exception for a file that cannot be read or written: an `Error`, and the `OSError` that Python has.
pub fn file(path: &Path, error: &std::io::Error) -> PyErr {
    Python::attach(|py| {
        let made = py.import("physics2d._errors").and_then(|module| {
            let path = path.to_string_lossy().into_owned();
            module.getattr("file_error")?.call1((error.raw_os_error(), error.to_string(), path))
        });
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

/// An `OutOfRange` with this message, field and value.
pub fn out_of_range<'py>(
    py: Python<'py>,
    message: String,
    field: &str,
    value: impl IntoPyObject<'py>,
) -> PyErr {
    let value = value.into_py_any(py).unwrap_or_else(|_| py.None());
    OutOfRange::new_err((message, field.to_owned(), value))
}

/// The exception for a handle that the world refuses.
pub fn handle(error: HandleError) -> PyErr {
    match error {
        HandleError::ForeignWorld { .. } => ForeignHandle::new_err(error.to_string()),
        HandleError::Removed { .. } => StaleHandle::new_err(error.to_string()),
    }
}

/// The exception for a definition that the engine refuses.
pub fn definition(error: DefError) -> PyErr {
    let message = plain(error);
    Python::attach(|py| match error {
        DefError::Handle(error) => handle(error),
        DefError::Shape(error) => shape(error),
        DefError::Mass(error) => mass(error),
        DefError::Value { field, value, .. } => out_of_range(py, message, field, f64::from(value)),
        DefError::Large { field, value, .. } => out_of_range(py, message, field, value),
        DefError::Limits { lower, upper } => {
            out_of_range(py, message, "limits", (f64::from(lower), f64::from(upper)))
        }
        DefError::BodyKind { found, .. } => out_of_range(py, message, "kind", found),
        DefError::JointKind { found, .. } => out_of_range(py, message, "joint", found),
        DefError::NoAnchors { kind, .. } => out_of_range(py, message, "anchor", kind),
        DefError::Index { field, index, .. } => out_of_range(py, message, field, index),
        DefError::SameBody => OutOfRange::new_err((message, "b")),
        DefError::GearWithoutTurn { .. } => OutOfRange::new_err((message, "gear")),
        DefError::EndlessOnDynamic => OutOfRange::new_err((message, "shape")),
    })
}

/// The exception for numbers that make no shape.
pub fn shape(error: ShapeError) -> PyErr {
    let message = plain(error);
    Python::attach(|py| match error {
        ShapeError::NotFinite { field, value } | ShapeError::Length { field, value, .. } => {
            out_of_range(py, message, field, f64::from(value))
        }
        ShapeError::VertexNotFinite { index, x, y } => {
            out_of_range(py, message, &format!("vertices[{index}]"), (f64::from(x), f64::from(y)))
        }
        ShapeError::VertexCount(count) => out_of_range(py, message, "vertices", count),
        _ => OutOfRange::new_err((message, "vertices")),
    })
}

/// The exception for a shape and a density that make no mass.
pub fn mass(error: MassError) -> PyErr {
    let message = plain(error);
    Python::attach(|py| match error {
        MassError::Density(density) => out_of_range(py, message, "density", f64::from(density)),
        _ => OutOfRange::new_err((message, "mass")),
    })
}

/// The exception for points that make no outline.
pub fn outline(error: OutlineError) -> PyErr {
    OutOfRange::new_err((plain(error), "points"))
}

/// The exception for bytes that are no snapshot.
pub fn snapshot(error: SnapshotError) -> PyErr {
    FileError::new_err(plain(error))
}

/// The exception for bytes that are no recording.
pub fn recording(error: RecordingError) -> PyErr {
    FileError::new_err(plain(error))
}

/// The exception for a level that is refused.
pub fn level(error: LevelError) -> PyErr {
    match error {
        LevelError::Refused { error: cause, .. } => {
            let (message, refused) = (plain(error), definition(cause));
            // The sentence names the part of the level, the exception the field and the value.
            Python::attach(|py| match refused.value(py).getattr("field") {
                Ok(field) => {
                    let value = refused.value(py).getattr("value").map_or_else(|_| py.None(), Bound::unbind);
                    OutOfRange::new_err((message, field.unbind(), value))
                }
                Err(_) => FileError::new_err(message),
            })
        }
        other => FileError::new_err(plain(other)),
    }
}

/// The exception for a recording that does not play as it was recorded.
pub fn replay(error: ReplayError) -> PyErr {
    let message = match error {
        ReplayError::NoContactHook { frame } => format!(
            "the recording needs the contact hook of its world before frame {frame}: check(hook=...) and \
             replay(hook=...) take it"
        ),
        error => plain(error),
    };
    ReplayDiffers::new_err(message)
}
