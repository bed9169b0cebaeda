//! What a character is like: lengths, slopes, forces, and with what it collides.

use compute::math::{clamp, max, min, sin_cos, sqrt};
use geom::{Pose, Shape, Vec2, right_normal};
use world::{DefError, Filter, WorldSettings};

/// The skin as a share of the smaller side of the shape: at 0.02 a character 60 cm wide floats 12 mm above
/// the floor, less than a pixel of most games.
const SKIN_SHARE: f32 = 0.02;

/// m. The default skin is at least this, far above the tolerance of a shape cast (1e-5 m).
const MIN_SKIN: f32 = 0.001;

/// m. The default skin is at most this, also for giants.
const MAX_SKIN: f32 = 0.02;

/// The default step height as a share of the height: above the stairs of a house (18 cm) for a person (1.7
/// m).
const STEP_SHARE: f32 = 0.2;

/// rad. The default for the steepest slope that can be walked on: 50 degrees.
const MAX_SLOPE: f32 = 0.872_664_6;

/// kg. The default mass: a person.
const MASS: f32 = 80.0;

/// N. The default for the greatest force with which a character pushes: about what a person can do.
const PUSH_FORCE: f32 = 500.0;

/// Settings of a [`CharacterMover`](crate::CharacterMover). All lengths are in the units of the game.
///
/// ```
/// use toolkit::CharacterSettings;
/// use toolkit::geom::Shape;
/// use toolkit::world::WorldSettings;
///
/// let shape = Shape::capsule([0.0, -0.5], [0.0, 0.5], 0.3)?;
/// let settings = CharacterSettings::new(&shape, &WorldSettings::default());
/// assert_eq!(settings.skin, 0.012); // m: a fiftieth of the width
/// let goat = CharacterSettings { max_slope: 1.3, step_height: 0.8, ..settings };
/// assert!(goat.validate().is_ok());
/// # Ok::<(), toolkit::geom::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterSettings {
    /// Where up is, of any length above zero; or zero for a character that is seen from above: it stands on
    /// nothing, climbs nothing and slides along everything. The default is the opposite of gravity, and so
    /// zero without gravity.
    pub up: Vec2,
    /// The distance that the character keeps from everything, m, above zero. It hides the rounding of casts
    /// and lets the character pass over tiles whose heights differ by up to half of it. The default is a
    /// fiftieth of the smaller side of the shape, from 1 mm to 20 mm.
    pub skin: f32,
    /// The steepest slope on which the character walks and stands, rad, from 0 to below pi / 2. The default
    /// is 50 degrees.
    pub max_slope: f32,
    /// The highest step that it climbs without a jump, m, not negative. The default is a fifth of the height
    /// of the shape.
    pub step_height: f32,
    /// How far the ground may drop under a walking character that still follows it, m, not negative: a step
    /// down, or the crest of a hill. A slope that can be walked on is followed at any speed. The default is
    /// the step height.
    pub snap_distance: f32,
    /// Whether it walks as fast along a slope as on level ground (the default). If not, its horizontal speed
    /// is the wanted speed times the square of the cosine of the slope.
    pub constant_speed: bool,
    /// kg, not negative: what a dynamic body carries on which it stands, and it decides with `push_force` how
    /// hard it pushes. The default is 80 kg.
    pub mass: f32,
    /// The greatest force with which it pushes a dynamic body, kg m/s^2 (N if the unit is the metre), not
    /// negative. The default is 500 N.
    pub push_force: f32,
    /// What it collides with, as for a collider.
    pub filter: Filter,
}

impl CharacterSettings {
    /// The defaults for a shape and the settings of its world: the direction of gravity, and how many units
    /// are a metre.
    #[must_use]
    pub fn new(shape: &Shape, world: &WorldSettings) -> Self {
        let size = shape.aabb(Pose::IDENTITY).extents();
        let metre = world.length_unit;
        let up = unit(-world.gravity).unwrap_or(Vec2::zeros());
        let height = size.x * up.x.abs() + size.y * up.y.abs();
        Self {
            up,
            skin: clamp(SKIN_SHARE * min(size.x, size.y), MIN_SKIN * metre, MAX_SKIN * metre),
            max_slope: MAX_SLOPE,
            step_height: STEP_SHARE * height,
            snap_distance: STEP_SHARE * height,
            constant_speed: true,
            mass: MASS,
            push_force: PUSH_FORCE * metre,
            filter: Filter::default(),
        }
    }

    /// Checks every value.
    ///
    /// # Errors
    /// [`DefError::Value`] that names the first field out of its range.
    pub fn validate(&self) -> Result<(), DefError> {
        let check = |ok: bool, field, value, expected| {
            if ok { Ok(()) } else { Err(DefError::Value { field, value, expected }) }
        };
        let length = sqrt(self.up.norm_squared());
        check(length.is_finite(), "length of up", length, "finite")?;
        check(self.skin.is_finite() && self.skin > 0.0, "skin", self.skin, "finite and above zero")?;
        let is_slope = (0.0..std::f32::consts::FRAC_PI_2).contains(&self.max_slope);
        check(is_slope, "max_slope", self.max_slope, "from 0 to below pi / 2")?;
        for (field, value) in [
            ("step_height", self.step_height),
            ("snap_distance", self.snap_distance),
            ("mass", self.mass),
            ("push_force", self.push_force),
        ] {
            check(value.is_finite() && value >= 0.0, field, value, "finite and not negative")?;
        }
        Ok(())
    }

    pub(super) fn frame(&self) -> Frame {
        let Some(up) = unit(self.up) else { return Frame::SEEN_FROM_ABOVE };
        let across = right_normal(up);
        let is_backwards = across.x < 0.0 || (across.x == 0.0 && across.y < 0.0);
        let (sin, cos) = sin_cos(self.max_slope);
        Frame { up, right: if is_backwards { -across } else { across }, min_cos: cos, max_tan: sin / cos }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Unit, or zero if the character is seen from above.
    pub(super) up: Vec2,
    /// Unit, perpendicular to `up`; of the two directions the one with a positive x.
    pub(super) right: Vec2,
    /// The cosine of the steepest slope that can be walked on.
    min_cos: f32,
    /// The tangent of that slope.
    pub(super) max_tan: f32,
}

/// Cosine. A slope that is steeper than the limit only by the rounding of its normal can be walked on.
const SLOPE_ROUNDING: f32 = 1e-5;

impl Frame {
    /// No surface can be walked on.
    const SEEN_FROM_ABOVE: Self =
        Self { up: Vec2::new(0.0, 0.0), right: Vec2::new(1.0, 0.0), min_cos: 2.0, max_tan: 0.0 };

    pub(super) fn is_seen_from_above(self) -> bool {
        self.min_cos > 1.0
    }

    pub(super) fn is_walkable(self, normal: Vec2) -> bool {
        normal.dot(&self.up) >= self.min_cos - SLOPE_ROUNDING
    }

    /// The direction along a surface to the right.
    pub(super) fn along(self, normal: Vec2) -> Vec2 {
        let tangent = right_normal(normal);
        if tangent.dot(&self.right) < 0.0 { -tangent } else { tangent }
    }

    /// How steep a surface is: the tangent of its slope, at most that of the steepest slope that can be
    /// walked on.
    pub(super) fn steepness(self, normal: Vec2) -> f32 {
        let rise = normal.dot(&self.right).abs();
        min(self.max_tan, rise / max(normal.dot(&self.up), f32::MIN_POSITIVE))
    }
}

/// `v` with a length of one; `None` if it has no direction.
pub(super) fn unit(v: Vec2) -> Option<Vec2> {
    let length = sqrt(v.norm_squared());
    (length > 0.0 && length.is_finite()).then(|| v / length)
}
