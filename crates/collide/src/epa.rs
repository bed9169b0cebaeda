//! EPA (expanding polytope algorithm): how deep two convex shapes overlap, in which direction, and where.
//!
//! If A and B overlap, the origin is inside their Minkowski difference ([`DifferencePoint`]), and the nearest
//! point of its boundary is the shortest way out. EPA expands the triangle with which GJK ended:
//!
//! ```text
//!       ________                    1. take the edge nearest to the origin, with the outward normal n
//!      /  ___w  \                   2. find the farthest point w along n: no point of the set is beyond it
//!     |  /   |\  |                  3. if w is no farther than the edge, the edge is on the boundary: done;
//!     | / 0 -n--w|                     otherwise insert w between the ends of the edge
//!     |/_____|/ _|
//! ```
//!
//! The nearest edge is a lower bound of the depth, the reach along any n an upper bound. The result is the
//! least upper bound, so moving B by it separates the shapes even if [`EPA_VERTICES`] ended the search.
//!
//! **Flat differences**, of points or parallel segments, have depth 0 and a normal perpendicular to the
//! segment, or the x axis of A. **Rounding radii** are added to the depth.
//!
//! Source: van den Bergen 2001; Souto, Video Game Physics II, section Determining Penetration Depth. Both
//! return the lower bound.

use crate::gjk::{GjkCache, SearchState, initial_simplex, search, search_hulls};
use crate::minkowski_difference::{DifferencePoint, MinkowskiDifference, SupportFunction, SupportMap};
use crate::proximity::Proximity;
use crate::simplex::{CoreProximity, Simplex};
use crate::tolerance::{EPA_GAIN, EPA_VERTICES, MIN_DIRECTION, Tolerances};
use compute::math::{clamp, max, sqrt};
use geom::{Point, Pose, RoundedHull, Vec2, left_normal, right_normal};

/// The distance of two rounded hulls (by GJK), or minus the depth of their overlap (by EPA), in the frame of
/// `a`.
///
/// With more than [`EPA_VERTICES`] vertices together the depth may be too great, for circles by a thousandth.
/// [`gjk`](crate::algorithms::gjk) can use the same cache.
///
/// ```
/// use collide::algorithms::{GjkCache, gjk_epa};
/// use collide::geom::{Polygon, Pose, Vec2};
/// let square = Polygon::rectangle(0.5, 0.5)?;
/// let deep = gjk_epa(square.hull(), square.hull(), Pose::at([0.25, 0.75]), &mut GjkCache::default());
/// assert!((deep.separation + 0.25).abs() < 1e-6);
/// assert!((deep.normal - Vec2::new(0.0, 1.0)).norm() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn gjk_epa(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, cache: &mut GjkCache) -> Proximity {
    Tolerances::METRES.gjk_epa(a, b, b_in_a, cache)
}

impl Tolerances {
    /// [`gjk_epa`], with a callback for the simplices of GJK and then the polygons of EPA.
    ///
    /// ```
    /// use collide::geom::{Polygon, Pose};
    /// use collide::Tolerances;
    /// use collide::algorithms::{GjkCache, SearchState};
    /// let square = Polygon::rectangle(0.5, 0.5)?;
    /// let mut sizes = Vec::new();
    /// let pose = Pose::new([0.4, 0.3], 0.5);
    /// let (hull, mut cache) = (square.hull(), GjkCache::default());
    /// let deep = Tolerances::METRES.gjk_epa_observed(hull, hull, pose, &mut cache, |state| {
    ///     if let SearchState::Polygon(points) = state {
    ///         sizes.push(points.len()); // every iteration adds a vertex
    ///     }
    /// });
    /// assert!(deep.separation < 0.0 && sizes.iter().zip(3..).all(|(&size, expected)| size == expected));
    /// # Ok::<(), collide::geom::ShapeError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn gjk_epa_observed(
        self,
        a: RoundedHull<'_>,
        b: RoundedHull<'_>,
        b_in_a: Pose,
        cache: &mut GjkCache,
        mut observe: impl FnMut(SearchState<'_>),
    ) -> Proximity {
        let difference = self.difference_of_cores(a, b, b_in_a);
        let (simplex, mut nearest) = search_hulls(&difference, cache, &mut observe);
        if nearest.is_overlap() {
            nearest = expand_polygon(&difference, &simplex, observe);
        }
        Proximity::rounded(nearest, a.radius, b.radius)
    }

    /// [`gjk_epa`] with these tolerances.
    #[inline]
    #[must_use]
    pub fn gjk_epa(
        self,
        a: RoundedHull<'_>,
        b: RoundedHull<'_>,
        b_in_a: Pose,
        cache: &mut GjkCache,
    ) -> Proximity {
        self.gjk_epa_observed(a, b, b_in_a, cache, |_| ())
    }
}

/// [`gjk_epa`] for any two convex shapes, such as ellipses, given by support functions: each returns the
/// farthest point of its shape along a direction (not zero, of any length), in its frame.
///
/// The separation is accurate to about 1e-6 of the sizes and the distance, for deep overlaps of round shapes
/// to a thousandth, the points to some hundredths, the normal of smooth shapes to 1e-3, the square root of
/// 1e-6. Each function is called about ten times.
///
/// ```
/// use collide::algorithms::gjk_epa_of_supports;
/// use collide::geom::{Point, Pose, Vec2};
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
    let difference = MinkowskiDifference {
        a: SupportFunction(a),
        b: SupportFunction(b),
        b_in_a,
        tolerances: Tolerances::METRES,
    };
    let (simplex, mut nearest) = search(&difference, initial_simplex(&difference), |_| ());
    if nearest.is_overlap() {
        nearest = expand_polygon(&difference, &simplex, |_| ());
    }
    Proximity::rounded(nearest, 0.0, 0.0)
}

/// Grows the simplex, which contains the origin. The distance in the result is minus the depth.
#[inline(never)] // The polygon takes 2 kB of stack, which callers that find no overlap should not allocate.
pub(crate) fn expand_polygon<A: SupportMap, B: SupportMap>(
    difference: &MinkowskiDifference<A, B>,
    simplex: &Simplex,
    mut observe: impl FnMut(SearchState<'_>),
) -> CoreProximity {
    let mut polygon = match initial_triangle(difference, simplex) {
        Ok(triangle) => Polygon::of_triangle(triangle),
        Err(flat) => return flat,
    };
    observe(SearchState::Polygon(polygon.points()));
    let mut least: Option<DepthBound> = None;
    loop {
        let index = polygon.nearest_edge();
        let edge = polygon.edges[index];
        let w = difference.farthest(edge.normal);
        let bound = DepthBound { reach: edge.normal.dot(&w.vector), edge, ends: polygon.ends(index) };
        let gains = bound.reach - edge.distance > EPA_GAIN * sqrt(w.size_squared());
        if !gains {
            return bound.proximity();
        }
        let least = least.get_or_insert(bound);
        if bound.reach < least.reach {
            *least = bound;
        }
        if polygon.count == EPA_VERTICES {
            return least.proximity();
        }
        polygon.insert(w, index);
        observe(SearchState::Polygon(polygon.points()));
    }
}

/// An upper bound of the depth: moving B by `reach` against the normal of `edge` separates the shapes.
#[derive(Clone, Copy)]
struct DepthBound {
    reach: f32,
    edge: Edge,
    ends: [DifferencePoint; 2],
}

impl DepthBound {
    fn proximity(&self) -> CoreProximity {
        let [p, q] = self.ends;
        let on_a = nearest_on_a(&p, &q);
        // The origin is inside, so the reach is negative only by rounding.
        let depth = max(self.reach, 0.0);
        CoreProximity {
            distance: -depth,
            normal: -self.edge.normal,
            on_a,
            on_b: on_a + self.edge.normal * depth,
        }
    }
}

/// The point of A that belongs to the point of `p` `q` nearest to the origin.
fn nearest_on_a(p: &DifferencePoint, q: &DifferencePoint) -> Point {
    let edge = q.vector - p.vector;
    let fraction = clamp(-p.vector.dot(&edge) / edge.norm_squared(), 0.0, 1.0);
    p.on_a + (q.on_a - p.on_a) * fraction
}

/// A counter-clockwise triangle of the difference that contains the origin; for a flat difference the final
/// result as error.
fn initial_triangle<A: SupportMap, B: SupportMap>(
    difference: &MinkowskiDifference<A, B>,
    simplex: &Simplex,
) -> Result<[DifferencePoint; 3], CoreProximity> {
    let (p, q) = match *simplex.points() {
        [p, q, r] => {
            let turn = geom::cross(q.vector - p.vector, r.vector - p.vector);
            return Ok(if turn < 0.0 { [q, p, r] } else { [p, q, r] });
        }
        [p, q] => (p, q),
        _ => {
            let p = simplex.points()[0];
            let axes = [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)];
            let farthest = axes.map(|direction| difference.farthest(direction));
            let least = difference.tolerances.scaled(MIN_DIRECTION);
            match farthest.into_iter().find(|q| (q.vector - p.vector).norm() > least) {
                Some(q) => (p, q),
                None => return Err(touching(p.on_a, Vec2::new(1.0, 0.0))),
            }
        }
    };
    let edge = q.vector - p.vector;
    let vertex_beyond = |normal: Vec2| {
        let w = difference.farthest(normal);
        let rounding = EPA_GAIN * sqrt(w.size_squared() * normal.norm_squared());
        (normal.dot(&(w.vector - p.vector)) > rounding).then_some(w)
    };
    if let Some(w) = vertex_beyond(left_normal(edge)) {
        Ok([p, q, w])
    } else if let Some(w) = vertex_beyond(right_normal(edge)) {
        Ok([q, p, w])
    } else {
        Err(touching(nearest_on_a(&p, &q), left_normal(edge) / edge.norm()))
    }
}

fn touching(common: Point, normal: Vec2) -> CoreProximity {
    CoreProximity { distance: 0.0, normal, on_a: common, on_b: common }
}

#[derive(Clone, Copy)]
struct Edge {
    /// Unit, outward.
    normal: Vec2,
    /// Of the edge's line from the origin, m; positive if the origin is inside.
    distance: f32,
}

impl Edge {
    fn new(p: &DifferencePoint, q: &DifferencePoint) -> Self {
        let edge = q.vector - p.vector;
        let normal = right_normal(edge) / edge.norm();
        Self { normal, distance: normal.dot(&p.vector) }
    }
}

/// Convex, counter-clockwise. Edge `i` runs from point `i` to the next.
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

    /// Of equally near edges, the first.
    fn nearest_edge(&self) -> usize {
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
