//! The settings of tasks by name: what a program in another language chooses.

use batch::BatchError;
use thiserror::Error;

/// A setting of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name, that of the field of the task's definition.
    pub name: &'static str,
    /// Its unit, as text; empty for none.
    pub unit: &'static str,
    /// What it is, with its range.
    pub about: &'static str,
}

impl Setting {
    pub(crate) const fn new(name: &'static str, unit: &'static str, about: &'static str) -> Self {
        Self { name, unit, about }
    }
}

/// Of every task.
pub(crate) const MAX_STEPS: Setting =
    Setting::new("max_steps", "", "actions after which an episode is truncated; 0 for never");

/// What a program has chosen, by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a>(pub(crate) &'a [(&'a str, f32)]);

impl Given<'_> {
    /// Nothing.
    pub(crate) const NONE: Self = Self(&[]);

    /// The last value with this name, or else `default`.
    pub(crate) fn or(self, name: &str, default: f32) -> f32 {
        self.0.iter().rev().find(|(given, _)| *given == name).map_or(default, |(_, value)| *value)
    }

    /// [`MAX_STEPS`], or else `default`. 2^24 is the greatest whole number up to which all are `f32`.
    pub(crate) fn max_steps(self, default: u32) -> Result<u32, BatchError> {
        let value = self.or(MAX_STEPS.name, default as f32);
        if (0.0..=16_777_216.0).contains(&value) && value.trunc() == value {
            return Ok(value as u32);
        }
        let expected = "a whole number from 0 to 2^24";
        Err(BatchError::Value { field: MAX_STEPS.name, value, expected })
    }
}

/// Why a task was not made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The task has no setting with this name.
    #[error("the task has no setting '{0}'")]
    Unknown(String),
    /// A setting or an option is out of its range.
    #[error(transparent)]
    Batch(#[from] BatchError),
}
