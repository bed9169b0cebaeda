//! Adds and removes bodies, colliders, joints and contacts, and moves and pushes bodies.
//!
//! ```text
//!   bodies.rs      add, remove, move, push
//!   colliders.rs   add, remove, materials, which pairs are searched for again
//!   joints.rs      add, remove, and the contacts that they forbid
//!   contacts.rs    add, remove, which two colliders make a pair, what a pair has of both
//! ```
//!
//! Each function checks its numbers before it changes anything, leaves the invariants of all stores true, and
//! wakes every body that it may affect.

mod bodies;
mod colliders;
mod contacts;
mod joints;

pub(super) use bodies::mobility;
pub(crate) use colliders::check_collider;
pub(super) use colliders::check_shape;
pub(crate) use contacts::{PairKind, combine_materials};
