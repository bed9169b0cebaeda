//! The definition of a body. Its record is in `stores/bodies.rs`.

use crate::definition::{self, FREE, check_ranges};
use crate::error::{DefError, zero};
use crate::place::WORLD_EXTENT;
use crate::settings::{LOCAL_EXTENT, SLEEP_SPEED};
use compute::math::sqrt;
use geom::{MassProperties, Point, Position, Rot, Vec2};
use properties::{Check, Properties, Property, Range, Visitor, Word, choices, property};

/// The kind of a body: what moves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("b2BodyType", "RigidBodyType"))]
pub enum BodyKind {
    /// Nothing: it has infinite mass and no velocity. Its mass is not computed, and its centre of mass is its
    /// origin, so that a change of a collider costs the same however many it has.
    #[default]
    Static,
    /// The velocity that the program gives it: it has infinite mass.
    Kinematic,
    /// Forces, contacts and joints.
    Dynamic,
}

impl BodyKind {
    /// The name in error messages, such as `"dynamic"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Kinematic => "kinematic",
            Self::Dynamic => "dynamic",
        }
    }
}

/// What a dynamic body carries in one step: see [`BodyMut::apply_load`](crate::BodyMut::apply_load).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// kg, above zero.
    pub mass: f32,
    /// About its centre, kg m^2, not negative.
    pub inertia: f32,
    /// Its centre in the world, m, within 100 km of the origin of the body.
    pub point: Position,
    /// The velocity with which it comes, m/s.
    pub velocity: Vec2,
    /// The angular velocity with which it comes, rad/s.
    pub angular_velocity: f32,
}

/// What of its motion a dynamic body keeps, whatever pushes it. A step changes no bit of what is locked while
/// the body is awake. (In its sleep its centre is computed from its pose, which may round another way.) What
/// is locked has no velocity: whatever sets it, it reads zero at once.
///
/// ```
/// use world::{BodyDef, Locks, World};
///
/// let mut world = World::default();
/// let lift = world.add_body(BodyDef::dynamic().locks(Locks { x: true, rotation: true, ..Locks::NONE }))?;
/// world.body_mut(lift)?.set_velocity([5.0, 0.0])?;
/// assert_eq!(world.body(lift)?.velocity().x, 0.0);
/// world.step(1.0 / 60.0);
/// let pose = world.body(lift)?.pose();
/// assert!(pose.position.x == 0.0 && pose.position.y < 0.0);
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias("b2MotionLocks", "LockedAxes"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Locks {
    /// Its centre of mass does not move along the x axis of the world.
    pub x: bool,
    /// Its centre of mass does not move along the y axis of the world.
    pub y: bool,
    /// It does not turn.
    pub rotation: bool,
}

impl Locks {
    /// Nothing is locked.
    pub const NONE: Self = Self { x: false, y: false, rotation: false };

    pub(crate) fn apply(self, velocity: Vec2, angular_velocity: f32) -> (Vec2, f32) {
        let Self { x, y, rotation } = self;
        let free = |is_locked: bool, value: f32| if is_locked { 0.0 } else { value };
        (Vec2::new(free(x, velocity.x), free(y, velocity.y)), free(rotation, angular_velocity))
    }
}

/// A body to be added. Plain data: a [`Level`](crate::Level) is made of these.
///
/// ```
/// use world::{BodyDef, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default());
/// let wall = world.add_body(BodyDef::fixed().position([5.0, 0.0]))?; // m
/// let lift = world.add_body(BodyDef::kinematic().velocity([0.0, 1.0]))?; // m/s
/// let crate_ = world.add_body(BodyDef::dynamic().position([0.0, 3.0]).angle(0.5).damping(0.1, 0.1))?;
/// assert!(!world.body(wall)?.is_awake() && world.body(crate_)?.is_awake());
/// # Ok::<(), world::DefError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("b2BodyDef", "RigidBody", "RigidBodyBuilder"))]
pub struct BodyDef {
    /// What moves it.
    pub kind: BodyKind,
    /// Where its origin is, m.
    pub position: Position,
    /// Its rotation. (Not an angle: a rotation that was read from a body comes back with the same bits.)
    pub rotation: Rot,
    /// Velocity of its centre of mass, m/s. That is its origin until it gets colliders; the velocity stays
    /// that of the same point.
    pub velocity: Vec2,
    /// Angular velocity, rad/s.
    pub angular_velocity: f32,
    /// Rate at which its velocity decays, 1/s, not negative: a sub-step of h seconds divides it by 1 + h
    /// damping.
    pub damping: f32,
    /// Rate at which its angular velocity decays, 1/s, not negative.
    pub angular_damping: f32,
    /// Factor of the gravity that acts on it; 1 by default.
    pub gravity_scale: f32,
    /// Its group of dominance, from -127 to 127: a body cannot move one of a higher group by a contact. 0 by
    /// default.
    pub dominance: i32,
    /// What of its motion is locked, if it is dynamic.
    pub locks: Locks,
    /// Its greatest speed at the end of a step, m/s, and the greatest distance of its centre of mass within a
    /// step, per second; above zero, infinite for no bound. If it is dynamic.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_speed: f32,
    /// Its greatest angular speed, rad/s, and the greatest angle within a step, per second; above zero,
    /// infinite for no bound. If it is dynamic.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::number"))]
    pub max_angular_speed: f32,
    /// Mass, centre of mass and inertia that replace the sum over its colliders, if it is dynamic. Mass above
    /// zero; its centre within 100 km of the origin of the body; an inertia of zero stands for a body that
    /// does not turn.
    pub mass: Option<MassProperties>,
    /// It counts as slow while all its points move more slowly than this, m/s, scaled by
    /// [`WorldSettings::length_unit`](crate::WorldSettings::length_unit); not negative. An island falls
    /// asleep when all its bodies have been slow for half a second. 0.05 by default.
    pub sleep_speed: f32,
    /// Whether it takes part at all: see [`BodyMut::set_enabled`](crate::BodyMut::set_enabled).
    pub enabled: bool,
    /// Whether its own motion is swept, so that it passes through nothing however fast it is: see
    /// [`WorldSettings::continuous`](crate::WorldSettings::continuous). True by default. Sparks and debris
    /// that may pass through walls can do without; what is fast towards them is stopped at them even so.
    pub continuous: bool,
    /// Whether it may fall asleep. If not, its island stays awake too: see
    /// [`WorldSettings::sleeping`](crate::WorldSettings::sleeping).
    pub can_sleep: bool,
    /// Whether it is awake when added. One that is asleep has no velocity, and sleeps until something touches
    /// it.
    pub awake: bool,
    /// Data of the program, which the engine only keeps: an index, a pointer, flags. Zero by default.
    #[cfg_attr(feature = "serde", serde(with = "crate::serialized::user_data"))]
    pub user_data: u128,
}

impl Default for BodyDef {
    fn default() -> Self {
        Self {
            kind: BodyKind::Static,
            position: Position::ORIGIN,
            rotation: Rot::IDENTITY,
            velocity: Vec2::zeros(),
            angular_velocity: 0.0,
            damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            dominance: 0,
            locks: Locks::NONE,
            max_speed: f32::INFINITY,
            max_angular_speed: f32::INFINITY,
            mass: None,
            sleep_speed: SLEEP_SPEED,
            enabled: true,
            continuous: true,
            can_sleep: true,
            awake: true,
            user_data: 0,
        }
    }
}

impl BodyDef {
    /// A static body, which nothing moves: ground, walls. (`static` is a keyword of Rust.)
    #[must_use]
    #[doc(alias("static_body", "b2_staticBody"))]
    pub fn fixed() -> Self {
        Self::default()
    }

    /// A body that moves with its own velocity and pushes others: lifts, platforms.
    #[must_use]
    #[doc(alias("kinematic_velocity_based", "kinematic_position_based", "b2_kinematicBody"))]
    pub fn kinematic() -> Self {
        Self { kind: BodyKind::Kinematic, ..Self::default() }
    }

    /// A body that forces, contacts and joints move.
    #[must_use]
    #[doc(alias = "b2_dynamicBody")]
    #[doc(alias = "b2DefaultBodyDef")]
    pub fn dynamic() -> Self {
        Self { kind: BodyKind::Dynamic, ..Self::default() }
    }

    /// Sets where its origin is, m.
    #[must_use]
    #[doc(alias = "translation")]
    pub fn position(mut self, position: impl Into<Position>) -> Self {
        self.position = position.into();
        self
    }

    /// Sets its rotation, rad, counter-clockwise.
    #[must_use]
    #[doc(alias = "rotation")]
    pub fn angle(mut self, angle: f32) -> Self {
        self.rotation = Rot::from_angle(angle);
        self
    }

    /// Sets the velocity of its centre of mass, m/s.
    #[must_use]
    #[doc(alias("linvel", "linearVelocity"))]
    pub fn velocity(mut self, velocity: impl Into<Vec2>) -> Self {
        self.velocity = velocity.into();
        self
    }

    /// Sets its angular velocity, rad/s.
    #[must_use]
    #[doc(alias("angvel", "angularVelocity"))]
    pub fn angular_velocity(mut self, angular_velocity: f32) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Sets the rates at which velocity and angular velocity decay, 1/s, not negative.
    #[must_use]
    #[doc(alias("linear_damping", "linearDamping", "angularDamping"))]
    pub fn damping(mut self, damping: f32, angular_damping: f32) -> Self {
        (self.damping, self.angular_damping) = (damping, angular_damping);
        self
    }

    /// Sets the factor of the gravity that acts on it.
    #[must_use]
    #[doc(alias = "gravityScale")]
    pub fn gravity_scale(mut self, gravity_scale: f32) -> Self {
        self.gravity_scale = gravity_scale;
        self
    }

    /// Sets its dominance, from -127 to 127. In a contact of two dynamic bodies, that of the higher dominance
    /// acts as if it had infinite mass, like a kinematic body. Joints and forces move it, and so do contacts
    /// with bodies of its own dominance and above. What is static or kinematic is above all.
    ///
    /// ```
    /// use geom::Shape;
    /// use world::{BodyDef, ColliderDef, World, WorldSettings};
    ///
    /// // A light ball hits a heavy crate, and goes on as if nothing were there.
    /// let mut world = World::new(WorldSettings::default().gravity([0.0, 0.0]));
    /// let ball = world.add_body(BodyDef::dynamic().velocity([2.0, 0.0]).dominance(1))?;
    /// world.add_collider(ball, ColliderDef::new(Shape::circle(0.5)?))?;
    /// let crate_ = world.add_body(BodyDef::dynamic().position([2.0, 0.0]))?;
    /// world.add_collider(crate_, ColliderDef::new(Shape::rectangle(0.5, 0.5)?).density(1000.0))?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert_eq!(world.body(ball)?.velocity().x, 2.0);
    /// assert!((world.body(crate_)?.velocity().x - 2.0).abs() < 0.02);
    /// # Ok::<(), world::DefError>(())
    /// ```
    #[must_use]
    #[doc(alias("dominance_group", "RigidBodyDominance"))]
    pub fn dominance(mut self, dominance: i32) -> Self {
        self.dominance = dominance;
        self
    }

    /// Sets what of its motion it keeps.
    #[must_use]
    #[doc(alias("enabled_translations", "motionLocks"))]
    pub fn locks(mut self, locks: Locks) -> Self {
        self.locks = locks;
        self
    }

    /// Sets whether it keeps its rotation.
    #[must_use]
    #[doc(alias("lock_rotations", "fixedRotation"))]
    pub fn fixed_rotation(mut self, fixed_rotation: bool) -> Self {
        self.locks.rotation = fixed_rotation;
        self
    }

    /// Sets the greatest speed (m/s) and the greatest angular speed (rad/s), above zero; infinite for none.
    #[must_use]
    pub fn max_speeds(mut self, max_speed: f32, max_angular_speed: f32) -> Self {
        (self.max_speed, self.max_angular_speed) = (max_speed, max_angular_speed);
        self
    }

    /// Sets mass, centre of mass and inertia, whatever its colliders are.
    #[must_use]
    #[doc(alias = "additional_mass")]
    pub fn mass(mut self, mass: MassProperties) -> Self {
        self.mass = Some(mass);
        self
    }

    /// Sets the speed of its fastest point below which it may fall asleep, m/s, not negative.
    #[doc(alias("sleep_threshold"))]
    #[must_use]
    pub fn sleep_speed(mut self, sleep_speed: f32) -> Self {
        self.sleep_speed = sleep_speed;
        self
    }

    /// Sets whether it takes part at all.
    #[must_use]
    #[doc(alias = "isEnabled")]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Sets whether its own motion is swept.
    #[must_use]
    #[doc(alias("ccd_enabled", "isBullet"))]
    #[doc(alias = "bullet")]
    pub fn continuous(mut self, continuous: bool) -> Self {
        self.continuous = continuous;
        self
    }

    /// Sets whether it may fall asleep.
    #[must_use]
    #[doc(alias = "enableSleep")]
    pub fn can_sleep(mut self, can_sleep: bool) -> Self {
        self.can_sleep = can_sleep;
        self
    }

    /// Sets whether it is awake when added.
    #[must_use]
    #[doc(alias("isAwake", "sleeping"))]
    pub fn awake(mut self, awake: bool) -> Self {
        self.awake = awake;
        self
    }

    /// Sets the data of the program.
    #[must_use]
    pub fn user_data(mut self, user_data: u128) -> Self {
        self.user_data = user_data;
        self
    }

    pub(crate) fn validate(&self, length_unit: f32) -> Result<(), DefError> {
        check_position(self.position, length_unit)?;
        check_rotation(self.rotation)?;
        check_ranges(self)?;
        if self.kind == BodyKind::Static {
            // Otherwise a velocity that a static body cannot have would be lost in silence.
            zero("velocity of a static body", self.velocity.norm())?;
            zero("angular_velocity of a static body", self.angular_velocity)?;
        }
        self.mass.map_or(Ok(()), |mass| check_mass(mass, length_unit))
    }
}

impl BodyDef {
    pub(crate) const VELOCITY: Property = property("velocity", "m/s", FREE);
    pub(crate) const ANGULAR_VELOCITY: Property = property("angular_velocity", "rad/s", FREE);
    pub(crate) const DAMPING: Property = property("damping", "1/s", Range::NOT_NEGATIVE);
    pub(crate) const ANGULAR_DAMPING: Property = property("angular_damping", "1/s", Range::NOT_NEGATIVE);
    pub(crate) const GRAVITY_SCALE: Property = property("gravity_scale", "", FREE);
    pub(crate) const DOMINANCE: Property =
        property("dominance", "", Range::new(-127.0, 127.0, "from -127 to 127"));
    pub(crate) const MAX_SPEED: Property = property("max_speed", "m/s", Range::ABOVE_ZERO);
    pub(crate) const MAX_ANGULAR_SPEED: Property = property("max_angular_speed", "rad/s", Range::ABOVE_ZERO);
    pub(crate) const SLEEP_SPEED: Property = property("sleep_speed", "m/s", Range::NOT_NEGATIVE);
}

impl Properties for BodyDef {
    fn visit<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        let Self {
            kind,
            position,
            rotation,
            velocity,
            angular_velocity,
            damping,
            angular_damping,
            gravity_scale,
            dominance,
            locks: Locks { x, y, rotation: turn },
            max_speed,
            max_angular_speed,
            mass,
            sleep_speed,
            enabled,
            continuous,
            can_sleep,
            awake,
            user_data,
        } = self;
        let in_world = Range::elsewhere(IN_WORLD);
        visitor.choice("kind", kind)?;
        definition::position(visitor, property("position", "m", in_world), position)?;
        definition::rotation(visitor, property("rotation", "", UNIT), rotation)?;
        definition::vector(visitor, Self::VELOCITY, velocity)?;
        visitor.number(Self::ANGULAR_VELOCITY, angular_velocity)?;
        visitor.number(Self::DAMPING, damping)?;
        visitor.number(Self::ANGULAR_DAMPING, angular_damping)?;
        visitor.number(Self::GRAVITY_SCALE, gravity_scale)?;
        visitor.since(2, |visitor| {
            let mut bits = dominance.cast_unsigned();
            visitor.word(Self::DOMINANCE, Word::Signed, &mut bits)?;
            *dominance = bits.cast_signed();
            Ok(())
        })?;
        visitor.flag("locks.x", x)?;
        visitor.flag("locks.y", y)?;
        visitor.flag("locks.rotation", turn)?;
        visitor.number(Self::MAX_SPEED, max_speed)?;
        visitor.number(Self::MAX_ANGULAR_SPEED, max_angular_speed)?;
        visitor.option("mass", mass, MassProperties::ZERO, definition::mass)?;
        visitor.number(Self::SLEEP_SPEED, sleep_speed)?;
        visitor.flag("enabled", enabled)?;
        visitor.flag("continuous", continuous)?;
        visitor.flag("can_sleep", can_sleep)?;
        visitor.flag("awake", awake)?;
        visitor.data("user_data", user_data)
    }
}

choices!(BodyKind: Static, Kinematic, Dynamic);

/// Of rotations, which [`check_rotation`] checks.
pub(crate) const UNIT: Range = Range::elsewhere("of a length near 1");

pub(crate) fn check_rotation(rotation: Rot) -> Result<(), DefError> {
    let Rot { cos, sin } = rotation;
    if !rotation.is_finite() {
        // It may come from an angle, which is not known any more.
        let field = "rotation or its angle";
        return Err(DefError::Value { field, value: f32::NAN, expected: "finite" });
    }
    let length = sqrt(cos * cos + sin * sin);
    if (MIN_ROTATION..=1.0 / MIN_ROTATION).contains(&length) {
        Ok(())
    } else {
        Err(DefError::Value { field: "rotation", value: length, expected: "of a length near 1" })
    }
}

/// The least length of an accepted rotation, and the inverse of the greatest: squares of longer ones
/// overflow, and a much shorter one is not meant to be a rotation.
const MIN_ROTATION: f32 = 1e-3;

pub(crate) fn check_mass(mut mass: MassProperties, length_unit: f32) -> Result<(), DefError> {
    definition::mass(&mut mass, &mut Check)?;
    for value in [mass.center.x, mass.center.y] {
        if !is_local(value, length_unit) {
            let expected = "within 100 km of the origin of the body";
            return Err(DefError::Value { field: "center of mass", value, expected });
        }
    }
    check_heaviness(mass)
}

/// kg, and kg m^2: no sum over the at most 2^32 colliders of a body overflows, and no energy of an ordinary
/// speed.
const MAX_MASS: f32 = 1e28;

pub(crate) fn check_heaviness(mass: MassProperties) -> Result<(), DefError> {
    let inertia = mass.inertia_about(Point::origin());
    for (field, value) in [("mass", mass.mass), ("inertia about the origin of the body", inertia)] {
        if value.is_nan() || value > MAX_MASS {
            return Err(DefError::Value {
                field,
                value,
                expected: "at most 1e28: make it smaller or less dense",
            });
        }
    }
    Ok(())
}

/// Keeps the bits of a rotation that has a length of one but for rounding, so that a rotation read from a
/// body can be given back.
pub(crate) fn unit_rotation(rotation: Rot) -> Rot {
    let Rot { cos, sin } = rotation;
    if (cos * cos + sin * sin - 1.0).abs() < ROTATION_ROUNDING { rotation } else { rotation.normalized() }
}

/// How far the squared length of a normalised rotation may differ from one: four times the rounding.
const ROTATION_ROUNDING: f32 = 1e-6;

pub(crate) fn check_position(position: Position, length_unit: f32) -> Result<(), DefError> {
    check_in_world(["position.x", "position.y"], position, length_unit)
}

pub(crate) fn check_in_world(
    names: [&'static str; 2],
    Position { x, y }: Position,
    length_unit: f32,
) -> Result<(), DefError> {
    let extent = WORLD_EXTENT * f64::from(length_unit);
    for (field, value) in names.into_iter().zip([x, y]) {
        // False for NaN.
        let is_in_world = value.abs() <= extent;
        if !is_in_world {
            let rounded = value as f32;
            return Err(if value.is_finite() && rounded.is_infinite() {
                DefError::Large { field, value, expected: IN_WORLD }
            } else {
                DefError::Value { field, value: rounded, expected: IN_WORLD }
            });
        }
    }
    Ok(())
}

pub(crate) const IN_WORLD: &str = "within 100,000 km of the origin";

/// False for NaN.
pub(crate) fn is_local(length: f32, length_unit: f32) -> bool {
    length.abs() <= LOCAL_EXTENT * length_unit
}
