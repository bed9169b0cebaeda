//! Bodies, colliders, joints, levels, and the step that moves them.
//!
//! ```text
//!   World<B: Broadphase>
//!     core        everything but the broad phase, so that none of it is compiled again for another one
//!       bodies      cold record behind each handle: kind, mass, lists of colliders, contacts, joints
//!       frames      pose and centre of mass of every body: what the narrow phase reads
//!       awake       one row for each body that moves: solver state (hot), motion (warm)
//!       colliders   shape, material, filter; fat boxes in an array of their own
//!       contacts    those of awake bodies, and apart from them those asleep
//!       joints
//!     broadphase  the fat boxes, and nothing else
//! ```
//!
//! A step is the sequence of files in `step/`. Between steps the world is plain data at rest; nothing calls
//! back into user code while it steps.

mod ahead;
mod awake;
mod body;
mod collider;
mod contact;
mod control;
mod core;
mod detection;
mod edit;
mod error;
mod events;
mod hash;
mod id;
mod joint;
mod level;
mod links;
mod pair_set;
mod query;
mod rest;
mod room;
mod settings;
mod step;
mod validate;
mod view;
mod world;

pub use body::{BodyDef, BodyKind};
pub use collider::ColliderDef;
pub use error::DefError;
pub use events::{ContactEvent, Events, JointBreak, StepWarning};
pub use id::{BodyId, ColliderId, HandleError, JointId};
pub use joint::{
    DistanceJoint, FilterJoint, GearJoint, JointDef, JointKind, MotorJoint, MouseJoint, PrismaticJoint,
    PulleyJoint, RevoluteJoint, WeldJoint, WheelJoint,
};
pub use level::{Level, LevelCollider, ShapeKind};
pub use query::QueryFilter;
pub use settings::{Filter, Material, Method, WorldSettings};
pub use step::StageTimes;
pub use validate::Invalid;
pub use view::{BodyRef, ColliderRef, ContactRef, JointRef};
pub use world::{World, WorldStats};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
