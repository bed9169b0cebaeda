//! The errors of this crate. Each names the field and its value.

use thiserror::Error;
use world::{DefError, HandleError};

/// Why a batch was not made or a call was refused; nothing is changed.
///
/// ```
/// use batch::{Batch, BatchDef, world::Level};
///
/// let level = Level::default();
/// let error = BatchDef::new(&level).worlds(0).build().unwrap_err();
/// assert_eq!(error.to_string(), "worlds is 0: it must be at least 1");
/// let error = Batch::new(&level, 4, 1)?.step(&[0.5]).unwrap_err();
/// assert_eq!(error.to_string(), "actions has 1 numbers: it must have 0, 4 worlds of 0 each");
/// # Ok::<(), batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A count is out of its range.
    #[error("{field} is {value}: it must be {expected}")]
    Count {
        /// The field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The range of the field.
        expected: &'static str,
    },
    /// A number is out of its range.
    #[error("{field} is {value}: it must be {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f32,
        /// The range of the field.
        expected: &'static str,
    },
    /// A flat array has the wrong length.
    #[error("{array} has {found} numbers: it must have {}, {worlds} worlds of {each} each", worlds * each)]
    Length {
        /// The array.
        array: &'static str,
        /// Its length.
        found: usize,
        /// The number of worlds.
        worlds: usize,
        /// How many numbers each world has.
        each: usize,
    },
    /// There is no world with this index.
    #[error("there is no world {index}: the batch has {worlds}")]
    World {
        /// The index.
        index: usize,
        /// The number of worlds.
        worlds: usize,
    },
    /// An action, an observation or a parameter names something that the level does not hold.
    #[error("{list} {index} names {part} {value}, but the level has only {len}")]
    Index {
        /// `"action"`, `"observation"` or `"parameter"`.
        list: &'static str,
        /// Its index in its list.
        index: usize,
        /// `"body"`, `"collider"` or `"joint"`.
        part: &'static str,
        /// The index that it names.
        value: u32,
        /// How many of them the level has.
        len: usize,
    },
    /// An action, an observation or a parameter does not fit what it names, or a number of it is out of its
    /// range.
    #[error("{list} {index} is refused: {error}")]
    Refused {
        /// `"action"`, `"observation"` or `"parameter"`.
        list: &'static str,
        /// Its index in its list.
        index: usize,
        /// Why.
        error: DefError,
    },
    /// Two parameters vary the same.
    #[error("parameters {first} and {second} vary the same")]
    Twice {
        /// The index of the first.
        first: usize,
        /// The index of the second.
        second: usize,
    },
    /// Actions or observations were given to a batch with a task, which has its own.
    #[error("{list} were given beside a task: they are for a batch without one")]
    BesideTask {
        /// `"actions"` or `"observations"`.
        list: &'static str,
    },
    /// The level makes no world, or the task found something wrong with it.
    #[error(transparent)]
    Def(#[from] DefError),
    /// A handle of a removed thing or of another world.
    #[error(transparent)]
    Handle(#[from] HandleError),
}
