//! The colours of all explorers.

use crate::draw::{Color, Paint};

/// The first shape and what belongs to it.
pub const A: Color = Color([0x5f, 0x9e, 0xc9]);
/// The second shape and what belongs to it.
pub const B: Color = Color([0xe0, 0x7a, 0x5f]);
/// What is kept, overlaps, or lies inside.
pub const YES: Color = Color([0xd0, 0x00, 0x3c]);
/// What is rejected, is separate, or lies outside.
pub const NO: Color = Color([0x8a, 0x90, 0x9c]);
/// Auxiliary lines.
pub const HELP: Color = Color([0xc4, 0xc8, 0xd0]);
/// Text and normals.
pub const INK: Color = Color([0x26, 0x2a, 0x36]);

/// A fill that is pale enough for lines above it.
pub fn shape(color: Color) -> Paint {
    Paint::fill(color.towards(Color([0xff; 3]), 0.7)).outlined(color, 1.5)
}
