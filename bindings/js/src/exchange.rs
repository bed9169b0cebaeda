//! Memory that both languages read and write, and the last error.
//!
//! | memory | written by | grows |
//! |---|---|---|
//! | input | JavaScript | by `reserve` |
//! | results | functions with a few numbers as answer | never: its address is fixed |
//! | output | functions with lists as answer | as needed: its address is asked for after each call |

use physics::world::{DefError, HandleError, LevelError, RecordingError, ReplayError, SnapshotError};
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many numbers a short answer has at most: what a contact hook is asked.
const RESULTS: usize = 48;

thread_local! {
    static INPUT: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    static RESULT: [Cell<f64>; RESULTS] = const { [const { Cell::new(0.0) }; RESULTS] };
    static ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The address of the input, for at least this many numbers.
#[wasm_bindgen]
pub fn reserve(count: usize) -> *const f64 {
    INPUT.with_borrow_mut(|input| {
        if input.len() < count {
            input.resize(count, 0.0);
        }
        input.as_ptr()
    })
}

/// The address of the results, which is fixed.
#[wasm_bindgen]
pub fn results() -> *const f64 {
    RESULT.with(|all| all.as_ptr().cast())
}

/// The address of the output of the last call.
#[wasm_bindgen]
pub fn output() -> *const f64 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Why the last call failed: the class of the error, field, value and message, or class, key, value and
/// range, one on each line.
#[wasm_bindgen(js_name = takeError)]
pub fn take_error() -> String {
    ERROR.with_borrow_mut(std::mem::take)
}

/// Reads the input.
pub fn read<T>(read: impl FnOnce(&[f64]) -> T) -> T {
    INPUT.with_borrow(|input| read(input))
}

/// Answers a few numbers.
pub fn answer(numbers: &[f64]) {
    RESULT.with(|all| {
        for (cell, number) in all.iter().zip(numbers) {
            cell.set(*number);
        }
    });
}

/// The first results, which JavaScript has written.
pub fn results_given<const N: usize>() -> [f64; N] {
    RESULT.with(|all| std::array::from_fn(|i| all[i].get()))
}

/// Answers a list: writes it, and returns its length.
pub fn list(write: impl FnOnce(&mut Vec<f64>)) -> i32 {
    OUTPUT.with_borrow_mut(|output| {
        output.clear();
        write(output);
        output.len() as i32
    })
}

/// Answers a list, or -1 and an error.
pub fn try_list(write: impl FnOnce(&mut Vec<f64>) -> Result<(), Failure>) -> i32 {
    let mut failure = None;
    let count = list(|output| failure = write(output).err());
    match failure {
        None => count,
        Some(failure) => {
            failure.keep();
            -1
        }
    }
}

/// Why a call failed, as `take_error` gives it.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// With the class of the error in JavaScript, the field, and its value.
    pub fn new(class: &str, field: &str, value: &str, message: &dyn std::fmt::Display) -> Self {
        Self(format!("{class}\n{field}\n{value}\n{message}"))
    }

    /// A number of a definition is out of range: JavaScript knows the name of the key, and what was given.
    pub fn range(key: u32, value: f64, expected: &str) -> Self {
        Self(format!("Key\n{key}\n{value}\n{expected}"))
    }

    /// Bytes or a text that cannot be read.
    pub fn file(message: &dyn std::fmt::Display) -> Self {
        Self::new("FileError", "", "", message)
    }

    /// Keeps it for `take_error`.
    pub fn keep(self) {
        ERROR.set(self.0);
    }
}

/// Whether a call succeeded; keeps the error if not.
pub fn succeeds(result: Result<(), Failure>) -> bool {
    result.map_err(Failure::keep).is_ok()
}

/// The number that a call returns, or -1 and an error.
pub fn number(result: Result<i32, Failure>) -> i32 {
    result.unwrap_or_else(|failure| {
        failure.keep();
        -1
    })
}

impl From<HandleError> for Failure {
    fn from(error: HandleError) -> Self {
        let class = match error {
            HandleError::ForeignWorld { .. } => "ForeignHandleError",
            HandleError::Removed { .. } => "StaleHandleError",
        };
        Self::new(class, "", "", &error)
    }
}

impl From<DefError> for Failure {
    fn from(error: DefError) -> Self {
        let (field, value): (&str, String) = match error {
            DefError::Handle(error) => return error.into(),
            DefError::Shape(error) => return error.into(),
            DefError::Value { field, value, .. } => (field, value.to_string()),
            DefError::Large { field, value, .. } => (field, format!("{value:e}")),
            DefError::Limits { lower, upper } => ("limits", format!("[{lower}, {upper}]")),
            DefError::BodyKind { found, .. } => ("type", found.into()),
            DefError::JointKind { found, .. } => ("joint", found.into()),
            DefError::NoAnchors { kind, .. } => ("anchor", kind.into()),
            DefError::Index { field, index, .. } => (field, index.to_string()),
            DefError::Mass(_) => ("density", String::new()),
            DefError::SameBody => ("b", String::new()),
            DefError::GearWithoutTurn { .. } => ("gear", String::new()),
            DefError::EndlessOnDynamic => ("shape", String::new()),
        };
        Self::new("RangeError", field, &value, &error)
    }
}

impl From<physics::geom::ShapeError> for Failure {
    fn from(error: physics::geom::ShapeError) -> Self {
        use physics::geom::ShapeError;
        let (field, value) = match error {
            ShapeError::NotFinite { field, value } | ShapeError::Length { field, value, .. } => {
                (field.to_owned(), value.to_string())
            }
            ShapeError::VertexNotFinite { index, x, y } => {
                (format!("vertices[{index}]"), format!("[{x}, {y}]"))
            }
            ShapeError::VertexCount(count) => ("vertices".to_owned(), count.to_string()),
            _ => ("vertices".to_owned(), String::new()),
        };
        Self::new("RangeError", &field, &value, &error)
    }
}

impl From<SnapshotError> for Failure {
    fn from(error: SnapshotError) -> Self {
        Self::file(&error)
    }
}

impl From<RecordingError> for Failure {
    fn from(error: RecordingError) -> Self {
        Self::file(&error)
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Self::new("ReplayError", "", "", &error)
    }
}

impl From<LevelError> for Failure {
    fn from(error: LevelError) -> Self {
        match error {
            LevelError::Refused { error: cause, .. } => {
                let Self(refused) = cause.into();
                let head: Vec<&str> = refused.splitn(4, '\n').take(3).collect();
                // The sentence names the part of the level, too.
                Self(format!("{}\n{error}", head.join("\n")))
            }
            other => Self::file(&other),
        }
    }
}
