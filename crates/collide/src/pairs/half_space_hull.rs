//! A half-space against anything else: its two deepest vertices.
//!
//! The surface has one normal, so the separation of a vertex is its distance from the line less the rounding.
//! The two deepest vertices of a convex hull are neighbours, so they are the ends of the edge that lies on the
//! surface, if one does.
//!
//! Turned down: a huge box, as engines without half-spaces use. It ends somewhere, its own corners collide, and
//! its far vertices take the digits of f32.

use crate::manifold::{Contact, Facing, Setting};
use crate::{FeatureId, Manifold, two};
use compute::Quad;
use compute::math::min;
use geom::{HalfSpace, RoundedHull};

/// Between a half-space and a hull of any number of vertices.
#[inline]
pub(super) fn collide(a: &HalfSpace, b: RoundedHull<'_>, setting: Setting) -> Manifold {
    let mut deepest = [(0, f32::INFINITY); 2];
    for (vertex, &w) in b.vertices.iter().enumerate() {
        let gap = a.separation(setting.b_in_a * w);
        if gap < deepest[0].1 {
            deepest = [(vertex, gap), deepest[0]];
        } else if gap < deepest[1].1 {
            deepest[1] = (vertex, gap);
        }
    }
    // In the order of the vertices, not of depth: a box that rocks must not exchange its points.
    if deepest[1].0 < deepest[0].0 {
        deepest.swap(0, 1);
    }
    let nearest = min(deepest[0].1, deepest[1].1);
    let normal = a.normal();
    let points = deepest.map(|(vertex, _)| setting.b_in_a * b.vertices[vertex]);
    // A hull of one vertex has no second: its gap is infinite, which is no contact.
    let gaps = Quad::new([deepest[0].1, deepest[0].1, deepest[1].1, deepest[1].1]);
    let cores_b = two::points(points);
    let touch = Contact { normal, radii: (0.0, b.radius), setting }.at_two(Facing {
        cores_a: cores_b - two::both(normal) * gaps,
        cores_b,
        gaps,
        features: deepest.map(|(vertex, _)| FeatureId::new(0, vertex)),
    });
    if touch.count == 0 && nearest.is_finite() { Manifold::apart(nearest - b.radius) } else { touch }
}
