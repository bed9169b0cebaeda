#![doc = include_str!("../README.md")]
//!
//! # How a manifold is found
//!
//! ```text
//!   shapes, poses --> pose of B in A --> separating axes --> facing edges --> clipping --> Manifold
//!                     (positions         (best edge of       (reference,     (one or
//!                      subtracted first)  A and of B)         incident)       two points)
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

pub mod algorithms;
mod cast_definition;
mod clip;
mod edge_separation;
mod epa;
mod gjk;
mod manifold;
mod manifold_builder;
mod minkowski_difference;
mod narrow_phase;
mod one_sided;
mod point_pair;
mod proximity;
mod quad_search;
mod query;
mod ray_cast;
mod rectangles;
mod sat;
pub mod seam;
mod segments;
mod shape_cast;
mod simplex;
mod sweep;
mod time_of_impact;
pub mod tolerance;

pub use cast_definition::ShapeCast;
pub use geom;
pub use manifold::{FeatureId, Manifold, ManifoldPoint};
pub use narrow_phase::manifold;
pub use one_sided::{is_behind, touches_behind};
pub use proximity::Proximity;
pub use query::{closest_point, distance, overlap, penetration, separation};
pub use ray_cast::{Ray, RayHit, cast_ray};
pub use shape_cast::cast_shape;
pub use sweep::Sweep;
pub use time_of_impact::{Impact, Touch, time_of_impact};
pub use tolerance::Tolerances;
