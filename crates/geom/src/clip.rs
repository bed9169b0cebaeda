//! A convex ring clipped by a line (Sutherland and Hodgman 1974), in double precision.
//!
//! Vertices are rounded to f32 once, at the end, when pieces become polygons: rounded after every line, a piece
//! bounded by many lines would drift.

use crate::predicate::Wide;
use alloc::vec::Vec;

/// The part of `ring` on which `height`, a linear function given at its vertices, is not negative.
///
/// A crossing is computed from the edge's first vertex with both heights, so that clipping by the negated heights
/// finds it with the same bits: what lies on either side of a cut fits together.
pub(crate) fn clip(ring: &[Wide], height: &[f64]) -> Vec<Wide> {
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
