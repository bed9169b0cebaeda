//! All tasks by name.

use crate::bipedal_walker::BipedalWalkerDef;
use crate::car_racing::CarRacingDef;
use crate::crane::CraneDef;
use crate::environment::{Environment, Options};
use crate::lunar_lander::LunarLanderDef;
use crate::pile::PileDef;
use crate::push_t::PushTDef;
use crate::settings::{Given, MAX_STEPS, Setting, SettingError};
use batch::{Batch, BatchError};

/// A task with a name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name by which [`find`] finds it.
    pub name: &'static str,
    /// What has to be done, in a sentence.
    pub about: &'static str,
    /// What [`Entry::make_with`] takes.
    pub settings: &'static [Setting],
    pub(crate) build: fn(Options, Given<'_>) -> Result<Box<dyn Environment>, BatchError>,
}

impl Entry {
    /// Makes its worlds, all at the beginning of their first episode.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn make(&self, options: Options) -> Result<Box<dyn Environment>, BatchError> {
        (self.build)(options, Given::NONE)
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
        let is_unknown = |name: &str| self.settings.iter().all(|setting| setting.name != name);
        match given.iter().find(|(name, _)| is_unknown(name)) {
            Some((name, _)) => Err(SettingError::Unknown((*name).to_owned())),
            None => Ok((self.build)(options, Given(given))?),
        }
    }
}

/// The environment that a batch is.
fn boxed<T: crate::Described + 'static>(
    batch: Result<Batch<T>, BatchError>,
) -> Result<Box<dyn Environment>, BatchError> {
    Ok(Box::new(batch?))
}

/// Of the lander.
const LANDER: &[Setting] = &[
    Setting::new("gravity", "m/s^2", "upwards, above -12 and below 0"),
    Setting::new("wind_power", "N", "the greatest force of the wind, 0 to 20; 0 for no wind"),
    Setting::new("turbulence_power", "N m", "the greatest torque of the wind, 0 to 2"),
    Setting::new("first_force", "N", "the greatest force on the hull in the first step, 0 to 2000"),
    Setting::new("dispersion", "", "how far engines miss, as a share of what they do in Gymnasium, 0 to 1"),
    MAX_STEPS,
];

/// Of the car.
const CAR: &[Setting] = &[
    Setting::new("lap_complete", "", "the share of the tiles that makes a lap complete, 0 to 1"),
    MAX_STEPS,
];

type Made = Result<Box<dyn Environment>, BatchError>;

fn lander(continuous: bool, options: Options, given: Given<'_>) -> Made {
    let usual = LunarLanderDef::default();
    let def = LunarLanderDef {
        continuous,
        gravity: given.or("gravity", usual.gravity),
        wind_power: given.or("wind_power", usual.wind_power),
        turbulence_power: given.or("turbulence_power", usual.turbulence_power),
        first_force: given.or("first_force", usual.first_force),
        dispersion: given.or("dispersion", usual.dispersion),
        max_steps: given.max_steps(usual.max_steps)?,
    };
    boxed(def.build(options))
}

fn walker(hardcore: bool, options: Options, given: Given<'_>) -> Made {
    let max_steps = given.max_steps(if hardcore { 2000 } else { 1600 })?;
    boxed(BipedalWalkerDef { hardcore, max_steps }.build(options))
}

fn car(continuous: bool, options: Options, given: Given<'_>) -> Made {
    let usual = CarRacingDef::default();
    let def = CarRacingDef {
        continuous,
        lap_complete: given.or("lap_complete", usual.lap_complete),
        max_steps: given.max_steps(usual.max_steps)?,
    };
    boxed(def.build(options))
}

/// All tasks.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "lunar_lander",
        about: "Land between two flags: four actions.",
        settings: LANDER,
        build: |options, given| lander(false, options, given),
    },
    Entry {
        name: "lunar_lander_continuous",
        about: "Land between two flags: two throttles.",
        settings: LANDER,
        build: |options, given| lander(true, options, given),
    },
    Entry {
        name: "bipedal_walker",
        about: "Walk over uneven grass: four motors.",
        settings: &[MAX_STEPS],
        build: |options, given| walker(false, options, given),
    },
    Entry {
        name: "bipedal_walker_hardcore",
        about: "Walk over stumps, stairs and pits: four motors.",
        settings: &[MAX_STEPS],
        build: |options, given| walker(true, options, given),
    },
    Entry {
        name: "car_racing",
        about: "Drive around a road: steering, gas and brake.",
        settings: CAR,
        build: |options, given| car(true, options, given),
    },
    Entry {
        name: "car_racing_discrete",
        about: "Drive around a road: five actions.",
        settings: CAR,
        build: |options, given| car(false, options, given),
    },
    Entry {
        name: "crane",
        about: "Carry a hanging load over a wall and set it down: trolley and winch.",
        settings: &[MAX_STEPS],
        build: |options, given| {
            let max_steps = given.max_steps(CraneDef::default().max_steps)?;
            boxed(CraneDef { max_steps }.build(options))
        },
    },
    Entry {
        name: "pile",
        about: "Push ten stones into a goal: a blade with two forces and a torque.",
        settings: &[MAX_STEPS],
        build: |options, given| {
            let max_steps = given.max_steps(PileDef::default().max_steps)?;
            boxed(PileDef { max_steps }.build(options))
        },
    },
    Entry {
        name: "push_t",
        about: "Push a T onto its mark with a disc.",
        settings: &[MAX_STEPS],
        build: |options, given| {
            let max_steps = given.max_steps(PushTDef::default().max_steps)?;
            boxed(PushTDef { max_steps }.build(options))
        },
    },
];

/// The task with this name; `None` if there is none.
///
/// ```
/// use tasks::{Options, find};
///
/// let entry = find("lunar_lander").unwrap();
/// let mut lander = entry.make(Options { worlds: 8, ..Options::default() })?;
/// lander.step(&[2.0; 8])?; // the main engine of each
/// assert!(lander.rewards().iter().all(|reward| reward.is_finite()));
/// lander.reset(&[true; 8])?;
/// assert!(find("mars_lander").is_none());
/// # Ok::<(), tasks::batch::BatchError>(())
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}
