//! Four numbers in a NEON register.
//!
//! Safety, for every `unsafe` block of this file: the intrinsics access no memory, and require only NEON,
//! which every aarch64 with floating-point numbers has. They are unsafe because the compiler does not use
//! this fact.

#![allow(unsafe_code)]

use core::arch::aarch64::*;

pub(super) type Register = float32x4_t;

pub(super) const INSTRUCTION_SET_NAME: Option<&str> = Some("neon");

#[inline(always)]
pub(super) fn new(numbers: [f32; 4]) -> Register {
    // SAFETY: see above; both types are 16 bytes of plain numbers.
    unsafe { core::mem::transmute(numbers) }
}

#[inline(always)]
pub(super) fn numbers(r: Register) -> [f32; 4] {
    // SAFETY: see above; both types are 16 bytes of plain numbers.
    unsafe { core::mem::transmute(r) }
}

#[inline(always)]
pub(super) fn splat(x: f32) -> Register {
    // SAFETY: see above.
    unsafe { vdupq_n_f32(x) }
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
binary!(add vaddq_f32, sub vsubq_f32, mul vmulq_f32, div vdivq_f32);

macro_rules! comparison {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            // SAFETY: see above.
            unsafe { vreinterpretq_f32_u32($intrinsic(a, b)) }
        }
    )*};
}
comparison!(less vcltq_f32, less_or_equal vcleq_f32);

macro_rules! bitwise {
    ($($name:ident $intrinsic:ident),*) => {$(
        #[inline(always)]
        pub(super) fn $name(a: Register, b: Register) -> Register {
            // SAFETY: see above.
            unsafe { vreinterpretq_f32_u32($intrinsic(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b))) }
        }
    )*};
}
bitwise!(and vandq_u32, or vorrq_u32);

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
pub(super) fn sqrt(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { vsqrtq_f32(r) }
}

#[inline(always)]
pub(super) fn negated(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { vnegq_f32(r) }
}

#[inline(always)]
pub(super) fn select(mask: Register, yes: Register, no: Register) -> Register {
    // SAFETY: see above.
    unsafe { vbslq_f32(vreinterpretq_u32_f32(mask), yes, no) }
}

#[inline(always)]
pub(super) fn bits(mask: Register) -> u8 {
    let weights = [1_u32, 2, 4, 8];
    // SAFETY: see above; both types are 16 bytes of plain numbers.
    unsafe { vaddvq_u32(vandq_u32(vreinterpretq_u32_f32(mask), core::mem::transmute(weights))) as u8 }
}

#[inline(always)]
pub(super) fn swapped(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { vrev64q_f32(r) }
}

#[inline(always)]
pub(super) fn firsts(a: Register, b: Register) -> Register {
    // SAFETY: see above.
    unsafe { vcombine_f32(vget_low_f32(a), vget_low_f32(b)) }
}

#[inline(always)]
pub(super) fn seconds(a: Register, b: Register) -> Register {
    // SAFETY: see above.
    unsafe { vcombine_f32(vget_high_f32(a), vget_high_f32(b)) }
}

#[inline(always)]
pub(super) fn turned(r: Register) -> Register {
    // SAFETY: see above.
    unsafe { vextq_f32::<2>(r, r) }
}

/// Even numbers of both, and odd ones.
#[inline(always)]
pub(super) fn columns(a: Register, b: Register) -> [Register; 2] {
    // SAFETY: see above.
    unsafe { [vuzp1q_f32(a, b), vuzp2q_f32(a, b)] }
}
