//! Four `f32` at a time: the width that every processor of its kind has, so that nothing is chosen when the program
//! runs and no [`Kernel`](crate::Kernel) has to be entered.
//!
//! For what is decided in a few instructions between two jumps, a search down a tree above all: eight lanes would have to
//! take the whole search into a kernel, visitors included. On x86-64 it is one SSE2 register, elsewhere an array;
//! the same IEEE operations in each lane either way.
//!
//! Turned down: leaving it to the compiler, which turns four comparisons of columns into four times four of
//! single numbers, and as many jumps.

#![allow(unsafe_code)]

use core::ops::{Add, BitAnd, Div, Mul, Sub};

#[cfg(target_arch = "x86_64")]
use x86 as machine;

#[cfg(not(target_arch = "x86_64"))]
use array as machine;

/// Four numbers, each computed on its own.
#[derive(Clone, Copy, Debug)]
pub struct Four(machine::Numbers);

/// A truth value for each of four numbers.
#[derive(Clone, Copy, Debug)]
pub struct FourMask(machine::Truths);

impl Four {
    /// The same number four times.
    #[inline(always)]
    #[must_use]
    pub fn splat(x: f32) -> Self {
        Self(machine::splat(x))
    }

    /// The numbers of an array.
    #[inline(always)]
    #[must_use]
    pub fn load(column: &[f32; 4]) -> Self {
        Self(machine::load(column))
    }

    /// As an array.
    #[inline(always)]
    #[must_use]
    pub fn to_array(self) -> [f32; 4] {
        machine::store(self.0)
    }

    /// `if self < other { self } else { other }` of each.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(machine::min(self.0, other.0))
    }

    /// `if self > other { self } else { other }` of each.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(machine::max(self.0, other.0))
    }

    /// Where `self <= other`; false for NaN.
    #[inline(always)]
    #[must_use]
    pub fn le(self, other: Self) -> FourMask {
        FourMask(machine::le(self.0, other.0))
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident)*) => {
        $(impl $trait for Four {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(machine::$method(self.0, other.0))
            }
        })*
    };
}
operator! { Add add Sub sub Mul mul Div div }

impl BitAnd for FourMask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(machine::and(self.0, other.0))
    }
}

impl FourMask {
    /// A bit for each, the lowest for the first.
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u8 {
        machine::bits(self.0)
    }
}

/// Safety, for every `unsafe` block of this module: SSE and SSE2 are part of x86-64, and [`load`] and [`store`] read and
/// write the sixteen bytes of an array behind a reference, at any alignment.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    pub(super) type Numbers = __m128;
    pub(super) type Truths = __m128;

    #[inline(always)]
    pub(super) fn splat(x: f32) -> Numbers {
        // SAFETY: see the module.
        unsafe { _mm_set1_ps(x) }
    }

    #[inline(always)]
    pub(super) fn load(column: &[f32; 4]) -> Numbers {
        // SAFETY: see the module.
        unsafe { _mm_loadu_ps(column.as_ptr()) }
    }

    #[inline(always)]
    pub(super) fn store(x: Numbers) -> [f32; 4] {
        let mut column = [0.0; 4];
        // SAFETY: see the module.
        unsafe { _mm_storeu_ps(column.as_mut_ptr(), x) };
        column
    }

    #[inline(always)]
    pub(super) fn bits(x: Truths) -> u8 {
        // SAFETY: see the module.
        unsafe { _mm_movemask_ps(x) as u8 }
    }

    macro_rules! binary {
        ($($name:ident $intrinsic:ident)*) => {
            $(#[inline(always)]
            pub(super) fn $name(a: __m128, b: __m128) -> __m128 {
                // SAFETY: see the module.
                unsafe { $intrinsic(a, b) }
            })*
        };
    }
    binary! { add _mm_add_ps sub _mm_sub_ps mul _mm_mul_ps div _mm_div_ps min _mm_min_ps max _mm_max_ps le _mm_cmple_ps and _mm_and_ps }
}

/// The reference: what the register must equal, bit for bit.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod array {
    use crate::math;
    use core::array::from_fn;

    pub(super) type Numbers = [f32; 4];
    pub(super) type Truths = [bool; 4];

    #[inline(always)]
    pub(super) fn splat(x: f32) -> Numbers {
        [x; 4]
    }

    #[inline(always)]
    pub(super) fn load(column: &[f32; 4]) -> Numbers {
        *column
    }

    #[inline(always)]
    pub(super) fn store(x: Numbers) -> [f32; 4] {
        x
    }

    #[inline(always)]
    pub(super) fn bits(x: Truths) -> u8 {
        (0..4).fold(0, |bits, i| bits | u8::from(x[i]) << i)
    }

    macro_rules! binary {
        ($($name:ident($a:ident, $b:ident: $input:ty) -> $output:ty { $result:expr })*) => {
            $(#[inline(always)]
            pub(super) fn $name(a: $input, b: $input) -> $output {
                from_fn(|i| {
                    let ($a, $b) = (a[i], b[i]);
                    $result
                })
            })*
        };
    }
    binary! {
        add(a, b: Numbers) -> Numbers { a + b }
        sub(a, b: Numbers) -> Numbers { a - b }
        mul(a, b: Numbers) -> Numbers { a * b }
        div(a, b: Numbers) -> Numbers { a / b }
        min(a, b: Numbers) -> Numbers { math::min(a, b) }
        max(a, b: Numbers) -> Numbers { math::max(a, b) }
        le(a, b: Numbers) -> Truths { a <= b }
        and(a, b: Truths) -> Truths { a & b }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_four() -> impl Strategy<Value = [f32; 4]> {
        let special =
            prop::sample::select(vec![0.0, -0.0, 1.0, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN]);
        prop::array::uniform4(prop_oneof![any::<f32>(), -2.0_f32..2.0, special])
    }

    proptest! {
        /// What the machine computes is what the array does, in every bit but the payload of a NaN.
        #[test]
        fn the_machine_agrees_with_the_array(a in any_four(), b in any_four()) {
            let bits = |x: [f32; 4]| x.map(|x| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() });
            let (x, y) = (Four::load(&a), Four::load(&b));
            prop_assert_eq!(bits((x + y).to_array()), bits(array::add(a, b)));
            prop_assert_eq!(bits((x - y).to_array()), bits(array::sub(a, b)));
            prop_assert_eq!(bits((x * y).to_array()), bits(array::mul(a, b)));
            prop_assert_eq!(bits((x / y).to_array()), bits(array::div(a, b)));
            prop_assert_eq!(bits(x.min(y).to_array()), bits(array::min(a, b)));
            prop_assert_eq!(bits(x.max(y).to_array()), bits(array::max(a, b)));
            prop_assert_eq!(x.le(y).bits(), array::bits(array::le(a, b)));
            let (below, above) = (x.le(y) & y.le(x), array::and(array::le(a, b), array::le(b, a)));
            prop_assert_eq!(below.bits(), array::bits(above));
            prop_assert_eq!(Four::splat(a[2]).to_array().map(f32::to_bits), [a[2].to_bits(); 4]);
            prop_assert_eq!(array::store(array::load(&array::splat(a[1]))).map(f32::to_bits), [a[1].to_bits(); 4]);
        }
    }
}
