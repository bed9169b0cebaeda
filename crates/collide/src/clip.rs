//! Clipping of a segment to a half-plane: turns two facing edges into contact points.
//!
//! With d the distance of a point from the line, positive outside, an end with d <= 0 stays. If the ends are
//! on different sides, the outer one moves to the crossing p + (q - p) d_p / (d_p - d_q).
//!
//! Source: 2D Collision Detection and Resolution, `ClipSegmentToHalfspace`; Sotirov 2022,
//! `collision_clip_segment`. **Erratum:** both append the crossing after the ends that stay, so a cut end
//! changes its index, and the next step takes it for the other end. Here each end keeps its index, on which
//! feature ids depend. The line is given by a point, not by its offset, so that p - boundary is accurate far
//! from the origin.

use crate::point_pair;
use compute::Quad;
use geom::{Point, Vec2};

/// The part of `segment` (m) behind the line through `boundary` (m) with the normal `outward` (of any length
/// above zero), line included; `None` if it is all outside. Each end keeps its index; an end inside is
/// unchanged.
///
/// ```
/// use collide::algorithms::clip_to_half_plane;
/// use collide::geom::{Point, Vec2};
/// let segment = [Point::new(0.0, 1.0), Point::new(4.0, 3.0)];
/// let left_of_one = clip_to_half_plane(segment, Point::new(1.0, 0.0), Vec2::new(1.0, 0.0));
/// assert_eq!(left_of_one, Some([Point::new(0.0, 1.0), Point::new(1.0, 1.5)]));
/// ```
#[inline]
#[must_use]
pub fn clip_to_half_plane(segment: [Point; 2], boundary: Point, outward: Vec2) -> Option<[Point; 2]> {
    let part = clip(
        point_pair::from_points(segment),
        point_pair::splat(boundary.coords),
        point_pair::splat(outward),
    )?;
    Some(point_pair::to_points(part))
}

/// [`clip_to_half_plane`] without branches: which ends are cut is unpredictable, and a mispredicted branch
/// costs more than the division.
#[inline(always)]
pub(crate) fn clip(segment: Quad, boundary: Quad, outward: Quad) -> Option<Quad> {
    let beyond = (segment - boundary).dots(outward);
    let stays = beyond.le(Quad::splat(0.0));
    let (p, q) = (segment.low(), segment.high());
    let cut = p + (q - p) * (beyond.low() / (beyond.low() - beyond.high()));
    (stays.bits() != 0).then(|| Quad::select(stays, segment, cut))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segments::closest_points;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (-9000_i16..9000, -9000_i16..9000).prop_map(|(x, y)| Point::new(f32::from(x), f32::from(y)) / 1000.0)
    }

    proptest! {
        /// The result is behind the line and on the segment, and contains every sample that is clearly behind
        /// the line.
        #[test]
        fn clipping_keeps_the_part_behind_the_line(p in point(), q in point(), boundary in point(), turn in 0_u8..64) {
            let outward = geom::Rot::from_angle(0.1 * f32::from(turn)) * Vec2::new(1.0, 0.0);
            let beyond = |point: Point| outward.dot(&(point - boundary));
            let distance = |segment: [Point; 2], point: Point| {
                closest_points(segment, [point, point]).distance_squared.sqrt()
            };
            let clipped = clip_to_half_plane([p, q], boundary, outward);
            for end in clipped.into_iter().flatten() {
                // 1e-4 m: coordinates up to 9 m, with the rounding of a cut by a nearly parallel line.
                prop_assert!(beyond(end) < 1e-4 && distance([p, q], end) < 1e-4);
            }
            for sample in (0..=32).map(|k| p + (q - p) * (k as f32 / 32.0)) {
                prop_assert!(beyond(sample) > -1e-4 || distance(clipped.unwrap(), sample) < 1e-4);
            }
        }
    }

    /// An end on the line stays; a segment on the line stays whole; a segment with NaN is outside.
    #[test]
    fn clipping_keeps_what_is_on_the_line() {
        let right = Vec2::new(1.0, 0.0);
        let (on, beyond) = (Point::new(2.0, 0.0), Point::new(3.0, 1.0));
        assert_eq!(clip_to_half_plane([on, beyond], on, right), Some([on, on]));
        let along = [on, Point::new(2.0, 5.0)];
        assert_eq!(clip_to_half_plane(along, on, right), Some(along));
        assert_eq!(clip_to_half_plane([beyond, beyond], on, right), None);
        assert_eq!(clip_to_half_plane([Point::new(f32::NAN, 0.0), beyond], on, right), None);
    }
}
