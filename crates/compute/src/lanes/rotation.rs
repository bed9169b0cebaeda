//! The rotation by which a body turns in a step, in lanes and as a scalar, with the same bits.
//!
//! ```text
//!   x = (a - 2 pi round(a / 2 pi)) / 4        in [-pi/4, pi/4]
//!   t = x + x^3/3 + 2 x^5/15 + 17 x^7/315     tan x by its Taylor polynomial
//!   z = 1 + i t                               points along the angle a/4, with a length above one
//!   z^4 / |z^4|                               the rotation: squared twice, then normalised
//! ```
//!
//! The error is 0.09 x^9 rad, below 1e-6 for angles up to one radian, 2e-4 up to two, and 7 mrad at half a
//! turn. Taylor polynomials of sine and cosine up to the power 4 would err by 6 degrees in a sub-step of a
//! wheel at 400 rad/s, and `libm` is exact but scalar.

use super::Lanes;
use crate::math::sqrt;
use core::ops::{Add, Mul, Sub};

/// Adding and subtracting it rounds a number below 2^22 to the nearest integer.
const ROUNDER: f32 = 12_582_912.0;

/// In the order in which [`unscaled`] reads them.
const CONSTANTS: [f32; 8] = [
    core::f32::consts::FRAC_1_PI * 0.5,
    ROUNDER,
    core::f32::consts::TAU,
    0.25,
    1.0,
    1.0 / 3.0,
    2.0 / 15.0,
    17.0 / 315.0,
];

/// Cosine and sine but for the length, which lies between 1 and 4.
#[inline(always)]
fn unscaled<T>(angle: T, constants: &[T; 8]) -> [T; 2]
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
{
    let &[per_turn, rounder, turn, quarter, one, t3, t5, t7] = constants;
    let turns = (angle * per_turn + rounder) - rounder;
    let x = (angle - turns * turn) * quarter;
    let square = x * x;
    let tangent = x * (one + square * (t3 + square * (t5 + square * t7)));
    let (cos, sin) = (one - tangent * tangent, tangent + tangent);
    let product = cos * sin;
    [cos * cos - sin * sin, product + product]
}

#[inline(always)]
fn constants<L: Lanes>() -> [L; 8] {
    let mut constants = [L::splat(0.0); 8];
    let mut i = 0;
    while i < constants.len() {
        constants[i] = L::splat(CONSTANTS[i]);
        i += 1;
    }
    constants
}

/// Cosine and sine of angles, rad, of magnitude below 10^6.
#[inline(always)]
#[must_use]
pub fn cos_sin<L: Lanes>(angle: L) -> [L; 2] {
    let [cos, sin] = unscaled(angle, &constants());
    let scale = L::splat(1.0) / (cos * cos + sin * sin).sqrt();
    [cos * scale, sin * scale]
}

/// Rotations, as cosine and sine, turned by angles, rad, of magnitude below 10^6.
#[inline(always)]
#[must_use]
pub fn turned<L: Lanes>([cos, sin]: [L; 2], angle: L) -> [L; 2] {
    let [c, s] = unscaled(angle, &constants());
    let (cos, sin) = (cos * c - sin * s, sin * c + cos * s);
    let scale = L::splat(1.0) / (cos * cos + sin * sin).sqrt();
    [cos * scale, sin * scale]
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
    let [cos, sin] = unscaled(angle, &CONSTANTS);
    let scale = 1.0 / sqrt(cos * cos + sin * sin);
    [cos * scale, sin * scale]
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
            let turn = f64::from(angle).rem_euclid(std::f64::consts::TAU);
            let turn = turn.min(std::f64::consts::TAU - turn);
            let most = 5e-7 + 0.1 * (0.25 * turn).powi(9) + 1e-6 * f64::from(angle.abs());
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
