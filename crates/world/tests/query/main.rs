//! Queries against brute force over all colliders on every broad phase, against an oracle in f64, and with
//! values out of their ranges.

mod bad_input;
mod brute_force;
#[path = "../../../collide/tests/common/mod.rs"]
mod common;
mod edits;
mod filters;
mod oracle;
mod worlds;
