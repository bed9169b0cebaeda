//! Two shapes in, a contact manifold, a distance, a time of impact or a hit out. This crate knows no mass and no
//! body.
//!
//! - [`manifold`] finds where two shapes touch, or soon will: a [`Manifold`] of up to two points;
//! - [`cast_ray`] finds where a ray meets a shape, and [`cast_shape`] where a shape does that moves along a line;
//! - [`distance`], [`penetration`], [`overlap`] and [`closest_point`] measure how two shapes lie to each other, by
//!   [`gjk`] and [`gjk_epa`];
//! - [`time_of_impact`] finds when two shapes that move and turn first touch;
//! - [`mtv`] and [`contact_points`] are the simpler algorithms of the seeds, pair by pair, to read and to compare;
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

mod cast;
mod clip;
pub mod contact_points;
mod difference;
mod epa;
mod fours;
mod gjk;
mod manifold;
pub mod mtv;
mod pairs;
mod projection;
mod proximity;
mod query;
mod ray;
mod sat;
mod segments;
mod simplex;
mod sweep;
mod toi;
pub mod tolerance;
mod two;

pub use cast::{ShapeCast, cast_shape};
pub use clip::clip_to_half_plane;
pub use difference::DifferencePoint;
pub use epa::{gjk_epa, gjk_epa_observed, gjk_epa_of_supports};
pub use gjk::{GjkCache, Round, gjk, gjk_observed};
pub use manifold::{FeatureId, Manifold, ManifoldPoint};
pub use pairs::{manifold, manifold_by_gjk};
pub use projection::{Interval, project};
pub use proximity::Proximity;
pub use query::{closest_point, distance, overlap, penetration};
pub use ray::{Ray, RayHit, cast_ray};
pub use sat::{
    EdgeColumns, EdgeSeparation, LanePair, SatCache, Separations, edge_separation, max_separation,
    max_separation_batch, max_separation_cached, max_separation_from, max_separation_in_lanes,
    most_opposed_edge,
};
pub use segments::{ClosestPoints, closest_points, crossing};
pub use sweep::Sweep;
pub use toi::{CircleImpact, Impact, Touch, circle_impact, time_of_impact};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
