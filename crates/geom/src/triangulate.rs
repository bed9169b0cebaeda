//! Triangulates an outline with holes, between its own vertices.
//!
//! ```text
//!   1 bridge                2 clip ears              3 flip diagonals
//!   +---------+             +---------+              +---------+        while the fourth corner of two
//!   |  +--+   |             |\ ear    |              |\       /|        neighbouring triangles lies in the
//!   |  |  |\  |             |  \      |              |  \   /  |        circle through the other three
//!   |  +--+ \ |             |    \    |              |    X    |
//!   +--------\+             +---------+              +---------+
//! ```
//!
//! 1. Join each hole to the border by a bridge, a segment that the ring follows there and back (Eberly,
//!    Triangulation by Ear Clipping, 2002), to the nearest visible vertex. The rightmost hole comes first:
//!    only the ring made so far lies to its right, and some vertex of that is visible.
//! 2. Cut off ears, convex corners with no other vertex in their triangle, until three vertices are left
//!    (Meisters 1975).
//! 3. Flip diagonals to the constrained Delaunay triangulation (Lawson 1977), whose least angle is the
//!    greatest: fewer pieces are too thin to be polygons.
//!
//! All decisions are exact and the outline is simple, so there are always two ears. Turned down: the `spade`
//! crate, which needs `std`; `earcut`, which decides by rounded numbers, and sometimes gives up or covers too
//! much.

use crate::double::to_f64;
use crate::predicate::{folds_back, in_circle, orientation, segments_touch};
use crate::{Outline, Point};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use compute::math::{max, min};

/// From each directed edge of a triangle, counter-clockwise, to the triangle.
pub(crate) type EdgeOwners = BTreeMap<[usize; 2], usize>;

/// As vertex indices, counter-clockwise. An edge whose reverse has no owner is the outline's.
pub(crate) fn triangulate(outline: &Outline) -> (Vec<[usize; 3]>, EdgeOwners) {
    let points = outline.vertices();
    let ring = bridged(outline);
    let mut triangles = clip_ears(points, &ring);
    let owners = flip_diagonals(points, &mut triangles);
    (triangles, owners)
}

/// With each hole joined to the border by a bridge.
fn bridged(outline: &Outline) -> Vec<usize> {
    let points = outline.vertices();
    let ranges: Vec<_> = (0..outline.rings().len()).map(|ring| outline.range(ring)).collect();
    let mut edges: Vec<[usize; 2]> =
        ranges.iter().flat_map(|range| range.clone().map(|v| [v, Outline::next_in(range, v)])).collect();
    let mut ring: Vec<usize> = ranges[0].clone().collect();
    let key = |v: usize| (points[v].x, points[v].y);
    let mut holes: Vec<(usize, usize)> = ranges
        .iter()
        .enumerate()
        .skip(1)
        .filter_map(|(hole, range)| {
            range.clone().reduce(|r, v| if key(v) > key(r) { v } else { r }).map(|v| (v, hole))
        })
        .collect();
    compute::sort_by(&mut holes, |&(a, a_hole), &(b, b_hole)| {
        let (a, b) = (key(a), key(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a_hole.cmp(&b_hole))
    });
    for (from, hole) in holes {
        let distance = |i: usize| (to_f64(points[ring[i]]) - to_f64(points[from])).norm_squared();
        let mut nearest_first: Vec<usize> = (0..ring.len()).collect();
        compute::sort_by(&mut nearest_first, |&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
        let visible = nearest_first.into_iter().find(|&i| {
            is_in_corner(points, &ring, i, points[from])
                && edges.iter().all(|&edge| !blocks(points, edge, [from, ring[i]]))
        });
        // Cannot happen (see the head); if it did, the hole would be filled.
        let Some(end) = visible else { continue };
        let range = &ranges[hole];
        let hole_ring = (from..range.end).chain(range.start..from);
        let detour = hole_ring.chain([from, ring[end]]);
        edges.push([from, ring[end]]);
        let rest = ring.split_off(end + 1);
        ring.extend(detour);
        ring.extend(rest);
    }
    ring
}

fn is_in_corner(points: &[Point], ring: &[usize], i: usize, to: Point) -> bool {
    let count = ring.len();
    let before = points[ring[(i + count - 1) % count]];
    let (at, after) = (points[ring[i]], points[ring[(i + 1) % count]]);
    let left_of_both = orientation(before, at, to) > 0.0 && orientation(at, after, to) > 0.0;
    let left_of_either = orientation(before, at, to) > 0.0 || orientation(at, after, to) > 0.0;
    if orientation(before, at, after) > 0.0 { left_of_both } else { left_of_either }
}

/// Except in a common end.
fn blocks(points: &[Point], edge: [usize; 2], bridge: [usize; 2]) -> bool {
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if edge[i] == bridge[j] {
            return folds_back(points[edge[1 - i]], points[edge[i]], points[bridge[1 - j]]);
        }
    }
    segments_touch(edge.map(|v| points[v]), bridge.map(|v| points[v]))
}

fn clip_ears(points: &[Point], ring: &[usize]) -> Vec<[usize; 3]> {
    let mut clipping = Clipping::new(points, ring);
    let mut triangles = Vec::with_capacity(ring.len());
    let mut from = 0;
    while clipping.left > 3 {
        let Some(at) = clipping.next_candidate(from) else { break };
        clipping.candidates.remove(&at);
        let corner = clipping.corner(at);
        match clipping.test(corner) {
            CornerKind::Ear => {
                triangles.push(corner);
                clipping.cut(at);
                // Skip a corner: neighbouring ears would make a fan of thin triangles.
                from = clipping.next[clipping.next[at]];
            }
            CornerKind::Blocked(vertex) => {
                clipping.blocked_by[vertex].push(at);
                from = at + 1;
            }
            CornerKind::NotConvex => from = at + 1,
        }
    }
    debug_assert!(clipping.left == 3, "no ear among {} corners", clipping.left);
    let rest: Vec<usize> = (0..ring.len()).filter(|&at| clipping.is_left[at]).map(|at| ring[at]).collect();
    if let [a, b, c] = rest[..]
        && orientation(points[a], points[b], points[c]) > 0.0
    {
        triangles.push([a, b, c]);
    }
    triangles
}

enum CornerKind {
    Ear,
    /// By this vertex in its triangle or on the triangle's border.
    Blocked(usize),
    /// Straight or reflex.
    NotConvex,
}

/// A doubly linked list of the places of the ring.
///
/// A corner becomes an ear only when a neighbour, or the vertex that blocks it, is cut off, so it is tested
/// again only then: testing all after each cut takes more than a minute for a spiral of 10,000 vertices.
struct Clipping<'a> {
    points: &'a [Point],
    ring: &'a [usize],
    previous: Vec<usize>,
    next: Vec<usize>,
    is_left: Vec<bool>,
    left: usize,
    candidates: BTreeSet<usize>,
    /// By vertex: the places that it blocks or has blocked.
    blocked_by: Vec<Vec<usize>>,
    /// By vertex: how often the remaining ring passes it; a bridge's ends twice.
    passes: Vec<u32>,
    /// The vertices by their x, and these x.
    by_x: Vec<usize>,
    sorted_x: Vec<f32>,
}

impl<'a> Clipping<'a> {
    fn new(points: &'a [Point], ring: &'a [usize]) -> Self {
        let count = ring.len();
        let mut passes = Vec::from_iter(points.iter().map(|_| 0));
        for &vertex in ring {
            passes[vertex] += 1;
        }
        let mut by_x: Vec<usize> = (0..points.len()).filter(|&vertex| passes[vertex] > 0).collect();
        compute::sort_by(&mut by_x, |&a, &b| points[a].x.total_cmp(&points[b].x).then(a.cmp(&b)));
        Self {
            points,
            ring,
            previous: (0..count).map(|at| (at + count - 1) % count).collect(),
            next: (0..count).map(|at| (at + 1) % count).collect(),
            is_left: Vec::from_iter((0..count).map(|_| true)),
            left: count,
            candidates: (0..count).collect(),
            blocked_by: Vec::from_iter(points.iter().map(|_| Vec::new())),
            passes,
            sorted_x: by_x.iter().map(|&vertex| points[vertex].x).collect(),
            by_x,
        }
    }

    fn next_candidate(&self, from: usize) -> Option<usize> {
        self.candidates.range(from..).next().or_else(|| self.candidates.first()).copied()
    }

    fn corner(&self, at: usize) -> [usize; 3] {
        [self.previous[at], at, self.next[at]].map(|place| self.ring[place])
    }

    /// The corner keeps its own neighbours so that the caller can go on.
    fn cut(&mut self, at: usize) {
        let (previous, next, vertex) = (self.previous[at], self.next[at], self.ring[at]);
        self.next[previous] = next;
        self.previous[next] = previous;
        self.is_left[at] = false;
        self.left -= 1;
        self.candidates.extend([previous, next]);
        self.passes[vertex] -= 1;
        if self.passes[vertex] == 0 {
            let blocked = core::mem::take(&mut self.blocked_by[vertex]);
            self.candidates.extend(blocked.into_iter().filter(|&place| self.is_left[place]));
        }
    }

    fn test(&self, corner: [usize; 3]) -> CornerKind {
        let [a, b, c] = corner.map(|vertex| self.points[vertex]);
        if orientation(a, b, c) <= 0.0 {
            return CornerKind::NotConvex;
        }
        let [low_x, low_y] = [0, 1].map(|i| min(a.coords[i], min(b.coords[i], c.coords[i])));
        let [high_x, high_y] = [0, 1].map(|i| max(a.coords[i], max(b.coords[i], c.coords[i])));
        let first = self.sorted_x.partition_point(|&x| x < low_x);
        let blocks = |vertex: usize| {
            let p = self.points[vertex];
            self.passes[vertex] > 0
                && !corner.contains(&vertex)
                && (low_y..=high_y).contains(&p.y)
                && orientation(a, b, p) >= 0.0
                && orientation(b, c, p) >= 0.0
                && orientation(c, a, p) >= 0.0
        };
        let near = self.by_x[first..].iter().take_while(|&&vertex| self.points[vertex].x <= high_x);
        near.copied().find(|&vertex| blocks(vertex)).map_or(CornerKind::Ear, CornerKind::Blocked)
    }
}

/// Until no triangle's circumcircle contains the far corner of a neighbour.
fn flip_diagonals(points: &[Point], triangles: &mut [[usize; 3]]) -> EdgeOwners {
    let mut owners = EdgeOwners::new();
    for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
        owners.extend([([a, b], triangle), ([b, c], triangle), ([c, a], triangle)]);
    }
    let mut unchecked: Vec<[usize; 2]> = owners.keys().copied().filter(|&[a, b]| a < b).collect();
    while let Some([a, b]) = unchecked.pop() {
        let (Some(&left), Some(&right)) = (owners.get(&[a, b]), owners.get(&[b, a])) else { continue };
        let far_corner = |triangle: usize| triangles[triangle].into_iter().find(|&v| v != a && v != b);
        let (Some(c), Some(d)) = (far_corner(left), far_corner(right)) else { continue };
        if in_circle(points[a], points[b], points[c], points[d]) <= 0.0 {
            continue;
        }
        triangles[left] = [d, b, c];
        triangles[right] = [c, a, d];
        owners.remove(&[a, b]);
        owners.remove(&[b, a]);
        owners.extend([([d, b], left), ([b, c], left), ([c, d], left)]);
        owners.extend([([c, a], right), ([a, d], right), ([d, c], right)]);
        unchecked.extend([[b, c], [c, a], [a, d], [d, b]]);
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rot;
    use proptest::prelude::*;

    /// The definition: every corner in turn is tested against every vertex that is left.
    fn ears_by_brute_force(points: &[Point], ring: &[usize]) -> Vec<[usize; 3]> {
        let mut ring = ring.to_vec();
        let mut triangles = Vec::new();
        let (mut i, mut rejected) = (0, 0);
        while ring.len() > 3 && rejected < ring.len() {
            let count = ring.len();
            i %= count;
            let corner = [ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]];
            let [a, b, c] = corner.map(|v| points[v]);
            let is_outside = |p: Point| {
                orientation(a, b, p) < 0.0 || orientation(b, c, p) < 0.0 || orientation(c, a, p) < 0.0
            };
            let is_empty = ring.iter().all(|v| corner.contains(v) || is_outside(points[*v]));
            if orientation(a, b, c) > 0.0 && is_empty {
                triangles.push(corner);
                ring.remove(i);
                rejected = 0;
            } else {
                rejected += 1;
            }
            i += 1;
        }
        triangles.extend(<[usize; 3]>::try_from(ring));
        triangles
    }

    /// A band that winds around the origin.
    fn spiral(half: usize, turns: f32) -> Vec<Point> {
        let at = |i: usize, inner: f32| {
            let along = turns * i as f32 / (half - 1) as f32;
            Point::from(
                Rot::from_angle(along * core::f32::consts::TAU) * crate::Vec2::new(inner + along, 0.0),
            )
        };
        (0..half).map(|i| at(i, 1.4)).chain((0..half).rev().map(|i| at(i, 1.0))).collect()
    }

    proptest! {
        /// Spirals, and stars with a hole.
        #[test]
        fn ears_are_those_of_testing_every_corner_after_every_cut(
            half in 8_usize..60, turns in 0.5_f32..4.0, radii in prop::collection::vec(1.5_f32..4.0, 5..40),
        ) {
            let corner = |i: usize, r: f32| {
                let angle = i as f32 / radii.len() as f32 * core::f32::consts::TAU;
                Point::from(Rot::from_angle(angle) * crate::Vec2::new(r, 0.0))
            };
            let star: Vec<Point> = radii.iter().enumerate().map(|(i, &r)| corner(i, r)).collect();
            let hole = [[-0.5, -0.5], [0.5, -0.5], [0.0, 0.5]].map(Point::from);
            for outline in [Outline::new(spiral(half, turns)), Outline::with_holes(star, [hole])] {
                let Ok(outline) = outline else { continue };
                let ring = bridged(&outline);
                let expected = ears_by_brute_force(outline.vertices(), &ring);
                prop_assert_eq!(clip_ears(outline.vertices(), &ring), expected);
            }
        }
    }

    /// 10,000 vertices took 6 s with 20 turns, and 87 s with 60.
    #[test]
    fn ears_of_a_long_spiral_are_found_at_once() {
        let outline = Outline::new(spiral(5_000, 60.0)).unwrap();
        let ring = bridged(&outline);
        assert_eq!(clip_ears(outline.vertices(), &ring).len(), ring.len() - 2);
    }
}
