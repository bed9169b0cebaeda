//! Every setting and tolerance of the world: its name, its unit, its reason.

use crate::error::{DefError, finite, finite_vector, not_negative, positive};
use geom::Vec2;
use solver::impulse::CombineRule;
use solver::{ClassicSettings, SolverSettings};

/// m. Contacts are made when shapes come this near, so that the solver can stop them before they overlap.
pub(crate) const SPECULATIVE_DISTANCE: f32 = 0.02;

/// m. Shapes this near count as touching for events; below what the eye sees.
pub(crate) const LINEAR_SLOP: f32 = 0.005;

/// m. The greatest margin of a fat box. A body that creeps leaves its box seldom.
pub(crate) const MAX_MARGIN: f32 = 0.1;

/// The margin of a fat box as a share of the shape's size, so that small shapes do not drown in margin.
pub(crate) const MARGIN_SHARE: f32 = 0.125;

/// m/s. A body whose points all move more slowly may fall asleep.
pub(crate) const SLEEP_SPEED: f32 = 0.05;

/// s. For so long an island must have been slow before it falls asleep.
pub(crate) const TIME_TO_SLEEP: f32 = 0.5;

/// m. Bodies farther out than this are stopped: beyond, f32 resolves less than a centimetre.
pub(crate) const WORLD_EXTENT: f32 = 100_000.0;

/// The greatest warm-start scale, when a longer step follows a shorter one, as when slow motion ends.
/// Impulses that are not of a load, those of a hit or of rounding, are scaled as well: after steps of a
/// nanosecond nearly all is rounding.
pub(crate) const MAX_WARM_START_SCALE: f32 = 16.0;

/// Contacts that one worker takes at a time, cut from the data alone.
pub(crate) const NARROW_CHUNK: usize = 256;

/// Joints that one worker takes at a time.
pub(crate) const JOINT_CHUNK: usize = 256;

/// A worker is not woken for fewer bodies: they take some 30 us, about as long as waking a worker.
pub(crate) const MIN_ROWS: usize = 1024;

/// Which solver moves the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The sub-stepped soft solver: for use.
    #[default]
    Soft,
    /// The classic sequential impulses of the texts, with their variations: to be learnt from and compared.
    Classic,
}

/// How a world behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSettings {
    /// Acceleration of everything, m/s^2.
    pub gravity: Vec2,
    /// Whether what rests may fall asleep: bodies that hang together by contacts and joints, when for half a
    /// second no point of them has been faster than 5 cm/s. Then they stop, so what is to creep, on a slow
    /// belt or by a slow motor, wants [`BodyDef::can_sleep`](crate::BodyDef::can_sleep) false; a kinematic
    /// body sleeps only if it is still.
    pub sleeping: bool,
    /// How many of the scene's units make a metre: 100 for a scene in centimetres or in pixels of that size.
    /// Scales every tolerance that is a length.
    pub length_unit: f32,
    /// How the friction of two materials combines.
    pub friction_rule: CombineRule,
    /// How their restitution combines. The texts disagree: the larger in one, the smaller in another.
    pub restitution_rule: CombineRule,
    /// Which solver is used.
    pub method: Method,
    /// How the soft solver works. Its speeds are in metres, and scaled by `length_unit`.
    pub solver: SolverSettings,
    /// How the classic solver works. Its lengths are in metres, and scaled by `length_unit`.
    pub classic: ClassicSettings,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            sleeping: true,
            length_unit: 1.0,
            friction_rule: CombineRule::GeometricMean,
            restitution_rule: CombineRule::Max,
            method: Method::Soft,
            solver: SolverSettings::default(),
            classic: ClassicSettings::default(),
        }
    }
}

impl WorldSettings {
    /// With another gravity, m/s^2.
    #[must_use]
    pub fn gravity(mut self, gravity: impl Into<Vec2>) -> Self {
        self.gravity = gravity.into();
        self
    }

    /// With sleeping on or off.
    #[must_use]
    pub fn sleeping(mut self, sleeping: bool) -> Self {
        self.sleeping = sleeping;
        self
    }

    /// With another number of sub-steps.
    #[must_use]
    pub fn substeps(mut self, substeps: u32) -> Self {
        self.solver.substeps = substeps;
        self
    }

    /// With the classic solver, so set.
    #[must_use]
    pub fn classic(mut self, classic: ClassicSettings) -> Self {
        (self.method, self.classic) = (Method::Classic, classic);
        self
    }

    /// Looks at every value.
    ///
    /// # Errors
    /// [`DefError`] naming the first that cannot be.
    pub fn validate(&self) -> Result<(), DefError> {
        finite_vector("gravity", self.gravity)?;
        positive("length_unit", self.length_unit)?;
        self.solver.validate()?;
        Ok(self.classic.validate()?)
    }

    /// The solver's settings in the units of the scene.
    pub(crate) fn scaled_solver(&self) -> SolverSettings {
        SolverSettings {
            push_out_speed: self.solver.push_out_speed * self.length_unit,
            bounce_threshold: self.solver.bounce_threshold * self.length_unit,
            bounce_clearance: self.solver.bounce_clearance * self.length_unit,
            ..self.solver
        }
    }
}

/// What a collider is made of. What two of them make of each other is up to the rules of the
/// [`WorldSettings`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Mass of a square metre, kg/m^2, not negative.
    pub density: f32,
    /// Coulomb's coefficient while it slides, not negative.
    pub friction: f32,
    /// Coulomb's coefficient up to which it does not slide, not below `friction`.
    pub static_friction: f32,
    /// Fraction of the approach that returns, 0 to 1.
    pub restitution: f32,
    /// How much it resists rolling, not negative: the tangent of the steepest slope on which a wheel of it
    /// rests. Of two materials the greater counts, with the greater radius of the two shapes, and so the
    /// torque is at most resistance x radius x normal force. Sharp shapes have no radius: two of them do not
    /// roll but tip over.
    pub rolling_resistance: f32,
    /// How fast its surface runs around it, clockwise, m/s: a conveyor belt. On top of it things are taken to
    /// the right. Where two surfaces run, their speeds add up: they pass each other, as those of two
    /// cogwheels that both turn clockwise do.
    pub surface_speed: f32,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            density: 1.0,
            friction: 0.6,
            static_friction: 0.6,
            restitution: 0.0,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
        }
    }
}

impl Material {
    pub(crate) fn validate(&self) -> Result<(), DefError> {
        not_negative("density", self.density)?;
        not_negative("friction", self.friction)?;
        finite("static_friction", self.static_friction)?;
        if self.static_friction < self.friction {
            return Err(DefError::Value {
                field: "static_friction",
                value: self.static_friction,
                expected: "at least friction",
            });
        }
        finite("restitution", self.restitution)?;
        if !(0.0..=1.0).contains(&self.restitution) {
            return Err(DefError::Value {
                field: "restitution",
                value: self.restitution,
                expected: "from 0 to 1",
            });
        }
        not_negative("rolling_resistance", self.rolling_resistance)?;
        finite("surface_speed", self.surface_speed)?;
        Ok(())
    }
}

/// Which colliders collide with each other.
///
/// Two colliders collide if each one's mask has a category of the other, unless they are in the same group.
///
/// ```
/// use world::Filter;
///
/// const PLAYER: u32 = 1 << 1;
/// const COIN: u32 = 1 << 2;
///
/// let player = Filter { category: PLAYER, ..Filter::default() };
/// let coin = Filter { category: COIN, mask: PLAYER, ..Filter::default() };
/// assert!(player.accepts(coin) && !coin.accepts(coin)); // coins fall through each other
/// let limb = Filter { group: -7, ..player };
/// assert!(!limb.accepts(limb)); // a negative group: the parts of one ragdoll do not collide
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The categories that the collider belongs to, as bits.
    pub category: u32,
    /// The categories that it collides with, as bits.
    pub mask: u32,
    /// If two colliders have the same group and it is not zero, the group alone decides: if it is above zero they
    /// collide, if it is below zero they do not.
    pub group: i32,
}

impl Default for Filter {
    /// In the first category, collides with all, in no group.
    fn default() -> Self {
        Self { category: 1, mask: u32::MAX, group: 0 }
    }
}

impl Filter {
    /// Whether two colliders with these filters may collide. It does not matter which of the two is asked.
    #[must_use]
    pub fn accepts(self, other: Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        self.mask & other.category != 0 && other.mask & self.category != 0
    }
}
