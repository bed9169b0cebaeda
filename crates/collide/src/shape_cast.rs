//! Shape casts: how far a shape can move along a straight line until it hits another.
//!
//! The distance d and the normal n define a line that separates the shapes. Moving by v per unit of t, the
//! shape cannot cross it before t = d / (-n . v). There the distance is measured again:
//!
//! ```text
//!         target                    between two faces, the first advance ends at the contact;
//!         |     |                   between round surfaces, each advance squares the error;
//!     n <-|     |   <-v-- O         if n . v >= 0 the shapes separate, and convex shapes that
//!         |_____|                   separate never meet again
//! ```
//!
//! This is GJK's ray cast of the origin against the Minkowski difference, with a complete GJK search in each
//! iteration: a warm start makes it short, and rounded shapes need no special case. It is also conservative
//! advancement without rotation; for a cast that turns see `time_of_impact/turning_cast.rs`. Fractions and
//! positions are in f64, since a shape may come from 1e7 m away, where f32 rounds to a metre.
//!
//! Source: van den Bergen 2004, "Ray Casting against General Convex Objects"; Catto, GDC 2013.

use crate::cast_definition::{ShapeCast, Touch};
use crate::gjk::GjkCache;
use crate::one_sided::{Meeting, meets_behind};
use crate::proximity::Proximity;
use crate::query::{Overlap, measure};
use crate::ray_cast::RayHit;
use crate::time_of_impact::turning_cast::{self, TurningTouch};
use crate::tolerance::{CAST_DISTANCE_ERROR, CAST_ITERATIONS, CAST_TOLERANCE, SLIDING_SINE, Tolerances};
use geom::{Point, Pose, RoundedHull, Shape, Vec2};

/// Where the moving shape first hits `target` at `pose`. `None` if it does not hit, or if a number is not
/// finite. At the hit the shapes are at most [`CAST_TOLERANCE`] apart, and they were not nearer before.
///
/// Shapes that overlap at the start hit at fraction 0, with a zero normal and a common point;
/// [`penetration`](crate::penetration) tells how to separate them. Shapes that touch at the start hit at
/// fraction 0 if they move into each other, but not if they separate or slide within an angle of rounding
/// ([`SLIDING_SINE`]), so that a box can be cast along the tiles on which it stands. Two half-spaces never
/// hit. A segment of a one-sided chain is hit only from outside ([`is_behind`](crate::is_behind)).
///
/// **A cast that turns** ends at most [`TOI_TOLERANCE`](crate::tolerance::TOI_TOLERANCE) apart, within the
/// accuracy of its angle in f32. If it touches at the start and separates, it hits where the turn brings it
/// back. After [`TURNING_CAST_ITERATIONS`](crate::tolerance::TURNING_CAST_ITERATIONS) it hits where the
/// search ended, too early. What first meets a one-sided chain from behind does not hit it.
///
/// ```
/// use collide::geom::{Point, Pose, Shape, Vec2};
/// use collide::{ShapeCast, cast_shape};
/// let (wall, ball) = (Shape::rectangle(0.5, 3.0)?, Shape::circle(0.5)?);
/// let throw = ShapeCast::new(&ball, Pose::at([-5.0, 1.0]), [8.0, 0.0]);
/// let hit = cast_shape(&wall, Pose::IDENTITY, &throw).unwrap();
/// assert!((hit.fraction - 0.5).abs() < 1e-5);
/// assert!((hit.point - Point::new(-0.5, 1.0)).norm() < 1e-5);
/// assert!((hit.normal - Vec2::new(-1.0, 0.0)).norm() < 1e-5);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn cast_shape(target: &Shape, pose: Pose, cast: &ShapeCast<'_>) -> Option<RayHit> {
    Tolerances::METRES.cast_shape(target, pose, cast)
}

impl Tolerances {
    /// [`cast_shape`] with these tolerances.
    #[must_use]
    pub fn cast_shape(self, target: &Shape, pose: Pose, cast: &ShapeCast<'_>) -> Option<RayHit> {
        if cast.turn != 0.0 {
            return self.cast_turning(target, pose, cast);
        }
        let motion = Motion::new(pose, cast.start, cast.translation);
        let Touch { fraction, point, normal } = first_touch(self, target, pose, cast, &motion)?;
        let meeting =
            Meeting { tolerances: self, b_in_a: [motion.at(0.0), motion.at(fraction)], point, normal };
        let is_behind = meets_behind(target, cast.shape, meeting);
        let (fraction, point, normal) = (fraction as f32, pose * point, pose.rotation * normal);
        (!is_behind).then_some(RayHit { fraction, point, normal })
    }

    #[cold]
    fn cast_turning(self, target: &Shape, pose: Pose, cast: &ShapeCast<'_>) -> Option<RayHit> {
        let TurningTouch { touch, shape_in_target } = turning_cast::first_touch(self, target, pose, cast)?;
        let Touch { fraction, point, normal } = touch;
        let b_in_a = [pose.relative(cast.start), shape_in_target];
        let is_behind = meets_behind(target, cast.shape, Meeting { tolerances: self, b_in_a, point, normal });
        let (fraction, point, normal) = (fraction as f32, pose * point, pose.rotation * normal);
        (!is_behind).then_some(RayHit { fraction, point, normal })
    }
}

fn first_touch(
    tolerances: Tolerances,
    target: &Shape,
    pose: Pose,
    cast: &ShapeCast<'_>,
    motion: &Motion,
) -> Option<Touch> {
    let tolerance = tolerances.scaled(CAST_TOLERANCE);
    let ShapeCast { shape, start, translation, max_fraction, .. } = *cast;
    let finite =
        pose.is_finite() && start.is_finite() && translation.x.is_finite() && translation.y.is_finite();
    if !(finite && max_fraction >= 0.0) {
        return None;
    }
    let hulls = target.hull().zip(shape.hull());
    let mut cache = GjkCache::default();
    let mut proximity = |b_in_a: Pose| match hulls {
        Some((a, b)) => {
            Some(tolerances.gjk(a, b, b_in_a, &mut cache)).filter(|near| near.separation.is_finite())
        }
        None => measure(tolerances, target, shape, b_in_a, Overlap::Detect),
    };

    let mut fraction = 0.0;
    let mut near = proximity(motion.at(fraction))?;
    if near.separation <= 0.0 {
        let deep = measure(tolerances, target, shape, motion.at(fraction), Overlap::Measure)?;
        if deep.separation < -tolerance {
            return Some(Touch { fraction: 0.0, point: near.points[0], normal: Vec2::zeros() });
        }
        near = deep;
    }
    for _ in 0..CAST_ITERATIONS {
        let approach = motion.approach(near.normal);
        if approach <= 0.0 || approach.is_nan() {
            return None;
        }
        if near.separation <= tolerance {
            let slides = motion.is_parallel(near.normal)
                || hulls
                    .is_some_and(|(a, b)| slides_along_a_side(a, b, motion.at(fraction), motion, tolerance));
            if slides {
                return None;
            }
            break;
        }
        fraction += safe_part(near.separation, tolerance) / approach;
        if fraction > f64::from(max_fraction) {
            return None;
        }
        let next = proximity(motion.at(fraction))?;
        let normal = if next.separation > 0.0 { next.normal } else { near.normal };
        near = Proximity { normal, ..next };
    }
    Some(Touch { fraction, point: near.points[0], normal: near.normal })
}

/// How far a shape can approach, m, without coming nearer than half of `tolerance` (m), whatever GJK's
/// rounding errors.
fn safe_part(separation: f32, tolerance: f32) -> f64 {
    f64::from(separation) * (1.0 - CAST_DISTANCE_ERROR) - f64::from(0.5 * tolerance)
}

/// Whether the line of a side of one hull separates the two, within `tolerance` (m), and the motion is
/// parallel to it: then they slide, even if their nearest points are two corners that meet:
///
/// ```text
///        _______
///       |   B   | -->          The corners p and q are nearest. The normal from q to p says that B
///   ____|_____p_|__________    runs into the second tile; the upper side of that tile, that B slides
///      tile     |q  tile       on it.
/// ```
fn slides_along_a_side(
    a: RoundedHull<'_>,
    b: RoundedHull<'_>,
    b_in_a: Pose,
    motion: &Motion,
    tolerance: f32,
) -> bool {
    let allowed = a.radius + b.radius - tolerance;
    let side_of_a = |(&normal, &vertex): (&Vec2, &Point)| {
        motion.is_parallel(normal)
            && b.vertices.iter().all(|&other| normal.dot(&(b_in_a * other - vertex)) >= allowed)
    };
    let side_of_b = |(&normal, &vertex): (&Vec2, &Point)| {
        let (normal, vertex) = (b_in_a.rotation * normal, b_in_a * vertex);
        motion.is_parallel(normal) && a.vertices.iter().all(|&other| normal.dot(&(other - vertex)) >= allowed)
    };
    a.normals.iter().zip(a.vertices).any(side_of_a) || b.normals.iter().zip(b.vertices).any(side_of_b)
}

struct Motion {
    position: [f64; 2],
    /// m.
    translation: [f64; 2],
    start: Pose,
}

impl Motion {
    fn new(pose: Pose, start: Pose, translation: Vec2) -> Self {
        let to_target = |x: f64, y: f64| {
            let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
            [cos * x + sin * y, cos * y - sin * x]
        };
        let difference = |to: f32, from: f32| f64::from(to) - f64::from(from);
        Self {
            position: to_target(
                difference(start.position.x, pose.position.x),
                difference(start.position.y, pose.position.y),
            ),
            translation: to_target(f64::from(translation.x), f64::from(translation.y)),
            start: pose.relative(start),
        }
    }

    fn at(&self, fraction: f64) -> Pose {
        let [x, y] = self.position;
        let [dx, dy] = self.translation;
        Pose { position: [(x + dx * fraction) as f32, (y + dy * fraction) as f32].into(), ..self.start }
    }

    /// Within [`SLIDING_SINE`].
    fn is_parallel(&self, normal: Vec2) -> bool {
        let [dx, dy] = self.translation;
        let approach = self.approach(normal);
        approach * approach <= SLIDING_SINE * SLIDING_SINE * (dx * dx + dy * dy)
    }

    /// Of the whole translation, m.
    fn approach(&self, normal: Vec2) -> f64 {
        -(f64::from(normal.x) * self.translation[0] + f64::from(normal.y) * self.translation[1])
    }
}
