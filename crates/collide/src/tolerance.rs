//! All tolerances of this crate, each with its unit and its reason.
//!
//! Those that are lengths are given in metres. [`Tolerances`] holds them in another unit.

/// m. B's edge becomes the reference edge only if it separates the hulls by this much more than A's edge
/// does. Without this preference, rounding would choose the edge, and the normal of two corners that touch
/// would change from step to step. It is far above that rounding (1e-6 m) and well below the overlap that a
/// solver allows (5e-3 m).
pub const REFERENCE_BIAS: f32 = 1e-4;

/// m. A corner counts as beyond the end of an edge only if it is at least this far beyond. The side planes of
/// clipping are moved out by the same length, so that every contact is either at a corner or on an edge, and
/// rounding cannot lose it between the two. It is above the rounding of f32 on shapes of 100 m (8e-6 m), and
/// too small to be seen.
pub const CORNER_SLACK: f32 = 1e-5;

/// m. Two points of a manifold that are closer than this along the surface become one, whatever their depths.
/// For a body of a metre they have the same lever arm, and a block solver would get the same row twice.
pub const MIN_SPREAD: f32 = 1e-4;

/// m. The difference of two points has no direction if it is shorter than this: it is then the rounding of
/// their coordinates (6e-8 m at 1 m). Its square is still far from the underflow of f32.
pub const MIN_DIRECTION: f32 = 1e-9;

/// Dimensionless, a share of the coordinates. A point that is farther inside a polygon than this is inside
/// for every test: a tenth of it is what the rounding of f32 and [`GJK_GAIN`] can change.
pub const WELL_INSIDE: f32 = 1e-5;

/// Sine of an angle. A normal may be inclined by this much towards the neighbour of a chain segment and still
/// count as the segment's own: this is the rounding of a unit normal.
pub const SEAM_SINE: f32 = 1e-5;

/// Sine of an angle. A ray whose direction is closer than this to that of a segment is parallel to it and
/// hits neither side, because the sign of such a crossing is rounding.
pub const PARALLEL_SINE: f32 = 1e-6;

/// m^2. A ray whose translation has a squared length in this range is used as it is; any other translation is
/// first scaled to a unit vector. Within the range the products of the translation with the coordinates of
/// shapes from a millimetre to 10^9 m, and the squares of such products, stay far from the limits of f32.
pub(crate) const UNSCALED_TRANSLATION_SQUARES: core::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Ratio. GJK ends when the next point gains less than this fraction of the coordinates that it is computed
/// from: four times the rounding of f32. With a smaller value, rounding would keep the search running; a
/// larger one would reduce accuracy.
pub const GJK_GAIN: f32 = 5e-7;

/// Most iterations of GJK. In the tests random polygons need fewer than 12 and polygons of 256 vertices at
/// most 14, so the limit only ends a search that does not converge because of rounding.
pub const GJK_ITERATIONS: usize = 32;

/// Ratio. EPA ends when the next point is beyond the nearest edge by no more than this fraction of the
/// coordinates that it is computed from. This is the remaining error of the depth: a few roundings of f32.
pub const EPA_GAIN: f32 = 1e-6;

/// Most vertices of EPA's polygon. The difference of two polygons of 16 vertices has 32 edges, so they never
/// reach it. For circles, the worst case, 64 vertices leave a relative error of the depth of 1 - cos(pi /
/// 64), a thousandth.
pub const EPA_VERTICES: usize = 64;

/// m. At the time of impact two shapes may be this far from the target distance. It is less than the overlap
/// that a solver allows (5e-3 m), so it is not visible, and far above the rounding of f32 within some metres,
/// so that the search can reach it.
pub const TOI_TOLERANCE: f32 = 1e-4;

/// Most iterations of the search for a time of impact. In the tests no motion that turns by up to 6 radians
/// needs as many; only a body that turns many times in the step, close to the other, does.
pub const TOI_ITERATIONS: usize = 256;

/// Most regula falsi steps (chords) within one iteration of the search for a time of impact. The bound is
/// nearly straight over the short advances near an impact, so that three chords mostly reach its root; the
/// next iteration corrects the rest.
pub(crate) const TOI_CHORDS: usize = 3;

/// m. A shape cast may end this far from the other shape. It is above the rounding of f32 on shapes of 10 m,
/// and too small to be seen.
pub const CAST_TOLERANCE: f32 = 1e-5;

/// Ratio. A shape cast advances by this fraction less than the distance that GJK found: twice GJK's own
/// relative error, [`GJK_GAIN`].
pub(crate) const CAST_DISTANCE_ERROR: f64 = 1e-6;

/// Sine of an angle. A shape that touches a surface slides along it, and does not hit it, if its translation
/// points into the surface by no more than this. A direction that a program computes and the normal of the
/// surface are each wrong by some 1e-7, and the sign of such an angle is rounding. A shape that slides for
/// 10 m enters the surface by no more than [`CAST_TOLERANCE`].
pub const SLIDING_SINE: f64 = 1e-6;

/// Most iterations of a shape cast. Each one squares the error, except where the shapes only graze each
/// other: there each one halves it.
pub const CAST_ITERATIONS: usize = 64;

/// Most iterations of a shape cast that turns. It needs more than a time of impact ([`TOI_ITERATIONS`]),
/// since it goes on where shapes touch and roll or part.
pub const TURNING_CAST_ITERATIONS: usize = 1024;

/// The tolerances of this crate that are lengths, for a program that does not count in metres, with the
/// functions of this crate as methods. The functions of the same names count in metres.
///
/// Shapes, poses and distances that are multiplied by a power of two, with the unit the same, give the same
/// numbers multiplied by it, bit for bit, since floating-point numbers scale by powers of two without
/// rounding.
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

    /// For programs in which `length_unit` units are one metre: 100 for a program in centimetres. Finite and
    /// above zero; with any other number the results have no meaning.
    #[inline(always)]
    #[must_use]
    pub const fn of_unit(length_unit: f32) -> Self {
        Self { length_unit }
    }

    /// A tolerance that is given in metres, in the unit of the program.
    #[inline(always)]
    #[must_use]
    pub const fn scaled(self, metres: f32) -> f32 {
        metres * self.length_unit
    }

    /// [`UNSCALED_TRANSLATION_SQUARES`] in the unit of the program.
    #[inline(always)]
    pub(crate) fn keeps_translation(self, square: f64) -> bool {
        let unit = f64::from(self.length_unit);
        let (least, most) = UNSCALED_TRANSLATION_SQUARES.into_inner();
        (least * (unit * unit)..=most * (unit * unit)).contains(&square)
    }

    /// The square of [`MIN_DIRECTION`] in the unit of the program.
    #[inline(always)]
    pub(crate) const fn min_direction_squared(self) -> f32 {
        let least = self.scaled(MIN_DIRECTION);
        least * least
    }
}
