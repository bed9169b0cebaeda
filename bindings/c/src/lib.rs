//! The C library of the engine: `docs/capi.md`.
//!
//! ```text
//!   program in C  -->  p2_... of body.rs, ...  -->  error::guard  -->  registry: whose world  -->  world
//!                        P2...Def of definitions.rs  <-->  wire  <-->  definitions of the engine
//! ```
//!
//! `definitions.rs` and `include/physics2d.h` are generated: `tests/generated.rs`.

// Entries are called by C, which knows no `unsafe`: what a pointer must be is said at the head of the header.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

pub mod body;
pub mod collider;
pub mod definitions;
pub mod draw;
pub mod error;
pub mod event;
pub mod handle;
pub mod height_field;
pub mod hook;
pub mod host;
pub mod joint;
pub mod memory;
pub mod mover;
pub mod objects;
pub mod query;
pub mod registry;
pub mod shape;
pub mod state;
pub mod task;
pub mod values;
pub mod wire;
pub mod world;
