//! Plain data that a joint writes for the solver in each step.

use crate::BodyRow;
use compute::math::clamp;
use geom::Vec2;

/// The force bounds of a row without bounds, N.
pub const UNBOUNDED: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// The anchor points of a joint when a step begins.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::joint::JointFrame;
///
/// // A's centre is the origin, B's centre is (0, -2). The anchors are 1 m below A and 0.9 m above B.
/// let (anchor_a, anchor_b) = (Vec2::new(0.0, -1.0), Vec2::new(0.0, 0.9));
/// let gap = (Vec2::new(0.0, -2.0) + anchor_b) - (Vec2::zeros() + anchor_a);
/// let frame = JointFrame { anchor_a, anchor_b, gap };
/// assert!((frame.gap.y + 0.1).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointFrame {
    /// From A's centre of mass to A's point, in world axes, m.
    pub anchor_a: Vec2,
    /// From B's centre of mass to B's point, in world axes, m.
    pub anchor_b: Vec2,
    /// From A's point to B's point, m. Subtract positions before adding anchors: that is exact far from the
    /// origin.
    pub gap: Vec2,
}

/// How a row acts on its error.
///
/// ```
/// use solver::joint::{ConstraintError, RowMode};
/// use solver::{BodyRow, JointRows};
///
/// // B turns at 2 rad/s relative to A, with a torque of at most 10 N m.
/// let error = ConstraintError::Angle { factors: [1.0, 1.0], angle: 0.0 };
/// let motor = JointRows::new(BodyRow(1), BodyRow(2), error, [0.0; 2])
///     .mode(RowMode::motor(2.0))
///     .max_force(10.0);
/// assert_eq!(motor.force_bounds, [-10.0, 10.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowMode {
    /// Has the joint softness of the settings in biased sweeps, and is rigid in relax sweeps.
    Rigid,
    /// A damped spring in all sweeps, of the acceleration w^2 C + 2 z w v. Its mass is 1 / (1/mA + 1/mB) for
    /// points and distances, and the effective mass of the row for all others.
    Spring {
        /// Frequency, Hz, above zero. The step damps stiff springs: one on a body from a thirteenth of the
        /// sub-step rate on, n equal ones from 1 / sqrt(n) of that on.
        hertz: f32,
        /// Damping ratio z, not negative; 1 is critical. The amplitude falls as e^(-z w t).
        damping_ratio: f32,
    },
    /// Keeps the error within a range: within it, the row only stops a velocity that would leave the range in
    /// the sub-step. An error outside is removed as by [`RowMode::Rigid`], but at
    /// [`SolverSettings::push_out_speed`](crate::SolverSettings::push_out_speed) at most, or at
    /// [`LIMIT_TURN`] for an angle.
    Limit {
        /// Least and greatest error, m or rad; infinite for none. The first is below the second.
        range: [f32; 2],
    },
    /// Drives the velocity dC/dt to a target.
    Motor {
        /// Target velocity of B relative to A, m/s, or rad/s for an angle.
        speed: f32,
        /// Least and greatest error to which the motor drives, m or rad; infinite for none. A motor that
        /// drives against the limit of its joint wins if its bodies are light.
        range: [f32; 2],
    },
}

impl RowMode {
    /// The error must not be below zero.
    pub const LOWER_LIMIT: Self = Self::Limit { range: [0.0, f32::INFINITY] };

    /// The error must not be above zero.
    pub const UPPER_LIMIT: Self = Self::Limit { range: [f32::NEG_INFINITY, 0.0] };

    /// A motor that drives at `speed` (m/s or rad/s) for ever.
    #[must_use]
    pub const fn motor(speed: f32) -> Self {
        Self::Motor { speed, range: UNBOUNDED }
    }

    /// Of a limit or a motor, as finite numbers.
    pub(crate) fn range(&self) -> [f32; 2] {
        match *self {
            Self::Limit { range } | Self::Motor { range, .. } => range.map(|end| clamp(end, -FAR, FAR)),
            Self::Rigid | Self::Spring { .. } => [-FAR, FAR],
        }
    }
}

/// Greatest speed at which a limit turns bodies back into its range, rad/s: a quarter of a turn takes 0.4 s.
pub const LIMIT_TURN: f32 = 4.0;

/// In place of infinity: products with it are finite.
const FAR: f32 = 1e18;

/// What rows measure: the error C when a step begins.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::joint::{ConstraintError, JointFrame, RowMode};
/// use solver::{BodyRow, JointRows};
///
/// // A rope: its ends, now 3 m apart, must not be more than 4 m apart.
/// let frame = JointFrame { gap: Vec2::new(3.0, 0.0), ..JointFrame::default() };
/// let error = ConstraintError::Distance { frame, length: 4.0 };
/// let rope = JointRows::new(BodyRow(1), BodyRow(2), error, [0.0; 2]).mode(RowMode::UPPER_LIMIT);
/// assert_eq!(rope.mode, RowMode::Limit { range: [f32::NEG_INFINITY, 0.0] });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintError {
    /// C = pB - pA, m: two rows, x and y.
    Point(JointFrame),
    /// C = fB angleB - fA angleA, rad.
    Angle {
        /// The factors fA and fB: 1 and 1 for the angle between the bodies.
        factors: [f32; 2],
        /// C when the step begins, rad.
        angle: f32,
    },
    /// C = axis . (pB - pA) - rest, m, along an axis that turns with A.
    Axis {
        /// The points.
        frame: JointFrame,
        /// Unit vector, in world axes.
        axis: Vec2,
        /// The value of axis . (pB - pA) at which the error is zero, m.
        rest: f32,
    },
    /// C = |pB - pA| - length, m. If the points coincide, the x axis replaces the direction between them.
    Distance {
        /// The points.
        frame: JointFrame,
        /// The distance at which the error is zero, m, not negative.
        length: f32,
    },
    /// C = |pA - gA| + ratio |pB - gB| - length, m: a rope from A over two fixed wheels gA and gB to B.
    Pulley {
        /// From the centres of mass of A and B to their points, in world axes, m.
        anchors: [Vec2; 2],
        /// From the wheels to the points, pA - gA and pB - gB, m.
        ropes: [Vec2; 2],
        /// The factor of B's part of the rope, above zero.
        ratio: f32,
        /// The length of the rope at which the error is zero, m.
        length: f32,
    },
    /// C = uB . xB + fB angleB - uA . xA - fA angleA, m: motions of centres of mass along two directions, for
    /// a body half through a portal, or with an angle, for a rack and a pinion.
    Image {
        /// The directions uA and uB, in world axes, of unit length.
        directions: [Vec2; 2],
        /// The factors fA and fB of the angles, m; zero for a portal.
        factors: [f32; 2],
        /// C when the step begins, m.
        error: f32,
    },
}

/// Rows that are solved together: two for [`ConstraintError::Point`], one for all other errors. A joint has
/// at most five.
///
/// ```
/// use solver::geom::Vec2;
/// use solver::joint::{ConstraintError, JointFrame};
/// use solver::{Bodies, BodyInput, BodyRow, BodyState, JointRows, SoftSolver, SolverSettings};
///
/// // A pendulum of 2 kg hangs 1 m below a static pivot.
/// let mut bodies = Bodies::new();
/// let bob = bodies.push(BodyState::REST, BodyInput::dynamic(2.0, 0.1, Vec2::new(0.0, -10.0)));
/// let frame = JointFrame { anchor_b: Vec2::new(0.0, 1.0), ..JointFrame::default() };
/// let mut rows = [JointRows::new(BodyRow::STATIC, bob, ConstraintError::Point(frame), [0.0; 2])];
/// let settings = SolverSettings::default();
/// let dt = 1.0 / 60.0;
/// SoftSolver::new().step(&mut bodies, &mut [], &mut rows, &settings, dt);
///
/// // The pivot carries the weight of 20 N. Pass the impulse to `JointRows::new` in the next step.
/// let (impulse, _) = rows[0].reaction();
/// let h = dt / settings.substeps as f32;
/// assert!((impulse.y / h - 20.0).abs() < 0.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRows {
    /// Body A.
    pub a: BodyRow,
    /// Body B.
    pub b: BodyRow,
    /// The measured error.
    pub error: ConstraintError,
    /// How the rows act on the error.
    pub mode: RowMode,
    /// Least and greatest force on B along the row, N, or torque, N m. For a point, the second number bounds
    /// the magnitude of the force.
    pub force_bounds: [f32; 2],
    /// Impulse on B in the last sub-step, N s or N m s, for warm starting. Only points (x and y) use the
    /// second number.
    pub impulse: [f32; 2],
    /// By how much the mean impulse of the last step's sub-steps exceeds `impulse`: a direct solve takes an
    /// impact in one sub-step. Zero for rows that sweeps solve, which spread it.
    pub mean_excess: [f32; 2],
}

impl JointRows {
    /// Rigid rows without force bounds. `impulse` is that of the previous step, zero at first.
    #[must_use]
    pub fn new(a: BodyRow, b: BodyRow, error: ConstraintError, impulse: [f32; 2]) -> Self {
        let force_bounds = UNBOUNDED;
        Self { a, b, error, mode: RowMode::Rigid, force_bounds, impulse, mean_excess: [0.0; 2] }
    }

    /// Sets the mode.
    #[must_use]
    pub fn mode(mut self, mode: RowMode) -> Self {
        self.mode = mode;
        if let RowMode::Limit { range: [lower, upper] } = mode {
            // No impulse may push to an end that the program has taken away.
            let least = if upper < f32::INFINITY { f32::NEG_INFINITY } else { 0.0 };
            let most = if lower > f32::NEG_INFINITY { f32::INFINITY } else { 0.0 };
            self.impulse[0] = clamp(self.impulse[0], least, most);
        }
        self
    }

    /// In m/s or rad/s.
    pub(crate) fn limit_speed(&self, push_out_speed: f32) -> f32 {
        match self.error {
            ConstraintError::Angle { .. } => LIMIT_TURN,
            _ => push_out_speed,
        }
    }

    /// Squared lever of a rigid pin on A (`end` 0) or B (1), m^2; 0 for other rows.
    pub(crate) fn square_of_pin_lever(&self, end: usize) -> f32 {
        match (self.error, self.mode) {
            (ConstraintError::Point(frame), RowMode::Rigid) if self.force_bounds == UNBOUNDED => {
                [frame.anchor_a, frame.anchor_b][end].norm_squared()
            }
            _ => 0.0,
        }
    }

    /// Bounds the magnitude of the force by `max_force` (N, or N m), not negative.
    #[must_use]
    pub fn max_force(mut self, max_force: f32) -> Self {
        self.force_bounds = [-max_force, max_force];
        self
    }

    /// The rows with the mean impulse of the last step in place of that of its last sub-step. Joints break by
    /// it, so that an earlier impact counts.
    #[must_use]
    pub fn with_mean_impulse(mut self) -> Self {
        for (impulse, excess) in self.impulse.iter_mut().zip(self.mean_excess) {
            *impulse += excess;
        }
        self
    }

    /// The impulse (N s) on B at its point and the angular impulse (N m s) on B of the last sub-step. Divide
    /// by the sub-step for force and torque.
    #[must_use]
    pub fn reaction(&self) -> (Vec2, f32) {
        let [first, second] = self.impulse;
        let with_direction = |v: Vec2| {
            let length = v.norm();
            if length > 0.0 { v * (first / length) } else { Vec2::new(first, 0.0) }
        };
        match self.error {
            ConstraintError::Point(_) => (Vec2::new(first, second), 0.0),
            ConstraintError::Angle { factors, .. } => (Vec2::zeros(), factors[1] * first),
            ConstraintError::Axis { axis, .. } => (axis * first, 0.0),
            ConstraintError::Distance { frame, .. } => (with_direction(frame.gap), 0.0),
            ConstraintError::Pulley { ropes, ratio, .. } => (with_direction(ropes[1]) * ratio, 0.0),
            ConstraintError::Image { directions, factors, .. } => (directions[1] * first, factors[1] * first),
        }
    }
}
