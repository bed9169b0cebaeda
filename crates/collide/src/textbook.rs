//! Algorithms to learn from and to compare with. The engine itself does not use them.
//!
//! The five texts from which this engine grew (`docs/errata.md` lists them) explain simpler algorithms than
//! those at the root of this crate, or variants of them. They are here in a corrected form, one page each.
//! Tests compare each with the algorithm that the engine uses.
//!
//! - [`project`] and [`Interval`]: the projection of a shape onto an axis, which is the definition of the
//!   separating axis test. Explained in 2D Collision Detection and Resolution and in Sotirov 2022. Shown in
//!   the testbed, explorer *separating axes*.
//! - [`mtv`]: the minimum translation vector, with one routine for each pair of shapes. Explained in 2D
//!   Collision Detection and Resolution, in Sotirov 2022 and in Gaul, The Basics. Shown in `tests/mtv.rs`,
//!   and, with the errors of the texts, in `tests/errata.rs`.
//! - [`contact_points`]: four methods to find the contact points of two polygons. Explained in 2D Collision
//!   Detection and Resolution and in Sotirov 2022. Shown in the picture
//!   `tests/snapshots/all__contact_points__methods.snap.svg`.
//! - [`edge_separation()`]: the separation by one edge; [`max_separation_from`] and
//!   [`max_separation_cached`]: the separating axis test that starts from the edge of the last step.
//!   Explained in Souto, Video Game Physics II. Shown in the bench `sat`.
//! - [`max_separation_in_lanes`] and [`max_separation_batch`]: the separating axis test of eight edges at a
//!   time, for wide vector instructions. No text has it. Shown in the bench `sat`.
//! - [`manifold_by_gjk()`]: the manifold whose reference edge comes from GJK or EPA, which Souto, Video Game
//!   Physics II, explains. Shown in `tests/manifolds_by_gjk.rs`.
//! - [`gjk_observed`] and [`gjk_epa_observed`]: GJK and EPA with a callback in every iteration. Explained in
//!   Souto, Video Game Physics II. Shown in the picture
//!   `tests/snapshots/all__iterations__iterations.snap.svg`.
//! - [`time_of_impact_observed`]: conservative advancement with a callback in every iteration. Explained in
//!   Souto, Video Game Physics II. Shown in the testbed, explorer *time of impact*.
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
