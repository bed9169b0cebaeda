//! The window: choose, pause, change and grab scenes.
//!
//! ```text
//!   session       the running scene: steps, controls, grabbing      needs no window
//!   view          the camera: metres <-> pixels                     needs no window
//!   canvas        `draw::DebugDraw` on egui
//!   keys          keys and buttons -> actions
//!   layout        which panels are shown                            needs no window
//!   meters        frames and steps per second, values over time       needs no window
//!   inspect       what lies under the pointer, with its numbers        needs no window
//!   overlay       pointer, velocities, islands, marks
//!   links         the pages about the texts and the sources, opened from the window
//!   panels        list with search, bar, controls, times
//!   app           the panels and the picture, and the pointer on it
//!   explorers     `crate::explorers` with sliders and under the pointer
//!   thumbnails    small pictures for the list
//!   twin          the scene as it was defined, beside the one that is changed
//!   side_by_side  `crate::side_by_side`: the worlds of a comparison beside each other
//! ```
//!
//! The logic of the window is in `session` and `view`, so most tests need no user interface. Those that do
//! drive the same controls as a person, by name and by pointer, and need no display.

mod app;
mod canvas;
mod controls;
mod explorers;
mod hand;
mod inspect;
mod keys;
mod layout;
mod links;
mod look;
mod meters;
mod overlay;
mod panels;
mod player;
mod session;
mod side_by_side;
mod stopwatch;
mod thumbnails;
mod twin;
mod view;

use crate::options::Options;
use app::App;
use eframe::egui;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use thiserror::Error;

/// Colour of text.
const INK: egui::Color32 = egui::Color32::from_rgb(0x26, 0x2a, 0x36);

/// Size of the window at first, px.
const SIZE: [f32; 2] = [1280.0, 800.0];

/// Why there is no window.
#[derive(Debug, Error)]
pub enum WindowError {
    /// There is no display.
    #[error("no display")]
    NoDisplay,
    /// There is a display, but the window could not be opened.
    #[error("no window ({0})")]
    NotOpened(String),
    /// The scene could not be loaded.
    #[error("{0}")]
    Scene(String),
}

/// Opens the window on the scene of the options, and returns when it is closed.
///
/// # Errors
/// [`WindowError`] if nothing was opened.
pub fn open(options: &Options) -> Result<(), WindowError> {
    if !has_display() {
        return Err(WindowError::NoDisplay);
    }
    let app = App::new(options).map_err(WindowError::Scene)?;
    let begun = Rc::new(Cell::new(false));
    // If a library of the display is missing, winit panics instead of returning an error. That panic becomes
    // an error; a panic after the window has opened is a bug of ours and is passed on.
    match catch_unwind(AssertUnwindSafe(|| run(app, &begun))) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(WindowError::NotOpened(first_line(&error.to_string()))),
        Err(panic) if begun.get() => resume_unwind(panic),
        Err(_) => Err(WindowError::NotOpened("it panicked, as said above".to_owned())),
    }
}

fn run(app: App, begun: &Rc<Cell<bool>>) -> eframe::Result {
    let begun = Rc::clone(begun);
    let viewport = egui::ViewportBuilder::default().with_inner_size(SIZE).with_title("testbed");
    let native = eframe::NativeOptions { viewport, ..Default::default() };
    let begin = move |creation: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        begun.set(true);
        // The pictures have a light background, so everything around them is light too.
        creation.egui_ctx.set_theme(egui::Theme::Light);
        creation.egui_ctx.all_styles_mut(|style| {
            let widgets = &mut style.visuals.widgets;
            for state in [&mut widgets.noninteractive, &mut widgets.inactive] {
                state.fg_stroke.color = INK;
            }
        });
        Ok(Box::new(app))
    };
    eframe::run_native("testbed", native, Box::new(begin))
}

/// Only X11 and Wayland can be absent.
fn has_display() -> bool {
    let named = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
