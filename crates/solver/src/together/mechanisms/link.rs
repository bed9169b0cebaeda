//! Joint rows in `f64` for the direct solver, one or two equations for each [`JointRows`].
//!
//! ```text
//!   point      C = pB - pA               J = [-1  -rA turned by 90 degrees |  1  rB turned by 90 degrees]
//!   angle      C = fB angleB - fA angleA J = [ 0  -fA | 0  fB ]
//!   length     C = u . d - rest          J = [-u  -(rA + d) x u | u  rB x u]           (`joint/length.rs`)
//! ```
//!
//! The formulas are those of `joint/`, with the sign in the Jacobian.

use super::equation::Equation;
use super::motion::Motion;
use crate::BodyInput;
use crate::body::{BodyIndex, storable};
use crate::joint::{ConstraintError, JointRows, RowMode, Substep};
use crate::together::bounds::{CLOSED_GIVE, CONTRADICTION, SOFT_GIVE, TOO_STRONG};
use crate::together::matrix::elimination::NONE;
use crate::together::matrix::number::{Number, Spatial};
use compute::math::sqrt_f64;
use geom::Vec2;

/// Of a rigid row, as a part of K. Its velocity of give x impulse opens a gap of a tenth of a micrometre at
/// 10,000 times the mass.
const GIVE: f64 = 1e-8;

/// When the step begins.
#[derive(Clone, Copy, Debug)]
enum Measured<N> {
    Point { anchors: [[N; 2]; 2], gap: [N; 2] },
    Angle { factors: [N; 2], start: N },
    Axis { anchors: [[N; 2]; 2], gap: [N; 2], axis: [N; 2], rest: N },
    Distance { anchors: [[N; 2]; 2], gap: [N; 2], rest: N },
}

/// [`RowMode`] without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Rigid,
    Spring,
    Limit,
    Motor,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Link<N: Number = f64> {
    pub(super) joint: N::Each<u32>,
    /// Of A and B, [`NONE`] for a body of infinite mass.
    pub(super) nodes: [u32; 2],
    pub(crate) bodies: [N::Each<BodyIndex>; 2],
    pub(super) block: u32,
    measured: Measured<N>,
    mode: Mode,
    /// Of a spring: bias velocity for each unit of error, 1/s. Of a motor: the velocity against it.
    drive: N,
    /// Of a limit and a motor.
    range: [N; 2],
    /// Of a limit, m/s or rad/s.
    limit_speed: N,
    /// Of a spring: its give, and what K times this adds.
    spring_give: [N; 2],
    /// Of the impulse of a sub-step; of a limit, of the end that is nearer.
    pub(crate) bounds: [N; 2],
    pub(crate) is_bounded: bool,
    /// Of its rigid rows, as a part of K.
    rigid_give: N,
    /// Distance of the points of the row from the centres of both bodies together, m, at least each radius of
    /// gyration; for an angle 1.
    pub(super) arms: N,
    /// Of the end that has infinite mass.
    pub(super) ground: Spatial<N>,
    /// Of a distance: along its direction, m.
    reaches: [N; 2],
    equations: [Equation<N>; 2],
    count: usize,
    /// In the totals of its equations.
    substeps: f64,
}

fn both(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

/// m; 0 for infinite mass.
fn radius_of_gyration(input: &BodyInput) -> f64 {
    let [mass, inertia] = [input.inverse_mass, input.inverse_inertia].map(f64::from);
    if inertia > 0.0 { sqrt_f64(mass / inertia) } else { 0.0 }
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
fn cross<N: Number>([ax, ay]: [N; 2], [bx, by]: [N; 2]) -> N {
    ax * by - ay * bx
}

impl Link {
    /// All but nodes and block.
    pub(super) fn fill(
        &mut self,
        rows: &JointRows,
        bodies: [BodyIndex; 2],
        inputs: [&BodyInput; 2],
        is_closed: bool,
        substep: Substep<'_>,
    ) {
        self.rigid_give = if is_closed { CLOSED_GIVE } else { GIVE };
        self.bodies = bodies.map(|body| [body]);
        (self.mode, self.drive) = match rows.mode {
            RowMode::Rigid => (Mode::Rigid, 0.0),
            RowMode::Spring { hertz, damping_ratio } => {
                let spring = substep.spring(rows, inputs, hertz, damping_ratio);
                self.spring_give = spring.give.map(f64::from);
                (Mode::Spring, f64::from(spring.bias_rate))
            }
            RowMode::Limit { .. } => (Mode::Limit, 0.0),
            RowMode::Motor { speed, .. } => (Mode::Motor, -f64::from(speed)),
        };
        self.range = rows.mode.range().map(f64::from);
        self.limit_speed = f64::from(rows.limit_speed(substep.push_out_speed));
        self.count = 1;
        self.reaches = [0.0; 2];
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
            ConstraintError::Axis { frame, axis, rest } => Measured::Axis {
                anchors: [both(frame.anchor_a), both(frame.anchor_b)],
                gap: both(frame.gap),
                axis: both(axis),
                rest: f64::from(rest),
            },
            ConstraintError::Distance { frame, length } => Measured::Distance {
                anchors: [both(frame.anchor_a), both(frame.anchor_b)],
                gap: both(frame.gap),
                rest: f64::from(length),
            },
            // Left to the sweeps.
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
            // A hinge through the centres of both bodies has no arms, and any error would be too much.
            self.arms = inputs.into_iter().map(radius_of_gyration).fold(self.arms, larger);
        }
        self.bounds = rows.force_bounds.map(|force| f64::from(force) * f64::from(substep.h));
        if self.mode == Mode::Limit {
            // `choose_end` sets them in each solve.
            self.bounds[usize::from(rows.impulse[0] < 0.0)] = 0.0;
        }
        let is_point = self.count == 2;
        self.is_bounded = !is_point && (self.bounds[0] > f64::NEG_INFINITY || self.bounds[1] < f64::INFINITY);
        for (i, equation) in self.equations.iter_mut().enumerate() {
            let impulse = f64::from(rows.impulse[i]);
            let at_lower = self.is_bounded && impulse <= self.bounds[0];
            let at_upper = self.is_bounded && !at_lower && impulse >= self.bounds[1];
            *equation = Equation::new(impulse, [at_lower, at_upper]);
        }
    }
}

impl<N: Number> Link<N> {
    pub(super) fn empty() -> Self {
        Self {
            joint: N::each(0),
            nodes: [NONE; 2],
            bodies: [N::each(BodyIndex::STATIC); 2],
            block: NONE,
            measured: Measured::Angle { factors: [N::ZERO; 2], start: N::ZERO },
            mode: Mode::Rigid,
            drive: N::ZERO,
            range: [N::ZERO; 2],
            limit_speed: N::ZERO,
            spring_give: [N::ZERO; 2],
            bounds: [N::splat(f64::NEG_INFINITY), N::splat(f64::INFINITY)],
            is_bounded: false,
            rigid_give: N::splat(GIVE),
            arms: N::ZERO,
            ground: [N::ZERO; 3],
            reaches: [N::ZERO; 2],
            equations: [Equation::EMPTY; 2],
            count: 0,
            substeps: 0.0,
        }
    }

    #[inline(always)]
    pub(crate) fn equations(&self) -> &[Equation<N>] {
        &self.equations[..self.count]
    }

    #[inline(always)]
    pub(crate) fn equations_mut(&mut self) -> &mut [Equation<N>] {
        &mut self.equations[..self.count]
    }

    /// Springs act on the errors of now.
    #[inline(always)]
    pub(super) fn hold_errors(&mut self) {
        for equation in self.equations_mut() {
            equation.start_error = equation.error;
        }
    }

    #[inline(always)]
    pub(super) fn add_totals(&mut self) {
        self.substeps += 1.0;
        for equation in self.equations_mut() {
            equation.total += equation.impulse;
        }
    }

    /// Also stores by how much the mean of all exceeds it.
    pub(super) fn store(&self, lane: usize, rows: &mut JointRows) {
        for (i, equation) in self.equations().iter().enumerate() {
            let (impulse, total) = (equation.impulse.lane(lane), equation.total.lane(lane));
            rows.impulse[i] = storable(impulse as f32);
            rows.mean_excess[i] = storable((total / self.substeps - impulse) as f32);
        }
    }

    /// The error depends on how bodies turn, so after a sub-step it is not C + h J v.
    #[inline(always)]
    pub(super) fn is_curved(&self) -> bool {
        !matches!(self.measured, Measured::Angle { .. }) && !matches!(self.mode, Mode::Spring | Mode::Motor)
    }

    /// After these motions of A and B.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn errors(&self, [a, b]: [&Motion<N>; 2]) -> [N; 2] {
        match &self.measured {
            Measured::Point { anchors, gap } => self::gap(anchors, gap, [a, b]).0,
            Measured::Angle { factors: [fa, fb], start } => {
                [*start + (*fb * b.small_angle() - *fa * a.small_angle()), N::ZERO]
            }
            Measured::Axis { anchors, gap, axis, rest } => {
                let d = self::gap(anchors, gap, [a, b]).0;
                let u = a.rotate(*axis);
                [u[0] * d[0] + u[1] * d[1] - *rest, N::ZERO]
            }
            Measured::Distance { anchors, gap, rest } => {
                let d = self::gap(anchors, gap, [a, b]).0;
                [(d[0] * d[0] + d[1] * d[1]).sqrt() - *rest, N::ZERO]
            }
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn evaluate(&mut self, [a, b]: [&Motion<N>; 2], inverse: [[N; 2]; 2]) {
        let (zero, one) = (N::ZERO, N::ONE);
        let [first, second] = &mut self.equations;
        match &self.measured {
            Measured::Point { anchors, gap } => {
                let ([x, y], [ra, rb]) = self::gap(anchors, gap, [a, b]);
                first.error = x;
                second.error = y;
                first.jacobian = [[-one, zero, ra[1]], [one, zero, -rb[1]]];
                second.jacobian = [[zero, -one, -ra[0]], [zero, one, rb[0]]];
            }
            Measured::Angle { factors: [fa, fb], start } => {
                first.error = *start + (*fb * b.small_angle() - *fa * a.small_angle());
                first.jacobian = [[zero, zero, -*fa], [zero, zero, *fb]];
            }
            Measured::Axis { anchors, gap, axis, rest } => {
                let (d, [ra, rb]) = self::gap(anchors, gap, [a, b]);
                let u = a.rotate(*axis);
                first.error = u[0] * d[0] + u[1] * d[1] - *rest;
                first.jacobian = length_jacobian(u, d, ra, rb);
            }
            Measured::Distance { anchors, gap, rest } => {
                let (d, [ra, rb]) = self::gap(anchors, gap, [a, b]);
                let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
                let is_long = zero.lt(length);
                let u = [N::select(is_long, d[0] / length, one), N::select(is_long, d[1] / length, zero)];
                self.reaches = [ra[0] * u[0] + ra[1] * u[1], rb[0] * u[0] + rb[1] * u[1]];
                first.error = length - *rest;
                first.jacobian = length_jacobian(u, d, ra, rb);
            }
        }
        let [fixed, scale] =
            if self.mode == Mode::Spring { self.spring_give } else { [zero, self.rigid_give] };
        for equation in &mut self.equations[..self.count] {
            let [ja, jb] = &equation.jacobian;
            let [[ma, ia], [mb, ib]] = inverse;
            let k = ma * (ja[0] * ja[0] + ja[1] * ja[1])
                + ia * (ja[2] * ja[2])
                + mb * (jb[0] * jb[0] + jb[1] * jb[1])
                + ib * (jb[2] * jb[2]);
            // A row without stiffness and damping, or that moves nothing, has no impulse.
            let give = k * scale + fixed;
            equation.give = give;
            let is_some = N::and(zero.lt(give), give.lt(N::splat(f64::MAX)));
            equation.inverse_give = N::select(is_some, one / give, zero);
        }
    }

    /// Where a solve has left velocity that other rows must contradict, or an impulse that only an opposite
    /// one can balance. `rate` is that of biased sweeps.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn is_contradicted(&self, rate: N, unit: f64) -> N::Mask {
        let mut found = N::NO;
        if self.mode == Mode::Spring {
            return found;
        }
        let violated = rate * (N::splat(CONTRADICTION) * self.arms);
        let violated = match self.mode {
            Mode::Rigid => N::select(self.gives(CLOSED_GIVE), violated, N::splat(f64::MAX)),
            _ => N::splat(f64::MAX),
        };
        let unit = if matches!(self.measured, Measured::Angle { .. }) { 1.0 } else { unit };
        let too_strong = self.rigid_give * N::splat(TOO_STRONG * unit);
        for equation in self.equations() {
            let left = (equation.give * (equation.impulse + equation.change)).abs();
            found = N::or(found, N::or(violated.lt(left), too_strong.lt(left)));
        }
        found
    }

    #[inline(always)]
    fn gives(&self, give: f64) -> N::Mask {
        self.rigid_give.same_bits(N::splat(give))
    }

    #[inline(always)]
    pub(super) fn is_soft(&self) -> N::Mask {
        self.gives(SOFT_GIVE)
    }

    /// For the rest of the step, in these lanes.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn soften(&mut self, lanes: N::Mask) {
        let times = N::splat(SOFT_GIVE) / self.rigid_give;
        self.rigid_give = N::select(lanes, N::splat(SOFT_GIVE), self.rigid_give);
        if self.mode == Mode::Spring {
            return;
        }
        for equation in &mut self.equations[..self.count] {
            let more = N::select(lanes, equation.give * (times - N::ONE), N::ZERO);
            equation.give += more;
            equation.inverse_give = N::select(lanes, equation.inverse_give / times, equation.inverse_give);
            let more = more * equation.impulse;
            equation.bias = N::select(lanes, equation.bias + more, equation.bias);
            equation.residual = N::select(lanes, equation.residual + more, equation.residual);
        }
    }

    /// r . P of the impulses after this solve on A and B (`joint/geometric_stiffness.rs`).
    #[inline(always)]
    pub(super) fn moments(&self) -> [N; 2] {
        let [x, y] = &self.equations;
        let first = x.impulse + x.change;
        match self.measured {
            Measured::Point { .. } => {
                let second = y.impulse + y.change;
                let [[_, _, ra_y], [_, _, minus_rb_y]] = x.jacobian;
                let [[_, _, minus_ra_x], [_, _, rb_x]] = y.jacobian;
                [minus_ra_x * first - ra_y * second, rb_x * first - minus_rb_y * second]
            }
            Measured::Angle { .. } => [N::ZERO; 2],
            Measured::Axis { .. } | Measured::Distance { .. } => {
                [-self.reaches[0] * first, self.reaches[1] * first]
            }
        }
    }

    /// `rate` is the share of an error that rigid rows remove in a second, zero in a relax sweep. From
    /// `velocities` a limit knows which end it will reach first.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn set_bias(&mut self, rate: N, inverse_h: N, velocities: &[Spatial<N>; 2]) {
        let (mode, zero) = (self.mode, N::ZERO);
        let is_upper = if mode == Mode::Limit { self.choose_end(inverse_h, velocities) } else { N::NO };
        let [lower, upper] = self.range;
        let (drive, limit_speed) = (self.drive, self.limit_speed);
        for equation in &mut self.equations[..self.count] {
            let c = equation.error;
            equation.bias = equation.give * equation.impulse
                + match mode {
                    Mode::Rigid => rate * c,
                    Mode::Spring => drive * equation.start_error,
                    Mode::Motor => {
                        // Minus the speed, which brings C to an end of its range at most.
                        let (most, least) = ((c - lower) * inverse_h, (c - upper) * inverse_h);
                        let most = N::select(most.lt(zero), zero, most);
                        let least = N::select(zero.lt(least), zero, least);
                        let drive = N::select(most.lt(drive), most, drive);
                        N::select(drive.lt(least), least, drive)
                    }
                    Mode::Limit => {
                        let c = c - N::select(is_upper, upper, lower);
                        let inwards = N::select(is_upper, -c, c);
                        let back = rate * c;
                        let back = N::select(limit_speed.lt(back), limit_speed, back);
                        let back = N::select(back.lt(-limit_speed), -limit_speed, back);
                        N::select(zero.lt(inwards), c * inverse_h, back)
                    }
                };
        }
    }

    /// Chooses the end of its range that is nearer after a sub-step. Returns where that is the upper one.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn choose_end(&mut self, inverse_h: N, velocities: &[Spatial<N>; 2]) -> N::Mask {
        let zero = N::ZERO;
        let [lower, upper] = self.range;
        let most = N::select(zero.lt(self.bounds[1]), self.bounds[1], -self.bounds[0]);
        let Equation { error, jacobian: [ja, jb], .. } = &self.equations[0];
        let mut velocity = zero;
        for i in 0..3 {
            velocity += ja[i] * velocities[0][i] + jb[i] * velocities[1][i];
        }
        // Both sides are doubled, times the sub-step rate.
        let is_upper = ((lower + upper) * inverse_h).lt((*error * inverse_h + velocity) * N::splat(2.0));
        self.bounds = [N::select(is_upper, -most, zero), N::select(is_upper, zero, most)];
        for equation in &mut self.equations[..self.count] {
            let at_zero = equation.is_bound();
            equation.is_at = [N::and_not(at_zero, is_upper), N::and(at_zero, is_upper)];
        }
        is_upper
    }
}

#[inline(always)]
fn length_jacobian<N: Number>(u: [N; 2], d: [N; 2], ra: [N; 2], rb: [N; 2]) -> [Spatial<N>; 2] {
    let arm_a = cross([ra[0] + d[0], ra[1] + d[1]], u);
    [[-u[0], -u[1], -arm_a], [u[0], u[1], cross(rb, u)]]
}

#[inline(always)]
fn gap<N: Number>(anchors: &[[N; 2]; 2], start: &[N; 2], [a, b]: [&Motion<N>; 2]) -> ([N; 2], [[N; 2]; 2]) {
    let [start_a, start_b] = anchors;
    let (ra, rb) = (a.rotate(*start_a), b.rotate(*start_b));
    let x = (b.displacement[0] - a.displacement[0]) + (rb[0] - start_b[0]) - (ra[0] - start_a[0]);
    let y = (b.displacement[1] - a.displacement[1]) + (rb[1] - start_b[1]) - (ra[1] - start_a[1]);
    ([start[0] + x, start[1] + y], [ra, rb])
}
