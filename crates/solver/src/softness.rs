//! Soft constraints: a row that acts as a damped spring, stable for every stiffness and every step.
//!
//! A spring of angular frequency w and damping ratio z, integrated with implicit Euler over a step h, is a
//! constraint row with three coefficients that do not depend on the mass:
//!
//! ```text
//!   a1 = 2 z + h w       a2 = h w a1       a3 = 1 / (1 + a2)
//!   bias_rate = w / a1       bias velocity for each metre of error C, 1/s
//!   mass_scale = a2 a3       fraction of the effective mass that is used
//!   impulse_scale = a3       fraction of the accumulated impulse that is removed in each iteration
//!
//!   change of impulse = -m_eff mass_scale (v + bias_rate C) - impulse_scale impulse
//! ```
//!
//! Source: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024. Turned down: Baumgarte's fixed fraction
//! per step (*Sotirov 2022*: 0.2). Its stiffness changes with the step, and it adds energy. The classic
//! solver offers it for comparison.

use core::f32::consts::TAU;

/// The three coefficients of a soft row, see [`Softness::spring`].
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

    /// A spring of `hertz` (above zero) and `damping_ratio` (not negative; 1 is critical), for a step of `h`
    /// seconds.
    #[must_use]
    pub fn spring(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        let omega = TAU * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
