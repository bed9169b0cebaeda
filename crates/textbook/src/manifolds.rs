//! The ways of the texts to the manifold of two shapes, as a world calls them: with tolerances, for any pair.
//!
//! GJK starts without the simplex of the last step, so a manifold follows from the poses alone, and snapshots
//! hold nothing more; the search takes a few iterations longer.

use crate::contact_points::{self, ContactPoints, SUPPORT_TOLERANCE};
use crate::manifold_by_gjk;
use collide::algorithms::GjkCache;
use collide::{Manifold, Tolerances};
use geom::{Polygon, Pose, Shape};

/// [`manifold_by_gjk`](crate::manifold_by_gjk()).
#[must_use]
pub fn by_gjk(tolerances: Tolerances, shapes: [&Shape; 2], poses: [Pose; 2], speculative: f32) -> Manifold {
    manifold_by_gjk::with_tolerances(tolerances, shapes, poses, speculative, &mut GjkCache::default())
}

/// [`contact_points::by_mean`]; by separating axes unless both are polygons without rounding.
#[must_use]
pub fn by_mean(tolerances: Tolerances, shapes: [&Shape; 2], poses: [Pose; 2], speculative: f32) -> Manifold {
    of_sharp_polygons(contact_points::by_mean, tolerances, shapes, poses, speculative)
}

/// [`contact_points::by_support_average`]; by separating axes unless both are polygons without rounding.
#[must_use]
pub fn by_support_average(
    tolerances: Tolerances,
    shapes: [&Shape; 2],
    poses: [Pose; 2],
    speculative: f32,
) -> Manifold {
    let method = |p: &Polygon, pose_p: Pose, q: &Polygon, pose_q: Pose| {
        contact_points::by_support_average_within(tolerances.scaled(SUPPORT_TOLERANCE), p, pose_p, q, pose_q)
    };
    of_sharp_polygons(method, tolerances, shapes, poses, speculative)
}

/// Other shapes by separating axes.
fn of_sharp_polygons(
    method: impl Fn(&Polygon, Pose, &Polygon, Pose) -> Option<ContactPoints>,
    tolerances: Tolerances,
    shapes: [&Shape; 2],
    [pose_a, pose_b]: [Pose; 2],
    speculative: f32,
) -> Manifold {
    match shapes {
        [Shape::Polygon(p), Shape::Polygon(q)] if p.radius() == 0.0 && q.radius() == 0.0 => {
            let found = method(p, pose_a, q, pose_b);
            found.map_or(Manifold::EMPTY, |points| points.manifold(pose_a, pose_b))
        }
        [a, b] => tolerances.manifold(a, pose_a, b, pose_b, speculative),
    }
}
