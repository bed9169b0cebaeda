//! Which colour things have.
//!
//! Fixed things step back, in grey; what moves is told apart by a handful of colours of like weight, taken in
//! turn by slot, so that a body keeps its colour for life.

use super::Color;
use physics::prelude::*;
use physics::world::BodyRef;

/// Behind everything.
pub const BACKGROUND: Color = Color([0xfb, 0xfa, 0xf7]);
/// Arms and anchors of joints.
pub const JOINT: Color = Color([0x2b, 0x2d, 0x42]);
/// Contact points and normals.
pub const CONTACT: Color = Color([0xd0, 0x00, 0x3c]);

const FIXED: Color = Color([0xd3, 0xd5, 0xd9]);
const KINEMATIC: Color = Color([0x9a, 0xa5, 0xb8]);
const DYNAMIC: [Color; 7] = [
    Color([0xe0, 0x7a, 0x5f]), // terracotta
    Color([0x5f, 0x9e, 0xc9]), // sky
    Color([0x81, 0xb2, 0x9a]), // sage
    Color([0xf2, 0xc1, 0x6b]), // sand
    Color([0x9c, 0x86, 0xb8]), // lilac
    Color([0xd9, 0x8c, 0x9f]), // rose
    Color([0xa8, 0xb8, 0x5c]), // moss
];
const INK: Color = Color([0x26, 0x2a, 0x36]);

/// How much of the background is in a body that sleeps.
const SLEEP: f32 = 0.55;
/// How much ink is in the outline of a body.
const OUTLINE: f32 = 0.5;

/// The inside of a body.
pub fn of_body(body: BodyRef<'_>) -> Color {
    let color = match body.kind() {
        BodyKind::Static => return FIXED,
        BodyKind::Kinematic => KINEMATIC,
        BodyKind::Dynamic => DYNAMIC[body.id().index() % DYNAMIC.len()],
    };
    if body.is_awake() { color } else { asleep(color) }
}

fn asleep(color: Color) -> Color {
    color.towards(BACKGROUND, SLEEP)
}

/// Outlines and lines on an inside of this colour.
pub fn line_on(fill: Color) -> Color {
    fill.towards(INK, OUTLINE)
}

/// All insides that a body can have, and the lines on them.
pub fn fills_and_lines() -> impl Iterator<Item = (Color, Color)> {
    let moving = [KINEMATIC].into_iter().chain(DYNAMIC);
    let fills = [FIXED].into_iter().chain(moving.flat_map(|color| [color, asleep(color)]));
    fills.map(|fill| (fill, line_on(fill)))
}
