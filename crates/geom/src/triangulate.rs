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
//! 1. Join each hole to the border by a bridge, a segment that the ring follows there and back, so that one
//!    ring remains (Eberly, Triangulation by Ear Clipping, 2002). The rightmost hole comes first: then only
//!    the ring made so far lies to its right, and some vertex of that ring is visible. The bridge goes to the
//!    nearest visible vertex.
//! 2. Cut off ears, convex corners with no other vertex in their triangle, until three vertices are left
//!    (Meisters 1975).
//! 3. Ear clipping makes thin triangles. Flip diagonals until the triangulation is the constrained Delaunay
//!    triangulation (Lawson 1977), whose least angle is the greatest possible: the fewer thin triangles, the
//!    fewer pieces that are too thin to be polygons.
//!
//! All decisions are exact and the outline is simple, so an ear always exists: a simple ring of more than
//! three vertices has at least two. Turned down: the `spade` crate, which is robust and takes n log n, but
//! does not build without `std`; `earcut`, whose decisions are rounded, so that it sometimes gives up or
//! covers too much.

use crate::double::to_f64;
use crate::predicate::{folds_back, in_circle, orientation, segments_touch};
use crate::{Outline, Point};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Maps each directed edge of a triangle, counter-clockwise, to the triangle's index.
pub(crate) type EdgeOwners = BTreeMap<[usize; 2], usize>;

/// The triangles that fill the outline, as vertex indices, counter-clockwise, and the owners of their edges.
/// An edge whose reverse has no owner is an edge of the outline.
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
    // The rightmost vertex of each hole, and the rightmost hole first.
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
        let distance = |i: usize| (to_f64(points[ring[i]]) - to_f64(points[from])).norm_squared();
        let mut nearest_first: Vec<usize> = (0..ring.len()).collect();
        nearest_first.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
        let visible = nearest_first.into_iter().find(|&i| {
            is_in_corner(points, &ring, i, points[from])
                && edges.iter().all(|&edge| !blocks(points, edge, [from, ring[i]]))
        });
        // This cannot happen (see the head of the file). If it did, the hole would be filled and nothing
        // would loop.
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

/// Whether `to` lies between the two edges at the `i`-th vertex of the ring, on the side of the solid.
fn is_in_corner(points: &[Point], ring: &[usize], i: usize, to: Point) -> bool {
    let count = ring.len();
    let before = points[ring[(i + count - 1) % count]];
    let (at, after) = (points[ring[i]], points[ring[(i + 1) % count]]);
    let left_of_both = orientation(before, at, to) > 0.0 && orientation(at, after, to) > 0.0;
    let left_of_either = orientation(before, at, to) > 0.0 || orientation(at, after, to) > 0.0;
    if orientation(before, at, after) > 0.0 { left_of_both } else { left_of_either }
}

/// Whether an edge touches a bridge between two vertices, other than in a common end.
fn blocks(points: &[Point], edge: [usize; 2], bridge: [usize; 2]) -> bool {
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if edge[i] == bridge[j] {
            return folds_back(points[edge[1 - i]], points[edge[i]], points[bridge[1 - j]]);
        }
    }
    segments_touch(edge.map(|v| points[v]), bridge.map(|v| points[v]))
}

/// The triangles of a weakly simple ring, found by cutting off one ear after the other.
fn clip_ears(points: &[Point], ring: &[usize]) -> Vec<[usize; 3]> {
    let mut ring = ring.to_vec();
    let mut triangles = Vec::with_capacity(ring.len());
    let (mut i, mut rejected) = (0, 0);
    while ring.len() > 3 && rejected < ring.len() {
        let count = ring.len();
        i %= count;
        let corner = [ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]];
        if is_ear(points, &ring, corner) {
            triangles.push(corner);
            ring.remove(i);
            // Skip the next corner: neighbouring ears would make a fan of thin triangles.
            i += 1;
            rejected = 0;
        } else {
            i += 1;
            rejected += 1;
        }
    }
    debug_assert!(ring.len() == 3, "no ear among {} corners", ring.len());
    if let [a, b, c] = ring[..]
        && orientation(points[a], points[b], points[c]) > 0.0
    {
        triangles.push([a, b, c]);
    }
    triangles
}

/// Whether a corner is convex and no other vertex lies in its triangle or on the triangle's border.
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

/// Flips diagonals until no triangle's circumcircle contains the far corner of a neighbour.
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
