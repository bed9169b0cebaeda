//! The algorithms behind the functions at the root of this crate, for convex hulls
//! ([`RoundedHull`](geom::RoundedHull)) and the pose of B in the frame of A.
//!
//! - [`max_separation`], [`most_opposed_edge`] and [`edge_separation`]: the separating axis test (SAT), which
//!   finds the reference edge and the incident edge of a [`manifold`](crate::manifold()).
//! - [`clip_to_half_plane`]: clips the incident edge at the sides of the reference edge.
//! - [`closest_points`] and [`crossing`] of two segments: they decide whether a corner faces a corner.
//! - [`gjk`]: for [`distance`](crate::distance), [`overlap`](crate::overlap),
//!   [`cast_shape`](crate::cast_shape) and [`time_of_impact`](crate::time_of_impact()).
//! - [`gjk_epa`] and [`gjk_epa_of_supports`]: for [`penetration`](crate::penetration) and
//!   [`closest_point`](crate::closest_point).
//! - [`Tolerances::gjk_epa_observed`](crate::Tolerances::gjk_epa_observed) and
//!   [`Tolerances::time_of_impact_observed`](crate::Tolerances::time_of_impact_observed): with a callback in
//!   every iteration, for tests and drawings.
//! - [`circle_impact`]: for [`time_of_impact`](crate::time_of_impact()).
//!

pub use crate::clip::clip_to_half_plane;
pub use crate::edge_separation::edge_separation;
pub use crate::epa::{gjk_epa, gjk_epa_of_supports};
pub use crate::gjk::{GjkCache, SearchState, gjk};
pub use crate::minkowski_difference::DifferencePoint;
pub use crate::sat::{EdgeSeparation, max_separation, most_opposed_edge};
pub use crate::segments::{ClosestPoints, closest_points, crossing};
pub use crate::time_of_impact::{CircleImpact, circle_impact};
