//! Intersections of lines, rays and segments, compared with exact fractions of integers.

use crate::exact;

use exact::{Grid, cross, dot, grid, minus, on_segment, point};
use geom::{
    LineIntersection, Point, SegmentIntersection, Vec2, closest_on_line, closest_on_segment,
    distance_to_segment, line_line, ray_segment, segment_segment, signed_distance_to_line,
};
use proptest::prelude::*;

/// The set of common points. The coordinates of a point are the fractions `num / den`, with positive `den`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    Empty,
    Point { num: [i128; 2], den: i128 },
    Segment([Grid; 2]),
}

/// The intersection of the segment `s` with the segment from `p` to `p + u`, or with the ray from `p` along
/// `u`. The two are not parallel.
fn crossing(p: Grid, u: Grid, ray: bool, s: [Grid; 2]) -> Exact {
    let v = minus(s[1], s[0]);
    let den = cross(u, v);
    assert_ne!(den, 0);
    let from = minus(s[0], p);
    let (t, w) = (cross(from, v) * den.signum(), cross(from, u) * den.signum());
    let den = den.abs();
    if t < 0 || (!ray && t > den) || w < 0 || w > den {
        return Exact::Empty;
    }
    let num = [0, 1].map(|axis| i128::from(p[axis]) * den + i128::from(u[axis]) * t);
    Exact::Point { num, den }
}

/// The common points of two collinear segments, or of a segment and a point: those of their ends that lie on
/// both.
fn common_ends(ends: &[Grid], on_both: impl Fn(Grid) -> bool) -> Exact {
    let mut common: Vec<Grid> = ends.iter().copied().filter(|&p| on_both(p)).collect();
    common.sort_unstable();
    common.dedup();
    match common[..] {
        [] => Exact::Empty,
        [p] => Exact::Point { num: p.map(i128::from), den: 1 },
        [first, .., last] => Exact::Segment([first, last]),
    }
}

fn segments(a: [Grid; 2], b: [Grid; 2]) -> Exact {
    let (u, v) = (minus(a[1], a[0]), minus(b[1], b[0]));
    if cross(u, v) == 0 {
        return common_ends(&[a[0], a[1], b[0], b[1]], |p| on_segment(a, p) && on_segment(b, p));
    }
    crossing(a[0], u, false, b)
}

fn ray(origin: Grid, direction: Grid, s: [Grid; 2]) -> Exact {
    if cross(direction, minus(s[1], s[0])) == 0 {
        let on_ray = |p: Grid| {
            let to = minus(p, origin);
            if direction == [0, 0] {
                to == [0, 0]
            } else {
                cross(direction, to) == 0 && dot(direction, to) >= 0
            }
        };
        return common_ends(&[origin, s[0], s[1]], |p| on_ray(p) && on_segment(s, p));
    }
    crossing(origin, direction, true, s)
}

/// Whether the error is at most half a unit in the last place, for the rounding of the result, plus 1e-15 of
/// the largest coordinate, for the roundings in f64 before it.
fn is_near(found: f32, num: i128, den: i128, size: f64) -> bool {
    let exact = num as f64 / den as f64;
    let ulp = f64::from(found.abs().next_up() - found.abs());
    (f64::from(found) - exact).abs() <= 0.501 * ulp + 1e-15 * size
}

fn size_of(all: &[Grid]) -> f64 {
    all.iter().flatten().map(|x| x.abs() as f64).fold(0.0, f64::max)
}

fn agrees(found: SegmentIntersection, exact: Exact, size: f64) -> bool {
    match (found, exact) {
        (SegmentIntersection::Empty, Exact::Empty) => true,
        (SegmentIntersection::Point(p), Exact::Point { num, den }) => {
            let is_representable = num.iter().all(|n| n % den == 0 && (n / den).abs() < 1 << 24);
            is_near(p.x, num[0], den, size)
                && is_near(p.y, num[1], den, size)
                && (!is_representable || p == point(num.map(|n| (n / den) as i64)))
        }
        (SegmentIntersection::Segment(ends), Exact::Segment(right)) => {
            ends == right.map(point) || ends == [point(right[1]), point(right[0])]
        }
        _ => false,
    }
}

/// Segments on a small grid, where every degenerate case is common, and long segments that are nearly
/// parallel or end near each other, where rounded arithmetic would be wrong.
fn pair() -> impl Strategy<Value = [[Grid; 2]; 2]> {
    let small = [[grid(4), grid(4)], [grid(4), grid(4)]];
    let large = [[grid(1 << 23), grid(1 << 23)], [grid(1 << 23), grid(1 << 23)]];
    let near_line = ([grid(1 << 11), grid(1 << 11)], -500_i64..500, -500_i64..500, grid(2), grid(2))
        .prop_map(|([p, u], m, n, off, on)| {
            let at = |k: i64, off: Grid| [p[0] + k * u[0] + off[0], p[1] + k * u[1] + off[1]];
            [[at(0, [0, 0]), at(m, [0, 0])], [at(n, off), at(m - n, on)]]
        });
    prop_oneof![small, near_line, large]
}

/// A ray, as origin and direction, and a segment. Half of the segments lie on the ray's line or next to it.
fn ray_and_segment() -> impl Strategy<Value = [[Grid; 2]; 2]> {
    let near_ray = ([grid(1 << 11), grid(1 << 11)], -500_i64..500, -500_i64..500, grid(1)).prop_map(
        |([p, u], m, n, off)| {
            let at = |k: i64| [p[0] + k * u[0], p[1] + k * u[1]];
            [[p, u], [at(m), at(n)]].map(|[a, b]| if m % 2 == 0 { [a, b] } else { [a, exact::plus(b, off)] })
        },
    );
    prop_oneof![pair(), near_ray]
}

proptest! {
    #[test]
    fn intersection_of_segments_equals_exact_fractions([a, b] in pair()) {
        let found = segment_segment(a.map(point), b.map(point));
        let exact = segments(a, b);
        prop_assert!(agrees(found, exact, size_of(&[a[0], a[1], b[0], b[1]])), "{found:?}, not {exact:?}");
        prop_assert_eq!(!found.is_empty(), exact::segments_share_a_point(a, b));
    }

    /// The order of the segments and of their ends does not change the intersection; a translation and a
    /// rotation by a right angle, both exact in f32 here, move it.
    #[test]
    fn intersection_of_segments_does_not_depend_on_order_and_moves_along([a, b] in pair(), by in grid(1 << 10)) {
        let found = segment_segment(a.map(point), b.map(point));
        let same = |other: SegmentIntersection| match (found, other) {
            (SegmentIntersection::Point(p), SegmentIntersection::Point(q)) => (p - q).norm() <= 2.0 * f32::EPSILON * (p.coords.norm() + 1.0),
            (found, other) => found == other,
        };
        let reversed = |[p, q]: [Grid; 2]| [q, p];
        prop_assert!(same(segment_segment(b.map(point), a.map(point))));
        prop_assert!(same(segment_segment(reversed(a).map(point), b.map(point))));
        prop_assert!(same(segment_segment(a.map(point), reversed(b).map(point))));
        let moved = |s: [Grid; 2]| s.map(|p| exact::plus(p, by));
        let turned = |s: [Grid; 2]| s.map(|[x, y]| [-y, x]);
        let fits = |s: [Grid; 2]| s.iter().flatten().all(|x| x.abs() < 1 << 24);
        if fits(moved(a)) && fits(moved(b)) {
            let there = segment_segment(moved(a).map(point), moved(b).map(point));
            prop_assert!(agrees(there, segments(moved(a), moved(b)), size_of(&[moved(a), moved(b)].concat())));
            prop_assert_eq!(there.is_empty(), found.is_empty());
        }
        let there = segment_segment(turned(a).map(point), turned(b).map(point));
        prop_assert!(agrees(there, segments(turned(a), turned(b)), size_of(&[a, b].concat())));
    }

    /// The intersection of a ray and a segment equals exact fractions, and a common segment begins at its end
    /// nearer to the origin of the ray.
    #[test]
    fn intersection_of_ray_and_segment_equals_exact_fractions([[origin, direction], s] in ray_and_segment()) {
        let aim = Vec2::new(direction[0] as f32, direction[1] as f32);
        let found = ray_segment(point(origin), aim, s.map(point));
        let exact = ray(origin, direction, s);
        prop_assert!(agrees(found, exact, size_of(&[origin, s[0], s[1]])), "{found:?}, not {exact:?}");
        if let SegmentIntersection::Segment([near, far]) = found {
            prop_assert!((near - point(origin)).norm() < (far - point(origin)).norm());
        }
        // The length of the direction does not matter. Powers of two scale it exactly.
        prop_assert_eq!(ray_segment(point(origin), aim * 1024.0, s.map(point)), found);
        prop_assert_eq!(ray_segment(point(origin), aim / 1024.0, s.map(point)), found);
    }

    /// The intersection of two lines equals exact fractions; whether lines are parallel or the same is exact.
    #[test]
    fn intersection_of_lines_equals_exact_fractions([a, b] in pair()) {
        let (u, v) = (minus(a[1], a[0]), minus(b[1], b[0]));
        let found = line_line(a.map(point), b.map(point));
        let den = cross(u, v);
        let size = size_of(&[a[0], a[1], b[0], b[1]]);
        let at = |p: Grid| LineIntersection::Point(point(p));
        let is_right = if u == [0, 0] || v == [0, 0] {
            let (p, q, w) = if u == [0, 0] { (a[0], b[0], v) } else { (b[0], a[0], u) };
            let on = if w == [0, 0] { p == q } else { cross(w, minus(p, q)) == 0 };
            found == if on { at(p) } else { LineIntersection::Empty }
        } else if den == 0 {
            found == if cross(u, minus(b[0], a[0])) == 0 { LineIntersection::Line } else { LineIntersection::Empty }
        } else {
            let t = cross(minus(b[0], a[0]), v);
            // Nearly parallel lines intersect far away, and the rounding is in proportion to that distance.
            let distance = u.map(|x| (x as f64 * (t as f64 / den as f64)).abs());
            let num = [0, 1].map(|axis| (i128::from(a[0][axis]) * den + i128::from(u[axis]) * t) * den.signum());
            let size = size + distance[0].max(distance[1]);
            matches!(found, LineIntersection::Point(p) if is_near(p.x, num[0], den.abs(), size) && is_near(p.y, num[1], den.abs(), size))
        };
        prop_assert!(is_right, "{found:?}");
        let swapped = line_line(b.map(point), a.map(point));
        prop_assert_eq!(core::mem::discriminant(&found), core::mem::discriminant(&swapped));
    }

    /// Distances equal the exact formulas to three units in the last place of f32. The distances of the
    /// closest points equal them to one unit in the last place of the coordinates. If an end is nearest, the
    /// closest point is that end.
    #[test]
    fn distances_and_closest_points_equal_exact_formulas([s, [p, _]] in pair()) {
        let (u, to) = (minus(s[1], s[0]), minus(p, s[0]));
        let (length, position, height) = (dot(u, u), dot(u, to), cross(u, to));
        let square = |v: Grid| dot(v, v) as f64;
        let to_line = if length == 0 { square(to).sqrt() } else { height as f64 / (length as f64).sqrt() };
        let to_segment = if length == 0 || position <= 0 {
            square(to).sqrt()
        } else if position >= length {
            square(minus(p, s[1])).sqrt()
        } else {
            to_line.abs()
        };
        let (segment, q) = (s.map(point), point(p));
        let size = size_of(&[s[0], s[1], p]);
        let is_close = |found: f32, exact: f64| (f64::from(found) - exact).abs() <= 3e-7 * exact.abs() + 1e-14 * size;
        prop_assert!(is_close(signed_distance_to_line(segment, q), to_line));
        prop_assert!(is_close(distance_to_segment(segment, q), to_segment));
        let to_f64 = |p: Point| p.cast::<f64>();
        let rounding = 1.2e-7 * (size + to_line.abs());
        let closest = closest_on_segment(segment, q);
        prop_assert!(((to_f64(closest) - to_f64(q)).norm() - to_segment).abs() <= rounding);
        if position <= 0 || length == 0 {
            prop_assert_eq!(closest, segment[0]);
        } else if position >= length {
            prop_assert_eq!(closest, segment[1]);
        }
        let foot = closest_on_line(segment, q);
        let rounding = 1.2e-7 * f64::from(foot.coords.norm()).max(size);
        prop_assert!(((to_f64(foot) - to_f64(q)).norm() - to_line.abs()).abs() <= rounding);
    }
}

fn segment(x0: f32, y0: f32, x1: f32, y1: f32) -> [Point; 2] {
    [Point::new(x0, y0), Point::new(x1, y1)]
}

/// Segments that touch end to end or end to middle, that are collinear in every way, and points.
#[test]
fn degenerate_segments_have_the_documented_intersection() {
    let level = segment(0.0, 1.0, 4.0, 1.0);
    let with_level = |b: [Point; 2]| segment_segment(level, b);
    let at = |x: f32, y: f32| SegmentIntersection::Point(Point::new(x, y));
    assert_eq!(with_level(segment(4.0, 1.0, 6.0, 3.0)), at(4.0, 1.0), "end to end");
    assert_eq!(with_level(segment(2.0, 1.0, 6.0, 3.0)), at(2.0, 1.0), "end on middle");
    assert_eq!(with_level(segment(4.0, 1.0, 6.0, 1.0)), at(4.0, 1.0), "end to end on the same line");
    assert_eq!(with_level(segment(5.0, 1.0, 6.0, 1.0)), SegmentIntersection::Empty, "apart on the same line");
    assert_eq!(
        with_level(segment(6.0, 1.0, -1.0, 1.0)),
        SegmentIntersection::Segment(level),
        "all of the first"
    );
    assert_eq!(
        with_level(segment(1.0, 1.0, 2.0, 1.0)),
        SegmentIntersection::Segment(segment(1.0, 1.0, 2.0, 1.0)),
        "all of the second"
    );
    assert_eq!(with_level(level), SegmentIntersection::Segment(level), "the same");
    assert_eq!(with_level(segment(3.0, 1.0, 3.0, 1.0)), at(3.0, 1.0), "a point of it");
    assert_eq!(with_level(segment(5.0, 1.0, 5.0, 1.0)), SegmentIntersection::Empty, "a point on its line");
    let point = segment(1.0, 1.0, 1.0, 1.0);
    assert_eq!(segment_segment(point, point), at(1.0, 1.0), "two points");
    let not_finite = segment(f32::NAN, 0.0, 1.0, f32::INFINITY);
    assert_eq!(with_level(not_finite), SegmentIntersection::Empty);
    assert_eq!(line_line(level, not_finite), LineIntersection::Empty);
    assert_eq!(ray_segment(Point::origin(), Vec2::new(f32::NAN, 0.0), level), SegmentIntersection::Empty);
    assert_eq!(ray_segment(Point::new(1.0, 1.0), Vec2::zeros(), level), at(1.0, 1.0), "no direction");
}

/// *Sotirov 2022* excludes the ends of the segment in ray_vs_segment, so a ray through a vertex of an outline
/// hits neither of its two edges. Here it hits both, in the vertex.
#[test]
fn ray_through_a_vertex_hits_both_edges() {
    let (lower, upper) = (segment(2.0, -1.0, 3.0, 1.0), segment(3.0, 1.0, 2.0, 3.0));
    let (origin, right) = (Point::new(0.0, 1.0), Vec2::new(1.0, 0.0));
    let strictly_between = |s: [Point; 2], y: f32| (s[0].y - y) * (s[1].y - y) < 0.0;
    for edge in [lower, upper] {
        assert!(!strictly_between(edge, 1.0), "the condition of the text");
        assert_eq!(ray_segment(origin, right, edge), SegmentIntersection::Point(Point::new(3.0, 1.0)));
    }
}

/// *Sotirov 2022*, `ray_vs_segment`, asks that the intersection lies strictly between the ends in x and in y.
/// The ends of an upright edge have the same x, so nothing lies between them, and those of a level edge the
/// same y: no ray hits an upright edge, and none that leans hits a level one.
#[test]
fn ray_hits_an_upright_and_a_level_edge() {
    let upright = segment(3.0, -1.0, 3.0, 2.0);
    let k = Point::new(3.0, 0.5);
    let text = |[a, b]: [Point; 2]| {
        let between = |a: f32, b: f32, c: f32| a.min(b) < c && c < a.max(b);
        between(a.x, b.x, k.x) && between(a.y, b.y, k.y)
    };
    assert!(!text(upright), "the error of the text");
    let leaning = segment(2.9, -1.0, 3.1, 2.0);
    assert!(text(leaning), "an edge that leans is hit");
    let ray = ray_segment(Point::new(0.0, 0.5), Vec2::new(1.0, 0.0), upright);
    assert_eq!(ray, SegmentIntersection::Point(k));

    // Nor does a ray that leans hit a level edge.
    let level = segment(2.0, 0.5, 5.0, 0.5);
    assert!(!text(level), "the error of the text");
    let ray = ray_segment(Point::new(0.0, 2.0), Vec2::new(2.0, -1.0), level);
    assert_eq!(ray, SegmentIntersection::Point(k));
}

/// A ray from ten million metres away hits its target, and lines that intersect outside the range of f32 have
/// no intersection.
#[test]
fn intersections_far_away_follow_the_same_rules() {
    let wall = segment(0.0, -1.0, 0.0, 1.0);
    let hit = ray_segment(Point::new(-1e7, 0.0), Vec2::new(1.0, 0.0), wall);
    assert_eq!(hit, SegmentIntersection::Point(Point::origin()));
    assert_eq!(ray_segment(Point::new(-1e7, 2.0), Vec2::new(1.0, 0.0), wall), SegmentIntersection::Empty);
    let level = segment(0.0, 0.0, 1e30, 0.0);
    let nearly = segment(0.0, 1e30, 1e30, 0.999_999_9e30);
    assert!(matches!(line_line(level, nearly), LineIntersection::Point(p) if p.x > 1e36));
    assert_eq!(
        line_line(segment(0.0, 0.0, 1.0, 0.0), segment(0.0, 1e30, 1.0, 1e30)),
        LineIntersection::Empty
    );
    let least = segment(0.0, 3e38, 3e38, 3e38_f32.next_down());
    assert_eq!(line_line(level, least), LineIntersection::Empty, "they intersect at 5e45 m");
}
