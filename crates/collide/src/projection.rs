//! The shadow of a shape on an axis.
//!
//! Two convex shapes are apart exactly if on some axis their shadows are (the separating axis theorem), and the
//! least overlap of shadows over all edge normals is the penetration. Seeds 000 and 001 test every axis with
//! both shadows. That is the definition, and the oracle of our tests; [`max_separation`](crate::max_separation)
//! gets the same number from one side of each shadow.
//!
//! Source: seed 000, `ProjectPolygonAlongDirection`; seed 001, section Polygon vs. Polygon, which divides by the
//! squared length of the axis: here the axis is unit, so that overlaps are lengths.

use compute::math::{max, min};
use geom::{Pose, RoundedHull, Vec2};

/// The numbers from `lower` to `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub lower: f32,
    /// The greatest.
    pub upper: f32,
}

impl Interval {
    /// How far one of the two must move to leave the other, m; negative if there is a gap, which is then that long.
    #[must_use]
    pub fn overlap(self, other: Self) -> f32 {
        min(self.upper - other.lower, other.upper - self.lower)
    }
}

/// The shadow of the hull at `pose` on the unit vector `axis` through the origin, m. Of an axis of another length it is
/// as much longer; of a hull without vertices, the empty interval from infinity to minus infinity.
///
/// Source: seeds 000 and 001, which project polygons; 004 for circles, moved out by the radius.
#[must_use]
pub fn project(hull: RoundedHull<'_>, pose: Pose, axis: Vec2) -> Interval {
    let in_hull = pose.rotation.inverse_rotate(axis);
    let (lower, upper) = hull.vertices.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| {
        let along = in_hull.dot(&v.coords);
        (min(along, low), max(along, high))
    });
    let origin = axis.dot(&pose.position.coords);
    Interval { lower: origin + lower - hull.radius, upper: origin + upper + hull.radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Shape;

    /// A unit square turned by an eighth casts the shadow of its diagonal, a circle the same on every axis.
    #[test]
    fn shadows_of_square_and_circle() {
        let square = Shape::rectangle(0.5, 0.5).unwrap();
        let turned = Pose::new([3.0, 0.0], core::f32::consts::FRAC_PI_4);
        let shadow = project(square.hull().unwrap(), turned, Vec2::new(1.0, 0.0));
        let half_diagonal = 0.5 * core::f32::consts::SQRT_2;
        assert!((shadow.lower - (3.0 - half_diagonal)).abs() < 1e-6);
        assert!((shadow.upper - (3.0 + half_diagonal)).abs() < 1e-6);
        let circle = Shape::circle(2.0).unwrap();
        for axis in [Vec2::new(1.0, 0.0), Vec2::new(0.6, 0.8), Vec2::new(0.0, -1.0)] {
            let shadow = project(circle.hull().unwrap(), Pose::IDENTITY, axis);
            assert_eq!(shadow, Interval { lower: -2.0, upper: 2.0 });
        }
    }

    /// Overlap is the shorter way out, also when one shadow holds the other; a gap is negative.
    #[test]
    fn overlap_is_the_shorter_way_out() {
        let at = |lower, upper| Interval { lower, upper };
        assert_eq!(at(0.0, 4.0).overlap(at(3.0, 9.0)), 1.0);
        assert_eq!(at(0.0, 10.0).overlap(at(6.0, 8.0)), 4.0);
        assert_eq!(at(0.0, 1.0).overlap(at(1.5, 2.0)), -0.5);
        assert_eq!(at(0.0, 1.0).overlap(at(1.0, 2.0)), 0.0);
    }
}
