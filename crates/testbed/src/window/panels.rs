//! The panels around the picture, each a function from a part of the state to egui.
//!
//! Every control has a unique name, by which people, screen readers and tests find it. Only in the list by
//! text an entry stands under each of its sections.

mod bar;
mod controls;
mod graphs;
mod help;
mod inspected;
mod list;
mod over;
mod parameters;
mod showcase;
mod timing;

pub use bar::{FEW_BUTTONS, WINDOW_BUTTONS, bar, run_buttons, scrub_bar, title};
pub use controls::{controls, extra_layers, gravity, grips, layers, looks, materials, methods, speed, tools};
pub use graphs::graphs;
pub use help::help;
pub use inspected::{inspected, pointed};
pub use list::{ListState, list};
pub use over::{caption, hint, over};
pub use parameters::parameters;
#[cfg(any(test, target_arch = "wasm32"))]
pub use showcase::SHOWCASE;
pub use showcase::showcase;
pub use timing::{nets, short_status, status, threads, timing};

use eframe::egui;

/// Least height of a row of numbers, which nobody touches, points.
const ROW: f32 = 18.0;

/// A small heading above a group of controls.
pub fn heading(ui: &mut egui::Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(egui::RichText::new(text).strong());
}

/// A choice between named values, shown side by side as far as they fit.
fn one_of<T: PartialEq + Copy>(
    ui: &mut egui::Ui,
    value: &mut T,
    all: impl IntoIterator<Item = (&'static str, T)>,
) {
    ui.horizontal_wrapped(|ui| {
        for (name, each) in all {
            ui.radio_value(value, each, name);
        }
    });
}
