//! The interface that each compared engine implements.
//!
//! An engine builds a [`Level`], follows the commands of a script, steps, and answers queries. Everything
//! that is measured of a state (heights, gaps, overlaps) is computed outside, from the poses alone, in the
//! same way for all engines.

use crate::change::Change;
use clap::ValueEnum;
use physics::prelude::*;
use scenes::Command;
use serde::{Deserialize, Serialize};

pub(crate) mod box2d;
mod collider;
mod follow;
mod ours;
mod rapier;

pub use box2d::Box2d;
pub(crate) use collider::mass;
pub use ours::Ours;
pub use rapier::Rapier;

/// The reason for which an engine cannot do a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

impl Unsupported {
    /// With this reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// The reason for a tree of boxes, which is not an engine.
pub(crate) fn no_engine() -> Unsupported {
    Unsupported::because("a tree of boxes, no engine")
}

/// Options for building an engine that are not in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// Greatest number of threads.
    pub threads: usize,
    /// Whether bodies with an initial velocity are flagged as fast, for engines that need it. Bodies at rest
    /// are not flagged: neither peer sweeps one flagged body against another.
    pub bullets: bool,
    /// What this engine does otherwise than its defaults; no other engine can.
    pub change: Option<Change>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { threads: 1, bullets: false, change: None }
    }
}

/// A body, as an engine reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyView {
    /// Its pose.
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

/// How long the stages of a step took, ms, as an engine reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stages {
    /// Finding new pairs.
    pub pairs: f64,
    /// Computing manifolds.
    pub narrow_phase: f64,
    /// Solving contacts and joints.
    pub solver: f64,
    /// New poses and boxes, and in Box2D what it does about fast bodies and sleep.
    pub poses: f64,
}

impl Stages {
    /// Adds `share` of other times.
    pub(crate) fn add(&mut self, other: &Self, share: f64) {
        self.pairs += share * other.pairs;
        self.narrow_phase += share * other.narrow_phase;
        self.solver += share * other.solver;
        self.poses += share * other.poses;
    }
}

/// An engine with a scene. Bodies are numbered in the order in which they were added, as in
/// [`scenes::Script`].
pub trait Engine {
    /// Runs a command of a script.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot.
    fn follow(&mut self, commands: &[Command]) -> Result<(), Unsupported>;

    /// Steps by `dt` seconds, with as many sub-steps as the level's settings say.
    fn step(&mut self, dt: f32);

    /// How long the stages of the last step took; none if the engine does not say.
    fn stages(&self) -> Option<Stages> {
        None
    }

    /// How often the nets of the last step intervened; none if the engine does not say.
    fn nets(&self) -> Option<NetCounts> {
        None
    }

    /// Number of bodies added so far, including those that are gone.
    fn bodies(&self) -> u32;

    /// A body; none if it is gone.
    fn body(&self, number: u32) -> Option<BodyView>;

    /// Number of pairs of shapes that touch, or are so near that the solver gets them; each pair counts once.
    fn touching(&self) -> usize;

    /// The fraction of `translation` (m) at which a ray from `origin` first hits a shape.
    fn cast_ray(&self, origin: Point, translation: Vec2) -> Option<f32>;

    /// Number of shapes that overlap a box, by the engine's own query.
    fn count_in_box(&self, aabb: Aabb) -> usize;

    /// The fraction of `translation` (m) at which a circle that starts around `origin` first hits a shape.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine casts no shapes.
    fn cast_circle(&self, origin: Point, radius: f32, translation: Vec2) -> Result<Option<f32>, Unsupported>;

    /// Takes a snapshot of the whole state and keeps it; returns its size in bytes, or 0 if that is not
    /// known.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine has no snapshots.
    fn save(&mut self) -> Result<usize, Unsupported>;

    /// Restores the last snapshot.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine has no snapshots, or none was taken.
    fn restore(&mut self) -> Result<(), Unsupported>;
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[value(rename_all = "kebab-case")]
pub enum EngineKind {
    /// This engine.
    Ours,
    /// Box2D 3.
    Box2d,
    /// Rapier 2D in its default build.
    Rapier,
    /// Rapier 2D in its fastest build: the feature `rapier-best`, compiled for this processor.
    RapierBest,
    /// rstar: not an engine but a tree of boxes; it takes part in races of trees.
    Rstar,
}

impl EngineKind {
    /// The engines that one program can run, this one first.
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

    /// Its version and build settings in this program.
    #[must_use]
    pub fn description(self) -> String {
        match self {
            Self::Ours => Ours::description(),
            Self::Box2d => Box2d::description(),
            Self::Rapier | Self::RapierBest => Rapier::description(),
            Self::Rstar => "rstar 0.12, an R*-tree".to_owned(),
        }
    }

    /// The engine with a level.
    ///
    /// # Errors
    /// [`Unsupported`] naming what of the level or the options it cannot do.
    pub fn build(self, level: &Level, options: BuildOptions) -> Result<Box<dyn Engine>, Unsupported> {
        if let (Some(change), true) = (options.change, self != Self::Ours) {
            let (change, name) = (change.name(), self.name());
            return Err(Unsupported::because(format!("{change} is a change of this engine, not of {name}")));
        }
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
