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

use crate::clip::clip;
use crate::manifold::{Contact, Facing, Setting};
use crate::sat::EdgeSeparation;
use crate::tolerance::{CORNER_SLACK, REFERENCE_BIAS};
use crate::{FeatureId, Manifold, closest_points, max_separation, most_opposed_edge, two};
use compute::Quad;
use compute::math::max;
use core::hint::select_unpredictable as select;
use geom::{RoundedHull, left_normal};

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
    let on_a = Reference { of_a: true, edge: from_a.edge };
    let on_b = Reference { of_a: false, edge: from_b.edge };
    let farthest = select(from_b.distance > from_a.distance, on_b, on_a);
    let favoured = select(from_b.distance > from_a.distance + REFERENCE_BIAS, on_b, on_a);

    let rounded = a.radius + b.radius > 0.0;
    if rounded && max(from_a.distance, from_b.distance) >= -CORNER_SLACK {
        let facing = Edges::new(farthest, a, b, setting);
        if let Some(ends) = facing.corners() {
            return facing.touch_at_corners(ends);
        }
    }
    // Where the hulls meet near a corner, nothing may lie over the favoured edge. The farthest then answers, and no
    // other: an edge from which the hulls overlap more says nothing of hulls that are apart.
    let clipped = Edges::new(favoured, a, b, setting).touch();
    if clipped.count > 0 || favoured == farthest {
        return clipped;
    }
    along(farthest, a, b, setting)
}

/// Between the hull `b` and one edge of `a`, whatever other edges say.
pub(super) fn along_edge_of_a(
    a: RoundedHull<'_>,
    edge: usize,
    b: RoundedHull<'_>,
    setting: Setting,
) -> Manifold {
    along(Reference { of_a: true, edge }, a, b, setting)
}

/// What faces one edge, where that is seldom asked: apart from the common way, which is then short.
#[inline(never)]
fn along(reference: Reference, a: RoundedHull<'_>, b: RoundedHull<'_>, setting: Setting) -> Manifold {
    Edges::new(reference, a, b, setting).touch()
}

/// The reference edge, by its owner and first vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reference {
    of_a: bool,
    edge: usize,
}

/// Two edges that face each other, in the frame of A. Those of their ends that lie opposite have the same index.
struct Edges {
    reference_of_a: bool,
    vertices_a: [usize; 2],
    vertices_b: [usize; 2],
    ends_a: Quad,
    ends_b: Quad,
    /// The normal is that of the reference edge.
    contact: Contact,
}

impl Edges {
    /// Which hull has the reference edge is a toss in a stack of boxes, so it is selected, not branched on.
    #[inline(always)]
    fn new(reference: Reference, a: RoundedHull<'_>, b: RoundedHull<'_>, setting: Setting) -> Self {
        let b_in_a = setting.b_in_a;
        let Reference { of_a, edge } = reference;
        let (owner, other) = (select(of_a, a, b), select(of_a, b, a));
        let outward = owner.normals[edge];
        let in_a = select(of_a, outward, b_in_a.rotation * outward);
        let in_other = select(of_a, b_in_a.rotation.inverse_rotate(outward), in_a);
        let normal = select(of_a, in_a, -in_a);
        let incident = most_opposed_edge(other, in_other);
        let (edge_a, edge_b) = (select(of_a, edge, incident), select(of_a, incident, edge));
        let vertices_a = [edge_a, a.next(edge_a)];
        let vertices_b = [b.next(edge_b), edge_b];
        let ends_a = two::points(vertices_a.map(|vertex| a.vertices[vertex]));
        let ends_b = two::moved(b_in_a, two::points(vertices_b.map(|vertex| b.vertices[vertex])));
        let contact = Contact { normal, radii: (a.radius, b.radius), setting };
        Self { reference_of_a: of_a, vertices_a, vertices_b, ends_a, ends_b, contact }
    }

    /// The ends of A's and of B's edge that are nearest to each other, if one lies beyond the end of the other's
    /// edge; `None` if an edge faces a corner or an edge.
    #[inline]
    fn corners(&self) -> Option<[usize; 2]> {
        let (ends_a, ends_b) = (two::to_points(self.ends_a), two::to_points(self.ends_b));
        let ends = closest_points(ends_a, ends_b).ends()?;
        let apart = ends_b[ends[1]] - ends_a[ends[0]];
        (left_normal(self.contact.normal).dot(&apart).abs() > CORNER_SLACK).then_some(ends)
    }

    /// One point, between two corners. They are farther apart than the slack, so they have a direction.
    #[inline]
    fn touch_at_corners(&self, [end_a, end_b]: [usize; 2]) -> Manifold {
        let (corner_a, corner_b) = (two::to_points(self.ends_a)[end_a], two::to_points(self.ends_b)[end_b]);
        let apart = corner_b - corner_a;
        let distance = apart.norm();
        let feature = FeatureId::new(self.vertices_a[end_a], self.vertices_b[end_b]);
        Contact { normal: apart / distance, ..self.contact }.at_one(corner_a, corner_b, distance, feature)
    }

    /// Up to two points: what the sides of the reference edge leave of the incident edge.
    #[inline(always)]
    fn touch(&self) -> Manifold {
        let of_a = self.reference_of_a;
        let (ends_a, ends_b) = (self.ends_a, self.ends_b);
        let (reference, incident) = (select(of_a, ends_a, ends_b), select(of_a, ends_b, ends_a));
        let normal = two::both(self.contact.normal);
        let along = two::both(left_normal(self.contact.normal));
        let slack = along * Quad::splat(CORNER_SLACK);
        let clipped = clip(incident, reference.low() - slack, -along)
            .and_then(|part| clip(part, reference.high() + slack, along));
        let Some(points) = clipped else { return Manifold::EMPTY };
        let offsets = (points - reference.low()).dots(normal);
        // The other core points lie across the gap, on the line of the reference edge.
        let across = points - normal * offsets;
        self.contact.at_two(Facing {
            cores_a: select(of_a, across, points),
            cores_b: select(of_a, points, across),
            gaps: select(of_a, offsets, -offsets),
            features: [0, 1].map(|end| FeatureId::new(self.vertices_a[end], self.vertices_b[end])),
        })
    }
}
