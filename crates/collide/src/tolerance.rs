//! All tolerances of this crate, each with its unit and its reason. Lengths are in metres; [`Tolerances`]
//! holds them in another unit.

/// m. B's edge becomes the reference edge only if it separates the hulls by this much more than A's. Else
/// rounding (1e-6 m) would choose, and the normal of two corners that touch would flip between steps. Well
/// below the overlap that a solver allows (5e-3 m).
pub const REFERENCE_BIAS: f32 = 1e-4;

/// m. A corner is beyond the end of an edge only by at least this much; the side planes of clipping are moved
/// out as far, so that every contact is at a corner or on an edge. Above the rounding of shapes of 100 m
/// (8e-6 m).
pub const CORNER_SLACK: f32 = 1e-5;

/// m. Points of a manifold closer than this along the surface become one: for a body of a metre they have the
/// same lever arm, and a block solver would get the same row twice.
pub const MIN_SPREAD: f32 = 1e-4;

/// m. A shorter difference of two points is rounding (6e-8 m at 1 m) and has no direction. Its square is far
/// from the underflow of f32.
pub const MIN_DIRECTION: f32 = 1e-9;

/// A share of the coordinates. A point farther inside a polygon is inside for every test: rounding and
/// [`GJK_GAIN`] change a tenth of it.
pub const WELL_INSIDE: f32 = 1e-5;

/// Sine of an angle. A normal that leans by less towards a chain segment's neighbour is the segment's own:
/// the rounding of a unit normal.
pub const SEAM_SINE: f32 = 1e-5;

/// Sine of an angle. A ray closer to the direction of a segment misses it: the sign of the crossing is
/// rounding.
pub const PARALLEL_SINE: f32 = 1e-6;

/// m^2. A ray whose squared translation is outside this range is scaled to a unit vector first. Within it the
/// products with coordinates from a millimetre to 10^9 m, and their squares, stay within f32.
pub(crate) const UNSCALED_TRANSLATION_SQUARES: core::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Ratio. GJK ends when the next point gains less than this share of its coordinates: four roundings of f32.
/// With less, rounding keeps the search running.
pub const GJK_GAIN: f32 = 5e-7;

/// Random polygons need fewer than 12 iterations, polygons of 256 vertices at most 14: this ends only
/// searches that rounding keeps from converging.
pub const GJK_ITERATIONS: usize = 32;

/// Ratio. EPA ends when the next point is beyond the nearest edge by no more than this share of its
/// coordinates: a few roundings of f32.
pub const EPA_GAIN: f32 = 1e-6;

/// Most vertices of EPA's polygon. The difference of two polygons of 16 vertices has 32. For circles, the
/// worst case, the depth has a relative error of 1 - cos(pi / 64), a thousandth.
pub const EPA_VERTICES: usize = 64;

/// m. Greatest difference from the target distance at the time of impact: less than the overlap that a solver
/// allows (5e-3 m), far above the rounding of f32 within some metres.
pub const TOI_TOLERANCE: f32 = 1e-4;

/// Only a body that turns many times in the step, close to the other, needs as many iterations.
pub const TOI_ITERATIONS: usize = 256;

/// Most regula falsi steps in one iteration of that search. The bound is nearly straight over short advances,
/// so three chords mostly reach its root.
pub(crate) const TOI_CHORDS: usize = 3;

/// m. A shape cast may end this far from the other shape: above the rounding of f32 on shapes of 10 m.
pub const CAST_TOLERANCE: f32 = 1e-5;

/// Ratio. A shape cast advances by this much less than GJK's distance: twice GJK's relative error,
/// [`GJK_GAIN`].
pub(crate) const CAST_DISTANCE_ERROR: f64 = 1e-6;

/// Sine of an angle. A shape that touches a surface slides along it, and does not hit it, if it moves into it
/// at no more than this angle: the direction and the normal are each wrong by some 1e-7. Over 10 m it enters
/// by at most [`CAST_TOLERANCE`].
pub const SLIDING_SINE: f64 = 1e-6;

/// Each iteration of a shape cast squares the error, or halves it where shapes only graze.
pub const CAST_ITERATIONS: usize = 64;

/// For a cast that turns: more than [`TOI_ITERATIONS`], since it goes on where shapes touch and roll or part.
pub const TURNING_CAST_ITERATIONS: usize = 1024;

/// The tolerances that are lengths, in any unit, with the functions of this crate as methods.
///
/// Shapes, poses, distances and the unit multiplied by a power of two give the same results multiplied by it,
/// bit for bit, since floating-point numbers scale by powers of two without rounding.
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

    /// `length_unit` units are one metre: 100 for centimetres. Must be finite and above zero.
    #[inline(always)]
    #[must_use]
    pub const fn of_unit(length_unit: f32) -> Self {
        Self { length_unit }
    }

    /// A length in metres, in this unit.
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
