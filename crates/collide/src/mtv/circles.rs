//! Two circles: along the line of the centres, by the sum of the radii less their distance.
//!
//! Source: seed 001, section Circle vs. Circle; seed 004, section Simple Manifold Generation. Centres that coincide
//! have no line between them. Any direction will do, but the way must be the sum of the radii: seed 001 takes the
//! larger of them and seed 004 the first, which leaves the circles overlapping. Seed 004 squares the sum of the
//! radii for the comparison and then subtracts the distance from the square.

use super::Mtv;
use crate::tolerance::MIN_DIRECTION;
use geom::{Circle, Pose, Vec2};

/// Of two circles at their poses; `None` if they are apart. Centres that coincide part along the x axis of A.
///
/// ```
/// use collide::mtv;
/// use geom::{Circle, Pose};
/// // The example of seed 001.
/// let (a, b) = (Circle::new([-0.5, 0.0], 2.0)?, Circle::new([0.8, 1.0], 1.2)?);
/// let mtv = mtv::circles(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap();
/// assert!((mtv.depth - 1.559_878).abs() < 1e-6); // 3.2 less the root of 2.69
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn circles(a: &Circle, pose_a: Pose, b: &Circle, pose_b: Pose) -> Option<Mtv> {
    // Positions first: far from the origin, the sum with a small centre would lose its digits.
    let to_b = pose_b.rotation * b.center().coords - pose_a.rotation * a.center().coords;
    let apart = (pose_b.position - pose_a.position) + to_b;
    let distance = apart.norm();
    let depth = a.radius() + b.radius() - distance;
    let normal =
        if distance > MIN_DIRECTION { apart / distance } else { pose_a.rotation * Vec2::new(1.0, 0.0) };
    Mtv::if_overlapping(normal, depth)
}
