//! Points in double precision: constructions compute in f64 and round to f32 once, at the end.

use crate::Point;
use alloc::vec::Vec;

pub(crate) type Point64 = nalgebra::Point2<f64>;

pub(crate) type Vec64 = nalgebra::Vector2<f64>;

pub(crate) fn to_f64(p: Point) -> Point64 {
    Point64::new(f64::from(p.x), f64::from(p.y))
}

pub(crate) fn to_f32(p: Point64) -> Point {
    Point::new(p.x as f32, p.y as f32)
}

pub(crate) fn round_up(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) < x { rounded.next_up() } else { rounded }
}

/// Twice the signed area of the triangle, m^2; positive if `a`, `b`, `c` turn left.
pub(crate) fn doubled_area(a: Point64, b: Point64, c: Point64) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// [`crate::polygon_measures`]' area in double precision, m^2; negative for a clockwise ring.
pub(crate) fn ring_area(ring: impl IntoIterator<Item = Point64>) -> f64 {
    let ring: Vec<Point64> = ring.into_iter().collect();
    let Some((&first, rest)) = ring.split_first() else { return 0.0 };
    0.5 * rest.windows(2).map(|edge| doubled_area(first, edge[0], edge[1])).sum::<f64>()
}

pub(crate) fn sharp_area(vertices: &[Point]) -> f64 {
    ring_area(vertices.iter().map(|&p| to_f64(p)))
}
