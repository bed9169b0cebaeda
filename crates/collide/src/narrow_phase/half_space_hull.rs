//! A half-space and any hull: the ends of the edge that faces the surface.
//!
//! The contact points are the deepest vertex and its neighbour along the one of its two edges that is nearer
//! to parallel to the surface, the incident edge as in `hull_hull.rs`.
//!
//! ```text
//!            _____-----o      A thin board that comes down on one end: its two deepest vertices, x and v,
//!      x____-          |      are both at that end, and would hold it there like a hinge while the other end
//!      v_____________--o      sinks in. The incident edge is the long one, from v to the lower o.
//!   ------------------------
//! ```
//!
//! Turned down: a huge box, whose own corners collide, and whose far vertices are inaccurate in f32.

use crate::manifold::{FeatureId, Manifold};
use crate::manifold_builder::{FacingPoints, ManifoldBuilder, Placement};
use crate::point_pair;
use compute::Quad;
use geom::{HalfSpace, RoundedHull};

#[inline]
pub(super) fn collide(a: &HalfSpace, b: RoundedHull<'_>, placement: Placement) -> Manifold {
    let gap = |vertex: usize| a.separation(placement.b_in_a * b.vertices[vertex]);
    let (mut lowest, mut nearest) = (0, f32::INFINITY);
    for vertex in 0..b.vertices.len() {
        let gap = gap(vertex);
        if gap < nearest {
            (lowest, nearest) = (vertex, gap);
        }
    }
    // A hull of one vertex has no second: an infinite gap gives no point.
    let mut ends = [(lowest, nearest), (lowest, f32::INFINITY)];
    if b.vertices.len() > 1 {
        let count = b.vertices.len();
        let (before, after) = ((lowest + count - 1) % count, (lowest + 1) % count);
        let up = placement.b_in_a.rotation.inverse_rotate(a.normal());
        let faces_more = b.normals[lowest].dot(&up) <= b.normals[before].dot(&up);
        let second = if faces_more { after } else { before };
        ends[1] = (second, gap(second));
    }
    // Sorted, so that a box that rocks does not exchange its points.
    if ends[1].0 < ends[0].0 {
        ends.swap(0, 1);
    }
    let normal = a.normal();
    let points = ends.map(|(vertex, _)| placement.b_in_a * b.vertices[vertex]);
    let gaps = Quad::new([ends[0].1, ends[0].1, ends[1].1, ends[1].1]);
    let cores_b = point_pair::from_points(points);
    let contact = ManifoldBuilder { normal, radii: (0.0, b.radius), placement }.two_points(FacingPoints {
        cores_a: cores_b - point_pair::splat(normal) * gaps,
        cores_b,
        gaps,
        features: ends.map(|(vertex, _)| FeatureId::new(0, vertex)),
    });
    if contact.count == 0 && nearest.is_finite() { Manifold::apart(nearest - b.radius) } else { contact }
}
