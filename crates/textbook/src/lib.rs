#![doc = include_str!("../README.md")]
//!
//! # What is here
//!
//! - [`project`], [`Interval`]: the projection of a shape onto an axis. 2D Collision Detection and
//!   Resolution; Sotirov 2022; explorer *separating axes*.
//! - [`mtv`]: the minimum translation vector of each pair of shapes. The same; Gaul, The Basics;
//!   `tests/mtv.rs`, `tests/errata.rs`.
//! - [`contact_points`]: four methods to find contact points. The first two texts; `tests/contact_points.rs`.
//! - [`max_separation_from`], [`max_separation_cached`]: SAT from the edge of the last step. Souto, Video
//!   Game Physics II; bench `sat`.
//! - [`max_separation_in_lanes`], [`max_separation_batch`]: SAT with eight edges at a time; bench `sat`.
//! - [`manifold_by_gjk()`]: the reference edge from GJK or EPA. Souto; `tests/manifolds_by_gjk.rs`.
//! - [`ManifoldMethod`]: three of these, as a world calls them.
//! - [`ClassicSolver`], [`ClassicSettings`]: sequential impulses, with every variation of the texts.
//!
//! Run the bench with `cargo bench -p benches --bench sat`. Paths are relative to `crates/textbook`.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod classic;
pub mod contact_points;
mod manifold_by_gjk;
mod manifold_method;
pub mod mtv;
mod projection;
mod sat_cached;
mod sat_in_lanes;

/// The algorithms of the engine, to which these are compared.
pub use classic::{
    ClassicScene, ClassicSettings, ClassicSolver, ImpulseMethod, Integrator, PositionCorrection, StepOrder,
};
pub use collide;
pub use manifold_by_gjk::manifold_by_gjk;
pub use manifold_method::{FindManifold, ManifoldMethod};
pub use projection::{Interval, project};
pub use sat_cached::{SatCache, Separations, max_separation_cached, max_separation_from};
pub use sat_in_lanes::{EdgeColumns, LanePair, Width, max_separation_batch, max_separation_in_lanes};
/// The data of the classic solver.
pub use solver;
