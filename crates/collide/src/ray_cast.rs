//! Ray casts: where a ray first hits a shape.
//!
//! The intersection of a convex shape with the line of the ray is one interval, a [`Chord`]. Given where the
//! line enters and leaves, the rest is the same for all shapes:
//!
//! ```text
//!            origin                          the ray
//!   --(-------->-----------)------------->   enter < 0 and leave >= 0:      it starts inside
//!   ---------->----(------------)-------->   enter in [0, max_fraction]:    it hits from outside
//!   --(----)-->-------------------------->   otherwise:                     it misses
//! ```
//!
//! Positions on the line are multiples of the translation from its point nearest to the shape, where f32 is
//! accurate even if the ray starts far away. Only that point needs f64: at 1e7 m f32 rounds to a metre.
//!
//! Source: Gaul, Custom Physics Engine, lists ray casting; Sotirov 2022 intersects a ray with a segment.
//! Turned down (`docs/experiments/geometry.md`): moving the origin in f32 first; marching along the ray.

mod chord;

use crate::tolerance::Tolerances;
use chord::{Chord, Line};
use geom::{Point, Pose, Shape, Sides, Vec2};

/// The points `origin + t * translation` for t from 0 to `max_fraction`.
///
/// ```
/// use collide::Ray;
/// let ray = Ray::new([1.0, 0.0], [4.0, 0.0]);
/// assert_eq!(ray, Ray::between([1.0, 0.0], [5.0, 0.0]));
/// let twice_as_long = Ray { max_fraction: 2.0, ..ray };
/// # assert_ne!(ray, twice_as_long);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "b2RayCastInput")]
pub struct Ray {
    /// The start, m.
    pub origin: Point,
    /// The motion from fraction 0 to 1, m. May be zero.
    pub translation: Vec2,
    /// The ray ends at this fraction. Not negative; may be infinite.
    pub max_fraction: f32,
}

impl Ray {
    /// A ray from `origin` to `origin + translation`, m.
    #[must_use]
    pub fn new(origin: impl Into<Point>, translation: impl Into<Vec2>) -> Self {
        Self { origin: origin.into(), translation: translation.into(), max_fraction: 1.0 }
    }

    /// A ray from one point to another, m.
    #[must_use]
    pub fn between(start: impl Into<Point>, end: impl Into<Point>) -> Self {
        let start = start.into();
        Self::new(start, end.into() - start)
    }

    /// The point at a fraction of the translation, m.
    ///
    /// ```
    /// use collide::{Ray, geom::Point};
    /// let ray = Ray::between([1.0, 0.0], [5.0, 2.0]);
    /// assert_eq!(ray.at(0.5), Point::new(3.0, 1.0));
    /// ```
    #[must_use]
    pub fn at(&self, fraction: f32) -> Point {
        self.origin + self.translation * fraction
    }

    fn is_valid(&self) -> bool {
        let (o, d) = (self.origin, self.translation);
        [o.x, o.y, d.x, d.y].iter().all(|number| number.is_finite()) && self.max_fraction >= 0.0
    }
}

/// Where a ray, or a shape that is cast, first hits a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The fraction of the translation, from 0 to `max_fraction`.
    pub fraction: f32,
    /// The point on the surface, m; the origin of a ray that starts inside.
    pub point: Point,
    /// The outward unit normal there; zero for a ray that starts inside.
    pub normal: Vec2,
}

/// Where `ray` first hits `shape` at `pose`. `None` if it does not hit, or if a number is not finite.
///
/// The boundary belongs to the shape, so a ray that grazes it hits. Circles, capsules, polygons and
/// half-spaces are solid: a ray that starts inside hits at fraction 0, even if its translation is zero. A
/// segment is hit from both sides, with the normal on the side of the origin, but not by a ray parallel to
/// it; a segment of a one-sided chain only from outside.
///
/// ```
/// use collide::geom::{Point, Pose, Shape, Vec2};
/// use collide::{Ray, cast_ray};
/// let circle = Shape::circle(1.0)?;
/// let hit = cast_ray(&circle, Pose::at([3.0, 0.0]), &Ray::new([0.0, 0.0], [4.0, 0.0])).unwrap();
/// assert_eq!((hit.fraction, hit.point), (0.5, Point::new(2.0, 0.0)));
/// assert_eq!(hit.normal, Vec2::new(-1.0, 0.0));
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[must_use]
pub fn cast_ray(shape: &Shape, pose: Pose, ray: &Ray) -> Option<RayHit> {
    Tolerances::METRES.cast_ray(shape, pose, ray)
}

impl Tolerances {
    /// [`cast_ray`] with these tolerances.
    #[must_use]
    pub fn cast_ray(self, shape: &Shape, pose: Pose, ray: &Ray) -> Option<RayHit> {
        if !(ray.is_valid() && pose.is_finite()) {
            return None;
        }
        let solid = !matches!(shape, Shape::Segment(_) | Shape::ChainSegment(_));
        let inside = RayHit { fraction: 0.0, point: ray.origin, normal: Vec2::zeros() };

        let translation = ray.translation.cast::<f64>();
        let square = translation.norm_squared();
        if square == 0.0 {
            return (solid && shape.contains(pose.inverse_transform(ray.origin))).then_some(inside);
        }
        let per_square = 1.0 / square;
        let to_shape = pose.position.cast::<f64>() - ray.origin.cast::<f64>();
        let nearest = to_shape.dot(&translation) * per_square;
        // A square root, only where f32 needs a unit vector.
        let (scale, per_square) =
            if self.keeps_translation(square) { (1.0, per_square) } else { (1.0 / translation.norm(), 1.0) };
        let line = Line {
            through: Point::from(pose.rotation.inverse_rotate((translation * nearest - to_shape).cast())),
            direction: pose.rotation.inverse_rotate((translation * scale).cast()),
            per_square: per_square as f32,
        };
        let Chord { enter, leave, normal } = match shape {
            Shape::HalfSpace(half_space) => chord::of_half_space(line, half_space),
            Shape::Circle(circle) => chord::of_hull(line, circle.hull()),
            Shape::Segment(segment) => chord::of_segment(line, segment),
            Shape::ChainSegment(chain) => chord::of_segment(line, chain.segment())
                .filter(|chord| chain.sides() == Sides::Two || chord.normal.dot(&chain.normal()) > 0.0),
            Shape::Capsule(capsule) => chord::of_hull(line, capsule.hull()),
            Shape::Polygon(polygon) => chord::of_hull(line, polygon.hull()),
        }?;

        let fraction_at = |position: f32| nearest + f64::from(position) * scale;
        if solid && fraction_at(enter) < 0.0 && fraction_at(leave) >= 0.0 {
            return Some(inside);
        }
        let fraction = fraction_at(enter);
        (0.0..=f64::from(ray.max_fraction)).contains(&fraction).then(|| RayHit {
            fraction: fraction as f32,
            point: pose * (line.through + line.direction * enter),
            normal: pose.rotation * normal,
        })
    }
}
