//! Two points or directions in one [`Quad`], as they lie in memory: x, y, x, y.
//!
//! What happens to the two ends of an edge, or to the two points of a manifold, happens to both at once.

use compute::Quad;
use geom::{Point, Pose, Rot, Vec2};

/// Two points.
#[inline(always)]
pub(crate) fn points([p, q]: [Point; 2]) -> Quad {
    Quad::new([p.x, p.y, q.x, q.y])
}

/// The points of a quad.
#[inline(always)]
pub(crate) fn to_points(two: Quad) -> [Point; 2] {
    let [px, py, qx, qy] = two.numbers();
    [Point::new(px, py), Point::new(qx, qy)]
}

/// The same direction twice.
#[inline(always)]
pub(crate) fn both(v: Vec2) -> Quad {
    Quad::new([v.x, v.y, v.x, v.y])
}

/// Both turned.
#[inline(always)]
pub(crate) fn rotated(Rot { cos, sin }: Rot, two: Quad) -> Quad {
    two * Quad::splat(cos) + two.swapped() * Quad::new([-sin, sin, -sin, sin])
}

/// Both moved.
#[inline(always)]
pub(crate) fn moved(pose: Pose, two: Quad) -> Quad {
    both(pose.position.coords) + rotated(pose.rotation, two)
}
