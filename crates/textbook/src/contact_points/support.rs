//! One contact point from the vertices that are farthest along the normal, without clipping.
//!
//! Source: Sotirov 2022, section Failed (?) first try, `get_average_contact_point`. Its errors: the point
//! does not depend on where the other polygon ends, so a plank that overhangs a table is supported beyond the
//! table's edge and never tips over; and a plank whose deeper end has the shorter lever arm is rotated the
//! wrong way.

use super::{Candidate, ContactPoints};
use crate::mtv;
use geom::{Point, Polygon, Pose};

/// m. Vertices whose distances along the normal differ by less count as an edge (Sotirov 2022: 0.1).
pub const SUPPORT_TOLERANCE: f32 = 0.1;

/// The vertex of B that is deepest in A, or the mean of the two deepest vertices if their depths differ by
/// less than [`SUPPORT_TOLERANCE`]. `None` if the polygons are apart.
///
/// ```
/// use collide::geom::{Point, Polygon, Pose};
/// use textbook::contact_points::by_support_average;
/// // The middle of the plank is beyond the edge of the table, which is at x = 1.
/// let (table, plank) = (Polygon::rectangle(1.0, 0.5)?, Polygon::rectangle(1.0, 0.1)?);
/// let found = by_support_average(&table, Pose::IDENTITY, &plank, Pose::at([1.5, 0.59])).unwrap();
/// let point = found.contacts().next().unwrap();
/// assert!((point.position - Point::new(1.5, 0.49)).norm() < 1e-6); // in the air
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn by_support_average(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    by_support_average_within(SUPPORT_TOLERANCE, a, pose_a, b, pose_b)
}

/// With another [`SUPPORT_TOLERANCE`].
pub(crate) fn by_support_average_within(
    tolerance: f32,
    a: &Polygon,
    pose_a: Pose,
    b: &Polygon,
    pose_b: Pose,
) -> Option<ContactPoints> {
    let mtv = mtv::polygons(a, pose_a, b, pose_b)?;
    let mut farthest = [(f32::NEG_INFINITY, Point::origin()); 2];
    for &vertex in b.vertices() {
        let position = pose_b * vertex;
        let distance = -mtv.normal.dot(&(position - pose_a.position));
        if distance > farthest[0].0 {
            farthest = [(distance, position), farthest[0]];
        } else if distance > farthest[1].0 {
            farthest[1] = (distance, position);
        }
    }
    let [(first, p), (second, q)] = farthest;
    let position = if first - second < tolerance { p + (q - p) * 0.5 } else { p };
    Some(ContactPoints::new(mtv, &[Candidate { position, depth: mtv.depth, is_contact: true }]))
}
