//! Distance, overlap, penetration and nearest point, for every pair of shapes.
//!
//! ```text
//!                 hull                              half-space
//!   hull          GJK; EPA where cores overlap      its deepest vertex
//!   half-space                                      none: two endless solids
//! ```
//!
//! A segment of a chain counts as a segment, whatever its neighbours and sides: what may be touched is a matter of
//! contacts, where things are is not. A half-space has one normal, so its distance from a hull is that of the
//! hull's deepest vertex, less the rounding: no search, and exact.
//!
//! Turned down: for two boxes, all 32 pairs of a vertex of the one and an edge of the other, four at a time and without
//! a branch. It took from 0.8 to 0.95 of GJK's time, as the compiler happened to lay it out, for another hundred lines.
//!
//! All is computed in the frame of A, positions subtracted first: distances do not depend on how far the two are
//! from the world's origin, though the points, which are positions, do.

use crate::epa::gjk_epa;
use crate::gjk::{GjkCache, gjk};
use crate::proximity::Proximity;
use geom::{HalfSpace, Point, Pose, RoundedHull, Shape, Vec2};

/// The distance of two shapes, with the points that are nearest and the normal from `a` to `b`, in world axes.
///
/// Shapes that overlap have the distance 0, no normal and a common point. `None` for two half-spaces, and for poses
/// that are not finite or farther apart than f32 can say. Accurate to about 1e-6 of the size of the shapes and of
/// their distance.
///
/// ```
/// use collide::distance;
/// use geom::{Point, Pose, Shape};
/// let (circle, square) = (Shape::circle(1.0)?, Shape::rectangle(0.5, 0.5)?);
/// let near = distance(&circle, Pose::IDENTITY, &square, Pose::at([3.0, 0.0])).unwrap();
/// assert!((near.separation - 1.5).abs() < 1e-6);
/// assert!((near.points[0] - Point::new(1.0, 0.0)).norm() < 1e-6);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn distance(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
    let near = measure(a, b, pose_a.relative(pose_b), Ask::Distance)?;
    Some(near.transformed(pose_a))
}

/// How deep two shapes overlap: minus the depth as the separation, the normal along which moving `b` by the depth
/// brings them apart, and the deepest points. `None` if they do not overlap; touching counts as an overlap of depth
/// 0, as far as f32 can tell.
///
/// ```
/// use collide::penetration;
/// use geom::{Pose, Shape, Vec2};
/// let (floor, ball) = (Shape::half_space([0.0, 1.0], 0.0)?, Shape::circle(0.5)?);
/// let sunk = penetration(&floor, Pose::IDENTITY, &ball, Pose::at([7.0, 0.4])).unwrap();
/// assert_eq!(sunk.normal, Vec2::new(0.0, 1.0));
/// assert!((sunk.separation + 0.1).abs() < 1e-6);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn penetration(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Option<Proximity> {
    let deep = measure(a, b, pose_a.relative(pose_b), Ask::Depth)?;
    (deep.separation <= 0.0).then(|| deep.transformed(pose_a))
}

/// Whether two shapes share a point; touching borders count, as far as f32 can tell. Two half-spaces never do, and
/// neither does anything that is not finite.
///
/// ```
/// use collide::overlap;
/// use geom::{Pose, Shape};
/// let square = Shape::rectangle(0.5, 0.5)?;
/// assert!(overlap(&square, Pose::IDENTITY, &square, Pose::at([0.9, 0.9])));
/// assert!(!overlap(&square, Pose::IDENTITY, &square, Pose::at([1.1, 0.0])));
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn overlap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    measure(a, b, pose_a.relative(pose_b), Ask::Distance).is_some_and(|near| near.separation <= 0.0)
}

/// The point of the surface of `shape` at `pose` that is nearest to `point` (m), as the first of the two points of
/// the result; the second is `point`. The separation is the distance from the surface, m, negative inside, and the
/// normal the outward one. `None` for numbers that are not finite.
///
/// ```
/// use collide::closest_point;
/// use geom::{Point, Pose, Shape};
/// let square = Shape::rectangle(0.5, 0.5)?;
/// let near = closest_point(&square, Pose::at([1.0, 0.0]), [1.4, 0.1].into()).unwrap();
/// assert!((near.points[0] - Point::new(1.5, 0.1)).norm() < 1e-6);
/// assert!((near.separation + 0.1).abs() < 1e-6); // inside
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn closest_point(shape: &Shape, pose: Pose, point: Point) -> Option<Proximity> {
    let single = RoundedHull { vertices: &[Point::origin()], normals: &[], radius: 0.0 };
    let in_shape = Some(pose.relative(Pose::at(point))).filter(|pose| pose.is_finite())?;
    let near = match (shape.hull(), shape) {
        (Some(hull), _) => of_hulls(hull, single, in_shape, Ask::Depth),
        (None, Shape::HalfSpace(half_space)) => of_half_space(half_space, single, in_shape),
        _ => return None,
    };
    let near = finite(near)?.transformed(pose);
    Some(Proximity { points: [near.points[0], point], ..near })
}

/// What of an overlap is asked for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ask {
    /// That there is one.
    Distance,
    /// How deep it is.
    Depth,
}

/// In the frame of `a`; `None` as in [`distance`].
pub(crate) fn measure(a: &Shape, b: &Shape, b_in_a: Pose, ask: Ask) -> Option<Proximity> {
    if !b_in_a.is_finite() {
        return None;
    }
    finite(match (a.hull(), a, b.hull(), b) {
        (Some(hull_a), _, Some(hull_b), _) => of_hulls(hull_a, hull_b, b_in_a, ask),
        (None, Shape::HalfSpace(half_space), Some(hull), _) => {
            as_asked(of_half_space(half_space, hull, b_in_a), ask)
        }
        (Some(hull), _, None, Shape::HalfSpace(half_space)) => {
            as_asked(of_half_space(half_space, hull, b_in_a.inverse()).transformed(b_in_a).flipped(), ask)
        }
        _ => return None,
    })
}

/// Positions whose difference leaves the range of f32 are nowhere near each other.
fn finite(near: Proximity) -> Option<Proximity> {
    let [p, q] = near.points;
    [near.separation, p.x, p.y, q.x, q.y].iter().all(|number| number.is_finite()).then_some(near)
}

fn of_hulls(a: RoundedHull<'_>, b: RoundedHull<'_>, b_in_a: Pose, ask: Ask) -> Proximity {
    let mut cache = GjkCache::default();
    match ask {
        Ask::Distance => gjk(a, b, b_in_a, &mut cache),
        Ask::Depth => gjk_epa(a, b, b_in_a, &mut cache),
    }
}

/// An overlap without its depth, if that was not asked for.
fn as_asked(near: Proximity, ask: Ask) -> Proximity {
    if ask == Ask::Distance && near.separation <= 0.0 {
        // The deepest point of the hull lies in the half-space.
        Proximity { separation: 0.0, normal: Vec2::zeros(), points: [near.points[1]; 2] }
    } else {
        near
    }
}

/// In the frame of the half-space.
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
