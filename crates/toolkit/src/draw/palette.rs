//! The colours of a drawing.
//!
//! Static bodies are grey. Other bodies get one of a few colours of similar brightness, chosen by slot, so a
//! body keeps its colour as long as it lives; or by what it looks like, so bodies of one kind share a colour.

use super::Color;
use geom::{Pose, Shape};
use world::{BodyKind, BodyRef};

/// The background.
pub const BACKGROUND: Color = Color([0xfb, 0xfa, 0xf7]);
/// Arms and anchors of joints.
pub const JOINT: Color = Color([0x2b, 0x2d, 0x42]);
/// A sensor with nothing inside.
pub const SENSOR: Color = Color([0x8c, 0xa8, 0x9a]);
/// A sensor with something inside.
pub const SENSOR_ENTERED: Color = Color([0xe0, 0x8a, 0x00]);
/// Contact points, normals and impulses.
pub const CONTACT: Color = Color([0xd0, 0x00, 0x3c]);
/// Rings around bodies that were stopped on their way.
pub const SHORTENED: Color = Color([0x8a, 0x2b, 0xc9]);
/// Fat AABBs.
pub const AABB: Color = Color([0x3d, 0x7c, 0x57]);
/// Centres of mass and texts.
pub const INK: Color = Color([0x26, 0x2a, 0x36]);

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

/// Water, below all bodies.
pub const WATER: Color = Color([0xc5, 0xdf, 0xee]);

/// Share of the background colour in the colour of a sleeping body; of one that is coloured by its kind.
const SLEEP: f32 = 0.55;
const SLEEP_OF_KIND: f32 = 0.2;
/// Share of black in the outline of a body.
const OUTLINE: f32 = 0.5;

/// By its kind and slot, paler while it is asleep.
#[must_use]
pub fn of_body(body: BodyRef<'_>) -> Color {
    let color = match body.kind() {
        BodyKind::Static => return FIXED,
        BodyKind::Kinematic => KINEMATIC,
        BodyKind::Dynamic => DYNAMIC[body.id().index() % DYNAMIC.len()],
    };
    if body.is_awake() { color } else { asleep(color, SLEEP) }
}

/// By its kind and what it looks like, a little paler while it is asleep: bodies share a colour if their
/// first colliders have a shape of the same sort whose size, doubled or halved, is about the same.
#[must_use]
pub fn of_kind(body: BodyRef<'_>) -> Color {
    if body.kind() != BodyKind::Dynamic {
        return of_body(body);
    }
    let color = DYNAMIC[body.colliders().next().map_or(0, |first| look(first.shape())) % DYNAMIC.len()];
    if body.is_awake() { color } else { asleep(color, SLEEP_OF_KIND) }
}

/// A number that shapes of one sort and about one size share.
fn look(shape: &Shape) -> usize {
    // Half of the exponent of the squared size: it changes where the size doubles.
    let size = (shape.aabb(Pose::IDENTITY).extents().norm_squared().to_bits() >> 24) as usize;
    let sort = match shape {
        Shape::Circle(_) => 1,
        Shape::Capsule(_) => 2,
        Shape::Polygon(polygon) => polygon.vertices().len(),
        _ => 0,
    };
    3 * size + 5 * sort
}

fn asleep(color: Color, share: f32) -> Color {
    color.towards(BACKGROUND, share)
}

/// Colour of outlines and lines on a fill of this colour.
#[must_use]
pub fn line_on(fill: Color) -> Color {
    fill.towards(INK, OUTLINE)
}

/// All fill colours that a body can have, each with the colour of lines on it; but those of bodies that sleep
/// and are coloured by kind, which lie between others.
pub fn fills_and_lines() -> impl Iterator<Item = (Color, Color)> {
    let moving = [KINEMATIC].into_iter().chain(DYNAMIC);
    let fills = [FIXED].into_iter().chain(moving.flat_map(|color| [color, asleep(color, SLEEP)]));
    fills.map(|fill| (fill, line_on(fill)))
}
