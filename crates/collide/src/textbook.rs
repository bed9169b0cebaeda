//! Algorithms of the texts, to learn from and to compare with, in a corrected form (`docs/errata.md` lists
//! the five texts), one page each. Tests compare each with the algorithm that the engine uses. A world uses
//! one of them only if it is asked to: [`manifold_by_gjk()`], for `ManifoldMethod::GjkEpa`.
//!
//! - [`project`] and [`Interval`]: the projection of a shape onto an axis. 2D Collision Detection and
//!   Resolution; Sotirov 2022; explorer *separating axes*.
//! - [`mtv`]: the minimum translation vector, a routine for each pair of shapes. The same texts, and Gaul,
//!   The Basics; `tests/mtv.rs`, and the errors of the texts in `tests/errata.rs`.
//! - [`contact_points`]: four methods to find the contact points of two polygons. The first two texts;
//!   `tests/contact_points.rs`.
//! - [`edge_separation()`]: the separation by one edge; [`max_separation_from`] and
//!   [`max_separation_cached`]: the separating axis test that starts from the edge of the last step. Souto,
//!   Video Game Physics II; bench `sat`.
//! - [`max_separation_in_lanes`] and [`max_separation_batch`]: the same for eight edges at a time. No text
//!   has it; bench `sat`.
//! - [`manifold_by_gjk()`]: the manifold whose reference edge comes from GJK or EPA. Souto;
//!   `tests/manifolds_by_gjk.rs`.
//! - [`gjk_observed`] and [`gjk_epa_observed`]: GJK and EPA with a callback in every iteration. Souto;
//!   explorer *gjk and epa*.
//! - [`time_of_impact_observed`]: conservative advancement with a callback in every iteration. Souto;
//!   explorer *time of impact*.
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
