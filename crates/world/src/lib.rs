#![doc = include_str!("../README.md")]
//! # Inside
//!
//! ```text
//!   World<B: Broadphase>
//!     stores      everything but the broad phase, so that it is compiled once for all broad phases
//!       bodies      records, poses, and a row for each body that is awake
//!       colliders   shapes, materials, filters; fat boxes in an array of their own
//!       joints      definitions, and the impulses of the last step
//!       contacts    those of awake bodies, and apart from them those asleep
//!     broadphase  the fat boxes, and nothing else
//!     pipeline    the stages of a step, with their threads and memory
//! ```
//!
//! A step runs the files in `step/` one after the other. Between steps the world is plain data. While a step
//! runs, it calls no code of the user but the [`ContactHook`], which sees the world and returns values.

mod aabb_slack;
mod body;
mod collider;
mod definition;
mod describe;
mod error;
mod events;
mod frame;
mod full_hash;
mod hook;
mod id;
mod invalid;
mod joint;
mod level;
mod level_file;
mod links;
mod manifold_cache;
mod manifold_source;
mod midpoint;
mod nets;
mod paged;
mod pair_set;
mod parts;
mod place;
mod portal;
mod query;
mod recording;
mod save;
#[cfg(feature = "serde")]
mod serialized;
mod settings;
mod slot;
mod snapshot;
mod step;
mod step_rules;
mod stepper;
mod stores;
mod sync_hash;
mod time_step;
mod view;
mod view_mut;
mod world;

// The crates whose types this one shows.
pub use {broadphase, collide, compute, geom, properties, solver, textbook};

pub use body::{BodyDef, BodyKind, Load, Locks};
pub use collide::{Ray, RayHit, ShapeCast};
pub use collider::ColliderDef;
pub use describe::{Described, describe};
pub use error::DefError;
pub use events::{
    BodyEvent, ContactBegin, ContactEnd, ContactHit, EventCollider, Events, JointBreak, SensorEvent,
    StepWarning,
};
pub use hook::{ContactHook, ContactResponse, HookCollider, HookContact};
pub use id::{BodyId, ColliderId, HandleError, JointId};
pub use invalid::Invalid;
pub use joint::kinds::{self as joints, *};
pub use joint::{BodyPoses, JointDef, JointKind};
pub use level::{Level, LevelCollider, LevelIds};
pub use level_file::{LevelError, LevelPart};
pub use nets::NetCounts;
pub use portal::PortalRole;
pub use query::{CastHit, ClosestHit, Predicate, PredicateRef, QueryFilter};
pub use recording::{Difference, Recording, RecordingError, Replay, ReplayError, ReplayMark};
pub use settings::{Continuous, Filter, Material, Method, WorldSettings};
pub use snapshot::{Snapshot, SnapshotError};
pub use step::{StageTimes, StepTrace, TracedStage, WorldSchedule, machine_clock};
pub use stepper::Stepper;
pub use textbook::ManifoldMethod;
pub use view::{BodyRef, ColliderRef, ContactRef, JointRef};
pub use view_mut::{BodyMut, ColliderMut, JointMut};
pub use world::{World, WorldStats};
