//! EPA: how deep two convex shapes overlap, along which direction, and where.
//!
//! If A and B overlap, their Minkowski difference ([`DifferencePoint`]) holds the origin, and the point of its
//! border nearest to the origin is the shortest way out. GJK ends with a triangle around the origin; it lies in the
//! difference, and is grown:
//!
//! ```text
//!       ________                    1. take the edge nearest to the origin, with the outward normal n
//!      /  ___w  \                   2. the farthest point w along n: no point of the difference lies beyond
//!     |  /   |\  |                  3. if w lies no farther than the edge, the edge is on the border: done;
//!     | / 0 -n--w|                     otherwise put w between its ends
//!     |/_____|/ _|
//! ```
//!
//! The distance of the nearest edge never exceeds the depth, and how far the difference reaches along any n is
//! never less: the search ends when the two meet. The answer is the least reach found, so that moving B by it
//! always separates the shapes, also where [`EPA_VERTICES`] ended the search early.
//!
//! **Flat differences.** Where both shapes are points or parallel segments, the difference has no inside. The depth
//! is then 0, and the normal across the segment. Coincident points have no direction at all; like two coincident
//! circles of [`manifold`](crate::manifold) they take the x axis of A.
//!
//! **Rounding** adds to the depth of the cores: a rounded shape is the sum of a sharp one and a disc, and the
//! border of a sum with a disc is moved out by the radius everywhere.
//!
//! Source: van den Bergen 2001; seed 004, section Determining Penetration Depth. Both are content with the distance
//! of the edge; it is the lesser bound, and would leave the shapes overlapping by what is missing.
//! Turned down: walking the hulls' edges instead, which is SAT and exact, but needs edges.

use crate::difference::{Core, Difference, DifferencePoint, Support};
use crate::gjk::{GjkCache, Round, cold_start, cores, of_hulls, search};
use crate::proximity::Proximity;
use crate::simplex::{Nearest, Simplex};
use crate::tolerance::{EPA_GAIN, EPA_VERTICES, MIN_DIRECTION};
use compute::math::{clamp, max, sqrt};
use geom::{Point, Pose, RoundedHull, Vec2, left_normal, right_normal};

/// How far two rounded hulls are apart by GJK, or how deep they overlap by EPA; `b_in_a` is the pose of `b` in the
/// frame of `a`.
///
/// Everything in the result is in the frame of `a`. An overlap has a negative separation, minus its depth. Hulls of
/// more than [`EPA_VERTICES`] vertices together may overlap a little less than is said, by a thousandth for
/// round ones. The cache serves [`gjk`](crate::gjk) as well.
///
/// ```
/// use collide::{GjkCache, gjk_epa};
/// use geom::{Polygon, Pose, Vec2};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let deep = gjk_epa(square.hull(), square.hull(), Pose::at([0.25, 0.75]), &mut GjkCache::default());
/// assert!((deep.separation + 0.25).abs() < 1e-6);
/// assert!((deep.normal - Vec2::new(0.0, 1.0)).norm() < 1e-6);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn gjk_epa(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, cache: &mut GjkCache) -> Proximity {
    gjk_epa_observed(a, b, b_in_a, cache, |_| ())
}

/// [`gjk_epa`], showing the simplices of GJK and then the polygons of EPA to `observe`.
#[inline]
#[must_use]
pub fn gjk_epa_observed(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
    cache: &mut GjkCache,
    mut observe: impl FnMut(Round<'_>),
) -> Proximity {
    let difference = cores(a, b, b_in_a);
    let (simplex, mut nearest) = of_hulls(&difference, cache, &mut observe);
    if nearest.is_overlap() {
        nearest = shortest_way_out(&difference, &simplex, observe);
    }
    Proximity::rounded(nearest, a.radius, b.radius)
}

/// [`gjk_epa`] for any two convex shapes that are known by their support functions alone, such as ellipses: each
/// gives the point of its shape, in the shape's own frame, that is farthest along a direction, which has a length
/// above zero but not of one.
///
/// Known to about 1e-6 of the size of the shapes and of their distance, of deep overlaps of round shapes to a
/// thousandth ([`EPA_VERTICES`]), their points to some hundredths; the normal of smooth shapes to 1e-3, the root of
/// that. The two functions are asked some ten times each.
///
/// ```
/// use collide::gjk_epa_of_supports;
/// use geom::{Point, Pose, Vec2};
/// let ellipse = |d: Vec2| {
///     let (x, y) = (2.0 * 2.0 * d.x, 1.0 * 1.0 * d.y); // half axes of 2 m and 1 m
///     Point::new(x, y) / (d.x * x + d.y * y).sqrt()
/// };
/// let near = gjk_epa_of_supports(ellipse, ellipse, Pose::at([0.0, 5.0]));
/// assert!((near.separation - 3.0).abs() < 1e-5);
/// let deep = gjk_epa_of_supports(ellipse, ellipse, Pose::at([0.0, 1.5]));
/// assert!((deep.separation + 0.5).abs() < 1e-5);
/// ```
#[must_use]
pub fn gjk_epa_of_supports(a: impl Fn(Vec2) -> Point, b: impl Fn(Vec2) -> Point, b_in_a: Pose) -> Proximity {
    let difference = Difference { a: Support(a), b: Support(b), b_in_a };
    let (simplex, mut nearest) = search(&difference, cold_start(&difference), |_| ());
    if nearest.is_overlap() {
        nearest = shortest_way_out(&difference, &simplex, |_| ());
    }
    Proximity::rounded(nearest, 0.0, 0.0)
}

/// Of a difference whose simplex holds the origin. The distance of the result is minus the depth.
#[inline(never)] // Its polygon takes 2 kB of stack, which callers that find no overlap need not touch.
pub(crate) fn shortest_way_out<A: Core, B: Core>(
    difference: &Difference<A, B>,
    simplex: &Simplex,
    mut observe: impl FnMut(Round<'_>),
) -> Nearest {
    let mut polygon = match triangle(difference, simplex) {
        Ok(triangle) => Polygon::of_triangle(triangle),
        Err(flat) => return flat,
    };
    observe(Round::Polygon(polygon.points()));
    let mut shortest: Option<WayOut> = None;
    loop {
        let index = polygon.nearest();
        let edge = polygon.edges[index];
        let w = difference.farthest(edge.normal);
        let way_out = WayOut { reach: edge.normal.dot(&w.vector), edge, ends: polygon.ends(index) };
        // An edge of the border, or numbers that are not finite.
        let gains = way_out.reach - edge.distance > EPA_GAIN * sqrt(w.size_squared());
        if !gains {
            return way_out.nearest();
        }
        let shortest = shortest.get_or_insert(way_out);
        if way_out.reach < shortest.reach {
            *shortest = way_out;
        }
        if polygon.count == EPA_VERTICES {
            return shortest.nearest();
        }
        polygon.insert(w, index);
        observe(Round::Polygon(polygon.points()));
    }
}

/// A direction along which the shapes can be separated.
#[derive(Clone, Copy)]
struct WayOut {
    /// How far the difference reaches along the normal of the edge, m.
    reach: f32,
    edge: Edge,
    ends: [DifferencePoint; 2],
}

impl WayOut {
    fn nearest(&self) -> Nearest {
        let [p, q] = self.ends;
        let along = q.vector - p.vector;
        let share = clamp(-p.vector.dot(&along) / along.norm_squared(), 0.0, 1.0);
        let on_a = p.on_a + (q.on_a - p.on_a) * share;
        // The origin lies inside by rounding only, if at all, where this is negative.
        let depth = max(self.reach, 0.0);
        Nearest { distance: -depth, normal: -self.edge.normal, on_a, on_b: on_a + self.edge.normal * depth }
    }
}

/// A triangle of the difference around the origin or with the origin on its border, counter-clockwise; the answer
/// at once if the difference is flat.
fn triangle<A: Core, B: Core>(
    difference: &Difference<A, B>,
    simplex: &Simplex,
) -> Result<[DifferencePoint; 3], Nearest> {
    let (p, q) = match *simplex.points() {
        [p, q, r] => {
            let turn = geom::cross(q.vector - p.vector, r.vector - p.vector);
            return Ok(if turn < 0.0 { [q, p, r] } else { [p, q, r] });
        }
        [p, q] => (p, q),
        _ => {
            let p = simplex.points()[0];
            let around =
                [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)];
            let other = around.map(|direction| difference.farthest(direction));
            match other.into_iter().find(|q| (q.vector - p.vector).norm() > MIN_DIRECTION) {
                Some(q) => (p, q),
                None => return Err(touching(&p, Vec2::new(1.0, 0.0))),
            }
        }
    };
    let along = q.vector - p.vector;
    let beyond = |across: Vec2| {
        let w = difference.farthest(across);
        let rounding = EPA_GAIN * sqrt(w.size_squared() * across.norm_squared());
        (across.dot(&(w.vector - p.vector)) > rounding).then_some(w)
    };
    if let Some(w) = beyond(left_normal(along)) {
        Ok([p, q, w])
    } else if let Some(w) = beyond(right_normal(along)) {
        Ok([q, p, w])
    } else {
        let share = clamp(-p.vector.dot(&along) / along.norm_squared(), 0.0, 1.0);
        let common = DifferencePoint { on_a: p.on_a + (q.on_a - p.on_a) * share, ..p };
        Err(touching(&common, left_normal(along) / along.norm()))
    }
}

/// An overlap without depth.
fn touching(at: &DifferencePoint, normal: Vec2) -> Nearest {
    Nearest { distance: 0.0, normal, on_a: at.on_a, on_b: at.on_a }
}

#[derive(Clone, Copy)]
struct Edge {
    /// Unit, outward.
    normal: Vec2,
    /// Of its line from the origin, m; positive if the origin lies inside.
    distance: f32,
}

impl Edge {
    fn new(p: &DifferencePoint, q: &DifferencePoint) -> Self {
        let along = q.vector - p.vector;
        let normal = right_normal(along) / along.norm();
        Self { normal, distance: normal.dot(&p.vector) }
    }
}

/// A convex polygon around the origin, counter-clockwise; edge `i` runs from point `i` to the next.
struct Polygon {
    points: [DifferencePoint; EPA_VERTICES],
    edges: [Edge; EPA_VERTICES],
    count: usize,
}

impl Polygon {
    fn of_triangle([p, q, r]: [DifferencePoint; 3]) -> Self {
        let none = Edge { normal: Vec2::new(0.0, 0.0), distance: 0.0 };
        let mut polygon =
            Self { points: [DifferencePoint::ZERO; EPA_VERTICES], edges: [none; EPA_VERTICES], count: 3 };
        polygon.points[..3].copy_from_slice(&[p, q, r]);
        polygon.edges[..3].copy_from_slice(&[Edge::new(&p, &q), Edge::new(&q, &r), Edge::new(&r, &p)]);
        polygon
    }

    fn points(&self) -> &[DifferencePoint] {
        &self.points[..self.count]
    }

    /// The edge nearest to the origin, of equals the first.
    fn nearest(&self) -> usize {
        let (mut nearest, mut least) = (0, f32::INFINITY);
        for (index, edge) in self.edges[..self.count].iter().enumerate() {
            if edge.distance < least {
                (nearest, least) = (index, edge.distance);
            }
        }
        nearest
    }

    fn ends(&self, edge: usize) -> [DifferencePoint; 2] {
        let next = if edge + 1 < self.count { edge + 1 } else { 0 };
        [self.points[edge], self.points[next]]
    }

    /// Puts `w`, which lies beyond an edge, between its ends.
    fn insert(&mut self, w: DifferencePoint, edge: usize) {
        let [p, q] = self.ends(edge);
        self.points.copy_within(edge + 1..self.count, edge + 2);
        self.edges.copy_within(edge + 1..self.count, edge + 2);
        self.points[edge + 1] = w;
        self.edges[edge] = Edge::new(&p, &w);
        self.edges[edge + 1] = Edge::new(&w, &q);
        self.count += 1;
    }
}
