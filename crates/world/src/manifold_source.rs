//! Where the narrow phase gets the manifold of two shapes: the interface between it and the methods.
//!
//! Swept contacts and what replaces a covered side at a seam always come from separating axes: they ask for
//! the manifold with a given edge, or at another time.

use collide::{Manifold, Tolerances};
use geom::{Pose, Shape};

/// The manifold of two shapes at these poses, as by [`Tolerances::manifold`]: it follows from the arguments
/// alone. The last is the distance up to which it has points, m.
pub(crate) type FindManifold = fn(Tolerances, [&Shape; 2], [Pose; 2], f32) -> Manifold;

/// Where manifolds come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ManifoldSource {
    /// [`Tolerances::manifold`], and the same in lanes.
    Collide,
    /// Another function, called for one pair after the other.
    Function(FindManifold),
}

impl ManifoldSource {
    /// The manifold of two shapes at these poses.
    #[inline(always)]
    pub(crate) fn find(
        self,
        tolerances: Tolerances,
        [a, b]: [&Shape; 2],
        [pose_a, pose_b]: [Pose; 2],
        speculative: f32,
    ) -> Manifold {
        match self {
            Self::Collide => tolerances.manifold(a, pose_a, b, pose_b, speculative),
            Self::Function(find) => find(tolerances, [a, b], [pose_a, pose_b], speculative),
        }
    }
}
