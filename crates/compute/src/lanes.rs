//! Eight `f32` at a time, the instruction set chosen when the program runs.
//!
//! A computation over lanes is written once, as a [`Kernel`] generic over [`Lanes`], and run on a
//! [`Width`]. Every width holds the same eight lanes and performs the same IEEE operations on each, in one
//! register of eight with AVX2, in two of four with SSE2 and NEON, in a loop over an array as the reference; a
//! lane never sees its neighbours. So the bits are equal on every width by construction, and data laid out in
//! blocks of [`LANES`] serves all.
//!
//! ```text
//!   Kernel::run::<L>   the formula, once         inline(always) down to the last call
//!        |
//!   Width::run         match on the processor    enters AVX2 through a #[target_feature] function
//!        |
//!   x86::Avx2Lanes  |  quads::QuadLanes  |  scalar::ScalarLanes      private: only a kernel gets to see one
//! ```
//!
//! The lane types are private, so that nobody can make one on a processor that lacks the instructions: a
//! kernel receives its type from `Width::run`, and a `Width` comes from asking the processor.
//!
//! Turned down: 16 lanes (AVX-512 loses to AVX2 on gathered data, which is what a solver has); crates that
//! fix the width when compiling; `mul_add`, which rounds differently from one width to the next.

use crate::Shared;
use crate::quad::INSTRUCTIONS;
use core::ops::{Add, Div, Mul, Neg, Sub};

// In lanes an index is better than an iterator, whose closures are compiled without the wide instructions.
#[allow(clippy::needless_range_loop)]
mod quads;
#[allow(clippy::needless_range_loop)]
mod scalar;
#[allow(clippy::needless_range_loop)]
#[cfg(target_arch = "x86_64")]
mod x86;

/// Numbers in a [`Lanes`], and constraints in a block of the solver.
pub const LANES: usize = 8;

/// One column of a block: a number for each lane, as it lies in memory.
pub type Column = [f32; LANES];

/// Eight `f32`, each computed on its own.
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
    /// Where `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// Where `self <= other`; false for NaN.
    fn le(self, other: Self) -> Self::Mask;
    /// Where both hold.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Where either holds.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Numbers `4 * HALF .. 4 * HALF + 4` of eight records, transposed: element `k` of the result holds
    /// number `4 * HALF + k` of each record named by `at`.
    ///
    /// # Panics
    /// If an index is out of bounds.
    fn gather<const HALF: usize>(records: &[[f32; 8]], at: &[u32; LANES]) -> [Self; 4];

    /// [`Lanes::gather`] from records that other workers may be writing, others than these.
    ///
    /// # Safety
    /// Every index is less than the number of records, and nobody writes to these records meanwhile.
    #[allow(unsafe_code)]
    unsafe fn gather_shared<const HALF: usize>(records: Shared<'_, [f32; 8]>, at: &[u32; LANES])
    -> [Self; 4];

    /// The way back: writes `values` to numbers `4 * HALF .. 4 * HALF + 4` of the records named by `at`, for
    /// the lanes whose bit in `write` is set, lowest lane first. Other workers may be using records other than these.
    ///
    /// # Safety
    /// Every index is less than the number of records, and nobody else uses the records that are written meanwhile.
    #[allow(unsafe_code)]
    unsafe fn scatter_shared<const HALF: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; 8]>,
        at: &[u32; LANES],
        write: u8,
    );

    /// Four numbers from number `AT` on of eight records of `N` numbers, transposed like [`Lanes::gather`].
    ///
    /// # Panics
    /// If an index is out of bounds.
    fn read<const N: usize, const AT: usize>(records: &[[f32; N]], at: &[u32; LANES]) -> [Self; 4];

    /// The way back: for the lanes whose bit in `write` is set, lowest lane first.
    ///
    /// # Panics
    /// If an index whose bit is set is out of bounds.
    fn write<const N: usize, const AT: usize>(
        values: [Self; 4],
        records: &mut [[f32; N]],
        at: &[u32; LANES],
        write: u8,
    );

    /// [`Lanes::write`] to records that other workers may be using, others than these.
    ///
    /// # Safety
    /// Every index whose bit is set is less than the number of records, and nobody else uses these records meanwhile.
    #[allow(unsafe_code)]
    unsafe fn write_shared<const N: usize, const AT: usize>(
        values: [Self; 4],
        records: Shared<'_, [f32; N]>,
        at: &[u32; LANES],
        write: u8,
    );

    /// Held between `low` and `high`.
    #[inline(always)]
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}

/// A computation written once for all widths. Mark `run` and all that it calls `#[inline(always)]`, and use
/// no closures over lanes, which cannot be marked: what is not inlined is compiled without the wider
/// instructions, and runs ten times slower.
pub trait Kernel {
    /// What the computation returns.
    type Output;
    /// The computation.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Width(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Set {
    Scalar,
    Quads,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Width {
    /// Plain arrays: there on every processor, and the reference for the others.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// The widest that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::all().last().unwrap_or(Self::SCALAR)
    }

    /// All that this processor has: the reference first, the widest last.
    pub fn all() -> impl Iterator<Item = Self> {
        let quads = INSTRUCTIONS.map(|_| Set::Quads);
        #[cfg(target_arch = "x86_64")]
        let eights = has_avx2().then_some(Set::Avx2);
        #[cfg(not(target_arch = "x86_64"))]
        let eights = None;
        [Some(Set::Scalar), quads, eights].into_iter().flatten().map(Self)
    }

    /// The one of this name, if this processor has it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|width| width.name() == name)
    }

    /// `scalar`, `sse2`, `neon` or `avx2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar => "scalar",
            Set::Quads => INSTRUCTIONS.unwrap_or("quads"),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
        }
    }

    /// Runs a kernel with these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Scalar => kernel.run::<scalar::ScalarLanes>(),
            Set::Quads => kernel.run::<quads::QuadLanes>(),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => x86::run(kernel),
        }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(all(target_arch = "x86_64", not(feature = "std")))]
fn has_avx2() -> bool {
    cfg!(target_feature = "avx2")
}
