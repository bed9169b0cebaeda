//! Two hulls with edges: separating axes, facing edges, clipping, and corners that face corners.
//!
//! ```text
//!          \   B   /                1. of all edges, the one that separates the hulls most is the reference
//!           \     /                    edge, here of A; its normal is the contact normal
//!      w0 ___\___/___ w1            2. the edge of the other hull most opposed to it is the incident edge
//!         .  |   |  .               3. clip the incident edge at the sides of the reference edge
//!    -----*==+===+==*-----  v0 v1   4. keep the ends (*) that are within the speculative distance or below
//!         side  A  side
//! ```
//!
//! Source: 2D Collision Detection and Resolution, section Collision Manifolds; Sotirov 2022, Contact Points.
//!
//! **Rounded corners.** Beyond the end of the reference edge the nearest features may be two corners, ends of
//! the two edges; if a shape is rounded, the arcs around them touch, with the normal from corner to corner.
//! This holds only while the cores are apart, and for the edge that separates them most.
//!
//! **Sharp corners** that face each other get no contact point: its slanted normal would push aside a box
//! that falls past a ledge. **Feature ids:** the start of A's edge faces the end of B's, whichever edge is
//! the reference edge.

use crate::clip::clip;
use crate::manifold::{FeatureId, Manifold};
use crate::manifold_builder::{FacingPoints, ManifoldBuilder, Placement};
use crate::point_pair;
use crate::sat::{EdgeSeparation, max_separation, most_opposed_edge};
use crate::segments::closest_points;
use crate::tolerance::{CORNER_SLACK, REFERENCE_BIAS};
use compute::Quad;
use compute::math::max;
use core::hint::select_unpredictable as select;
use geom::{RoundedHull, left_normal};

#[inline]
pub(super) fn collide(a: RoundedHull<'_>, b: RoundedHull<'_>, placement: Placement) -> Manifold {
    let b_in_a = placement.b_in_a;
    let in_reach = placement.speculative + a.radius + b.radius;
    let from_a = max_separation(a, b, b_in_a);
    if from_a.distance > in_reach {
        return Manifold::apart(from_a.distance - a.radius - b.radius);
    }
    let from_b = max_separation(b, a, b_in_a.inverse());
    if from_b.distance > in_reach {
        return Manifold::apart(from_b.distance - a.radius - b.radius);
    }
    collide_with_axes(a, b, placement, from_a, from_b)
}

#[inline(always)]
pub(super) fn collide_with_axes(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    placement: Placement,
    from_a: EdgeSeparation,
    from_b: EdgeSeparation,
) -> Manifold {
    let tolerances = placement.tolerances;
    let on_a = Reference { of_a: true, edge: from_a.edge };
    let on_b = Reference { of_a: false, edge: from_b.edge };
    let farthest = select(from_b.distance > from_a.distance, on_b, on_a);
    let preferred = select(from_b.distance > from_a.distance + tolerances.scaled(REFERENCE_BIAS), on_b, on_a);

    let rounded = a.radius + b.radius > 0.0;
    if rounded && max(from_a.distance, from_b.distance) >= -tolerances.scaled(CORNER_SLACK) {
        let facing = Edges::new(farthest, a, b, placement);
        if let Some(ends) = facing.corners() {
            return facing.corner_manifold(ends);
        }
    }
    // Near a corner, no part of the other hull may be over the preferred edge; then the edge that separates
    // them most is taken. A smaller separation says nothing about hulls that are apart.
    let clipped = Edges::new(preferred, a, b, placement).clipped_manifold();
    if clipped.count > 0 || preferred == farthest {
        return clipped;
    }
    collide_with_reference(farthest, a, b, placement)
}

pub(super) fn collide_with_edge_of_a(
    a: RoundedHull<'_>,
    edge: usize,
    b: RoundedHull<'_>,
    placement: Placement,
) -> Manifold {
    collide_with_reference(Reference { of_a: true, edge }, a, b, placement)
}

/// Not inlined: it is seldom needed.
#[inline(never)]
fn collide_with_reference(
    reference: Reference,
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    placement: Placement,
) -> Manifold {
    Edges::new(reference, a, b, placement).clipped_manifold()
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Reference {
    of_a: bool,
    edge: usize,
}

/// In the frame of A. Facing ends have the same index.
struct Edges {
    reference_of_a: bool,
    vertices_a: [usize; 2],
    vertices_b: [usize; 2],
    ends_a: Quad,
    ends_b: Quad,
    builder: ManifoldBuilder,
}

impl Edges {
    /// Finds the incident edge. Whose edge is the reference edge is unpredictable in a stack of boxes: values
    /// are selected, without branches.
    #[inline(always)]
    fn new(reference: Reference, a: RoundedHull<'_>, b: RoundedHull<'_>, placement: Placement) -> Self {
        let b_in_a = placement.b_in_a;
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
        let ends_a = point_pair::from_points(vertices_a.map(|vertex| a.vertices[vertex]));
        let ends_b = point_pair::transformed(
            b_in_a,
            point_pair::from_points(vertices_b.map(|vertex| b.vertices[vertex])),
        );
        let builder = ManifoldBuilder { normal, radii: (a.radius, b.radius), placement };
        Self { reference_of_a: of_a, vertices_a, vertices_b, ends_a, ends_b, builder }
    }

    /// The nearest ends of A's and of B's edge, if corner faces corner.
    #[inline]
    fn corners(&self) -> Option<[usize; 2]> {
        let (ends_a, ends_b) = (point_pair::to_points(self.ends_a), point_pair::to_points(self.ends_b));
        let ends = closest_points(ends_a, ends_b).ends()?;
        let apart = ends_b[ends[1]] - ends_a[ends[0]];
        let slack = self.builder.placement.tolerances.scaled(CORNER_SLACK);
        (left_normal(self.builder.normal).dot(&apart).abs() > slack).then_some(ends)
    }

    /// The corners are farther apart than [`CORNER_SLACK`], so their normal is defined.
    #[inline]
    fn corner_manifold(&self, [end_a, end_b]: [usize; 2]) -> Manifold {
        let (corner_a, corner_b) =
            (point_pair::to_points(self.ends_a)[end_a], point_pair::to_points(self.ends_b)[end_b]);
        let apart = corner_b - corner_a;
        let distance = apart.norm();
        let feature = FeatureId::new(self.vertices_a[end_a], self.vertices_b[end_b]);
        let builder = ManifoldBuilder { normal: apart / distance, ..self.builder };
        builder.one_point(corner_a, corner_b, distance, feature)
    }

    #[inline(always)]
    fn clipped_manifold(&self) -> Manifold {
        let of_a = self.reference_of_a;
        let (ends_a, ends_b) = (self.ends_a, self.ends_b);
        let (reference, incident) = (select(of_a, ends_a, ends_b), select(of_a, ends_b, ends_a));
        let normal = point_pair::splat(self.builder.normal);
        let tangent = point_pair::splat(left_normal(self.builder.normal));
        let slack = tangent * Quad::splat(self.builder.placement.tolerances.scaled(CORNER_SLACK));
        let clipped = clip(incident, reference.low() - slack, -tangent)
            .and_then(|part| clip(part, reference.high() + slack, tangent));
        let Some(points) = clipped else { return Manifold::EMPTY };
        let offsets = (points - reference.low()).dots(normal);
        let on_reference = points - normal * offsets;
        self.builder.two_points(FacingPoints {
            cores_a: select(of_a, on_reference, points),
            cores_b: select(of_a, points, on_reference),
            gaps: select(of_a, offsets, -offsets),
            features: [0, 1].map(|end| FeatureId::new(self.vertices_a[end], self.vertices_b[end])),
        })
    }
}
