#![doc = include_str!("../README.md")]
//!
//! # Data
//!
//! ```text
//!   Bodies      states  [velocity, angular velocity | displacement, rotation]   32 bytes, gathered by lanes
//!               inputs  [inverse masses, accelerations, damping]              32 bytes, read once a sub-step
//!   Contact     manifold, material, stored impulses    the caller's, kept from step to step
//!   JointRows   error, mode, stored impulse            the caller's, written anew in each step
//!      |
//!      | strips and colours: constraints that are solved at the same time share no moving body
//!      v
//!   blocks      eight contacts or joint rows of one colour, column by column    scratch memory of one step
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

/// The types of manifolds, which [`Contact`] holds.
pub use collide;
/// The types of lanes and workers, on which [`SoftSolver`] runs.
pub use compute;
/// The types of vectors and rotations.
pub use geom;

mod body;
mod bounce;
mod combine_rule;
mod contact;
mod contact_schedule;
pub mod impulse;
pub mod joint;
mod lanes;
mod motion;
mod nets;
mod schedule;
mod settings;
mod shared_bodies;
mod soft;
mod softness;
mod together;

pub use body::{Bodies, BodyInput, BodyRow, BodyState, storable};
pub use contact::{Contact, Cores, Dominant, Face, PointImpulse, TurningSide};
pub use contact_schedule::{ContactClass, ContactSchedule, ScheduledContact};
pub use joint::JointRows;
pub use motion::{integrate_positions, integrate_velocities};
pub use nets::SolverNets;
pub use settings::{DirectContacts, DirectJoints, SettingsError, SolverSettings};
pub use soft::SoftSolver;
pub use softness::Softness;
pub use together::ContactGraph;

#[doc = include_str!("../../../docs/texts/from-velocity-to-k.md")]
#[cfg(doctest)]
struct DerivationPageExample;
