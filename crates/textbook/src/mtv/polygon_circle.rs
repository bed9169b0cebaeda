//! A polygon and a circle: the projections onto the edge normals, and onto the line from the nearest corner.
//!
//! ```text
//!        .----.
//!       /      \  <- an edge normal separates where an edge is nearest,
//!      '--------* .   the line from the nearest corner where that corner is
//!                  ( )
//! ```
//!
//! Source: Sotirov 2022, section Polygon vs. Circle. The text calls the corner's axis arbitrary, but it is
//! the one that is missing: beside a corner, an arc around it bounds the Minkowski difference. If the centre
//! is inside the polygon, this axis never gives the shortest translation; on the corner it has no direction.

use super::Mtv;
use super::polygons::way_out;
use crate::projection::project;
use collide::tolerance::MIN_DIRECTION;
use geom::{Circle, Polygon, Pose, RoundedHull, distance_squared};

/// The MTV of a polygon (A) and a circle (B) at their poses; `None` if they are apart. Ignores the polygon's
/// rounding radius. Of equal overlaps the first is taken, edges before the corner.
///
/// ```
/// use collide::geom::{Circle, Polygon, Pose, Vec2};
/// use textbook::mtv;
/// let (square, circle) = (Polygon::rectangle(1.0, 1.0)?, Circle::new([0.0, 0.0], 0.5)?);
/// let at = |x, y| mtv::polygon_circle(&square, Pose::IDENTITY, &circle, Pose::at([x, y]));
/// let corner = at(1.3, 1.4).unwrap();
/// assert!((corner.normal - Vec2::new(0.6, 0.8)).norm() < 1e-6 && corner.depth < 1e-6);
/// let inside = at(0.25, 0.75).unwrap();
/// assert_eq!((inside.normal, inside.depth), (Vec2::new(0.0, 1.0), 0.75));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn polygon_circle(polygon: &Polygon, pose_a: Pose, circle: &Circle, pose_b: Pose) -> Option<Mtv> {
    let sharp = RoundedHull { radius: 0.0, ..polygon.hull() };
    let center = pose_b * circle.center();
    let nearest = sharp.vertices.iter().fold((f32::INFINITY, center), |nearest, &vertex| {
        let corner = pose_a * vertex;
        let squared = distance_squared(corner, center);
        if squared < nearest.0 { (squared, corner) } else { nearest }
    });
    let from_corner = center - nearest.1;
    let distance = from_corner.norm();
    let corner_axis = (distance > MIN_DIRECTION).then(|| from_corner / distance);
    let edge_normals = sharp.normals.iter().map(|&normal| pose_a.rotation * normal);

    let mut least: Option<Mtv> = None;
    for axis in edge_normals.chain(corner_axis) {
        let (a, b) = (project(sharp, pose_a, axis), project(circle.hull(), pose_b, axis));
        let (overlap, direction) = way_out(a, b, axis);
        let found = Mtv::if_overlapping(direction, overlap)?;
        if least.is_none_or(|least| found.depth < least.depth) {
            least = Some(found);
        }
    }
    least
}
