//! Criterion micro-benchmarks; see `benches/`.
