//! Two points or two directions in one [`Quad`], x, y, x, y: one instruction computes both ends of an edge,
//! or both points of a manifold.

use compute::Quad;
use geom::{Point, Pose, Rot, Vec2};

#[inline(always)]
pub(crate) fn from_points([p, q]: [Point; 2]) -> Quad {
    Quad::new([p.x, p.y, q.x, q.y])
}

#[inline(always)]
pub(crate) fn to_points(pair: Quad) -> [Point; 2] {
    let [px, py, qx, qy] = pair.numbers();
    [Point::new(px, py), Point::new(qx, qy)]
}

#[inline(always)]
pub(crate) fn splat(v: Vec2) -> Quad {
    Quad::new([v.x, v.y, v.x, v.y])
}

#[inline(always)]
pub(crate) fn rotated(Rot { cos, sin }: Rot, pair: Quad) -> Quad {
    pair.rotated(cos, sin)
}

/// From the frame of `pose` to the frame in which `pose` is given.
#[inline(always)]
pub(crate) fn transformed(pose: Pose, pair: Quad) -> Quad {
    splat(pose.position.coords) + rotated(pose.rotation, pair)
}
