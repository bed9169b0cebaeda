//! Cutting a segment at a line: the step that turns two facing edges into contact points.
//!
//! With d the distance of a point from the line, positive outside, an end with d <= 0 stays; if the ends lie on
//! different sides, the outer one moves to where the line cuts, p + (q - p) d_p / (d_p - d_q).
//!
//! Source: seed 000, `ClipSegmentToHalfspace`; seed 001, `collision_clip_segment`. Both append the cut after the
//! ends that stay, so that an end that is cut changes its place in the list, and the next step takes it for
//! the other one. Here each end keeps its place, which is what feature ids rest on. The line is given by one of
//! its points rather than by its offset from the origin: the difference p - boundary is short, and keeps
//! its digits on shapes that lie far from their origin.

use crate::two;
use compute::Quad;
use geom::{Point, Vec2};

/// The part of `segment` (m) in the half-plane behind the line through `boundary` (m) with the normal `outward`
/// (any length above zero), border included; `None` if all of it lies outside.
///
/// Ends keep their places, and an end inside is returned as it came.
///
/// ```
/// use collide::clip_to_half_plane;
/// use geom::{Point, Vec2};
/// let segment = [Point::new(0.0, 1.0), Point::new(4.0, 3.0)];
/// let left_of_one = clip_to_half_plane(segment, Point::new(1.0, 0.0), Vec2::new(1.0, 0.0));
/// assert_eq!(left_of_one, Some([Point::new(0.0, 1.0), Point::new(1.0, 1.5)]));
/// ```
#[inline]
#[must_use]
pub fn clip_to_half_plane(segment: [Point; 2], boundary: Point, outward: Vec2) -> Option<[Point; 2]> {
    let part = clip(two::points(segment), two::both(boundary.coords), two::both(outward))?;
    Some(two::to_points(part))
}

/// [`clip_to_half_plane`] without a branch: the cut is computed in any case, and taken where it is needed. Which ends
/// are cut changes from contact to contact, and a processor that guesses wrong loses more than a division takes.
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
    use crate::closest_points;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (-9000_i16..9000, -9000_i16..9000).prop_map(|(x, y)| Point::new(f32::from(x), f32::from(y)) / 1000.0)
    }

    proptest! {
        /// What remains lies behind the line and on the segment, and all that lies clearly behind it remains.
        #[test]
        fn the_part_behind_the_line_remains(p in point(), q in point(), boundary in point(), turn in 0_u8..64) {
            let outward = geom::Rot::from_angle(0.1 * f32::from(turn)) * Vec2::new(1.0, 0.0);
            let beyond = |point: Point| outward.dot(&(point - boundary));
            let distance = |segment: [Point; 2], point: Point| {
                closest_points(segment, [point, point]).distance_squared.sqrt()
            };
            let clipped = clip_to_half_plane([p, q], boundary, outward);
            for end in clipped.into_iter().flatten() {
                prop_assert!(beyond(end) < 1e-4 && distance([p, q], end) < 1e-4);
            }
            for sample in (0..=32).map(|k| p + (q - p) * (k as f32 / 32.0)) {
                prop_assert!(beyond(sample) > -1e-4 || distance(clipped.unwrap(), sample) < 1e-4);
            }
        }
    }

    /// An end on the line stays; a segment along the line stays whole; NaN is outside of everything.
    #[test]
    fn borders_belong_to_the_half_plane() {
        let right = Vec2::new(1.0, 0.0);
        let (on, beyond) = (Point::new(2.0, 0.0), Point::new(3.0, 1.0));
        assert_eq!(clip_to_half_plane([on, beyond], on, right), Some([on, on]));
        let along = [on, Point::new(2.0, 5.0)];
        assert_eq!(clip_to_half_plane(along, on, right), Some(along));
        assert_eq!(clip_to_half_plane([beyond, beyond], on, right), None);
        assert_eq!(clip_to_half_plane([Point::new(f32::NAN, 0.0), beyond], on, right), None);
    }
}
