//! Two numbers in a `v128` register of WebAssembly.

use core::arch::wasm32::*;

pub(super) type Register = v128;

#[inline(always)]
pub(super) fn new(numbers: [f64; 2]) -> Register {
    bytemuck::must_cast(numbers)
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f64; 2] {
    bytemuck::must_cast(r)
}

macro_rules! binary {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            $intrinsic(a, b)
        }
    )*};
}
binary!(add f64x2_add, sub f64x2_sub, mul f64x2_mul);
binary!(less f64x2_lt, less_or_equal f64x2_le, equal f64x2_eq, and v128_and, or v128_or);

#[inline(always)]
pub(super) fn firsts(a: Register, b: Register) -> Register {
    i64x2_shuffle::<0, 2>(a, b)
}

#[inline(always)]
pub(super) fn seconds(a: Register, b: Register) -> Register {
    i64x2_shuffle::<1, 3>(a, b)
}

/// `pmin` is `y < x ? y : x`, hence the order. `f64x2_min` gives NaN if either number is.
#[inline(always)]
pub(super) fn min(a: Register, b: Register) -> Register {
    f64x2_pmin(b, a)
}

/// `pmax` is `x < y ? y : x`.
#[inline(always)]
pub(super) fn max(a: Register, b: Register) -> Register {
    f64x2_pmax(b, a)
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    f64x2_neg(r)
}

#[inline(always)]
pub(super) fn abs(r: Register) -> Register {
    f64x2_abs(r)
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    v128_bitselect(yes, no, mask)
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    i64x2_bitmask(mask)
}
