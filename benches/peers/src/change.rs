//! What a run of this engine does otherwise than its defaults: a feature less, or the guarantees of Box2D.
//!
//! A change is made to the level before it is loaded, so the engine knows nothing of it, and a program can
//! make the same one.

use clap::ValueEnum;
use physics::prelude::*;
use physics::solver::{DirectContacts, DirectJoints};
use physics::world::ManifoldMethod;
use serde::{Deserialize, Serialize};

/// A change of the settings of this engine. The peers have none of these features, or no switch for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[value(rename_all = "kebab-case")]
pub enum Change {
    /// Fast bodies are swept against static ones only, as in Box2D without its flag for bullets.
    SweepStatic,
    /// Nothing is swept.
    SweepNothing,
    /// Seams of flush shapes are not smoothed.
    NoSeams,
    /// All manifolds are those of the start of the step.
    NoMidpoints,
    /// One biased sweep in a sub-step in place of two.
    OneBiasedSweep,
    /// No contacts are solved together: heavy loads and tall columns sink.
    NoLoads,
    /// No joints are solved directly: loaded chains and cranes stretch.
    NoDirectJoints,
    /// All joints are solved directly.
    AllDirectJoints,
    /// No contact, hit or sensor is reported.
    NoEvents,
    /// Bodies may fall asleep. In the speed scenes they otherwise may not.
    Sleeping,
    /// The guarantees of Box2D's defaults: swept against static bodies only, one biased sweep, and no seams,
    /// midpoints, loads or direct joints. Events and sleep stay as they are.
    AsBox2d,
}

impl Change {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SweepStatic => "sweep-static",
            Self::SweepNothing => "sweep-nothing",
            Self::NoSeams => "no-seams",
            Self::NoMidpoints => "no-midpoints",
            Self::OneBiasedSweep => "one-biased-sweep",
            Self::NoLoads => "no-loads",
            Self::NoDirectJoints => "no-direct-joints",
            Self::AllDirectJoints => "all-direct-joints",
            Self::NoEvents => "no-events",
            Self::Sleeping => "sleeping",
            Self::AsBox2d => "as-box2d",
        }
    }

    /// Makes the change.
    pub fn apply(self, level: &mut Level) {
        let settings = &mut level.settings;
        match self {
            Self::SweepStatic => settings.continuous = Continuous::AgainstStatic,
            Self::SweepNothing => settings.continuous = Continuous::Nothing,
            Self::NoSeams => settings.smooth_seams = false,
            Self::NoMidpoints => settings.manifolds = ManifoldMethod::StartOfStep,
            Self::OneBiasedSweep => settings.solver.biased_sweeps = 1,
            Self::NoLoads => settings.solver.direct_contacts = DirectContacts::Off,
            Self::NoDirectJoints => settings.solver.direct_joints = DirectJoints::Off,
            Self::AllDirectJoints => settings.solver.direct_joints = DirectJoints::All,
            Self::NoEvents => {
                settings.hit_speed = f32::INFINITY;
                for collider in level.colliders.iter_mut().map(|collider| &mut collider.def) {
                    (collider.contact_events, collider.hit_events, collider.sensor_events) =
                        (false, false, false);
                }
            }
            Self::Sleeping => settings.sleeping = true,
            Self::AsBox2d => {
                let all = [
                    Self::SweepStatic,
                    Self::NoSeams,
                    Self::NoMidpoints,
                    Self::OneBiasedSweep,
                    Self::NoLoads,
                    Self::NoDirectJoints,
                ];
                all.into_iter().for_each(|change| change.apply(level));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each name is the one that clap parses, and each change changes a level; none makes it invalid.
    #[test]
    fn each_change_has_its_name_and_effect() {
        let plain =
            scenes::BENCHMARKS.iter().find(|scene| scene.name == "washer").map(|scene| (scene.level)());
        let plain = plain.unwrap_or_default();
        for change in Change::value_variants() {
            assert_eq!(Change::from_str(change.name(), false).as_ref(), Ok(change));
            let mut level = plain.clone();
            level.settings.sleeping = false;
            let before = format!("{level:?}");
            change.apply(&mut level);
            assert_ne!(before, format!("{level:?}"), "{change:?}");
            assert!(World::load(&level).is_ok(), "{change:?}");
        }
    }
}
