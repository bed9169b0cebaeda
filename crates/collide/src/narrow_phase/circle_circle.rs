//! Two circles: the normal joins the centres, and the separation is their distance minus both radii.
//!
//! Source: Sotirov 2022, section Circle vs. Circle; Gaul, The Basics, section Collision Detection.
//! **Errata:** the second adds the positions where it should subtract them. For concentric circles, the first
//! moves the second circle to the right by the larger radius, although only the sum of both separates them.
//! Here the normal is the x axis of A: any direction is correct if it stays the same and rotates with the
//! pair.

use crate::manifold::{FeatureId, Manifold};
use crate::manifold_builder::{ManifoldBuilder, Placement};
use crate::tolerance::MIN_DIRECTION;
use geom::{RoundedHull, Vec2};

#[inline]
pub(super) fn collide(a: RoundedHull<'_>, b: RoundedHull<'_>, placement: Placement) -> Manifold {
    let (center_a, center_b) = (a.vertices[0], placement.b_in_a * b.vertices[0]);
    let apart = center_b - center_a;
    let distance = apart.norm();
    let normal = if distance > placement.tolerances.scaled(MIN_DIRECTION) {
        apart / distance
    } else {
        Vec2::new(1.0, 0.0)
    };
    let builder = ManifoldBuilder { normal, radii: (a.radius, b.radius), placement };
    builder.one_point(center_a, center_b, distance, FeatureId::ONLY)
}
