//! Two numbers in a NEON register.
//!
//! Safety, for every `unsafe` block of this file: the intrinsics access no memory, and require only NEON,
//! which every aarch64 with floating-point numbers has. They are unsafe because the compiler does not use
//! this fact.

#![allow(unsafe_code)]

use core::arch::aarch64::*;

pub(super) type Register = float64x2_t;

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
binary!(add vaddq_f64, sub vsubq_f64, mul vmulq_f64, firsts vzip1q_f64, seconds vzip2q_f64);

macro_rules! comparison {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            // SAFETY: see above.
            unsafe { vreinterpretq_f64_u64($intrinsic(a, b)) }
        }
    )*};
}
comparison!(less vcltq_f64, less_or_equal vcleq_f64, equal vceqq_f64);

macro_rules! bitwise {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            // SAFETY: see above.
            unsafe { vreinterpretq_f64_u64($intrinsic(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b))) }
        }
    )*};
}
bitwise!(and vandq_u64, or vorrq_u64);

/// The instruction for the minimum gives NaN if either number is NaN.
#[inline(always)]
pub(super) fn min(a: Register, b: Register) -> Register {
    select(less(a, b), a, b)
}

/// As for [`min`].
#[inline(always)]
pub(super) fn max(a: Register, b: Register) -> Register {
    select(less(b, a), a, b)
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { vnegq_f64(r) }
}

#[inline(always)]
pub(super) fn abs(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { vabsq_f64(r) }
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    // SAFETY: see above.
    unsafe { vbslq_f64(vreinterpretq_u64_f64(mask), yes, no) }
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    // SAFETY: see above.
    unsafe {
        let mask = vreinterpretq_u64_f64(mask);
        (vgetq_lane_u64::<0>(mask) & 1 | vgetq_lane_u64::<1>(mask) & 2) as u8
    }
}
