//! Algorithms of the texts (`docs/errata.md` lists the five), corrected, to learn from and to compare with.
//! Tests compare each with the algorithm of the engine. A world uses one only if asked:
//! [`manifold_by_gjk()`], for `ManifoldMethod::GjkEpa`.
//!
//! - [`project`], [`Interval`]: the projection of a shape onto an axis. 2D Collision Detection and
//!   Resolution; Sotirov 2022; explorer *separating axes*.
//! - [`mtv`]: the minimum translation vector of each pair of shapes. The same; Gaul, The Basics;
//!   `tests/mtv.rs`, `tests/errata.rs`.
//! - [`contact_points`]: four methods to find contact points. The first two texts; `tests/contact_points.rs`.
//! - [`edge_separation()`], [`max_separation_from`], [`max_separation_cached`]: SAT from the edge of the last
//!   step. Souto, Video Game Physics II; bench `sat`.
//! - [`max_separation_in_lanes`], [`max_separation_batch`]: SAT with eight edges at a time; bench `sat`.
//! - [`manifold_by_gjk()`]: the reference edge from GJK or EPA. Souto; `tests/manifolds_by_gjk.rs`.
//! - [`gjk_observed`], [`gjk_epa_observed`], [`time_of_impact_observed`]: a callback in every iteration.
//!   Souto; explorers *gjk and epa*, *time of impact*.
//!
//! Run the bench with `cargo bench -p benches --bench sat`. Paths are relative to `crates/collide`.

pub mod contact_points;
mod edge_separation;
mod manifold_by_gjk;
pub mod mtv;
mod projection;
mod sat_cached;
mod sat_in_lanes;

pub use crate::epa::gjk_epa_observed;
pub use crate::gjk::{SearchState, gjk_observed};
pub use crate::minkowski_difference::DifferencePoint;
pub use crate::time_of_impact::time_of_impact_observed;
pub use edge_separation::edge_separation;
pub use manifold_by_gjk::manifold_by_gjk;
pub use projection::{Interval, project};
pub use sat_cached::{SatCache, Separations, max_separation_cached, max_separation_from};
pub use sat_in_lanes::{EdgeColumns, LanePair, Width, max_separation_batch, max_separation_in_lanes};
