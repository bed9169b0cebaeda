#![doc = include_str!("../README.md")]

// The crates whose types this one shows.
pub use {broadphase, collide, compute, geom, world};
