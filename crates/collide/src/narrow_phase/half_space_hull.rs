//! A half-space and any hull: its two deepest vertices.
//!
//! The surface has one normal, so the separation of a vertex is its distance from the surface minus the
//! rounding radius. The two deepest vertices of a convex hull are neighbours, so if an edge rests on the
//! surface, they are its ends.
//!
//! Turned down: a huge box, as in engines without half-spaces. It is finite, its own corners collide, and
//! coordinates of far vertices are inaccurate in f32.

use crate::manifold::{FeatureId, Manifold};
use crate::manifold_builder::{FacingPoints, ManifoldBuilder, Placement};
use crate::point_pair;
use compute::Quad;
use compute::math::min;
use geom::{HalfSpace, RoundedHull};

/// The manifold of a half-space (A) and a hull of any number of vertices (B).
#[inline]
pub(super) fn collide(a: &HalfSpace, b: RoundedHull<'_>, placement: Placement) -> Manifold {
    let mut deepest = [(0, f32::INFINITY); 2];
    for (vertex, &w) in b.vertices.iter().enumerate() {
        let gap = a.separation(placement.b_in_a * w);
        if gap < deepest[0].1 {
            deepest = [(vertex, gap), deepest[0]];
        } else if gap < deepest[1].1 {
            deepest[1] = (vertex, gap);
        }
    }
    // Sorted by vertex, not by depth, so that a box that rocks does not exchange its points.
    if deepest[1].0 < deepest[0].0 {
        deepest.swap(0, 1);
    }
    let nearest = min(deepest[0].1, deepest[1].1);
    let normal = a.normal();
    let points = deepest.map(|(vertex, _)| placement.b_in_a * b.vertices[vertex]);
    // A hull of one vertex has no second vertex: its gap is infinite, which gives no contact point.
    let gaps = Quad::new([deepest[0].1, deepest[0].1, deepest[1].1, deepest[1].1]);
    let cores_b = point_pair::from_points(points);
    let contact = ManifoldBuilder { normal, radii: (0.0, b.radius), placement }.two_points(FacingPoints {
        cores_a: cores_b - point_pair::splat(normal) * gaps,
        cores_b,
        gaps,
        features: deepest.map(|(vertex, _)| FeatureId::new(0, vertex)),
    });
    if contact.count == 0 && nearest.is_finite() { Manifold::apart(nearest - b.radius) } else { contact }
}
