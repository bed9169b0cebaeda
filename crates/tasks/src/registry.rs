//! All tasks by name.

use crate::bipedal_walker::BipedalWalkerDef;
use crate::crane::CraneDef;
use crate::environment::{Environment, Options};
use crate::lunar_lander::LunarLanderDef;
use crate::pile::PileDef;
use crate::push_t::PushTDef;
use batch::{Batch, BatchError};

/// A task with a name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name by which [`find`] finds it.
    pub name: &'static str,
    /// What has to be done, in a sentence.
    pub about: &'static str,
    build: fn(Options) -> Result<Box<dyn Environment>, BatchError>,
}

impl Entry {
    /// Makes its worlds, all at the beginning of their first episode.
    ///
    /// # Errors
    /// [`BatchError`] for an option out of its range.
    pub fn make(&self, options: Options) -> Result<Box<dyn Environment>, BatchError> {
        (self.build)(options)
    }
}

/// The environment that a batch is.
pub(crate) fn boxed<T: crate::Described + 'static>(
    batch: Result<Batch<T>, BatchError>,
) -> Result<Box<dyn Environment>, BatchError> {
    Ok(Box::new(batch?))
}

/// All tasks.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "lunar_lander",
        about: "Land between two flags: four actions.",
        build: |options| boxed(LunarLanderDef::default().build(options)),
    },
    Entry {
        name: "lunar_lander_continuous",
        about: "Land between two flags: two throttles.",
        build: |options| boxed(LunarLanderDef { continuous: true, ..Default::default() }.build(options)),
    },
    Entry {
        name: "bipedal_walker",
        about: "Walk over uneven grass: four motors.",
        build: |options| boxed(BipedalWalkerDef::default().build(options)),
    },
    Entry {
        name: "bipedal_walker_hardcore",
        about: "Walk over stumps, stairs and pits: four motors.",
        build: |options| boxed(BipedalWalkerDef { hardcore: true, max_steps: 2000 }.build(options)),
    },
    Entry {
        name: "crane",
        about: "Carry a hanging load over a wall and set it down: trolley and winch.",
        build: |options| boxed(CraneDef::default().build(options)),
    },
    Entry {
        name: "pile",
        about: "Push ten stones into a goal: a blade with two forces and a torque.",
        build: |options| boxed(PileDef::default().build(options)),
    },
    Entry {
        name: "push_t",
        about: "Push a T onto its mark with a disc.",
        build: |options| boxed(PushTDef::default().build(options)),
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
