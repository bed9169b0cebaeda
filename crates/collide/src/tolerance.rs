//! All tolerances of this crate, each with its unit and its reason.
//!
//! Those that are lengths are given in metres. [`Tolerances`] holds them in another unit.

/// m. B's edge becomes the reference edge only if it separates the hulls by this much more than A's. Else
/// rounding would choose, and the normal of two corners that touch would change from step to step. Far above
/// that rounding (1e-6 m), well below the overlap that a solver allows (5e-3 m).
pub const REFERENCE_BIAS: f32 = 1e-4;

/// m. A corner is beyond the end of an edge only by this much or more; the side planes of clipping are moved
/// out by the same length, so that every contact is at a corner or on an edge. Above the rounding of shapes
/// of 100 m (8e-6 m), too small to be seen.
pub const CORNER_SLACK: f32 = 1e-5;

/// m. Points of a manifold closer than this along the surface become one: for a body of a metre they have the
/// same lever arm, and a block solver would get the same row twice.
pub const MIN_SPREAD: f32 = 1e-4;

/// m. A shorter difference of two points has no direction: it is rounding (6e-8 m at 1 m). Its square is far
/// from the underflow of f32.
pub const MIN_DIRECTION: f32 = 1e-9;

/// A share of the coordinates. A point farther inside a polygon is inside for every test: rounding and
/// [`GJK_GAIN`] change a tenth of it.
pub const WELL_INSIDE: f32 = 1e-5;

/// Sine of an angle. A normal that leans by less towards the neighbour of a chain segment is the segment's
/// own: the rounding of a unit normal.
pub const SEAM_SINE: f32 = 1e-5;

/// Sine of an angle. A ray closer to the direction of a segment is parallel and misses it: the sign of such a
/// crossing is rounding.
pub const PARALLEL_SINE: f32 = 1e-6;

/// m^2. A ray whose squared translation is in this range is used as it is; others are scaled to a unit vector
/// first. Within it the products with coordinates from a millimetre to 10^9 m, and their squares, stay within
/// f32.
pub(crate) const UNSCALED_TRANSLATION_SQUARES: core::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Ratio. GJK ends when the next point gains less than this share of its coordinates: four times the rounding
/// of f32. Less, and rounding keeps the search running; more, and accuracy drops.
pub const GJK_GAIN: f32 = 5e-7;

/// Random polygons need fewer than 12 iterations of GJK and polygons of 256 vertices at most 14, so this ends
/// only searches that do not converge because of rounding.
pub const GJK_ITERATIONS: usize = 32;

/// Ratio. EPA ends when the next point is beyond the nearest edge by no more than this share of its
/// coordinates: the error of the depth, a few roundings of f32.
pub const EPA_GAIN: f32 = 1e-6;

/// Most vertices of EPA's polygon. The difference of two polygons of 16 vertices has 32 edges. For circles,
/// the worst case, 64 leave a relative error of the depth of 1 - cos(pi / 64), a thousandth.
pub const EPA_VERTICES: usize = 64;

/// m. At the time of impact two shapes may be this far from the target distance: less than the overlap that a
/// solver allows (5e-3 m), far above the rounding of f32 within some metres.
pub const TOI_TOLERANCE: f32 = 1e-4;

/// Most iterations of the search for a time of impact; only a body that turns many times in the step, close
/// to the other, needs as many.
pub const TOI_ITERATIONS: usize = 256;

/// Most regula falsi steps within one iteration of that search. The bound is nearly straight over short
/// advances, so three chords mostly reach its root; the next iteration corrects the rest.
pub(crate) const TOI_CHORDS: usize = 3;

/// m. A shape cast may end this far from the other shape: above the rounding of f32 on shapes of 10 m, too
/// small to be seen.
pub const CAST_TOLERANCE: f32 = 1e-5;

/// Ratio. A shape cast advances by this fraction less than the distance that GJK found: twice GJK's own
/// relative error, [`GJK_GAIN`].
pub(crate) const CAST_DISTANCE_ERROR: f64 = 1e-6;

/// Sine of an angle. A shape that touches a surface slides along it, and does not hit it, if its translation
/// points into it by no more: a computed direction and the normal are each wrong by some 1e-7. Over 10 m it
/// enters by no more than [`CAST_TOLERANCE`].
pub const SLIDING_SINE: f64 = 1e-6;

/// Most iterations of a shape cast. Each squares the error, or halves it where shapes only graze.
pub const CAST_ITERATIONS: usize = 64;

/// Most iterations of a shape cast that turns: more than [`TOI_ITERATIONS`], since it goes on where shapes
/// touch and roll or part.
pub const TURNING_CAST_ITERATIONS: usize = 1024;

/// The tolerances of this crate that are lengths, in another unit than metres, with the functions of this
/// crate as methods.
///
/// Shapes, poses and distances multiplied by a power of two, with the unit too, give the same numbers
/// multiplied by it, bit for bit, since floating-point numbers scale by powers of two without rounding.
///
/// ```
/// use collide::geom::{Pose, Shape};
/// use collide::{Tolerances, manifold};
///
/// // Two crates in metres, and the same in a program in which 8 units are a metre.
/// let contact = |unit: f32| {
///     let shape = Shape::rectangle(0.5 * unit, 0.5 * unit)?;
///     let (low, high) = (Pose::IDENTITY, Pose::new([0.3 * unit, 0.99 * unit], 0.01));
///     let found = Tolerances::of_unit(unit).manifold(&shape, low, &shape, high, 0.02 * unit);
///     Ok::<_, collide::geom::ShapeError>(found)
/// };
/// let (in_metres, in_units) = (contact(1.0)?, contact(8.0)?);
/// assert_eq!(in_metres.points()[0].separation * 8.0, in_units.points()[0].separation);
/// # Ok::<(), collide::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    length_unit: f32,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self::METRES
    }
}

impl Tolerances {
    /// For programs that count in metres.
    pub const METRES: Self = Self { length_unit: 1.0 };

    /// For programs in which `length_unit` units are one metre: 100 for centimetres. Finite and above zero;
    /// otherwise the results have no meaning.
    #[inline(always)]
    #[must_use]
    pub const fn of_unit(length_unit: f32) -> Self {
        Self { length_unit }
    }

    /// A tolerance in metres, in the unit of the program.
    #[inline(always)]
    #[must_use]
    pub const fn scaled(self, metres: f32) -> f32 {
        metres * self.length_unit
    }

    #[inline(always)]
    pub(crate) fn keeps_translation(self, square: f64) -> bool {
        let unit = f64::from(self.length_unit);
        let (least, most) = UNSCALED_TRANSLATION_SQUARES.into_inner();
        (least * (unit * unit)..=most * (unit * unit)).contains(&square)
    }

    #[inline(always)]
    pub(crate) const fn min_direction_squared(self) -> f32 {
        let least = self.scaled(MIN_DIRECTION);
        least * least
    }
}
