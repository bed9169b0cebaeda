//! Many boxes in, overlapping pairs out. This crate knows boxes and the keys they are stored under: no shape, no
//! body.
//!
//! A scene of n shapes has n^2 / 2 pairs, and nearly all of them are far apart. A broad phase puts a box around
//! each shape and names the pairs whose boxes overlap, at a cost that grows with what moves and what meets. The
//! exact test, of shape against shape, comes after it and is no part of it.
//!
//! [`Broadphase`] is the interface; what implements it here, the simplest first:
//!
//! | | the idea | finds pairs in | at home in |
//! |---|---|---|---|
//! | [`BruteForce`] | look at everything | moved x all | tests, as the oracle; a few dozen boxes |
//! | [`SweepList`] | sort where boxes begin and end, walk along | all, and those abreast | a row of boxes, as in the book |
//! | [`SortAndSweep`] | sort along the better axis, walk along it | all, and those abreast | a crowd of like boxes in motion |
//! | [`UniformGrid`] | cells of one size | moved x those nearby | boxes of like size, however many |
//! | [`QuadTree`] | squares cut into four | moved x those nearby | crowds here and there, little of it moving far |
//! | [`DynamicTree`] | boxes of boxes of boxes | moved x log all | everything else: the default |
//!
//! All report the same pairs. Nothing depends on the order of a hash map or on an address: the same calls
//! give the same answers in the same order.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod boxes;
mod brute_force;
mod cast;
mod four_boxes;
mod pair_search;
mod places;
mod probe;
mod quad_tree;
mod sort_and_sweep;
mod sweep_list;
mod traits;
mod tree;
mod uniform_grid;

pub use brute_force::BruteForce;
pub use cast::Cast;
pub use pair_search::{PairFinder, PairSearch, Sift};
pub use quad_tree::QuadTree;
pub use sort_and_sweep::SortAndSweep;
pub use sweep_list::SweepList;
pub use traits::{Broadphase, BroadphaseError, Key, Mobility};
pub use tree::{DynamicTree, MAX_HEIGHT};
pub use uniform_grid::{InvalidCellSize, UniformGrid};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct ReadmeExamples;
