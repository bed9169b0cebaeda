//! The laws of this crate, against brute force and closed forms in f64.
//!
//! They are one program, because each program takes seconds to link.

mod bounds;
mod cleaned;
mod common;
mod constructions;
mod containment;
mod cut;
mod decompose;
mod exact;
mod features;
mod fracture;
mod hull;
mod lines;
mod mass;
mod shapes;
mod support;
