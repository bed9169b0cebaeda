//! Shape casts: how far a shape can be moved along a straight line until it meets another.
//!
//! The distance d and the normal n of the two give a line between them. Along the way v the moving shape cannot
//! cross it before t = d / (-n . v); there the distance is measured anew:
//!
//! ```text
//!          still                   of two faces the first advance ends at the contact;
//!         |     |                  of round parts each advance squares the error;
//!     n <-|     |   <-v-- O        if n . v >= 0 they part, and of convex shapes that part, for good
//!         |_____|
//! ```
//!
//! This is GJK's ray cast, of the origin against the Minkowski difference, with the separating line taken from the
//! whole of GJK rather than from one round of it: with a warm start a round costs little more, and rounded
//! shapes need no case of their own. It is also conservative advancement without rotation.
//!
//! Fractions and the relative position are kept in f64, as in ray casts and for the same reason: a shape may come
//! from ten million metres away, where one rounding of f32 is a metre.
//!
//! Source: van den Bergen 2004, "Ray Casting against General Convex Objects"; Catto, GDC 2013.
//! Turned down: casting a ray against the Minkowski sum as a polygon. It has as many edges as both shapes together,
//! of which the cast needs three or four.

use crate::gjk::{GjkCache, gjk};
use crate::proximity::Proximity;
use crate::query::{Ask, measure};
use crate::ray::RayHit;
use crate::tolerance::{CAST_ROUNDS, CAST_TOLERANCE};
use geom::{Pose, Shape, Vec2};

/// A shape on its way, without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCast<'a> {
    /// What moves.
    pub shape: &'a Shape,
    /// From where.
    pub start: Pose,
    /// The way to fraction 1, m; of any length, zero included.
    pub translation: Vec2,
    /// The greatest fraction of the translation that counts; not negative, infinity allowed.
    pub max_fraction: f32,
}

impl<'a> ShapeCast<'a> {
    /// Of `shape` from `start` along all of `translation` (m).
    #[must_use]
    pub fn new(shape: &'a Shape, start: Pose, translation: impl Into<Vec2>) -> Self {
        Self { shape, start, translation: translation.into(), max_fraction: 1.0 }
    }
}

/// Where the moving shape first meets `still` at `pose`: the fraction of the way, a point of the surface of
/// `still`, and its outward unit normal there. `None` if it does not, or if a number is not finite.
///
/// The shapes are then no farther apart than [`CAST_TOLERANCE`], and were not nearer before.
///
/// Shapes that overlap at the start meet at fraction 0, with a zero normal and a common point, as a ray does that
/// starts inside; [`penetration`](crate::penetration) tells the way out. Shapes that only touch at the start meet
/// at fraction 0 if they move into each other; if they part, or slide along each other, they do not meet at all, so
/// that a box can be cast along the floor on which it stands. Two half-spaces never meet, and segments of chains
/// count from both sides.
///
/// ```
/// use collide::{ShapeCast, cast_shape};
/// use geom::{Point, Pose, Shape, Vec2};
/// let (wall, ball) = (Shape::rectangle(0.5, 3.0)?, Shape::circle(0.5)?);
/// let throw = ShapeCast::new(&ball, Pose::at([-5.0, 1.0]), [8.0, 0.0]);
/// let hit = cast_shape(&wall, Pose::IDENTITY, &throw).unwrap();
/// assert!((hit.fraction - 0.5).abs() < 1e-5);
/// assert!((hit.point - Point::new(-0.5, 1.0)).norm() < 1e-5);
/// assert!((hit.normal - Vec2::new(-1.0, 0.0)).norm() < 1e-5);
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn cast_shape(still: &Shape, pose: Pose, cast: &ShapeCast<'_>) -> Option<RayHit> {
    let ShapeCast { shape, start, translation, max_fraction } = *cast;
    let finite =
        pose.is_finite() && start.is_finite() && translation.x.is_finite() && translation.y.is_finite();
    if !(finite && max_fraction >= 0.0) {
        return None;
    }
    let way = Way::new(pose, start, translation);
    let hulls = still.hull().zip(shape.hull());
    let mut cache = GjkCache::default();
    let mut proximity = |b_in_a: Pose| match hulls {
        Some((a, b)) => Some(gjk(a, b, b_in_a, &mut cache)).filter(|near| near.separation.is_finite()),
        None => measure(still, shape, b_in_a, Ask::Distance),
    };

    let mut fraction = 0.0;
    let mut near = proximity(way.at(fraction))?;
    if near.separation <= 0.0 {
        let deep = measure(still, shape, way.at(fraction), Ask::Depth)?;
        if deep.separation < -CAST_TOLERANCE {
            return Some(RayHit { fraction: 0.0, point: pose * near.points[0], normal: Vec2::zeros() });
        }
        near = deep;
    }
    for _ in 0..CAST_ROUNDS {
        let approach = way.approach(near.normal);
        if approach <= 0.0 || approach.is_nan() {
            return None;
        }
        if near.separation <= CAST_TOLERANCE {
            break;
        }
        fraction += safe_part(near.separation) / approach;
        if fraction > f64::from(max_fraction) {
            return None;
        }
        let next = proximity(way.at(fraction))?;
        // Where rounding lets them overlap after all, the last normal is as good as any.
        let normal = if next.separation > 0.0 { next.normal } else { near.normal };
        near = Proximity { normal, ..next };
    }
    Some(RayHit {
        fraction: fraction as f32,
        point: pose * near.points[0],
        normal: pose.rotation * near.normal,
    })
}

/// Of a distance, m, as much as is surely there, less half of the tolerance. GJK knows it to its own rounding, and
/// a normal found from afar is as rough.
fn safe_part(separation: f32) -> f64 {
    f64::from(separation) * (1.0 - 1e-6) - f64::from(0.5 * CAST_TOLERANCE)
}

/// The poses of the moving shape, in the frame of the still one.
struct Way {
    position: [f64; 2],
    translation: [f64; 2],
    start: Pose,
}

impl Way {
    fn new(pose: Pose, start: Pose, translation: Vec2) -> Self {
        let turn_back = |x: f64, y: f64| {
            let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
            [cos * x + sin * y, cos * y - sin * x]
        };
        let difference = |to: f32, from: f32| f64::from(to) - f64::from(from);
        Self {
            position: turn_back(
                difference(start.position.x, pose.position.x),
                difference(start.position.y, pose.position.y),
            ),
            translation: turn_back(f64::from(translation.x), f64::from(translation.y)),
            start: pose.relative(start),
        }
    }

    fn at(&self, fraction: f64) -> Pose {
        let [x, y] = self.position;
        let [dx, dy] = self.translation;
        Pose { position: [(x + dx * fraction) as f32, (y + dy * fraction) as f32].into(), ..self.start }
    }

    /// How fast the gap along `normal` closes, m for a fraction of 1.
    fn approach(&self, normal: Vec2) -> f64 {
        -(f64::from(normal.x) * self.translation[0] + f64::from(normal.y) * self.translation[1])
    }
}
