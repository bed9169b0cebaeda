//! Two circles: along the line of the centres, by the sum of the radii minus the distance.
//!
//! Source: Sotirov 2022, section Circle vs. Circle; Gaul, The Basics, section Simple Manifold Generation. Any
//! direction is correct for concentric circles. **Errata:** the depth must then be the sum of the radii, but
//! the first text takes the larger radius and the second the first one. The second squares the sum of the
//! radii, and then subtracts the distance from that square.

use super::Mtv;
use collide::tolerance::MIN_DIRECTION;
use geom::{Circle, Pose, Vec2};

/// The MTV of two circles at their poses; `None` if they are apart. For concentric circles it is along the x
/// axis of A.
///
/// ```
/// use collide::geom::{Circle, Pose};
/// use textbook::mtv;
/// // The example of Sotirov 2022.
/// let (a, b) = (Circle::new([-0.5, 0.0], 2.0)?, Circle::new([0.8, 1.0], 1.2)?);
/// let mtv = mtv::circles(&a, Pose::IDENTITY, &b, Pose::IDENTITY).unwrap();
/// assert!((mtv.depth - 1.559_878).abs() < 1e-6); // 3.2 - sqrt(2.69)
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn circles(a: &Circle, pose_a: Pose, b: &Circle, pose_b: Pose) -> Option<Mtv> {
    // Positions first: far from the origin, position plus small centre would be inaccurate.
    let to_b = pose_b.rotation * b.center().coords - pose_a.rotation * a.center().coords;
    let apart = (pose_b.position - pose_a.position) + to_b;
    let distance = apart.norm();
    let depth = a.radius() + b.radius() - distance;
    let normal =
        if distance > MIN_DIRECTION { apart / distance } else { pose_a.rotation * Vec2::new(1.0, 0.0) };
    Mtv::if_overlapping(normal, depth)
}
