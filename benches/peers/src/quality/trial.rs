//! A trial: one engine in one probe, with the random numbers and the measured figures; and a scene that runs
//! in it.

use super::geometry::{Body, Vector, largest};
use crate::change::Change;
use crate::engine::{BuildOptions, Engine, EngineKind, Unsupported};
use crate::time::{DT, milliseconds};
use physics::prelude::*;
use scenes::Command;
use std::time::{Duration, Instant};

/// The function that runs a probe.
pub(super) type Measure = fn(&mut Trial) -> Result<(), Unsupported>;

/// Steps per second.
const RATE: f64 = 60.0;

/// The seed of a probe that needs random numbers when no seed is given.
const NOMINAL_SEED: u64 = 0x5eed;

/// Time that the steps of one or more scenes took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    spent: Duration,
    steps: u32,
}

impl Cost {
    pub(super) fn plus(self, other: Self) -> Self {
        Self { spent: self.spent + other.spent, steps: self.steps + other.steps }
    }

    fn ms_per_step(self) -> f64 {
        milliseconds(self.spent) / f64::from(self.steps.max(1))
    }
}

/// A measured figure.
#[derive(Clone, Debug)]
pub(super) struct Found {
    name: &'static str,
    pub(super) value: f64,
    pub(super) ms_per_step: f64,
    pub(super) note: Option<String>,
}

/// Makes an engine of a level: [`EngineKind::build`], or in tests an engine whose answers are known.
pub(super) type Builder = fn(EngineKind, &Level, BuildOptions) -> Result<Box<dyn Engine>, Unsupported>;

/// One engine in one probe.
#[derive(Debug)]
pub(super) struct Trial {
    engine: EngineKind,
    builder: Builder,
    seed: Option<u64>,
    change: Option<Change>,
    random: fastrand::Rng,
    found: Vec<Found>,
    at_most: u32,
}

impl Trial {
    pub(super) fn new(engine: EngineKind, seed: Option<u64>) -> Self {
        let random = fastrand::Rng::with_seed(seed.unwrap_or(NOMINAL_SEED));
        let builder = EngineKind::build;
        Self { engine, builder, seed, change: None, random, found: Vec::new(), at_most: u32::MAX }
    }

    /// Makes this change to every level.
    pub(super) fn changed(mut self, change: Option<Change>) -> Self {
        self.change = change;
        self
    }

    #[cfg(test)]
    pub(super) fn built_by(mut self, builder: Builder) -> Self {
        self.builder = builder;
        self
    }

    /// Ends every scene after this many steps.
    #[cfg(test)]
    pub(super) fn at_most(mut self, steps: u32) -> Self {
        self.at_most = steps;
        self
    }

    pub(super) fn engine(&self) -> EngineKind {
        self.engine
    }

    pub(super) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// A parameter: its nominal value without a seed, else up to a `share` of it less or more.
    pub(super) fn around(&mut self, nominal: f32, share: f32) -> f32 {
        match self.seed {
            Some(_) => nominal * (1.0 + share * self.signed()),
            None => nominal,
        }
    }

    /// A number: its nominal value without a seed, else up to `spread` less or more.
    pub(super) fn count_around(&mut self, nominal: u32, spread: u32) -> u32 {
        match self.seed {
            Some(_) => self.random.u32(nominal - spread..=nominal + spread),
            None => nominal,
        }
    }

    /// A perturbation: zero without a seed, else up to `most` to either side.
    pub(super) fn jitter(&mut self, most: f32) -> f32 {
        match self.seed {
            Some(_) => most * self.signed(),
            None => 0.0,
        }
    }

    /// A random number, also without a seed.
    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.random.f32()
    }

    fn signed(&mut self) -> f32 {
        self.between(-1.0, 1.0)
    }

    /// Builds a level with default options: one thread, and no body flagged as a bullet.
    pub(super) fn build(&self, level: &Level) -> Result<Live, Unsupported> {
        self.build_with(level, BuildOptions::default())
    }

    pub(super) fn build_with(&self, level: &Level, options: BuildOptions) -> Result<Live, Unsupported> {
        let options = BuildOptions { change: self.change, ..options };
        let engine = (self.builder)(self.engine, level, options)?;
        Ok(Live { engine, joints: level.joints.clone(), cost: Cost::default(), at_most: self.at_most })
    }

    /// Records a figure of a scene.
    pub(super) fn record(&mut self, name: &'static str, value: f64, cost: Cost) {
        self.found.push(Found { name, value, ms_per_step: cost.ms_per_step(), note: None });
    }

    /// Records a figure with a remark.
    pub(super) fn record_with_note(&mut self, name: &'static str, value: f64, cost: Cost, note: &str) {
        self.found.push(Found { name, value, ms_per_step: cost.ms_per_step(), note: Some(note.to_owned()) });
    }

    pub(super) fn found(&self, name: &str) -> Option<&Found> {
        self.found.iter().find(|found| found.name == name)
    }
}

/// A level that runs in an engine.
pub(super) struct Live {
    engine: Box<dyn Engine>,
    joints: Vec<JointDef<u32>>,
    pub(super) cost: Cost,
    at_most: u32,
}

impl Live {
    pub(super) fn step(&mut self) {
        let start = Instant::now();
        self.engine.step(DT);
        self.cost.spent += start.elapsed();
        self.cost.steps += 1;
    }

    /// Adds bodies, which get the next numbers.
    pub(super) fn add(&mut self, level: &Level) -> Result<(), Unsupported> {
        self.engine.follow(&[Command::Add(level.clone())])
    }

    /// Runs for `seconds` and calls the function after each step.
    pub(super) fn run(&mut self, seconds: f64, mut after: impl FnMut(&Self)) {
        let steps = (seconds * RATE).round() as u32;
        for _ in 0..steps {
            if !self.may_go_on() {
                break;
            }
            self.step();
            after(self);
        }
    }

    /// Whether it may run longer; in tests the number of steps is limited.
    pub(super) fn may_go_on(&self) -> bool {
        self.cost.steps < self.at_most
    }

    /// Simulated time so far, s.
    pub(super) fn time(&self) -> f64 {
        f64::from(self.cost.steps) / RATE
    }

    /// A body; all its numbers are NaN if it is gone.
    pub(super) fn body(&self, number: u32) -> Body {
        self.engine.body(number).map_or(Body::GONE, Body::from)
    }

    /// All bodies, by number.
    pub(super) fn bodies(&self) -> Vec<Body> {
        (0..self.engine.bodies()).map(|number| self.body(number)).collect()
    }

    /// The greatest distance between the two anchors of a joint over all joints, m.
    pub(super) fn largest_gap(&self) -> f64 {
        let gap = |joint: &JointDef<u32>| {
            let anchor = |body, local: Point| self.body(body).to_world(Vector::from(local));
            let [a, b] = joint.kind.anchors()?;
            Some((anchor(joint.b, b) - anchor(joint.a, a)).length())
        };
        self.joints.iter().filter_map(gap).fold(0.0, largest)
    }
}

/// The settings with which all probes begin.
pub(super) fn settings() -> WorldSettings {
    WorldSettings::default().gravity([0.0, -10.0]).sleeping(false).substeps(4)
}

/// The strength of gravity in [`settings`], m/s^2.
pub(super) const GRAVITY: f64 = 10.0;

/// The shape that `make` returns; the numbers of the probes are valid by construction, and a test runs all of
/// them.
pub(super) fn shape(made: Result<Shape, ShapeError>) -> Shape {
    match made {
        Ok(shape) => shape,
        Err(error) => panic!("a probe's shape: {error}"),
    }
}

pub(super) fn rectangle(half_width: f32, half_height: f32) -> ColliderDef {
    ColliderDef::new(shape(Shape::rectangle(half_width, half_height)))
}

pub(super) fn ball(radius: f32) -> ColliderDef {
    ColliderDef::new(shape(Shape::circle(radius)))
}

/// Adds the ground: a wide static box whose upper side is y = 0. It is body 0 of most levels.
pub(super) fn ground(level: &mut Level) -> u32 {
    level.body_with(BodyDef::fixed().position([0.0, -1.0]), rectangle(100.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All engines get the same random numbers: they depend on the seed alone.
    #[test]
    fn random_numbers_depend_on_the_seed_alone() {
        let draw = |engine, seed| {
            let mut trial = Trial::new(engine, seed);
            [
                trial.around(2.0, 0.1),
                trial.jitter(0.1),
                trial.count_around(40, 4) as f32,
                trial.between(0.0, 1.0),
            ]
        };
        assert_eq!(draw(EngineKind::Ours, Some(5)), draw(EngineKind::Rapier, Some(5)));
        assert_ne!(draw(EngineKind::Ours, Some(5)), draw(EngineKind::Ours, Some(6)));
        let [around, jitter, count, between] = draw(EngineKind::Ours, None);
        assert_eq!((around, jitter, count), (2.0, 0.0, 40.0));
        assert_eq!(between, draw(EngineKind::Box2d, None)[3]);
        for seed in 0..100 {
            let [around, jitter, count, _] = draw(EngineKind::Ours, Some(seed));
            assert!((1.8..=2.2).contains(&around) && jitter.abs() <= 0.1 && (36.0..=44.0).contains(&count));
        }
    }

    /// Anchors placed apart show exactly that gap.
    #[test]
    fn gap_is_the_distance_of_the_anchors() {
        let mut level = Level::new(settings());
        let a = level.body(BodyDef::fixed().position([1.0, 2.0]).angle(std::f32::consts::FRAC_PI_2));
        let b = level.body(BodyDef::fixed().position([1.0, 5.0]));
        // (1, 2) + (0, 1) and (1, 5) - (0.5, 0).
        level.joint(JointDef::new(a, b, RevoluteJoint::new().anchors([1.0, 0.0], [-0.5, 0.0])));
        let live = Trial::new(EngineKind::Ours, None).build(&level).unwrap();
        assert!((live.largest_gap() - 4.25_f64.sqrt()).abs() < 1e-6, "{}", live.largest_gap());
    }
}
