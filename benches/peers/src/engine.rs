//! One small trait over the engines that are compared.
//!
//! Each engine builds a [`Level`], follows the commands of a script, steps, and answers questions. Everything that is
//! measured of a state (heights, gaps, overlaps) is computed outside, from the poses alone, so that each engine is
//! measured with the same stick.

use clap::ValueEnum;
use physics::prelude::*;
use scenes::Command;
use serde::{Deserialize, Serialize};

mod box2d;
mod collider;
mod ours;
mod rapier;

pub use box2d::Box2d;
pub use ours::Ours;
pub use rapier::Rapier;

/// Why an engine cannot do what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

impl Unsupported {
    /// With this reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// Why a tree of boxes cannot do what is asked of an engine.
pub(crate) fn no_engine() -> Unsupported {
    Unsupported::because("a tree of boxes, no engine")
}

/// How an engine is built, apart from what the level says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// How many threads it may use.
    pub threads: usize,
    /// Whether the bodies that start with a velocity are flagged as fast, for engines in which a user has to say so.
    /// Those at rest are not: neither peer sweeps a flagged body against another one.
    pub bullets: bool,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { threads: 1, bullets: false }
    }
}

/// A body, as an engine sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyView {
    /// Where its frame is.
    pub pose: Pose,
    /// Velocity of its centre of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s.
    pub angular_velocity: f32,
    /// Whether it is dynamic.
    pub dynamic: bool,
    /// Whether it is awake.
    pub awake: bool,
}

/// An engine with a scene in it. Bodies are named by the order in which they came, as in [`scenes::Script`].
pub trait Engine {
    /// Does what a script commands.
    ///
    /// # Errors
    /// [`Unsupported`] if it cannot.
    fn follow(&mut self, commands: &[Command]) -> Result<(), Unsupported>;

    /// One step of `dt`, s, with as many sub-steps as the level's settings say.
    fn step(&mut self, dt: f32);

    /// How many bodies have come so far, those that are gone among them.
    fn bodies(&self) -> u32;

    /// A body; none if it is gone.
    fn body(&self, number: u32) -> Option<BodyView>;

    /// How many pairs of shapes touch, or are so near that the solver is given them; each pair counted once.
    fn touching(&self) -> usize;

    /// The fraction of `translation` (m) at which a ray from `origin` first meets a shape.
    fn cast_ray(&self, origin: Point, translation: Vec2) -> Option<f32>;

    /// How many shapes lie in or reach into a box, as far as the engine's query for boxes tells.
    fn count_in_box(&self, aabb: Aabb) -> usize;

    /// The fraction of `translation` (m) at which a circle that starts around `origin` first meets a shape.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine casts no shapes.
    fn cast_circle(&self, origin: Point, radius: f32, translation: Vec2) -> Result<Option<f32>, Unsupported>;

    /// Takes a snapshot of the whole state, kept inside; returns its size in bytes, 0 where that is not known.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine has none.
    fn save(&mut self) -> Result<usize, Unsupported>;

    /// Goes back to the snapshot that was taken last.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine has none, or none was taken.
    fn restore(&mut self) -> Result<(), Unsupported>;
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[value(rename_all = "kebab-case")]
pub enum EngineKind {
    /// This one.
    Ours,
    /// Box2D 3.
    Box2d,
    /// Rapier 2D, built as it comes.
    Rapier,
    /// Rapier 2D at its best: the feature `rapier-best`, and code for this very processor.
    RapierBest,
    /// rstar: no engine, but a tree of boxes, which races where trees do.
    Rstar,
}

impl EngineKind {
    /// The engines that one program can run, ours first.
    pub const ALL: [Self; 3] = [Self::Ours, Self::Box2d, Self::Rapier];

    /// Its name on the command line and in the results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Box2d => "box2d",
            Self::Rapier => "rapier",
            Self::RapierBest => "rapier-best",
            Self::Rstar => "rstar",
        }
    }

    /// Its version and how it was built, in this program.
    #[must_use]
    pub fn description(self) -> String {
        match self {
            Self::Ours => Ours::description(),
            Self::Box2d => Box2d::description(),
            Self::Rapier | Self::RapierBest => Rapier::description(),
            Self::Rstar => "rstar 0.12, an R*-tree".to_owned(),
        }
    }

    /// The engine with a level in it.
    ///
    /// # Errors
    /// [`Unsupported`] naming what of the level or the options it cannot do.
    pub fn build(self, level: &Level, options: BuildOptions) -> Result<Box<dyn Engine>, Unsupported> {
        Ok(match self {
            Self::Ours => Box::new(Ours::build(level, options)?),
            Self::Box2d => Box::new(Box2d::build(level, options)?),
            Self::RapierBest if !cfg!(feature = "rapier-best") => {
                return Err(Unsupported::because("this program was built without `rapier-best`"));
            }
            Self::Rapier | Self::RapierBest => Box::new(Rapier::build(level, options)?),
            Self::Rstar => return Err(no_engine()),
        })
    }
}
