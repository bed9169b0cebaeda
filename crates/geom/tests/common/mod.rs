//! What the tests of constructions share: random outlines, and oracles in double precision that use other
//! formulas than the library.

#![allow(dead_code, reason = "each test file uses a part of it")]

use geom::{DecomposeSettings, Outline, Point, Polygon, Pose, Vec2};
use proptest::prelude::*;

/// A point in double precision.
pub type Point64 = [f64; 2];

pub fn to_f64(p: Point) -> Point64 {
    [p.x.into(), p.y.into()]
}

pub fn cross(a: Point64, b: Point64, c: Point64) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

pub fn distance(a: Point64, b: Point64) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

/// The signed area of a ring, by Green's theorem over its edges, about its first vertex.
pub fn area(ring: &[Point64]) -> f64 {
    let origin = ring.first().copied().unwrap_or_default();
    let from = |i: usize| {
        let p = ring[i % ring.len()];
        [p[0] - origin[0], p[1] - origin[1]]
    };
    (0..ring.len()).map(|i| 0.5 * (from(i)[0] + from(i + 1)[0]) * (from(i + 1)[1] - from(i)[1])).sum()
}

/// The area of a polygon without its rounding.
pub fn area_of(polygon: &Polygon) -> f64 {
    area(&polygon.vertices().iter().map(|&p| to_f64(p)).collect::<Vec<_>>())
}

pub fn area_of_all<'a>(polygons: impl IntoIterator<Item = &'a Polygon>) -> f64 {
    polygons.into_iter().map(area_of).sum()
}

pub fn outline_area(outline: &Outline) -> f64 {
    outline.rings().map(|ring| area(&ring.iter().map(|&p| to_f64(p)).collect::<Vec<_>>())).sum()
}

/// The area that two convex polygons share: that of one, clipped by every edge of the other.
pub fn common_area(a: &Polygon, b: &Polygon) -> f64 {
    let mut ring: Vec<Point64> = a.vertices().iter().map(|&p| to_f64(p)).collect();
    let edges: Vec<Point64> = b.vertices().iter().map(|&p| to_f64(p)).collect();
    for i in 0..edges.len() {
        let (from, to) = (edges[i], edges[(i + 1) % edges.len()]);
        let mut kept = Vec::new();
        for j in 0..ring.len() {
            let (p, q) = (ring[j], ring[(j + 1) % ring.len()]);
            let (hp, hq) = (cross(from, to, p), cross(from, to, q));
            if hp >= 0.0 {
                kept.push(p);
            }
            if hp * hq < 0.0 {
                let t = hp / (hp - hq);
                kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
            }
        }
        ring = kept;
    }
    area(&ring)
}

pub fn distance_to_segment(a: Point64, b: Point64, p: Point64) -> f64 {
    let edge = [b[0] - a[0], b[1] - a[1]];
    let t = (edge[0] * (p[0] - a[0]) + edge[1] * (p[1] - a[1])) / (edge[0] * edge[0] + edge[1] * edge[1]);
    let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
    distance([a[0] + edge[0] * t, a[1] + edge[1] * t], p)
}

pub fn distance_to_ring(ring: &[Point], p: Point64) -> f64 {
    (0..ring.len())
        .map(|i| distance_to_segment(to_f64(ring[i]), to_f64(ring[(i + 1) % ring.len()]), p))
        .fold(f64::INFINITY, f64::min)
}

/// How far `p` lies inside a convex ring. Outside it is negative, and its magnitude at most the distance.
pub fn depth_in(ring: &[Point], p: Point64) -> f64 {
    (0..ring.len())
        .map(|i| {
            let (a, b) = (to_f64(ring[i]), to_f64(ring[(i + 1) % ring.len()]));
            cross(a, b, p) / distance(a, b)
        })
        .fold(f64::INFINITY, f64::min)
}

/// Whether an outline's solid contains `p`, by the winding number: the sum of the angles that its edges
/// subtend at `p`.
pub fn solid_contains(outline: &Outline, p: Point64) -> bool {
    let angle: f64 = outline
        .rings()
        .flat_map(|ring| {
            (0..ring.len()).map(move |i| {
                let (a, b) = (to_f64(ring[i]), to_f64(ring[(i + 1) % ring.len()]));
                let (a, b) = ([a[0] - p[0], a[1] - p[1]], [b[0] - p[0], b[1] - p[1]]);
                (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
            })
        })
        .sum();
    angle > std::f64::consts::PI
}

/// The distance of `p` from the nearest ring of an outline.
pub fn border_distance(outline: &Outline, p: Point64) -> f64 {
    outline.rings().map(|ring| distance_to_ring(ring, p)).fold(f64::INFINITY, f64::min)
}

/// The larger side of the box around points, m.
pub fn extent(points: &[Point]) -> f64 {
    let side = |axis: usize| {
        let of = points.iter().map(|p| f64::from(p.coords[axis]));
        of.clone().fold(f64::NEG_INFINITY, f64::max) - of.fold(f64::INFINITY, f64::min)
    };
    side(0).max(side(1))
}

/// The magnitude of the largest coordinate, m, in proportion to which coordinates are rounded.
pub fn largest_coordinate(points: &[Point]) -> f64 {
    points.iter().map(|p| f64::from(p.x.abs().max(p.y.abs()))).fold(0.0, f64::max)
}

pub fn perimeter(ring: &[Point]) -> f64 {
    (0..ring.len()).map(|i| distance(to_f64(ring[i]), to_f64(ring[(i + 1) % ring.len()]))).sum()
}

/// The point on a circle after a fraction of a full turn.
fn on_circle(radius: f32, fraction: f32) -> Point {
    Point::from(geom::Rot::from_angle(fraction * std::f32::consts::TAU) * Vec2::new(radius, 0.0))
}

/// A star-shaped border: all of it is visible from the origin.
pub fn star() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((0.2_f32..1.0, 0.3_f32..3.0), 3..24).prop_map(|spokes| {
        let sum: f32 = spokes.iter().map(|s| s.0).sum();
        let mut fraction = 0.0;
        spokes
            .into_iter()
            .map(|(step, radius)| {
                fraction += step / sum;
                on_circle(radius, fraction)
            })
            .collect()
    })
}

/// A border that winds: a tour through random points. Each pair of crossing edges is removed by reversing the
/// points between them (2-opt). This shortens the tour, so it ends.
pub fn meander() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((-3.0_f32..3.0, -3.0_f32..3.0), 4..24).prop_map(|points| {
        let mut tour: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let count = tour.len();
        let mut crossing = true;
        while crossing {
            crossing = false;
            for i in 0..count {
                for j in i + 2..count {
                    let ends = [tour[i], tour[i + 1], tour[j], tour[(j + 1) % count]].map(to_f64);
                    let [a, b, c, d] = ends;
                    let crosses =
                        cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0;
                    if crosses {
                        tour[i + 1..=j].reverse();
                        crossing = true;
                    }
                }
            }
        }
        tour
    })
}

/// Simple outlines, half of them with holes. A hole is a shrunken convex piece of the outline itself, so
/// holes lie inside and apart.
pub fn outline() -> impl Strategy<Value = Outline> {
    let border = prop_oneof![star(), meander()];
    (border, prop::collection::vec(any::<prop::sample::Index>(), 0..4), 0.2_f32..0.9).prop_filter_map(
        "simple",
        |(border, choices, shrink)| {
            let outline = Outline::new(border.iter().copied()).ok()?;
            let pieces = outline.decompose(DecomposeSettings::default()).ok()?.pieces;
            let mut chosen: Vec<usize> = choices.iter().map(|c| c.index(pieces.len())).collect();
            chosen.sort_unstable();
            chosen.dedup();
            let holes: Vec<Vec<Point>> = chosen
                .into_iter()
                .map(|piece| &pieces[piece])
                .filter(|piece| area_of(piece) > 0.01)
                .map(|piece| {
                    let centroid = piece.centroid();
                    piece.vertices().iter().map(|&v| centroid + (v - centroid) * shrink).collect()
                })
                .collect();
            Outline::with_holes(border, holes).ok()
        },
    )
}

/// A scale and an offset: sizes from some centimetres to hundreds of kilometres, and places up to 100 km
/// away.
pub fn placement() -> impl Strategy<Value = (f32, Vec2)> {
    let scale = prop_oneof![Just(1.0_f32), Just(0.01), Just(100.0), Just(1e5), 0.01_f32..100.0];
    let offset = prop_oneof![Just(0.0_f32), Just(10.0), Just(1e3), Just(-1e5)];
    (scale, offset.clone(), offset).prop_map(|(scale, x, y)| (scale, Vec2::new(x, y)))
}

pub fn placed(points: &[Point], (scale, offset): (f32, Vec2)) -> Vec<Point> {
    points.iter().map(|p| Point::from(p.coords * scale + offset)).collect()
}

/// A convex polygon with its corners on an ellipse.
pub fn convex() -> impl Strategy<Value = Polygon> {
    (prop::collection::btree_set(0_u32..64, 3..12), 0.3_f32..3.0, 0.1_f32..1.0, -3.0_f32..3.0)
        .prop_filter_map("convex in f32", |(corners, r, flat, angle)| {
            let pose = Pose::new([0.0, 0.0], angle);
            let on_ellipse = |k: u32| {
                let p = on_circle(r, k as f32 / 64.0);
                pose * Point::new(p.x, p.y * flat)
            };
            Polygon::new(corners.into_iter().map(on_ellipse)).ok()
        })
}

/// Points spread evenly over a box, the same in every run: the Halton sequence of the bases 2 and 3.
pub fn samples(lower: Point64, upper: Point64, count: usize) -> impl Iterator<Item = Point64> {
    let halton = |mut i: usize, base: usize| {
        let (mut value, mut digit) = (0.0, 1.0);
        while i > 0 {
            digit /= base as f64;
            value += digit * (i % base) as f64;
            i /= base;
        }
        value
    };
    (1..=count).map(move |i| {
        let (u, v) = (halton(i, 2), halton(i, 3));
        [lower[0] + (upper[0] - lower[0]) * u, lower[1] + (upper[1] - lower[1]) * v]
    })
}

pub fn box_of(points: &[Point]) -> (Point64, Point64) {
    let all = points.iter().map(|&p| to_f64(p));
    all.fold(([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]), |(l, u), p| {
        ([l[0].min(p[0]), l[1].min(p[1])], [u[0].max(p[0]), u[1].max(p[1])])
    })
}
