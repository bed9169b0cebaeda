//! What the machine offers to the crates above: arithmetic with the same bits everywhere ([`math`]), eight
//! numbers at a time ([`lanes`]) or four ([`quad`]), and threads that stay ([`workers`]). It knows no physics.
//!
//! Everything here serves one promise: the same inputs give the same bits, whatever the platform, the SIMD
//! width and the number of threads.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod lanes;
pub mod math;
mod owners;
pub mod quad;
mod shared;
mod team;
pub mod workers;

pub use lanes::{Kernel, LANES, Lanes, Width};
pub use quad::{Quad, QuadMask};
pub use shared::Shared;
pub use team::{Member, Phase, Share};
pub use workers::Workers;

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
