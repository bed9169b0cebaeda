//! Joints, as rows that any solver can read.
//!
//! A row is one scalar that is to be zero, or kept on one side of it: the error C, with the velocity v = dC/dt. Four
//! sorts of rows make all joints:
//!
//! ```text
//!   point     pB - pA, both rows at once                    revolute, weld, motor, mouse
//!   angle     fB angleB - fA angleA                         limits, motors and springs that turn; weld; gear
//!   linear    u . (pB - pA), u fixed in A: an axis          prismatic, wheel
//!             |pB - pA| - length: from point to point       distance, rope
//!   pulley    |pA - gA| + ratio |pB - gB| - length          g the points on the ceiling
//! ```
//!
//! What is written is where the points are when a step begins, in a [`JointFrame`]. The solver turns them along with
//! the bodies, so a row is exact in every sub-step.
//!
//! How a row acts on its error is a [`Hold`]: rigid, a spring, a limit, a motor. A limit lets the error just reach
//! zero within the sub-step: v + C / h >= 0.
//!
//! How they are solved, eight at a time: `solver.rs` in this folder, and from there `point.rs` and `row.rs`.
//!
//! Turned down: a type of constraint for each joint, each with its own loops in each solver. Two rows for the two
//! ends of a range: within a step only the nearer one can be reached.

use crate::BodyRow;
use compute::math::clamp;
use geom::Vec2;

mod geometry;
mod hold;
mod pair;
mod point;
mod row;
mod solver;
mod tension;

pub(crate) use solver::{JointEdges, JointPart, JointSolver, SharedJoints};
pub use tension::brace;

/// N. Bounds of a force that has none.
pub const UNBOUNDED: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// Where the two points of a joint are when a step begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Only from below: an error above zero is left alone, one below zero is worked off as firmly as the solver can.
    AtLeast,
    /// Only from above.
    AtMost,
    /// Towards a velocity (m/s, or rad/s for an angle), whatever the error.
    Motor {
        /// The velocity of B as seen from A.
        speed: f32,
    },
}

/// What rows measure, when a step begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// The two points: both rows of their distance, x and y.
    Point(JointFrame),
    /// The angle of B less that of A, each times a factor.
    Angle {
        /// Of A's angle and of B's: 1 and 1 for the angle between them.
        factors: [f32; 2],
        /// rad.
        error: f32,
    },
    /// How far B's point is from A's along an axis that turns with A.
    Axis {
        /// The points.
        frame: JointFrame,
        /// Direction, world axes, of unit length.
        axis: Vec2,
        /// The distance that counts as none, m.
        rest: f32,
    },
    /// How far the points are from each other. If they coincide there is no line between them, and the x axis
    /// stands in.
    Distance {
        /// The points.
        frame: JointFrame,
        /// The distance that counts as none, m, not negative.
        length: f32,
    },
    /// How long a rope over two wheels is: the part on A's side, and `ratio` times that on B's.
    Pulley {
        /// From the centres of mass of A and B to their points, world axes, m.
        anchors: [Vec2; 2],
        /// From the wheels to the points, m.
        ropes: [Vec2; 2],
        /// How often the rope goes to and fro on B's side, above zero.
        ratio: f32,
        /// The length that counts as none too much, m.
        length: f32,
    },
}

/// Rows that are solved together: two for a point, one for all else. A joint is one to five of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRows {
    /// Body A.
    pub a: BodyRow,
    /// Body B.
    pub b: BodyRow,
    /// What is measured.
    pub measure: Measure,
    /// How it is held.
    pub hold: Hold,
    /// Bounds of the force, N (of the torque, N m): a rope pulls only. Of a point the upper one bounds the length of
    /// the force.
    pub force: [f32; 2],
    /// The impulse of the last sub-step, N s, from which the next one starts: that on B. The second is zero but for a
    /// point, whose are those along x and y.
    pub impulse: [f32; 2],
}

impl JointRows {
    /// Of the bodies `a` and `b`, rigid and without bounds. `impulse` is that of the step before, zero at first.
    #[must_use]
    pub fn new(a: BodyRow, b: BodyRow, measure: Measure, impulse: [f32; 2]) -> Self {
        Self { a, b, measure, hold: Hold::Rigid, force: UNBOUNDED, impulse }
    }

    /// Held in a certain way.
    #[must_use]
    pub fn hold(mut self, hold: Hold) -> Self {
        self.hold = hold;
        match hold {
            Hold::AtLeast => self.force[0] = 0.0,
            Hold::AtMost => self.force[1] = 0.0,
            Hold::Rigid | Hold::Spring { .. } | Hold::Motor { .. } => {}
        }
        // What pushed at one end of a range must not push at the other.
        self.impulse[0] = clamp(self.impulse[0], self.force[0], self.force[1]);
        self
    }

    /// The impulse (N s) on B at its point, and the twist (N m s), that the rows gave in the last sub-step.
    #[must_use]
    pub fn reaction(&self) -> (Vec2, f32) {
        let [first, second] = self.impulse;
        let along = |v: Vec2| {
            let length = v.norm();
            if length > 0.0 { v * (first / length) } else { Vec2::new(first, 0.0) }
        };
        match self.measure {
            Measure::Point(_) => (Vec2::new(first, second), 0.0),
            Measure::Angle { factors, .. } => (Vec2::zeros(), factors[1] * first),
            Measure::Axis { axis, .. } => (axis * first, 0.0),
            Measure::Distance { frame, .. } => (along(frame.gap), 0.0),
            Measure::Pulley { ropes, ratio, .. } => (along(ropes[1]) * ratio, 0.0),
        }
    }

    /// With a force of no more than `greatest` (N, or N m), not negative.
    #[must_use]
    pub fn max_force(mut self, greatest: f32) -> Self {
        self.force = [-greatest, greatest];
        self
    }
}

/// The end of a range to which `value` is nearer, and how it is held there: from one side, or from both if the range
/// is empty.
#[must_use]
pub fn nearest_end(value: f32, [lower, upper]: [f32; 2]) -> (f32, Hold) {
    if lower >= upper {
        (lower, Hold::Rigid)
    } else if value - lower < upper - value {
        (lower, Hold::AtLeast)
    } else {
        (upper, Hold::AtMost)
    }
}
