//! Soft constraints: a row that acts as a damped spring, stable for every stiffness and every step.
//!
//! A spring of angular frequency w and damping ratio z acts on an error C of velocity v, by the error `theta`
//! of the way through a step h, and by the velocity after it:
//!
//! ```text
//! impulse = -h m_eff (w^2 (C + theta h v) + 2 z w v)
//!
//! a1 = 2 z + theta h w     a2 = h w a1       a3 = 1 / (1 + a2)
//! bias_rate = w / a1       mass_scale = a2 a3       impulse_scale = a3
//!
//! change of impulse = -m_eff mass_scale (v + bias_rate C) - impulse_scale impulse
//! ```
//!
//! **Contacts and rigid joints** have theta = 1, implicit Euler. **Springs of joints** decay as e^(-z w t): a
//! step multiplies the squared amplitude by a3, so 1 + a2 must be e^(2 z w h), and theta is 2 z^2; without
//! damping that is symplectic Euler. For many springs on a body see [`MOST_DEMAND`].
//!
//! Source: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024, for theta = 1; Hairer, Lubich and
//! Wanner, "Geometric Numerical Integration", 2006, for theta = 0. Baumgarte's fixed fraction per step
//! (*Sotirov 2022*: 0.2), which the crate `textbook` has, adds energy.

use compute::math::{max, min};
use core::f32::consts::TAU;

/// Symplectic Euler keeps energy while the *demand* of a body, the sum of (w h)^2 over its springs
/// (`joint/springs.rs`), is below 4. With theta a spring counts as (1 - 2 theta) (w h)^2, so theta is at
/// least 1 - this / demand. Up to this demand springs have no damping but their own: one of a thirteenth of
/// the rate of steps (w h = 1/2), or four of half that. With 1/2, rods that spin on springs may gain energy.
const MOST_DEMAND: f32 = 0.25;

/// A row without any damping has no finite bias rate. It takes at most 0.16% of the amplitude in ten periods.
const LEAST_THETA: f32 = 1e-4;

/// The three coefficients of a soft row.
///
/// ```
/// use solver::Softness;
///
/// // 30 Hz, critically damped, in sub-steps of 1/240 s: 69% of the effective mass is used.
/// let softness = Softness::spring(30.0, 1.0, 1.0 / 240.0);
/// assert!((softness.mass_scale - 0.686).abs() < 1e-3);
/// // The effective mass that is not used is the rate at which the impulse leaks.
/// assert!((softness.mass_scale + softness.impulse_scale - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Bias velocity for each unit of error, 1/s.
    pub bias_rate: f32,
    /// Fraction of the effective mass that is used, 0 to 1.
    pub mass_scale: f32,
    /// Fraction of the accumulated impulse that is removed in each iteration, 0 to 1.
    pub impulse_scale: f32,
}

impl Softness {
    /// A rigid row without bias: it removes the velocity error and ignores the position error.
    pub const RIGID: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    /// A contact or a rigid joint of `hertz` (above zero) and `damping_ratio` (not negative; 1 is critical),
    /// for a step of `h` seconds.
    #[must_use]
    pub fn spring(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        Self::blended(TAU * hertz, damping_ratio, h, 1.0)
    }

    /// A spring of a joint that decays as its damping ratio says, with the arguments of [`Softness::spring`],
    /// which it equals from a damping ratio of 0.71 on. `demand` is the sum of (w h)^2 over all springs on
    /// its body.
    pub(crate) fn oscillator(hertz: f32, damping_ratio: f32, h: f32, demand: f32) -> Self {
        let decaying = min(2.0 * damping_ratio * damping_ratio, 1.0);
        let stable = if demand > MOST_DEMAND { 1.0 - MOST_DEMAND / demand } else { 0.0 };
        Self::blended(TAU * hertz, damping_ratio, h, max(max(decaying, stable), LEAST_THETA))
    }

    fn blended(w: f32, damping_ratio: f32, h: f32, theta: f32) -> Self {
        let a1 = 2.0 * damping_ratio + theta * h * w;
        let a2 = h * w * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { bias_rate: w / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A unit mass on one soft row makes the implicit Euler step of the damped spring,
    /// v' = (v - h w^2 x) / (1 + 2 z h w + h^2 w^2), if the row starts each step without an impulse.
    #[test]
    fn soft_row_is_the_implicit_euler_step_of_a_spring() {
        let (h, hertz, zeta) = (1.0 / 240.0, 3.0, 0.3);
        let (mut x, mut v) = (0.4_f32, -0.7_f32);
        let s = Softness::spring(hertz, zeta, h);
        let w = TAU * hertz;
        for _ in 0..5 {
            let expected = (v - h * w * w * x) / (1.0 + 2.0 * zeta * h * w + h * h * w * w);
            v -= s.mass_scale * (v + s.bias_rate * x);
            assert!((v - expected).abs() < 1e-5, "{v} {expected}");
            x += h * v;
        }
    }

    /// From a damping ratio of 0.71 on, the damping of implicit Euler is less than that of the closed form.
    #[test]
    fn oscillator_with_much_damping_is_the_implicit_spring() {
        for (hertz, ratio) in [(2.0, 0.71), (2.0, 1.0), (50.0, 5.0)] {
            assert_eq!(Softness::oscillator(hertz, ratio, 0.01, 0.0), Softness::spring(hertz, ratio, 0.01));
        }
    }

    proptest! {
        /// The spring of a joint has the stiffness of its frequency, at least the damping of its ratio, and
        /// at most that of implicit Euler. However many equal springs a body has, what they count as is never
        /// more than the most demand.
        #[test]
        fn oscillator_has_its_stiffness_and_little_more_than_its_damping(
            log_hertz in -6.0_f32..6.0, ratio in prop_oneof![Just(0.0_f32), 0.0_f32..10.0],
            log_h in -5.0_f32..0.0, count in 1_u16..1000,
        ) {
            let (hertz, h) = (10.0_f32.powf(log_hertz), 10.0_f32.powf(log_h));
            let demand = f32::from(count) * (TAU * hertz * h) * (TAU * hertz * h);
            let s = Softness::oscillator(hertz, ratio, h, demand);
            let (w, h, ratio) = (f64::from(TAU * hertz), f64::from(h), f64::from(ratio));
            let [bias_rate, used, removed] = [s.bias_rate, s.mass_scale, s.impulse_scale].map(f64::from);
            // h^2 w^2 and 2 z w h + theta h^2 w^2.
            let (stiffness, damping) = (bias_rate * h * used / removed, used / removed);
            let angle = w * h;
            prop_assert!((stiffness / (angle * angle) - 1.0).abs() < 1e-4, "{} {}", stiffness, angle);
            let own = 2.0 * ratio * angle;
            prop_assert!(damping >= own * 0.9999 && damping <= (own + angle * angle) * 1.0001);
            let counts = f64::from(count) * (stiffness - 2.0 * damping);
            prop_assert!(counts <= f64::from(MOST_DEMAND) * 1.001, "{}", counts);
        }
    }
}
