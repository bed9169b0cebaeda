//! The components of bodies and colliders: one for each property, under the names that users of Avian and
//! `bevy_rapier2d` guess. A property without a component has the engine's default.

use crate::pending::{Pending, touch};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use physics::prelude::{BodyDef, BodyKind, Filter, Locks, MassProperties};

/// Makes the entity a body. A [`Collider`](crate::Collider) on it, or on entities below it, gives it a shape
/// and a mass.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[require(Transform, LinearVelocity, AngularVelocity)]
#[component(on_add = body_added, on_remove = body_removed)]
pub enum RigidBody {
    /// Nothing moves it. (`Fixed` of Rapier.)
    Static,
    /// It moves with its own velocity and pushes others.
    Kinematic,
    /// Forces, contacts and joints move it.
    #[default]
    Dynamic,
}

impl RigidBody {
    /// `Static` under the name that Rapier uses.
    #[allow(non_upper_case_globals, reason = "the name of a variant of Rapier")]
    pub const Fixed: Self = Self::Static;
}

impl From<RigidBody> for BodyKind {
    fn from(kind: RigidBody) -> Self {
        match kind {
            RigidBody::Static => Self::Static,
            RigidBody::Kinematic => Self::Kinematic,
            RigidBody::Dynamic => Self::Dynamic,
        }
    }
}

fn body_added(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.bodies.push(entity);
    }
}

fn body_removed(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut pending) = world.get_resource_mut::<Pending>() {
        pending.removed_bodies.push(entity);
    }
}

/// Velocity of the centre of mass, m/s. Written by the engine after each step; what the program writes counts
/// from the next step.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct LinearVelocity(pub Vec2);

/// Angular velocity, rad/s, counter-clockwise.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct AngularVelocity(pub f32);

/// Defines the components whose change or removal makes the plugin read the properties of the entity again.
macro_rules! properties {
    ($($(#[$doc:meta])* $name:ident $(($type:ty) = $default:expr)?;)+) => {
        $(
            $(#[$doc])*
            #[derive(Component, Clone, Copy, Debug, PartialEq)]
            #[component(on_remove = touch)]
            pub struct $name $((pub $type))?;

            impl Default for $name {
                fn default() -> Self {
                    Self $(({ let default: $type = $default; default }))?
                }
            }
        )+
    };
}

properties! {
    /// Factor of the gravity that acts on the body.
    GravityScale(f32) = 1.0;
    /// Rate at which the velocity decays, 1/s, not negative.
    LinearDamping(f32) = 0.0;
    /// Rate at which the angular velocity decays, 1/s, not negative.
    AngularDamping(f32) = 0.0;
    /// The greatest speed, m/s, above zero.
    MaxLinearSpeed(f32) = f32::INFINITY;
    /// The greatest angular speed, rad/s, above zero.
    MaxAngularSpeed(f32) = f32::INFINITY;
    /// The body does not fall asleep.
    SleepingDisabled;
    /// The body takes no part at all, nor do its colliders.
    RigidBodyDisabled;
    /// The body's own motion is not swept: sparks and debris that may pass through thin walls.
    CcdDisabled;
    /// Mass (kg), centre (m) and inertia (kg m^2) in place of the sum over its colliders.
    MassOverride(MassProperties) = MassProperties { mass: 1.0, center: [0.0, 0.0].into(), inertia: 0.0 };
    /// What the other components do not name: each property of a body. Those of the other components count
    /// where both are there; the pose, the kind and the velocities are those of their components. (A
    /// pose that `Transform` shows to its digits keeps those that an `f64` has.)
    BodyTemplate(BodyDef) = BodyDef::dynamic();
    /// The collider reports what overlaps it and does not push.
    Sensor;
    /// The collider takes no part.
    ColliderDisabled;
    /// The `ContactHook` of the world decides about the contacts of the collider.
    ContactHooks;
    /// Density, kg/m^2, not negative.
    ColliderDensity(f32) = 1.0;
    /// Speed with which the surface moves clockwise around the shape, m/s: a conveyor belt.
    SurfaceSpeed(f32) = 0.0;
    /// Resistance to rolling, not negative.
    RollingResistance(f32) = 0.0;
    /// The collider pushes only in this direction of its body's frame.
    OneWay(Vec2) = Vec2::Y;
    /// The share of the approach speed with which colliders part, not negative.
    Restitution(f32) = 0.0;
}

impl Restitution {
    /// With this coefficient.
    #[must_use]
    pub fn new(coefficient: f32) -> Self {
        Self(coefficient)
    }

    /// With this coefficient, under Rapier's name.
    #[must_use]
    pub fn coefficient(coefficient: f32) -> Self {
        Self(coefficient)
    }
}

/// Coefficients of friction, not negative.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(on_remove = touch)]
pub struct Friction {
    /// While it slides.
    pub dynamic_coefficient: f32,
    /// Up to this it does not slide. Not below `dynamic_coefficient`.
    pub static_coefficient: f32,
}

impl Friction {
    /// The same coefficient, sliding and not.
    #[must_use]
    pub fn new(coefficient: f32) -> Self {
        Self { dynamic_coefficient: coefficient, static_coefficient: coefficient }
    }

    /// The same, under Rapier's name.
    #[must_use]
    pub fn coefficient(coefficient: f32) -> Self {
        Self::new(coefficient)
    }
}

impl Default for Friction {
    fn default() -> Self {
        Self::new(0.6)
    }
}

/// What of its motion a dynamic body keeps.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[component(on_remove = touch)]
pub struct LockedAxes(pub Locks);

impl LockedAxes {
    /// It does not turn.
    pub const ROTATION_LOCKED: Self = Self(Locks { x: false, y: false, rotation: true });
    /// It does not move; it may turn.
    pub const TRANSLATION_LOCKED: Self = Self(Locks { x: true, y: true, rotation: false });
    /// It does neither.
    pub const ALL_LOCKED: Self = Self(Locks { x: true, y: true, rotation: true });
}

/// Which colliders collide: those of which each one's filters have a layer of the other. See the engine's
/// `Filter`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(on_remove = touch)]
pub struct CollisionLayers {
    /// The layers that it belongs to, as bits.
    pub memberships: u64,
    /// The layers that it collides with, as bits.
    pub filters: u64,
    /// In the same group above zero always, below zero never.
    pub group: i32,
}

impl CollisionLayers {
    /// In these layers, collides with those.
    #[must_use]
    pub fn new(memberships: u64, filters: u64) -> Self {
        Self { memberships, filters, group: 0 }
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::new(1, u64::MAX)
    }
}

impl From<CollisionLayers> for Filter {
    fn from(CollisionLayers { memberships, filters, group }: CollisionLayers) -> Self {
        Self { category: memberships, mask: filters, group }
    }
}

/// A force (N) at the centre of mass and a torque (N m) that act in every step until they are changed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct ExternalForce {
    /// N.
    pub force: Vec2,
    /// N m.
    pub torque: f32,
}

/// An impulse (N s) at the centre of mass and an angular impulse (N m s) that act once, in the next step. The
/// plugin sets them to zero then.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct ExternalImpulse {
    /// N s.
    pub impulse: Vec2,
    /// N m s.
    pub torque_impulse: f32,
}

/// Where a kinematic body is to be after the next step, as seen in the world: it gets the velocity that leads
/// there, and pushes what is in its way. The plugin removes it then. (A change of `Transform` is a jump.)
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct KinematicTarget {
    /// m.
    pub position: Vec2,
    /// rad.
    pub angle: f32,
}

/// `Transform` shows the body between its last two poses, so that it moves evenly at every frame rate.
/// `PhysicsPlugin::interpolate_all` does it for all.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransformInterpolation;

/// The last reason for which something of this entity was refused. Removed when it is accepted.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct PhysicsError(pub String);

/// The body is asleep. Written by the plugin; `Physics::body_mut` puts to sleep and wakes.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sleeping;
