//! Separating axes eight edges at a time.
//!
//! Each lane holds an edge of A, and the vertices of B go by, one after the other, each in all lanes:
//!
//! ```text
//!   lane        0    1    2    3    4    5    6    7
//!   normal     n0   n1   n2   n3   n4   n0   n0   n0     a pentagon: the lanes left over repeat edge 0
//!   least over w0, w1, w2, ... of  n . w
//!   s          s0   s1   s2   s3   s4   s0   s0   s0     the first of the greatest is the answer
//! ```
//!
//! The operations are those of [`max_separation`](crate::max_separation), in the same order, so the result is the
//! same bit for bit; an edge that is repeated ties with itself, and the lower lane wins.
//!
//! **What it saves**, with AVX2, for one side of a pair that touches (`benches/sat.rs`, "sat/one side"), in multiples of
//! what [`max_separation`](crate::max_separation) takes, four edges at a time:
//!
//! | | columns kept | columns made anew |
//! |---|---|---|
//! | box | 0.95 | 3.3 |
//! | octagon | 0.6 | 1.3 |
//!
//! So wide instructions pay from five edges on, if the columns of the hulls are kept: for one question it does not pay
//! to lay them out. [`manifold`](crate::manifold) sees shapes without columns, mostly boxes, and takes four edges at
//! a time, which needs none.
//!
//! Turned down: hulls of more than eight vertices, in several rounds. They are rare, and have the plain loop. The
//! greatest of the lanes by a tournament instead of one after the other: no faster.

use super::{EdgeSeparation, UNSIGNED};
use bytemuck::{Pod, Zeroable};
use compute::lanes::Column;
use compute::{Kernel, LANES, Lanes, Width};
use geom::{Point, Pose, RoundedHull, Vec2};

/// The edges of a hull of two to eight vertices, laid out by column.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct EdgeColumns {
    normal_x: Column,
    normal_y: Column,
    /// The first vertex of each edge, m.
    vertex_x: Column,
    vertex_y: Column,
}

impl EdgeColumns {
    /// Of a hull; its radius is left out of account. `None` if it has more than eight vertices, or a single one, which
    /// has no edge.
    #[inline(always)]
    #[must_use]
    pub fn new(hull: RoundedHull<'_>) -> Option<Self> {
        let count = hull.normals.len();
        if !(2..=LANES).contains(&count) || hull.vertices.len() != count {
            return None;
        }
        if let (Ok(normals), Ok(vertices)) = (hull.normals.try_into(), hull.vertices.try_into()) {
            return Some(Self::of_eight(normals, vertices));
        }
        let (mut normals, mut vertices) = ([hull.normals[0]; LANES], [hull.vertices[0]; LANES]);
        normals[..count].copy_from_slice(hull.normals);
        vertices[..count].copy_from_slice(hull.vertices);
        Some(Self::of_eight(&normals, &vertices))
    }

    #[inline(always)]
    fn of_eight(normals: &[Vec2; LANES], vertices: &[Point; LANES]) -> Self {
        Self {
            normal_x: normals.map(|normal| normal.x),
            normal_y: normals.map(|normal| normal.y),
            vertex_x: vertices.map(|vertex| vertex.x),
            vertex_y: vertices.map(|vertex| vertex.y),
        }
    }
}

/// Two hulls and how they lie to each other.
#[derive(Clone, Copy, Debug)]
pub struct LanePair<'a> {
    /// Whose edges are asked.
    pub a: &'a EdgeColumns,
    /// The vertices of the other, m: any number.
    pub b: &'a [Point],
    /// The pose of B in the frame of A.
    pub b_in_a: Pose,
}

/// What [`max_separation`](crate::max_separation) finds, for one pair, with the instructions of `width`.
///
/// ```
/// use collide::{EdgeColumns, LanePair, max_separation, max_separation_in_lanes};
/// use compute::Width;
/// use geom::{Polygon, Pose};
/// let octagon = Polygon::regular(8, 1.0)?;
/// let columns = EdgeColumns::new(octagon.hull()).unwrap();
/// let b_in_a = Pose::at([1.75, 0.9]);
/// let pair = LanePair { a: &columns, b: octagon.vertices(), b_in_a };
/// let plain = max_separation(octagon.hull(), octagon.hull(), b_in_a);
/// assert_eq!(max_separation_in_lanes(Width::best(), &pair), plain);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn max_separation_in_lanes(width: Width, pair: &LanePair<'_>) -> EdgeSeparation {
    width.run(OnePair(pair))
}

/// The same for many pairs, entering the instructions once. Fills `found` with one answer for each pair, in order.
///
/// # Panics
/// If `found` is not as long as `pairs`.
///
/// ```
/// use collide::{EdgeColumns, EdgeSeparation, LanePair, max_separation_batch};
/// use compute::Width;
/// use geom::{Polygon, Pose};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let columns = EdgeColumns::new(square.hull()).unwrap();
/// let at = |x: f32| LanePair { a: &columns, b: square.vertices(), b_in_a: Pose::at([x, 0.25]) };
/// let mut found = [EdgeSeparation { edge: 0, distance: 0.0 }; 2];
/// max_separation_batch(Width::best(), &[at(0.75), at(1.5)], &mut found);
/// assert_eq!(found.map(|it| (it.edge, it.distance)), [(1, -0.25), (1, 0.5)]);
/// # Ok::<(), geom::ShapeError>(())
/// ```
pub fn max_separation_batch(width: Width, pairs: &[LanePair<'_>], found: &mut [EdgeSeparation]) {
    assert_eq!(pairs.len(), found.len(), "one answer for each pair");
    width.run(ManyPairs { pairs, found });
}

struct OnePair<'a>(&'a LanePair<'a>);

impl Kernel for OnePair<'_> {
    type Output = EdgeSeparation;

    #[inline(always)]
    fn run<L: Lanes>(self) -> EdgeSeparation {
        first_of_greatest(&separations::<L>(self.0))
    }
}

struct ManyPairs<'a> {
    pairs: &'a [LanePair<'a>],
    found: &'a mut [EdgeSeparation],
}

impl Kernel for ManyPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (pair, found) in self.pairs.iter().zip(self.found) {
            *found = first_of_greatest(&separations::<L>(pair));
        }
    }
}

/// The separation from each edge of A.
#[inline(always)]
fn separations<L: Lanes>(pair: &LanePair<'_>) -> Column {
    let LanePair { a, b, b_in_a } = pair;
    let (normal_x, normal_y) = (L::load(&a.normal_x), L::load(&a.normal_y));
    let (cos, sin) = (L::splat(b_in_a.rotation.cos), L::splat(b_in_a.rotation.sin));
    let (in_b_x, in_b_y) = (cos * normal_x + sin * normal_y, cos * normal_y - sin * normal_x);
    let mut least = L::splat(f32::INFINITY);
    let mut vertex = 0;
    while vertex < b.len() {
        least = along::<L>(in_b_x, in_b_y, b[vertex]).min(least);
        vertex += 1;
    }
    let from_x = L::splat(b_in_a.position.x) - L::load(&a.vertex_x);
    let from_y = L::splat(b_in_a.position.y) - L::load(&a.vertex_y);
    let mut distances = [0.0; LANES];
    (normal_x * from_x + normal_y * from_y + least + L::splat(UNSIGNED)).store(&mut distances);
    distances
}

/// The coordinate of one vertex of B along each direction.
#[inline(always)]
fn along<L: Lanes>(x: L, y: L, vertex: Point) -> L {
    x * L::splat(vertex.x) + y * L::splat(vertex.y)
}

/// The lowest lane with the greatest distance.
#[inline(always)]
fn first_of_greatest(distances: &Column) -> EdgeSeparation {
    let mut greatest = EdgeSeparation::NONE;
    let mut edge = 0;
    while edge < LANES {
        if distances[edge] > greatest.distance {
            greatest = EdgeSeparation { edge, distance: distances[edge] };
        }
        edge += 1;
    }
    greatest
}
