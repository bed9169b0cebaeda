//! Lines, rays and segments against exact fractions of whole numbers.

mod exact;

use exact::{Grid, cross, dot, grid, minus, on_segment, point};
use geom::{
    LineMeeting, Meeting, Point, Vec2, closest_on_line, closest_on_segment, distance_to_segment, line_line,
    ray_segment, segment_segment, signed_distance_to_line,
};
use proptest::prelude::*;

/// The set of common points, as fractions: coordinates over `den`, which is positive.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    Apart,
    At { num: [i128; 2], den: i128 },
    Along([Grid; 2]),
}

/// Where the line through `p` along `u`, at a fraction in the range given, meets the segment `s`; both by fractions.
fn fractions(p: Grid, u: Grid, ray: bool, s: [Grid; 2]) -> Exact {
    let v = minus(s[1], s[0]);
    let den = cross(u, v);
    assert_ne!(den, 0);
    let from = minus(s[0], p);
    let (t, w) = (cross(from, v) * den.signum(), cross(from, u) * den.signum());
    let den = den.abs();
    if t < 0 || (!ray && t > den) || w < 0 || w > den {
        return Exact::Apart;
    }
    let num = [0, 1].map(|axis| i128::from(p[axis]) * den + i128::from(u[axis]) * t);
    Exact::At { num, den }
}

/// Common points of segments, one of which may be a point or which lie on one line: those of their four ends that lie
/// on both.
fn common_ends(ends: &[Grid], on_both: impl Fn(Grid) -> bool) -> Exact {
    let mut common: Vec<Grid> = ends.iter().copied().filter(|&p| on_both(p)).collect();
    common.sort_unstable();
    common.dedup();
    match common[..] {
        [] => Exact::Apart,
        [p] => Exact::At { num: p.map(i128::from), den: 1 },
        [first, .., last] => Exact::Along([first, last]),
    }
}

fn segments(a: [Grid; 2], b: [Grid; 2]) -> Exact {
    let (u, v) = (minus(a[1], a[0]), minus(b[1], b[0]));
    if cross(u, v) == 0 {
        return common_ends(&[a[0], a[1], b[0], b[1]], |p| on_segment(a, p) && on_segment(b, p));
    }
    fractions(a[0], u, false, b)
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
    fractions(origin, direction, true, s)
}

/// Half a unit in the last place for the one rounding of the result, and 1e-15 of the largest coordinate for the few of
/// f64 before it.
fn near(found: f32, num: i128, den: i128, size: f64) -> bool {
    let right = num as f64 / den as f64;
    let ulp = f64::from(found.abs().next_up() - found.abs());
    (f64::from(found) - right).abs() <= 0.501 * ulp + 1e-15 * size
}

fn size_of(all: &[Grid]) -> f64 {
    all.iter().flatten().map(|x| x.abs() as f64).fold(0.0, f64::max)
}

fn agrees(found: Meeting, exact: Exact, size: f64) -> bool {
    match (found, exact) {
        (Meeting::Apart, Exact::Apart) => true,
        (Meeting::At(p), Exact::At { num, den }) => {
            let exactly = num.iter().all(|n| n % den == 0 && (n / den).abs() < 1 << 24);
            near(p.x, num[0], den, size)
                && near(p.y, num[1], den, size)
                && (!exactly || p == point(num.map(|n| (n / den) as i64)))
        }
        (Meeting::Along(ends), Exact::Along(right)) => {
            ends == right.map(point) || ends == [point(right[1]), point(right[0])]
        }
        _ => false,
    }
}

/// Segments on a small grid, where every degenerate case is common, and long ones that are nearly parallel or end next
/// to each other: what rounding decides wrongly.
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

/// A ray, as origin and direction, and a segment; half of them on the ray's line, or next to it.
fn ray_and_segment() -> impl Strategy<Value = [[Grid; 2]; 2]> {
    let along = ([grid(1 << 11), grid(1 << 11)], -500_i64..500, -500_i64..500, grid(1)).prop_map(
        |([p, u], m, n, off)| {
            let at = |k: i64| [p[0] + k * u[0], p[1] + k * u[1]];
            [[p, u], [at(m), at(n)]].map(|[a, b]| if m % 2 == 0 { [a, b] } else { [a, exact::plus(b, off)] })
        },
    );
    prop_oneof![pair(), along]
}

proptest! {
    /// Segments share exactly the points that whole numbers say.
    #[test]
    fn segments_meet_where_fractions_say([a, b] in pair()) {
        let found = segment_segment(a.map(point), b.map(point));
        let exact = segments(a, b);
        prop_assert!(agrees(found, exact, size_of(&[a[0], a[1], b[0], b[1]])), "{found:?}, not {exact:?}");
        prop_assert_eq!(found.is_some(), exact::segments_share_a_point(a, b));
    }

    /// Which is called the first, and at which end each begins, does not matter for what they share, nor do moving and
    /// turning by a right angle, which f32 does exactly here.
    #[test]
    fn segments_meet_however_they_are_named([a, b] in pair(), by in grid(1 << 10)) {
        let found = segment_segment(a.map(point), b.map(point));
        let same = |other: Meeting| match (found, other) {
            (Meeting::At(p), Meeting::At(q)) => (p - q).norm() <= 2.0 * f32::EPSILON * (p.coords.norm() + 1.0),
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
            prop_assert_eq!(there.is_some(), found.is_some());
        }
        let there = segment_segment(turned(a).map(point), turned(b).map(point));
        prop_assert!(agrees(there, segments(turned(a), turned(b)), size_of(&[a, b].concat())));
    }

    /// Rays meet segments exactly where whole numbers say, and a common part begins at its end nearer to the origin.
    #[test]
    fn rays_meet_where_fractions_say([[origin, direction], s] in ray_and_segment()) {
        let aim = Vec2::new(direction[0] as f32, direction[1] as f32);
        let found = ray_segment(point(origin), aim, s.map(point));
        let exact = ray(origin, direction, s);
        prop_assert!(agrees(found, exact, size_of(&[origin, s[0], s[1]])), "{found:?}, not {exact:?}");
        if let Meeting::Along([near, far]) = found {
            prop_assert!((near - point(origin)).norm() < (far - point(origin)).norm());
        }
        // However long the direction is: powers of two scale exactly.
        prop_assert_eq!(ray_segment(point(origin), aim * 1024.0, s.map(point)), found);
        prop_assert_eq!(ray_segment(point(origin), aim / 1024.0, s.map(point)), found);
    }

    /// Lines too: parallel and same are exact.
    #[test]
    fn lines_meet_where_fractions_say([a, b] in pair()) {
        let (u, v) = (minus(a[1], a[0]), minus(b[1], b[0]));
        let found = line_line(a.map(point), b.map(point));
        let den = cross(u, v);
        let size = size_of(&[a[0], a[1], b[0], b[1]]);
        let at = |p: Grid| LineMeeting::At(point(p));
        let right = if u == [0, 0] || v == [0, 0] {
            let (p, q, w) = if u == [0, 0] { (a[0], b[0], v) } else { (b[0], a[0], u) };
            let on = if w == [0, 0] { p == q } else { cross(w, minus(p, q)) == 0 };
            found == if on { at(p) } else { LineMeeting::Apart }
        } else if den == 0 {
            found == if cross(u, minus(b[0], a[0])) == 0 { LineMeeting::Same } else { LineMeeting::Apart }
        } else {
            let t = cross(minus(b[0], a[0]), v);
            // Far out along nearly parallel lines, the way there is what rounds.
            let way = u.map(|x| (x as f64 * (t as f64 / den as f64)).abs());
            let num = [0, 1].map(|axis| (i128::from(a[0][axis]) * den + i128::from(u[axis]) * t) * den.signum());
            let size = size + way[0].max(way[1]);
            matches!(found, LineMeeting::At(p) if near(p.x, num[0], den.abs(), size) && near(p.y, num[1], den.abs(), size))
        };
        prop_assert!(right, "{found:?}");
        let back = line_line(b.map(point), a.map(point));
        prop_assert_eq!(core::mem::discriminant(&found), core::mem::discriminant(&back));
    }

    /// Distances against the formulas in whole numbers, to three units in the last place of f32; closest points lie as
    /// far as that, up to the unit in the last place of their coordinates, and are ends where ends are nearest.
    #[test]
    fn distances_are_those_of_fractions([s, [p, _]] in pair()) {
        let (u, to) = (minus(s[1], s[0]), minus(p, s[0]));
        let (length, along, height) = (dot(u, u), dot(u, to), cross(u, to));
        let square = |v: Grid| dot(v, v) as f64;
        let to_line = if length == 0 { square(to).sqrt() } else { height as f64 / (length as f64).sqrt() };
        let to_segment = if length == 0 || along <= 0 {
            square(to).sqrt()
        } else if along >= length {
            square(minus(p, s[1])).sqrt()
        } else {
            to_line.abs()
        };
        let (there, q) = (s.map(point), point(p));
        let size = size_of(&[s[0], s[1], p]);
        let close = |found: f32, right: f64| (f64::from(found) - right).abs() <= 3e-7 * right.abs() + 1e-14 * size;
        prop_assert!(close(signed_distance_to_line(there, q), to_line));
        prop_assert!(close(distance_to_segment(there, q), to_segment));
        let wide = |p: Point| p.cast::<f64>();
        let rounding = 1.2e-7 * (size + to_line.abs());
        let closest = closest_on_segment(there, q);
        prop_assert!(((wide(closest) - wide(q)).norm() - to_segment).abs() <= rounding);
        if along <= 0 || length == 0 {
            prop_assert_eq!(closest, there[0]);
        } else if along >= length {
            prop_assert_eq!(closest, there[1]);
        }
        let foot = closest_on_line(there, q);
        let rounding = 1.2e-7 * f64::from(foot.coords.norm()).max(size);
        prop_assert!(((wide(foot) - wide(q)).norm() - to_line.abs()).abs() <= rounding);
    }
}

fn segment(x0: f32, y0: f32, x1: f32, y1: f32) -> [Point; 2] {
    [Point::new(x0, y0), Point::new(x1, y1)]
}

/// The cases by name: touching at ends, at an end and a middle, collinear in every way, points.
#[test]
fn degenerate_segments_have_a_stated_answer() {
    let level = segment(0.0, 1.0, 4.0, 1.0);
    let meets = |b: [Point; 2]| segment_segment(level, b);
    let at = |x: f32, y: f32| Meeting::At(Point::new(x, y));
    assert_eq!(meets(segment(4.0, 1.0, 6.0, 3.0)), at(4.0, 1.0), "end to end");
    assert_eq!(meets(segment(2.0, 1.0, 6.0, 3.0)), at(2.0, 1.0), "end on middle");
    assert_eq!(meets(segment(4.0, 1.0, 6.0, 1.0)), at(4.0, 1.0), "end to end on a line");
    assert_eq!(meets(segment(5.0, 1.0, 6.0, 1.0)), Meeting::Apart, "apart on a line");
    assert_eq!(meets(segment(6.0, 1.0, -1.0, 1.0)), Meeting::Along(level), "all of the first");
    assert_eq!(
        meets(segment(1.0, 1.0, 2.0, 1.0)),
        Meeting::Along(segment(1.0, 1.0, 2.0, 1.0)),
        "all of the second"
    );
    assert_eq!(meets(level), Meeting::Along(level), "the same");
    assert_eq!(meets(segment(3.0, 1.0, 3.0, 1.0)), at(3.0, 1.0), "a point of it");
    assert_eq!(meets(segment(5.0, 1.0, 5.0, 1.0)), Meeting::Apart, "a point on its line");
    let point = segment(1.0, 1.0, 1.0, 1.0);
    assert_eq!(segment_segment(point, point), at(1.0, 1.0), "two points");
    let nowhere = segment(f32::NAN, 0.0, 1.0, f32::INFINITY);
    assert_eq!(meets(nowhere), Meeting::Apart);
    assert_eq!(line_line(level, nowhere), LineMeeting::Apart);
    assert_eq!(ray_segment(Point::origin(), Vec2::new(f32::NAN, 0.0), level), Meeting::Apart);
    assert_eq!(ray_segment(Point::new(1.0, 1.0), Vec2::zeros(), level), at(1.0, 1.0), "no direction");
}

/// Seed 001 leaves the ends of the segment out of ray_vs_segment, so that a ray through a vertex of an outline meets
/// neither of its edges. Here it meets both, there.
#[test]
fn a_ray_through_a_vertex_meets_both_edges() {
    let (lower, upper) = (segment(2.0, -1.0, 3.0, 1.0), segment(3.0, 1.0, 2.0, 3.0));
    let (origin, right) = (Point::new(0.0, 1.0), Vec2::new(1.0, 0.0));
    let strictly_between = |s: [Point; 2], y: f32| (s[0].y - y) * (s[1].y - y) < 0.0;
    for edge in [lower, upper] {
        assert!(!strictly_between(edge, 1.0), "the text's version");
        assert_eq!(ray_segment(origin, right, edge), Meeting::At(Point::new(3.0, 1.0)));
    }
}

/// A ray that starts ten million metres away meets what it is aimed at, and lines that meet beyond f32 count as apart.
#[test]
fn far_away_is_no_special_case() {
    let wall = segment(0.0, -1.0, 0.0, 1.0);
    let hit = ray_segment(Point::new(-1e7, 0.0), Vec2::new(1.0, 0.0), wall);
    assert_eq!(hit, Meeting::At(Point::origin()));
    assert_eq!(ray_segment(Point::new(-1e7, 2.0), Vec2::new(1.0, 0.0), wall), Meeting::Apart);
    let level = segment(0.0, 0.0, 1e30, 0.0);
    let nearly = segment(0.0, 1e30, 1e30, 0.999_999_9e30);
    assert!(matches!(line_line(level, nearly), LineMeeting::At(p) if p.x > 1e36));
    assert_eq!(line_line(segment(0.0, 0.0, 1.0, 0.0), segment(0.0, 1e30, 1.0, 1e30)), LineMeeting::Apart);
    let least = segment(0.0, 3e38, 3e38, 3e38_f32.next_down());
    assert_eq!(line_line(level, least), LineMeeting::Apart, "they meet at 5e45 m");
}
