//! Where lines, rays and segments meet, and the points of them that are nearest.
//!
//! Whether they meet is decided by on which side of one the ends of the other lie, exactly (Shewchuk's predicates), and only
//! where by arithmetic, in double precision, rounded once. So the answers cannot contradict each other, and need no
//! tolerance:
//!
//! ```text
//!            b1                a0, a1 on different sides of b, b0, b1 of a: they cross, at
//!   a0 ------+------ a1             a0 + (a1 - a0) s0 / (s0 - s1),  s_i = (b1 - b0) x (a_i - b0)
//!           b0                 an end on the other: they touch, there; the end itself, to the bit
//!                              all sides zero: on one line, so the answer may be a segment
//! ```
//!
//! The rule for what is degenerate: all are closed sets of points, and the answer is the set of the points that they
//! share. A segment or line of length zero is its point, a ray without a direction its origin. What is not finite
//! meets nothing.
//!
//! Sides are exact as long as no difference of two coordinates needs more than the 53 bits of f64, that is, unless
//! one is 2^29 times the other; those of three given points are always exact.
//!
//! Source: seed 001, line_vs_line and ray_vs_segment. It goes through y = a x + b, with cases for vertical and level
//! lines, and leaves out the ends of the segment, so that a ray through a vertex of a polygon slips in between its
//! two edges. Sides need no cases, and ends belong to a segment.
//! Turned down: fractions along both in f32, compared with 0 and 1. It takes fewer operations, and calls a segment
//! that ends on another sometimes touching and sometimes not; `collide`, which needs nearly the right answer often,
//! does so.

use crate::predicate::{Wide, narrow, orientation, side, wide, within};
use crate::{Point, Vec2};

/// The points that a segment shares with another segment or a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meeting {
    /// None.
    Apart,
    /// One, m.
    At(Point),
    /// All from the first to the second, m, which differ: the two lie on one line.
    Along([Point; 2]),
}

impl Meeting {
    /// Whether there are any.
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Self::Apart
    }
}

/// The points that two endless lines share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineMeeting {
    /// None: they are parallel, or meet beyond the range of f32.
    Apart,
    /// One, m.
    At(Point),
    /// All: they are the same line.
    Same,
}

/// The points common to the endless lines through each of two pairs of points, m.
///
/// A pair of equal points is no line, but that point. Where lines meet, the point is off by half a unit in the last
/// place of f32, and 1e-15 of the largest coordinate or of the way there from the first point.
///
/// ```
/// use geom::{LineMeeting, Point, line_line};
/// let level = [[0.0, 1.0], [1.0, 1.0]].map(Point::from);
/// let upright = [[3.0, 7.0], [3.0, 5.0]].map(Point::from);
/// assert_eq!(line_line(level, upright), LineMeeting::At(Point::new(3.0, 1.0)));
/// assert_eq!(line_line(level, [[0.0, 2.0], [5.0, 2.0]].map(Point::from)), LineMeeting::Apart);
/// assert_eq!(line_line(level, [[9.0, 1.0], [5.0, 1.0]].map(Point::from)), LineMeeting::Same);
/// ```
#[must_use]
pub fn line_line(a: [Point; 2], b: [Point; 2]) -> LineMeeting {
    let ends = [a[0], a[1], b[0], b[1]];
    if !ends.into_iter().all(is_finite) {
        return LineMeeting::Apart;
    }
    let on = |line: [Point; 2], p: Point| {
        if line[0] == line[1] { line[0] == p } else { orientation(line[0], line[1], p) == 0.0 }
    };
    let point_if = |p: Point, on: bool| if on { LineMeeting::At(p) } else { LineMeeting::Apart };
    if a[0] == a[1] {
        return point_if(a[0], on(b, a[0]));
    }
    if b[0] == b[1] {
        return point_if(b[0], on(a, b[0]));
    }
    let (along_a, along_b) = (wide(a[1]) - wide(a[0]), wide(b[1]) - wide(b[0]));
    let turn = side(along_a, along_b);
    if turn == 0.0 {
        return if on(a, b[0]) { LineMeeting::Same } else { LineMeeting::Apart };
    }
    let fraction = orientation(b[0], b[1], a[0]) / turn;
    let p = narrow(wide(a[0]) + along_a * fraction);
    point_if(p, is_finite(p))
}

/// The points common to two segments, m. A common part runs from the point of lower x, or of lower y where x is
/// equal.
///
/// Where they cross, the point lies within the boxes of both, and is off by half a unit in the last place of f32, and
/// 1e-15 of the largest coordinate.
///
/// ```
/// use geom::{Meeting, Point, segment_segment};
/// let segment = |ends: [[f32; 2]; 2]| ends.map(Point::from);
/// let level = segment([[0.0, 1.0], [4.0, 1.0]]);
/// assert_eq!(segment_segment(level, segment([[1.0, 0.0], [1.0, 4.0]])), Meeting::At(Point::new(1.0, 1.0)));
/// assert_eq!(segment_segment(level, segment([[0.0, 2.0], [4.0, 2.0]])), Meeting::Apart);
/// let common = segment([[3.0, 1.0], [4.0, 1.0]]);
/// assert_eq!(segment_segment(level, segment([[9.0, 1.0], [3.0, 1.0]])), Meeting::Along(common));
/// ```
#[must_use]
pub fn segment_segment(a: [Point; 2], b: [Point; 2]) -> Meeting {
    let point_if = |p: Point, on: bool| if on { Meeting::At(p) } else { Meeting::Apart };
    if !a.into_iter().chain(b).all(is_finite) {
        return Meeting::Apart;
    }
    if a[0] == a[1] {
        return point_if(a[0], on_segment(b, a[0]));
    }
    if b[0] == b[1] {
        return point_if(b[0], on_segment(a, b[0]));
    }
    let of_b = b.map(|p| orientation(a[0], a[1], p));
    let of_a = a.map(|p| orientation(b[0], b[1], p));
    if of_b == [0.0; 2] || of_a == [0.0; 2] {
        return common_part(a, b);
    }
    let touching = [(of_b[0], a, b[0]), (of_b[1], a, b[1]), (of_a[0], b, a[0]), (of_a[1], b, a[1])];
    for (side, [from, to], end) in touching {
        if side == 0.0 && within(from, to, end) {
            return Meeting::At(end);
        }
    }
    if !(opposite(of_a) && opposite(of_b)) {
        return Meeting::Apart;
    }
    let p = crossing_point(a, of_a);
    Meeting::At(held_between(b, held_between(a, p)))
}

/// The points common to a ray and a segment, m: the ray leaves `origin` in `direction`, of any length and
/// dimensionless. A common part runs from the point nearest to the origin.
///
/// ```
/// use geom::{Meeting, Point, Vec2, ray_segment};
/// let wall = [[3.0, 0.0], [3.0, 2.0]].map(Point::from);
/// let right = Vec2::new(0.1, 0.0);
/// // Through an end is a hit, behind the origin is none.
/// assert_eq!(ray_segment(Point::new(0.0, 2.0), right, wall), Meeting::At(Point::new(3.0, 2.0)));
/// assert_eq!(ray_segment(Point::new(4.0, 1.0), right, wall), Meeting::Apart);
/// // Along it.
/// assert_eq!(ray_segment(Point::new(3.0, -1.0), Vec2::new(0.0, 1.0), wall), Meeting::Along(wall));
/// ```
#[must_use]
pub fn ray_segment(origin: Point, direction: Vec2, segment: [Point; 2]) -> Meeting {
    if !segment.into_iter().chain([origin, Point::from(direction)]).all(is_finite) {
        return Meeting::Apart;
    }
    if direction == Vec2::zeros() {
        return if on_segment(segment, origin) { Meeting::At(origin) } else { Meeting::Apart };
    }
    let direction = direction.cast::<f64>();
    let sides = segment.map(|p| side(direction, wide(p) - wide(origin)));
    // Only for points on the ray's line, of which one coordinate tells.
    let ahead = |p: Point| {
        let offset = wide(p) - wide(origin);
        if direction.x != 0.0 { direction.x * offset.x >= 0.0 } else { direction.y * offset.y >= 0.0 }
    };
    match sides {
        [0.0, 0.0] => match segment.map(ahead) {
            [false, false] => Meeting::Apart,
            [true, true] => {
                let [a, b] = segment;
                let far = |p: Point| (wide(p) - wide(origin)).dot(&direction);
                if a == b {
                    Meeting::At(a)
                } else if far(a) <= far(b) {
                    Meeting::Along([a, b])
                } else {
                    Meeting::Along([b, a])
                }
            }
            [first, _] => {
                let end = if first { segment[0] } else { segment[1] };
                if end == origin { Meeting::At(origin) } else { Meeting::Along([origin, end]) }
            }
        },
        [0.0, _] if ahead(segment[0]) => Meeting::At(segment[0]),
        [_, 0.0] if ahead(segment[1]) => Meeting::At(segment[1]),
        sides if opposite(sides) => {
            // The fraction along the ray is this over (direction x segment), whose sign is that of sides[1].
            let from_segment = orientation(origin, segment[0], segment[1]);
            if from_segment == 0.0 {
                Meeting::At(origin)
            } else if (from_segment > 0.0) == (sides[1] > 0.0) {
                Meeting::At(held_between(segment, crossing_point(segment, sides)))
            } else {
                Meeting::Apart
            }
        }
        _ => Meeting::Apart,
    }
}

/// The point of the endless line through two points that is nearest to `p`, m; their point if they are equal.
///
/// ```
/// # use geom::{Point, closest_on_line};
/// let line = [[1.0, 1.0], [2.0, 2.0]].map(Point::from);
/// assert_eq!(closest_on_line(line, Point::new(-4.0, 0.0)), Point::new(-2.0, -2.0));
/// ```
#[must_use]
pub fn closest_on_line(line: [Point; 2], p: Point) -> Point {
    closest(line, p, f64::NEG_INFINITY, f64::INFINITY)
}

/// The point of the segment between two points that is nearest to `p`, m; one of its ends to the bit, where that is
/// nearest.
///
/// ```
/// # use geom::{Point, closest_on_segment};
/// let segment = [[1.0, 1.0], [2.0, 2.0]].map(Point::from);
/// assert_eq!(closest_on_segment(segment, Point::new(-4.0, 0.0)), Point::new(1.0, 1.0));
/// ```
#[must_use]
pub fn closest_on_segment(segment: [Point; 2], p: Point) -> Point {
    closest(segment, p, 0.0, 1.0)
}

/// How far `p` is from the endless line through two points, m, positive to its left; from their point, if they are
/// equal.
#[must_use]
pub fn signed_distance_to_line(line: [Point; 2], p: Point) -> f32 {
    let [from, to] = line.map(wide);
    let length = (to - from).norm();
    if length > 0.0 {
        (orientation(line[0], line[1], p) / length) as f32
    } else {
        (wide(p) - from).norm() as f32
    }
}

/// How far `p` is from the segment between two points, m.
#[must_use]
pub fn distance_to_segment(segment: [Point; 2], p: Point) -> f32 {
    let [from, to] = segment.map(wide);
    let nearest = wide_closest(from, to, wide(p), 0.0, 1.0);
    (wide(p) - nearest).norm() as f32
}

fn is_finite(p: Point) -> bool {
    p.x.is_finite() && p.y.is_finite()
}

fn opposite([a, b]: [f64; 2]) -> bool {
    (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0)
}

fn on_segment(segment: [Point; 2], p: Point) -> bool {
    orientation(segment[0], segment[1], p) == 0.0 && within(segment[0], segment[1], p)
}

/// Of segments on one line.
fn common_part(a: [Point; 2], b: [Point; 2]) -> Meeting {
    let before = |p: Point, q: Point| (p.x, p.y) < (q.x, q.y);
    let sorted = |[p, q]: [Point; 2]| if before(q, p) { [q, p] } else { [p, q] };
    let ([a0, a1], [b0, b1]) = (sorted(a), sorted(b));
    let low = if before(a0, b0) { b0 } else { a0 };
    let high = if before(a1, b1) { a1 } else { b1 };
    if before(high, low) {
        Meeting::Apart
    } else if low == high {
        Meeting::At(low)
    } else {
        Meeting::Along([low, high])
    }
}

/// Where a segment goes through a line on whose sides its ends lie.
fn crossing_point(segment: [Point; 2], sides: [f64; 2]) -> Point {
    let [from, to] = segment.map(wide);
    // Opposite signs, so nothing cancels.
    narrow(from + (to - from) * (sides[0] / (sides[0] - sides[1])))
}

/// `p`, moved into the box of a segment if rounding left it just outside.
fn held_between(segment: [Point; 2], p: Point) -> Point {
    let between = |x: f32, a: f32, b: f32| {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        compute::math::clamp(x, low, high)
    };
    let [a, b] = segment;
    Point::new(between(p.x, a.x, b.x), between(p.y, a.y, b.y))
}

/// The nearest point among those at fractions from `least` to `most`.
fn wide_closest(from: Wide, to: Wide, p: Wide, least: f64, most: f64) -> Wide {
    let along = to - from;
    let length_squared = along.norm_squared();
    if length_squared == 0.0 {
        return from;
    }
    let fraction = (p - from).dot(&along) / length_squared;
    let held = if fraction < least {
        least
    } else if fraction > most {
        most
    } else {
        fraction
    };
    // The end itself, not a sum that rounds to somewhere near it.
    if held == 1.0 { to } else { from + along * held }
}

fn closest(line: [Point; 2], p: Point, least: f64, most: f64) -> Point {
    let [from, to] = line.map(wide);
    narrow(wide_closest(from, to, wide(p), least, most))
}
