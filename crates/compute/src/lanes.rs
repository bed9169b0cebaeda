//! Eight `f32` at a time. The instruction set is chosen when the program runs (without the feature `std`,
//! when it is compiled).
//!
//! A computation is written once, as a [`Kernel`] generic over [`Lanes`], and run on a [`Width`]. Every width
//! does the same IEEE operations on each of eight lanes: in one register with AVX2, in two with SSE2 and
//! NEON, in a loop over an array as the reference. No operation combines lanes, so all widths give the same
//! bits, and data in blocks of [`LANES`] fits all.
//!
//! The array is a width of its own where the processor has no registers, and with the feature `scalar`, for
//! tests: each width is a copy of every kernel. WebAssembly never has two: visitors of a page download them.
//!
//! ```text
//!   Kernel::run::<L>   the formula, once         inline(always) down to the last call
//!        |
//!   Width::run         match on the processor    enters AVX2 through a #[target_feature] function
//!        |
//!   x86::Avx2Lanes  |  quads::QuadLanes  |  scalar::ScalarLanes      private: only a kernel gets one
//! ```
//!
//! The lane types are private, so no program can make one on a processor that lacks the instructions: a
//! kernel receives its type from `Width::run`, and a `Width` is made only after a test of the processor.
//! There is no fused multiply-add, which SSE2 lacks. For alternatives, see `docs/experiments/solver.md`.

use crate::quad::INSTRUCTION_SET_NAME;

// Loops use indices, because closures of iterators are compiled without the wide instructions.
// Eight lanes in two registers of four; `crate::quad` is one such register.
#[allow(clippy::needless_range_loop)]
mod quads;
mod rotation;
#[allow(clippy::needless_range_loop)]
mod scalar;
mod traits;
#[allow(clippy::needless_range_loop)]
#[cfg(target_arch = "x86_64")]
mod x86;

pub use rotation::{cos_sin, cos_sin_scalar, turned};
pub use traits::{Column, Kernel, LANES, Lanes};

const HAS_QUADS: bool = INSTRUCTION_SET_NAME.is_some();

/// Whether plain arrays are a width here.
const HAS_ARRAYS: bool = !HAS_QUADS || cfg!(all(feature = "scalar", not(target_arch = "wasm32")));

/// A set of vector instructions that this processor has.
///
/// ```
/// use compute::Width;
/// let names: Vec<&str> = Width::all().map(Width::name).collect();
/// assert_eq!(names[0], Width::SCALAR.name());
/// assert_eq!(Width::best().name(), names[names.len() - 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Width(InstructionSet);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum InstructionSet {
    Scalar,
    Quads,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Width {
    /// Plain arrays, the reference for the other widths, with the feature `scalar` or where the processor has
    /// no registers; else its narrowest registers. All give the same bits.
    pub const SCALAR: Self = Self(if HAS_ARRAYS { InstructionSet::Scalar } else { InstructionSet::Quads });

    /// The widest instructions that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::all().last().unwrap_or(Self::SCALAR)
    }

    /// All widths that this processor has, from the reference to the widest.
    pub fn all() -> impl Iterator<Item = Self> {
        let arrays = HAS_ARRAYS.then_some(InstructionSet::Scalar);
        let quads = HAS_QUADS.then_some(InstructionSet::Quads);
        #[cfg(target_arch = "x86_64")]
        let eights = has_avx2().then_some(InstructionSet::Avx2);
        #[cfg(not(target_arch = "x86_64"))]
        let eights = None;
        [arrays, quads, eights].into_iter().flatten().map(Self)
    }

    /// `None` if there is no such width or this processor lacks it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|width| width.name() == name)
    }

    /// `scalar`, `sse2`, `neon`, `simd128` or `avx2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Scalar => "scalar",
            InstructionSet::Quads => INSTRUCTION_SET_NAME.unwrap_or("quads"),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
        }
    }

    /// Runs a kernel with these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            // The conditions are constants, so a kernel is compiled only for the widths that there are.
            InstructionSet::Quads if HAS_QUADS => run_in::<quads::QuadLanes, K>(kernel),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => x86::run(kernel),
            _ if HAS_ARRAYS => run_in::<scalar::ScalarLanes, K>(kernel),
            _ => run_in::<quads::QuadLanes, K>(kernel),
        }
    }
}

/// Never inlined: in a build without optimization the temporaries of a kernel take hundreds of kB of stack,
/// and [`Width::run`] would reserve that once for each width.
#[inline(never)]
fn run_in<L: Lanes, K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<L>()
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(all(target_arch = "x86_64", not(feature = "std")))]
fn has_avx2() -> bool {
    cfg!(target_feature = "avx2")
}
