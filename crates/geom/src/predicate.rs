//! Predicates with exact answers: the side of a line on which a point lies, and what follows from it.
//!
//! Rounded, two of them could contradict each other, and an algorithm would loop or panic (rapier#223,
//! dyn4j#75). [`orientation`] is exact: Shewchuk's adaptive predicates (Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates, 1997) from the `robust` crate, with the same bits on
//! every platform.

use crate::Point;
use crate::double::{Point64, Vec64, to_f64};
use compute::Quad;
use robust::Coord;

fn coord(p: Point) -> Coord<f64> {
    Coord { x: f64::from(p.x), y: f64::from(p.y) }
}

/// Twice the signed area of the triangle, m^2, with an exact sign: positive if `a`, `b`, `c` turn left, zero
/// only if they lie on a line.
pub(crate) fn orientation(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// In double precision, exact while products of coordinates stay in range.
pub(crate) fn orientation_f64(a: Point64, b: Point64, c: Point64) -> f64 {
    let coord = |p: Point64| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// With an exact sign: positive if `b` lies to the left of `a`.
pub(crate) fn exact_cross(a: Vec64, b: Vec64) -> f64 {
    orientation_f64(Point64::from(a), Point64::from(b), Point64::origin())
}

/// Positive if `d` lies in the circle through `a`, `b`, `c`, which turn left. The sign is exact.
pub(crate) fn in_circle(a: Point, b: Point, c: Point, d: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(d))
}

/// False if one is zero or NaN.
pub(crate) fn have_opposite_signs(x: f64, y: f64) -> bool {
    (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0)
}

/// `c` lies on the line of `a` and `b`; ends included.
pub(crate) fn is_between(a: Point, b: Point, c: Point) -> bool {
    let between = |a: f32, b: f32, c: f32| (a <= c && c <= b) || (b <= c && c <= a);
    between(a.x, b.x, c.x) && between(a.y, b.y, c.y)
}

/// Ends included. Exact.
pub(crate) fn segments_touch(a: [Point; 2], b: [Point; 2]) -> bool {
    let (b0, b1) = (orientation(a[0], a[1], b[0]), orientation(a[0], a[1], b[1]));
    let (a0, a1) = (orientation(b[0], b[1], a[0]), orientation(b[0], b[1], a[1]));
    (have_opposite_signs(b0, b1) && have_opposite_signs(a0, a1))
        || (b0 == 0.0 && is_between(a[0], a[1], b[0]))
        || (b1 == 0.0 && is_between(a[0], a[1], b[1]))
        || (a0 == 0.0 && is_between(b[0], b[1], a[0]))
        || (a1 == 0.0 && is_between(b[0], b[1], a[1]))
}

/// The edges from `b` to `a` and to `c` leave in the same direction.
pub(crate) fn folds_back(a: Point, b: Point, c: Point) -> bool {
    orientation(a, b, c) == 0.0 && (to_f64(a) - to_f64(b)).dot(&(to_f64(c) - to_f64(b))) > 0.0
}

/// By a ray from `p` to the right. Exact; either for a point on the ring.
pub(crate) fn ring_contains(ring: &[Point], p: Point) -> bool {
    let Some(&last) = ring.last() else { return false };
    let mut inside = false;
    let mut a = last;
    for &b in ring {
        if (a.y > p.y) != (b.y > p.y) && (orientation(a, b, p) > 0.0) == (b.y > a.y) {
            inside = !inside;
        }
        a = b;
    }
    inside
}

pub(crate) fn extent(points: &[Point]) -> f64 {
    let (lower, upper) = bounds(points);
    let size = upper.cast::<f64>() - lower.cast::<f64>();
    let (width, height) = (size.x, size.y);
    if width > height { width } else { height }
}

/// m; infinite if there are none.
pub(crate) fn bounds(points: &[Point]) -> (Point, Point) {
    let (mut lower, mut upper) = (Quad::splat(f32::INFINITY), Quad::splat(f32::NEG_INFINITY));
    let mut add = |[p, q]: [Point; 2]| {
        let two = Quad::new([p.x, p.y, q.x, q.y]);
        (lower, upper) = (two.min(lower), two.max(upper));
    };
    let (pairs, rest) = points.as_chunks();
    pairs.iter().for_each(|&pair| add(pair));
    rest.iter().for_each(|&last| add([last, last]));
    let corner = |two: Quad| Point::new(two.numbers()[0], two.numbers()[1]);
    (corner(lower.min(lower.turned())), corner(upper.max(upper.turned())))
}
