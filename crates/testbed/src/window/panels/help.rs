//! The page of keys.

use crate::window::keys::{GESTURES, KEYS};
use eframe::egui;

/// Shows the page above everything, as long as `is_open`.
pub fn help(ctx: &egui::Context, is_open: &mut bool) {
    if *is_open && ctx.input(|input| input.key_pressed(egui::Key::Escape)) {
        *is_open = false;
    }
    let page = egui::Window::new("keys").open(is_open).resizable(false).collapsible(false);
    page.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        egui::Grid::new("keys").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
            let keys = KEYS.iter().map(|row| (row.names, row.words));
            for (name, words) in keys.chain(GESTURES) {
                ui.strong(name);
                ui.label(words);
                ui.end_row();
            }
        });
    });
}
