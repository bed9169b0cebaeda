//! Clips a convex ring by a line (Sutherland and Hodgman 1974), in double precision.
//!
//! Vertices are rounded to f32 only once, when the finished pieces become polygons. If they were rounded
//! after every line, the errors of a piece with many cut edges would add up.

use crate::double::Point64;
use alloc::vec::Vec;

/// The part of `ring` on which `height` is not negative. `height` is a linear function, given at the
/// vertices.
///
/// A crossing point is computed from the first vertex of the edge and both heights. Clipping by the negated
/// heights gives the same bits, so the parts on both sides of a cut share their new vertices.
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
