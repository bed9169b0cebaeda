//! Joints, as rows that any solver can read.
//!
//! A row holds one scalar: the velocity of B's point as seen from A's, along a direction n that is fixed for
//! the step. Like a contact it is kept in its own frame, by two numbers for each body:
//!
//! ```text
//!   along = r . n     across = r x n        (r from the centre of mass to the point)
//!   velocity  n.(vB - vA) + wB acrossB - wA acrossA
//! ```
//!
//! When a body has turned by (c, s) since the step began, its r has turned along, and in the frame that is
//! again just two numbers: along' = c along + s across, across' = c across - s along. So a row follows its
//! bodies exactly through the sub-steps, and its error is the error at the start of the step, plus
//! n.(dpB - dpA), plus the change of alongB, minus the change of alongA.
//!
//! A revolute joint is two rows, along x and y, solved together as the 2x2 system of seed 003. A distance
//! joint is one row along the line between its points.
//!
//! A row may also hold the angle between the bodies: then n is zero, `across` is one and stays so, and the
//! velocity is wB - wA. A motor is such a row with a speed to reach and a torque that it does not exceed; a limit
//! pushes one way only, and lets the angle just reach it within the sub-step: v + C / h >= 0.
//!
//! Turned down: a type of constraint for each joint, each with its own loops in each solver. Two rows for the two
//! ends of a range: within a step only the nearer one can be reached.

use crate::{BodyInput, BodyState, Softness};
use compute::math::clamp;
use geom::Vec2;

mod rows;

pub(crate) use rows::JointSolver;

/// Rows that a joint has at most.
pub const MAX_ROWS: usize = 4;

/// Where the two points of a joint are when a step begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointFrame {
    /// From A's centre of mass to its point, world axes, m.
    pub anchor_a: Vec2,
    /// From B's centre of mass to its point, world axes, m.
    pub anchor_b: Vec2,
    /// From A's point to B's, m.
    pub gap: Vec2,
}

/// How a row holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// As firmly as the solver can: with its joint stiffness while it works off errors, and rigid when it
    /// relaxes.
    Rigid,
    /// As a spring, in both.
    Spring {
        /// Frequency, Hz, above zero.
        hertz: f32,
        /// Damping ratio; 1 is critical.
        damping_ratio: f32,
    },
    /// Not before its error has the sign that its force is to mend; then as firmly as the solver can.
    Limit,
    /// Towards a velocity (m/s, or rad/s for an angle), whatever the error.
    Motor {
        /// The velocity of B as seen from A.
        speed: f32,
    },
}

/// One scalar constraint between two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Whether it holds the angle between the bodies, in radians, rather than their points.
    pub angular: bool,
    /// Direction, world axes, of unit length; zero for an angle.
    pub direction: Vec2,
    /// r . n and r x n of A's point, m; 0 and 1 for an angle.
    pub a: [f32; 2],
    /// r . n and r x n of B's point, m.
    pub b: [f32; 2],
    /// The position error when the step begins, m.
    pub error: f32,
    /// How it holds.
    pub hold: Hold,
    /// Bounds of the force, N (of the torque, N m): a rope pulls only.
    pub force: [f32; 2],
}

impl Row {
    fn new(direction: Vec2, frame: &JointFrame, error: f32) -> Self {
        let in_frame = |r: Vec2| [r.dot(&direction), geom::cross(r, direction)];
        Self {
            angular: false,
            direction,
            a: in_frame(frame.anchor_a),
            b: in_frame(frame.anchor_b),
            error,
            hold: Hold::Rigid,
            force: UNBOUNDED,
        }
    }

    fn of_angle(error: f32, hold: Hold, force: [f32; 2]) -> Self {
        Self { angular: true, direction: Vec2::zeros(), a: [0.0, 1.0], b: [0.0, 1.0], error, hold, force }
    }

    /// Whether it is a limit that has not been reached.
    fn is_open(&self, error: f32) -> bool {
        self.hold == Hold::Limit && if self.force[0] < 0.0 { error < 0.0 } else { error > 0.0 }
    }
}

/// N. Bounds of a force that has none.
const UNBOUNDED: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// The rows of one joint, and the impulses stored for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRows {
    /// Index of body A in [`Bodies`](crate::Bodies).
    pub a: u32,
    /// Index of body B.
    pub b: u32,
    /// Whether the first two rows are solved together.
    pub coupled: bool,
    rows: [Row; MAX_ROWS],
    count: u32,
    /// The impulse of each row in the last sub-step, N s, from which the next one starts.
    pub impulses: [f32; MAX_ROWS],
}

impl JointRows {
    fn new(a: u32, b: u32, coupled: bool, rows: &[Row], impulses: [f32; MAX_ROWS]) -> Self {
        let filler = Row::new(Vec2::zeros(), &JointFrame::ZERO, 0.0);
        let mut all = [filler; MAX_ROWS];
        all[..rows.len()].copy_from_slice(rows);
        Self { a, b, coupled, rows: all, count: rows.len() as u32, impulses }
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows[..self.count as usize]
    }

    /// With a motor that turns B, as seen from A, at `speed` (rad/s), with a torque of no more than `max_torque`
    /// (N m, not negative).
    ///
    /// # Panics
    /// If the joint has [`MAX_ROWS`] already.
    #[must_use]
    pub fn motor(self, speed: f32, max_torque: f32) -> Self {
        self.with(Row::of_angle(0.0, Hold::Motor { speed }, [-max_torque, max_torque]))
    }

    /// With the angle of B as seen from A, now `angle`, held between `lower` and `upper`, all in radians. If the
    /// two are the same, the angle is held there from both sides.
    ///
    /// # Panics
    /// If the joint has [`MAX_ROWS`] already.
    #[must_use]
    pub fn limit(self, angle: f32, lower: f32, upper: f32) -> Self {
        let (above, below) = (angle - lower, angle - upper);
        self.with(if lower >= upper {
            Row::of_angle(above, Hold::Rigid, UNBOUNDED)
        } else if above < -below {
            Row::of_angle(above, Hold::Limit, [0.0, f32::INFINITY])
        } else {
            Row::of_angle(below, Hold::Limit, [f32::NEG_INFINITY, 0.0])
        })
    }

    fn with(mut self, row: Row) -> Self {
        let place = self.count as usize;
        self.rows[place] = row;
        // What pushed at one end of a range must not push at the other.
        self.impulses[place] = clamp(self.impulses[place], row.force[0], row.force[1]);
        self.count += 1;
        self
    }
}

impl JointFrame {
    const ZERO: Self =
        Self { anchor_a: Vec2::new(0.0, 0.0), anchor_b: Vec2::new(0.0, 0.0), gap: Vec2::new(0.0, 0.0) };
}

/// A revolute joint: the two points stay together, and the bodies turn freely about them. As a spring with a
/// greatest force (N, above zero) it is what a pointer drags a body with.
///
/// `impulses` are those of the step before, zero at first.
#[must_use]
pub fn revolute(
    a: u32,
    b: u32,
    frame: &JointFrame,
    hold: Hold,
    max_force: f32,
    impulses: [f32; MAX_ROWS],
) -> JointRows {
    let force = [-max_force, max_force];
    let x = Row { hold, force, ..Row::new(Vec2::new(1.0, 0.0), frame, frame.gap.x) };
    let y = Row { hold, force, ..Row::new(Vec2::new(0.0, 1.0), frame, frame.gap.y) };
    JointRows::new(a, b, true, &[x, y], impulses)
}

/// A distance joint: the two points keep `length` (m, not negative) between them, like a rod, or like a spring.
///
/// If the points coincide there is no line between them, and the x axis stands in.
#[must_use]
pub fn distance(
    a: u32,
    b: u32,
    frame: &JointFrame,
    length: f32,
    hold: Hold,
    impulses: [f32; MAX_ROWS],
) -> JointRows {
    let now = frame.gap.norm();
    let direction = if now > 0.0 { frame.gap / now } else { Vec2::new(1.0, 0.0) };
    let row = Row { hold, ..Row::new(direction, frame, now - length) };
    JointRows::new(a, b, false, &[row], impulses)
}
