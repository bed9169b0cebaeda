//! Distance, overlap, penetration and closest point, for every pair of shapes.
//!
//! ```text
//!                 hull                              half-space
//!   hull          GJK; EPA where cores overlap      deepest vertex of the hull
//!   half-space                                      none: two endless solids
//! ```
//!
//! A chain segment counts as a segment, without neighbours and sides. Everything is computed in the frame of
//! A, positions subtracted first, so distances are accurate far from the origin; points, as positions, are
//! not. Two rectangles that are apart need no search either ([`rectangles`]).

use crate::gjk::GjkCache;
use crate::proximity::Proximity;
use crate::rectangles;
use crate::tolerance::{Tolerances, WELL_INSIDE};
use geom::{HalfSpace, Point, Pose, RoundedHull, Shape, Vec2};

/// The distance of two shapes, their nearest points and the normal from `a` to `b`, in world axes.
///
/// Shapes that overlap have the distance 0, a zero normal and a common point. `None` for two half-spaces, and
/// for poses that are not finite or whose distance f32 cannot represent. Accurate to about 1e-6 of the sizes
/// and the distance.
///
/// ```
/// use collide::distance;
/// use collide::geom::{Point, Pose, Shape};
/// let (circle, square) = (Shape::circle(1.0)?, Shape::rectangle(0.5, 0.5)?);
/// let near = distance(&circle, Pose::IDENTITY, &square, Pose::at([3.0, 0.0])).unwrap();
/// assert!((near.separation - 1.5).abs() < 1e-6);
/// assert!((near.points[0] - Point::new(1.0, 0.0)).norm() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn distance(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
    Tolerances::METRES.distance(a, pose_a, b, pose_b)
}

/// [`distance`] where two shapes are apart, [`penetration`] where they overlap, for the price of one. The
/// normal is always unit. `None` as for [`distance`].
///
/// ```
/// use collide::geom::{Pose, Shape};
/// use collide::separation;
/// let ball = Shape::circle(0.5)?;
/// let at = |x: f32| separation(&ball, Pose::IDENTITY, &ball, Pose::at([x, 0.0])).unwrap().separation;
/// assert!((at(3.0) - 2.0).abs() < 1e-6 && (at(0.75) + 0.25).abs() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn separation(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
    Tolerances::METRES.separation(a, pose_a, b, pose_b)
}

/// How deep two shapes overlap: the separation is minus the depth, moving `b` along the normal by the depth
/// separates them, and the points are the deepest ones. `None` if they do not overlap; the depth is 0 if they
/// touch, within rounding.
///
/// ```
/// use collide::penetration;
/// use collide::geom::{Pose, Shape, Vec2};
/// let (floor, ball) = (Shape::half_space([0.0, 1.0], 0.0)?, Shape::circle(0.5)?);
/// let sunk = penetration(&floor, Pose::IDENTITY, &ball, Pose::at([7.0, 0.4])).unwrap();
/// assert_eq!(sunk.normal, Vec2::new(0.0, 1.0));
/// assert!((sunk.separation + 0.1).abs() < 1e-6);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn penetration(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
    Tolerances::METRES.penetration(a, pose_a, b, pose_b)
}

/// Whether two shapes share a point, within rounding; touching counts. `false` for two half-spaces, and for
/// poses that are not finite.
///
/// ```
/// use collide::overlap;
/// use collide::geom::{Pose, Shape};
/// let square = Shape::rectangle(0.5, 0.5)?;
/// assert!(overlap(&square, Pose::IDENTITY, &square, Pose::at([0.9, 0.9])));
/// assert!(!overlap(&square, Pose::IDENTITY, &square, Pose::at([1.1, 0.0])));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn overlap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    Tolerances::METRES.overlap(a, pose_a, b, pose_b)
}

/// Half way between two vertices that are about opposite.
#[inline]
fn middle(hull: RoundedHull<'_>) -> Point {
    let [first, opposite] = [0, hull.vertices.len() / 2].map(|i| hull.vertices[i].coords);
    Point::from((first + opposite) * 0.5)
}

/// Whether it is inside by more than all rounding errors ([`WELL_INSIDE`]). False for NaN, and for a point or
/// a segment.
#[inline]
fn is_well_inside(point: Point, hull: RoundedHull<'_>) -> bool {
    hull.vertices.len() > 2
        && hull.vertices.iter().zip(hull.normals).all(|(vertex, normal)| {
            let size = point.x.abs() + point.y.abs() + vertex.x.abs() + vertex.y.abs();
            normal.dot(&(point - vertex)) < -WELL_INSIDE * size
        })
}

/// The point on the surface of `shape` that is nearest to `point` (m): the first point of the result. The
/// separation is its distance, m, negative inside; the normal is that of the surface, outward. `None` if a
/// number is not finite.
///
/// ```
/// use collide::closest_point;
/// use collide::geom::{Point, Pose, Shape};
/// let square = Shape::rectangle(0.5, 0.5)?;
/// let near = closest_point(&square, Pose::at([1.0, 0.0]), [1.4, 0.1].into()).unwrap();
/// assert!((near.points[0] - Point::new(1.5, 0.1)).norm() < 1e-6);
/// assert!((near.separation + 0.1).abs() < 1e-6); // inside
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn closest_point(shape: &Shape, pose: Pose, point: Point) -> Option<Proximity> {
    Tolerances::METRES.closest_point(shape, pose, point)
}

impl Tolerances {
    /// [`distance`] with these tolerances.
    #[must_use]
    pub fn distance(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
        let near = measure(self, a, b, pose_a.relative(pose_b), Overlap::Detect)?;
        Some(near.transformed(pose_a))
    }

    /// [`separation`] with these tolerances.
    #[must_use]
    pub fn separation(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
        let near = measure(self, a, b, pose_a.relative(pose_b), Overlap::Measure)?;
        Some(near.transformed(pose_a))
    }

    /// [`penetration`] with these tolerances.
    #[must_use]
    pub fn penetration(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
        let deep = measure(self, a, b, pose_a.relative(pose_b), Overlap::Measure)?;
        (deep.separation <= 0.0).then(|| deep.transformed(pose_a))
    }

    /// [`overlap`] with these tolerances.
    #[must_use]
    pub fn overlap(self, a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
        let b_in_a = pose_a.relative(pose_b);
        // A sensor deeply overlaps what is inside it in every step.
        if let (Some(hull_a), Some(hull_b)) = (a.hull(), b.hull())
            && b_in_a.is_finite()
            && (is_well_inside(b_in_a * middle(hull_b), hull_a)
                || is_well_inside(b_in_a.inverse_transform(middle(hull_a)), hull_b))
        {
            return true;
        }
        measure(self, a, b, b_in_a, Overlap::Detect).is_some_and(|near| near.separation <= 0.0)
    }

    /// [`closest_point`] with these tolerances.
    #[must_use]
    pub fn closest_point(self, shape: &Shape, pose: Pose, point: Point) -> Option<Proximity> {
        let single = RoundedHull { vertices: &[Point::origin()], normals: &[], radius: 0.0 };
        let in_shape = Some(pose.relative(Pose::at(point))).filter(|pose| pose.is_finite())?;
        let near = match (shape.hull(), shape) {
            (Some(hull), _) => of_hulls(self, hull, single, in_shape, Overlap::Measure),
            (None, Shape::HalfSpace(half_space)) => of_half_space(half_space, single, in_shape),
            _ => return None,
        };
        let near = if_finite(near)?.transformed(pose);
        Some(Proximity { points: [near.points[0], point], ..near })
    }
}
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Overlap {
    Detect,
    Measure,
}

/// In the frame of `a`; `None` as in [`distance`].
pub(crate) fn measure(
    tolerances: Tolerances,
    a: &Shape,
    b: &Shape,
    b_in_a: Pose,
    overlap: Overlap,
) -> Option<Proximity> {
    if !b_in_a.is_finite() {
        return None;
    }
    if_finite(match (a.hull(), a, b.hull(), b) {
        (Some(hull_a), _, Some(hull_b), _) => of_hulls(tolerances, hull_a, hull_b, b_in_a, overlap),
        (None, Shape::HalfSpace(half_space), Some(hull), _) => {
            without_depth(of_half_space(half_space, hull, b_in_a), overlap)
        }
        (Some(hull), _, None, Shape::HalfSpace(half_space)) => {
            let flipped = of_half_space(half_space, hull, b_in_a.inverse()).transformed(b_in_a).flipped();
            without_depth(flipped, overlap)
        }
        _ => return None,
    })
}

/// `None` for positions whose difference f32 cannot represent.
fn if_finite(near: Proximity) -> Option<Proximity> {
    let [p, q] = near.points;
    [near.separation, p.x, p.y, q.x, q.y].iter().all(|number| number.is_finite()).then_some(near)
}

fn of_hulls(
    tolerances: Tolerances,
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
    overlap: Overlap,
) -> Proximity {
    if a.vertices.len() == 4
        && b.vertices.len() == 4
        && let Some(cores) = rectangles::distance(tolerances, a, b, b_in_a)
    {
        return match overlap {
            Overlap::Detect => Proximity::distance(cores, a.radius, b.radius),
            Overlap::Measure => Proximity::rounded(cores, a.radius, b.radius),
        };
    }
    let mut cache = GjkCache::default();
    match overlap {
        Overlap::Detect => tolerances.gjk(a, b, b_in_a, &mut cache),
        Overlap::Measure => tolerances.gjk_epa(a, b, b_in_a, &mut cache),
    }
}

fn without_depth(near: Proximity, overlap: Overlap) -> Proximity {
    if overlap == Overlap::Detect && near.separation <= 0.0 {
        Proximity { separation: 0.0, normal: Vec2::zeros(), points: [near.points[1]; 2] }
    } else {
        near
    }
}

/// In the frame of the half-space (A): the distance of the deepest vertex, exact without a search.
pub(crate) fn of_half_space(
    half_space: &HalfSpace,
    hull: RoundedHull<'_>,
    hull_in_half_space: Pose,
) -> Proximity {
    let normal = half_space.normal();
    let mut deepest = (f32::INFINITY, Point::origin());
    for &vertex in hull.vertices {
        let point = hull_in_half_space * vertex;
        let gap = half_space.separation(point);
        if gap < deepest.0 {
            deepest = (gap, point);
        }
    }
    let (gap, point) = deepest;
    let points = [point - normal * gap, point - normal * hull.radius];
    Proximity { separation: gap - hull.radius, normal, points }
}
