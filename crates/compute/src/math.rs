//! Scalar arithmetic whose result does not depend on the platform.
//!
//! IEEE 754 fixes the bits of `+ - * /` and of the square root, and nothing else. The platform's sine and
//! arc tangent differ between systems in the last bit, `mul_add` rounds once where the plain expression
//! rounds twice, and `f32::min` may return either zero. So trigonometry comes from the `libm` crate, which
//! is ordinary Rust arithmetic, and minimum and maximum are a comparison and a select, just as the
//! processor's vector instructions define them.
//!
//! Turned down: polynomials of our own for sine and cosine. `libm` is right to the last bit in all but rare
//! cases, and no hot loop calls it.

/// The square root, rounded to nearest as IEEE 754 asks.
#[inline(always)]
#[must_use]
pub fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
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

/// `x` held between `low` and `high`.
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

    /// Both zeros are equal, so the second operand wins, as in `minps` and `maxps`.
    #[test]
    fn ties_and_nan_give_the_second_operand() {
        assert_eq!(min(0.0, -0.0).to_bits(), (-0.0_f32).to_bits());
        assert_eq!(max(-0.0, 0.0).to_bits(), 0.0_f32.to_bits());
        assert_eq!(min(f32::NAN, 1.0).to_bits(), 1.0_f32.to_bits());
        assert!(max(1.0, f32::NAN).is_nan());
    }

    /// A few values of `libm` as bits: if a platform or a new version gives others, runs recorded earlier
    /// no longer replay, and this is the place to notice. The values are the exact ones, rounded to f32.
    #[test]
    fn trigonometry_has_golden_bits() {
        let (s, c) = sin_cos(1.0);
        assert_eq!((s.to_bits(), c.to_bits()), (0x3f57_6aa4, 0x3f0a_5140));
        let (s, c) = sin_cos(-123.456);
        assert_eq!((s.to_bits(), c.to_bits()), (0x3f4d_cee4, 0xbf18_3f1b));
        assert_eq!(atan2(1.0, -2.0).to_bits(), 0x402b_6374);
    }

    /// Sine and cosine agree with the f64 functions to within one unit in the last place.
    #[test]
    fn trigonometry_is_accurate() {
        for i in -2000..2000 {
            let angle = i as f32 * 0.037;
            let (s, c) = sin_cos(angle);
            let (es, ec) = f64::from(angle).sin_cos();
            assert!((f64::from(s) - es).abs() < 1.2e-7 && (f64::from(c) - ec).abs() < 1.2e-7, "{angle}");
        }
    }
}
