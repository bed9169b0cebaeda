//! Cosine and sine of the angle by which a body turns in a step, in lanes and as a scalar, with the same bits.
//!
//! ```text
//!   a' = a - 2 pi round(a / 2 pi)      in [-pi, pi]
//!   c, s of a'/4                       Taylor polynomials up to the power 6 and 7
//!   c, s -> c c - s s, 2 s c           twice: the angle is doubled twice
//! ```
//!
//! The polynomials err by (pi/4)^7 / 5040 at most, so the result errs by less than 1e-4 at any angle, and by
//! less than rounding below one radian. Trigonometry of `libm` is exact but scalar.
//!
//! Turned down: the polynomials alone, up to the power 4. Their error, angle^5 / 120, is 6 degrees in a
//! sub-step of a wheel at 400 rad/s.

use super::Lanes;
use core::ops::{Add, Mul, Sub};

/// Adding and subtracting it rounds a number below 2^22 to the nearest integer.
const ROUNDER: f32 = 12_582_912.0;

/// The constants of the formulas, in the order in which [`formula`] reads them.
const CONSTANTS: [f32; 11] = [
    core::f32::consts::FRAC_1_PI * 0.5,
    ROUNDER,
    core::f32::consts::TAU,
    0.25,
    1.0,
    1.0 / 6.0,
    1.0 / 20.0,
    1.0 / 42.0,
    0.5,
    1.0 / 12.0,
    1.0 / 30.0,
];

/// The formulas of the head of this file, for a number or for lanes.
#[inline(always)]
fn formula<T>(angle: T, constants: &[T; 11]) -> [T; 2]
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
{
    let &[per_turn, rounder, turn, quarter, one, s3, s5, s7, half, c4, c6] = constants;
    let turns = (angle * per_turn + rounder) - rounder;
    let a = (angle - turns * turn) * quarter;
    let square = a * a;
    let mut sin = a * (one - square * s3 * (one - square * s5 * (one - square * s7)));
    let mut cos = one - square * half * (one - square * c4 * (one - square * c6));
    let mut doublings = 0;
    while doublings < 2 {
        let product = sin * cos;
        cos = cos * cos - sin * sin;
        sin = product + product;
        doublings += 1;
    }
    [cos, sin]
}

/// Cosine and sine of angles, rad, below 10^6 by amount. The error is below 1e-4, and below 1e-6 for angles
/// up to one radian.
#[inline(always)]
#[must_use]
pub fn cos_sin<L: Lanes>(angle: L) -> [L; 2] {
    let mut constants = [angle; 11];
    let mut i = 0;
    while i < constants.len() {
        constants[i] = L::splat(CONSTANTS[i]);
        i += 1;
    }
    formula(angle, &constants)
}

/// [`cos_sin`] of one angle, with the same bits.
///
/// ```
/// let [cos, sin] = compute::lanes::cos_sin_scalar(0.5);
/// assert!((cos - 0.5_f32.cos()).abs() < 1e-6 && (sin - 0.5_f32.sin()).abs() < 1e-6);
/// ```
#[inline(always)]
#[must_use]
pub fn cos_sin_scalar(angle: f32) -> [f32; 2] {
    formula(angle, &CONSTANTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Column;
    use crate::{Kernel, LANES, Width};

    struct CosSin(Column);

    impl Kernel for CosSin {
        type Output = [Column; 2];

        #[inline(always)]
        fn run<L: Lanes>(self) -> [Column; 2] {
            let mut results = [[0.0; LANES]; 2];
            let [cos, sin] = cos_sin(L::load(&self.0));
            cos.store(&mut results[0]);
            sin.store(&mut results[1]);
            results
        }
    }

    /// Angles from a nanoradian to a thousand turns, of both signs: the error is as promised, and all widths
    /// give the bits of the scalar.
    #[test]
    fn cosine_and_sine_are_near_and_have_the_same_bits_on_all_widths() {
        let angles = (0..4000).map(|i| {
            let size = 1e-9_f32 * 10.0_f32.powf(i as f32 * (13.0 / 4000.0));
            if i % 2 == 0 { size } else { -size }
        });
        for angle in angles.chain([0.0]) {
            let scalar = cos_sin_scalar(angle);
            let exact = [f64::from(angle).cos(), f64::from(angle).sin()];
            let most = if angle.abs() <= 1.0 { 1e-6 } else { 1e-4 + 1e-6 * f64::from(angle.abs()) };
            for (found, exact) in scalar.into_iter().zip(exact) {
                assert!((f64::from(found) - exact).abs() < most, "{angle}: {found} for {exact}");
            }
            if angle.abs() < 0.01 && angle != 0.0 {
                assert!((scalar[1] / angle - 1.0).abs() < 2e-5, "{angle}: a small turn is not lost");
            }
            for width in Width::all() {
                let [cos, sin] = width.run(CosSin([angle; LANES]));
                assert_eq!([cos[3].to_bits(), sin[3].to_bits()], scalar.map(f32::to_bits));
            }
        }
    }
}
