//! The definition of a body. Its record is in `stores/bodies.rs`.

use crate::error::{DefError, finite, finite_vector, not_negative};
use crate::settings::WORLD_EXTENT;
use geom::{Point, Vec2};

/// The kind of a body: what moves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("b2BodyType", "RigidBodyType"))]
pub enum BodyKind {
    /// Nothing: it has infinite mass and no velocity.
    #[default]
    Static,
    /// The velocity that the program gives it: it has infinite mass.
    Kinematic,
    /// Forces, contacts and joints.
    Dynamic,
}

impl BodyKind {
    /// The name of the kind in error messages, such as `"dynamic"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Kinematic => "kinematic",
            Self::Dynamic => "dynamic",
        }
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
    pub position: Point,
    /// Its rotation, rad, counter-clockwise.
    pub angle: f32,
    /// Velocity of its centre of mass, m/s.
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
    /// Whether it keeps its angle, as if its inertia were infinite.
    pub fixed_rotation: bool,
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
            position: Point::origin(),
            angle: 0.0,
            velocity: Vec2::zeros(),
            angular_velocity: 0.0,
            damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            fixed_rotation: false,
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
    #[doc(alias("kinematic_velocity_based", "b2_kinematicBody"))]
    pub fn kinematic() -> Self {
        Self { kind: BodyKind::Kinematic, ..Self::default() }
    }

    /// A body that forces, contacts and joints move.
    #[must_use]
    #[doc(alias = "b2_dynamicBody")]
    pub fn dynamic() -> Self {
        Self { kind: BodyKind::Dynamic, ..Self::default() }
    }

    /// Sets where its origin is, m.
    #[must_use]
    #[doc(alias = "translation")]
    pub fn position(mut self, position: impl Into<Point>) -> Self {
        self.position = position.into();
        self
    }

    /// Sets its rotation, rad, counter-clockwise.
    #[must_use]
    #[doc(alias = "rotation")]
    pub fn angle(mut self, angle: f32) -> Self {
        self.angle = angle;
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

    /// Sets whether it keeps its angle.
    #[must_use]
    #[doc(alias("lock_rotations", "fixedRotation"))]
    pub fn fixed_rotation(mut self, fixed_rotation: bool) -> Self {
        self.fixed_rotation = fixed_rotation;
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

    /// Sets the data that the program keeps with the body.
    #[must_use]
    pub fn user_data(mut self, user_data: u128) -> Self {
        self.user_data = user_data;
        self
    }

    pub(crate) fn validate(&self, length_unit: f32) -> Result<(), DefError> {
        check_position(self.position, length_unit)?;
        finite("angle", self.angle)?;
        finite_vector("velocity", self.velocity)?;
        finite("angular_velocity", self.angular_velocity)?;
        not_negative("damping", self.damping)?;
        not_negative("angular_damping", self.angular_damping)?;
        finite("gravity_scale", self.gravity_scale)?;
        Ok(())
    }
}

/// Checks that a position lies in the world: see [`WORLD_EXTENT`].
pub(crate) fn check_position(position: Point, length_unit: f32) -> Result<(), DefError> {
    for (field, value) in [("position.x", position.x), ("position.y", position.y)] {
        if !is_in_world(value, length_unit) {
            return Err(DefError::Value { field, value, expected: "within 100 km of the origin" });
        }
    }
    Ok(())
}

/// Whether a coordinate lies in the world; false for NaN.
pub(crate) fn is_in_world(coordinate: f32, length_unit: f32) -> bool {
    coordinate.abs() <= WORLD_EXTENT * length_unit
}
