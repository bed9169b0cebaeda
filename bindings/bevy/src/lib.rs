#![doc = include_str!("../README.md")]

mod collider;
mod components;
#[cfg(feature = "ggrs")]
mod ggrs;
#[cfg(feature = "gizmos")]
mod gizmos;
mod joint;
mod level;
mod messages;
mod pending;
mod placement;
mod plugin;
mod prepare;
mod query;
mod resource;
mod restore;
#[cfg(feature = "threads")]
mod threads;
mod writeback;

pub use collider::Collider;
pub use components::*;
#[cfg(feature = "ggrs")]
pub use ggrs::PhysicsRollbackPlugin;
#[cfg(feature = "gizmos")]
pub use gizmos::{PhysicsGizmos, PhysicsGizmosPlugin};
pub use joint::Joint;
pub use level::spawn_level;
pub use messages::*;
pub use physics;
pub use plugin::{PhysicsPlugin, PhysicsSystems};
pub use query::{SpatialHit, SpatialQuery, SpatialQueryFilter};
pub use resource::{Physics, PhysicsSnapshot};
#[cfg(feature = "threads")]
pub use threads::ComputePool;

/// What most programs use. Bevy's `World` and `Vec2` keep their names: those of the engine are in
/// [`physics`].
pub mod prelude {
    pub use crate::*;
    pub use physics::prelude::{BodyDef, ColliderDef, MassProperties, Material, Shape, WorldSettings};
    pub use physics::world::joints::*;
}
