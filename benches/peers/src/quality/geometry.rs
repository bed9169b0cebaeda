//! Measures bodies and overlaps in f64 from poses alone, in the same way for all engines.

use crate::engine::BodyView;
use physics::prelude::*;
use std::ops::{Add, Mul, Sub};

/// A point or a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vector {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Vector {
    pub(super) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }
}

impl From<Vec2> for Vector {
    fn from(v: Vec2) -> Self {
        Self::new(f64::from(v.x), f64::from(v.y))
    }
}

impl From<Point> for Vector {
    fn from(p: Point) -> Self {
        Self::from(p.coords)
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A body, as an engine reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Body {
    pub(crate) position: Vector,
    /// Cosine and sine of its angle.
    turn: Vector,
    pub(crate) velocity: Vector,
    pub(crate) angular_velocity: f64,
    pub(crate) awake: bool,
}

impl From<BodyView> for Body {
    fn from(view: BodyView) -> Self {
        let turn = Vector::new(f64::from(view.pose.rotation.cos), f64::from(view.pose.rotation.sin));
        Self {
            position: view.pose.position.into(),
            // f32 leaves the unit circle by 1e-7, which must not be measured as a gap.
            turn: turn * (1.0 / turn.length()),
            velocity: view.velocity.into(),
            angular_velocity: f64::from(view.angular_velocity),
            awake: view.awake,
        }
    }
}

impl Body {
    /// Its angle, rad, from -pi to pi.
    pub(super) fn angle(&self) -> f64 {
        self.turn.y.atan2(self.turn.x)
    }

    /// A body that is gone.
    pub(super) const GONE: Self = Self {
        position: Vector::new(f64::NAN, f64::NAN),
        turn: Vector::new(f64::NAN, f64::NAN),
        velocity: Vector::new(f64::NAN, f64::NAN),
        angular_velocity: f64::NAN,
        awake: true,
    };

    fn rotated(self, v: Vector) -> Vector {
        Vector::new(self.turn.x * v.x - self.turn.y * v.y, self.turn.y * v.x + self.turn.x * v.y)
    }

    pub(crate) fn to_world(self, local: Vector) -> Vector {
        self.position + self.rotated(local)
    }

    pub(super) fn to_local(self, world: Vector) -> Vector {
        let d = world - self.position;
        Vector::new(self.turn.x * d.x + self.turn.y * d.y, self.turn.x * d.y - self.turn.y * d.x)
    }

    /// The corners of a rectangle around its origin, counter-clockwise.
    pub(super) fn corners(self, half_width: f32, half_height: f32) -> [Vector; 4] {
        let (w, h) = (f64::from(half_width), f64::from(half_height));
        [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(x, y)| self.to_world(Vector::new(x, y)))
    }

    /// The greatest speed of a point at most `reach` (m) from the centre of mass, m/s.
    pub(super) fn greatest_speed(self, reach: f64) -> f64 {
        self.velocity.length() + self.angular_velocity.abs() * reach
    }
}

/// The depth at which two convex polygons (counter-clockwise) overlap, m: the shortest translation that
/// separates them. 0 if they do not overlap, NaN if a corner is NaN.
///
/// The greatest separation over the normals of all edges (Gottschalk, Lin and Manocha 1996).
pub(super) fn overlap(a: &[Vector], b: &[Vector]) -> f64 {
    // Minimum and maximum would drop NaN.
    if a.iter().chain(b).any(|corner| corner.length().is_nan()) {
        return f64::NAN;
    }
    (-separation(a, b).max(separation(b, a))).max(0.0)
}

/// The greatest separation along the normal of an edge of `a`.
fn separation(a: &[Vector], b: &[Vector]) -> f64 {
    let along_normal = |i: usize| {
        let edge = a[(i + 1) % a.len()] - a[i];
        let normal = Vector::new(edge.y, -edge.x) * (1.0 / edge.length());
        b.iter().map(|&corner| normal.dot(corner - a[i])).fold(f64::INFINITY, f64::min)
    };
    (0..a.len()).map(along_normal).fold(f64::NEG_INFINITY, f64::max)
}

/// The depth at which a disc and a convex polygon (counter-clockwise) overlap, m. 0 if they do not overlap,
/// NaN if a number is NaN.
pub(super) fn disc_overlap(center: Vector, radius: f64, corners: &[Vector]) -> f64 {
    let (mut nearest, mut is_inside) = (f64::INFINITY, true);
    for i in 0..corners.len() {
        let (start, edge) = (corners[i], corners[(i + 1) % corners.len()] - corners[i]);
        let to_center = center - start;
        if to_center.length().is_nan() || edge.length().is_nan() {
            return f64::NAN;
        }
        let along = (to_center.dot(edge) / edge.dot(edge)).clamp(0.0, 1.0);
        nearest = nearest.min((to_center - edge * along).length());
        is_inside &= to_center.dot(Vector::new(edge.y, -edge.x)) < 0.0;
    }
    (radius + if is_inside { nearest } else { -nearest }).max(0.0)
}

/// Depth of a rectangle in the ground, the half plane below y = 0, m.
pub(super) fn depth_in_ground(corners: &[Vector]) -> f64 {
    corners.iter().map(|corner| -corner.y).fold(0.0, largest)
}

/// The greater of two numbers, and NaN if one is NaN: a body that is gone must not look like one that stays.
pub(crate) fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(x: f32, y: f32, angle: f32) -> Body {
        Body::from(BodyView {
            pose: Pose::new([x, y], angle),
            velocity: Vec2::new(3.0, 4.0),
            angular_velocity: -2.0,
            dynamic: true,
            awake: true,
        })
    }

    /// Boxes moved into each other by a known distance overlap by it, wherever they are and however they are
    /// turned.
    #[test]
    fn overlap_equals_the_constructed_one() {
        for angle in [0.0_f32, 0.3, 1.0, 2.5, -1.2] {
            let axis = body(0.0, 0.0, angle).to_world(Vector::new(1.0, 0.0));
            for (distance, deep) in [(0.9, 0.1), (0.999, 0.001), (1.0, 0.0), (1.3, 0.0)] {
                let a = body(7.0, -3.0, angle);
                let b = Body { position: a.position + axis * distance, ..a };
                let found = overlap(&a.corners(0.5, 0.5), &b.corners(0.5, 0.5));
                assert!((found - deep).abs() < 1e-6, "{angle} {distance}: {found}");
            }
        }
        // A corner in a side: half the diagonal is the square root of two.
        let tilted = body(0.0, 0.5 + 0.5 * 2.0_f32.sqrt() - 0.02, std::f32::consts::FRAC_PI_4);
        let found = overlap(&body(0.0, 0.0, 0.0).corners(0.5, 0.5), &tilted.corners(0.5, 0.5));
        assert!((found - 0.02).abs() < 1e-6, "{found}");
    }

    /// A disc is as deep in a box as constructed: at a side, at a corner, with its centre inside, and apart.
    #[test]
    fn disc_overlap_equals_the_constructed_one() {
        let corners = body(0.0, 0.0, 0.0).corners(0.5, 0.5);
        let diagonal = 0.5 + 0.2 / 2.0_f64.sqrt();
        for (x, y, deep) in [(0.7, 0.1, 0.05), (diagonal, diagonal, 0.05), (0.4, 0.0, 0.35), (0.0, -0.8, 0.0)]
        {
            let found = disc_overlap(Vector::new(x, y), 0.25, &corners);
            assert!((found - deep).abs() < 1e-12, "{x} {y}: {found}");
        }
        assert!(disc_overlap(Body::GONE.position, 0.25, &corners).is_nan());
    }

    /// Transforming into a body's frame and back gives the same point.
    #[test]
    fn transform_and_inverse_cancel() {
        let body = body(2.0, -1.0, 0.7);
        let p = Vector::new(0.3, 5.0);
        assert!((body.to_local(body.to_world(p)) - p).length() < 1e-12);
        assert!((body.to_world(body.to_local(p)) - p).length() < 1e-12);
        assert_eq!(body.greatest_speed(0.5), 6.0);
    }

    /// The depth is that of the lowest corner.
    #[test]
    fn depth_is_that_of_the_lowest_corner() {
        assert_eq!(depth_in_ground(&body(0.0, 0.25, 0.0).corners(0.5, 0.5)), 0.25);
        assert_eq!(depth_in_ground(&body(0.0, 0.75, 0.0).corners(0.5, 0.5)), 0.0);
        assert!(depth_in_ground(&Body::GONE.corners(0.5, 0.5)).is_nan());
    }

    /// NaN in either argument gives NaN.
    #[test]
    fn nan_is_the_largest() {
        assert!(largest(f64::NAN, 1.0).is_nan() && largest(1.0, f64::NAN).is_nan());
        assert_eq!(largest(1.0, 2.0), 2.0);
    }
}
