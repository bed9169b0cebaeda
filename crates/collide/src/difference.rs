//! The Minkowski difference of two convex sets, known only by its farthest points.
//!
//! B - A is the set of all vectors from a point of A to a point of B. It is convex, it holds the origin exactly if
//! A and B share a point, and its point nearest to the origin is the shortest vector from A to B:
//!
//! ```text
//!        A     B              B - A                    nearest point v: |v| is the distance,
//!       ___                       ____                 v / |v| the normal from A to B
//!      |   |   /\            o   /    \
//!      |___|  /__\          0 *->|v   |                0 inside: A and B overlap, and the nearest
//!                                \____/                point of the border is the shortest way out
//! ```
//!
//! It need not be built: its farthest point along d is the farthest point of B along d less the farthest point of
//! A along -d. That is all that GJK and EPA ask for.
//!
//! Everything is in the frame of A, positions subtracted first, so the difference of two shapes that are close to
//! each other is small wherever they are in the world.
//!
//! Source: Gilbert, Johnson and Keerthi 1988; seed 004, sections Support Functions and Minkowski Sums, which take
//! A - B; here the difference is turned round, so that v points along the contact normal.

use crate::fours;
use geom::{Point, Pose, Vec2};

/// A point of the Minkowski difference B - A, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencePoint {
    /// From the point of A to the point of B, in the frame of A, m.
    pub vector: Vec2,
    /// The point of A, in its frame, m.
    pub on_a: Point,
    /// Which vertices of A and B they are; zeros for shapes without vertices.
    pub vertices: [u8; 2],
}

impl DifferencePoint {
    pub(crate) const ZERO: Self =
        Self { vector: Vec2::new(0.0, 0.0), on_a: Point::new(0.0, 0.0), vertices: [0; 2] };

    /// How large the numbers are of which the vector is the difference, squared, m^2: its rounding is a share of
    /// that, however short the vector.
    #[inline(always)]
    pub(crate) fn size_squared(&self) -> f32 {
        self.vector.norm_squared() + self.on_a.coords.norm_squared()
    }

    /// The point of B, in the frame of A, m.
    #[inline(always)]
    #[must_use]
    pub fn on_b(&self) -> Point {
        self.on_a + self.vector
    }
}

/// A convex set by its farthest points.
pub(crate) trait Core {
    /// The point farthest along `direction` (of any length), and its number if points have numbers.
    fn farthest(&self, direction: Vec2) -> (Point, u8);
}

/// The sharp hull of some vertices.
#[derive(Clone, Copy)]
pub(crate) struct Vertices<'a>(pub(crate) &'a [Point]);

impl Core for Vertices<'_> {
    /// Of equally far vertices the first.
    #[inline(always)]
    fn farthest(&self, direction: Vec2) -> (Point, u8) {
        let index = fours::farthest(self.0, direction);
        (self.0[index], index as u8)
    }
}

/// A support function: the farthest point along a direction.
pub(crate) struct Support<F>(pub(crate) F);

impl<F: Fn(Vec2) -> Point> Core for Support<F> {
    #[inline(always)]
    fn farthest(&self, direction: Vec2) -> (Point, u8) {
        (self.0(direction), 0)
    }
}

/// B - A.
pub(crate) struct Difference<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) b_in_a: Pose,
}

impl<A: Core, B: Core> Difference<A, B> {
    /// The farthest point along `direction`, which is in the frame of A.
    #[inline(always)]
    pub(crate) fn farthest(&self, direction: Vec2) -> DifferencePoint {
        let (on_a, vertex_a) = self.a.farthest(-direction);
        let (b, vertex_b) = self.b.farthest(self.b_in_a.rotation.inverse_rotate(direction));
        DifferencePoint { vector: self.b_in_a * b - on_a, on_a, vertices: [vertex_a, vertex_b] }
    }
}

impl Difference<Vertices<'_>, Vertices<'_>> {
    /// The difference of two vertices, if there are such.
    #[inline(always)]
    pub(crate) fn of_vertices(&self, vertices: [u8; 2]) -> Option<DifferencePoint> {
        let on_a = *self.a.0.get(usize::from(vertices[0]))?;
        let b = *self.b.0.get(usize::from(vertices[1]))?;
        Some(DifferencePoint { vector: self.b_in_a * b - on_a, on_a, vertices })
    }
}
