//! The chosen scenes, in one row of small pictures below the picture.

use crate::entry::Entry;
use crate::window::thumbnails::Thumbnails;
use eframe::egui::{self, Align2, FontId, Sense, Vec2};

/// Names of the scenes that a first visitor should see; the first is shown first.
pub const SHOWCASE: [&str; 10] = [
    "wrecking_ball",
    "ragdoll",
    "bridge",
    "car",
    "buoyancy",
    "newtons_cradle",
    "pile",
    "steady_tracked_vehicle",
    "destruction",
    "card_house",
];

/// Size of a picture, points: in a window with room for words below it, and in a low one.
const PICTURE: Vec2 = Vec2::new(72.0, 48.0);
const LOW_PICTURE: Vec2 = Vec2::new(39.0, 26.0);
/// Height of the words, and size of their letters, points.
const WORDS: f32 = 15.0;
const LETTERS: f32 = 11.5;

/// Shows the row. Returns the scene that was clicked.
pub fn showcase(
    ui: &mut egui::Ui,
    thumbnails: &mut Thumbnails,
    current: Entry,
    is_low: bool,
) -> Option<Entry> {
    let mut chosen = None;
    egui::ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
        let room = ui.available_width() / SHOWCASE.len() as f32;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for scene in SHOWCASE.into_iter().filter_map(scenes::find) {
                let entry = Entry::Scene(scene);
                if cell(ui, entry, entry.is(current), room, thumbnails, is_low).clicked() {
                    chosen = Some(entry);
                }
            }
        });
    });
    chosen
}

/// A picture with the title below it, at least as wide as `room` (points).
fn cell(
    ui: &mut egui::Ui,
    entry: Entry,
    is_marked: bool,
    room: f32,
    thumbnails: &mut Thumbnails,
    is_low: bool,
) -> egui::Response {
    let visuals = ui.visuals();
    let (marked, hovered) = (visuals.selection.bg_fill, visuals.widgets.hovered.weak_bg_fill);
    let (ink, focus) = (visuals.text_color(), visuals.selection.stroke);
    let words = ui.painter().layout_no_wrap(entry.title(), FontId::proportional(LETTERS), ink);
    let picture = if is_low { LOW_PICTURE } else { PICTURE };
    let border = if is_low { 1.0 } else { 2.0 };
    let height = picture.y + 2.0 * border + if is_low { 0.0 } else { WORDS };
    let least = if is_low { picture.x } else { picture.x.max(words.size().x) } + 8.0;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(least.max(room), height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_marked, entry.title()));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    if is_marked || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if is_marked { marked } else { hovered });
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, focus, egui::StrokeKind::Inside);
        response.scroll_to_me(None);
    }
    let frame = Align2::CENTER_TOP.align_size_within_rect(picture, rect.shrink(border));
    if let Some(drawn) = thumbnails.get(ui.ctx(), entry) {
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(drawn.id(), frame, whole, egui::Color32::WHITE);
    }
    if !is_low {
        let color = if is_marked { focus.color } else { ink };
        let at = egui::pos2(rect.center().x - 0.5 * words.size().x, frame.bottom());
        ui.painter().galley_with_override_text_color(at, words, color);
    }
    response.on_hover_text(entry.about())
}
