//! Two polygons: their projections onto the normal of every edge, and the least overlap.
//!
//! ```text
//!     A.lower        A.upper            B leaves forwards by A.upper - B.lower,
//!       [==============]                or backwards by B.upper - A.lower:
//!               [==============]        the lesser is the overlap on this axis, and gives the direction
//!            B.lower        B.upper
//! ```
//!
//! Source: 2D Collision Detection and Resolution, sections Collision Detection and Penetration Vectors;
//! Sotirov 2022, section Polygon vs. Polygon. **Erratum:** the second takes the direction from the centroids
//! (the first leaves it open). That of a wedge is near its thick end, so this can give the direction of the
//! longer translation with the length of the shorter, and an overlap remains.

use super::Mtv;
use crate::projection::{Interval, project};
use geom::{Polygon, Pose, RoundedHull, Vec2};

/// The MTV of two polygons at their poses; `None` if they are apart. Ignores the rounding radii. Of equal
/// overlaps the first is taken, A's before B's; of opposite directions, that of the edge normal.
///
/// ```
/// use collide::geom::{Polygon, Pose, Vec2};
/// use textbook::mtv;
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let mtv = mtv::polygons(&square, Pose::IDENTITY, &square, Pose::at([0.25, -0.75])).unwrap();
/// assert_eq!((mtv.normal, mtv.depth), (Vec2::new(0.0, -1.0), 0.25));
/// assert!(mtv::polygons(&square, Pose::IDENTITY, &square, Pose::at([0.25, -1.25])).is_none());
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn polygons(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<Mtv> {
    let least = least_overlap((a.hull(), pose_a), (b.hull(), pose_b))?;
    Mtv::if_overlapping(least.direction, least.overlap)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    A,
    B,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) owner: Owner,
    /// Unit: B moves along it.
    pub(crate) direction: Vec2,
    /// How far B must move, m.
    pub(crate) overlap: f32,
}

/// The edge normal on which the sharp hulls overlap least; `None` if there is a gap on one.
pub(crate) fn least_overlap(a: (RoundedHull<'_>, Pose), b: (RoundedHull<'_>, Pose)) -> Option<Axis> {
    let mut least = Axis { owner: Owner::A, direction: Vec2::zeros(), overlap: f32::INFINITY };
    for (owner, (hull, pose)) in [(Owner::A, a), (Owner::B, b)] {
        for &normal in hull.normals {
            // The normals of B point towards A.
            let outward = pose.rotation * normal;
            let axis = if owner == Owner::A { outward } else { -outward };
            let (overlap, direction) = way_out(project_sharp(a, axis), project_sharp(b, axis), axis);
            if overlap.is_nan() || overlap < 0.0 {
                return None;
            }
            if overlap < least.overlap {
                least = Axis { owner, direction, overlap };
            }
        }
    }
    Some(least)
}

/// The shorter translation that separates the second projection from the first: its length (m), and `axis` or
/// `-axis`.
pub(super) fn way_out(a: Interval, b: Interval, axis: Vec2) -> (f32, Vec2) {
    let (forwards, backwards) = (a.upper - b.lower, b.upper - a.lower);
    if backwards < forwards { (backwards, -axis) } else { (forwards, axis) }
}

fn project_sharp((hull, pose): (RoundedHull<'_>, Pose), axis: Vec2) -> Interval {
    project(RoundedHull { radius: 0.0, ..hull }, pose, axis)
}
