//! Which routine answers for which pair of shapes.
//!
//! All shapes but the half-space are rounded hulls, so that four routines serve fifteen kinds of pairs:
//!
//! ```text
//!               point         hull          half-space
//!   point       point_point   point_hull    half_space_hull
//!   hull                      hull_hull     half_space_hull
//!   half-space                              none: two endless solids rest on nothing
//! ```
//!
//! with a point for a single vertex; a segment of a chain is a hull whose answer is looked at again (`chain_hull`). Below the diagonal A and B are exchanged and the result flipped.
//!
//! Turned down: a routine for each pair of kinds, as seeds 001 and 004 have; a capsule would add four, and
//! rounded polygons five more.

mod chain_hull;
mod half_space_hull;
mod hull_hull;
mod point_hull;
mod point_point;

pub use hull_hull::manifold_by_gjk;

use crate::Manifold;
use crate::manifold::Setting;
use geom::{Pose, RoundedHull, Shape};

/// Where shapes `a` and `b` touch at their poses, or are at most `speculative` (m) apart.
///
/// The normal points from `a` to `b`. Two half-spaces never touch, nor do two segments of chains. A `speculative` below
/// 0 asks for shapes that overlap by more than that. Poses that are not finite give [`Manifold::EMPTY`].
///
/// ```
/// use collide::manifold;
/// use geom::{Pose, Shape, Vec2};
/// let ground = Shape::rectangle(10.0, 0.5)?;
/// let crate_ = Shape::rectangle(0.5, 0.5)?;
/// // The crate has sunk 1 cm into the ground, whose upper side is at y = 0.5.
/// let contact = manifold(&ground, Pose::IDENTITY, &crate_, Pose::at([3.0, 0.99]), 0.02);
/// assert_eq!(contact.normal, Vec2::new(0.0, 1.0));
/// assert_eq!(contact.points().len(), 2);
/// assert!(contact.points().iter().all(|point| (point.separation + 0.01).abs() < 1e-6));
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn manifold(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> Manifold {
    let setting = Setting { b_in_a: pose_a.relative(pose_b), to_world: pose_a.rotation, speculative };
    match (a, a.hull(), b, b.hull()) {
        (Shape::ChainSegment(_), _, Shape::ChainSegment(_), _) => Manifold::EMPTY,
        (Shape::ChainSegment(segment), _, _, Some(hull)) => chain_hull::collide(segment, hull, setting),
        (_, Some(_), Shape::ChainSegment(_), _) => manifold(b, pose_b, a, pose_a, speculative).flipped(),
        (_, Some(hull_a), _, Some(hull_b)) => match (is_point(hull_a), is_point(hull_b)) {
            (true, true) => point_point::collide(hull_a, hull_b, setting),
            (false, true) => point_hull::collide(hull_a, hull_b, setting),
            (false, false) => hull_hull::collide(hull_a, hull_b, setting),
            (true, false) => manifold(b, pose_b, a, pose_a, speculative).flipped(),
        },
        (Shape::HalfSpace(half_space), None, _, Some(hull)) => {
            half_space_hull::collide(half_space, hull, setting)
        }
        (_, Some(_), Shape::HalfSpace(_), None) => manifold(b, pose_b, a, pose_a, speculative).flipped(),
        _ => Manifold::EMPTY,
    }
}

#[inline(always)]
fn is_point(hull: RoundedHull<'_>) -> bool {
    hull.vertices.len() == 1
}
