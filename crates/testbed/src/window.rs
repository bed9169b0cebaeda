//! The window: scenes to choose, to stop, to change and to take in the hand.
//!
//! ```text
//!   session    the scene that runs: steps, knobs, a hand        knows no window
//!   view       the camera: metres <-> pixels                    knows no window
//!   canvas     `draw::Canvas` on egui
//!   overlay    contacts, normals, boxes, centres of mass
//!   panels     list with search, bar, knobs, times
//!   app        the panels and the picture, and the pointer on it
//!   explorers  manifold, separating axes, point in polygon
//! ```
//!
//! What the window does is in `session` and `view`, so that most tests need no user interface; those that do drive
//! the same controls as a person, by name and by pointer, and need no display.

mod any_world;
mod app;
mod canvas;
mod explorers;
mod hand;
mod knobs;
mod overlay;
mod panels;
mod session;
mod view;

use crate::options::Options;
use app::App;
use eframe::egui;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use thiserror::Error;

/// What words are written in.
const INK: egui::Color32 = egui::Color32::from_rgb(0x26, 0x2a, 0x36);

/// px. How large the window is at first.
const SIZE: [f32; 2] = [1280.0, 800.0];

/// Why there is no window.
#[derive(Debug, Error)]
pub enum WindowError {
    /// There is nothing to open one on.
    #[error("no display")]
    NoDisplay,
    /// There is, and yet it does not open.
    #[error("no window ({0})")]
    NotOpened(String),
    /// The scene cannot be.
    #[error("{0}")]
    Scene(String),
}

/// Opens the window on the scene of the options, and returns when it is closed.
///
/// # Errors
/// [`WindowError`], with nothing opened.
pub fn open(options: &Options) -> Result<(), WindowError> {
    if !has_display() {
        return Err(WindowError::NoDisplay);
    }
    let app = App::new(options).map_err(WindowError::Scene)?;
    let begun = Rc::new(Cell::new(false));
    // Where a library of the display's is missing, winit panics rather than to return an error. What panics once
    // the window has begun is ours, and goes on.
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
        // The pictures are on light paper; so is everything around them, with ink that can be read on it.
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

/// Elsewhere than on X11 and Wayland there always is one.
fn has_display() -> bool {
    let named = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
