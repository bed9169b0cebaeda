//! A circle against anything with edges: one point at the nearest feature.
//!
//! The edge from which the centre is farthest holds the feature that is nearest to it: itself, or one of its
//! ends if the centre lies outside and beyond that end.
//!
//! ```text
//!      corner  |   edge    |  corner
//!              |           |
//!      --------v===========w--------      s > 0: nearest is v, the edge or w
//!               \  inside /               s < 0: the way out is through the edge
//! ```
//!
//! Inside, the normal stays that of the edge, so it does not turn round as the centre passes the border.
//! Only an edge's ends are asked, and so no vertex is missed: towards a point in the wedge outside a corner,
//! one of the two edges at the corner is the farthest.
//!
//! Source: seed 001, section Polygon vs. Circle, where the axis to the nearest vertex joins the edge normals.
//! That axis is tried even when the centre lies inside, where it is never the shortest way out. Seed 004's box
//! and circle leaves its normal unnormalized and, for a centre inside, turned towards the box.
//!
//! The feature is always the same: a ball that rolls over a corner keeps its contact, and its impulse.

use crate::manifold::{Contact, Setting};
use crate::segments::nearest_fraction;
use crate::tolerance::MIN_DIRECTION;
use crate::{FeatureId, Manifold, max_separation};
use geom::RoundedHull;

/// Between a hull with edges and a hull of one vertex.
#[inline]
pub(super) fn collide(a: RoundedHull<'_>, b: RoundedHull<'_>, setting: Setting) -> Manifold {
    let nearest = max_separation(a, b, setting.b_in_a);
    let center = setting.b_in_a * b.vertices[0];
    let ends = [a.vertices[nearest.edge], a.vertices[a.next(nearest.edge)]];
    let fraction = nearest_fraction(ends, center);
    let radii = (a.radius, b.radius);
    // A segment has s = 0 all along its line, so the border counts as outside.
    if nearest.distance >= 0.0 && (fraction == 0.0 || fraction == 1.0) {
        let corner = ends[fraction as usize];
        let apart = center - corner;
        let distance = apart.norm();
        if distance > MIN_DIRECTION {
            let contact = Contact { normal: apart / distance, radii, setting };
            return contact.at_one(corner, center, distance, FeatureId::ONLY);
        }
    }
    let normal = a.normals[nearest.edge];
    let on_edge = center - normal * nearest.distance;
    Contact { normal, radii, setting }.at_one(on_edge, center, nearest.distance, FeatureId::ONLY)
}
