//! Clips a convex ring by a line (Sutherland and Hodgman 1974), in double precision.
//!
//! Vertices are rounded to f32 once, in the finished pieces: errors of many cut edges do not add up.

use crate::double::Point64;
use crate::{Point, Vec2};
use alloc::vec::Vec;

/// The part of `ring` where `height`, a linear function given at the vertices, is not negative. Negated
/// heights give a crossing with the same bits, so both parts of a cut share their new vertices.
pub(crate) fn clip(ring: &[Point64], height: &[f64]) -> Vec<Point64> {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    for (i, (&p, &h)) in ring.iter().zip(height).enumerate() {
        let next = if i + 1 < ring.len() { i + 1 } else { 0 };
        if h >= 0.0 {
            kept.push(p);
        }
        if (h > 0.0 && height[next] < 0.0) || (h < 0.0 && height[next] > 0.0) {
            kept.push(p + (ring[next] - p) * (h / (h - height[next])));
        }
    }
    kept
}

/// All points p of a convex polygon with `normal . p <= offset` (m), in order.
///
/// ```
/// use geom::{Point, Vec2, clip_behind};
/// let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(Point::from);
/// let below = clip_behind(&square, Vec2::new(0.0, 1.0), 0.5);
/// assert_eq!(below, [[0.0, 0.0], [2.0, 0.0], [2.0, 0.5], [0.0, 0.5]].map(Point::from));
/// ```
#[must_use]
pub fn clip_behind(polygon: &[Point], normal: Vec2, offset: f32) -> Vec<Point> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[if i + 1 < polygon.len() { i + 1 } else { 0 }];
        let [before, after] = [a, b].map(|corner| normal.dot(&corner.coords) - offset);
        if before <= 0.0 {
            kept.push(a);
        }
        if (before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0) {
            kept.push(a + (b - a) * (before / (before - after)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of a box behind a line, whichever side the line comes from: nothing, a part, or all of it.
    #[test]
    fn part_behind_a_line_is_what_the_line_cuts_off() {
        let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]].map(Point::from);
        let behind = |normal: [f32; 2], offset| clip_behind(&corners, Vec2::from(normal), offset);
        let points = |points: &[[f32; 2]]| points.iter().map(|p| Point::from(*p)).collect::<Vec<_>>();
        assert_eq!(behind([0.0, 1.0], 0.5), points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 0.5], [0.0, 0.5]]));
        assert_eq!(behind([-1.0, 0.0], -1.5), points(&[[1.5, 0.0], [2.0, 0.0], [2.0, 1.0], [1.5, 1.0]]));
        assert_eq!(behind([0.0, 1.0], -1.0), []);
        assert_eq!(behind([0.0, 1.0], 3.0).len(), 4);
        assert_eq!(behind([0.6, 0.8], 1.5).len(), 5);
    }
}
