//! Reference edge, incident edge, and what the sides of one leave of the other.
//!
//! ```text
//!          \   I   /            the reference edge r0 r1 has the normal of the shortest way out,
//!      i1 __\_____/__ i0        the incident edge i0 i1 of the other polygon faces it.
//!        x  |   |              Cut at the sides of the reference edge (:), its ends are the candidates;
//!     -----:=====:----- r      those behind the reference edge are kept (*), those before it are not (x).
//!         r1  R  r0
//! ```
//!
//! Source: seed 000, section Collision Manifolds; seed 001, section The better method. The second appends the cut to
//! a list of the ends that stay and then reads two of them; an end just on the border is lost with its partner
//! outside, and one point is left where two are read. [`clip_to_half_plane`] returns two or none.

use super::{Candidate, ContactPoints};
use crate::mtv::{Axis, Mtv, Owner, least_overlap};
use crate::{clip_to_half_plane, most_opposed_edge};
use geom::{Point, Polygon, Pose, RoundedHull, Vec2, left_normal};

/// By the incident edge whose normal is most opposed to that of the reference edge (seed 000). `None` if the polygons
/// are apart.
///
/// ```
/// use collide::contact_points::by_most_opposed_normal;
/// use geom::{Polygon, Pose};
/// let (ground, square) = (Polygon::rectangle(2.0, 0.5)?, Polygon::rectangle(0.5, 0.5)?);
/// let found = by_most_opposed_normal(&ground, Pose::IDENTITY, &square, Pose::at([1.75, 0.9])).unwrap();
/// let x: Vec<f32> = found.kept().map(|point| point.position.x).collect();
/// assert_eq!(x, [1.25, 2.0]); // cut where the ground ends
/// assert!(found.kept().all(|point| (point.depth - 0.1).abs() < 1e-6));
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn by_most_opposed_normal(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    clipped(a, pose_a, b, pose_b, most_opposed_edge)
}

/// By the edges found at the farthest vertices (seed 001). The same edges, and so the same points, as
/// [`by_most_opposed_normal`]: of a convex polygon, the edge that faces a direction most ends at the vertex that
/// lies farthest that way.
#[must_use]
pub fn by_farthest_vertex(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    clipped(a, pose_a, b, pose_b, |hull, direction| edge_at_farthest_vertex(hull, -direction))
}

/// The mean of the points that [`by_most_opposed_normal`] keeps, as deep as their depths are on average.
///
/// Turns a body the wrong way where its deeper end has the shorter lever; see the test
/// `the_mean_turns_the_wrong_way`.
#[must_use]
pub fn by_mean(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    let two = by_most_opposed_normal(a, pose_a, b, pose_b)?;
    let mut kept = two.kept();
    let Some(first) = kept.next() else { return Some(two) };
    let second = kept.next().unwrap_or(first);
    let position = first.position + (second.position - first.position) * 0.5;
    let mean = Candidate { position, depth: 0.5 * (first.depth + second.depth), kept: true };
    Some(ContactPoints::new(two.mtv, &[mean]))
}

/// The edge of `hull` at its vertex farthest along `direction` that is the more perpendicular to it (seed 001,
/// `collision_find_best_edge`). Of vertices that are as far the first is taken, of edges the one before the vertex.
///
/// # Panics
/// If the hull has fewer than two vertices.
#[must_use]
pub fn edge_at_farthest_vertex(hull: RoundedHull<'_>, direction: Vec2) -> usize {
    let mut farthest = (0, f32::NEG_INFINITY);
    for (vertex, point) in hull.vertices.iter().enumerate() {
        let along = direction.dot(&point.coords);
        if along > farthest.1 {
            farthest = (vertex, along);
        }
    }
    let after = farthest.0;
    let before = if after > 0 { after - 1 } else { hull.vertices.len() - 1 };
    // Both measured towards the farthest vertex, so that neither is negative, and of equal length.
    let slope = |edge: usize| left_normal(hull.normals[edge]).dot(&direction).abs();
    if slope(after) < slope(before) { after } else { before }
}

/// An edge in world axes: its ends and its outward normal.
struct Edge {
    ends: [Point; 2],
    normal: Vec2,
}

impl Edge {
    fn of(hull: RoundedHull<'_>, pose: Pose, index: usize) -> Self {
        let ends = [hull.vertices[index], hull.vertices[hull.next(index)]].map(|vertex| pose * vertex);
        Self { ends, normal: pose.rotation * hull.normals[index] }
    }
}

/// Finds both edges by `facing`, which is asked for the edge of a hull most opposed to a direction in its frame, and
/// cuts the incident one.
fn clipped(
    a: &Polygon,
    pose_a: Pose,
    b: &Polygon,
    pose_b: Pose,
    facing: impl Fn(RoundedHull<'_>, Vec2) -> usize,
) -> Option<ContactPoints> {
    let (a, b) = ((a.hull(), pose_a), (b.hull(), pose_b));
    let Axis { owner, direction, overlap } = least_overlap(a, b)?;
    let (reference, incident, outward) = match owner {
        Owner::A => (a, b, direction),
        Owner::B => (b, a, -direction),
    };
    // The axis may have been met first at the edge on the far side, which is parallel.
    let edge = facing(reference.0, reference.1.rotation.inverse_rotate(-outward));
    let reference = Edge::of(reference.0, reference.1, edge);
    let edge = facing(incident.0, incident.1.rotation.inverse_rotate(outward));
    let incident = Edge::of(incident.0, incident.1, edge);

    let along = left_normal(reference.normal);
    let part = clip_to_half_plane(incident.ends, reference.ends[0], -along)
        .and_then(|part| clip_to_half_plane(part, reference.ends[1], along));
    let candidates = part.map(|points| {
        points.map(|position| {
            let depth = -reference.normal.dot(&(position - reference.ends[0]));
            Candidate { position, depth, kept: depth >= 0.0 }
        })
    });
    let mtv = Mtv { normal: direction, depth: overlap };
    Some(ContactPoints::new(mtv, candidates.as_ref().map_or(&[], |points| points)))
}
