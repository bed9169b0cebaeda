#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! A scene of n shapes has n^2 / 2 pairs, nearly all of them far apart. A broad phase puts a box around each
//! shape and names the pairs whose boxes overlap; its cost grows with the boxes that moved and overlap. The
//! exact test of shape against shape comes after it.
//!
//! All implementations of [`Broadphase`] report the same pairs, and the same calls give the same answers in
//! the same order.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub use compute;
pub use geom;

mod aabb_quad;
mod cast;
mod distance_query;
mod insertion_sort;
mod key_map;
mod pair_finder;
mod pair_search;
mod proxies;
mod sort_and_sweep;
mod sweep_list;
mod traits;
mod tree;
mod types;

pub use cast::Cast;
pub use pair_finder::PairFinder;
pub use pair_search::{PairFilter, PairSearch};
pub use sort_and_sweep::SortAndSweep;
pub use sweep_list::{SortStep, SweepList, SweepStep};
pub use traits::Broadphase;
pub use tree::{DynamicTree, MAX_HEIGHT};
pub use types::{BroadphaseError, Key, Mobility};

/// For a broad phase of your own: boxes found by their keys, and queries ordered by distance.
pub mod common {
    pub use crate::distance_query::{Circle, DistanceQuery};
    pub use crate::key_map::KeyMap;
    pub use crate::proxies::{Proxies, Proxy};
}
