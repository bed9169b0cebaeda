//! Body states and constraints in, new states out. This crate knows manifolds, but no shape and no world.
//!
//! - [`impulse`]: the impulses of the subject as small functions, each with its derivation: normal impulse with
//!   restitution, static and dynamic friction, the revolute joint's 2x2 solve;
//! - [`Bodies`], [`Contact`], [`JointRows`]: the data, plain and flat;
//! - [`SoftSolver`]: the sub-stepped soft solver that moves them, in lanes;
//! - [`ClassicSolver`]: the sequential impulses of the texts, with all their variations.
//!
//! ```text
//!   Bodies      states  [velocity, spin | change of position, of rotation]   32 bytes each, gathered by lanes
//!               inputs  [inverse masses, accelerations, damping]             32 bytes each, read once a sub-step
//!   Contact     manifold, material, stored impulses           the caller's, kept from step to step
//!      | zones and colours: what is solved at once shares no body that moves
//!      v
//!   ContactBlock   eight contacts of one colour, column by column           scratch of one step
//!   JointRows   what a joint writes anew in each step, one to five of them; read by every solver
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod body;
mod classic;
mod coloring;
mod contact;
pub mod impulse;
pub mod joint;
mod lanes;
mod motion;
mod settings;
mod shared_bodies;
mod soft;
mod softness;
mod zones;

pub use body::{Bodies, BodyInput, BodyRow, BodyState};
pub use classic::{ClassicSettings, ClassicSolver, ImpulseMethod, Integrator, PositionCorrection};
pub use contact::{Contact, PointImpulse};
pub use joint::JointRows;
pub use settings::{SettingsError, SolverSettings};
pub use soft::SoftSolver;
pub use softness::Softness;

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
