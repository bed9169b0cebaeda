//! Four numbers in a `v128` register of WebAssembly.

use core::arch::wasm32::*;

pub(super) type Register = v128;

pub(super) const INSTRUCTION_SET_NAME: Option<&str> = Some("simd128");

#[inline(always)]
pub(super) fn new(numbers: [f32; 4]) -> Register {
    bytemuck::must_cast(numbers)
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f32; 4] {
    bytemuck::must_cast(r)
}

#[inline(always)]
pub(super) fn splat(x: f32) -> Register {
    f32x4_splat(x)
}

macro_rules! binary {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            $intrinsic(a, b)
        }
    )*};
}
binary!(add f32x4_add, sub f32x4_sub, mul f32x4_mul, div f32x4_div);
binary!(less f32x4_lt, less_or_equal f32x4_le, and v128_and, or v128_or);

/// `pmin` is `y < x ? y : x`, hence the order. `f32x4_min` gives NaN if either number is.
#[inline(always)]
pub(super) fn min(a: Register, b: Register) -> Register {
    f32x4_pmin(b, a)
}

/// `pmax` is `x < y ? y : x`.
#[inline(always)]
pub(super) fn max(a: Register, b: Register) -> Register {
    f32x4_pmax(b, a)
}

#[inline(always)]
pub(super) fn sqrt(r: Register) -> Register {
    f32x4_sqrt(r)
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    f32x4_neg(r)
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    v128_bitselect(yes, no, mask)
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    i32x4_bitmask(mask)
}

#[inline(always)]
pub(super) fn swapped(r: Register) -> Register {
    i32x4_shuffle::<1, 0, 3, 2>(r, r)
}

#[inline(always)]
pub(super) fn firsts(a: Register, b: Register) -> Register {
    i32x4_shuffle::<0, 1, 4, 5>(a, b)
}

#[inline(always)]
pub(super) fn seconds(a: Register, b: Register) -> Register {
    i32x4_shuffle::<2, 3, 6, 7>(a, b)
}

#[inline(always)]
pub(super) fn turned(r: Register) -> Register {
    i32x4_shuffle::<2, 3, 0, 1>(r, r)
}

/// Even numbers of both, and odd ones.
#[inline(always)]
pub(super) fn columns(a: Register, b: Register) -> [Register; 2] {
    [i32x4_shuffle::<0, 2, 4, 6>(a, b), i32x4_shuffle::<1, 3, 5, 7>(a, b)]
}
