//! The laws of this crate, against brute force and closed forms in f64.
//!
//! They are one program, because each program takes seconds to link.

mod casts;
mod chains;
mod common;
mod epa;
mod gjk;
mod iterations;
mod manifolds;
mod pictures;
mod positions;
mod rays;
mod robustness;
mod sat;
mod toi;
mod turning_casts;
mod units;
mod worked_examples;
