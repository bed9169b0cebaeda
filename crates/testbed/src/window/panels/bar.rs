//! The bar above the picture: what is done to time, and the keys that do the same.

use eframe::egui::{self, Key};

/// What the bar can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Stop, or go on.
    Pause,
    /// One step, and stop.
    Step,
    /// From the beginning.
    Restart,
    /// See the whole scene.
    Fit,
}

/// The bar; what has been asked for by button or key.
pub fn bar(ui: &mut egui::Ui, paused: bool, about: &str) -> Vec<Deed> {
    let pause = if paused { "run" } else { "pause" };
    let buttons = [
        (Deed::Pause, pause, Key::Space, "stop, or go on [space]"),
        (Deed::Step, "step", Key::S, "one step of 1/60 s, and stop [S]"),
        (Deed::Restart, "restart", Key::R, "from the beginning, with the knobs as they are [R]"),
        (Deed::Fit, "fit", Key::F, "see the whole scene [F]"),
    ];
    let typing = ui.ctx().egui_wants_keyboard_input();
    let mut deeds = Vec::new();
    ui.horizontal(|ui| {
        for (deed, name, key, hint) in buttons {
            let clicked = ui.button(name).on_hover_text(hint).clicked();
            let pressed = !typing && ui.input(|input| input.key_pressed(key));
            if clicked || pressed {
                deeds.push(deed);
            }
        }
        ui.separator();
        ui.add(egui::Label::new(about).truncate());
    });
    deeds
}
