//! What the window draws above a scene: the line from the pointer to the held body, or the stroke of a cut.

use crate::draw::{Color, DebugDraw, Paint};
use physics::prelude::*;

/// Radius of the dots at both ends, px.
const DOT: f32 = 3.75;
/// Width of the line, px.
const LINE: f32 = 2.5;

const HOLD: Color = Color([0x1d, 0x5f, 0xb8]);

/// Draws the line from the pointer to the grabbed point, or from the beginning of a stroke to its end.
pub fn draw_pointer([pointer, held]: [Point; 2], canvas: &mut impl DebugDraw) {
    canvas.segment(pointer, held, Paint::stroke(HOLD, LINE));
    for end in [pointer, held] {
        canvas.point(end, DOT, HOLD);
    }
}
