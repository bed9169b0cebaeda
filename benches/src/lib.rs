//! Criterion micro-benchmarks of the hot functions of each crate; the benchmarks are in `benches/`.
//!
//! `cargo xtask bench criterion` runs them all, `cargo bench -p benches -- NAME` those whose name contains NAME.

use physics::prelude::*;

/// Boxes of a metre on a square grid, `1.0 + gap` apart: overlapping for a negative gap.
#[must_use]
pub fn grid(side: u32, gap: f32) -> Vec<Aabb> {
    (0..side * side)
        .map(|i| {
            let (column, row) = (i % side, i / side);
            let lower = Vec2::new(column as f32, row as f32) * (1.0 + gap);
            Aabb::new([lower.x, lower.y], [lower.x + 1.0, lower.y + 1.0])
        })
        .collect()
}
