//! The interface of lanes, which each width implements. Methods on [`Shared`] arrays are `unsafe`, because no
//! type can check that workers use different records.

use crate::Shared;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The number of lanes.
pub const LANES: usize = 8;

/// Eight numbers in memory, one for each lane.
pub type Column = [f32; LANES];

/// Eight `f32`, each computed independently of the others.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A truth value for each lane.
    type Mask: Copy;

    /// The same number in each lane.
    fn splat(x: f32) -> Self;
    /// The numbers of a column.
    fn load(column: &Column) -> Self;
    /// Writes the lanes to a column.
    fn store(self, column: &mut Column);
    /// The square root of each lane.
    fn sqrt(self) -> Self;
    /// `if self < other { self } else { other }` in each lane.
    fn min(self, other: Self) -> Self;
    /// `if self > other { self } else { other }` in each lane.
    fn max(self, other: Self) -> Self;
    /// True where `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// True where `self <= other`; false for NaN.
    fn le(self, other: Self) -> Self::Mask;
    /// True where both masks are.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// True where either mask is.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `yes` where the mask is true, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// [`Lanes::read`] from the number `first` on.
    ///
    /// # Panics
    /// If a record has no four numbers there, or an index is out of bounds.
    fn read_from<const N: usize>(records: &[[f32; N]], first: usize, at: &[u32; LANES]) -> [Self; 4];

    /// [`Lanes::write`] from the number `first` on.
    ///
    /// # Panics
    /// If a record has no four numbers there, or an index whose bit is set is out of bounds.
    fn write_to<const N: usize>(
        values: [Self; 4],
        records: &mut [[f32; N]],
        first: usize,
        at: &[u32; LANES],
        write: u8,
    );

    /// [`Lanes::read_shared`] from the number `first` on.
    ///
    /// # Safety
    /// As there, and each record must have four numbers there.
    #[allow(unsafe_code)]
    unsafe fn read_from_shared<const N: usize>(
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
    ) -> [Self; 4];

    /// [`Lanes::write_shared`] from the number `first` on.
    ///
    /// # Safety
    /// As there, and each record must have four numbers there.
    #[allow(unsafe_code)]
    unsafe fn write_to_shared<const N: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; N]>,
        first: usize,
        at: &[u32; LANES],
        write: u8,
    );

    /// The numbers `4 * HALF .. 4 * HALF + 4` of eight records, transposed: lane `i` of element `k` is number
    /// `4 * HALF + k` of record `at[i]`.
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[inline(always)]
    #[must_use]
    fn gather<const HALF: usize>(records: &[[f32; 8]], at: &[u32; LANES]) -> [Self; 4] {
        const { assert!(HALF < 2) };
        Self::read_from(records, 4 * HALF, at)
    }

    /// [`Lanes::gather`] from an array that several workers use.
    ///
    /// # Safety
    /// Every index must be less than the number of records, and no other worker may write to these eight
    /// records during the call.
    #[allow(unsafe_code)]
    #[inline(always)]
    #[must_use]
    unsafe fn gather_shared<const HALF: usize>(
        records: Shared<'_, [f32; 8]>,
        at: &[u32; LANES],
    ) -> [Self; 4] {
        const { assert!(HALF < 2) };
        // SAFETY: the caller's promise.
        unsafe { Self::read_from_shared(records, 4 * HALF, at) }
    }

    /// The inverse of [`Lanes::gather_shared`], for the lanes whose bit in `write` is set, in the order of
    /// lanes.
    ///
    /// # Safety
    /// Every index whose bit is set must be less than the number of records, and no other worker may use the
    /// records that are written during the call.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn scatter_shared<const HALF: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; 8]>,
        at: &[u32; LANES],
        write: u8,
    ) {
        const { assert!(HALF < 2) };
        // SAFETY: the caller's promise.
        unsafe { Self::write_to_shared(values, records, 4 * HALF, at, write) };
    }

    /// The numbers `AT .. AT + 4` of eight records, transposed as by [`Lanes::gather`].
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[inline(always)]
    #[must_use]
    fn read<const N: usize, const AT: usize>(records: &[[f32; N]], at: &[u32; LANES]) -> [Self; 4] {
        const { assert!(AT + 4 <= N) };
        Self::read_from(records, AT, at)
    }

    /// The inverse of [`Lanes::read`], for the lanes whose bit in `write` is set, in the order of lanes.
    ///
    /// # Panics
    /// If an index whose bit is set is out of bounds.
    #[inline(always)]
    fn write<const N: usize, const AT: usize>(
        values: [Self; 4],
        records: &mut [[f32; N]],
        at: &[u32; LANES],
        write: u8,
    ) {
        const { assert!(AT + 4 <= N) };
        Self::write_to(values, records, AT, at, write);
    }

    /// [`Lanes::read`] from an array that several workers use.
    ///
    /// # Safety
    /// Every index must be less than the number of records, and no other worker may write to these eight
    /// records during the call.
    #[allow(unsafe_code)]
    #[inline(always)]
    #[must_use]
    unsafe fn read_shared<const N: usize, const AT: usize>(
        records: Shared<'_, [f32; N]>,
        at: &[u32; LANES],
    ) -> [Self; 4] {
        const { assert!(AT + 4 <= N) };
        // SAFETY: the caller's promise.
        unsafe { Self::read_from_shared(records, AT, at) }
    }

    /// [`Lanes::write`] to an array that several workers use.
    ///
    /// # Safety
    /// Every index whose bit is set must be less than the number of records, and no other worker may use the
    /// records that are written during the call.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn write_shared<const N: usize, const AT: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; N]>,
        at: &[u32; LANES],
        write: u8,
    ) {
        const { assert!(AT + 4 <= N) };
        // SAFETY: the caller's promise.
        unsafe { Self::write_to_shared(values, records, AT, at, write) };
    }

    /// A bit for each lane in which a mask is true, the lowest for the first.
    #[inline(always)]
    #[must_use]
    fn bits(mask: Self::Mask) -> u8 {
        let mut column = [0.0; LANES];
        Self::select(mask, Self::splat(1.0), Self::splat(0.0)).store(&mut column);
        let (mut bits, mut i) = (0, 0);
        while i < LANES {
            bits |= u8::from(column[i].to_bits() != 0) << i;
            i += 1;
        }
        bits
    }

    /// Whether a mask is true in any lane.
    #[inline(always)]
    #[must_use]
    fn any(mask: Self::Mask) -> bool {
        Self::bits(mask) != 0
    }

    /// Each lane limited to the range from `low` to `high`.
    #[inline(always)]
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}

/// A computation that is written once for all widths.
///
/// Mark `run` and every function that it calls `#[inline(always)]`, and use no closures over lanes, which
/// cannot be marked: a function that is not inlined is compiled without the wider instructions and runs ten
/// times slower. (In WebAssembly, which has one width, a large function that a kernel calls several times
/// need not be inlined.)
///
/// ```
/// use compute::{Kernel, LANES, Lanes, Width, lanes::Column};
///
/// /// x where it is positive, and 0 elsewhere.
/// struct PositivePart<'a>(&'a mut Column);
///
/// impl Kernel for PositivePart<'_> {
///     type Output = ();
///
///     #[inline(always)]
///     fn run<L: Lanes>(self) {
///         let (x, zero) = (L::load(self.0), L::splat(0.0));
///         L::select(zero.lt(x), x, zero).store(self.0);
///     }
/// }
///
/// let mut column: Column = [-1.0, 2.0, -3.0, 4.0, 0.0, 6.0, -7.0, 8.0];
/// Width::best().run(PositivePart(&mut column));
/// assert_eq!(column, [0.0, 2.0, 0.0, 4.0, 0.0, 6.0, 0.0, 8.0]);
/// ```
pub trait Kernel {
    /// What the computation returns.
    type Output;
    /// The computation.
    fn run<L: Lanes>(self) -> Self::Output;
}
