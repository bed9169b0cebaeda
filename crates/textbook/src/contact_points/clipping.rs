//! Contact points by clipping: the part of the incident edge between the sides of the reference edge.
//!
//! ```text
//!          \   I   /            the reference edge r0 r1 has the normal of the shortest way out,
//!      i1 __\_____/__ i0        the incident edge i0 i1 of the other polygon faces it.
//!        x  |   |              Clipped at the sides of the reference edge (:), its ends are the candidates;
//!     -----:=====:----- r      those behind the reference edge are contact points (*), others are not (x).
//!         r1  R  r0
//! ```
//!
//! Source: 2D Collision Detection and Resolution, section Collision Manifolds; Sotirov 2022, section The
//! better method. **Erratum:** the second appends the cut to the ends that stay, and reads two points, where
//! one end exactly on the side and the other outside leave only one. [`clip_to_half_plane`] returns two
//! points or none.

use super::{Candidate, ContactPoints};
use crate::mtv::{Axis, Mtv, Owner, least_overlap};
use collide::algorithms::{clip_to_half_plane, most_opposed_edge};
use geom::{Point, Polygon, Pose, RoundedHull, Vec2, left_normal};

/// The incident edge by the normal most opposed to that of the reference edge (2D Collision Detection and
/// Resolution). `None` if the polygons are apart.
///
/// ```
/// use collide::geom::{Polygon, Pose};
/// use textbook::contact_points::by_most_opposed_normal;
/// let (ground, square) = (Polygon::rectangle(2.0, 0.5)?, Polygon::rectangle(0.5, 0.5)?);
/// let found = by_most_opposed_normal(&ground, Pose::IDENTITY, &square, Pose::at([1.75, 0.9])).unwrap();
/// let x: Vec<f32> = found.contacts().map(|point| point.position.x).collect();
/// assert_eq!(x, [1.25, 2.0]); // clipped where the ground ends
/// assert!(found.contacts().all(|point| (point.depth - 0.1).abs() < 1e-6));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn by_most_opposed_normal(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    clipped(a, pose_a, b, pose_b, most_opposed_edge)
}

/// Both edges by the farthest vertices (Sotirov 2022). They are those of [`by_most_opposed_normal`]: the edge
/// of a convex polygon that faces a direction most ends at the vertex farthest along it.
#[must_use]
pub fn by_farthest_vertex(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    clipped(a, pose_a, b, pose_b, |hull, direction| edge_at_farthest_vertex(hull, -direction))
}

/// The mean of the contact points of [`by_most_opposed_normal`], with the mean of their depths.
///
/// Rotates a body the wrong way if its deeper end has the shorter lever arm; see the test
/// `mean_of_contact_points_rotates_a_leaning_plank_the_wrong_way`.
#[must_use]
pub fn by_mean(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    let two = by_most_opposed_normal(a, pose_a, b, pose_b)?;
    let mut contacts = two.contacts();
    let Some(first) = contacts.next() else { return Some(two) };
    let second = contacts.next().unwrap_or(first);
    let position = first.position + (second.position - first.position) * 0.5;
    let mean = Candidate { position, depth: 0.5 * (first.depth + second.depth), is_contact: true };
    Some(ContactPoints::new(two.mtv, &[mean]))
}

/// Of the two edges of `hull` at its vertex farthest along `direction`, the one more nearly perpendicular to
/// it (Sotirov 2022, `collision_find_best_edge`); of equally far vertices the first, of equal edges the one
/// before the vertex.
///
/// # Panics
/// If the hull has fewer than two vertices.
#[must_use]
pub fn edge_at_farthest_vertex(hull: RoundedHull<'_>, direction: Vec2) -> usize {
    let mut farthest = (0, f32::NEG_INFINITY);
    for (vertex, point) in hull.vertices.iter().enumerate() {
        let distance = direction.dot(&point.coords);
        if distance > farthest.1 {
            farthest = (vertex, distance);
        }
    }
    let after = farthest.0;
    let before = if after > 0 { after - 1 } else { hull.vertices.len() - 1 };
    let slope = |edge: usize| left_normal(hull.normals[edge]).dot(&direction).abs();
    if slope(after) < slope(before) { after } else { before }
}

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

/// Clips the incident edge at the sides of the reference edge. `facing` returns the edge of a hull most
/// opposed to a direction in its frame.
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
    // Searched anew: the axis may come from the parallel edge on the far side.
    let edge = facing(reference.0, reference.1.rotation.inverse_rotate(-outward));
    let reference = Edge::of(reference.0, reference.1, edge);
    let edge = facing(incident.0, incident.1.rotation.inverse_rotate(outward));
    let incident = Edge::of(incident.0, incident.1, edge);

    let tangent = left_normal(reference.normal);
    let part = clip_to_half_plane(incident.ends, reference.ends[0], -tangent)
        .and_then(|part| clip_to_half_plane(part, reference.ends[1], tangent));
    let candidates = part.map(|points| {
        points.map(|position| {
            let depth = -reference.normal.dot(&(position - reference.ends[0]));
            Candidate { position, depth, is_contact: depth >= 0.0 }
        })
    });
    let mtv = Mtv { normal: direction, depth: overlap };
    Some(ContactPoints::new(mtv, candidates.as_ref().map_or(&[], |points| points)))
}
