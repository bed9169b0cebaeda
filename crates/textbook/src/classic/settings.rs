//! The variations of the classic solver.

use properties::{Choice, Properties, Range, Visitor, Word, check, choices, property};
use solver::SettingsError;

/// More would make a step take seconds, and is likely a mistake.
const ITERATIONS: Range = Range::new(1.0, 1000.0, "from 1 to 1000");

/// Which velocity moves the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Integrator {
    /// The velocity at the end of the step. Energy stays within bounds.
    #[default]
    Symplectic,
    /// The velocity at the beginning of the step. A pendulum gains energy in every swing.
    Explicit,
}

/// What a step does first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StepOrder {
    /// Velocities, then contacts and joints, then positions: what contacts have decided moves the bodies. A
    /// box at rest does not move.
    #[default]
    ConstraintsFirst,
    /// Velocities and positions, then contacts and joints (*2D Collision Detection and Resolution*): the
    /// bodies move as if they were alone, and what overlaps afterwards is corrected. A box at rest sinks by
    /// g dt^2 in every step.
    PositionsFirst,
}

/// How contacts change velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ImpulseMethod {
    /// The sum of a point's normal impulses must not pull; a single impulse may pull, so it can reduce an
    /// earlier one that was too large.
    #[default]
    Accumulated,
    /// Each impulse separately, as derived: it must not pull.
    Separate,
    /// Each impulse separately, multiplied by the point's share of the depth of its contact (*2D Collision
    /// Detection and Resolution*).
    DepthWeighted,
    /// No impulses: bodies are only moved apart (*Sotirov 2022*, "impulse based resolution" switched off).
    Displacement,
    /// As [`Displacement`](Self::Displacement), and what overlaps something of infinite mass loses its
    /// velocity into it: the floor of the opening demo of *Sotirov 2022*, for floors of any direction.
    /// Nothing bounces, turns or rubs.
    Clamp,
}

impl ImpulseMethod {
    /// Whether contacts have impulses at all, and not only displacements.
    #[must_use]
    pub const fn are_applied(self) -> bool {
        !matches!(self, Self::Displacement | Self::Clamp)
    }
}

/// How overlap is removed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PositionCorrection {
    /// Not at all: piles sink into the ground.
    None,
    /// By velocity: after the impulse, the normal velocity is at least `factor / dt` times the overlap beyond
    /// the slop (*Sotirov 2022*: 0.2 and 0.01 m).
    Baumgarte {
        /// Fraction of the overlap for each step, 0 to 1.
        factor: f32,
        /// Overlap that is left alone, m, not negative.
        slop: f32,
    },
    /// By moving the bodies, each by its share of the inverse mass, by a fraction of the overlap beyond the
    /// slop (*Gaul, Custom Physics Engine*: 0.2 to 0.8; *Gaul, The Basics*: a slop of 0.01 m).
    Projection {
        /// Fraction of the overlap for each correction, 0 to 1.
        fraction: f32,
        /// Overlap that is left alone, m, not negative.
        slop: f32,
    },
    /// By moving the bodies by a fraction of the whole overlap (*2D Collision Detection and Resolution*:
    /// 0.4).
    Split {
        /// Fraction of the overlap for each correction, 0 to 1.
        fraction: f32,
    },
}

/// How the classic solver works.
///
/// ```
/// use textbook::{ClassicSettings, PositionCorrection};
///
/// let correction = PositionCorrection::Projection { fraction: 0.4, slop: 0.01 };
/// let settings = ClassicSettings { iterations: 20, correction, ..ClassicSettings::default() };
/// assert!(settings.validate().is_ok());
///
/// let correction = PositionCorrection::Split { fraction: 2.0 };
/// let error = ClassicSettings { correction, ..settings }.validate().unwrap_err();
/// assert_eq!(error.to_string(), "fraction is 2: it must be from 0 to 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct ClassicSettings {
    /// Iterations over all joints and contacts, 1 to 1000.
    pub iterations: u32,
    /// Whether a step starts with the impulses of the last one. Contacts do so only with
    /// [`ImpulseMethod::Accumulated`].
    pub warm_start: bool,
    /// How contacts change velocities.
    pub impulses: ImpulseMethod,
    /// How overlap is removed.
    pub correction: PositionCorrection,
    /// Which velocity moves the positions.
    pub integrator: Integrator,
    /// What a step does first.
    pub order: StepOrder,
    /// Whether collisions are detected again before each iteration.
    pub detect_each_iteration: bool,
    /// Whether the step is cut where a fast body first touches something, so that the impact acts there and
    /// the body goes on from there with its new velocity (*Souto, Video Game Physics II*). It is done if
    /// contacts are swept (`WorldSettings::continuous`).
    pub resolve_at_impact: bool,
    /// Air drag, 1/s: in each step a velocity v loses `drag dt v`, where |v| counts as at most 1 m/s (and 1
    /// rad/s), as in *Sotirov 2022*. Not negative.
    pub drag: f32,
    /// Approach speed below which contacts do not bounce, m/s, not negative.
    pub bounce_threshold: f32,
}

impl Default for ClassicSettings {
    fn default() -> Self {
        Self {
            iterations: 10,
            warm_start: true,
            impulses: ImpulseMethod::Accumulated,
            correction: PositionCorrection::Baumgarte { factor: 0.2, slop: 0.01 },
            integrator: Integrator::Symplectic,
            order: StepOrder::ConstraintsFirst,
            detect_each_iteration: false,
            resolve_at_impact: false,
            drag: 0.0,
            bounce_threshold: 1.0,
        }
    }
}

choices!(Integrator: Symplectic, Explicit);
choices!(StepOrder: ConstraintsFirst, PositionsFirst);
choices!(ImpulseMethod: Accumulated, Separate, DepthWeighted, Displacement, Clamp);

impl Properties for PositionCorrection {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let factor_of = property("factor", "", Range::FRACTION);
        let fraction_of = property("fraction", "", Range::FRACTION);
        let slop_of = property("slop", "m", Range::NOT_NEGATIVE);
        let held = CorrectionKind::of(self) as usize;
        let mut index = held;
        visitor.variant("correction", CorrectionKind::ALL.len(), &mut index)?;
        if let Some(kind) = CorrectionKind::ALL.get(index).filter(|_| index != held) {
            *self = kind.blank();
        }
        match self {
            Self::None => Ok(()),
            Self::Baumgarte { factor, slop } => {
                visitor.number(factor_of, factor)?;
                visitor.number(slop_of, slop)
            }
            Self::Projection { fraction, slop } => {
                visitor.number(fraction_of, fraction)?;
                visitor.number(slop_of, slop)
            }
            Self::Split { fraction } => visitor.number(fraction_of, fraction),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CorrectionKind {
    None,
    Baumgarte,
    Projection,
    Split,
}

choices!(CorrectionKind: None, Baumgarte, Projection, Split);

impl CorrectionKind {
    fn of(correction: &PositionCorrection) -> Self {
        match correction {
            PositionCorrection::None => Self::None,
            PositionCorrection::Baumgarte { .. } => Self::Baumgarte,
            PositionCorrection::Projection { .. } => Self::Projection,
            PositionCorrection::Split { .. } => Self::Split,
        }
    }

    fn blank(self) -> PositionCorrection {
        match self {
            Self::None => PositionCorrection::None,
            Self::Baumgarte => PositionCorrection::Baumgarte { factor: 0.0, slop: 0.0 },
            Self::Projection => PositionCorrection::Projection { fraction: 0.0, slop: 0.0 },
            Self::Split => PositionCorrection::Split { fraction: 0.0 },
        }
    }
}

impl Properties for ClassicSettings {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            iterations,
            warm_start,
            impulses,
            correction,
            integrator,
            order,
            detect_each_iteration,
            resolve_at_impact,
            drag,
            bounce_threshold,
        } = self;
        visitor.word(property("iterations", "", ITERATIONS), Word::Count, iterations)?;
        visitor.flag("warm_start", warm_start)?;
        visitor.choice("impulses", impulses)?;
        visitor.part("correction", "PositionCorrection", correction)?;
        visitor.choice("integrator", integrator)?;
        visitor.choice("order", order)?;
        visitor.flag("detect_each_iteration", detect_each_iteration)?;
        visitor.flag("resolve_at_impact", resolve_at_impact)?;
        visitor.number(property("drag", "1/s", Range::NOT_NEGATIVE), drag)?;
        visitor.number(property("bounce_threshold", "m/s", Range::NOT_NEGATIVE), bounce_threshold)
    }
}

impl ClassicSettings {
    /// Checks every value.
    ///
    /// # Errors
    /// [`SettingsError`] that names the first setting with a value that is not accepted.
    pub fn validate(&self) -> Result<(), SettingsError> {
        check(self)
    }

    /// The same settings for a scene in which `unit` length units are a metre: lengths and speeds are
    /// multiplied by it.
    #[must_use]
    pub fn scaled(mut self, unit: f32) -> Self {
        self.bounce_threshold *= unit;
        match &mut self.correction {
            PositionCorrection::Baumgarte { slop, .. } | PositionCorrection::Projection { slop, .. } => {
                *slop *= unit;
            }
            PositionCorrection::None | PositionCorrection::Split { .. } => {}
        }
        self
    }

    /// For a part of a step, that share of its time. Corrections are for a whole step: the bias of a short
    /// part would be a high speed, which stays.
    #[must_use]
    pub fn of_part(mut self, share: f32) -> Self {
        match &mut self.correction {
            PositionCorrection::None => {}
            PositionCorrection::Baumgarte { factor: fraction, .. }
            | PositionCorrection::Projection { fraction, .. }
            | PositionCorrection::Split { fraction } => *fraction *= share,
        }
        self
    }

    /// For each metre of error, 1/s, in a step of `dt` seconds; 0 without a Baumgarte bias.
    pub(super) fn bias_rate(&self, dt: f32) -> f32 {
        match self.correction {
            PositionCorrection::Baumgarte { factor, .. } => factor / dt,
            _ => 0.0,
        }
    }

    /// If the correction moves bodies: the fraction that one removes, and the overlap that it leaves alone
    /// (m).
    pub(super) fn projection(&self) -> Option<(f32, f32)> {
        match self.correction {
            _ if !self.impulses.are_applied() => Some((1.0, 0.0)),
            PositionCorrection::Projection { fraction, slop } => Some((fraction, slop)),
            PositionCorrection::Split { fraction } => Some((fraction, 0.0)),
            PositionCorrection::None | PositionCorrection::Baumgarte { .. } => None,
        }
    }
}
