//! Random shapes, and the oracle: distance and penetration of hulls in f64, computed from their definitions.

#![allow(dead_code)] // Each test file uses a part of this module.

use geom::{Point, Polygon, Pose, Rot, Shape, Vec2};
use proptest::prelude::*;
use std::ops::{Add, Mul, Range, Sub};

/// A vector in f64.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct V {
    pub x: f64,
    pub y: f64,
}

impl Add for V {
    type Output = V;
    fn add(self, other: V) -> V {
        V { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for V {
    type Output = V;
    fn sub(self, other: V) -> V {
        V { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for V {
    type Output = V;
    fn mul(self, factor: f64) -> V {
        V { x: self.x * factor, y: self.y * factor }
    }
}

impl V {
    pub fn dot(self, other: V) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub fn cross(self, other: V) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

/// Converts to f64.
pub fn v(p: Vec2) -> V {
    V { x: p.x.into(), y: p.y.into() }
}

/// A rounded hull in world axes.
#[derive(Clone, Debug)]
pub struct Solid {
    pub vertices: Vec<V>,
    pub radius: f64,
}

/// A shape, except a half-space, at its pose.
pub fn solid(shape: &Shape, pose: Pose) -> Solid {
    let hull = shape.hull().unwrap();
    let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
    let to_world = |p: &Point| {
        let p = v(p.coords);
        v(pose.position.coords) + V { x: cos * p.x - sin * p.y, y: sin * p.x + cos * p.y }
    };
    Solid { vertices: hull.vertices.iter().map(to_world).collect(), radius: hull.radius.into() }
}

impl Solid {
    /// The edges; a single vertex is an edge from itself to itself.
    pub fn edges(&self) -> impl Iterator<Item = (V, V)> {
        let next = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().zip(next).map(|(&p, &q)| (p, q))
    }

    fn normals(&self) -> impl Iterator<Item = V> {
        self.edges().filter(|(p, q)| p != q).map(|(p, q)| {
            let edge = q - p;
            V { x: edge.y, y: -edge.x } * (1.0 / edge.norm())
        })
    }

    fn projection(&self, axis: V) -> (f64, f64) {
        let coordinates = self.vertices.iter().map(|&p| p.dot(axis));
        coordinates.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    }

    /// The distance of a point from the boundary of the rounded hull, negative inside.
    pub fn signed_distance(&self, p: V) -> f64 {
        let boundary = self.edges().map(|e| point_to_segment(p, e)).fold(f64::INFINITY, f64::min);
        let inside = self.vertices.len() > 2 && self.edges().all(|(a, b)| (b - a).cross(p - a) >= 0.0);
        (if inside { -boundary } else { boundary }) - self.radius
    }
}

fn point_to_segment(p: V, (a, b): (V, V)) -> f64 {
    let edge = b - a;
    let length_squared = edge.dot(edge);
    let t = if length_squared > 0.0 { ((p - a).dot(edge) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    (a + edge * t - p).norm()
}

/// What the oracle computes for two solids.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    /// The distance of the rounded surfaces; if they overlap, minus the length of the shortest translation
    /// that separates them.
    pub separation: f64,
    /// Whether the cores overlap.
    pub overlapping: bool,
    /// Whether the cores are apart, and the nearest features are two corners.
    pub corners: bool,
}

/// Computed from the definition: the overlap from the projections onto all edge normals, the distance from
/// all vertices and all edges.
pub fn truth(a: &Solid, b: &Solid) -> Truth {
    let overlap = a
        .normals()
        .chain(b.normals())
        .map(|axis| {
            let ((a_low, a_high), (b_low, b_high)) = (a.projection(axis), b.projection(axis));
            (a_high - b_low).min(b_high - a_low)
        })
        .fold(f64::INFINITY, f64::min);
    let distance = |p: &Solid, q: &Solid| {
        let to_all = |&p: &V| q.edges().map(move |e| point_to_segment(p, e));
        p.vertices.iter().flat_map(to_all).fold(f64::INFINITY, f64::min)
    };
    let corner_distance = a
        .vertices
        .iter()
        .flat_map(|&p| b.vertices.iter().map(move |&q| (p - q).norm()))
        .fold(f64::INFINITY, f64::min);
    let crossing = a.edges().any(|(p, q)| {
        b.edges().any(|(r, s)| {
            (q - p).cross(r - p) * (q - p).cross(s - p) < 0.0
                && (s - r).cross(p - r) * (s - r).cross(q - r) < 0.0
        })
    });
    let contains = |p: &Solid, q: &Solid| {
        p.vertices.len() > 2 && p.edges().all(|(s, e)| (e - s).cross(q.vertices[0] - s) > 0.0)
    };
    let overlapping = crossing || contains(a, b) || contains(b, a);
    let apart = distance(a, b).min(distance(b, a));
    let core = if overlapping { -overlap } else { apart };
    Truth {
        separation: core - a.radius - b.radius,
        overlapping,
        corners: !overlapping && corner_distance < apart + 1e-6,
    }
}

/// One of 65,537 evenly spaced numbers of a range. (The sampler of proptest for ranges of f32 fails an
/// assertion of its own about once in ten million numbers, which is once in a hundred runs of these tests.)
pub fn number(range: Range<f32>) -> impl Strategy<Value = f32> + Clone {
    (0_u32..=1 << 16).prop_map(move |k| range.start + (range.end - range.start) * (k as f32 / 65536.0))
}

/// Zeros, ordinary numbers, very small and very large ones, infinities and NaN.
pub fn extreme_number() -> impl Strategy<Value = f32> {
    const NUMBERS: [f32; 15] = [
        0.0,
        -0.0,
        -0.5,
        1.0,
        -1.0,
        1e-40,
        1e-30,
        1e-20,
        1e-9,
        1e4,
        1e7,
        1e20,
        -3e38,
        f32::INFINITY,
        f32::NAN,
    ];
    prop::sample::select(&NUMBERS[..])
}

/// A convex polygon with its corners on an ellipse, with this rounding radius.
pub fn polygon(radius: impl Strategy<Value = f32>) -> impl Strategy<Value = Shape> {
    (prop::collection::btree_set(0_u32..48, 3..10), number(0.3..1.5), number(0.3..1.5), radius).prop_map(
        |(corners, rx, ry, radius)| {
            let turn = std::f32::consts::TAU / 48.0;
            let vertices = corners.into_iter().map(|k| {
                let on_circle = Rot::from_angle(k as f32 * turn) * Vec2::new(1.0, 0.0);
                Point::new(rx * on_circle.x, ry * on_circle.y)
            });
            Shape::Polygon(Polygon::new(vertices).unwrap().rounded(radius).unwrap())
        },
    )
}

pub fn sharp_polygon() -> impl Strategy<Value = Shape> {
    polygon(Just(0.0))
}

/// [`sharp_polygon`] as a polygon instead of a shape.
pub fn sharp() -> impl Strategy<Value = Polygon> {
    sharp_polygon().prop_map(|shape| match shape {
        Shape::Polygon(polygon) => polygon,
        _ => unreachable!(),
    })
}

/// Any shape except a half-space and a segment of a chain.
pub fn shape() -> impl Strategy<Value = Shape> {
    let x = || number(-1.2..1.2);
    prop_oneof![
        sharp_polygon(),
        polygon(number(0.01..0.4)),
        number(0.05..1.0).prop_map(|r| Shape::circle(r).unwrap()),
        (number(0.02..0.5), x(), x()).prop_map(|(r, x, y)| Shape::capsule([x, 0.1], [y, -0.3], r).unwrap()),
        (x(), x()).prop_map(|(x, y)| Shape::segment([x, -0.4], [y, 0.5]).unwrap()),
    ]
}

pub fn half_space() -> impl Strategy<Value = Shape> {
    (number(-3.2..3.2), number(-1.0..1.0)).prop_map(|(angle, offset)| {
        Shape::half_space(Rot::from_angle(angle) * Vec2::new(1.0, 0.0), offset).unwrap()
    })
}

/// The half-space below y = -1, and a box of 100 m with the same upper side.
pub fn half_space_and_large_box() -> [Shape; 2] {
    [
        Shape::half_space([0.0, 1.0], -1.0).unwrap(),
        Shape::polygon([[-50.0, -50.0], [50.0, -50.0], [50.0, -1.0], [-50.0, -1.0]]).unwrap(),
    ]
}

/// The pose, moved and rotated by 0.3 mm and 0.3 mrad in each of six directions. A result that is the same
/// for all of them does not depend on rounding.
pub fn perturbed(pose: Pose) -> [Pose; 6] {
    let small = 3e-4;
    [
        (small, 0.0, 0.0),
        (-small, 0.0, 0.0),
        (0.0, small, 0.0),
        (0.0, -small, 0.0),
        (0.0, 0.0, small),
        (0.0, 0.0, -small),
    ]
    .map(|(x, y, angle)| Pose {
        position: pose.position + Vec2::new(x, y),
        rotation: pose.rotation * Rot::from_angle(angle),
    })
}

pub fn pose() -> impl Strategy<Value = Pose> {
    (number(-1.6..1.6), number(-1.6..1.6), number(-3.2..3.2))
        .prop_map(|(x, y, angle)| Pose::new([x, y], angle))
}

/// Polygons of many short edges, whose separations differ by little more than rounding.
pub fn wheel() -> impl Strategy<Value = Shape> {
    (9_usize..=256, number(0.3..1.5))
        .prop_map(|(count, radius)| Shape::Polygon(Polygon::regular(count, radius).unwrap()))
}

/// Random poses, and poses that make ties and zeros: rotations by multiples of 90 degrees, on a grid of 0.25
/// m.
pub fn any_pose() -> impl Strategy<Value = Pose> {
    let quarter = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let grid = (-6_i8..=6, -6_i8..=6, 0_usize..4).prop_map(move |(x, y, turn)| {
        let (cos, sin) = quarter[turn];
        Pose { position: Point::new(f32::from(x), f32::from(y)) * 0.25, rotation: Rot { cos, sin } }
    });
    prop_oneof![2 => pose(), 1 => grid]
}
