//! Two circles: the normal joins the centres, the separation is their distance less both radii.
//!
//! Source: seed 001, section Circle vs. Circle; seed 004, which adds the positions where it should subtract
//! them. Centres that coincide have no direction between them; the text moves the second circle to the right,
//! by the larger radius, though only both together bring them apart. Here right is the x axis of A: any
//! direction will do, but it must be the same one in the next step, and turn along when the pair is turned.

use crate::manifold::{Contact, Setting};
use crate::tolerance::MIN_DIRECTION;
use crate::{FeatureId, Manifold};
use geom::{RoundedHull, Vec2};

/// Between two hulls of one vertex each.
#[inline]
pub(super) fn collide(a: RoundedHull<'_>, b: RoundedHull<'_>, setting: Setting) -> Manifold {
    let (center_a, center_b) = (a.vertices[0], setting.b_in_a * b.vertices[0]);
    let apart = center_b - center_a;
    let distance = apart.norm();
    let normal = if distance > MIN_DIRECTION { apart / distance } else { Vec2::new(1.0, 0.0) };
    let contact = Contact { normal, radii: (a.radius, b.radius), setting };
    contact.at_one(center_a, center_b, distance, FeatureId::ONLY)
}
