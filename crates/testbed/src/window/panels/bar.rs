//! The bar above the picture: commands for what runs, and what is shown.

use crate::window::keys::{Action, row_of};
use eframe::egui;

/// Space between buttons where they must fit a phone, px.
const NARROW_SPACE: f32 = 4.0;

/// Shows a button for each action, with its name, and returns those that were clicked.
pub fn bar(ui: &mut egui::Ui, buttons: &[(Action, &str)], is_narrow: bool) -> Vec<Action> {
    let mut clicked = Vec::new();
    ui.horizontal_wrapped(|ui| {
        if is_narrow {
            ui.spacing_mut().item_spacing.x = NARROW_SPACE;
        }
        for (action, name) in buttons {
            let row = row_of(*action);
            let hint = format!("{} [{}]", row.words, row.names);
            if ui.button(*name).on_hover_text(hint).clicked() {
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

/// What of the buttons a narrow window, such as that of a phone, has room for beside its picture.
pub const NARROW_BUTTONS: [Action; 7] = [
    Action::List,
    Action::Next,
    Action::Controls,
    Action::Pause,
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
