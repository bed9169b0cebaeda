//! A hull with edges and a circle: one point, at the hull's feature nearest to the centre. It is the edge
//! that separates the centre most, or an end of it if the centre is outside and beyond that end.
//!
//! ```text
//!      corner  |   edge    |  corner
//!              |           |
//!      --------v===========w--------      s > 0: the nearest feature is v, the edge or w
//!               \  inside /               s < 0: the circle leaves through the edge
//! ```
//!
//! Inside the hull the normal stays that of the edge, so it does not reverse at the boundary. One edge is
//! enough: if a corner is nearest, one of its edges separates the centre most. The feature id is constant, so
//! that a ball that rolls over a corner keeps its contact and its impulse.
//!
//! Source: Sotirov 2022, section Polygon vs. Circle, which also tests the axis to the nearest vertex of a
//! centre inside, never the shortest way out. **Erratum:** in Gaul, The Basics, the normal of a box and a
//! circle is not unit, and points into the box if the centre is inside.

use crate::manifold::{FeatureId, Manifold};
use crate::manifold_builder::{ManifoldBuilder, Placement};
use crate::sat::max_separation;
use crate::segments::nearest_fraction;
use crate::tolerance::MIN_DIRECTION;
use geom::{RoundedHull, left_normal};

#[inline(always)]
pub(super) fn is_circle(hull: RoundedHull<'_>) -> bool {
    hull.vertices.len() == 1
}

#[inline]
pub(super) fn collide(a: RoundedHull<'_>, b: RoundedHull<'_>, placement: Placement) -> Manifold {
    let nearest = max_separation(a, b, placement.b_in_a);
    let center = placement.b_in_a * b.vertices[0];
    let ends = [a.vertices[nearest.edge], a.vertices[a.next(nearest.edge)]];
    let fraction = nearest_fraction(ends, center);
    let radii = (a.radius, b.radius);
    // s = 0 everywhere on the line of a segment, so it counts as outside.
    if nearest.distance >= 0.0 && (fraction == 0.0 || fraction == 1.0) {
        let corner = ends[fraction as usize];
        let apart = center - corner;
        let distance = apart.norm();
        if distance > placement.tolerances.scaled(MIN_DIRECTION) {
            let builder = ManifoldBuilder { normal: apart / distance, radii, placement };
            return builder.one_point(corner, center, distance, FeatureId::ONLY);
        }
    }
    let normal = a.normals[nearest.edge];
    let on_edge = center - normal * nearest.distance;
    let builder = ManifoldBuilder { normal, radii, placement };
    builder.one_point(on_edge, center, nearest.distance, FeatureId::ONLY)
}

/// Empty if the centre is beyond an end. The edge of a rounded hull is longer by the radius at both ends, so
/// that a centre between two flush rounded tiles is over one of them.
pub(super) fn collide_with_edge_of_a(
    a: RoundedHull<'_>,
    edge: usize,
    b: RoundedHull<'_>,
    placement: Placement,
) -> Manifold {
    let center = placement.b_in_a * b.vertices[0];
    let (start, normal) = (a.vertices[edge], a.normals[edge]);
    let length = (a.vertices[a.next(edge)] - start).norm();
    let position = left_normal(normal).dot(&(center - start));
    if !(-a.radius < position && position < length + a.radius) {
        return Manifold::EMPTY;
    }
    let distance = normal.dot(&(center - start));
    let builder = ManifoldBuilder { normal, radii: (a.radius, b.radius), placement };
    builder.one_point(center - normal * distance, center, distance, FeatureId::ONLY)
}
