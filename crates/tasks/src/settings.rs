//! The settings of tasks by name: what a program in another language chooses.

use crate::environment::{Environment, Options};
use crate::registry::Entry;
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
pub(crate) struct Given<'a>(&'a [(&'a str, f32)]);

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

impl Entry {
    /// [`Entry::make`] with settings by name.
    ///
    /// ```
    /// use tasks::{Options, find};
    ///
    /// let lander = find("lunar_lander").unwrap();
    /// let windy = lander.make_with(Options::default(), &[("wind_power", 15.0), ("max_steps", 400.0)])?;
    /// assert_eq!(windy.spec().max_steps, 400);
    /// let error = lander.make_with(Options::default(), &[("gravity", 9.81)]).unwrap_err();
    /// assert_eq!(error.to_string(), "gravity is 9.81: it must be above -12 and below 0");
    /// assert!(lander.make_with(Options::default(), &[("wind", 15.0)]).is_err());
    /// # Ok::<(), tasks::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingError`] that names what is unknown or out of its range.
    pub fn make_with(
        &self,
        options: Options,
        given: &[(&str, f32)],
    ) -> Result<Box<dyn Environment>, SettingError> {
        let is_unknown = |name: &str| self.settings.iter().all(|setting| setting.name != name);
        match given.iter().find(|(name, _)| is_unknown(name)) {
            Some((name, _)) => Err(SettingError::Unknown((*name).to_owned())),
            None => Ok((self.build)(options, Given(given))?),
        }
    }
}
