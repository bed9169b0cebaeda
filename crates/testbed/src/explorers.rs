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
//! An explorer knows neither window nor file, so tests and commands can use it without a display. Input that
//! the engine refuses (a polygon that is not convex, a radius of zero) is shown with the error.

mod batch;
mod bounds;
mod circles_and_boxes;
mod colors;
mod contact_methods;
mod control;
mod convergence;
mod culling;
mod decomposition;
mod fan;
mod force;
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
mod perpendiculars;
mod point_in_polygon;
mod pointer;
mod projection;
mod sat;
mod support;
mod sweep_lists;
#[cfg(test)]
mod tests;
mod time_of_impact;
mod tree_path;
mod vertex_mean;

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
    /// The sections of the texts that it shows; none if it comes from no text.
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
    perpendiculars::EXPLORER,
    point_in_polygon::EXPLORER,
    lines::EXPLORER,
    overlap::EXPLORER,
    fan::EXPLORER,
    vertex_mean::EXPLORER,
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
    force::EXPLORER,
    impulse::EXPLORER,
    friction_cone::EXPLORER,
    joint_row::EXPLORER,
    convergence::EXPLORER,
    batch::EXPLORER,
];

/// Farthest place of a handle, m. Beyond it a product of four lengths, as of an inertia, comes near the
/// greatest f32, and results would be infinite or NaN.
const FARTHEST: f32 = 1e8;

/// Why an explorer has nothing to show, if a handle is not finite or too far away.
fn misplaced(explorer: &dyn Explore) -> Option<String> {
    let (i, handle) = (1..).zip(explorer.handles()).find(|(_, handle)| !is_usable(*handle))?;
    Some(if handle.x.is_finite() && handle.y.is_finite() {
        format!("Handle {i} is too far away: beyond {FARTHEST:e} m products do not fit into f32.")
    } else {
        format!("Handle {i} is nowhere: its place is not a number.")
    })
}

/// NaN fails the comparison.
fn is_usable(handle: Point) -> bool {
    handle.x.abs() <= FARTHEST && handle.y.abs() <= FARTHEST
}

/// What an explorer reports; if a handle is not finite or too far away, only that.
pub fn report_of(explorer: &dyn Explore) -> Vec<String> {
    misplaced(explorer).map_or_else(|| explorer.report(), |sentence| vec![sentence])
}

/// Draws the picture of an explorer; if a handle is not finite or too far away, that sentence, and the
/// handles that can be dragged.
pub fn draw_of(explorer: &dyn Explore, canvas: &mut dyn DebugDraw) {
    let Some(sentence) = misplaced(explorer) else { return explorer.draw(canvas) };
    for handle in explorer.handles().into_iter().filter(|handle| is_usable(*handle)) {
        pen::handle(canvas, handle, colors::NO);
    }
    pen::word(canvas, AREA.center(), sentence, colors::INK);
}
