//! All settings and tolerances of the world, each with its unit and its reason.

mod material;

use crate::definition::{self, FREE, check_ranges};
use crate::error::DefError;
use collide::Tolerances;
use geom::Vec2;
use properties::{Properties, Range, Visitor, choices, property};
use solver::impulse::CombineRule;
use solver::{DirectContacts, DirectJoints, SolverSettings};
use textbook::{ClassicSettings, ManifoldMethod};

pub use material::{Filter, Material};

/// m. Nearer shapes get contact points, so that the solver can stop them before they overlap.
pub(crate) const SPECULATIVE_DISTANCE: f32 = 0.02;

/// m. Nearer shapes touch, as far as events are concerned; too small to be seen.
pub(crate) const LINEAR_SLOP: f32 = 0.005;

/// m. The greatest margin of a dynamic body's fat AABB.
pub(crate) const MAX_MARGIN: f32 = 0.05;

/// The margin as a share of the shape's size, so that small shapes are not mostly margin.
pub(crate) const MARGIN_SHARE: f32 = 0.0625;

/// Other bodies rarely leave their boxes, and larger margins let them pair earlier with what flies towards
/// them.
pub(crate) const NOT_DYNAMIC_MARGIN_SCALE: f32 = 2.0;

/// A body is fast if it moves in a step by more than half of the speculative distance plus this share of the
/// half-width of its thinnest collider, or plus the margin of a static collider if that is less.
pub(crate) const FAST_SHARE: f32 = 0.5;

/// The same for very fast. Two bodies without contact points that are not very fast overlap after the step by
/// at most half of both widths, so the manifold still shows on which side they are.
pub(crate) const VERY_FAST_SHARE: f32 = 1.0;

/// m/s. A body whose points all move more slowly may fall asleep.
pub(crate) const SLEEP_SPEED: f32 = 0.05;

/// The greatest change of a slow body's velocity, as a share of its sleep speed: in half a second 1 cm/s^2.
/// With more, gravity accelerates it.
pub(crate) const STEADY_SHARE: f32 = 0.1;

/// The share of its sleep speed below which a body falls asleep that nothing rubs on or a motor drives, since
/// friction would not bring it to rest.
pub(crate) const UNTOUCHED_SHARE: f32 = 0.1;

/// An island that nothing holds falls freely if the force on it exceeds this share of the forces summed in
/// it. What floats does not fall: weight and lift cancel.
pub(crate) const BALANCED_SHARE: f32 = 1e-3;

/// That of hard rubber on a hard floor: a ball of 1 m/s rolls for 15 s and 8 m. Without it, 25 of 140 heaps
/// of a thousand shapes are awake after 25 s, with 0.005 or more none.
const ROLLING_RESISTANCE: f32 = 0.01;

/// s. An island falls asleep after it has been slow for this time.
pub(crate) const TIME_TO_SLEEP: f32 = 0.5;

/// m, where f32 resolves about a centimetre. The greatest distance of a centre of mass from the origin of its
/// body; a body that moves farther in a step is not swept.
pub(crate) const LOCAL_EXTENT: f32 = 100_000.0;

/// The greatest warm-start scale. It also scales rounding errors, of which the impulses of a step of a
/// nanosecond mostly consist.
pub(crate) const MAX_WARM_START_SCALE: f32 = 16.0;

/// Contacts that one worker takes at a time.
pub(crate) const NARROW_CHUNK: usize = 256;

/// Joints that one worker takes at a time.
pub(crate) const JOINT_CHUNK: usize = 256;

/// The fewest bodies that a worker gets: they take 10 to 20 us in a stage, as long as waking it. In steps of
/// so many bodies workers stay awake from stage to stage. Also used, unmeasured, for changed contacts and for
/// boxes.
pub(crate) const MIN_ROWS: usize = 512;

/// Which solver moves the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// The sub-stepped soft solver, for programs.
    #[default]
    Soft,
    /// The classic sequential impulses with their variations, for learning and comparison.
    Classic,
}

/// Which contacts are swept: a body that moves far within a step is stopped where it first touches.
///
/// | | a body that moves by more than its thickness in a step | time of `spinner`, with thousands of these |
/// |---|---|---|
/// | `Nothing` | passes through everything | 1 |
/// | `AgainstStatic` | stops at static bodies, and passes through all that can move | 1.3 |
/// | `All` | stops at everything | 1.5 |
///
/// Without such fast bodies all three take about the same time; `docs/continuous.md` has the figures.
///
/// ```
/// use world::{Continuous, WorldSettings};
///
/// // Nothing leaves the level, but debris may pass through debris.
/// let settings = WorldSettings::default().continuous(Continuous::AgainstStatic);
/// assert_eq!(WorldSettings::default().continuous, Continuous::All);
/// // `true` and `false` stand for all and for nothing.
/// assert_eq!(settings.continuous(false).continuous, Continuous::Nothing);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Continuous {
    /// No contact is swept. Shapes meet only if they are near each other when a step begins.
    Nothing,
    /// Contacts with static bodies are swept, as in Box2D without its flag for bullets. Sensors on static
    /// bodies report what passes through them within a step; others do not.
    AgainstStatic,
    /// All contacts are swept.
    #[default]
    All,
}

impl From<bool> for Continuous {
    /// All or nothing.
    fn from(is_continuous: bool) -> Self {
        if is_continuous { Self::All } else { Self::Nothing }
    }
}

/// The settings of a world.
///
/// ```
/// use world::{World, WorldSettings};
///
/// let world = World::new(WorldSettings::default().gravity([0.0, -1.62]).substeps(8)); // on the Moon
/// assert_eq!(world.settings().solver.substeps, 8);
///
/// // 100 units are one metre, so gravity is in units/s^2 as well.
/// let pixels = WorldSettings::default().length_unit(100.0).gravity([0.0, 981.0]);
/// let world = World::new(pixels);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2WorldDef", "IntegrationParameters"))]
#[doc(alias = "b2DefaultWorldDef")]
pub struct WorldSettings {
    /// Acceleration of every dynamic body, m/s^2.
    pub gravity: Vec2,
    /// Whether islands may fall asleep, and stop: when no point of their bodies has been faster than 5 cm/s
    /// for half a second, and nothing moves them on. So none sleeps that gravity accelerates; that touches
    /// nothing, or is driven by a motor or a belt, and is faster than half a centimetre in a second; or that
    /// falls freely. A kinematic body sleeps only while its velocity is zero.
    pub sleeping: bool,
    /// Which contacts are swept: what moves far within a step, relative to what is near it, is stopped where
    /// it first touches. A body may opt out ([`BodyDef::continuous`](crate::BodyDef::continuous)). Without it
    /// a ball passes through a wall when it moves by more than its radius in a step. All by default;
    /// `docs/continuous.md` says what that costs.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::continuous"))]
    pub continuous: Continuous,
    /// How many length units of the program are one metre, above zero and at most 1e9: 100 for a program in
    /// centimetres. Scales the tolerances of the world, of the solver and of `collide` that are lengths or
    /// speeds. With a power of two, and all lengths multiplied by it, a world moves in exactly the same way;
    /// `docs/units.md` says what does not follow.
    #[doc(alias = "b2SetLengthUnitsPerMeter")]
    pub length_unit: f32,
    /// How the friction coefficients of two materials combine.
    #[doc(alias("b2World_SetFrictionCallback", "friction_combine_rule"))]
    pub friction_rule: CombineRule,
    /// How the restitutions of two materials combine. Some texts take the larger one, others the smaller one.
    #[doc(alias("b2World_SetRestitutionCallback", "restitution_combine_rule"))]
    pub restitution_rule: CombineRule,
    /// The least rolling resistance of a contact, not negative, as [`Material::rolling_resistance`]; 0.01 by
    /// default, so that balls come to rest on level ground, and heaps of round shapes as well. With zero,
    /// only the materials count, and a ball rolls for ever. So it is between colliders without friction.
    pub rolling_resistance: f32,
    /// m/s, not negative: contacts that are hit faster are reported by
    /// [`Events::hits`](crate::Events::hits). Scaled by `length_unit`. Infinite: none is reported.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    #[doc(alias("hitEventThreshold", "contact_force_event_threshold"))]
    pub hit_speed: f32,
    /// Whether bodies slide over the seams of flush shapes as over one shape: tiles, platforms that meet the
    /// ground, rows of crates. Steps that are lower than 5 mm (scaled by `length_unit`) then count as flush.
    /// Switched off, each pair of shapes is judged by itself, and boxes and balls bump at the sides and
    /// corners of the tiles under them.
    #[doc(alias("ghost collisions", "ghost vertices", "fix_internal_edges"))]
    pub smooth_seams: bool,
    /// How contact manifolds are found: by separating axes, unless the methods of the texts are to be
    /// compared.
    pub manifolds: ManifoldMethod,
    /// Which solver is used.
    pub method: Method,
    /// Settings of the soft solver. Its speeds are in m/s and are scaled by `length_unit`.
    pub solver: SolverSettings,
    /// Settings of the classic solver. Its lengths are in m and are scaled by `length_unit`.
    pub classic: ClassicSettings,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            sleeping: true,
            continuous: Continuous::All,
            length_unit: 1.0,
            friction_rule: CombineRule::GeometricMean,
            restitution_rule: CombineRule::Max,
            rolling_resistance: ROLLING_RESISTANCE,
            hit_speed: 1.0,
            smooth_seams: true,
            manifolds: ManifoldMethod::SeparatingAxes,
            method: Method::Soft,
            solver: SolverSettings::default(),
            classic: ClassicSettings::default(),
        }
    }
}

impl WorldSettings {
    /// Sets the gravity, m/s^2.
    #[must_use]
    pub fn gravity(mut self, gravity: impl Into<Vec2>) -> Self {
        self.gravity = gravity.into();
        self
    }

    /// Sets whether islands may fall asleep.
    #[must_use]
    pub fn sleeping(mut self, sleeping: bool) -> Self {
        self.sleeping = sleeping;
        self
    }

    /// Sets how many length units of the program are one metre. Set the gravity in the same units.
    #[must_use]
    pub fn length_unit(mut self, units_per_metre: f32) -> Self {
        self.length_unit = units_per_metre;
        self
    }

    /// Sets how the friction coefficients of two materials combine.
    #[must_use]
    pub fn friction_rule(mut self, rule: CombineRule) -> Self {
        self.friction_rule = rule;
        self
    }

    /// Sets how the restitutions of two materials combine.
    #[must_use]
    pub fn restitution_rule(mut self, rule: CombineRule) -> Self {
        self.restitution_rule = rule;
        self
    }

    /// Sets the approach speed from which contacts are reported as hits, m/s, not negative; infinite for
    /// none.
    #[must_use]
    pub fn hit_speed(mut self, speed: f32) -> Self {
        self.hit_speed = speed;
        self
    }

    /// Sets which contacts are swept; `true` stands for all, `false` for none.
    #[must_use]
    #[doc(alias("enableContinuous", "max_ccd_substeps"))]
    pub fn continuous(mut self, continuous: impl Into<Continuous>) -> Self {
        self.continuous = continuous.into();
        self
    }

    /// Sets whether bodies slide over the seams of flush shapes as over one shape.
    #[must_use]
    pub fn smooth_seams(mut self, smooth_seams: bool) -> Self {
        self.smooth_seams = smooth_seams;
        self
    }

    /// Sets how contact manifolds are found.
    #[must_use]
    pub fn manifolds(mut self, manifolds: ManifoldMethod) -> Self {
        self.manifolds = manifolds;
        self
    }

    /// Sets the least rolling resistance of a contact, not negative.
    #[must_use]
    pub fn rolling_resistance(mut self, rolling_resistance: f32) -> Self {
        self.rolling_resistance = rolling_resistance;
        self
    }

    /// Sets the approach speed below which contacts do not bounce, m/s, not negative, of both solvers; 1 by
    /// default, so that piles come to rest. With zero, for billiards and gas, what lies on something elastic
    /// trembles before it rests. Call it after [`WorldSettings::classic`].
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]).bounce_threshold(0.0));
    /// let ball = ColliderDef::new(Shape::circle(0.5)?).restitution(1.0);
    /// let [left, right] = [(-1.0, 0.3), (1.0, -0.3)] // m, m/s: slower than 1 m/s
    ///     .map(|(x, v)| world.add_body(BodyDef::dynamic().position([x, 0.0]).velocity([v, 0.0])));
    /// let (left, right) = (left?, right?);
    /// world.add_collider(left, ball.clone())?;
    /// world.add_collider(right, ball)?;
    /// for _ in 0..240 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!((world.body(left)?.velocity().x + 0.3).abs() < 1e-3);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias(
        "restitution_threshold",
        "restitutionThreshold",
        "restitutionVelocityThreshold",
        "velocityThreshold"
    ))]
    pub fn bounce_threshold(mut self, speed: f32) -> Self {
        (self.solver.bounce_threshold, self.classic.bounce_threshold) = (speed, speed);
        self
    }

    /// Sets the number of sub-steps of the soft solver, at least one.
    #[must_use]
    #[doc(alias = "num_solver_iterations")]
    pub fn substeps(mut self, substeps: u32) -> Self {
        self.solver.substeps = substeps;
        self
    }

    /// Sets which joints the soft solver solves directly.
    ///
    /// ```
    /// use world::solver::DirectJoints;
    /// use world::{World, WorldSettings};
    ///
    /// // By default those of cranes and long chains, which would stretch. Here also those of a clock, which
    /// // keeps its energy then.
    /// assert_eq!(WorldSettings::default().solver.direct_joints, DirectJoints::Loaded);
    /// let world = World::new(WorldSettings::default().direct_joints(DirectJoints::All));
    /// assert_eq!(world.settings().solver.direct_joints, DirectJoints::All);
    /// ```
    #[must_use]
    pub fn direct_joints(mut self, direct_joints: DirectJoints) -> Self {
        self.solver.direct_joints = direct_joints;
        self
    }

    /// Sets which contacts the soft solver solves together.
    ///
    /// ```
    /// use world::solver::DirectContacts;
    /// use world::{World, WorldSettings};
    ///
    /// // Light bodies bear a thousand times their mass by default; let tall stacks keep their height, too.
    /// let world = World::new(WorldSettings::default().direct_contacts(DirectContacts::Tall));
    /// assert_eq!(world.settings().solver.direct_contacts, DirectContacts::Tall);
    /// ```
    #[must_use]
    pub fn direct_contacts(mut self, direct_contacts: DirectContacts) -> Self {
        self.solver.direct_contacts = direct_contacts;
        self
    }

    /// Sets which solver is used.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Sets all settings of the soft solver, also those of [`WorldSettings::substeps`],
    /// [`WorldSettings::direct_joints`], [`WorldSettings::direct_contacts`] and
    /// [`WorldSettings::bounce_threshold`].
    ///
    /// ```
    /// use world::WorldSettings;
    /// use world::solver::SolverSettings;
    ///
    /// let stiff = WorldSettings::default().solver(SolverSettings::default().substeps(8).joint_hertz(120.0));
    /// assert_eq!((stiff.solver.substeps, stiff.solver.joint_hertz), (8, 120.0));
    /// ```
    #[must_use]
    pub fn solver(mut self, solver: SolverSettings) -> Self {
        self.solver = solver;
        self
    }

    /// Uses the classic solver with these settings.
    #[must_use]
    pub fn classic(mut self, classic: ClassicSettings) -> Self {
        (self.method, self.classic) = (Method::Classic, classic);
        self
    }

    /// Checks every value.
    ///
    /// # Errors
    /// [`DefError`] that names the first value out of its range.
    pub fn validate(&self) -> Result<(), DefError> {
        check_ranges(self)
    }

    #[inline(always)]
    pub(crate) fn tolerances(&self) -> Tolerances {
        Tolerances::of_unit(self.length_unit)
    }

    pub(crate) fn scaled_hit_speed(&self) -> f32 {
        self.hit_speed * self.length_unit
    }

    pub(crate) fn scaled_solver(&self) -> SolverSettings {
        SolverSettings {
            push_out_speed: self.solver.push_out_speed * self.length_unit,
            bounce_threshold: self.solver.bounce_threshold * self.length_unit,
            bounce_clearance: self.solver.bounce_clearance * self.length_unit,
            ..self.solver
        }
    }
}

choices!(Method: Soft, Classic);
choices!(Continuous: All, AgainstStatic, Nothing);

impl Properties for WorldSettings {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            gravity,
            sleeping,
            continuous,
            length_unit,
            friction_rule,
            restitution_rule,
            rolling_resistance,
            hit_speed,
            smooth_seams,
            manifolds,
            method,
            solver,
            classic,
        } = self;
        // More would let squares of positions overflow.
        let unit = Range { is_open: true, ..Range::new(0.0, 1e9, "above zero and at most 1e9") };
        definition::vector(visitor, property("gravity", "m/s^2", FREE), gravity)?;
        visitor.flag("sleeping", sleeping)?;
        visitor.choice("continuous", continuous)?;
        visitor.number(property("length_unit", "", unit), length_unit)?;
        visitor.choice("friction_rule", friction_rule)?;
        visitor.choice("restitution_rule", restitution_rule)?;
        visitor.number(property("rolling_resistance", "", Range::NOT_NEGATIVE), rolling_resistance)?;
        visitor.number(property("hit_speed", "m/s", Range::NOT_NEGATIVE_OR_INFINITE), hit_speed)?;
        visitor.flag("smooth_seams", smooth_seams)?;
        visitor.choice("manifolds", manifolds)?;
        visitor.choice("method", method)?;
        visitor.part("solver", "SolverSettings", solver)?;
        visitor.part("classic", "ClassicSettings", classic)
    }
}
