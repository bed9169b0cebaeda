//! Opens the window on a desktop.

use super::app::App;
use super::dress;
use crate::options::Options;
use eframe::egui;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use thiserror::Error;

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
    let (begun, theme) = (Rc::clone(begun), app.theme());
    let viewport = egui::ViewportBuilder::default().with_inner_size(SIZE).with_title("testbed");
    let native = eframe::NativeOptions { viewport, ..Default::default() };
    let begin = move |creation: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        begun.set(true);
        dress(&creation.egui_ctx, theme);
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
