//! The projection of a shape onto an axis.
//!
//! Two convex shapes are apart exactly if their projections onto some axis are (the separating axis theorem);
//! the least overlap over all edge normals is the penetration. Tests use this definition as the oracle for
//! [`max_separation`](collide::algorithms::max_separation), which computes the same number from one side of
//! each projection.
//!
//! Source: 2D Collision Detection and Resolution, `ProjectPolygonAlongDirection`; Sotirov 2022, section
//! Polygon vs. Polygon, which divides by the squared length of the axis. Here the axis is unit, so overlaps
//! are lengths. Gaul, The Basics, for circles, which add their radius.

use compute::math::{max, min};
use geom::{Pose, RoundedHull, Vec2};

/// The numbers from `lower` to `upper`.
///
/// ```
/// use textbook::Interval;
/// let (a, b) = (Interval { lower: 0.0, upper: 4.0 }, Interval { lower: 3.0, upper: 9.0 });
/// assert_eq!(a.overlap(b), 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least number.
    pub lower: f32,
    /// The greatest number.
    pub upper: f32,
}

impl Interval {
    /// By how much one of the two must move to end the overlap, m; minus the length of a gap.
    #[must_use]
    pub fn overlap(self, other: Self) -> f32 {
        min(self.upper - other.lower, other.upper - self.lower)
    }
}

/// The projection of the hull at `pose` onto the unit vector `axis` through the origin, m; another length
/// scales the result. A hull without vertices gives the empty interval from infinity to minus infinity.
///
/// ```
/// use collide::geom::{Polygon, Pose, Vec2};
/// use textbook::{Interval, project};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let projection = project(square.hull(), Pose::at([3.0, 7.0]), Vec2::new(1.0, 0.0));
/// assert_eq!(projection, Interval { lower: 2.5, upper: 3.5 });
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn project(hull: RoundedHull<'_>, pose: Pose, axis: Vec2) -> Interval {
    let in_hull = pose.rotation.inverse_rotate(axis);
    let (lower, upper) = hull.vertices.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| {
        let coordinate = in_hull.dot(&v.coords);
        (min(coordinate, low), max(coordinate, high))
    });
    let origin = axis.dot(&pose.position.coords);
    Interval { lower: origin + lower - hull.radius, upper: origin + upper + hull.radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Shape;

    /// A unit square rotated by 45 degrees has the projection of its diagonal; a circle has the same one on
    /// every axis.
    #[test]
    fn projection_of_square_is_its_diagonal_and_of_circle_its_diameter() {
        let square = Shape::rectangle(0.5, 0.5).unwrap();
        let turned = Pose::new([3.0, 0.0], core::f32::consts::FRAC_PI_4);
        let projection = project(square.hull().unwrap(), turned, Vec2::new(1.0, 0.0));
        let half_diagonal = 0.5 * core::f32::consts::SQRT_2;
        assert!((projection.lower - (3.0 - half_diagonal)).abs() < 1e-6);
        assert!((projection.upper - (3.0 + half_diagonal)).abs() < 1e-6);
        let circle = Shape::circle(2.0).unwrap();
        for axis in [Vec2::new(1.0, 0.0), Vec2::new(0.6, 0.8), Vec2::new(0.0, -1.0)] {
            let projection = project(circle.hull().unwrap(), Pose::IDENTITY, axis);
            assert_eq!(projection, Interval { lower: -2.0, upper: 2.0 });
        }
    }

    #[test]
    fn overlap_is_the_shorter_way_out_and_a_gap_is_negative() {
        let at = |lower, upper| Interval { lower, upper };
        assert_eq!(at(0.0, 4.0).overlap(at(3.0, 9.0)), 1.0);
        assert_eq!(at(0.0, 10.0).overlap(at(6.0, 8.0)), 4.0);
        assert_eq!(at(0.0, 1.0).overlap(at(1.5, 2.0)), -0.5);
        assert_eq!(at(0.0, 1.0).overlap(at(1.0, 2.0)), 0.0);
    }
}
