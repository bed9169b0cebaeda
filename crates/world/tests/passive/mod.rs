//! Passivity is a law of the step: a world that nothing drives never has more energy than it began with.
//!
//! ```text
//!   kinds     a kind and a seed -> a Level: no motor, no kinematic body, springs at rest length,
//!             all shapes apart, all joints closed
//!   work      what motors, belts and kinematic bodies of the driven kinds can have done, at most
//!   law       energy, what is allowed, the worst of a run
//!   survey    many worlds x settings of the step -> a table
//!   reduce    a world that fails -> the smallest one that still fails, as text
//!   probes    single mechanisms with a figure each
//! ```
//!
//! The tests are in `laws`. `cargo run --release -p physics2d-world --example passive -- --help` runs the
//! same on any number of worlds and seeds.

// The tests and the example use different parts; `probes` and `reduce` are the example's alone.
#![allow(dead_code)]

pub mod builder;
pub mod kinds;
pub mod law;
#[cfg(test)]
mod laws;
#[cfg(not(test))]
pub mod probes;
pub mod random;
#[cfg(not(test))]
pub mod reduce;
pub mod survey;
pub mod work;
