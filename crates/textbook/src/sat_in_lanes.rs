//! The separating axis test with eight edges at a time.
//!
//! Each lane holds an edge of A. One vertex of B after the other is compared with all lanes:
//!
//! ```text
//!   lane        0    1    2    3    4    5    6    7
//!   normal     n0   n1   n2   n3   n4   n0   n0   n0     a pentagon: the lanes left over repeat edge 0
//!   least over w0, w1, w2, ... of  n . w
//!   s          s0   s1   s2   s3   s4   s0   s0   s0     the first of the greatest is the result
//! ```
//!
//! The operations are those of [`max_separation`](collide::algorithms::max_separation) in the same order,
//! with the same bits. Of the two lanes of a repeated edge the lower is taken. Its time (bench `sat`,
//! "sat/one side", AVX2) in multiples of `max_separation`, which tests four edges at a time:
//!
//! | | columns kept | columns built for each call |
//! |---|---|---|
//! | box | 0.95 | 3.3 |
//! | octagon | 0.6 | 1.3 |
//!
//! So it pays from five edges on if the columns of the hulls are kept. [`manifold`](collide::manifold()) gets
//! shapes without columns, mostly boxes. Turned down: hulls of more than eight vertices in several passes,
//! which are rare; comparing lanes in pairs to find the greatest: no faster.

use bytemuck::{Pod, Zeroable};
use collide::algorithms::EdgeSeparation;
pub use compute::Width;
use compute::lanes::Column;
use compute::{Kernel, LANES, Lanes};
use geom::{Point, Pose, RoundedHull, Vec2};

/// Added last, as in `max_separation`: the sign of a zero must not depend on the order of the minima.
const POSITIVE_ZERO: f32 = 0.0;

/// The edges of a hull of two to eight vertices, column by column.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct EdgeColumns {
    normal_x: Column,
    normal_y: Column,
    vertex_x: Column,
    vertex_y: Column,
}

impl EdgeColumns {
    /// The edges of `hull`, without its rounding radius. `None` for more than eight vertices, or one.
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

/// Two hulls and their relative pose.
#[derive(Clone, Copy, Debug)]
pub struct LanePair<'a> {
    /// The hull whose edges are tested.
    pub a: &'a EdgeColumns,
    /// The vertices of the other hull, m; any number of them.
    pub b: &'a [Point],
    /// The pose of B in the frame of A.
    pub b_in_a: Pose,
}

/// The result of [`max_separation`](collide::algorithms::max_separation) for one pair, with the instructions
/// of `width`.
///
/// ```
/// use collide::algorithms::max_separation;
/// use collide::geom::{Polygon, Pose};
/// use textbook::{EdgeColumns, LanePair, Width, max_separation_in_lanes};
/// let octagon = Polygon::regular(8, 1.0)?;
/// let columns = EdgeColumns::new(octagon.hull()).unwrap();
/// let b_in_a = Pose::at([1.75, 0.9]);
/// let pair = LanePair { a: &columns, b: octagon.vertices(), b_in_a };
/// let expected = max_separation(octagon.hull(), octagon.hull(), b_in_a);
/// assert_eq!(max_separation_in_lanes(Width::best(), &pair), expected);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn max_separation_in_lanes(width: Width, pair: &LanePair<'_>) -> EdgeSeparation {
    width.run(OnePair(pair))
}

/// [`max_separation_in_lanes`] for many pairs, with one switch to the instructions of `width`. Writes one
/// result for each pair to `found`.
///
/// # Panics
/// If `found` and `pairs` have different lengths.
///
/// ```
/// use collide::algorithms::EdgeSeparation;
/// use collide::geom::{Polygon, Pose};
/// use textbook::{EdgeColumns, LanePair, Width, max_separation_batch};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let columns = EdgeColumns::new(square.hull()).unwrap();
/// let at = |x: f32| LanePair { a: &columns, b: square.vertices(), b_in_a: Pose::at([x, 0.25]) };
/// let mut found = [EdgeSeparation { edge: 0, distance: 0.0 }; 2];
/// max_separation_batch(Width::best(), &[at(0.75), at(1.5)], &mut found);
/// assert_eq!(found.map(|it| (it.edge, it.distance)), [(1, -0.25), (1, 0.5)]);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
pub fn max_separation_batch(width: Width, pairs: &[LanePair<'_>], found: &mut [EdgeSeparation]) {
    assert_eq!(pairs.len(), found.len(), "`found` needs one element for each pair");
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

#[inline(always)]
fn separations<L: Lanes>(pair: &LanePair<'_>) -> Column {
    let LanePair { a, b, b_in_a } = pair;
    let (normal_x, normal_y) = (L::load(&a.normal_x), L::load(&a.normal_y));
    let (cos, sin) = (L::splat(b_in_a.rotation.cos), L::splat(b_in_a.rotation.sin));
    let (in_b_x, in_b_y) = (cos * normal_x + sin * normal_y, cos * normal_y - sin * normal_x);
    let mut least = L::splat(f32::INFINITY);
    let mut vertex = 0;
    while vertex < b.len() {
        least = dot::<L>(in_b_x, in_b_y, b[vertex]).min(least);
        vertex += 1;
    }
    let from_x = L::splat(b_in_a.position.x) - L::load(&a.vertex_x);
    let from_y = L::splat(b_in_a.position.y) - L::load(&a.vertex_y);
    let mut distances = [0.0; LANES];
    (normal_x * from_x + normal_y * from_y + least + L::splat(POSITIVE_ZERO)).store(&mut distances);
    distances
}

#[inline(always)]
fn dot<L: Lanes>(x: L, y: L, vertex: Point) -> L {
    x * L::splat(vertex.x) + y * L::splat(vertex.y)
}

#[inline(always)]
fn first_of_greatest(distances: &Column) -> EdgeSeparation {
    let mut greatest = EdgeSeparation { edge: 0, distance: f32::NEG_INFINITY };
    let mut edge = 0;
    while edge < LANES {
        if distances[edge] > greatest.distance {
            greatest = EdgeSeparation { edge, distance: distances[edge] };
        }
        edge += 1;
    }
    greatest
}
