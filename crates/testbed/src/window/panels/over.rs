//! What lies over the picture of a scene: its title, the tools, and an invitation.

use super::tools;
use crate::entry::Entry;
use crate::window::session::Tool;
use eframe::egui::{self, Align2, Color32, Rect, RichText, Vec2};

/// Space between the border of the picture and what lies over it, points.
const SPACE: f32 = 8.0;
/// Height of the row of tools with its space, points.
const TOOLS: f32 = 56.0;
/// Ground and letters of the invitation.
const INVITES: Color32 = Color32::from_rgb(0x1d, 0x5f, 0xb8);
const LETTERS: Color32 = Color32::WHITE;
/// What the invitation says.
const WORDS: &str = "Grab something and throw it";

/// Shows the title and a sentence at the upper left corner; the pointer passes through.
pub fn caption(ctx: &egui::Context, picture: Rect, entry: Entry) {
    let area = egui::Area::new(egui::Id::unique("caption")).interactable(false).fade_in(false);
    area.fixed_pos(picture.min + Vec2::splat(SPACE)).constrain_to(picture).show(ctx, |ui| {
        ground(ui).show(ui, |ui| {
            ui.set_max_width((picture.width() - 4.0 * SPACE).min(520.0));
            let (style, visuals) = (ui.style(), ui.visuals());
            let (heading, body) =
                (egui::TextStyle::Heading.resolve(style), egui::TextStyle::Body.resolve(style));
            let mut text = egui::text::LayoutJob::default();
            let title = egui::TextFormat::simple(heading, visuals.strong_text_color());
            text.append(&format!("{}\n", entry.title()), 0.0, title);
            text.append(entry.about(), 0.0, egui::TextFormat::simple(body, visuals.text_color()));
            ui.add(egui::Label::new(text).selectable(false).wrap());
        });
    });
}

/// Shows the tools at the lower left corner.
pub fn over(ctx: &egui::Context, picture: Rect, tool: &mut Tool, is_narrow: bool) {
    let area = egui::Area::new(egui::Id::unique("tools")).pivot(Align2::LEFT_BOTTOM).fade_in(false);
    let corner = picture.left_bottom() + Vec2::new(SPACE, -SPACE);
    area.fixed_pos(corner).constrain_to(picture).show(ctx, |ui| {
        if is_narrow {
            crate::window::layout::for_fingers(ui.style_mut());
        }
        ground(ui).show(ui, |ui| tools(ui, tool));
    });
}

/// Shows what a visitor can do, above the tools; the pointer passes through.
pub fn hint(ctx: &egui::Context, picture: Rect) {
    let area = egui::Area::new(egui::Id::unique("hint")).pivot(Align2::CENTER_BOTTOM).interactable(false);
    let place = picture.center_bottom() - Vec2::new(0.0, TOOLS + SPACE);
    area.fixed_pos(place).constrain_to(picture).fade_in(false).show(ctx, |ui| {
        let frame = egui::Frame::new().fill(INVITES).corner_radius(16.0).inner_margin(Vec2::new(14.0, 7.0));
        frame.show(ui, |ui| {
            let words = RichText::new(WORDS).size(16.0).color(LETTERS);
            ui.add(egui::Label::new(words).selectable(false).wrap_mode(egui::TextWrapMode::Extend));
        });
    });
}

/// A ground on which letters can be read above bodies.
fn ground(ui: &egui::Ui) -> egui::Frame {
    let color = ui.visuals().panel_fill.gamma_multiply(0.85);
    egui::Frame::new().fill(color).corner_radius(6.0).inner_margin(Vec2::new(6.0, 3.0))
}
