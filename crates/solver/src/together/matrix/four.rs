//! Four `f64` in lanes.
//!
//! The operations are written out lane by lane, in plain Rust. Where a kernel is compiled for AVX2, the
//! compiler makes one instruction of four of them, and for SSE2 and NEON one of two. So nothing here is
//! `unsafe`, or made for one processor.
//!
//! Turned down: intrinsics of AVX2, and a type for each width as for the eight `f32` of `compute::lanes`: 4%
//! fewer instructions in `steady_hundred_cranes`, for three times the code.

use super::number::Number;
use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// Four numbers.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Four([f64; 4]);

/// A truth value for each lane: all bits, or none.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Mask([u64; 4]);

impl Four {
    pub(crate) const fn new(numbers: [f64; 4]) -> Self {
        Self(numbers)
    }
}

impl Mask {
    /// The mask of these truth values.
    pub(crate) fn new(lanes: [bool; 4]) -> Self {
        Self(lanes.map(bits))
    }
}

macro_rules! binary {
    ($($trait:ident $method:ident $operator:tt),*) => {$(
        impl $trait for Four {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0] $operator b[0], a[1] $operator b[1], a[2] $operator b[2], a[3] $operator b[3]])
            }
        }
    )*};
}
binary!(Add add +, Sub sub -, Mul mul *, Div div /);

macro_rules! assign {
    ($($trait:ident $method:ident $operator:tt),*) => {$(
        impl $trait for Four {
            #[inline(always)]
            fn $method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )*};
}
assign!(AddAssign add_assign +, SubAssign sub_assign -, MulAssign mul_assign *);

impl Neg for Four {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let a = self.0;
        Self([-a[0], -a[1], -a[2], -a[3]])
    }
}

#[inline(always)]
fn bits(is_set: bool) -> u64 {
    if is_set { u64::MAX } else { 0 }
}

/// Without a comparison, which the compiler would do lane by lane.
#[inline(always)]
fn pick(mask: u64, yes: f64, no: f64) -> f64 {
    f64::from_bits((yes.to_bits() & mask) | (no.to_bits() & !mask))
}

impl Number for Four {
    const LANES: usize = 4;
    const ZERO: Self = Self::new([0.0; 4]);
    const ONE: Self = Self::new([1.0; 4]);
    const NO: Mask = Mask([0; 4]);
    const YES: Mask = Mask([u64::MAX; 4]);
    type Mask = Mask;
    type Each<T: Copy + Debug> = [T; 4];

    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn each<T: Copy + Debug>(item: T) -> [T; 4] {
        [item; 4]
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> f64 {
        self.0[lane]
    }
    #[inline(always)]
    fn set_lane(&mut self, lane: usize, x: f64) {
        self.0[lane] = x;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let a = self.0;
        Self([Number::sqrt(a[0]), Number::sqrt(a[1]), Number::sqrt(a[2]), Number::sqrt(a[3])])
    }
    #[inline(always)]
    fn abs(self) -> Self {
        let a = self.0;
        Self([a[0].abs(), a[1].abs(), a[2].abs(), a[3].abs()])
    }
    #[inline(always)]
    fn rounded(self) -> Self {
        let a = self.0;
        Self([a[0].rounded(), a[1].rounded(), a[2].rounded(), a[3].rounded()])
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Mask {
        let (a, b) = (self.0, other.0);
        Mask([bits(a[0] < b[0]), bits(a[1] < b[1]), bits(a[2] < b[2]), bits(a[3] < b[3])])
    }
    #[inline(always)]
    fn same_bits(self, other: Self) -> Mask {
        let (a, b) = (self.0, other.0);
        Mask([
            bits(a[0].to_bits() == b[0].to_bits()),
            bits(a[1].to_bits() == b[1].to_bits()),
            bits(a[2].to_bits() == b[2].to_bits()),
            bits(a[3].to_bits() == b[3].to_bits()),
        ])
    }
    #[inline(always)]
    fn and(a: Mask, b: Mask) -> Mask {
        let (a, b) = (a.0, b.0);
        Mask([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }
    #[inline(always)]
    fn or(a: Mask, b: Mask) -> Mask {
        let (a, b) = (a.0, b.0);
        Mask([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }
    #[inline(always)]
    fn and_not(a: Mask, b: Mask) -> Mask {
        let (a, b) = (a.0, b.0);
        Mask([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }
    #[inline(always)]
    fn any(mask: Mask) -> bool {
        let m = mask.0;
        m[0] | m[1] | m[2] | m[3] != 0
    }
    #[inline(always)]
    fn all(mask: Mask) -> bool {
        let m = mask.0;
        m[0] & m[1] & m[2] & m[3] != 0
    }
    #[inline(always)]
    fn select(mask: Mask, yes: Self, no: Self) -> Self {
        let (m, a, b) = (mask.0, yes.0, no.0);
        Self([pick(m[0], a[0], b[0]), pick(m[1], a[1], b[1]), pick(m[2], a[2], b[2]), pick(m[3], a[3], b[3])])
    }
}
