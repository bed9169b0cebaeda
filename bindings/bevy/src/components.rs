//! The components of bodies and colliders: one for each property, under the names that users of Avian and
//! `bevy_rapier2d` guess. A property without a component has the engine's default.

use crate::pending::{Pending, sleep_changed, touch};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use physics::prelude::{BodyDef, BodyKind, Filter, Locks, MassProperties};

/// Makes the entity a body. A [`Collider`](crate::Collider) on it, or on entities below it, gives it a shape
/// and a mass.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component)]
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
/// from the next step. Without it the body moves all the same.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component)]
pub struct LinearVelocity(pub Vec2);

/// Angular velocity, rad/s, counter-clockwise.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component)]
pub struct AngularVelocity(pub f32);

impl LinearVelocity {
    /// At rest.
    pub const ZERO: Self = Self(Vec2::ZERO);
}

impl AngularVelocity {
    /// Without rotation.
    pub const ZERO: Self = Self(0.0);
}

/// A component reads and is made as the value that it holds.
macro_rules! holds {
    ($($name:ident($type:ty))+) => {
        $(
            impl std::ops::Deref for $name {
                type Target = $type;

                fn deref(&self) -> &$type {
                    &self.0
                }
            }

            impl std::ops::DerefMut for $name {
                fn deref_mut(&mut self) -> &mut $type {
                    &mut self.0
                }
            }

            impl From<$type> for $name {
                fn from(value: $type) -> Self {
                    Self(value)
                }
            }
        )+
    };
}

holds! { LinearVelocity(Vec2) AngularVelocity(f32) }

/// Defines the components whose change or removal makes the plugin read the properties of the entity again.
macro_rules! properties {
    ($($(#[$doc:meta])* $name:ident $(($type:ty) = $default:expr)?;)+) => {
        $(
            $(#[$doc])*
            #[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
            #[reflect(Component)]
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
    /// Its group of dominance, from -127 to 127: a body cannot move one of a higher group by a contact.
    Dominance(i32) = 0;
    /// The joint does not act.
    JointDisabled;
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
    /// A skin about the shape, m, not negative, for contacts alone: what touches it stays that far away.
    CollisionMargin(f32) = 0.0;
    /// Resistance to rolling, not negative.
    RollingResistance(f32) = 0.0;
    /// The collider pushes only in this direction of its body's frame.
    OneWay(Vec2) = Vec2::Y;
    /// The share of the approach speed with which colliders part, not negative.
    Restitution(f32) = 0.0;
}

/// Those whose values are the engine's own types: a part of another crate, and so a whole for `Reflect`.
macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident($type:ty) = $default:expr;)+) => {
        $(
            $(#[$doc])*
            #[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
            #[reflect(opaque)]
            #[reflect(Component)]
            #[component(on_remove = touch)]
            pub struct $name(pub $type);

            impl Default for $name {
                fn default() -> Self {
                    Self($default)
                }
            }
        )+
    };
}

opaque! {
    /// Mass (kg), centre (m) and inertia (kg m^2) in place of the sum over its colliders.
    MassOverride(MassProperties) = MassProperties { mass: 1.0, center: [0.0, 0.0].into(), inertia: 0.0 };
    /// What the other components do not name: each property of a body. Those of the other components count
    /// where both are there; the pose, the kind and the velocities are those of their components. (A
    /// pose that `Transform` shows to its digits keeps those that an `f64` has.)
    BodyTemplate(BodyDef) = BodyDef::dynamic();
    /// What of its motion a dynamic body keeps.
    LockedAxes(Locks) = Locks::NONE;
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
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component)]
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
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
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
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component)]
pub struct ExternalForce {
    /// N.
    pub force: Vec2,
    /// N m.
    pub torque: f32,
}

/// An impulse (N s) at the centre of mass and an angular impulse (N m s) that act once, in the next step. The
/// plugin sets them to zero then.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component)]
pub struct ExternalImpulse {
    /// N s.
    pub impulse: Vec2,
    /// N m s.
    pub torque_impulse: f32,
}

/// Where a kinematic body is to be after the next step, as seen in the world: it gets the velocity that leads
/// there, and pushes what is in its way. The plugin removes it then. (A change of `Transform` is a jump.)
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component)]
pub struct KinematicTarget {
    /// m.
    pub position: Vec2,
    /// rad.
    pub angle: f32,
}

/// `Transform` shows the body between its last two poses, so that it moves evenly at every frame rate.
/// `PhysicsPlugin::interpolate_all` does it for all.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component)]
pub struct TransformInterpolation;

/// What the world refused of this entity, and why: components that do not count as long as they are what they
/// are. Gone when all are accepted, removed, or written anew by the step.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct PhysicsError(Vec<(Part, String)>);

/// What components say together, and the world takes or refuses as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Body,
    Place,
    Velocity,
    AngularVelocity,
    Collider,
    Joint,
    Force,
}

impl Part {
    pub(crate) const ALL: [Self; 7] = [
        Self::Body,
        Self::Place,
        Self::Velocity,
        Self::AngularVelocity,
        Self::Collider,
        Self::Joint,
        Self::Force,
    ];
}

impl PhysicsError {
    /// The reasons, each with the field and its value.
    pub fn reasons(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, reason)| &**reason)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn of(&self, part: Part) -> Option<&str> {
        self.0.iter().find(|it| it.0 == part).map(|(_, reason)| &**reason)
    }

    /// Whether it was another one.
    pub(crate) fn set(&mut self, part: Part, reason: Option<String>) -> bool {
        let is_other = self.of(part) != reason.as_deref();
        self.0.retain(|it| it.0 != part);
        self.0.extend(reason.map(|reason| (part, reason)));
        self.0.sort_by_key(|it| it.0);
        is_other
    }
}

impl std::fmt::Display for PhysicsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reasons().collect::<Vec<_>>().join("; "))
    }
}

/// The body is asleep. Written by the plugin; a program that inserts it puts a dynamic body to sleep, with
/// all that touches it, and one that removes it wakes it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component)]
#[component(on_add = sleep_changed, on_remove = sleep_changed)]
pub struct Sleeping;

/// Calls a macro with the names of all components, for what is done with each.
macro_rules! for_each_component {
    ($do:ident) => {
        $do! {
            RigidBody LinearVelocity AngularVelocity Collider Joint GravityScale LinearDamping AngularDamping
            MaxLinearSpeed MaxAngularSpeed SleepingDisabled RigidBodyDisabled CcdDisabled Dominance MassOverride
            BodyTemplate LockedAxes Sensor ColliderDisabled ContactHooks ColliderDensity SurfaceSpeed
            CollisionMargin RollingResistance OneWay Restitution Friction CollisionLayers JointDisabled
            ExternalForce ExternalImpulse KinematicTarget TransformInterpolation Sleeping
        }
    };
}
pub(crate) use for_each_component;
