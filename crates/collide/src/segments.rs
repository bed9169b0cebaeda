//! Where two segments cross, and where they are nearest to each other.
//!
//! Segments that do not cross are nearest at an end of one of them. So the result is the least of five
//! candidates: each end to the other segment, and the crossing.
//!
//! Source: Sotirov 2022, section Polygons, for the crossing of lines; the text uses y = a x + b, with special
//! cases that the signs of cross products do not need. Solving for both parameters would divide by the
//! squared sine of the angle, which is rounding for nearly parallel segments, such as two capsules at rest.

use compute::math::clamp;
use geom::{Point, cross, distance_squared};

/// The points at which two segments are nearest to each other.
///
/// ```
/// use collide::algorithms::closest_points;
/// use collide::geom::Point;
/// let level = [Point::new(0.0, 0.0), Point::new(4.0, 0.0)];
/// let beside = [Point::new(5.0, 1.0), Point::new(9.0, 1.0)];
/// let nearest = closest_points(level, beside);
/// assert_eq!((nearest.fractions, nearest.distance_squared), ([1.0, 0.0], 2.0));
/// assert_eq!(nearest.ends(), Some([1, 0])); // end 1 of the first segment, end 0 of the second
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints {
    /// Where the point is on each segment: exactly 0 or 1 at an end.
    pub fractions: [f32; 2],
    /// The points on the first and on the second segment, m.
    pub points: [Point; 2],
    /// Their squared distance, m^2; 0 for segments that cross, within rounding.
    pub distance_squared: f32,
}

/// Where segments `a` and `b` (m) cross: fractions from 0 to 1. `None` if they do not, or are parallel. In
/// f32; [`geom::segment_segment`] decides exactly.
///
/// ```
/// use collide::algorithms::crossing;
/// use collide::geom::Point;
/// let rising = [Point::new(0.0, 0.0), Point::new(4.0, 4.0)];
/// let upright = [Point::new(1.0, 0.0), Point::new(1.0, 2.0)];
/// assert_eq!(crossing(rising, upright), Some((0.25, 0.5)));
/// ```
#[inline]
#[must_use]
pub fn crossing(a: [Point; 2], b: [Point; 2]) -> Option<(f32, f32)> {
    let (edge_a, edge_b) = (a[1] - a[0], b[1] - b[0]);
    let (b0, b1) = (cross(edge_a, b[0] - a[0]), cross(edge_a, b[1] - a[0]));
    let (a0, a1) = (cross(edge_b, a[0] - b[0]), cross(edge_b, a[1] - b[0]));
    let differ = |s: f32, t: f32| (s > 0.0 && t <= 0.0) || (s <= 0.0 && t > 0.0);
    (differ(a0, a1) && differ(b0, b1)).then(|| (a0 / (a0 - a1), b0 / (b0 - b1)))
}

/// The nearest points of two segments (m), whose ends may coincide. Of equally near points the first in this
/// order: the start of `a`, the crossing, the end of `a`, the start of `b`, the end of `b`.
#[inline]
#[must_use]
pub fn closest_points(a: [Point; 2], b: [Point; 2]) -> ClosestPoints {
    let mut nearest = from_point_of(a, 0.0, b);
    let mut consider = |candidate: ClosestPoints| {
        if candidate.distance_squared < nearest.distance_squared {
            nearest = candidate;
        }
    };
    // Rounding may place the crossing of nearly collinear segments elsewhere.
    if let Some((on_a, _)) = crossing(a, b) {
        consider(from_point_of(a, on_a, b));
    }
    consider(from_point_of(a, 1.0, b));
    consider(from_point_of(b, 0.0, a).flipped());
    consider(from_point_of(b, 1.0, a).flipped());
    nearest
}

#[inline]
pub(crate) fn nearest_fraction(segment: [Point; 2], point: Point) -> f32 {
    let edge = segment[1] - segment[0];
    let length_squared = edge.norm_squared();
    if length_squared > 0.0 { clamp((point - segment[0]).dot(&edge) / length_squared, 0.0, 1.0) } else { 0.0 }
}

/// At 0 and 1 the ends themselves, without rounding.
#[inline]
fn point_at(segment: [Point; 2], fraction: f32) -> Point {
    if fraction == 1.0 { segment[1] } else { segment[0] + (segment[1] - segment[0]) * fraction }
}

#[inline]
fn from_point_of(a: [Point; 2], on_a: f32, b: [Point; 2]) -> ClosestPoints {
    let point_a = point_at(a, on_a);
    let on_b = nearest_fraction(b, point_a);
    let point_b = point_at(b, on_b);
    ClosestPoints {
        fractions: [on_a, on_b],
        points: [point_a, point_b],
        distance_squared: distance_squared(point_a, point_b),
    }
}

impl ClosestPoints {
    #[inline]
    fn flipped(self) -> Self {
        let Self { fractions: [a, b], points: [p, q], distance_squared } = self;
        Self { fractions: [b, a], points: [q, p], distance_squared }
    }

    /// The indices (0 or 1) of the ends, if both nearest points are ends.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> Option<[usize; 2]> {
        let is_end = |fraction: f32| fraction == 0.0 || fraction == 1.0;
        self.fractions.iter().all(|&f| is_end(f)).then(|| self.fractions.map(|f| f as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (-4000_i16..4000, -4000_i16..4000).prop_map(|(x, y)| Point::new(f32::from(x), f32::from(y)) / 1000.0)
    }

    fn segment(x0: f32, y0: f32, x1: f32, y1: f32) -> [Point; 2] {
        [Point::new(x0, y0), Point::new(x1, y1)]
    }

    proptest! {
        /// No two sampled points are nearer to each other, and the points are at the fractions that are
        /// returned.
        #[test]
        fn closest_points_are_nearer_than_all_samples(a in [point(), point()], b in [point(), point()]) {
            // 1e-5 m: some roundings of f32 (5e-7 m at 8 m).
            let nearest = closest_points(a, b);
            let at = |s: [Point; 2], f: f32| s[0] + (s[1] - s[0]) * f;
            prop_assert!((at(a, nearest.fractions[0]) - nearest.points[0]).norm() < 1e-5);
            prop_assert!((at(b, nearest.fractions[1]) - nearest.points[1]).norm() < 1e-5);
            let distance = (nearest.points[0] - nearest.points[1]).norm();
            prop_assert!((distance - nearest.distance_squared.sqrt()).abs() < 1e-5);
            for i in 0..=20 {
                for j in 0..=20 {
                    let apart = at(a, i as f32 / 20.0) - at(b, j as f32 / 20.0);
                    prop_assert!(distance <= apart.norm() + 1e-5);
                }
            }
        }

        #[test]
        fn order_of_segments_does_not_matter(a in [point(), point()], b in [point(), point()]) {
            let (there, back) = (closest_points(a, b), closest_points(b, a));
            prop_assert!((there.distance_squared - back.distance_squared).abs() < 1e-5);
            prop_assert_eq!(crossing(a, b).is_some(), crossing(b, a).is_some());
        }
    }

    /// Vertical, horizontal, parallel, collinear and touching segments, the cases of Sotirov 2022.
    #[test]
    fn axis_parallel_collinear_and_touching_segments_have_exact_answers() {
        let level = segment(0.0, 1.0, 4.0, 1.0);
        assert_eq!(crossing(level, segment(1.0, 0.0, 1.0, 4.0)), Some((0.25, 0.25)));
        assert_eq!(crossing(level, segment(0.0, 2.0, 4.0, 2.0)), None, "parallel");
        assert_eq!(crossing(level, segment(5.0, 1.0, 9.0, 1.0)), None, "collinear");
        assert_eq!(crossing(level, segment(2.0, 2.0, 2.0, 1.5)), None, "ends before it");

        let parallel = closest_points(level, segment(3.0, 2.0, 9.0, 2.0));
        assert_eq!(parallel.distance_squared, 1.0);
        let collinear = closest_points(level, segment(5.5, 1.0, 9.0, 1.0));
        assert_eq!((collinear.ends(), collinear.distance_squared), (Some([1, 0]), 2.25));
        let overlapping = closest_points(level, segment(3.0, 1.0, 9.0, 1.0));
        assert_eq!(overlapping.distance_squared, 0.0);
        let touching = closest_points(level, segment(2.0, 1.0, 2.0, 5.0));
        assert_eq!((touching.fractions, touching.distance_squared), ([0.5, 0.0], 0.0));
        let point = closest_points(level, segment(1.0, 4.0, 1.0, 4.0));
        assert_eq!((point.fractions[0], point.distance_squared), (0.25, 9.0));
    }
}
