//! Laws of whole runs of many worlds. Nearly all of their time is spent in the solver, which is ten times as
//! fast in a release build: `cargo xtask ci test-release` runs all of them, and debug builds a share.

mod heavy_loads;
#[path = "../passive/mod.rs"]
mod passive;
#[path = "../same_bits.rs"]
mod same_bits;
