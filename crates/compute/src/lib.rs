#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod f64x2;
pub mod lanes;
pub mod math;
mod owners;
mod prefetch;
pub mod quad;
mod register;
mod shared;
mod sort;
mod team;
pub mod workers;

pub use f64x2::{F64x2, F64x2Mask};
pub use lanes::{Kernel, LANES, Lanes, Width};
pub use prefetch::{prefetch, prefetch_slice};
pub use quad::{Quad, QuadMask};
pub use shared::Shared;
pub use sort::{sort, sort_by};
pub use team::{Member, Phase, Share};
pub use workers::Workers;
