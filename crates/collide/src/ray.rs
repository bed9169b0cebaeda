//! Where a ray meets a shape.
//!
//! Every shape is convex, so the line of the ray lies in it along one stretch, a [`Chord`]. Given where the line
//! enters and leaves, the rest is the same for all shapes:
//!
//! ```text
//!            origin                          the ray
//!   --(-------->-----------)------------->   from enter < 0 to leave >= 0: it starts inside
//!   ---------->----(------------)-------->   enter in [0, max_fraction]:   it hits from outside
//!   --(----)-->-------------------------->   otherwise:                    it misses
//! ```
//!
//! The chord is measured from the point of the line that is nearest to the body's position, where f32 has all its
//! digits, whatever the distance of the ray's origin. Finding that point takes f64, here and nowhere
//! else in this crate: with an origin 1e7 m away, one rounding of f32 is a metre. It takes one division too, and
//! no root: positions along the line are measured in translations, not in metres.
//!
//! Source: seed 002 lists ray casting among what an engine must have; seed 001 has a ray against a segment.
//! Turned down: f32 alone, with the origin moved near to the shape first: that move is what needs the digits, and in
//! f64 it is no slower, since what it waits for is the division. Marching along the ray by the distance to the shape:
//! it serves every shape alike, but takes ever shorter steps where the ray grazes, and ends near the surface, not
//! on it.

mod chord;

use chord::{Chord, Line};
use core::ops::RangeInclusive;
use geom::{Point, Pose, Shape, Sides, Vec2};

/// A stretch of a line, with a direction: the points `origin + t * translation` for t from 0 to `max_fraction`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts, m.
    pub origin: Point,
    /// The way to fraction 1, m; of any length, zero included.
    pub translation: Vec2,
    /// The greatest fraction of the translation that counts; not negative, infinity allowed.
    pub max_fraction: f32,
}

impl Ray {
    /// From `origin` (m) along all of `translation` (m).
    #[must_use]
    pub fn new(origin: impl Into<Point>, translation: impl Into<Vec2>) -> Self {
        Self { origin: origin.into(), translation: translation.into(), max_fraction: 1.0 }
    }

    /// From one point to another, m.
    #[must_use]
    pub fn between(start: impl Into<Point>, end: impl Into<Point>) -> Self {
        let start = start.into();
        Self::new(start, end.into() - start)
    }

    fn is_valid(&self) -> bool {
        let (o, d) = (self.origin, self.translation);
        [o.x, o.y, d.x, d.y].iter().all(|number| number.is_finite()) && self.max_fraction >= 0.0
    }
}

/// Where a ray meets a shape first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// How far along the translation, from 0 to `max_fraction`.
    pub fraction: f32,
    /// The point on the surface, m; the origin of the ray if it starts inside.
    pub point: Point,
    /// The outward unit normal there. Zero if the ray starts inside: then it crosses no surface.
    pub normal: Vec2,
}

/// m^2. Translations whose square is among these are used as they are: products of their coordinates with those of
/// shapes from a millimetre to 10^9 m, and the squares of such products, are far from the ends of the range of f32.
const SQUARES: RangeInclusive<f64> = 1e-12..=1e12;

/// Where `ray` first meets `shape` at `pose`; `None` if it does not, or if a number is not finite.
///
/// The border belongs to the shape, so a ray that just grazes it hits. Circles, capsules, polygons and half-spaces
/// are solid: an origin inside is a hit at fraction 0 with a zero normal, even with a translation of zero. A
/// segment is hit from both sides, with the normal towards the origin, and not by a ray along it; one of a
/// one-sided chain only from outside.
///
/// ```
/// use collide::{Ray, cast_ray};
/// use geom::{Point, Pose, Shape, Vec2};
/// let circle = Shape::circle(1.0)?;
/// let hit = cast_ray(&circle, Pose::at([3.0, 0.0]), &Ray::new([0.0, 0.0], [4.0, 0.0])).unwrap();
/// assert_eq!((hit.fraction, hit.point), (0.5, Point::new(2.0, 0.0)));
/// assert_eq!(hit.normal, Vec2::new(-1.0, 0.0));
/// # Ok::<(), geom::ShapeError>(())
/// ```
#[must_use]
pub fn cast_ray(shape: &Shape, pose: Pose, ray: &Ray) -> Option<RayHit> {
    if !(ray.is_valid() && pose.is_finite()) {
        return None;
    }
    let solid = !matches!(shape, Shape::Segment(_) | Shape::ChainSegment(_));
    let inside = RayHit { fraction: 0.0, point: ray.origin, normal: Vec2::zeros() };

    let way = ray.translation.cast::<f64>();
    let square = way.norm_squared();
    if square == 0.0 {
        return (solid && shape.contains(pose.inverse_transform(ray.origin))).then_some(inside);
    }
    let per_square = 1.0 / square;
    let to_shape = pose.position.cast::<f64>() - ray.origin.cast::<f64>();
    let nearest = to_shape.dot(&way) * per_square;
    // Only a translation whose square f32 cannot hold has to become a unit vector first, which takes a root.
    let (scale, per_square) =
        if SQUARES.contains(&square) { (1.0, per_square) } else { (1.0 / way.norm(), 1.0) };
    let line = Line {
        through: Point::from(pose.rotation.inverse_rotate((way * nearest - to_shape).cast())),
        direction: pose.rotation.inverse_rotate((way * scale).cast()),
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

    let fraction_at = |along: f32| nearest + f64::from(along) * scale;
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
