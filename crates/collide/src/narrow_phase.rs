//! Which routine computes a manifold. Every shape except the half-space is a rounded hull, so five routines
//! serve all 21 pairs of the six shapes:
//!
//! ```text
//!   B \ A       circle           hull            half-space
//!   circle      circle_circle    hull_circle     half_space_hull
//!   hull                         hull_hull       half_space_hull
//!   half-space                                   none: two unbounded solids have no contact
//! ```
//!
//! Here *hull* means one with edges: a segment, capsule or polygon. The manifold of a chain segment is that
//! of a hull, which `chain_hull` corrects. For the pairs left empty, A and B are exchanged and the manifold
//! is flipped. Sotirov 2022 and Gaul, The Basics, have a routine for each pair of kinds: capsules would add
//! four, rounded polygons five.

mod chain_hull;
mod circle_circle;
mod half_space_hull;
mod hull_circle;
mod hull_hull;

use crate::manifold::Manifold;
use crate::manifold_builder::Placement;
use crate::sat::EdgeSeparation;
use crate::tolerance::Tolerances;
use geom::{Pose, RoundedHull, Shape};
use hull_circle::is_circle;

/// The contact manifold of `a` and `b`, if they overlap or are at most `speculative` (m) apart.
///
/// The normal points from `a` to `b`. Two half-spaces have no contact, nor have two segments of chains. With
/// a negative `speculative`, only deeper overlaps have contact points. Poses that are not finite give none.
///
/// ```
/// use collide::geom::{Pose, Shape, Vec2};
/// use collide::manifold;
/// let ground = Shape::rectangle(10.0, 0.5)?;
/// let crate_ = Shape::rectangle(0.5, 0.5)?;
/// // The crate overlaps the ground, whose upper side is at y = 0.5, by 1 cm.
/// let contact = manifold(&ground, Pose::IDENTITY, &crate_, Pose::at([3.0, 0.99]), 0.02);
/// assert_eq!(contact.normal, Vec2::new(0.0, 1.0));
/// assert_eq!(contact.points().len(), 2);
/// assert!(contact.points().iter().all(|point| (point.separation + 0.01).abs() < 1e-6));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn manifold(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> Manifold {
    Tolerances::METRES.manifold(a, pose_a, b, pose_b, speculative)
}

impl Tolerances {
    /// [`manifold`] with these tolerances.
    #[must_use]
    pub fn manifold(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> Manifold {
        let (b_in_a, to_world) = (pose_a.relative(pose_b), pose_a.rotation);
        let placement = Placement { b_in_a, to_world, speculative, tolerances: self };
        match (a, a.hull(), b, b.hull()) {
            (Shape::ChainSegment(_), _, Shape::ChainSegment(_), _) => Manifold::EMPTY,
            (Shape::ChainSegment(segment), _, _, Some(hull)) => chain_hull::collide(segment, hull, placement),
            (_, Some(_), Shape::ChainSegment(_), _) => {
                self.manifold(b, pose_b, a, pose_a, speculative).flipped()
            }
            (_, Some(hull_a), _, Some(hull_b)) => match (is_circle(hull_a), is_circle(hull_b)) {
                (true, true) => circle_circle::collide(hull_a, hull_b, placement),
                (false, true) => hull_circle::collide(hull_a, hull_b, placement),
                (false, false) => hull_hull::collide(hull_a, hull_b, placement),
                (true, false) => self.manifold(b, pose_b, a, pose_a, speculative).flipped(),
            },
            (Shape::HalfSpace(half_space), None, _, Some(hull)) => {
                half_space_hull::collide(half_space, hull, placement)
            }
            (_, Some(_), Shape::HalfSpace(_), None) => {
                self.manifold(b, pose_b, a, pose_a, speculative).flipped()
            }
            _ => Manifold::EMPTY,
        }
    }
}

impl Tolerances {
    /// The manifold of two hulls with edges, given the edge of each that separates the other most.
    ///
    /// # Panics
    /// If a hull has no such edge.
    #[must_use]
    pub fn manifold_of_edges(
        self,
        [a, b]: [RoundedHull<'_>; 2],
        [pose_a, pose_b]: [Pose; 2],
        [from_a, from_b]: [EdgeSeparation; 2],
        speculative: f32,
    ) -> Manifold {
        let (b_in_a, to_world) = (pose_a.relative(pose_b), pose_a.rotation);
        let placement = Placement { b_in_a, to_world, speculative, tolerances: self };
        hull_hull::collide_with_axes(a, b, placement, from_a, from_b)
    }
}

/// Empty if no part of `b` is over the edge.
pub(crate) fn manifold_with_edge_of_a(
    a: RoundedHull<'_>,
    edge: usize,
    b: RoundedHull<'_>,
    placement: Placement,
) -> Manifold {
    if is_circle(b) {
        hull_circle::collide_with_edge_of_a(a, edge, b, placement)
    } else {
        hull_hull::collide_with_edge_of_a(a, edge, b, placement)
    }
}
