//! Two shapes in, a contact manifold or a ray hit out. This crate knows no mass and no body.
//!
//! - [`manifold`] finds where two shapes touch, or soon will: a [`Manifold`] of up to two points;
//! - [`ray_cast`] finds where a ray meets a shape;
//! - [`max_separation`], [`project`], [`clip_to_half_plane`], [`crossing`] and [`closest_points`] are the steps
//!   that these are made of, each useful alone.
//!
//! ```text
//!   shapes, poses --> pose of B in A --> separating axes --> facing edges --> clipping --> Manifold
//!                     (positions         (deepest edge       (reference,     (one or
//!                      subtracted first)  of A and of B)      incident)       two points)
//! ```
//!
//! Everything is computed in the frame of A and turned to world axes at the end, so two boxes touch in the same
//! way at the origin and 4 km from it. Nothing here allocates, panics or fails: numbers that are not finite
//! give no contact and no hit.

#![cfg_attr(not(feature = "std"), no_std)]

mod clip;
mod manifold;
mod pairs;
mod projection;
mod ray;
mod sat;
mod segments;
pub mod tolerance;

pub use clip::clip_to_half_plane;
pub use manifold::{FeatureId, Manifold, ManifoldPoint};
pub use pairs::manifold;
pub use projection::{Interval, project};
pub use ray::{Ray, RayHit, ray_cast};
pub use sat::{EdgeSeparation, max_separation, most_opposed_edge};
pub use segments::{ClosestPoints, closest_points, crossing};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
