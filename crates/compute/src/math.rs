//! Scalar arithmetic whose result does not depend on the platform.
//!
//! IEEE 754 defines the bits of `+ - * /` and of the square root, and of no other function. The platform's
//! sine and arc tangent differ between systems in the last bit, `mul_add` rounds once where the plain
//! expression rounds twice, and `f32::min` may return either zero. So trigonometry comes from the `libm`
//! crate, which is ordinary Rust arithmetic, and minimum and maximum are a comparison and a select, as in
//! vector instructions.
//!
//! ```
//! use compute::math::{atan2, clamp, min, sin_cos};
//! let (sin, cos) = sin_cos(1.0);
//! assert!((atan2(sin, cos) - 1.0).abs() < 1e-6);
//! assert_eq!(min(f32::NAN, 2.0), 2.0);
//! assert_eq!(clamp(7.0, 0.0, 5.0), 5.0);
//! ```

/// The square root, rounded to nearest as IEEE 754 requires.
#[inline(always)]
#[must_use]
pub fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

/// [`sqrt`] of an `f64`.
#[inline(always)]
#[must_use]
pub fn sqrt_f64(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

/// The smaller of two numbers; `b` if they are equal or either is NaN.
#[inline(always)]
#[must_use]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers; `b` if they are equal or either is NaN.
#[inline(always)]
#[must_use]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `x` limited to the range from `low` to `high`.
#[inline(always)]
#[must_use]
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    min(max(x, low), high)
}

/// Sine and cosine of an angle in radians.
#[inline]
#[must_use]
pub fn sin_cos(angle: f32) -> (f32, f32) {
    libm::sincosf(angle)
}

/// The angle of the vector (`x`, `y`) from the x axis, in (-pi, pi].
#[inline]
#[must_use]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both zeros are equal, so the result is the second operand, as for the instructions `minps` and
    /// `maxps`.
    #[test]
    fn min_and_max_of_equal_numbers_or_nan_give_the_second_operand() {
        assert_eq!(min(0.0, -0.0).to_bits(), (-0.0_f32).to_bits());
        assert_eq!(max(-0.0, 0.0).to_bits(), 0.0_f32.to_bits());
        assert_eq!(min(f32::NAN, 1.0).to_bits(), 1.0_f32.to_bits());
        assert!(max(1.0, f32::NAN).is_nan());
    }

    /// If a platform or a new version of `libm` gives other bits, earlier recordings can no longer be
    /// replayed, and this test shows it. The expected values are the exact ones, rounded to f32.
    #[test]
    fn trigonometry_gives_the_recorded_bits() {
        let (s, c) = sin_cos(1.0);
        assert_eq!((s.to_bits(), c.to_bits()), (0x3f57_6aa4, 0x3f0a_5140));
        let (s, c) = sin_cos(-123.456);
        assert_eq!((s.to_bits(), c.to_bits()), (0x3f4d_cee4, 0xbf18_3f1b));
        assert_eq!(atan2(1.0, -2.0).to_bits(), 0x402b_6374);
    }

    #[test]
    fn sine_and_cosine_differ_from_f64_by_at_most_one_unit_in_the_last_place() {
        for i in -2000..2000 {
            let angle = i as f32 * 0.037;
            let (s, c) = sin_cos(angle);
            let (es, ec) = f64::from(angle).sin_cos();
            assert!((f64::from(s) - es).abs() < 1.2e-7 && (f64::from(c) - ec).abs() < 1.2e-7, "{angle}");
        }
    }
}
