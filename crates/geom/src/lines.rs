//! Where lines, rays and segments intersect, and which of their points is nearest to a point.
//!
//! On which side of one the ends of the other lie is exact (Shewchuk's predicates); only the intersection
//! point is rounded, once. So answers cannot contradict each other and need no tolerance:
//!
//! ```text
//!            b1                a0, a1 on different sides of b, and b0, b1 of a: they cross at
//!   a0 ------+------ a1             a0 + (a1 - a0) s0 / (s0 - s1),  s_i = (b1 - b0) x (a_i - b0)
//!           b0                 an end of one on the other: they touch in this end, to the bit
//!                              all sides zero: they are collinear, and may share a segment
//! ```
//!
//! Each degenerate case is a closed set of points, and the answer is what both share: a segment or line of
//! length zero is one point, a ray without a direction its origin, NaN and infinity nothing. Sides are exact
//! unless one coordinate is 2^29 times another.
//!
//! Source: *Sotirov 2022*, line_vs_line and ray_vs_segment, which use y = a x + b, with special cases that
//! sides do not need, and exclude the ends of the segment: a ray through a vertex of a polygon hits neither
//! edge.

use crate::double::{Point64, to_f32, to_f64};
use crate::predicate::{exact_cross, have_opposite_signs, is_between, orientation};
use crate::vector::is_finite;
use crate::{Point, Vec2};

/// What a segment shares with another segment or with a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentIntersection {
    /// None.
    Empty,
    /// One point, m.
    Point(Point),
    /// Between two points, m: the two are collinear and overlap.
    Segment([Point; 2]),
}

impl SegmentIntersection {
    /// Whether there is no common point.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::Empty
    }
}

/// What two infinite lines share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineIntersection {
    /// They are parallel, or intersect outside the range of f32.
    Empty,
    /// One point, m.
    Point(Point),
    /// The lines are the same.
    Line,
}

/// The intersection of two infinite lines, each given by two of its points, m. Two equal points stand for
/// that point. The error is half a unit in the last place of f32, plus 1e-15 of the largest coordinate and of
/// its distance from the first point.
///
/// ```
/// use geom::{LineIntersection, Point, line_line};
/// let horizontal = [[0.0, 1.0], [1.0, 1.0]];
/// let vertical = [[3.0, 7.0], [3.0, 5.0]];
/// assert_eq!(line_line(horizontal, vertical), LineIntersection::Point(Point::new(3.0, 1.0)));
/// assert_eq!(line_line(horizontal, [[0.0, 2.0], [5.0, 2.0]]), LineIntersection::Empty);
/// assert_eq!(line_line(horizontal, [[9.0, 1.0], [5.0, 1.0]]), LineIntersection::Line);
/// ```
#[must_use]
pub fn line_line(a: [impl Into<Point>; 2], b: [impl Into<Point>; 2]) -> LineIntersection {
    let (a, b) = (a.map(Into::into), b.map(Into::into));
    if !a.into_iter().chain(b).all(is_finite) {
        return LineIntersection::Empty;
    }
    let is_on = |line: [Point; 2], p: Point| {
        if line[0] == line[1] { line[0] == p } else { orientation(line[0], line[1], p) == 0.0 }
    };
    let point_if =
        |p: Point, found: bool| if found { LineIntersection::Point(p) } else { LineIntersection::Empty };
    if a[0] == a[1] {
        return point_if(a[0], is_on(b, a[0]));
    }
    if b[0] == b[1] {
        return point_if(b[0], is_on(a, b[0]));
    }
    let (direction_a, direction_b) = (to_f64(a[1]) - to_f64(a[0]), to_f64(b[1]) - to_f64(b[0]));
    let cross = exact_cross(direction_a, direction_b);
    if cross == 0.0 {
        return if is_on(a, b[0]) { LineIntersection::Line } else { LineIntersection::Empty };
    }
    let fraction = orientation(b[0], b[1], a[0]) / cross;
    let p = to_f32(to_f64(a[0]) + direction_a * fraction);
    point_if(p, is_finite(p))
}

/// The intersection of two segments, m. A common segment runs from the point of lower x, or of lower y if x
/// is equal. A crossing is in the boxes of both, with an error of half a unit in the last place of f32, plus
/// 1e-15 of the largest coordinate.
///
/// ```
/// use geom::{Point, SegmentIntersection, segment_segment};
/// let level = [[0.0, 1.0], [4.0, 1.0]];
/// let crossing = segment_segment(level, [[1.0, 0.0], [1.0, 4.0]]);
/// assert_eq!(crossing, SegmentIntersection::Point(Point::new(1.0, 1.0)));
/// assert!(segment_segment(level, [[0.0, 2.0], [4.0, 2.0]]).is_empty());
/// let common = [[3.0, 1.0], [4.0, 1.0]].map(Point::from);
/// assert_eq!(segment_segment(level, [[9.0, 1.0], [3.0, 1.0]]), SegmentIntersection::Segment(common));
/// ```
#[must_use]
pub fn segment_segment(a: [impl Into<Point>; 2], b: [impl Into<Point>; 2]) -> SegmentIntersection {
    let (a, b) = (a.map(Into::into), b.map(Into::into));
    let point_if = |p: Point, found: bool| {
        if found { SegmentIntersection::Point(p) } else { SegmentIntersection::Empty }
    };
    if !a.into_iter().chain(b).all(is_finite) {
        return SegmentIntersection::Empty;
    }
    if a[0] == a[1] {
        return point_if(a[0], is_on_segment(b, a[0]));
    }
    if b[0] == b[1] {
        return point_if(b[0], is_on_segment(a, b[0]));
    }
    let sides_b = b.map(|p| orientation(a[0], a[1], p));
    let sides_a = a.map(|p| orientation(b[0], b[1], p));
    if sides_b == [0.0; 2] || sides_a == [0.0; 2] {
        return collinear_intersection(a, b);
    }
    let ends = [(sides_b[0], a, b[0]), (sides_b[1], a, b[1]), (sides_a[0], b, a[0]), (sides_a[1], b, a[1])];
    for (side, [from, to], end) in ends {
        if side == 0.0 && is_between(from, to, end) {
            return SegmentIntersection::Point(end);
        }
    }
    if !(have_opposite_signs(sides_a[0], sides_a[1]) && have_opposite_signs(sides_b[0], sides_b[1])) {
        return SegmentIntersection::Empty;
    }
    let p = crossing_point(a, sides_a);
    SegmentIntersection::Point(clamped_to_box(b, clamped_to_box(a, p)))
}

/// The intersection of a segment and the ray from `origin` in `direction` (of any length), m. A common
/// segment runs from the point nearest to the origin.
///
/// ```
/// use geom::{Point, SegmentIntersection, ray_segment};
/// let wall = [[3.0, 0.0], [3.0, 2.0]].map(Point::from);
/// // A ray through an end hits, and a wall behind the origin is not hit.
/// let hit = ray_segment([0.0, 2.0], [0.1, 0.0], wall);
/// assert_eq!(hit, SegmentIntersection::Point(Point::new(3.0, 2.0)));
/// assert!(ray_segment([4.0, 1.0], [0.1, 0.0], wall).is_empty());
/// // A ray along the wall.
/// assert_eq!(ray_segment([3.0, -1.0], [0.0, 1.0], wall), SegmentIntersection::Segment(wall));
/// ```
#[must_use]
pub fn ray_segment(
    origin: impl Into<Point>,
    direction: impl Into<Vec2>,
    segment: [impl Into<Point>; 2],
) -> SegmentIntersection {
    let (origin, direction, segment) = (origin.into(), direction.into(), segment.map(Into::into));
    if !segment.into_iter().chain([origin, Point::from(direction)]).all(is_finite) {
        return SegmentIntersection::Empty;
    }
    if direction == Vec2::zeros() {
        let hit = is_on_segment(segment, origin);
        return if hit { SegmentIntersection::Point(origin) } else { SegmentIntersection::Empty };
    }
    let direction = direction.cast::<f64>();
    let sides = segment.map(|p| exact_cross(direction, to_f64(p) - to_f64(origin)));
    // On the line of the ray one coordinate shows whether a point is ahead.
    let is_ahead = |p: Point| {
        let offset = to_f64(p) - to_f64(origin);
        if direction.x != 0.0 { direction.x * offset.x >= 0.0 } else { direction.y * offset.y >= 0.0 }
    };
    match sides {
        [0.0, 0.0] => match segment.map(is_ahead) {
            [false, false] => SegmentIntersection::Empty,
            [true, true] => {
                let [a, b] = segment;
                let distance = |p: Point| (to_f64(p) - to_f64(origin)).dot(&direction);
                if a == b {
                    SegmentIntersection::Point(a)
                } else if distance(a) <= distance(b) {
                    SegmentIntersection::Segment([a, b])
                } else {
                    SegmentIntersection::Segment([b, a])
                }
            }
            [first_is_ahead, _] => {
                let end = if first_is_ahead { segment[0] } else { segment[1] };
                if end == origin {
                    SegmentIntersection::Point(origin)
                } else {
                    SegmentIntersection::Segment([origin, end])
                }
            }
        },
        [0.0, _] if is_ahead(segment[0]) => SegmentIntersection::Point(segment[0]),
        [_, 0.0] if is_ahead(segment[1]) => SegmentIntersection::Point(segment[1]),
        [first, second] if have_opposite_signs(first, second) => {
            // The fraction along the ray times (direction x segment), which has the sign of `second`.
            let from_segment = orientation(origin, segment[0], segment[1]);
            if from_segment == 0.0 {
                SegmentIntersection::Point(origin)
            } else if (from_segment > 0.0) == (second > 0.0) {
                SegmentIntersection::Point(clamped_to_box(segment, crossing_point(segment, sides)))
            } else {
                SegmentIntersection::Empty
            }
        }
        _ => SegmentIntersection::Empty,
    }
}

/// The point nearest to `p` on the infinite line through two points, m. Two equal points stand for that
/// point.
///
/// ```
/// # use geom::{Point, closest_on_line};
/// assert_eq!(closest_on_line([[1.0, 1.0], [2.0, 2.0]], [-4.0, 0.0]), Point::new(-2.0, -2.0));
/// ```
#[must_use]
pub fn closest_on_line(line: [impl Into<Point>; 2], p: impl Into<Point>) -> Point {
    closest(line.map(Into::into), p.into(), f64::NEG_INFINITY, f64::INFINITY)
}

/// The point nearest to `p` on the segment between two points, m; exactly the end where that is nearest.
///
/// ```
/// # use geom::{Point, closest_on_segment};
/// assert_eq!(closest_on_segment([[1.0, 1.0], [2.0, 2.0]], [-4.0, 0.0]), Point::new(1.0, 1.0));
/// ```
#[must_use]
pub fn closest_on_segment(segment: [impl Into<Point>; 2], p: impl Into<Point>) -> Point {
    closest(segment.map(Into::into), p.into(), 0.0, 1.0)
}

/// The distance of `p` from the infinite line through two points, m, positive on its left; from the point if
/// they are equal.
///
/// ```
/// # use geom::signed_distance_to_line;
/// assert_eq!(signed_distance_to_line([[0.0, 1.0], [5.0, 1.0]], [2.0, 4.0]), 3.0);
/// ```
#[must_use]
pub fn signed_distance_to_line(line: [impl Into<Point>; 2], p: impl Into<Point>) -> f32 {
    let (line, p) = (line.map(Into::into), p.into());
    let [from, to] = line.map(to_f64);
    let length = (to - from).norm();
    if length > 0.0 {
        (orientation(line[0], line[1], p) / length) as f32
    } else {
        (to_f64(p) - from).norm() as f32
    }
}

/// The distance of `p` from the segment between two points, m.
///
/// ```
/// # use geom::distance_to_segment;
/// assert_eq!(distance_to_segment([[0.0, 0.0], [5.0, 0.0]], [8.0, 4.0]), 5.0);
/// ```
#[must_use]
pub fn distance_to_segment(segment: [impl Into<Point>; 2], p: impl Into<Point>) -> f32 {
    segment_distance_f64(segment.map(|end| to_f64(end.into())), to_f64(p.into())) as f32
}

pub(crate) fn segment_distance_f64([from, to]: [Point64; 2], p: Point64) -> f64 {
    (p - closest_f64(from, to, p, 0.0, 1.0)).norm()
}

fn is_on_segment(segment: [Point; 2], p: Point) -> bool {
    orientation(segment[0], segment[1], p) == 0.0 && is_between(segment[0], segment[1], p)
}

fn collinear_intersection(a: [Point; 2], b: [Point; 2]) -> SegmentIntersection {
    let is_before = |p: Point, q: Point| (p.x, p.y) < (q.x, q.y);
    let sorted = |[p, q]: [Point; 2]| if is_before(q, p) { [q, p] } else { [p, q] };
    let ([a0, a1], [b0, b1]) = (sorted(a), sorted(b));
    let low = if is_before(a0, b0) { b0 } else { a0 };
    let high = if is_before(a1, b1) { a1 } else { b1 };
    if is_before(high, low) {
        SegmentIntersection::Empty
    } else if low == high {
        SegmentIntersection::Point(low)
    } else {
        SegmentIntersection::Segment([low, high])
    }
}

/// `sides` are the distances of its ends from the line, times any factor.
fn crossing_point(segment: [Point; 2], sides: [f64; 2]) -> Point {
    let [from, to] = segment.map(to_f64);
    // The signs are opposite, so the difference does not cancel.
    to_f32(from + (to - from) * (sides[0] / (sides[0] - sides[1])))
}

/// If rounding left it outside.
fn clamped_to_box(segment: [Point; 2], p: Point) -> Point {
    let clamped = |x: f32, a: f32, b: f32| {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        compute::math::clamp(x, low, high)
    };
    let [a, b] = segment;
    Point::new(clamped(p.x, a.x, b.x), clamped(p.y, a.y, b.y))
}

/// At a fraction from `least` to `most` of the way from `from` to `to`.
fn closest_f64(from: Point64, to: Point64, p: Point64, least: f64, most: f64) -> Point64 {
    let direction = to - from;
    let length_squared = direction.norm_squared();
    if length_squared == 0.0 {
        return from;
    }
    let fraction = (p - from).dot(&direction) / length_squared;
    let clamped = if fraction < least {
        least
    } else if fraction > most {
        most
    } else {
        fraction
    };
    if clamped == 1.0 { to } else { from + direction * clamped }
}

fn closest(line: [Point; 2], p: Point, least: f64, most: f64) -> Point {
    let [from, to] = line.map(to_f64);
    to_f32(closest_f64(from, to, to_f64(p), least, most))
}
