//! How the time of a case is cut, and how far contacts and joints give way at that pace.

use super::GRAVITY;
use std::fmt;

/// How the time of a case is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    /// Steps in a second.
    pub rate: u32,
    pub substeps: u32,
}

impl Pace {
    /// That of [`WorldSettings::default`] at 60 Hz.
    pub(crate) const DEFAULT: Self = Self { rate: 60, substeps: 4 };

    /// All others: 30 to 240 Hz with one to eight sub-steps.
    pub(crate) fn others() -> impl Iterator<Item = Self> {
        let rates = [30, 60, 120, 240].into_iter();
        let all = rates.flat_map(|rate| [1, 2, 4, 8].map(|substeps| Self { rate, substeps }));
        all.filter(|pace| *pace != Self::DEFAULT)
    }

    /// The default first, then some of the others: each rate and each number of sub-steps, and the extremes.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Self::some().chain([(30, 1), (30, 8), (60, 2), (60, 8), (240, 1)].map(Self::from))
    }

    /// The default first, then a few others.
    pub(crate) fn some() -> impl Iterator<Item = Self> {
        [(60, 4), (30, 4), (60, 1), (120, 4), (240, 8)].into_iter().map(Self::from)
    }

    /// s, of a step.
    pub(crate) fn dt(self) -> f32 {
        1.0 / self.rate as f32
    }

    /// s, of a sub-step.
    pub(crate) fn h(self) -> f32 {
        self.dt() / self.substeps as f32
    }

    /// Steps in so many seconds.
    pub(crate) fn steps(self, seconds: f32) -> u32 {
        (seconds * self.rate as f32).round() as u32
    }
}

impl From<(u32, u32)> for Pace {
    fn from((rate, substeps): (u32, u32)) -> Self {
        Self { rate, substeps }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rate, substeps } = self;
        write!(f, "{rate} Hz with {substeps} sub-step{}", if *substeps == 1 { "" } else { "s" })
    }
}

/// m. How deep a body sinks into fixed ground at rest, on so many points of contact: g / w^2 for springs
/// of twice 53 Hz, or of half the rate of sub-steps if that is less, as [`SolverSettings::contact_hertz`](
/// world::solver::SolverSettings::contact_hertz) says.
pub(crate) fn settled_depth(pace: Pace, points: u32) -> f32 {
    let hertz = (2.0 * 53.0_f32).min(0.5 / pace.h());
    points as f32 * GRAVITY / (std::f32::consts::TAU * hertz).powi(2)
}

/// m. How far a joint of wheels opens under the load of so many times the weight that it bears at rest: g /
/// w^2 for springs of 60 Hz, or of a quarter of the rate of sub-steps if that is less, as
/// [`SolverSettings::joint_hertz`](world::solver::SolverSettings::joint_hertz) says.
pub(crate) fn joint_opening(pace: Pace, load: f32) -> f32 {
    let hertz = 60.0_f32.min(0.25 / pace.h());
    load * GRAVITY / (std::f32::consts::TAU * hertz).powi(2)
}
