//! Oracles in integers: the cross products of grid points are exact in i128, so no tolerance is needed.

#![allow(dead_code, reason = "each test file uses a part of it")]

use geom::Point;
use proptest::prelude::*;

/// A point of the integer grid; f32 represents coordinates up to 2^24 exactly.
pub type Grid = [i64; 2];

pub fn point(p: Grid) -> Point {
    assert!(p.iter().all(|x| x.abs() <= 1 << 24), "f32 cannot represent {p:?}");
    Point::new(p[0] as f32, p[1] as f32)
}

pub fn points(ring: &[Grid]) -> Vec<Point> {
    ring.iter().map(|&p| point(p)).collect()
}

pub fn minus(a: Grid, b: Grid) -> Grid {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn plus(a: Grid, b: Grid) -> Grid {
    [a[0] + b[0], a[1] + b[1]]
}

pub fn cross(u: Grid, v: Grid) -> i128 {
    i128::from(u[0]) * i128::from(v[1]) - i128::from(u[1]) * i128::from(v[0])
}

pub fn dot(u: Grid, v: Grid) -> i128 {
    i128::from(u[0]) * i128::from(v[0]) + i128::from(u[1]) * i128::from(v[1])
}

/// Whether `p` lies on the closed segment: on its line, and in the disc of which the segment is a diameter.
pub fn on_segment(s: [Grid; 2], p: Grid) -> bool {
    cross(minus(s[1], s[0]), minus(p, s[0])) == 0 && dot(minus(s[0], p), minus(s[1], p)) <= 0
}

/// Whether the two closed segments share a point.
pub fn segments_share_a_point(a: [Grid; 2], b: [Grid; 2]) -> bool {
    let sides = |s: [Grid; 2], t: [Grid; 2]| {
        t.map(|p| cross(minus(s[1], s[0]), minus(p, s[0])).signum()).into_iter().product::<i128>()
    };
    a.iter().any(|&p| on_segment(b, p))
        || b.iter().any(|&p| on_segment(a, p))
        || (sides(a, b) < 0 && sides(b, a) < 0)
}

pub fn edges(ring: &[Grid]) -> impl Iterator<Item = [Grid; 2]> + '_ {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// 1 inside, 0 on the border, -1 outside, by ray casting. The slope of the ray occurs between no two points
/// of a grid of this size, so the ray passes through no vertex, and no rule for vertices is needed.
pub fn locate(ring: &[Grid], p: Grid) -> i32 {
    if edges(ring).any(|e| on_segment(e, p)) {
        return 0;
    }
    let far = plus(p, [100_003, 1]);
    assert!(ring.iter().all(|v| (v[0] - p[0]).abs() < 100_003));
    let crossings = edges(ring).filter(|&e| segments_share_a_point(e, [p, far])).count();
    if crossings % 2 == 1 { 1 } else { -1 }
}

/// Twice the signed area.
pub fn doubled_area(ring: &[Grid]) -> i128 {
    edges(ring).map(|[a, b]| cross(a, b)).sum()
}

/// Whether no two edges touch, except neighbours in their common vertex.
pub fn is_simple(ring: &[Grid]) -> bool {
    let all: Vec<[Grid; 2]> = edges(ring).collect();
    let count = all.len();
    (0..count).all(|i| {
        all[i][0] != all[i][1]
            && (i + 1..count).all(|j| {
                if j == i + 1 || (i == 0 && j == count - 1) {
                    let (first, second) = if j == i + 1 { (all[i], all[j]) } else { (all[j], all[i]) };
                    // Neighbours must not fold back over each other.
                    count == 3 && doubled_area(ring) != 0
                        || !(on_segment(first, second[1]) || on_segment(second, first[0]))
                } else {
                    !segments_share_a_point(all[i], all[j])
                }
            })
    })
}

pub fn grid(size: i64) -> impl Strategy<Value = Grid> {
    [-size..=size, -size..=size]
}

/// A simple counter-clockwise polygon on a small grid, where straight corners, horizontal edges and vertices
/// of the same height are common: random points, whose crossings are removed by reversing the points between
/// them.
pub fn simple(size: i64) -> impl Strategy<Value = Vec<Grid>> {
    prop::collection::vec(grid(size), 3..9).prop_filter_map("simple", |mut ring| {
        let count = ring.len();
        for _ in 0..100 {
            let crossing = (0..count).flat_map(|i| (i + 2..count).map(move |j| (i, j))).find(|&(i, j)| {
                let (a, b) = ([ring[i], ring[i + 1]], [ring[j], ring[(j + 1) % count]]);
                !(i == 0 && j + 1 == count) && segments_share_a_point(a, b)
            });
            let Some((i, j)) = crossing else { break };
            ring[i + 1..=j].reverse();
        }
        if doubled_area(&ring) < 0 {
            ring.reverse();
        }
        (is_simple(&ring) && doubled_area(&ring) > 0).then_some(ring)
    })
}

/// The strictly convex hull by Jarvis' march, counter-clockwise from the lowest of the leftmost points.
pub fn hull(points: &[Grid]) -> Vec<Grid> {
    let Some(&start) = points.iter().min() else { return Vec::new() };
    let mut ring = vec![start];
    loop {
        let at = ring[ring.len() - 1];
        let mut next = at;
        for &p in points {
            let (to_next, to_p) = (minus(next, at), minus(p, at));
            let turn = cross(to_next, to_p);
            if next == at || turn < 0 || (turn == 0 && dot(to_p, to_p) > dot(to_next, to_next)) {
                next = p;
            }
        }
        if next == start || next == at {
            return ring;
        }
        ring.push(next);
    }
}

/// A strictly convex polygon on a grid.
pub fn convex(size: i64) -> impl Strategy<Value = Vec<Grid>> {
    prop::collection::vec(grid(size), 3..12)
        .prop_map(|points| hull(&points))
        .prop_filter("with an area", |ring| ring.len() >= 3)
}

/// Whether two convex polygons share a point: no edge of either has all vertices of the other strictly on its
/// outer side.
pub fn convex_share_a_point(a: &[Grid], b: &[Grid]) -> bool {
    let separates = |ring: &[Grid], other: &[Grid]| {
        edges(ring).any(|[p, q]| other.iter().all(|&v| cross(minus(q, p), minus(v, p)) < 0))
    };
    !(separates(a, b) || separates(b, a))
}
