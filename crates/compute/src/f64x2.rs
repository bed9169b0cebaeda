//! Two `f64` in one register, with instructions that every processor of the platform has.
//!
//! For two rows of one small system: the normal and the tangent of a contact point. Like a
//! [`Quad`](crate::Quad), it is an ordinary value with the bits of the scalar formula on every platform, and
//! an array where there are no registers. Plain arrays take 1.19 times the instructions
//! (`docs/experiments/compute.md`).

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[path = "f64x2/neon.rs"]
mod imp;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
#[path = "f64x2/plain.rs"]
mod imp;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "f64x2/simd128.rs"]
mod imp;
#[cfg(target_arch = "x86_64")]
#[path = "f64x2/sse2.rs"]
mod imp;
#[cfg(test)]
mod plain;

use imp::Register;

/// Two `f64`, each computed independently of the other.
///
/// ```
/// use compute::F64x2;
/// let (v, w) = (F64x2::new([1.0, 2.0]), F64x2::new([3.0, 4.0]));
/// assert_eq!((v * w - v).numbers(), [2.0, 6.0]);
/// assert_eq!([v.firsts(w).numbers(), v.seconds(w).numbers()], [[1.0, 3.0], [2.0, 4.0]]);
/// assert_eq!(v.lt(F64x2::splat(2.0)).bits(), 0b01);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct F64x2(Register);

/// A truth value for each number of an [`F64x2`].
#[derive(Clone, Copy, Debug)]
pub struct F64x2Mask(Register);

crate::register::operations!(F64x2, F64x2Mask, [f64; 2], Add add, Sub sub, Mul mul);

impl F64x2 {
    /// The same number twice.
    #[inline(always)]
    #[must_use]
    pub fn splat(x: f64) -> Self {
        Self::new([x; 2])
    }

    /// The absolute value of each number.
    #[inline(always)]
    #[must_use]
    pub fn abs(self) -> Self {
        Self(imp::abs(self.0))
    }

    /// True where `self == other`; false for NaN.
    #[inline(always)]
    #[must_use]
    pub fn eq(self, other: Self) -> F64x2Mask {
        F64x2Mask(imp::equal(self.0, other.0))
    }

    /// The first numbers of both.
    #[inline(always)]
    #[must_use]
    pub fn firsts(self, other: Self) -> Self {
        Self(imp::firsts(self.0, other.0))
    }

    /// The second numbers of both.
    #[inline(always)]
    #[must_use]
    pub fn seconds(self, other: Self) -> Self {
        Self(imp::seconds(self.0, other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{imp, plain};
    use proptest::prelude::*;

    const SPECIAL: [f64; 8] =
        [0.0, -0.0, 1.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE];

    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![prop::sample::select(&SPECIAL[..]), any::<i16>().prop_map(|n| f64::from(n) / 128.0)]
    }

    /// Equal to the bit, or both NaN: IEEE 754 does not define the payload of NaN.
    fn same(a: [f64; 2], b: [f64; 2]) -> bool {
        a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
    }

    proptest! {
        /// Every operation on the registers of this platform gives the bits of the same operation on arrays.
        #[test]
        fn register_operations_equal_array_operations(
            a in [number(), number()], b in [number(), number()],
        ) {
            let (x, y) = (imp::new(a), imp::new(b));
            let numbers = imp::numbers;
            prop_assert!(same(numbers(x), plain::numbers(plain::new(a))));
            prop_assert!(same(numbers(imp::add(x, y)), plain::add(a, b)));
            prop_assert!(same(numbers(imp::sub(x, y)), plain::sub(a, b)));
            prop_assert!(same(numbers(imp::mul(x, y)), plain::mul(a, b)));
            prop_assert!(same(numbers(imp::min(x, y)), plain::min(a, b)));
            prop_assert!(same(numbers(imp::max(x, y)), plain::max(a, b)));
            prop_assert!(same(numbers(imp::negated(x)), plain::negated(a)));
            prop_assert!(same(numbers(imp::abs(x)), plain::abs(a)));
            prop_assert!(same(numbers(imp::firsts(x, y)), plain::firsts(a, b)));
            prop_assert!(same(numbers(imp::seconds(x, y)), plain::seconds(a, b)));
            let masks = [imp::less(x, y), imp::less_or_equal(x, y), imp::equal(x, y)];
            let plain_masks = [plain::less(a, b), plain::less_or_equal(a, b), plain::equal(a, b)];
            for (mask, plain_mask) in masks.into_iter().zip(plain_masks) {
                prop_assert_eq!(imp::bits(mask), plain::bits(plain_mask));
                prop_assert!(same(numbers(imp::select(mask, x, y)), plain::select(plain_mask, a, b)));
            }
            let [less, less_or_equal, equal] = masks;
            let [plain_less, plain_less_or_equal, plain_equal] = plain_masks;
            prop_assert_eq!(imp::bits(imp::or(less, equal)), plain::bits(plain::or(plain_less, plain_equal)));
            // Less, and less or equal: both are true where the first is.
            prop_assert_eq!(imp::bits(imp::and(less, less_or_equal)), plain::bits(plain_less));
            prop_assert_eq!(plain::bits(plain::and(plain_less, plain_less_or_equal)), plain::bits(plain_less));
            prop_assert_eq!(imp::bits(imp::and(less, equal)), 0);
        }
    }
}
