//! Criterion micro-benchmarks of the hot functions of each crate; the benchmarks are in `benches/`.
//!
//! `cargo xtask bench criterion` runs them all, `cargo bench -p benches -- NAME` those whose name contains
//! NAME.
