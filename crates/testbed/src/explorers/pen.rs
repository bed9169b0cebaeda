//! What explorers draw beside the shapes of the engine: arrows, dots, outlines, words.

use super::colors::INK;
use crate::draw::{Color, DebugDraw, Paint};
use physics::prelude::*;

/// Length of the head of an arrow, px.
const HEAD: f32 = 9.0;
/// Half the width of a letter and the height of a line, px.
const LETTER: [f32; 2] = [3.4, 13.0];
/// Radius of the dot of a handle, px.
const HANDLE: f32 = 6.0;

/// Lengths in m; the head has the same size at every scale.
pub fn arrow(canvas: &mut dyn DebugDraw, from: Point, to: Point, paint: Paint) {
    canvas.segment(from, to, paint);
    let length = (to - from).norm();
    if length > 0.0 && length.is_finite() {
        let back = (from - to) * (HEAD.min(0.5 * length / canvas.pixel()) * canvas.pixel() / length);
        for turn in [0.45, -0.45] {
            canvas.segment(to, to + Rot::from_angle(turn) * back, paint);
        }
    }
}

/// Writes a text below and to the right of a point.
pub fn note(canvas: &mut dyn DebugDraw, at: Point, text: impl ToString, color: Color) {
    canvas.text(at, &text.to_string(), color);
}

/// Writes a text centred on a point.
pub fn word(canvas: &mut dyn DebugDraw, at: Point, text: impl ToString, color: Color) {
    let text = text.to_string();
    // A note begins 7 px to the right and 5 px below its point.
    let shift = Vec2::new(-LETTER[0] * text.chars().count() as f32 - 7.0, 0.5 * LETTER[1] + 5.0);
    canvas.text(at + shift * canvas.pixel(), &text, color);
}

pub fn handle(canvas: &mut dyn DebugDraw, at: Point, color: Color) {
    canvas.circle(at, HANDLE * canvas.pixel(), Paint::fill(color).outlined(INK, 1.5));
}

/// Draws the edges of a polygon, which need not be convex.
pub fn outline(canvas: &mut dyn DebugDraw, corners: &[Point], paint: Paint) {
    for (i, corner) in corners.iter().enumerate() {
        canvas.segment(*corner, corners[(i + 1) % corners.len()], paint);
    }
}

/// The corners of a regular polygon around the origin, m.
pub fn regular(corners: usize, radius: f32) -> Vec<Point> {
    let turn = std::f32::consts::TAU / corners as f32;
    (0..corners)
        .map(|i| Point::from(Rot::from_angle(turn * (i as f32 + 0.3)) * Vec2::new(radius, 0.0)))
        .collect()
}
