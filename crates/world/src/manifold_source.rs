//! Where the narrow phase gets the manifold of two shapes: the interface between it and the methods.
//!
//! Swept contacts and the replacements at seams always come from separating axes: they ask for the manifold
//! with a given edge, or at another time.

use collide::{Manifold, Tolerances};
use geom::{Pose, Shape};

/// As [`Tolerances::manifold`]: the last argument is the distance up to which there are points, m. The result
/// follows from the arguments alone.
pub(crate) type FindManifold = fn(Tolerances, [&Shape; 2], [Pose; 2], f32) -> Manifold;

#[derive(Clone, Copy, Debug)]
pub(crate) enum ManifoldSource {
    Collide,
    /// Called for one pair after the other.
    Function(FindManifold),
}

impl ManifoldSource {
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
