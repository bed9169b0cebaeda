//! Questions about points that must have the right answer, not nearly the right one.
//!
//! Whether three points turn left decides which edges cross, which corner is an ear and which side of a line a
//! vertex lies on. Answered with rounding, two such answers may contradict each other, and an algorithm that
//! believes both loops or panics (rapier#223, dyn4j#75). [`orientation`] is exact: Shewchuk's adaptive
//! predicates (Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997), from
//! the `robust` crate, with plain IEEE arithmetic and so the same bits everywhere. Coordinates of f32 are exact in
//! f64, and no product of theirs leaves its range.

use crate::Point;
use alloc::vec::Vec;
use compute::Quad;
use robust::Coord;

/// A position in double precision, m: what constructions compute in, before they round once.
pub(crate) type Wide = nalgebra::Point2<f64>;

/// `p` in double precision.
pub(crate) fn wide(p: Point) -> Wide {
    Wide::new(f64::from(p.x), f64::from(p.y))
}

/// `p` rounded to single precision.
pub(crate) fn narrow(p: Wide) -> Point {
    Point::new(p.x as f32, p.y as f32)
}

fn coord(p: Point) -> Coord<f64> {
    Coord { x: f64::from(p.x), y: f64::from(p.y) }
}

/// Twice the signed area of the triangle, m^2, its sign exact: positive if `a`, `b`, `c` turn left, zero only if
/// they lie on a line.
pub(crate) fn orientation(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// As [`orientation`], of points in double precision; exact as long as their products stay in its range.
pub(crate) fn wide_orientation(a: Wide, b: Wide, c: Wide) -> f64 {
    let coord = |p: Wide| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// The cross product of two directions, its sign exact: positive if `b` lies to the left of `a`.
pub(crate) fn side(a: nalgebra::Vector2<f64>, b: nalgebra::Vector2<f64>) -> f64 {
    wide_orientation(Wide::from(a), Wide::from(b), Wide::origin())
}

/// Positive if `d` lies in the circle through `a`, `b`, `c`, which turn left; the sign exact.
pub(crate) fn in_circle(a: Point, b: Point, c: Point, d: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(d))
}

/// Twice the area of the triangle, m^2, in plain double precision.
pub(crate) fn doubled_area(a: Wide, b: Wide, c: Wide) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The area that a ring encloses, m^2, negative if it runs clockwise: the sums of [`crate::polygon_measures`] in
/// double precision.
pub(crate) fn ring_area(ring: impl IntoIterator<Item = Wide>) -> f64 {
    let ring: Vec<Wide> = ring.into_iter().collect();
    let Some((&first, rest)) = ring.split_first() else { return 0.0 };
    0.5 * rest.windows(2).map(|edge| doubled_area(first, edge[0], edge[1])).sum::<f64>()
}

/// Whether `c` lies on the segment from `a` to `b`, its ends included, given that all three lie on a line.
pub(crate) fn within(a: Point, b: Point, c: Point) -> bool {
    let between = |a: f32, b: f32, c: f32| (a <= c && c <= b) || (b <= c && c <= a);
    between(a.x, b.x, c.x) && between(a.y, b.y, c.y)
}

/// Whether two segments have a point in common, ends included. Exact.
pub(crate) fn segments_touch(a: [Point; 2], b: [Point; 2]) -> bool {
    let (b0, b1) = (orientation(a[0], a[1], b[0]), orientation(a[0], a[1], b[1]));
    let (a0, a1) = (orientation(b[0], b[1], a[0]), orientation(b[0], b[1], a[1]));
    let apart = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
    (apart(b0, b1) && apart(a0, a1))
        || (b0 == 0.0 && within(a[0], a[1], b[0]))
        || (b1 == 0.0 && within(a[0], a[1], b[1]))
        || (a0 == 0.0 && within(b[0], b[1], a[0]))
        || (a1 == 0.0 && within(b[0], b[1], a[1]))
}

/// Whether the edges from `b` to `a` and from `b` to `c` leave in the same direction, so that one covers the other.
pub(crate) fn folds_back(a: Point, b: Point, c: Point) -> bool {
    orientation(a, b, c) == 0.0 && (wide(a) - wide(b)).dot(&(wide(c) - wide(b))) > 0.0
}

/// Whether a ray from `p` to the right crosses the ring an odd number of times. Exact, except that it may say
/// either for a point on the ring.
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

/// The larger side of the box around `points`, m.
pub(crate) fn extent(points: &[Point]) -> f64 {
    let (lower, upper) = bounds(points);
    let size = upper.cast::<f64>() - lower.cast::<f64>();
    let (width, height) = (size.x, size.y);
    if width > height { width } else { height }
}

/// The lower and the upper corner of the box around `points`, m; infinite if there are none. Two at a time.
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
