//! Four numbers in an SSE2 register.
//!
//! Safety, for every `unsafe` block of this file: the intrinsics access no memory, and require only SSE2,
//! which every x86-64 has. They are unsafe because the compiler does not use this fact.

#![allow(unsafe_code)]

use core::arch::x86_64::*;

pub(super) type Register = __m128;

pub(super) const INSTRUCTION_SET_NAME: Option<&str> = Some("sse2");

#[inline(always)]
pub(super) fn new([a, b, c, d]: [f32; 4]) -> Register {
    // SAFETY: see above.
    unsafe { _mm_set_ps(d, c, b, a) }
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f32; 4] {
    // SAFETY: see above; both types are 16 bytes of plain numbers.
    unsafe { core::mem::transmute(r) }
}

#[inline(always)]
pub(super) fn splat(x: f32) -> Register {
    // SAFETY: see above.
    unsafe { _mm_set1_ps(x) }
}

macro_rules! binary {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            // SAFETY: see above.
            unsafe { $intrinsic(a, b) }
        }
    )*};
}
binary!(add _mm_add_ps, sub _mm_sub_ps, mul _mm_mul_ps, div _mm_div_ps, min _mm_min_ps, max _mm_max_ps);
binary!(less _mm_cmplt_ps, less_or_equal _mm_cmple_ps, and _mm_and_ps, or _mm_or_ps);

#[inline(always)]
pub(super) fn sqrt(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_sqrt_ps(r) }
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_xor_ps(r, _mm_set1_ps(-0.0)) }
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no)) }
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    // SAFETY: see above.
    unsafe { _mm_movemask_ps(mask) as u8 }
}

#[inline(always)]
pub(super) fn swapped(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_shuffle_ps::<0b10_11_00_01>(r, r) }
}

#[inline(always)]
pub(super) fn firsts(a: Register, b: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_movelh_ps(a, b) }
}

#[inline(always)]
pub(super) fn seconds(a: Register, b: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_movehl_ps(b, a) }
}

#[inline(always)]
pub(super) fn turned(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_shuffle_ps::<0b01_00_11_10>(r, r) }
}

/// Even numbers of both, and odd ones.
#[inline(always)]
pub(super) fn columns(a: Register, b: Register) -> [Register; 2] {
    // SAFETY: see above.
    unsafe { [_mm_shuffle_ps::<0b10_00_10_00>(a, b), _mm_shuffle_ps::<0b11_01_11_01>(a, b)] }
}
