//! GJK: the distance of two convex shapes, their nearest points and normal.
//!
//! That is the distance of their Minkowski difference ([`DifferencePoint`]) from the origin. GJK keeps a
//! simplex of it, and v, its point nearest to the origin. Each iteration finds w, the farthest point along
//! -v. If w is no farther than v, |v| is the distance. Else w joins:
//!
//! ```text
//!  p ______________ q     0 is the origin, the outline that of the Minkowski difference
//!    \          __/       1. {p}: nearest is p; farthest along -p is q
//!     \     ___/          2. {p, q}: nearest is between them; farthest from there towards 0 is w
//!      \ __/              3. {p, q, w}: nearest is on q w, p leaves. No point is nearer: done
//!       w
//!               0
//! ```
//!
//! **Rounding radii** are subtracted from the distance of the cores: a circle is a point, a capsule a
//! segment. **Termination:** when w gains less than its rounding ([`GJK_GAIN`](tolerance::GJK_GAIN)), or
//! after [`GJK_ITERATIONS`](tolerance::GJK_ITERATIONS), with a distance that may be too great.
//!
//! Source: Gilbert, Johnson and Keerthi 1988; van den Bergen 2001 for the end; Ericson 2005, section 9.5;
//! Catto, GDC 2010, for cache and cores. **Erratum:** Souto, Video Game Physics II, ends when w is nearly v:
//! never, if the nearest point is inside an edge.

use crate::minkowski_difference::{DifferencePoint, MinkowskiDifference, SupportMap, Vertices};
use crate::proximity::Proximity;
use crate::simplex::{CoreProximity, Simplex};
use crate::tolerance::{self, Tolerances};
use bytemuck::{Pod, Zeroable};
use geom::{Pose, RoundedHull, Vec2};

/// The last simplex of two hulls, from which the next search starts. Any cache is valid for any pair:
/// vertices that do not exist are ignored, and a wrong simplex only makes the search longer.
///
/// ```
/// use collide::algorithms::{GjkCache, gjk};
/// use collide::geom::{Polygon, Pose};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let mut cache = GjkCache::default();
/// for step in 0..10 {
///     // Each search but the first starts from the result of the one before.
///     let near = gjk(square.hull(), square.hull(), Pose::at([2.0, 0.05 * step as f32]), &mut cache);
///     assert!((near.separation - 1.0).abs() < 1e-6);
/// }
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct GjkCache {
    vertices: [[u8; 2]; 3],
    count: u8,
    _unused: u8,
}

const _: () = assert!(size_of::<GjkCache>() == 8);

impl GjkCache {
    /// The cache with A and B exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { vertices: self.vertices.map(|[a, b]| [b, a]), ..self }
    }

    pub(crate) fn nearest_is_edge(self) -> [bool; 2] {
        let [[p_a, p_b], [q_a, q_b], _] = self.vertices;
        [self.count == 2 && p_a != q_a, self.count == 2 && p_b != q_b]
    }

    fn of(simplex: &Simplex) -> Self {
        let mut cache = Self { count: simplex.points().len() as u8, ..Self::default() };
        for (kept, point) in cache.vertices.iter_mut().zip(simplex.points()) {
            *kept = point.vertices;
        }
        cache
    }

    #[inline(always)]
    fn simplex(self, difference: &MinkowskiDifference<Vertices<'_>, Vertices<'_>>) -> Option<Simplex> {
        let [p, q, r] = self.vertices;
        Some(match self.count {
            1 => Simplex::point(difference.of_vertices(p)?),
            2 => Simplex::of_segment(difference.of_vertices(p)?, difference.of_vertices(q)?),
            3 => Simplex::of_triangle(
                difference.of_vertices(p)?,
                difference.of_vertices(q)?,
                difference.of_vertices(r)?,
            ),
            _ => return None,
        })
    }
}

/// What GJK or EPA has after one iteration, in the frame of A.
#[derive(Clone, Copy, Debug)]
pub enum SearchState<'a> {
    /// The simplex of GJK: a point, a segment, or a triangle that contains the origin.
    Simplex(&'a [DifferencePoint]),
    /// The polygon of EPA, counter-clockwise.
    Polygon(&'a [DifferencePoint]),
}

/// The distance of two rounded hulls, in the frame of `a`.
///
/// Hulls that overlap have the separation 0, a zero normal and a common point;
/// [`gjk_epa`](crate::algorithms::gjk_epa) measures the depth. Keep the cache with the pair, for a shorter
/// next search. Input that is not finite gives a distance that is not finite, or 0.
///
/// ```
/// use collide::algorithms::{GjkCache, gjk};
/// use collide::geom::{Polygon, Pose, Vec2};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let mut cache = GjkCache::default();
/// let near = gjk(square.hull(), square.hull(), Pose::at([4.0, 5.0]), &mut cache);
/// assert!((near.separation - 5.0).abs() < 1e-6); // from corner to corner, 3 by 4 m
/// assert!((near.normal - Vec2::new(0.6, 0.8)).norm() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn gjk(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, cache: &mut GjkCache) -> Proximity {
    Tolerances::METRES.gjk(a, b, b_in_a, cache)
}

impl Tolerances {
    #[inline]
    pub(crate) fn gjk(
        self,
        a: RoundedHull<'_>,
        b: RoundedHull<'_>,
        b_in_a: Pose,
        cache: &mut GjkCache,
    ) -> Proximity {
        let (_, nearest) = search_hulls(&self.difference_of_cores(a, b, b_in_a), cache, |_| ());
        Proximity::distance(nearest, a.radius, b.radius)
    }

    #[inline(always)]
    pub(crate) fn difference_of_cores<'a>(
        self,
        a: RoundedHull<'a>,
        b: RoundedHull<'a>,
        b_in_a: Pose,
    ) -> MinkowskiDifference<Vertices<'a>, Vertices<'a>> {
        MinkowskiDifference { a: Vertices(a.vertices), b: Vertices(b.vertices), b_in_a, tolerances: self }
    }
}

/// For two sharp hulls. Starts from the cache, and updates it.
#[inline(always)]
pub(crate) fn search_hulls(
    difference: &MinkowskiDifference<Vertices<'_>, Vertices<'_>>,
    cache: &mut GjkCache,
    observe: impl FnMut(SearchState<'_>),
) -> (Simplex, CoreProximity) {
    let start = match cache.simplex(difference) {
        Some(simplex) => simplex,
        None => initial_simplex(difference),
    };
    let found = search(difference, start, observe);
    *cache = GjkCache::of(&found.0);
    found
}

/// The nearest point of circles about their frames' origins; a guess for others.
#[inline(always)]
pub(crate) fn initial_simplex<A: SupportMap, B: SupportMap>(
    difference: &MinkowskiDifference<A, B>,
) -> Simplex {
    let guess = difference.b_in_a.position.coords;
    // A support function needs some direction.
    let direction = if guess.x == 0.0 && guess.y == 0.0 { Vec2::new(1.0, 0.0) } else { -guess };
    Simplex::point(difference.farthest(direction))
}

/// Starts from any simplex of the difference.
#[inline(always)]
pub(crate) fn search<A: SupportMap, B: SupportMap>(
    difference: &MinkowskiDifference<A, B>,
    start: Simplex,
    mut observe: impl FnMut(SearchState<'_>),
) -> (Simplex, CoreProximity) {
    let mut simplex = start;
    let min_square = difference.tolerances.min_direction_squared();
    let mut towards = simplex.towards_origin(min_square);
    observe(SearchState::Simplex(simplex.points()));
    for _ in 0..tolerance::GJK_ITERATIONS {
        let Some(direction) = towards else { break };
        let w = difference.farthest(direction);
        if !gains(simplex.points()[0].vector, &w, direction) {
            break;
        }
        simplex = simplex.with(w);
        towards = simplex.towards_origin(min_square);
        observe(SearchState::Simplex(simplex.points()));
    }
    (simplex, simplex.nearest(towards))
}

/// Whether `w` is farther along `direction` than the vertex `v` by more than its rounding error. All vertices
/// of the simplex are equally far along it. Squares save two square roots.
#[inline(always)]
fn gains(v: Vec2, w: &DifferencePoint, direction: Vec2) -> bool {
    let gain = direction.dot(&(w.vector - v));
    let rounding = tolerance::GJK_GAIN * tolerance::GJK_GAIN;
    gain > 0.0 && gain * gain > rounding * w.size_squared() * direction.norm_squared()
}
