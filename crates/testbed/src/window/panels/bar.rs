//! The bar above the picture: commands for what runs, and what is shown.

mod icon;

use crate::window::keys::{Action, row_of};
use eframe::egui;
use icon::icon;

/// Width of a button where they must fit a phone, points; less where there is no room.
const NARROW_BUTTON: f32 = 44.0;

/// Space between these, points.
const NARROW_SPACE: f32 = 4.0;

/// Shows a button for each action, with its name, and returns those that were clicked; those of what is shown
/// now are marked. In a narrow window they are signs in one row, as wide and high as a finger needs.
pub fn bar(
    ui: &mut egui::Ui,
    buttons: &[(Action, &str)],
    is_shown: impl Fn(Action) -> bool,
    is_narrow: bool,
) -> Vec<Action> {
    let mut clicked = Vec::new();
    ui.horizontal_wrapped(|ui| {
        let mut size = egui::Vec2::ZERO;
        if is_narrow {
            ui.spacing_mut().item_spacing.x = NARROW_SPACE;
            ui.spacing_mut().button_padding = egui::Vec2::ZERO;
            let room = ui.available_width() + NARROW_SPACE;
            let width = (room / buttons.len().max(1) as f32 - NARROW_SPACE).min(NARROW_BUTTON);
            size = egui::vec2(width, ui.spacing().interact_size.y);
        }
        for (action, name) in buttons {
            let row = row_of(*action);
            let hint = format!("{} [{}]", row.words, row.names);
            let shown = if is_narrow { "" } else { name };
            let button = ui
                .add(egui::Button::new(shown).min_size(size).selected(is_shown(*action)))
                .on_hover_text(hint);
            if is_narrow {
                let color = ui.style().interact(&button).fg_stroke.color;
                let is_drawn = icon(ui.painter(), button.rect, *action, *name == "run", color);
                debug_assert!(is_drawn, "{name} has no sign");
                // What reads the screen aloud is told the name.
                let is_shown = is_shown(*action);
                button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_shown, *name));
            }
            if button.clicked() {
                clicked.push(*action);
            }
        }
    });
    clicked
}

/// The buttons for something that runs.
pub fn run_buttons(paused: bool) -> [(Action, &'static str); 5] {
    let pause = if paused { "run" } else { "pause" };
    [
        (Action::Pause, pause),
        (Action::Step, "step"),
        (Action::Restart, "restart"),
        (Action::Fit, "fit"),
        (Action::Beside, "beside"),
    ]
}

/// The buttons for list, controls and keys.
pub const WINDOW_BUTTONS: [(Action, &str); 6] = [
    (Action::List, "scenes"),
    (Action::Previous, "previous"),
    (Action::Next, "next"),
    (Action::Controls, "controls"),
    (Action::Graphs, "graphs"),
    (Action::Help, "keys"),
];

/// The buttons for a narrow window, such as that of a phone, and for all who have not asked for more.
pub const FEW_BUTTONS: [Action; 8] = [
    Action::List,
    Action::Next,
    Action::Controls,
    Action::Pause,
    Action::Step,
    Action::Restart,
    Action::Fit,
    Action::Theme,
];

/// Shows what is shown, in one line.
pub fn title(ui: &mut egui::Ui, name: &str, about: &str) {
    let mut text = egui::text::LayoutJob::default();
    let (strong, weak) = (ui.visuals().strong_text_color(), ui.visuals().text_color());
    let font = egui::TextStyle::Body.resolve(ui.style());
    text.append(&format!("{name}: "), 0.0, egui::TextFormat::simple(font.clone(), strong));
    text.append(about, 0.0, egui::TextFormat::simple(font, weak));
    ui.add(egui::Label::new(text).truncate());
}

/// Shows the frame in a slider, and returns the one that the user has moved it to.
pub fn scrub_bar(ui: &mut egui::Ui, shown: usize, now: usize) -> Option<usize> {
    let mut frame = shown;
    // As long as the bar is wide, but for the number and the word behind it.
    ui.spacing_mut().slider_width = (ui.available_width() - 110.0).max(100.0);
    let slider = egui::Slider::new(&mut frame, 0..=now.max(1)).text("frame");
    let hint = "look at frames of the past; run or step goes on from the present";
    let changed = ui.add(slider).on_hover_text(hint).changed();
    (changed && frame != shown).then_some(frame.min(now))
}
