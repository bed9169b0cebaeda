//! What all kinds of joints share: the geometry of the two bodies, the writer of rows, and checks of numbers.

use crate::definition::{WIDE, check_ranges};
use crate::error::{DefError, finite_vector};
use crate::frame::FramePair;
use crate::place::{Grid, Place};
use compute::math::clamp;
use geom::{Point, Position, Rot, Vec2};
use properties::{Properties, Range};
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{BodyRow, JointRows};

/// m or rad.
pub(super) const NO_LIMITS: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// rad. A row that fixes an angle turns the bodies by this in a step at most: angles within a step are
/// approximations, and beyond half a turn have the wrong sign.
const MAX_FIXED_ANGLE: f32 = 0.1;

/// The two rows of a point count as one.
pub(crate) const MAX_ROWS: usize = 5;

/// What each kind of joint implements; what most kinds do not have is a default.
pub(super) trait JointBehaviour: Properties + Clone + Default {
    /// Always in the same order: a row's impulse is stored under its position.
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>);

    /// With an axis of unit length.
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        Ok(self)
    }

    /// m. Zero for joints that are springs by design, or whose error is no length.
    fn error(&self, _at: &JointGeometry) -> f32 {
        0.0
    }

    fn anchors_mut(&mut self) -> Option<[&mut Point; 2]> {
        None
    }

    /// As the end of a sentence, for a joint without anchors.
    fn acts(&self) -> &'static str {
        "at its anchors"
    }

    /// Of B in A's frame, rad.
    fn reference_angle_mut(&mut self) -> Option<&mut f32> {
        None
    }

    /// Zero for kinds without one.
    fn reference_angle(&self) -> f32 {
        self.clone().reference_angle_mut().map_or(0.0, |angle| *angle)
    }

    /// Whether the rows depend on the angle of B in A's frame.
    fn measures_angle(&self) -> bool {
        false
    }

    /// In A's frame, of unit length: along which B's anchor moves.
    fn axis(&self) -> Option<Vec2> {
        None
    }

    fn direction(&self) -> Option<Vec2> {
        self.axis()
    }

    fn start_angle_mut(&mut self) -> Option<&mut Option<f32>> {
        None
    }

    fn motor(&self) -> [f32; 2] {
        [0.0; 2]
    }

    /// Whether its bodies belong to one island.
    fn transmits(&self) -> bool {
        true
    }
}

/// Methods for fields that several kinds have under the same names.
macro_rules! has {
    ($field:ident, $($others:tt)+) => {
        has!($field);
        has!($($others)+);
    };
    (anchors) => {
        #[inline]
        fn anchors_mut(&mut self) -> Option<[&mut geom::Point; 2]> {
            Some([&mut self.anchor_a, &mut self.anchor_b])
        }
    };
    (reference_angle) => {
        fn reference_angle_mut(&mut self) -> Option<&mut f32> {
            Some(&mut self.reference_angle)
        }
    };
    (held_angle) => {
        has!(reference_angle);

        #[inline]
        fn measures_angle(&self) -> bool {
            true
        }
    };
    (axis) => {
        fn axis(&self) -> Option<geom::Vec2> {
            Some(self.axis)
        }
    };
    (motor: $greatest:ident) => {
        fn motor(&self) -> [f32; 2] {
            [self.motor_speed, self.$greatest]
        }
    };
}

pub(super) use has;

#[derive(Clone, Copy, Debug)]
pub(crate) struct JointGeometry {
    pub(super) frame: JointFrame,
    pub(super) rotation_a: Rot,
    /// From the centre of mass of A to that of B, m.
    pub(super) between_centers: Vec2,
    places: [Place; 2],
    /// From the origins, m.
    arms: [Vec2; 2],
    grid: Grid,
    /// rad: see [`JointState`](super::JointState).
    pub(super) angle: f32,
}

impl JointGeometry {
    /// For counting the rows of a joint.
    pub(super) fn at_origin(angle: f32) -> Self {
        Self {
            frame: JointFrame::default(),
            rotation_a: Rot::IDENTITY,
            between_centers: Vec2::zeros(),
            places: [Place::default(); 2],
            arms: [Vec2::zeros(); 2],
            grid: Grid::UNIT,
            angle,
        }
    }

    #[inline]
    pub(crate) fn new(
        pair: FramePair<'_>,
        grid: &Grid,
        [anchor_a, anchor_b]: [Point; 2],
        angle: f32,
    ) -> Self {
        let [a, b] = pair.frames;
        let anchor_a = a.rotation * (anchor_a.coords - a.local_center);
        let anchor_b = b.rotation * (anchor_b.coords - b.local_center);
        let arms = [a.arm(), b.arm()];
        let between_centers = pair.between + (arms[1] - arms[0]);
        let gap = between_centers + (anchor_b - anchor_a);
        Self {
            frame: JointFrame { anchor_a, anchor_b, gap },
            rotation_a: a.rotation,
            between_centers,
            places: [a.place, b.place],
            arms,
            grid: *grid,
            angle,
        }
    }

    /// m; the body is 0 for A and 1 for B.
    pub(super) fn center_from(&self, point: Position, body: usize) -> Vec2 {
        let from = self.grid.place(point.into());
        self.grid.vector(from, self.places[body]) + self.arms[body]
    }

    pub(super) fn center(&self, body: usize) -> Position {
        Position::from(self.grid.position(self.places[body])) + self.arms[body]
    }

    /// How far B's anchor is from A's along `axis`, a direction in A's frame, m.
    pub(crate) fn translation(&self, axis: Vec2) -> f32 {
        self.frame.gap.dot(&(self.rotation_a * axis))
    }
}

/// Each row starts with the impulse of the row at the same position in the last step.
///
/// # Panics
/// If a joint writes more rows than its part of the array holds.
pub(super) struct RowWriter<'a> {
    bodies: [BodyRow; 2],
    impulses: &'a [[f32; 2]; MAX_ROWS],
    rows: &'a mut [JointRows],
    written: usize,
}

impl<'a> RowWriter<'a> {
    #[inline]
    pub(super) fn new(
        bodies: [BodyRow; 2],
        impulses: &'a [[f32; 2]; MAX_ROWS],
        rows: &'a mut [JointRows],
    ) -> Self {
        Self { bodies, impulses, rows, written: 0 }
    }

    pub(super) fn written(&self) -> usize {
        self.written
    }

    #[inline]
    pub(super) fn write(&mut self, error: ConstraintError, mode: RowMode) {
        let row = self.next(error).mode(mode);
        self.put(row);
    }

    /// No more than `max_force` in either direction, N (N m for an angle).
    #[inline]
    pub(super) fn write_limited(&mut self, error: ConstraintError, mode: RowMode, max_force: f32) {
        let row = self.next(error).mode(mode).max_force(max_force);
        self.put(row);
    }

    /// `error` gives the error of the row from a value within `limits`.
    #[inline]
    pub(super) fn write_limit(&mut self, limits: [f32; 2], error: impl Fn(f32) -> ConstraintError) {
        if limits == NO_LIMITS {
            return;
        }
        if limits[0] < limits[1] {
            self.write(error(0.0), RowMode::Limit { range: limits });
        } else {
            let mut error = error(limits[0]);
            if let ConstraintError::Angle { angle, .. } = &mut error {
                *angle = clamp(*angle, -MAX_FIXED_ANGLE, MAX_FIXED_ANGLE);
            }
            self.write(error, RowMode::Rigid);
        }
    }

    #[inline]
    fn next(&self, error: ConstraintError) -> JointRows {
        let [a, b] = self.bodies;
        JointRows::new(a, b, error, self.impulses[self.written])
    }

    #[inline]
    fn put(&mut self, row: JointRows) {
        self.rows[self.written] = row;
        self.written += 1;
    }
}

pub(super) fn relative_angle(angle: f32) -> ConstraintError {
    ConstraintError::Angle { factors: [1.0, 1.0], angle }
}

/// Rigid if the frequency is zero.
pub(super) fn spring_or_rigid(hertz: f32, damping_ratio: f32) -> RowMode {
    if hertz > 0.0 { RowMode::Spring { hertz, damping_ratio } } else { RowMode::Rigid }
}

/// Of the axis of a joint, which [`checked_axis`] checks.
pub(super) const DIRECTION: Range = Range::elsewhere("finite and not zero; it becomes a unit vector");

const AXIS_ROUNDING: f32 = 4.0 * f32::EPSILON;

pub(super) fn checked_axis(axis: Vec2) -> Result<Vec2, DefError> {
    finite_vector("axis", axis)?;
    let length = axis.norm();
    if (length - 1.0).abs() < AXIS_ROUNDING {
        // Keeps the bits of an axis that was read from a joint.
        Ok(axis)
    } else if length > 0.0 && length.is_finite() {
        Ok(axis / length)
    } else {
        Err(DefError::Value { field: "length of the axis", value: length, expected: "above zero and finite" })
    }
}

/// The range of a ratio, which [`check_not_zero`] checks.
pub(super) const NOT_ZERO: Range = Range::elsewhere("not zero, from -1e18 to 1e18");

pub(super) fn check_not_zero(field: &'static str, value: f32) -> Result<(), DefError> {
    if value != 0.0 && WIDE.contains(value) {
        return Ok(());
    }
    Err(DefError::Value { field, value, expected: NOT_ZERO.expected })
}

/// Between them is a place for the joint; an infinite end is open.
pub(super) fn check_limits([lower, upper]: [f32; 2]) -> Result<(), DefError> {
    let is_end = |end: f32, open: f32| end == open || WIDE.contains(end);
    if lower <= upper && is_end(lower, f32::NEG_INFINITY) && is_end(upper, f32::INFINITY) {
        return Ok(());
    }
    Err(DefError::Limits { lower, upper })
}
