//! The laws of this crate, against brute force and closed forms in f64.
//!
//! They are one program, because each program takes seconds to link.

mod casts;
mod chains;
mod common;
mod contact_points;
mod epa;
mod errata;
mod gjk;
mod iterations;
mod manifolds;
mod manifolds_by_gjk;
mod mtv;
mod pictures;
mod positions;
mod rays;
mod robustness;
mod sat;
mod toi;
mod turning_casts;
mod units;
mod worked_examples;
