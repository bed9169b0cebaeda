//! The modes of eight rows in columns: rigid rows, springs, limits and motors share a block.
//!
//! ```text
//! new impulse = clamp(old - m mass_scale (v + bias + give old) - impulse_scale old, min, max)
//!
//!          bias                     mass_scale, impulse_scale
//! rigid    bias_rate C              joint softness in biased sweeps, 1 and 0 in relax sweeps
//! spring   bias_rate C0             1 and 0; only springs have a give (`springs.rs`)
//! motor    -speed                   1 and 0; brings C at most to an end of its range
//! limit    C' / h while C' is open  1 and 0: may just bring C' to zero
//!          bias_rate C' if not      1 and 0 up to `STIFF_TIME`, then as rigid; bounded, of
//!                                   angles with impulse_scale old / (m mass_scale)
//!
//! v = dC/dt; h the sub-step; m = 1 / (K + give); C0 = C when the sub-step began;
//! C' = C - lower, open if > 0, or C - upper, open if < 0
//! ```
//!
//! A spring uses C0: with the error after the motion, a relax sweep would damp it by w^2 h^2 in each
//! sub-step. A limit takes max(lower, min(0, upper)) of the impulses of its two ends; C / h of an open limit
//! is that of Box2D's speculative contacts.

use super::body_pair::ZERO;
use super::rows::{JointRows, RowMode};
use super::springs::Substep;
use crate::{BodyInput, Softness};
use compute::lanes::Column;
use compute::math::{max, min};
use compute::{LANES, Lanes};

/// s. A limit exceeded by less than this time times its greatest speed (by default 0.15 mm) is not softened:
/// what is hit at its limit must not pass it. Beyond, it has the softness of rigid rows, because loads and
/// limits that contradict each other would shake the bodies.
const STIFF_TIME: f32 = 1e-4;

#[derive(Clone, Copy, Debug)]
pub(super) struct SoftnessColumns {
    /// 1 for rows with the softness of the sweep (rigid ones and limits), else 0.
    rigid: Column,
    /// Of springs, 1/s; zero for other rows.
    bias_rate: Column,
    /// Of a [`Spring`](super::springs::Spring): give = part 0 + part 1 times K.
    give_parts: [Column; 2],
    /// 1/kg or 1/(kg m^2).
    give: Column,
}

#[derive(Clone, Copy)]
pub(super) struct SoftnessLanes<L> {
    pub(super) bias_rate: L,
    pub(super) mass_scale: L,
    pub(super) impulse_scale: L,
    pub(super) give: L,
}

impl<L: Lanes> SoftnessLanes<L> {
    #[inline(always)]
    pub(super) fn splat(softness: &Softness) -> Self {
        Self {
            bias_rate: L::splat(softness.bias_rate),
            mass_scale: L::splat(softness.mass_scale),
            impulse_scale: L::splat(softness.impulse_scale),
            give: L::splat(0.0),
        }
    }
}

impl SoftnessColumns {
    pub(super) const RIGID: Self =
        Self { rigid: [1.0; LANES], bias_rate: ZERO, give_parts: [ZERO; 2], give: ZERO };

    /// Of a lane that was rigid.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        lane: usize,
        rows: &JointRows,
        inputs: [&BodyInput; 2],
        substep: Substep<'_>,
    ) {
        match rows.mode {
            RowMode::Rigid | RowMode::Limit { .. } => {}
            RowMode::Spring { hertz, damping_ratio } => {
                self.rigid[lane] = 0.0;
                let spring = substep.spring(rows, inputs, hertz, damping_ratio);
                self.bias_rate[lane] = spring.bias_rate;
                for (parts, part) in self.give_parts.iter_mut().zip(spring.give) {
                    parts[lane] = part;
                }
            }
            RowMode::Motor { .. } => self.rigid[lane] = 0.0,
        }
    }

    #[inline(always)]
    pub(super) fn evaluate_give<L: Lanes>(&mut self, k: L) -> L {
        let give = L::load(&self.give_parts[0]) + L::load(&self.give_parts[1]) * k;
        give.store(&mut self.give);
        give
    }

    pub(super) fn is_rigid(&self, lane: usize) -> bool {
        self.rigid[lane] > 0.0
    }

    #[inline(always)]
    pub(super) fn load_is_rigid<L: Lanes>(&self) -> L::Mask {
        L::splat(0.0).lt(L::load(&self.rigid))
    }

    #[inline(always)]
    pub(super) fn load<L: Lanes>(&self, rigid: &Softness) -> SoftnessLanes<L> {
        let is_rigid = L::load(&self.rigid);
        SoftnessLanes {
            bias_rate: L::load(&self.bias_rate) + is_rigid * L::splat(rigid.bias_rate),
            mass_scale: L::select(self.load_is_rigid::<L>(), L::splat(rigid.mass_scale), L::splat(1.0)),
            impulse_scale: is_rigid * L::splat(rigid.impulse_scale),
            give: L::load(&self.give),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RowModeColumns {
    pub(super) softness: SoftnessColumns,
    limit: Column,
    /// Of limits and motors, m or rad.
    range: [Column; 2],
    /// Of limits, m/s or rad/s.
    limit_speed: Column,
    /// Of a motor, m/s or rad/s; 0 for other modes.
    speed: Column,
    /// Of a sub-step, N s or N m s.
    min_impulse: Column,
    max_impulse: Column,
    pub(super) impulse: Column,
}

impl RowModeColumns {
    pub(super) const EMPTY: Self = Self {
        softness: SoftnessColumns::RIGID,
        limit: ZERO,
        range: [ZERO; 2],
        limit_speed: ZERO,
        speed: ZERO,
        min_impulse: ZERO,
        max_impulse: ZERO,
        impulse: ZERO,
    };

    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        lane: usize,
        rows: &JointRows,
        inputs: [&BodyInput; 2],
        substep: Substep<'_>,
    ) {
        self.softness.fill(lane, rows, inputs, substep);
        let h = substep.h;
        (self.limit[lane], self.speed[lane]) = match rows.mode {
            RowMode::Limit { .. } => (1.0, 0.0),
            RowMode::Motor { speed, .. } => (0.0, speed),
            RowMode::Rigid | RowMode::Spring { .. } => (0.0, 0.0),
        };
        [self.range[0][lane], self.range[1][lane]] = rows.mode.range();
        self.limit_speed[lane] = rows.limit_speed(substep.push_out_speed);
        let [min_force, max_force] = rows.force_bounds;
        (self.min_impulse[lane], self.max_impulse[lane]) = (min_force * h, max_force * h);
        self.impulse[lane] = rows.impulse[0];
    }

    /// From velocity (m/s or rad/s), errors now and when the sub-step began (m or rad), effective mass (kg or
    /// kg m^2), the softness of rigid rows in this sweep, and 1 / h.
    #[inline(always)]
    pub(super) fn new_impulse<L: Lanes, const IS_ANGLE: bool>(
        &self,
        velocity: L,
        [error, start_error]: [L; 2],
        effective_mass: L,
        rigid: &Softness,
        inverse_h: f32,
    ) -> L {
        let zero = L::splat(0.0);
        let SoftnessLanes { bias_rate, mass_scale, impulse_scale, give } = self.softness.load::<L>(rigid);
        let old = L::load(&self.impulse);
        let [below, above] = [error - L::load(&self.range[0]), error - L::load(&self.range[1])];
        // To the ends of the range within the sub-step.
        let per_step = L::splat(inverse_h);
        let [to_lower, to_upper] = [below * per_step, above * per_step];
        let start = L::select(self.softness.load_is_rigid::<L>(), error, start_error);
        let speed = L::load(&self.speed).clamp(zero.min(zero - to_lower), zero.max(zero - to_upper));
        let target = velocity + (bias_rate * start - speed) + give * old;
        let new = old - effective_mass * mass_scale * target - impulse_scale * old;
        // Max at the lower end and min at the upper one choose C' / h while the end is open, and bias_rate C'
        // once it is exceeded, because bias_rate is at most 1 / h.
        let beyond = (zero - below).max(above);
        let most = L::load(&self.limit_speed);
        let is_soft = (most * L::splat(STIFF_TIME)).lt(beyond);
        let mass = effective_mass * L::select(is_soft, mass_scale, L::splat(1.0));
        let leak = L::select(is_soft, impulse_scale, zero) * old;
        let (stiffness, most) = (mass * bias_rate, mass * most);
        // A bound of the bias alone lets the softness bound the impulse, too, at about 300 weights of the
        // bodies for a length and thirty for an angle: less than a limb bears on which another person lies.
        let (inside, outside) = if IS_ANGLE { (leak, zero) } else { (zero, leak) };
        let from_lower = (mass * to_lower).max((stiffness * below + inside).max(zero - most));
        let from_upper = (mass * to_upper).min((stiffness * above + inside).min(most));
        let free = old - mass * velocity - outside;
        let [lower, upper] = [free - from_lower, free - from_upper];
        let is_limit = zero.lt(L::load(&self.limit));
        let new = L::select(is_limit, lower.max(zero.min(upper)), new);
        new.clamp(L::load(&self.min_impulse), L::load(&self.max_impulse))
    }

    /// Zero for springs, motors and limits within their range.
    pub(super) fn error_to_correct(&self, lane: usize, error: f32) -> f32 {
        let [below, above] = self.range.map(|end| error - end[lane]);
        if !self.softness.is_rigid(lane) {
            0.0
        } else if self.limit[lane] == 0.0 {
            error
        } else {
            min(below, 0.0) + max(above, 0.0)
        }
    }
}
