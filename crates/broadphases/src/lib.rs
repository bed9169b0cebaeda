#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub use broadphase;

mod avl_tree;
mod brute_force;
mod overlaps;
mod quad_tree;
mod uniform_grid;

pub use avl_tree::{AvlTree, VisitedNode};
pub use brute_force::BruteForce;
pub use quad_tree::QuadTree;
pub use uniform_grid::{InvalidCellSize, UniformGrid, VisitedCell};
