//! Two polygons: their shadows on the normal of every edge, and the least overlap of all.
//!
//! ```text
//!     A.lower        A.upper            B leaves forwards by A.upper - B.lower,
//!       [==============]                or backwards by B.upper - A.lower:
//!               [==============]        the lesser is the overlap of this axis, and tells the direction
//!            B.lower        B.upper
//! ```
//!
//! Source: seed 000, sections Collision Detection and Penetration Vectors; seed 001, section Polygon vs. Polygon.
//! The second takes the direction along the axis from the centroids, the first leaves it open. But the centroid of a
//! wedge lies near its thick end, and can send B the longer way by the length of the shorter: it is not out then.

use super::Mtv;
use crate::{Interval, project};
use geom::{Polygon, Pose, RoundedHull, Vec2};

/// Of two polygons at their poses; `None` if they are apart. Rounding is left out of account. Of axes that overlap
/// equally the first is taken, those of A before those of B, and of two equal directions the one along the normal.
///
/// ```
/// use collide::mtv;
/// use geom::{Polygon, Pose, Vec2};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let mtv = mtv::polygons(&square, Pose::IDENTITY, &square, Pose::at([0.25, -0.75])).unwrap();
/// assert_eq!((mtv.normal, mtv.depth), (Vec2::new(0.0, -1.0), 0.25));
/// assert!(mtv::polygons(&square, Pose::IDENTITY, &square, Pose::at([0.25, -1.25])).is_none());
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn polygons(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<Mtv> {
    let least = least_overlap((a.hull(), pose_a), (b.hull(), pose_b))?;
    Mtv::if_overlapping(least.direction, least.overlap)
}

/// Whose edge an axis is normal to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    A,
    B,
}

/// An axis on which the shadows overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) owner: Owner,
    /// Unit, the way in which B leaves.
    pub(crate) direction: Vec2,
    /// How far it has to go, m.
    pub(crate) overlap: f32,
}

/// The edge normal on which the shadows of the sharp hulls overlap least; `None` if there is a gap on one of them.
pub(crate) fn least_overlap(a: (RoundedHull<'_>, Pose), b: (RoundedHull<'_>, Pose)) -> Option<Axis> {
    let mut least = Axis { owner: Owner::A, direction: Vec2::zeros(), overlap: f32::INFINITY };
    for (owner, (hull, pose)) in [(Owner::A, a), (Owner::B, b)] {
        for &normal in hull.normals {
            // The normals of B point to where A is.
            let outward = pose.rotation * normal;
            let axis = if owner == Owner::A { outward } else { -outward };
            let (overlap, direction) = way_out(shadow(a, axis), shadow(b, axis), axis);
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

/// How far, and which way along `axis`, the second shadow leaves the first.
pub(super) fn way_out(a: Interval, b: Interval, axis: Vec2) -> (f32, Vec2) {
    let (forwards, backwards) = (a.upper - b.lower, b.upper - a.lower);
    if backwards < forwards { (backwards, -axis) } else { (forwards, axis) }
}

fn shadow((hull, pose): (RoundedHull<'_>, Pose), axis: Vec2) -> Interval {
    project(RoundedHull { radius: 0.0, ..hull }, pose, axis)
}
