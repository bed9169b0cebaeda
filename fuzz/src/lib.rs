//! Fuzz targets: functions that take any bytes, and panic if the engine breaks a promise.
//!
//! ```text
//!   bytes --> Input (numbers, choices) --> targets/geometry.rs, collide.rs, world.rs   calls and laws
//!         '------- as they are ----------> targets/snapshot.rs, level.rs, replay.rs    readers of files
//!   search.rs: a corpus, changed at random --> a target; the bytes that panic are made shorter
//! ```
//!
//! Three programs feed them:
//!
//! - `cargo test -p fuzz`: the same few thousand inputs each time, and every input that once made a target
//!   panic. It is part of `cargo xtask ci`.
//! - `cargo run --release -p fuzz -- --seconds 60`: new inputs each time; `cargo xtask soak --fuzz MINUTES`
//!   runs it for hours and writes docs/fuzzing.md.
//! - `cargo fuzz run --fuzz-dir fuzz/libfuzzer TARGET`: guided by coverage, with a nightly compiler.
//!
//! Turned down: the crate `arbitrary`. It makes numbers with all bits equally likely; what breaks geometry
//! are equal, collinear and touching places, which [`Input`] makes likely.

mod input;
mod search;
mod targets;

pub use input::Input;
pub use search::{Crash, Random, Search, shortened};
pub use targets::{TARGETS, Target, find};
