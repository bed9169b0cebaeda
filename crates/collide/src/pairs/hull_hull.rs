//! Two shapes with edges: separating axes, facing edges, clipping, and corners that face corners.
//!
//! ```text
//!          \   B   /                1. of all edges, take the one from which the other hull is farthest:
//!           \     /                    the reference edge, here of A; its normal is the contact normal
//!      w0 ___\___/___ w1            2. of the other hull, take the edge most opposed to it: the incident edge
//!         .  |   |  .               3. cut the incident edge at the sides of the reference edge
//!    -----*==+===+==*-----  v0 v1   4. keep the ends (*) that are near enough or below
//!         side  A  side
//! ```
//!
//! Source: seed 000, section Collision Manifolds; seed 001, section Contact Points by clipping.
//!
//! **Rounded corners.** Beyond the end of the reference edge the nearest features may be two corners. If at least
//! one shape is rounded, the arcs around them touch at one point, and the normal runs from corner to corner. The
//! two edges decide: the corners of two convex hulls that are nearest to each other are ends of the reference
//! and of the incident edge. (The difference of the hulls is a polygon whose edges are the edges of both, and
//! whose distance from the origin is the separation of each; the edge that is farthest from the origin
//! touches the nearest corner.) The rule applies only while the cores are apart, and there the true reference
//! edge is taken, without favour for A.
//!
//! **Sharp corners** that face each other give no points. The normal between them would be a guess: a box that
//! falls past the corner of a ledge, clear of it by a centimetre, would be pushed aside by a speculative
//! contact with a slanted normal. When it comes level with the ledge, a side faces a side, and the normal is
//! that side's.
//!
//! **Ids.** Facing edges run against each other, so the start of A's edge lies opposite the end of B's. The ids
//! name these two pairs of vertices, in this order, whichever edge is the reference and wherever it is cut.
//!
//! Turned down: reporting the average of the points or of the farthest vertices (seed 001's first try): a box
//! that rests on a floor then turns about a point that is not under its load. GJK, which gives one pair of
//! nearest points and no edges, so that a resting box needs several steps to find its second point.

mod by_gjk;

pub use by_gjk::manifold_by_gjk;

use crate::manifold::{Builder, Setting};
use crate::sat::EdgeSeparation;
use crate::tolerance::{CORNER_SLACK, REFERENCE_BIAS};
use crate::{FeatureId, Manifold, clip_to_half_plane, closest_points, max_separation, most_opposed_edge};
use compute::math::max;
use geom::{Point, Pose, RoundedHull, Vec2, left_normal};

/// Between two hulls with edges.
#[inline]
pub(super) fn collide(a: RoundedHull<'_>, b: RoundedHull<'_>, setting: Setting) -> Manifold {
    let b_in_a = setting.b_in_a;
    let in_reach = setting.speculative + a.radius + b.radius;
    let from_a = max_separation(a, b, b_in_a);
    if from_a.distance > in_reach {
        return Manifold::apart(from_a.distance - a.radius - b.radius);
    }
    let from_b = max_separation(b, a, b_in_a.inverse());
    if from_b.distance > in_reach {
        return Manifold::apart(from_b.distance - a.radius - b.radius);
    }
    touch(a, b, setting, from_a, from_b)
}

/// Between two hulls near each other, of which the edges that separate them most are known.
#[inline(always)]
fn touch(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    setting: Setting,
    from_a: EdgeSeparation,
    from_b: EdgeSeparation,
) -> Manifold {
    let b_in_a = setting.b_in_a;
    let (on_a, on_b) = (Reference::A(from_a.edge), Reference::B(from_b.edge));
    let farthest = if from_b.distance > from_a.distance { on_b } else { on_a };
    let favoured = if from_b.distance > from_a.distance + REFERENCE_BIAS { on_b } else { on_a };
    let contact = |normal| Builder::new(normal, (a.radius, b.radius), setting);

    let rounded = a.radius + b.radius > 0.0;
    if rounded && max(from_a.distance, from_b.distance) >= -CORNER_SLACK {
        let facing = Facing::new(farthest, a, b, b_in_a);
        if let Some(ends) = facing.corners() {
            return facing.touch_at_corners(ends, contact);
        }
    }
    // Where the hulls meet near a corner, nothing may lie over the favoured edge. The farthest then answers, and no
    // other: an edge from which the hulls overlap more says nothing of hulls that are apart.
    for reference in [favoured, farthest] {
        let clipped = Facing::new(reference, a, b, b_in_a).touch_along_edge(contact);
        if clipped.count > 0 {
            return clipped;
        }
    }
    Manifold::EMPTY
}

/// Between the hull `b` and one edge of `a`, whatever other edges say.
pub(super) fn along_edge_of_a(
    a: RoundedHull<'_>,
    edge: usize,
    b: RoundedHull<'_>,
    setting: Setting,
) -> Manifold {
    let contact = |normal| Builder::new(normal, (a.radius, b.radius), setting);
    Facing::new(Reference::A(edge), a, b, setting.b_in_a).touch_along_edge(contact)
}

/// The reference edge, by its first vertex.
#[derive(Clone, Copy)]
enum Reference {
    A(usize),
    B(usize),
}

/// Two edges that face each other, in the frame of A. Those of their ends that lie opposite have the same index.
///
/// The order of the fields keeps integers from following floats; see [`FeatureId`] for what that saves.
#[repr(C)]
struct Facing {
    reference: Reference,
    vertices_a: [usize; 2],
    vertices_b: [usize; 2],
    /// Of the reference edge, from A to B.
    normal: Vec2,
    ends_a: [Point; 2],
    ends_b: [Point; 2],
}

impl Facing {
    #[inline(always)]
    fn new(reference: Reference, a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose) -> Self {
        let (edge_a, edge_b, normal) = match reference {
            Reference::A(edge) => {
                let normal = a.normals[edge];
                (edge, most_opposed_edge(b, b_in_a.rotation.inverse_rotate(normal)), normal)
            }
            Reference::B(edge) => {
                let outward = b_in_a.rotation * b.normals[edge];
                (most_opposed_edge(a, outward), edge, -outward)
            }
        };
        let vertices_a = [edge_a, a.next(edge_a)];
        let vertices_b = [b.next(edge_b), edge_b];
        let ends_a = [a.vertices[vertices_a[0]], a.vertices[vertices_a[1]]];
        let ends_b = [b_in_a * b.vertices[vertices_b[0]], b_in_a * b.vertices[vertices_b[1]]];
        Self { reference, vertices_a, vertices_b, normal, ends_a, ends_b }
    }

    /// The ends of A's and of B's edge that are nearest to each other, if one lies beyond the end of the other's
    /// edge; `None` if an edge faces a corner or an edge.
    #[inline]
    fn corners(&self) -> Option<[usize; 2]> {
        let ends = closest_points(self.ends_a, self.ends_b).ends()?;
        let apart = self.ends_b[ends[1]] - self.ends_a[ends[0]];
        (left_normal(self.normal).dot(&apart).abs() > CORNER_SLACK).then_some(ends)
    }

    /// One point, between two corners. They are farther apart than the slack, so they have a direction.
    #[inline]
    fn touch_at_corners(&self, [end_a, end_b]: [usize; 2], contact: impl Fn(Vec2) -> Builder) -> Manifold {
        let (corner_a, corner_b) = (self.ends_a[end_a], self.ends_b[end_b]);
        let apart = corner_b - corner_a;
        let distance = apart.norm();
        let mut contact = contact(apart / distance);
        let feature = FeatureId::new(self.vertices_a[end_a], self.vertices_b[end_b]);
        contact.add(corner_a, corner_b, distance, feature);
        contact.finish()
    }

    /// Up to two points: what the sides of the reference edge leave of the incident edge.
    #[inline(always)]
    fn touch_along_edge(&self, contact: impl Fn(Vec2) -> Builder) -> Manifold {
        let (reference, incident) = match self.reference {
            Reference::A(_) => (self.ends_a, self.ends_b),
            Reference::B(_) => (self.ends_b, self.ends_a),
        };
        let along = left_normal(self.normal);
        let clipped = clip_to_half_plane(incident, reference[0] - along * CORNER_SLACK, -along)
            .and_then(|part| clip_to_half_plane(part, reference[1] + along * CORNER_SLACK, along));
        let Some(points) = clipped else { return Manifold::EMPTY };
        let mut contact = contact(self.normal);
        for (end, point) in points.into_iter().enumerate() {
            let feature = FeatureId::new(self.vertices_a[end], self.vertices_b[end]);
            let offset = self.normal.dot(&(point - reference[0]));
            // The other core point lies across the gap, on the line of the reference edge.
            let across = point - self.normal * offset;
            match self.reference {
                Reference::A(_) => contact.add(across, point, offset, feature),
                Reference::B(_) => contact.add(point, across, -offset, feature),
            }
        }
        contact.finish()
    }
}
