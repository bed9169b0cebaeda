//! The Minkowski difference of two convex sets, given by support functions.
//!
//! B - A is the set of all vectors from a point of A to a point of B. It is convex, contains the origin
//! exactly if A and B share a point, and its point nearest to the origin is the shortest vector from A to B:
//!
//! ```text
//!        A     B              B - A                    nearest point v: |v| is the distance,
//!       ___                       ____                 v / |v| the normal from A to B
//!      |   |   /\            o   /    \
//!      |___|  /__\          0 *->|v   |                0 inside: A and B overlap, and the nearest
//!                                \____/                point of the boundary is the shortest way out
//! ```
//!
//! The set need not be computed: its farthest point along d is the farthest point of B along d minus that of
//! A along -d, and GJK and EPA need nothing else. Everything is in the frame of A, so the numbers are small
//! even far from the origin of the world.
//!
//! Source: Gilbert, Johnson and Keerthi 1988; Souto, Video Game Physics II, sections Support Functions and
//! Minkowski Sums. Souto uses A - B; here v has the direction of the contact normal.

use crate::quad_search;
use crate::tolerance::Tolerances;
use geom::{Point, Pose, Vec2};

/// A point of the Minkowski difference B - A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencePoint {
    /// From the point of A to the point of B, in the frame of A, m.
    pub vector: Vec2,
    /// The point of A, in its frame, m.
    pub on_a: Point,
    /// The vertices of A and B; zeros for shapes without vertices.
    pub vertices: [u8; 2],
}

impl DifferencePoint {
    pub(crate) const ZERO: Self =
        Self { vector: Vec2::new(0.0, 0.0), on_a: Point::new(0.0, 0.0), vertices: [0; 2] };

    /// Squared size of the numbers that were subtracted, m^2: the rounding error is a fraction of it, however
    /// short the vector is.
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

pub(crate) trait SupportMap {
    /// The farthest point along `direction` (of any length), and its vertex index, or 0 without vertices.
    fn farthest(&self, direction: Vec2) -> (Point, u8);
}

#[derive(Clone, Copy)]
pub(crate) struct Vertices<'a>(pub(crate) &'a [Point]);

impl SupportMap for Vertices<'_> {
    /// Of equally far vertices, the first.
    #[inline(always)]
    fn farthest(&self, direction: Vec2) -> (Point, u8) {
        let index = quad_search::farthest(self.0, direction);
        (self.0[index], index as u8)
    }
}

pub(crate) struct SupportFunction<F>(pub(crate) F);

impl<F: Fn(Vec2) -> Point> SupportMap for SupportFunction<F> {
    #[inline(always)]
    fn farthest(&self, direction: Vec2) -> (Point, u8) {
        (self.0(direction), 0)
    }
}

pub(crate) struct MinkowskiDifference<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) b_in_a: Pose,
    pub(crate) tolerances: Tolerances,
}

impl<A: SupportMap, B: SupportMap> MinkowskiDifference<A, B> {
    #[inline(always)]
    pub(crate) fn farthest(&self, direction: Vec2) -> DifferencePoint {
        let (on_a, vertex_a) = self.a.farthest(-direction);
        let (b, vertex_b) = self.b.farthest(self.b_in_a.rotation.inverse_rotate(direction));
        DifferencePoint { vector: self.b_in_a * b - on_a, on_a, vertices: [vertex_a, vertex_b] }
    }
}

impl MinkowskiDifference<Vertices<'_>, Vertices<'_>> {
    /// `None` if a vertex does not exist.
    #[inline(always)]
    pub(crate) fn of_vertices(&self, vertices: [u8; 2]) -> Option<DifferencePoint> {
        let on_a = *self.a.0.get(usize::from(vertices[0]))?;
        let b = *self.b.0.get(usize::from(vertices[1]))?;
        Some(DifferencePoint { vector: self.b_in_a * b - on_a, on_a, vertices })
    }
}
