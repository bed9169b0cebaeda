//! One point from the vertices that lie farthest along the normal, without clipping.
//!
//! Source: seed 001, section Failed (?) first try, `get_average_contact_point`. It is kept to show what goes wrong:
//! the point knows nothing of where the other polygon ends. A plank that overhangs a table is held up at its middle,
//! beyond the table's edge, and never tips; one whose deeper end has the shorter lever is turned the wrong way.

use super::{Candidate, ContactPoints};
use crate::mtv;
use geom::{Point, Polygon, Pose};

/// m. Two vertices whose distances along the normal differ by less are an edge (the 0.1 of seed 001).
pub const SUPPORT_TOLERANCE: f32 = 0.1;

/// The vertex of B that lies deepest in A, or the mean of two deepest vertices that differ by less than 0.1 m in
/// depth. `None` if the polygons are apart.
///
/// ```
/// use collide::contact_points::by_support_average;
/// use geom::{Point, Polygon, Pose};
/// // A plank with its middle beyond the edge of the table, at x = 1.
/// let (table, plank) = (Polygon::rectangle(1.0, 0.5)?, Polygon::rectangle(1.0, 0.1)?);
/// let found = by_support_average(&table, Pose::IDENTITY, &plank, Pose::at([1.5, 0.59])).unwrap();
/// let point = found.kept().next().unwrap();
/// assert!((point.position - Point::new(1.5, 0.49)).norm() < 1e-6); // in the air
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn by_support_average(a: &Polygon, pose_a: Pose, b: &Polygon, pose_b: Pose) -> Option<ContactPoints> {
    let mtv = mtv::polygons(a, pose_a, b, pose_b)?;
    // (along, position), the farthest against the normal first.
    let mut farthest = [(f32::NEG_INFINITY, Point::origin()); 2];
    for &vertex in b.vertices() {
        let position = pose_b * vertex;
        let along = -mtv.normal.dot(&(position - pose_a.position));
        if along > farthest[0].0 {
            farthest = [(along, position), farthest[0]];
        } else if along > farthest[1].0 {
            farthest[1] = (along, position);
        }
    }
    let [(first, p), (second, q)] = farthest;
    let position = if first - second < SUPPORT_TOLERANCE { p + (q - p) * 0.5 } else { p };
    Some(ContactPoints::new(mtv, &[Candidate { position, depth: mtv.depth, kept: true }]))
}
