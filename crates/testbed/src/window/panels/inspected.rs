//! The numbers of what lies under the pointer and of what was clicked.

use super::{ROW, heading};
use crate::draw::{Color, palette};
use crate::window::canvas::to_color32;
use crate::window::inspect::{Description, Target, describe};
use crate::window::theme_of;
use eframe::egui::{self, FontId};
use physics::prelude::*;

/// Shows all numbers of what was clicked, and a button to forget it. What is gone is forgotten.
pub fn inspected<B: Broadphase>(ui: &mut egui::Ui, world: &World<B>, target: &mut Option<Target>) {
    let Some(shown) = target.and_then(|target| describe(world, target)) else {
        *target = None;
        return;
    };
    heading(ui, &shown.title);
    egui::Grid::new("inspected").num_columns(2).min_row_height(ROW).show(ui, |ui| {
        for (name, value) in &shown.rows {
            ui.label(*name);
            ui.monospace(value);
            ui.end_row();
        }
    });
    if ui.button("forget").on_hover_text("inspect nothing").clicked() {
        *target = None;
    }
}

/// Shows title and first numbers beside the pointer.
pub fn pointed(painter: &egui::Painter, shown: &Description, response: &egui::Response) {
    /// How many numbers.
    const ROWS: usize = 5;
    let Some(at) = response.hover_pos() else { return };
    let lines = shown.rows.iter().take(ROWS).map(|(name, value)| format!("{name} {value}"));
    let text = [shown.title.clone()].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    let theme = theme_of(painter.ctx());
    let [ink, white] = [palette::INK, Color([255; 3])].map(|color| to_color32(theme.of(color)));
    let galley = painter.layout_no_wrap(text, FontId::proportional(11.5), ink);
    let size = galley.size() + egui::vec2(12.0, 8.0);
    // To the right below the pointer, or on its other side at the edge of the picture.
    let room = response.rect.max - at - egui::vec2(14.0, 14.0);
    let x = if room.x >= size.x { at.x + 14.0 } else { at.x - 14.0 - size.x };
    let y = if room.y >= size.y { at.y + 14.0 } else { at.y - 14.0 - size.y };
    let rect = egui::Rect::from_min_size(egui::pos2(x, y), size);
    painter.rect_filled(rect, 3.0, white.gamma_multiply(0.92));
    painter.rect_stroke(rect, 3.0, egui::Stroke::new(1.0, ink.gamma_multiply(0.4)), egui::StrokeKind::Inside);
    painter.galley(rect.min + egui::vec2(6.0, 4.0), galley, ink);
}
