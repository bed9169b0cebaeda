//! The ways of the texts to the manifold of two shapes.
//!
//! GJK starts without the simplex of the last step, so a manifold follows from the poses alone, and snapshots
//! hold nothing more; the search takes a few iterations longer.

use collide::algorithms::GjkCache;
use collide::textbook::contact_points::{self, ContactPoints};
use collide::{Manifold, Tolerances};
use geom::{Polygon, Pose, Shape};

pub(in crate::step) fn by_gjk(
    tolerances: Tolerances,
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [Pose; 2],
    speculative: f32,
) -> Manifold {
    tolerances.manifold_by_gjk(a, pose_a, b, pose_b, speculative, &mut GjkCache::default())
}

pub(in crate::step) fn by_mean(
    tolerances: Tolerances,
    shapes: [&Shape; 2],
    poses: [Pose; 2],
    speculative: f32,
) -> Manifold {
    of_sharp_polygons(contact_points::by_mean, tolerances, shapes, poses, speculative)
}

pub(in crate::step) fn by_support_average(
    tolerances: Tolerances,
    shapes: [&Shape; 2],
    poses: [Pose; 2],
    speculative: f32,
) -> Manifold {
    let method = |p: &Polygon, pose_p: Pose, q: &Polygon, pose_q: Pose| {
        tolerances.by_support_average(p, pose_p, q, pose_q)
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
