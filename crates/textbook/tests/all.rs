//! The algorithms of the texts against those of the engine, and their errors.
//!
//! They are one program, because each program takes seconds to link.

#[path = "../../collide/tests/common/mod.rs"]
mod common;
mod contact_points;
mod errata;
mod manifolds_by_gjk;
mod mtv;
mod sat;
