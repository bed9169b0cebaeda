//! A row of the list: a small picture, the name, and below it the beginning of the description.

use crate::entry::Entry;
use crate::window::thumbnails::{SHOWN, Thumbnails};
use eframe::egui::{self, Align2, FontId, Sense, TextStyle};

/// Height of a row, px.
const HEIGHT: f32 = 40.0;
/// Space around the texts, px.
const MARGIN: f32 = 6.0;
/// Size of the letters of the description, px.
const SMALL: f32 = 10.5;

/// Shows an entry as something to click; a marked one stands on a coloured ground with a bar at its left.
pub fn row(ui: &mut egui::Ui, entry: Entry, is_marked: bool, thumbnails: &mut Thumbnails) -> egui::Response {
    let size = egui::vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let is_enabled = ui.is_enabled();
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, is_enabled, is_marked, entry.title()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    if is_marked {
        ui.painter().rect_filled(rect, 2.0, visuals.selection.bg_fill);
        let bar = egui::Rect::from_min_size(rect.min, egui::vec2(4.0, rect.height()));
        ui.painter().rect_filled(bar, 0.0, visuals.selection.stroke.color);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 2.0, visuals.widgets.hovered.weak_bg_fill);
    }
    let frame = egui::Rect::from_min_size(rect.min + egui::vec2(MARGIN, 2.0), SHOWN.into());
    if let Some(picture) = thumbnails.get(ui.ctx(), entry) {
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(picture.id(), frame, whole, egui::Color32::WHITE);
    }
    let painter = ui.painter().with_clip_rect(rect.shrink2(egui::vec2(2.0, 0.0)).intersect(ui.clip_rect()));
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    // Both lines in the middle of the row, whatever the size of the letters.
    let font = TextStyle::Body.resolve(ui.style());
    let left = frame.right() + MARGIN;
    let middle = rect.center().y + 0.5 * (font.size - SMALL);
    let at = |y: f32| egui::pos2(left, y);
    painter.text(at(middle + 1.0), Align2::LEFT_BOTTOM, entry.title(), font, strong);
    painter.text(at(middle + 2.0), Align2::LEFT_TOP, entry.about(), FontId::proportional(SMALL), weak);
    response
}
