//! Joint rows as the direct solver sees them: errors and Jacobians in `f64`, one or two equations for each
//! [`JointRows`].
//!
//! ```text
//!   point      C = pB - pA               J = [-1  -rA turned by 90 degrees |  1  rB turned by 90 degrees]
//!   angle      C = fB angleB - fA angleA J = [ 0  -fA | 0  fB ]
//!   length     C = u . d - rest          J = [-u  -(rA + d) x u | u  rB x u]           (`joint/length.rs`)
//! ```
//!
//! These are the formulas of `joint/`; the sign belongs to the Jacobian here, so that all rows are alike.

use super::elimination::NONE;
use crate::body::{BodyIndex, storable};
use crate::joint::{ConstraintError, JointRows, RowMode};
use crate::{BodyInput, BodyState, Softness};
use compute::math::sqrt_f64;
use geom::Vec2;

/// The give of a rigid row, as a part of K. What is left of its velocity is give x impulse, which the bias
/// turns into a gap of that over the rate: at 10,000 times the mass a tenth of a micrometre.
const GIVE: f64 = 1e-8;

/// The give where rows may contradict each other. Their impulses are the contradiction over the give, with
/// opposite signs, and the rows keep them as `f32`: with 1e-8 the rounding would shake the bodies. A bridge
/// under a thousand times the mass of a plank gives way by 0.06 mm.
const CLOSED_GIVE: f64 = 1e-5;

/// The give of the rigid rows of a mechanism that does contradict itself, for the rest of the step.
const SOFT_GIVE: f64 = 1e-2;

/// Rows contradict each other if they keep an error of this share of their arms, or this angle, rad. Rounding
/// and the gaps of levels that people have built are less.
const CONTRADICTION: f64 = 2e-3;

/// Rows also contradict each other if an impulse alone would change its row by more than this, m/s or rad/s:
/// stored as `f32`, its rounding would move the bodies by centimetres a second. A chain that bears 10,000
/// times the mass of a link has a hundredth of it.
const TOO_STRONG: f64 = 1e6;

/// Velocity along x and y (m/s), and angular velocity (rad/s); also forces, and one half of a Jacobian.
pub(crate) type Spatial = [f64; 3];

#[inline(always)]
pub(crate) fn dot(a: &Spatial, b: &Spatial) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// How a body has moved since the step began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    displacement: [f64; 2],
    cos: f64,
    sin: f64,
}

impl Motion {
    pub(super) const NONE: Self = Self { displacement: [0.0; 2], cos: 1.0, sin: 0.0 };

    #[inline(always)]
    pub(super) fn of(state: &BodyState) -> Self {
        let (displacement, rotation) = (state.delta_position, state.delta_rotation);
        Self {
            displacement: [f64::from(displacement.x), f64::from(displacement.y)],
            cos: f64::from(rotation.cos),
            sin: f64::from(rotation.sin),
        }
    }

    /// The motion after `h` more seconds with a velocity: as `motion.rs` integrates it.
    #[inline(always)]
    pub(super) fn advanced(&self, velocity: &Spatial, h: f64) -> Self {
        let angle = velocity[2] * h;
        let square = angle * angle;
        let s = angle * (1.0 - square * (1.0 / 6.0));
        let c = 1.0 - square * (0.5 - square * (1.0 / 24.0));
        Self {
            displacement: [self.displacement[0] + velocity[0] * h, self.displacement[1] + velocity[1] * h],
            cos: self.cos * c - self.sin * s,
            sin: self.sin * c + self.cos * s,
        }
    }

    #[inline(always)]
    fn rotate(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.cos - y * self.sin, x * self.sin + y * self.cos]
    }

    /// As in `joint/angle.rs`.
    #[inline(always)]
    fn small_angle(&self) -> f64 {
        3.0 * self.sin / (2.0 + self.cos)
    }
}

/// On which side of its bounds the impulse of an equation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Between them: the equation holds.
    Free,
    /// At the lower bound: the velocity along the row is too high, if anything.
    Lower,
    /// At the upper bound.
    Upper,
}

/// One equation: J v + bias + give impulse = 0, unless a bound of the impulse prevents it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equation {
    pub(crate) jacobian: [Spatial; 2],
    /// C at the current positions, m or rad.
    pub(super) error: f64,
    pub(crate) bias: f64,
    /// The velocity for each unit of impulse: small in a rigid row, and what makes a spring.
    pub(crate) give: f64,
    pub(crate) inverse_give: f64,
    /// Accumulated impulse, N s or N m s.
    pub(crate) impulse: f64,
    /// The sum of the impulses at the end of each sub-step so far.
    total: f64,
    /// Its change in the solve that is being made.
    pub(crate) change: f64,
    /// J v + bias + give impulse before that solve.
    pub(super) residual: f64,
    pub(super) side: Side,
    /// J (v + x) + bias of a row that is at a bound.
    rest: f64,
}

impl Equation {
    const EMPTY: Self = Self {
        jacobian: [[0.0; 3]; 2],
        error: 0.0,
        bias: 0.0,
        give: 0.0,
        inverse_give: 0.0,
        impulse: 0.0,
        total: 0.0,
        change: 0.0,
        residual: 0.0,
        side: Side::Free,
        rest: 0.0,
    };

    /// Records J x, of a row at one of its bounds.
    #[inline(always)]
    pub(super) fn error_left(&mut self, change_of_velocity: f64) {
        self.rest = self.residual + change_of_velocity;
    }

    /// The side on which the row belongs after a solve.
    pub(super) fn wanted_side(&self, [lower, upper]: [f64; 2]) -> Side {
        match self.side {
            Side::Free if self.impulse + self.change < lower => Side::Lower,
            Side::Free if self.impulse + self.change > upper => Side::Upper,
            Side::Lower if self.rest < 0.0 && lower < upper => Side::Free,
            Side::Upper if self.rest > 0.0 && lower < upper => Side::Free,
            side => side,
        }
    }
}

/// The vectors of a row when the step begins, in `f64`.
#[derive(Clone, Copy, Debug)]
enum Measured {
    Point { anchors: [[f64; 2]; 2], gap: [f64; 2] },
    Angle { factors: [f64; 2], start: f64 },
    Length { anchors: [[f64; 2]; 2], gap: [f64; 2], axis: Option<[f64; 2]>, rest: f64 },
}

/// The rows of one [`JointRows`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(super) joint: u32,
    /// The nodes of A and B in the mechanism, [`NONE`] for a body of infinite mass.
    pub(super) nodes: [u32; 2],
    pub(crate) bodies: [BodyIndex; 2],
    /// The block that couples the nodes, [`NONE`] if one body has infinite mass.
    pub(super) block: u32,
    measured: Measured,
    pub(super) mode: RowMode,
    /// Of a spring.
    spring: Softness,
    /// Bounds of the impulse of a sub-step.
    pub(crate) bounds: [f64; 2],
    pub(crate) is_bounded: bool,
    /// The give of its rigid rows, as a part of K.
    rigid_give: f64,
    /// How far the points of the row are from the centres of its bodies, together, m, and at least the
    /// radius of gyration of each body; for an angle 1.
    pub(super) arms: f64,
    /// The velocity of the end that has infinite mass.
    pub(super) ground: Spatial,
    /// Of a distance: how far the arms of A and B reach along it, m.
    along: [f64; 2],
    equations: [Equation; 2],
    count: usize,
    /// How many sub-steps the totals of its equations hold.
    substeps: f64,
}

fn both(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

/// The distance from its centre at which the mass of a body would have its inertia, m; 0 for infinite mass.
fn radius_of_gyration(input: &BodyInput) -> f64 {
    let [mass, inertia] = [input.inverse_mass, input.inverse_inertia].map(f64::from);
    if inertia > 0.0 { sqrt_f64(mass / inertia) } else { 0.0 }
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// v turned by 90 degrees, times -1: the last numbers of the two rows of a point.
#[inline(always)]
fn cross([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    ax * by - ay * bx
}

impl Link {
    pub(super) const EMPTY: Self = Self {
        joint: 0,
        nodes: [NONE; 2],
        bodies: [BodyIndex::STATIC; 2],
        block: NONE,
        measured: Measured::Angle { factors: [0.0; 2], start: 0.0 },
        mode: RowMode::Rigid,
        spring: Softness::RIGID,
        bounds: [f64::NEG_INFINITY, f64::INFINITY],
        is_bounded: false,
        rigid_give: GIVE,
        arms: 0.0,
        ground: [0.0; 3],
        along: [0.0; 2],
        equations: [Equation::EMPTY; 2],
        count: 0,
        substeps: 0.0,
    };

    /// Sets everything but nodes and block, for sub-steps of `h` seconds, in a mechanism that is closed or a
    /// tree. `inputs` are those of the two bodies.
    pub(super) fn fill(
        &mut self,
        rows: &JointRows,
        bodies: [BodyIndex; 2],
        inputs: [&BodyInput; 2],
        is_closed: bool,
        h: f32,
    ) {
        self.rigid_give = if is_closed { CLOSED_GIVE } else { GIVE };
        self.bodies = bodies;
        self.mode = rows.mode;
        self.spring = match rows.mode {
            RowMode::Spring { hertz, damping_ratio } => Softness::spring(hertz, damping_ratio, h),
            _ => Softness::RIGID,
        };
        self.count = 1;
        self.substeps = 0.0;
        self.measured = match rows.error {
            ConstraintError::Point(frame) => {
                self.count = 2;
                Measured::Point {
                    anchors: [both(frame.anchor_a), both(frame.anchor_b)],
                    gap: both(frame.gap),
                }
            }
            ConstraintError::Angle { factors, angle } => {
                Measured::Angle { factors: factors.map(f64::from), start: f64::from(angle) }
            }
            ConstraintError::Axis { frame, axis, rest } => Measured::Length {
                anchors: [both(frame.anchor_a), both(frame.anchor_b)],
                gap: both(frame.gap),
                axis: Some(both(axis)),
                rest: f64::from(rest),
            },
            ConstraintError::Distance { frame, length } => Measured::Length {
                anchors: [both(frame.anchor_a), both(frame.anchor_b)],
                gap: both(frame.gap),
                axis: None,
                rest: f64::from(length),
            },
            // `graph.rs` leaves these to the sweeps.
            ConstraintError::Pulley { .. } | ConstraintError::Image { .. } => {
                self.count = 0;
                Measured::Angle { factors: [0.0; 2], start: 0.0 }
            }
        };
        self.arms = f64::from(match rows.error {
            ConstraintError::Point(frame) => frame.anchor_a.norm() + frame.anchor_b.norm(),
            ConstraintError::Axis { frame, .. } | ConstraintError::Distance { frame, .. } => {
                frame.anchor_a.norm() + frame.anchor_b.norm() + frame.gap.norm()
            }
            _ => 1.0,
        });
        if !matches!(self.measured, Measured::Angle { .. }) {
            // A hinge through the centres of both bodies has no arms, and any error would be too much for it.
            self.arms = inputs.into_iter().map(radius_of_gyration).fold(self.arms, larger);
        }
        self.bounds = rows.force_bounds.map(|force| f64::from(force) * f64::from(h));
        let is_point = self.count == 2;
        self.is_bounded = !is_point && (self.bounds[0] > f64::NEG_INFINITY || self.bounds[1] < f64::INFINITY);
        for (i, equation) in self.equations.iter_mut().enumerate() {
            *equation = Equation { impulse: f64::from(rows.impulse[i]), ..Equation::EMPTY };
            if self.is_bounded {
                equation.side = if equation.impulse <= self.bounds[0] {
                    Side::Lower
                } else if equation.impulse >= self.bounds[1] {
                    Side::Upper
                } else {
                    Side::Free
                };
            }
        }
    }

    #[inline(always)]
    pub(crate) fn equations(&self) -> &[Equation] {
        &self.equations[..self.count]
    }

    #[inline(always)]
    pub(crate) fn equations_mut(&mut self) -> &mut [Equation] {
        &mut self.equations[..self.count]
    }

    /// Adds the impulses of a sub-step to the totals.
    pub(super) fn add_totals(&mut self) {
        self.substeps += 1.0;
        self.equations_mut().iter_mut().for_each(|equation| equation.total += equation.impulse);
    }

    /// Stores the impulse of the last sub-step, and by how much the mean of all exceeds it.
    pub(super) fn store(&self, rows: &mut JointRows) {
        for (i, equation) in self.equations().iter().enumerate() {
            rows.impulse[i] = storable(equation.impulse as f32);
            rows.mean_excess[i] = storable((equation.total / self.substeps - equation.impulse) as f32);
        }
    }

    /// Whether the row has an error that depends on how its bodies turn, so that its error after a sub-step
    /// is not C + h J v.
    pub(super) fn is_curved(&self) -> bool {
        !matches!(self.measured, Measured::Angle { .. })
            && !matches!(self.mode, RowMode::Spring { .. } | RowMode::Motor { .. })
    }

    /// C after these motions of A and B.
    #[inline(always)]
    pub(super) fn errors(&self, [a, b]: [&Motion; 2]) -> [f64; 2] {
        match &self.measured {
            Measured::Point { anchors, gap } => self::gap(anchors, gap, [a, b]).0,
            Measured::Angle { factors: [fa, fb], start } => {
                [start + (fb * b.small_angle() - fa * a.small_angle()), 0.0]
            }
            Measured::Length { anchors, gap, axis, rest } => {
                let d = self::gap(anchors, gap, [a, b]).0;
                let value = match axis {
                    Some(axis) => {
                        let u = a.rotate(*axis);
                        u[0] * d[0] + u[1] * d[1]
                    }
                    None => sqrt_f64(d[0] * d[0] + d[1] * d[1]),
                };
                [value - rest, 0.0]
            }
        }
    }

    /// Computes errors, Jacobians and gives for the current motions, with the inverse masses and inertias of
    /// A and B.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, [a, b]: [&Motion; 2], inverse: [[f64; 2]; 2]) {
        match &self.measured {
            Measured::Point { anchors, gap } => {
                let ([x, y], [ra, rb]) = self::gap(anchors, gap, [a, b]);
                self.equations[0].error = x;
                self.equations[1].error = y;
                self.equations[0].jacobian = [[-1.0, 0.0, ra[1]], [1.0, 0.0, -rb[1]]];
                self.equations[1].jacobian = [[0.0, -1.0, -ra[0]], [0.0, 1.0, rb[0]]];
            }
            Measured::Angle { factors: [fa, fb], .. } => {
                let jacobian = [[0.0, 0.0, -fa], [0.0, 0.0, *fb]];
                self.equations[0].error = self.errors([a, b])[0];
                self.equations[0].jacobian = jacobian;
            }
            Measured::Length { anchors, gap, axis, rest } => {
                let (d, [ra, rb]) = self::gap(anchors, gap, [a, b]);
                let (u, value) = match axis {
                    Some(axis) => {
                        let u = a.rotate(*axis);
                        (u, u[0] * d[0] + u[1] * d[1])
                    }
                    None => {
                        let length = sqrt_f64(d[0] * d[0] + d[1] * d[1]);
                        let u = if length > 0.0 { [d[0] / length, d[1] / length] } else { [1.0, 0.0] };
                        (u, length)
                    }
                };
                let arm_a = cross([ra[0] + d[0], ra[1] + d[1]], u);
                if axis.is_none() {
                    self.along = [ra, rb].map(|r| r[0] * u[0] + r[1] * u[1]);
                }
                self.equations[0].error = value - rest;
                self.equations[0].jacobian = [[-u[0], -u[1], -arm_a], [u[0], u[1], cross(rb, u)]];
            }
        }
        let scale = match self.mode {
            RowMode::Spring { .. } => {
                f64::from(self.spring.impulse_scale) / f64::from(self.spring.mass_scale)
            }
            _ => self.rigid_give,
        };
        for equation in &mut self.equations[..self.count] {
            let [ja, jb] = &equation.jacobian;
            let [[ma, ia], [mb, ib]] = inverse;
            let k = ma * (ja[0] * ja[0] + ja[1] * ja[1])
                + ia * (ja[2] * ja[2])
                + mb * (jb[0] * jb[0] + jb[1] * jb[1])
                + ib * (jb[2] * jb[2]);
            // A spring without stiffness and damping, and a row that moves nothing, have no impulse.
            let give = k * scale;
            equation.give = give;
            equation.inverse_give = if give > 0.0 && give < f64::MAX { 1.0 / give } else { 0.0 };
        }
    }

    /// Whether a solve has left a rigid row with so much velocity that others must contradict it, or with an
    /// impulse that only the opposite one of another row can balance. `rate` is that of biased sweeps.
    pub(super) fn is_contradicted(&self, rate: f64) -> bool {
        let is_rigid = self.mode == RowMode::Rigid && self.rigid_give == CLOSED_GIVE;
        let violated = if is_rigid { rate * (CONTRADICTION * self.arms) } else { f64::MAX };
        let too_strong = self.rigid_give * TOO_STRONG;
        !matches!(self.mode, RowMode::Spring { .. })
            && self.equations().iter().any(|equation| {
                let left = (equation.give * (equation.impulse + equation.change)).abs();
                left > violated || left > too_strong
            })
    }

    /// Whether its rigid rows give way already.
    pub(super) fn is_soft(&self) -> bool {
        self.rigid_give == SOFT_GIVE
    }

    /// Lets the rigid rows give way for the rest of the step.
    pub(super) fn soften(&mut self) {
        let times = SOFT_GIVE / self.rigid_give;
        self.rigid_give = SOFT_GIVE;
        if matches!(self.mode, RowMode::Spring { .. }) {
            return;
        }
        for equation in &mut self.equations[..self.count] {
            let more = equation.give * (times - 1.0);
            equation.give += more;
            equation.inverse_give /= times;
            equation.bias += more * equation.impulse;
            equation.residual += more * equation.impulse;
        }
    }

    /// The moment r . P of the impulses after this solve on A and B, with which their tension turns them back
    /// (`joint/geometric_stiffness.rs`).
    #[inline(always)]
    pub(super) fn moments(&self) -> [f64; 2] {
        let [x, y] = &self.equations;
        let first = x.impulse + x.change;
        match self.measured {
            Measured::Point { .. } => {
                let second = y.impulse + y.change;
                let [[_, _, ra_y], [_, _, minus_rb_y]] = x.jacobian;
                let [[_, _, minus_ra_x], [_, _, rb_x]] = y.jacobian;
                [minus_ra_x * first - ra_y * second, rb_x * first - minus_rb_y * second]
            }
            Measured::Angle { .. } => [0.0; 2],
            Measured::Length { .. } => [-self.along[0] * first, self.along[1] * first],
        }
    }

    /// Sets the bias of each equation. `rate` is the share of an error that rigid rows remove in a second:
    /// zero in a relax sweep.
    #[inline(always)]
    pub(super) fn set_bias(&mut self, rate: f64, inverse_h: f64) {
        let (mode, spring) = (self.mode, self.spring);
        for equation in &mut self.equations[..self.count] {
            let c = equation.error;
            equation.bias = equation.give * equation.impulse;
            equation.bias += match mode {
                RowMode::Rigid => rate * c,
                RowMode::Spring { .. } => f64::from(spring.bias_rate) * c,
                RowMode::Motor { speed } => -f64::from(speed),
                RowMode::LowerLimit if c > 0.0 => c * inverse_h,
                RowMode::UpperLimit if c < 0.0 => c * inverse_h,
                RowMode::LowerLimit | RowMode::UpperLimit => rate * c,
            };
        }
    }
}

/// The vector from A's point to B's point, and both arms.
#[inline(always)]
fn gap(anchors: &[[f64; 2]; 2], start: &[f64; 2], [a, b]: [&Motion; 2]) -> ([f64; 2], [[f64; 2]; 2]) {
    let [start_a, start_b] = anchors;
    let (ra, rb) = (a.rotate(*start_a), b.rotate(*start_b));
    let moved =
        |i: usize| (b.displacement[i] - a.displacement[i]) + (rb[i] - start_b[i]) - (ra[i] - start_a[i]);
    ([start[0] + moved(0), start[1] + moved(1)], [ra, rb])
}
