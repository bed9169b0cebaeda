//! The bar above the picture: commands for the running scene, and the keys that do the same.

use eframe::egui::{self, Key};

/// The commands of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarCommand {
    /// Pause or continue.
    Pause,
    /// Run one step, then pause.
    Step,
    /// Restart from the beginning.
    Restart,
    /// Show the whole scene.
    Fit,
}

/// Shows the bar and returns the commands given by button or key.
pub fn bar(ui: &mut egui::Ui, paused: bool, about: &str) -> Vec<BarCommand> {
    let pause = if paused { "run" } else { "pause" };
    let buttons = [
        (BarCommand::Pause, pause, Key::Space, "pause or continue [space]"),
        (BarCommand::Step, "step", Key::S, "run one step of 1/60 s, then pause [S]"),
        (BarCommand::Restart, "restart", Key::R, "restart with the settings as they are [R]"),
        (BarCommand::Fit, "fit", Key::F, "show the whole scene [F]"),
    ];
    let typing = ui.ctx().egui_wants_keyboard_input();
    let mut commands = Vec::new();
    ui.horizontal(|ui| {
        for (command, name, key, hint) in buttons {
            let clicked = ui.button(name).on_hover_text(hint).clicked();
            let pressed = !typing && ui.input(|input| input.key_pressed(key));
            if clicked || pressed {
                commands.push(command);
            }
        }
        ui.separator();
        ui.add(egui::Label::new(about).truncate());
    });
    commands
}

/// Shows the frame in a slider, and returns the one that the user has moved it to.
pub fn scrub_bar(ui: &mut egui::Ui, shown: usize, now: usize) -> Option<usize> {
    let mut frame = shown;
    let slider = egui::Slider::new(&mut frame, 0..=now).text("frame");
    let hint = "look at frames of the past; run or step goes on from the present";
    let changed = ui.add(slider).on_hover_text(hint).changed();
    (changed && frame != shown).then_some(frame)
}
