//! What happened in a step, as Bevy's messages.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use physics::prelude::StepWarning;

/// Two colliders began to touch.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CollisionStart {
    /// The entity of the first collider.
    pub collider1: Entity,
    /// The entity of the second collider.
    pub collider2: Entity,
    /// The entity of the first body.
    pub body1: Entity,
    /// The entity of the second body.
    pub body2: Entity,
    /// The middle of the contact points, m.
    pub point: Vec2,
    /// Unit, from the first to the second.
    pub normal: Vec2,
}

/// Two colliders stopped touching, also because one was removed: an entity may be gone.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionEnd {
    /// The entity of the first collider.
    pub collider1: Entity,
    /// The entity of the second collider.
    pub collider2: Entity,
    /// The entity of the first body.
    pub body1: Entity,
    /// The entity of the second body.
    pub body2: Entity,
}

/// Two colliders hit each other faster than the `hit_speed` of the settings: sounds, sparks, damage.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CollisionHit {
    /// The entity of the first collider.
    pub collider1: Entity,
    /// The entity of the second collider.
    pub collider2: Entity,
    /// The entity of the first body.
    pub body1: Entity,
    /// The entity of the second body.
    pub body2: Entity,
    /// The point that was hit fastest, m.
    pub point: Vec2,
    /// Unit, from the first to the second.
    pub normal: Vec2,
    /// m/s, before the hit.
    pub approach_speed: f32,
    /// Normal impulse of the whole step, N s.
    pub impulse: f32,
}

/// A collider entered a sensor.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEnter {
    /// The entity of the sensor.
    pub sensor: Entity,
    /// The entity of the collider.
    pub visitor: Entity,
}

/// A collider left a sensor, also because one of them was removed: an entity may be gone.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorExit {
    /// The entity of the sensor.
    pub sensor: Entity,
    /// The entity of the collider.
    pub visitor: Entity,
}

/// A joint exerted more than it bears; the plugin has removed its component.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct JointBroken {
    /// The entity of the joint.
    pub joint: Entity,
    /// The force on the second body that broke it, N.
    pub force: Vec2,
    /// The torque on the second body, N m.
    pub torque: f32,
}

/// Something of an entity was refused, and is as it was before. Also a line of the log.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct PhysicsProblem {
    /// The entity.
    pub entity: Entity,
    /// What is wrong, with the field and its value.
    pub error: String,
}

/// Something that a step could not do.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct PhysicsWarning(pub StepWarning);
