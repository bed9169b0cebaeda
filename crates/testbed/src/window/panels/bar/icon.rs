//! The signs on the buttons of a narrow window, as lines and areas: the font of the window has letters only,
//! and one with signs would make the page larger by a tenth.

use crate::window::keys::Action;
use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use std::f32::consts::TAU;

/// Width and height of a sign, points.
const SIZE: f32 = 16.0;

/// Width of its lines, points.
const LINE: f32 = 2.0;

/// Points in a square whose sides go from -1 to 1, y down.
type Way = &'static [[f32; 2]];

const RUN: Way = &[[-0.6, -0.9], [0.9, 0.0], [-0.6, 0.9]];
const PAUSE: [Way; 2] = [
    &[[-0.7, -0.8], [-0.2, -0.8], [-0.2, 0.8], [-0.7, 0.8]],
    &[[0.2, -0.8], [0.7, -0.8], [0.7, 0.8], [0.2, 0.8]],
];
const STEP: [Way; 2] =
    [&[[-0.8, -0.8], [0.4, 0.0], [-0.8, 0.8]], &[[0.5, -0.8], [0.8, -0.8], [0.8, 0.8], [0.5, 0.8]]];
const LIST: [Way; 3] = [&[[-0.9, -0.7], [0.9, -0.7]], &[[-0.9, 0.0], [0.9, 0.0]], &[[-0.9, 0.7], [0.9, 0.7]]];
/// Where the knobs of three sliders are.
const KNOBS: [[f32; 2]; 3] = [[-0.4, -0.7], [0.45, 0.0], [-0.1, 0.7]];
const NEXT: [Way; 2] = [&[[-0.9, 0.0], [0.9, 0.0]], &[[0.2, -0.7], [0.9, 0.0], [0.2, 0.7]]];
const FIT: [Way; 4] = [
    &[[-0.9, -0.3], [-0.9, -0.9], [-0.3, -0.9]],
    &[[0.3, -0.9], [0.9, -0.9], [0.9, -0.3]],
    &[[0.9, 0.3], [0.9, 0.9], [0.3, 0.9]],
    &[[-0.3, 0.9], [-0.9, 0.9], [-0.9, 0.3]],
];

/// Draws the sign of an action into the middle of a button. Returns whether there is one.
pub fn icon(painter: &Painter, button: Rect, action: Action, is_paused: bool, color: Color32) -> bool {
    let at = |[x, y]: [f32; 2]| button.center() + Vec2::new(x, y) * (0.5 * SIZE);
    let stroke = Stroke::new(LINE, color);
    let line = |way: &[[f32; 2]]| {
        painter.add(Shape::line(way.iter().copied().map(at).collect(), stroke));
    };
    let area = |way: &[[f32; 2]]| {
        let points: Vec<Pos2> = way.iter().copied().map(at).collect();
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    match action {
        Action::Pause if is_paused => area(RUN),
        Action::Pause => PAUSE.into_iter().for_each(area),
        Action::Step => STEP.into_iter().for_each(area),
        Action::List => LIST.into_iter().for_each(line),
        Action::Controls => {
            LIST.into_iter().for_each(line);
            for knob in KNOBS {
                painter.circle_filled(at(knob), 1.5 * LINE, color);
            }
        }
        Action::Next => NEXT.into_iter().for_each(line),
        Action::Fit => FIT.into_iter().for_each(line),
        Action::Restart => {
            // Most of a circle, with a head at its end.
            line(&arc(-0.1, 0.7));
            area(&[[0.25, -0.8], [0.9, -0.95], [0.9, -0.25]]);
        }
        Action::Theme => {
            line(&arc(0.0, 1.0));
            area(&arc(-0.25, 0.25));
        }
        _ => return false,
    }
    true
}

/// An arc of a circle between two angles, in turns from the right, clockwise on the screen.
fn arc(from: f32, to: f32) -> Vec<[f32; 2]> {
    const CHORDS: u8 = 24;
    let angles = (0..=CHORDS).map(|i| TAU * (from + (to - from) * f32::from(i) / f32::from(CHORDS)));
    angles.map(|angle| [0.85 * angle.cos(), 0.85 * angle.sin()]).collect()
}
