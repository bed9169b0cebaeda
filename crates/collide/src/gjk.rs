//! GJK: the distance of two convex shapes, their nearest points and the normal between them.
//!
//! The distance is that of their Minkowski difference ([`DifferencePoint`]) from the origin. Of that set a few
//! points are kept, a simplex, with v its point nearest to the origin. Another point w lies farthest the other way,
//! along -v. If w lies no farther that way than v does, nothing of the set does, and |v| is the distance. Otherwise
//! w joins the simplex, and what is no longer needed leaves it:
//!
//! ```text
//!      p ____                      p ____              1. nearest on {p} is p; farthest along -p is q
//!       |    \__                    \    \__           2. nearest on {p, q} lies between; farthest towards
//!       |       q        0           \  __ q      0        the origin from there is w
//!        \_____/                      w                3. nearest on {p, q, w} is q - w, p leaves; nothing is
//!                                                          nearer than q - w: done
//! ```
//!
//! The simplex of the last call, kept in a [`GjkCache`], is nearly always the right one for the next step: then one
//! look at the farthest point confirms it.
//!
//! **Rounding** is subtracted from the distance of the sharp cores, which is exact and needs no iteration: a circle
//! is a point to GJK, a capsule a segment. It also leaves the cores apart when the surfaces only just overlap, the
//! usual case, so that the depth of rounded shapes seldom needs EPA.
//!
//! **Termination.** In exact numbers every round comes nearer, and a hull has finitely many simplices. In f32 a
//! round that gains less than its own rounding ends the search ([`GJK_GAIN`](crate::tolerance::GJK_GAIN)), a point
//! found twice among them, and [`GJK_ROUNDS`](crate::tolerance::GJK_ROUNDS) ends it in any case, with a distance
//! that is real but may be too great.
//!
//! Source: Gilbert, Johnson and Keerthi 1988; van den Bergen 2001 for the bound that ends the search; Ericson 2005,
//! section 9.5; Catto, GDC 2010, for the cache and for the cores. **Erratum:** seed 004 is done when w has hardly
//! another length and direction than v. Where the nearest point lies within an edge, w is one of its ends, now and
//! ever after; what must agree is not w and v but how far they lie along v.
//! Turned down: SAT for distances. Its separation is less than the distance where corners face each other.

use crate::difference::{Core, Difference, DifferencePoint, Vertices};
use crate::proximity::Proximity;
use crate::simplex::{Nearest, Simplex};
use crate::tolerance;
use bytemuck::{Pod, Zeroable};
use geom::{Pose, RoundedHull, Vec2};

/// The last simplex of two hulls, from which the next search starts. Any cache is valid for any hulls: vertices
/// that there are not are forgotten, and others only cost time. The default knows nothing yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct GjkCache {
    vertices: [[u8; 2]; 3],
    count: u8,
    _unused: u8,
}

const _: () = assert!(size_of::<GjkCache>() == 8);

impl GjkCache {
    /// For the pair with A and B exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { vertices: self.vertices.map(|[a, b]| [b, a]), ..self }
    }

    /// Whether the nearest feature of A, and of B, is an edge.
    pub(crate) fn edges(self) -> [bool; 2] {
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

    /// The simplex as the vertices lie now.
    #[inline(always)]
    fn simplex(self, difference: &Difference<Vertices<'_>, Vertices<'_>>) -> Option<Simplex> {
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

/// What GJK or EPA holds in one of its rounds, for those who want to see them work. All points are in the frame of
/// A.
#[derive(Clone, Copy, Debug)]
pub enum Round<'a> {
    /// The simplex of GJK: a point, a segment, or the triangle that holds the origin.
    Simplex(&'a [DifferencePoint]),
    /// The polygon of EPA, counter-clockwise.
    Polygon(&'a [DifferencePoint]),
}

/// The distance of two rounded hulls, `b_in_a` the pose of `b` in the frame of `a`.
///
/// Everything in the result is in the frame of `a`. Hulls that overlap have the distance 0, no normal, and a common
/// point; [`gjk_epa`](crate::gjk_epa) says how deep. The cache makes the next search short.
///
/// Numbers that are not finite give a distance that is not finite, or 0.
///
/// ```
/// use collide::{GjkCache, gjk};
/// use geom::{Polygon, Pose, Vec2};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let mut cache = GjkCache::default();
/// let near = gjk(square.hull(), square.hull(), Pose::at([4.0, 5.0]), &mut cache);
/// assert!((near.separation - 5.0).abs() < 1e-6); // from corner to corner, 3 by 4 m
/// assert!((near.normal - Vec2::new(0.6, 0.8)).norm() < 1e-6);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn gjk(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, cache: &mut GjkCache) -> Proximity {
    gjk_observed(a, b, b_in_a, cache, |_| ())
}

/// [`gjk`], showing the simplex of every round to `observe`.
#[inline]
#[must_use]
pub fn gjk_observed(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
    cache: &mut GjkCache,
    observe: impl FnMut(Round<'_>),
) -> Proximity {
    let (_, nearest) = of_hulls(&cores(a, b, b_in_a), cache, observe);
    Proximity::distance(nearest, a.radius, b.radius)
}

/// The difference of the sharp hulls.
#[inline(always)]
pub(crate) fn cores<'a>(
    a: RoundedHull<'a>,
    b: RoundedHull<'a>,
    b_in_a: Pose,
) -> Difference<Vertices<'a>, Vertices<'a>> {
    Difference { a: Vertices(a.vertices), b: Vertices(b.vertices), b_in_a }
}

/// The nearest simplex of two sharp hulls, starting from the cache.
#[inline(always)]
pub(crate) fn of_hulls(
    difference: &Difference<Vertices<'_>, Vertices<'_>>,
    cache: &mut GjkCache,
    observe: impl FnMut(Round<'_>),
) -> (Simplex, Nearest) {
    let start = match cache.simplex(difference) {
        Some(simplex) => simplex,
        None => cold_start(difference),
    };
    let found = search(difference, start, observe);
    *cache = GjkCache::of(&found.0);
    found
}

/// The point that lies nearest if both shapes are round: a guess, and for two single points the answer.
#[inline(always)]
pub(crate) fn cold_start<A: Core, B: Core>(difference: &Difference<A, B>) -> Simplex {
    let guess = difference.b_in_a.position.coords;
    // Coincident frames say nothing, and a support function wants a direction.
    let direction = if guess.x == 0.0 && guess.y == 0.0 { Vec2::new(1.0, 0.0) } else { -guess };
    Simplex::point(difference.farthest(direction))
}

/// The nearest simplex, from any of the set's.
#[inline(always)]
pub(crate) fn search<A: Core, B: Core>(
    difference: &Difference<A, B>,
    start: Simplex,
    mut observe: impl FnMut(Round<'_>),
) -> (Simplex, Nearest) {
    let mut simplex = start;
    let mut towards = simplex.towards_origin();
    observe(Round::Simplex(simplex.points()));
    for _ in 0..tolerance::GJK_ROUNDS {
        let Some(direction) = towards else { break };
        let w = difference.farthest(direction);
        if !gains(simplex.points()[0].vector, &w, direction) {
            break;
        }
        simplex = simplex.with(w);
        towards = simplex.towards_origin();
        observe(Round::Simplex(simplex.points()));
    }
    (simplex, simplex.nearest(towards))
}

/// Whether `w` lies farther along `direction` than `v` by more than its rounding. Squared, which saves two roots.
#[inline(always)]
fn gains(v: Vec2, w: &DifferencePoint, direction: Vec2) -> bool {
    let gain = direction.dot(&(w.vector - v));
    let rounding = tolerance::GJK_GAIN * tolerance::GJK_GAIN;
    gain > 0.0 && gain * gain > rounding * w.size_squared() * direction.norm_squared()
}
