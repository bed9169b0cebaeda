//! The settings of tasks by name: what a program in another language chooses.

use crate::bipedal_walker::BipedalWalkerDef;
use crate::crane::CraneDef;
use crate::environment::{Environment, Options};
use crate::lunar_lander::LunarLanderDef;
use crate::pile::PileDef;
use crate::push_t::PushTDef;
use crate::registry::{Entry, boxed};
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

const MAX_STEPS: Setting = Setting {
    name: "max_steps",
    unit: "",
    about: "actions after which an episode is truncated; 0 for never",
};

/// Of the lander; it has the most.
const LANDER: &[Setting] = &[
    Setting { name: "gravity", unit: "m/s^2", about: "upwards, above -12 and below 0" },
    Setting {
        name: "wind_power",
        unit: "N",
        about: "the greatest force of the wind, 0 to 20; 0 for no wind",
    },
    Setting { name: "turbulence_power", unit: "N m", about: "the greatest torque of the wind, 0 to 2" },
    Setting {
        name: "first_force",
        unit: "N",
        about: "the greatest force on the hull in the first step, 0 to 2000",
    },
    Setting {
        name: "dispersion",
        unit: "",
        about: "how far engines miss, as a share of what they do in Gymnasium, 0 to 1",
    },
    MAX_STEPS,
];

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
    /// The settings that [`Entry::make_with`] takes.
    #[must_use]
    pub fn settings(&self) -> &'static [Setting] {
        match self.name {
            "lunar_lander" | "lunar_lander_continuous" => LANDER,
            "bipedal_walker" | "bipedal_walker_hardcore" | "crane" | "pile" | "push_t" => &[MAX_STEPS],
            _ => &[],
        }
    }

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
        let known = self.settings();
        if let Some((name, _)) = given.iter().find(|(name, _)| known.iter().all(|one| one.name != *name)) {
            return Err(SettingError::Unknown((*name).to_owned()));
        }
        let mut max_steps = None;
        for (_, value) in given.iter().filter(|(name, _)| *name == MAX_STEPS.name) {
            max_steps = Some(steps(*value)?);
        }
        Ok(match (self.name, max_steps) {
            ("lunar_lander" | "lunar_lander_continuous", _) => {
                let continuous = self.name == "lunar_lander_continuous";
                let mut def = LunarLanderDef { continuous, ..LunarLanderDef::default() };
                for &(name, value) in given {
                    match name {
                        "gravity" => def.gravity = value,
                        "wind_power" => def.wind_power = value,
                        "turbulence_power" => def.turbulence_power = value,
                        "first_force" => def.first_force = value,
                        "dispersion" => def.dispersion = value,
                        _ => {}
                    }
                }
                def.max_steps = max_steps.unwrap_or(def.max_steps);
                boxed(def.build(options))?
            }
            ("bipedal_walker" | "bipedal_walker_hardcore", Some(max_steps)) => {
                let hardcore = self.name == "bipedal_walker_hardcore";
                boxed(BipedalWalkerDef { hardcore, max_steps }.build(options))?
            }
            ("crane", Some(max_steps)) => boxed(CraneDef { max_steps }.build(options))?,
            ("pile", Some(max_steps)) => boxed(PileDef { max_steps }.build(options))?,
            ("push_t", Some(max_steps)) => boxed(PushTDef { max_steps }.build(options))?,
            _ => self.make(options)?,
        })
    }
}

/// A count of steps. 2^24 is the greatest whole number up to which all are `f32`.
fn steps(value: f32) -> Result<u32, BatchError> {
    if (0.0..=16_777_216.0).contains(&value) && value.trunc() == value {
        return Ok(value as u32);
    }
    let expected = "a whole number from 0 to 2^24";
    Err(BatchError::Value { field: MAX_STEPS.name, value, expected })
}
