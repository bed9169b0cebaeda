//! Where the narrow phase gets the manifold of two shapes: the interface between it and the methods.
//!
//! Swept contacts and what replaces a covered side at a seam always come from separating axes: they ask for
//! the manifold with a given edge, or at another time.

use collide::Manifold;
use geom::{Pose, Shape};

/// The manifold of two shapes at these poses, as by [`collide::manifold`](collide::manifold()): it follows
/// from the arguments alone. The last is the distance up to which it has points, m.
pub(crate) type FindManifold = fn(&Shape, Pose, &Shape, Pose, f32) -> Manifold;

/// Where manifolds come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ManifoldSource {
    /// [`collide::manifold`](collide::manifold()), and the same in lanes.
    Collide,
    /// Another function, called for one pair after the other.
    Function(FindManifold),
}

impl ManifoldSource {
    /// The manifold of two shapes at these poses.
    #[inline(always)]
    pub(crate) fn find(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, speculative: f32) -> Manifold {
        match self {
            Self::Collide => collide::manifold(a, pose_a, b, pose_b, speculative),
            Self::Function(find) => find(a, pose_a, b, pose_b, speculative),
        }
    }
}
