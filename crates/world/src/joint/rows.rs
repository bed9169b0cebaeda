//! The code that all kinds of joints share: the geometry of the two bodies, the writer of rows, and checks of
//! numbers.

use crate::definition::{WIDE, check_ranges};
use crate::error::{DefError, finite_vector};
use crate::frame::FramePair;
use crate::place::{Grid, Place};
use compute::math::clamp;
use geom::{Point, Position, Rot, Vec2};
use properties::{Properties, Range};
use solver::joint::{ConstraintError, JointFrame, RowMode};
use solver::{BodyRow, JointRows};

/// The limits of a joint that has none, m or rad.
pub(super) const NO_LIMITS: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// rad. A row that fixes an angle turns the bodies by this in a step at most, from however far: angles within
/// a step are approximations, and of more than half a turn have the wrong sign.
const MAX_FIXED_ANGLE: f32 = 0.1;

/// The greatest number of rows that a joint writes; the two rows of a point count as one.
pub(crate) const MAX_ROWS: usize = 5;

/// The interface that each kind of joint implements: its properties, its rows, and what the world asks of it.
/// What most kinds do not have is a default here.
pub(super) trait JointBehaviour: Properties + Clone + Default {
    /// Writes the rows of the joint, always in the same order: a row's impulse is stored under its position.
    fn write_rows(&self, at: &JointGeometry, rows: &mut RowWriter<'_>);

    /// Checks every number, and returns the joint with an axis of unit length.
    fn validated(self) -> Result<Self, DefError> {
        check_ranges(&self)?;
        Ok(self)
    }

    /// By how much the joint is violated, m. Zero for joints that are springs by design, and for joints whose
    /// error is not a length.
    fn error(&self, _at: &JointGeometry) -> f32 {
        0.0
    }

    /// The anchors, each in its body's frame, m.
    fn anchors_mut(&mut self) -> Option<[&mut Point; 2]> {
        None
    }

    /// Where a joint without anchors acts, as the end of a sentence.
    fn acts(&self) -> &'static str {
        "at its anchors"
    }

    /// The angle of B in A's frame from which the joint measures angles, rad, to be changed.
    fn reference_angle_mut(&mut self) -> Option<&mut f32> {
        None
    }

    /// The same angle; zero for kinds without one.
    fn reference_angle(&self) -> f32 {
        self.clone().reference_angle_mut().map_or(0.0, |angle| *angle)
    }

    /// Whether the rows of the joint depend on the angle of B in A's frame.
    fn measures_angle(&self) -> bool {
        false
    }

    /// The axis in A's frame along which B's anchor moves, of unit length.
    fn axis(&self) -> Option<Vec2> {
        None
    }

    /// A vector of the definition that is a unit vector in every world.
    fn direction(&self) -> Option<Vec2> {
        self.axis()
    }

    /// The angle from which a joint that is added counts its turns.
    fn start_angle_mut(&mut self) -> Option<&mut Option<f32>> {
        None
    }

    /// The speed of the motor, and its greatest force or torque.
    fn motor(&self) -> [f32; 2] {
        [0.0; 2]
    }

    /// Whether it acts on the motion of its bodies, so that they belong to one island.
    fn transmits(&self) -> bool {
        true
    }
}

/// Methods of [`JointBehaviour`] for fields that several kinds have under the same names.
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

/// Where the two bodies of a joint are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointGeometry {
    /// The anchors relative to the centres of mass, and the gap between the anchors.
    pub(super) frame: JointFrame,
    /// The rotation of A, which turns the axis of a joint.
    pub(super) rotation_a: Rot,
    /// From the centre of mass of A to that of B, m.
    pub(super) between_centers: Vec2,
    /// Where the origins of the bodies are.
    places: [Place; 2],
    /// From the origins to the centres of mass, m.
    arms: [Vec2; 2],
    grid: Grid,
    /// What the joint has recorded as its angle, rad: see [`JointState`](super::JointState).
    pub(super) angle: f32,
}

impl JointGeometry {
    /// Both bodies and both anchors at the origin. For counting the rows of a joint.
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

    /// For bodies with these frames, and anchors in the bodies' frames, m.
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

    /// From a point of the world to the centre of mass of a body, 0 for A and 1 for B, m.
    pub(super) fn center_from(&self, point: Position, body: usize) -> Vec2 {
        let from = self.grid.place(point.into());
        self.grid.vector(from, self.places[body]) + self.arms[body]
    }

    /// Where the centre of mass of a body is, 0 for A and 1 for B, m.
    pub(super) fn center(&self, body: usize) -> Position {
        Position::from(self.grid.position(self.places[body])) + self.arms[body]
    }

    /// How far B's anchor is from A's along `axis`, a direction in A's frame, m.
    pub(crate) fn translation(&self, axis: Vec2) -> f32 {
        self.frame.gap.dot(&(self.rotation_a * axis))
    }
}

/// Writes the rows of one joint into the part of the solver's array that belongs to the joint. Each row
/// starts with the impulse that the row at the same position had in the last step.
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
    /// For a joint between two body rows, with the impulses of the last step.
    #[inline]
    pub(super) fn new(
        bodies: [BodyRow; 2],
        impulses: &'a [[f32; 2]; MAX_ROWS],
        rows: &'a mut [JointRows],
    ) -> Self {
        Self { bodies, impulses, rows, written: 0 }
    }

    /// How many rows have been written.
    pub(super) fn written(&self) -> usize {
        self.written
    }

    /// Writes a row.
    #[inline]
    pub(super) fn write(&mut self, error: ConstraintError, mode: RowMode) {
        let row = self.next(error).mode(mode);
        self.put(row);
    }

    /// Writes a row that exerts no more than `max_force` in either direction, N (N m for an angle).
    #[inline]
    pub(super) fn write_limited(&mut self, error: ConstraintError, mode: RowMode, max_force: f32) {
        let row = self.next(error).mode(mode).max_force(max_force);
        self.put(row);
    }

    /// Writes the row of a limit, which may not leave `limits`. `error` gives the error of the row from a
    /// value.
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

/// The angle of B in A's frame as the error of a row; `angle` in rad.
pub(super) fn relative_angle(angle: f32) -> ConstraintError {
    ConstraintError::Angle { factors: [1.0, 1.0], angle }
}

/// How a row acts that may be a spring: rigidly if the frequency is zero.
pub(super) fn spring_or_rigid(hertz: f32, damping_ratio: f32) -> RowMode {
    if hertz > 0.0 { RowMode::Spring { hertz, damping_ratio } } else { RowMode::Rigid }
}

/// Of the axis of a joint, which [`checked_axis`] checks.
pub(super) const DIRECTION: Range = Range::elsewhere("finite and not zero; it becomes a unit vector");

/// By how much the length of an axis that was normalised may differ from one.
const AXIS_ROUNDING: f32 = 4.0 * f32::EPSILON;

/// The axis with a length of one.
pub(super) fn checked_axis(axis: Vec2) -> Result<Vec2, DefError> {
    finite_vector("axis", axis)?;
    let length = axis.norm();
    if (length - 1.0).abs() < AXIS_ROUNDING {
        // An axis that was read from a joint comes back with the same bits.
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

/// Checks two limits: between them is a place for the joint, and an end that is infinite is an open one.
pub(super) fn check_limits([lower, upper]: [f32; 2]) -> Result<(), DefError> {
    let is_end = |end: f32, open: f32| end == open || WIDE.contains(end);
    if lower <= upper && is_end(lower, f32::NEG_INFINITY) && is_end(upper, f32::INFINITY) {
        return Ok(());
    }
    Err(DefError::Limits { lower, upper })
}
