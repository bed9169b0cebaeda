//! Lanes in one AVX2 register.
//!
//! A gather is a 128-bit load from each record and two 4x4 transposes, which takes half of the time of the
//! hardware's gather instruction; a scatter is the inverse.
//!
//! A kernel that is entered through [`run`] becomes one function compiled for AVX2. No code here uses
//! closures, which are compiled without AVX2, so that each intrinsic becomes a call.

#![allow(unsafe_code)]

use super::traits::{Column, Kernel, LANES, Lanes};
use crate::Shared;
use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Safety, for every `unsafe` block of this file: values of this type exist, and its associated functions are
/// called, only inside a kernel that was entered through [`run`], which is called only if the processor has
/// AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2Lanes(__m256);

#[inline]
pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: `Width` names AVX2 only after detection.
    unsafe { enter(kernel) }
}

#[target_feature(enable = "avx2")]
fn enter<K: Kernel>(kernel: K) -> K::Output {
    // If the stack frame is aligned to 16 bytes, spilled registers straddle cache lines, which makes a kernel
    // up to 65% slower. A local aligned to 64 bytes makes the compiler align this frame.
    #[repr(align(64))]
    struct AlignFrame(#[allow(dead_code)] [u8; 64]);
    let frame = AlignFrame([0; 64]);
    core::hint::black_box(&frame);
    kernel.run::<Avx2Lanes>()
}

macro_rules! binary {
    ($trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for Avx2Lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see the type.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}
binary!(Add, add, _mm256_add_ps);
binary!(Sub, sub, _mm256_sub_ps);
binary!(Mul, mul, _mm256_mul_ps);
binary!(Div, div, _mm256_div_ps);

impl Neg for Avx2Lanes {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
    }
}

impl Lanes for Avx2Lanes {
    type Mask = __m256;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm256_set1_ps(x) })
    }

    #[inline(always)]
    fn load(column: &Column) -> Self {
        // SAFETY: see the type; the reference is to eight numbers.
        Self(unsafe { _mm256_loadu_ps(column.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, column: &mut Column) {
        // SAFETY: see the type; the reference is to eight numbers.
        unsafe { _mm256_storeu_ps(column.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm256_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the type. The instruction is defined as `a < b ? a : b`.
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see the type. The instruction is defined as `a > b ? a : b`.
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        // SAFETY: see the type.
        unsafe { _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        // SAFETY: see the type.
        unsafe { _mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0) }
    }

    #[inline(always)]
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        // SAFETY: see the type.
        unsafe { _mm256_and_ps(a, b) }
    }

    #[inline(always)]
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        // SAFETY: see the type.
        unsafe { _mm256_or_ps(a, b) }
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm256_movemask_ps(mask) as u8 }
    }

    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm256_blendv_ps(no.0, yes.0, mask) })
    }

    #[inline(always)]
    fn read_from<const N: usize>(records: &[[f32; N]], first: usize, at: &[u32; LANES]) -> [Self; 4] {
        // SAFETY: see the type.
        unsafe {
            let a = pair(quad(records, first, at[0]), quad(records, first, at[4]));
            let b = pair(quad(records, first, at[1]), quad(records, first, at[5]));
            let c = pair(quad(records, first, at[2]), quad(records, first, at[6]));
            let d = pair(quad(records, first, at[3]), quad(records, first, at[7]));
            let [x, y, z, w] = transpose(a, b, c, d);
            [Self(x), Self(y), Self(z), Self(w)]
        }
    }

    #[inline(always)]
    fn write_to<const N: usize>(
        values: [Self; 4],
        records: &mut [[f32; N]],
        first: usize,
        at: &[u32; LANES],
        write: u8,
    ) {
        // SAFETY: see the type; each store writes the four numbers of a slice whose bounds were checked.
        unsafe {
            let [x, y, z, w] = values;
            let rows = transpose(x.0, y.0, z.0, w.0);
            for lane in 0..LANES {
                if write & (1 << lane) != 0 {
                    let numbers = &mut records[at[lane] as usize][first..first + 4];
                    _mm_storeu_ps(numbers.as_mut_ptr(), quad_of(rows, lane));
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn read_from_shared<const N: usize>(
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
    ) -> [Self; 4] {
        // SAFETY: see the type, and the caller's promise.
        unsafe {
            let a = pair(shared_quad(records, first, at[0]), shared_quad(records, first, at[4]));
            let b = pair(shared_quad(records, first, at[1]), shared_quad(records, first, at[5]));
            let c = pair(shared_quad(records, first, at[2]), shared_quad(records, first, at[6]));
            let d = pair(shared_quad(records, first, at[3]), shared_quad(records, first, at[7]));
            let [x, y, z, w] = transpose(a, b, c, d);
            [Self(x), Self(y), Self(z), Self(w)]
        }
    }

    #[inline(always)]
    unsafe fn write_to_shared<const N: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
        write: u8,
    ) {
        // SAFETY: see the type, and the caller's promise.
        unsafe {
            let [x, y, z, w] = values;
            let rows = transpose(x.0, y.0, z.0, w.0);
            // Nearly all blocks are full and need no test for each lane.
            let all_lanes = write == u8::MAX;
            if all_lanes {
                for lane in 0..LANES {
                    let place = records.write_at(at[lane] as usize).cast::<f32>().add(first);
                    _mm_storeu_ps(place, quad_of(rows, lane));
                }
            } else {
                for lane in 0..LANES {
                    if write & (1 << lane) != 0 {
                        let place = records.write_at(at[lane] as usize).cast::<f32>().add(first);
                        _mm_storeu_ps(place, quad_of(rows, lane));
                    }
                }
            }
        }
    }
}

/// # Safety
/// The processor must have SSE.
#[inline(always)]
unsafe fn quad<const N: usize>(records: &[[f32; N]], first: usize, at: u32) -> __m128 {
    let numbers = &records[at as usize][first..first + 4];
    // SAFETY: the caller's promise; the slice has four numbers.
    unsafe { _mm_loadu_ps(numbers.as_ptr()) }
}

/// # Safety
/// The processor must have SSE, and the record must exist and have these numbers.
#[inline(always)]
unsafe fn shared_quad<const N: usize>(records: Shared<'_, [f32; N]>, first: usize, at: u32) -> __m128 {
    // SAFETY: the caller's promise.
    unsafe { _mm_loadu_ps(records.read_at(at as usize).cast::<f32>().add(first)) }
}

/// # Safety
/// The processor must have AVX.
#[inline(always)]
unsafe fn quad_of(rows: [__m256; 4], lane: usize) -> __m128 {
    // SAFETY: the caller's promise.
    unsafe {
        let row = rows[lane % 4];
        if lane < 4 { _mm256_castps256_ps128(row) } else { _mm256_extractf128_ps::<1>(row) }
    }
}

/// # Safety
/// The processor must have AVX.
#[inline(always)]
unsafe fn pair(low: __m128, high: __m128) -> __m256 {
    // SAFETY: the caller's promise.
    unsafe { _mm256_set_m128(high, low) }
}

/// Transposes the 4x4 matrices in the lower and in the upper halves of four registers.
///
/// # Safety
/// The processor must have AVX.
#[inline(always)]
unsafe fn transpose(a: __m256, b: __m256, c: __m256, d: __m256) -> [__m256; 4] {
    // SAFETY: the caller's promise.
    unsafe {
        let ab_low = _mm256_unpacklo_ps(a, b);
        let ab_high = _mm256_unpackhi_ps(a, b);
        let cd_low = _mm256_unpacklo_ps(c, d);
        let cd_high = _mm256_unpackhi_ps(c, d);
        [
            _mm256_shuffle_ps::<0x44>(ab_low, cd_low),
            _mm256_shuffle_ps::<0xee>(ab_low, cd_low),
            _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
            _mm256_shuffle_ps::<0xee>(ab_high, cd_high),
        ]
    }
}
