//! A constraint as a damped spring, in a form that is stable for any stiffness and step.
//!
//! A spring of angular frequency w and damping ratio z, integrated implicitly over a step h, acts like a
//! constraint row with three coefficients that do not depend on the mass:
//!
//! ```text
//!   a1 = 2 z + h w       a2 = h w a1       a3 = 1 / (1 + a2)
//!   bias_rate = w / a1       how fast an error is worked off, 1/s
//!   mass_scale = a2 a3       how much of the effective mass is used
//!   impulse_scale = a3       how much of the accumulated impulse leaks away
//!
//!   d = -m_eff (mass_scale v + mass_scale bias_rate C) - impulse_scale impulse
//! ```
//!
//! Source: Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024.
//! Turned down: Baumgarte's fixed fraction per step (seed 001: 0.2), which is a stiffness that changes with
//! the step and adds energy; the classic solver offers it for comparison.

use core::f32::consts::TAU;

/// The three coefficients of a soft row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Rate at which an error is worked off, 1/s.
    pub bias_rate: f32,
    /// Fraction of the effective mass in use, 0 to 1.
    pub mass_scale: f32,
    /// Fraction of the accumulated impulse that leaks away, 0 to 1.
    pub impulse_scale: f32,
}

impl Softness {
    /// No spring: the velocity error is removed, the position error left alone.
    pub const RIGID: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    /// A spring of `hertz` (above zero) and `damping_ratio` (not negative), for a step of `h` seconds.
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

    /// One mass on one soft row is the implicit Euler step of the damped spring:
    /// v' = (v - h w^2 x) / (1 + 2 z h w + h^2 w^2).
    #[test]
    fn a_row_is_the_implicit_spring() {
        let (h, hertz, zeta) = (1.0 / 240.0, 3.0, 0.3);
        let (mut x, mut v, mut impulse) = (0.4_f32, -0.7_f32, 0.0_f32);
        let s = Softness::spring(hertz, zeta, h);
        let w = TAU * hertz;
        for _ in 0..5 {
            let expected = (v - h * w * w * x) / (1.0 + 2.0 * zeta * h * w + h * h * w * w);
            // Without warm starting: the impulse of this step alone.
            impulse *= 0.0;
            impulse += -(s.mass_scale * (v + s.bias_rate * x)) - s.impulse_scale * impulse;
            v += impulse;
            assert!((v - expected).abs() < 1e-5, "{v} {expected}");
            x += h * v;
        }
    }
}
