//! Interactive pictures of one idea each: the user drags and turns a shape and sees what the engine computes.
//!
//! What is drawn comes from the engine's own functions, so an explorer shows what the engine does. Each
//! explorer computes a plain description first and draws it afterwards; tests compare the description with
//! the engine's result.
//!
//! ```text
//!   explorer     values to set      handles to drag      numbers as text      a picture on `DebugDraw`
//!                    |                   |                    |                      |
//!   window        sliders, boxes      the pointer          labels                 `canvas`
//!   command line                                           standard output        SVG or PNG file
//! ```
//!
//! An explorer knows neither the window nor a file, so a test or a command can use it without a display.
//! Input that the engine refuses (a polygon that is not convex, a radius of zero) is shown with the error.

mod bounds;
mod circles_and_boxes;
mod colors;
mod contact_methods;
mod control;
mod convergence;
mod culling;
mod decomposition;
mod fan;
mod friction_cone;
mod gjk;
mod grid_path;
mod impulse;
mod joint_row;
mod level;
mod lines;
mod manifold;
mod minkowski;
mod overlap;
mod pair;
mod pen;
mod point_in_polygon;
mod projection;
mod sat;
mod support;
mod sweep_lists;
mod time_of_impact;
mod tree_path;

pub use control::Control;

use crate::draw::DebugDraw;
use physics::prelude::*;
use scenes::Section;

/// The part of the plane that is shown at first, m.
pub const AREA: Aabb = Aabb { lower: Point::new(-4.0, -3.0), upper: Point::new(4.0, 3.0) };

/// An explorer with its name.
#[derive(Clone, Copy, Debug)]
pub struct Explorer {
    /// Name in the list and on the command line.
    pub name: &'static str,
    /// What it shows, in one sentence.
    pub about: &'static str,
    /// The sections of the texts that it shows.
    pub sections: &'static [Section],
    /// The file of the engine that computes what is shown, from the root of the repository.
    pub source: &'static str,
    /// Makes it in its initial state.
    pub new: fn() -> Box<dyn Explore>,
}

/// What an explorer can do.
pub trait Explore {
    /// The values that the user may set.
    fn controls(&mut self) -> Vec<Control<'_>>;

    /// What can be dragged: the position of each handle, m.
    fn handles(&self) -> Vec<Point>;

    /// Moves a handle to a point, m.
    fn drag(&mut self, handle: usize, to: Point);

    /// The handle that the pointer grabs at a point (m), if one is within `reach` (m).
    fn grab(&self, at: Point, reach: f32) -> Option<usize> {
        let handles = self.handles();
        let near = (0..handles.len()).filter(|&i| (handles[i] - at).norm() <= reach);
        near.min_by(|&i, &j| (handles[i] - at).norm().total_cmp(&(handles[j] - at).norm()))
    }

    /// Turns what belongs to a handle by an angle, rad. By default nothing turns.
    fn turn(&mut self, _handle: usize, _angle: f32) {}

    /// How to use the pointer.
    fn hint(&self) -> &'static str {
        "drag the dots"
    }

    /// The results in words and numbers.
    fn report(&self) -> Vec<String>;

    /// Draws the picture.
    fn draw(&self, canvas: &mut dyn DebugDraw);
}

/// All explorers, in the order of the list.
pub const EXPLORERS: &[Explorer] = &[
    point_in_polygon::EXPLORER,
    lines::EXPLORER,
    overlap::EXPLORER,
    fan::EXPLORER,
    projection::EXPLORER,
    sat::EXPLORER,
    circles_and_boxes::EXPLORER,
    manifold::EXPLORER,
    contact_methods::EXPLORER,
    bounds::EXPLORER,
    sweep_lists::EXPLORER,
    tree_path::EXPLORER,
    grid_path::EXPLORER,
    culling::EXPLORER,
    level::EXPLORER,
    decomposition::EXPLORER,
    support::EXPLORER,
    minkowski::EXPLORER,
    gjk::EXPLORER,
    time_of_impact::EXPLORER,
    impulse::EXPLORER,
    friction_cone::EXPLORER,
    joint_row::EXPLORER,
    convergence::EXPLORER,
];

/// What an explorer reports; of handles that are nowhere, that alone: whatever it found would be about shapes
/// that are not there.
pub fn report_of(explorer: &dyn Explore) -> Vec<String> {
    let handles = explorer.handles();
    let nowhere = handles.iter().position(|handle| !(handle.x.is_finite() && handle.y.is_finite()));
    match nowhere {
        Some(i) => vec![format!("Handle {} is nowhere: its place is not a number.", i + 1)],
        None => explorer.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Svg;

    fn picture(explorer: &dyn Explore) -> String {
        let mut svg = Svg::new(AREA);
        explorer.draw(&mut svg);
        svg.finish()
    }

    /// Names differ, and each explorer has a sentence and a section.
    #[test]
    fn explorers_have_a_name_a_sentence_and_a_section() {
        for (i, explorer) in EXPLORERS.iter().enumerate() {
            assert!(EXPLORERS[..i].iter().all(|other| other.name != explorer.name), "{}", explorer.name);
            assert!(explorer.about.ends_with('.') && !explorer.sections.is_empty(), "{}", explorer.name);
        }
    }

    /// Every value can go to both ends of its range and every handle anywhere, also onto another handle, far
    /// away and to NaN: the explorer says what it sees, and draws.
    #[test]
    fn no_input_makes_an_explorer_panic() {
        for explorer in EXPLORERS {
            let mut one = (explorer.new)();
            let handles = one.handles();
            assert!(!one.report().is_empty() && picture(&*one).len() > 1000, "{}", explorer.name);
            let count = one.controls().len();
            for place in 0..count {
                for end in 0..Control::ENDS {
                    one.controls()[place].go_to_end(end);
                    assert!(!one.report().is_empty(), "{}", explorer.name);
                    picture(&*one);
                }
            }
            one = (explorer.new)();
            let targets = handles.iter().copied().chain([
                Point::origin(),
                Point::new(1e6, -1e6),
                Point::new(f32::NAN, 0.0),
                Point::new(f32::INFINITY, 1.0),
            ]);
            for target in targets {
                for handle in 0..handles.len() {
                    one.drag(handle, target);
                    one.turn(handle, 0.7);
                    assert!(!one.report().is_empty(), "{}", explorer.name);
                    let shown = report_of(&*one);
                    assert!(shown.iter().all(|line| !line.contains("NaN")), "{}: {shown:?}", explorer.name);
                    picture(&*one);
                }
            }
        }
    }

    /// Each handle changes what is shown, and each value too.
    #[test]
    fn every_handle_and_every_value_changes_the_picture_or_the_report() {
        for explorer in EXPLORERS {
            let shown = |one: &dyn Explore| (one.report(), picture(one));
            let first = shown(&*(explorer.new)());
            for handle in 0..(explorer.new)().handles().len() {
                let mut one = (explorer.new)();
                let from = one.handles()[handle];
                one.drag(handle, from + Vec2::new(0.31, 0.17));
                assert_ne!(shown(&*one), first, "{}, handle {handle}", explorer.name);
            }
            for place in 0..(explorer.new)().controls().len() {
                let changes = (0..Control::ENDS).any(|end| {
                    let mut one = (explorer.new)();
                    one.controls()[place].go_to_end(end);
                    shown(&*one) != first
                });
                assert!(changes, "{}, value {place}", explorer.name);
            }
        }
    }
}
