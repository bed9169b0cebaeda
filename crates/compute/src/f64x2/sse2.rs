//! Two numbers in an SSE2 register.
//!
//! Safety, for every `unsafe` block of this file: the intrinsics access no memory, and require only SSE2,
//! which every x86-64 has. They are unsafe because the compiler does not use this fact.

#![allow(unsafe_code)]

use core::arch::x86_64::*;

pub(super) type Register = __m128d;

#[inline(always)]
pub(super) fn new(numbers: [f64; 2]) -> Register {
    // SAFETY: see above; both types are 16 bytes of plain numbers.
    unsafe { core::mem::transmute(numbers) }
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f64; 2] {
    // SAFETY: see above; both types are 16 bytes of plain numbers.
    unsafe { core::mem::transmute(r) }
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
binary!(add _mm_add_pd, sub _mm_sub_pd, mul _mm_mul_pd, min _mm_min_pd, max _mm_max_pd);
binary!(less _mm_cmplt_pd, less_or_equal _mm_cmple_pd, equal _mm_cmpeq_pd, and _mm_and_pd, or _mm_or_pd);
binary!(firsts _mm_unpacklo_pd, seconds _mm_unpackhi_pd);

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_xor_pd(r, _mm_set1_pd(-0.0)) }
}

#[inline(always)]
pub(super) fn abs(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_andnot_pd(_mm_set1_pd(-0.0), r) }
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    // SAFETY: see above.
    unsafe { _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no)) }
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    // SAFETY: see above.
    unsafe { _mm_movemask_pd(mask) as u8 }
}
