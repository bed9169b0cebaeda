//! The numbers of a matrix: `f64`; formulas are written so that they may be several in lanes.
//!
//! Every operation acts on each lane alone as the IEEE operation of `f64`, so a matrix has the same bits in
//! any lane. A mask says which lanes take a result.

use compute::math::sqrt_f64;
use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// Functions over numbers are `#[inline(always)]` and without closures, as in `compute::lanes`.
pub(crate) trait Number:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    const LANES: usize;
    const ZERO: Self;
    const ONE: Self;
    const NO: Self::Mask;
    const YES: Self::Mask;
    type Mask: Copy + Debug;
    type Each<T: Copy + Debug>: Copy + Debug + AsRef<[T]> + AsMut<[T]>;

    fn splat(x: f64) -> Self;
    fn each<T: Copy + Debug>(item: T) -> Self::Each<T>;
    fn lane(self, lane: usize) -> f64;
    fn set_lane(&mut self, lane: usize, x: f64);
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    /// Rounded to `f32`.
    fn rounded(self) -> Self;
    /// False for NaN.
    fn lt(self, other: Self) -> Self::Mask;
    fn same_bits(self, other: Self) -> Self::Mask;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn and_not(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn any(mask: Self::Mask) -> bool;
    fn all(mask: Self::Mask) -> bool;
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

impl Number for f64 {
    const LANES: usize = 1;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const NO: bool = false;
    const YES: bool = true;
    type Mask = bool;
    type Each<T: Copy + Debug> = [T; 1];

    #[inline(always)]
    fn splat(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn each<T: Copy + Debug>(item: T) -> [T; 1] {
        [item]
    }
    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self
    }
    #[inline(always)]
    fn set_lane(&mut self, _: usize, x: f64) {
        *self = x;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        sqrt_f64(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn rounded(self) -> Self {
        Self::from(self as f32)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn same_bits(self, other: Self) -> bool {
        self.to_bits() == other.to_bits()
    }
    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a && b
    }
    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a || b
    }
    #[inline(always)]
    fn and_not(a: bool, b: bool) -> bool {
        a && !b
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
}

/// Velocity along x and y (m/s), and angular velocity (rad/s); also forces, and one half of a Jacobian.
pub(crate) type Spatial<N = f64> = [N; 3];

#[inline(always)]
pub(crate) fn dot<N: Number>(a: &Spatial<N>, b: &Spatial<N>) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
