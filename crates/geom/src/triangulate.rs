//! An outline with holes cut into triangles, between its own vertices.
//!
//! ```text
//!   1 bridge                2 clip ears              3 flip diagonals
//!   +---------+             +---------+              +---------+        while the fourth corner of two
//!   |  +--+   |             |\ ear    |              |\       /|        neighbours lies in the circle
//!   |  |  |\  |             |  \      |              |  \   /  |        through the other three
//!   |  +--+ \ |             |    \    |              |    X    |
//!   +--------\+             +---------+              +---------+
//! ```
//!
//! 1. Each hole is joined to the border by a segment there and back, so that one ring remains (Eberly,
//!    Triangulation by Ear Clipping, 2002, who bridges from the rightmost hole inwards: then nothing but the ring made
//!    so far lies to the right, and some vertex of it can be seen). The nearest visible vertex is taken.
//! 2. A convex corner with no other vertex in its triangle is cut off, until three are left (Meisters 1975).
//! 3. Ears make needles. Flipping gives the constrained Delaunay triangulation (Lawson 1977), the one with the
//!    greatest least angle, and fewer needles are fewer pieces that are too thin to be polygons.
//!
//! All decisions are exact, and the outline is simple, so an ear always exists (a ring of more than three vertices
//! has two). Turned down: the `spade` crate, robust and n log n, but it does not build without `std`; `earcut`, which
//! decides with rounding, and then gives up or covers too much.

use crate::predicate::{folds_back, in_circle, orientation, segments_touch, wide};
use crate::{Outline, Point};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// From each directed edge of a triangle, counter-clockwise, to the triangle's index.
pub(crate) type EdgeOwners = BTreeMap<[usize; 2], usize>;

/// Triangles of vertex indices, counter-clockwise, that fill the outline; and whose edges are whose. An edge whose
/// reverse has no owner is an edge of the outline.
pub(crate) fn triangulate(outline: &Outline) -> (Vec<[usize; 3]>, EdgeOwners) {
    let points = outline.vertices();
    let ring = bridged(outline);
    let mut triangles = clip_ears(points, &ring);
    let owners = flip_diagonals(points, &mut triangles);
    (triangles, owners)
}

/// One ring through all vertices: the border, with each hole joined to it by a bridge.
fn bridged(outline: &Outline) -> Vec<usize> {
    let points = outline.vertices();
    let ranges: Vec<_> = (0..outline.rings().len()).map(|ring| outline.range(ring)).collect();
    let mut edges: Vec<[usize; 2]> =
        ranges.iter().flat_map(|range| range.clone().map(|v| [v, Outline::next_in(range, v)])).collect();
    let mut ring: Vec<usize> = ranges[0].clone().collect();
    let key = |v: usize| (points[v].x, points[v].y);
    // Of each hole its rightmost vertex, and the rightmost hole first.
    let mut holes: Vec<(usize, usize)> = ranges
        .iter()
        .enumerate()
        .skip(1)
        .filter_map(|(hole, range)| {
            range.clone().reduce(|r, v| if key(v) > key(r) { v } else { r }).map(|v| (v, hole))
        })
        .collect();
    holes.sort_by(|a, b| {
        let (a, b) = (key(a.0), key(b.0));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    for (from, hole) in holes {
        let distance = |place: usize| (wide(points[ring[place]]) - wide(points[from])).norm_squared();
        let mut places: Vec<usize> = (0..ring.len()).collect();
        places.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
        let visible = places.into_iter().find(|&place| {
            in_cone(points, &ring, place, points[from])
                && edges.iter().all(|&edge| !blocks(points, edge, [from, ring[place]]))
        });
        // Without a bridge the hole is filled: the solid is wrong, but nothing loops. See the head: it cannot be.
        let Some(place) = visible else { continue };
        let range = &ranges[hole];
        let around = (from..range.end).chain(range.start..from);
        let there_and_back = around.chain([from, ring[place]]);
        edges.push([from, ring[place]]);
        let rest = ring.split_off(place + 1);
        ring.extend(there_and_back);
        ring.extend(rest);
    }
    ring
}

/// Whether `to` lies between the two edges at a place of the ring, on the side of the solid.
fn in_cone(points: &[Point], ring: &[usize], place: usize, to: Point) -> bool {
    let count = ring.len();
    let before = points[ring[(place + count - 1) % count]];
    let (at, after) = (points[ring[place]], points[ring[(place + 1) % count]]);
    let left_of_both = orientation(before, at, to) > 0.0 && orientation(at, after, to) > 0.0;
    let left_of_either = orientation(before, at, to) > 0.0 || orientation(at, after, to) > 0.0;
    if orientation(before, at, after) > 0.0 { left_of_both } else { left_of_either }
}

/// Whether an edge bars the way from one vertex to another.
fn blocks(points: &[Point], edge: [usize; 2], way: [usize; 2]) -> bool {
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if edge[i] == way[j] {
            return folds_back(points[edge[1 - i]], points[edge[i]], points[way[1 - j]]);
        }
    }
    segments_touch(edge.map(|v| points[v]), way.map(|v| points[v]))
}

/// The triangles of a weakly simple ring: corner after corner cut off.
fn clip_ears(points: &[Point], ring: &[usize]) -> Vec<[usize; 3]> {
    let mut ring = ring.to_vec();
    let mut triangles = Vec::with_capacity(ring.len());
    let (mut place, mut refused) = (0, 0);
    while ring.len() > 3 && refused < ring.len() {
        let count = ring.len();
        place %= count;
        let corner = [ring[(place + count - 1) % count], ring[place], ring[(place + 1) % count]];
        if is_ear(points, &ring, corner) {
            triangles.push(corner);
            ring.remove(place);
            // Two further on: ears beside each other would make a fan of needles.
            place += 1;
            refused = 0;
        } else {
            place += 1;
            refused += 1;
        }
    }
    debug_assert!(ring.len() == 3, "no ear left of {}", ring.len());
    if let [a, b, c] = ring[..]
        && orientation(points[a], points[b], points[c]) > 0.0
    {
        triangles.push([a, b, c]);
    }
    triangles
}

/// Whether a corner is convex, and no vertex but its own three lies in its triangle or on its border.
fn is_ear(points: &[Point], ring: &[usize], corner: [usize; 3]) -> bool {
    let [a, b, c] = corner.map(|v| points[v]);
    if orientation(a, b, c) <= 0.0 {
        return false;
    }
    let below = |p: Point, axis: usize| {
        let v = p.coords[axis];
        v < a.coords[axis] && v < b.coords[axis] && v < c.coords[axis]
    };
    let above = |p: Point, axis: usize| {
        let v = p.coords[axis];
        v > a.coords[axis] && v > b.coords[axis] && v > c.coords[axis]
    };
    ring.iter().all(|&v| {
        let p = points[v];
        corner.contains(&v)
            || below(p, 0)
            || above(p, 0)
            || below(p, 1)
            || above(p, 1)
            || orientation(a, b, p) < 0.0
            || orientation(b, c, p) < 0.0
            || orientation(c, a, p) < 0.0
    })
}

/// Flips diagonals until each circle through a triangle's corners is free of its neighbours' fourth corners.
fn flip_diagonals(points: &[Point], triangles: &mut [[usize; 3]]) -> EdgeOwners {
    let mut owners = EdgeOwners::new();
    for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
        owners.extend([([a, b], triangle), ([b, c], triangle), ([c, a], triangle)]);
    }
    let mut doubtful: Vec<[usize; 2]> = owners.keys().copied().filter(|&[a, b]| a < b).collect();
    while let Some([a, b]) = doubtful.pop() {
        let (Some(&left), Some(&right)) = (owners.get(&[a, b]), owners.get(&[b, a])) else { continue };
        let across = |triangle: usize| triangles[triangle].into_iter().find(|&v| v != a && v != b);
        let (Some(c), Some(d)) = (across(left), across(right)) else { continue };
        if in_circle(points[a], points[b], points[c], points[d]) <= 0.0 {
            continue;
        }
        triangles[left] = [d, b, c];
        triangles[right] = [c, a, d];
        owners.remove(&[a, b]);
        owners.remove(&[b, a]);
        owners.extend([([d, b], left), ([b, c], left), ([c, d], left)]);
        owners.extend([([c, a], right), ([a, d], right), ([d, c], right)]);
        doubtful.extend([[b, c], [c, a], [a, d], [d, b]]);
    }
    owners
}
