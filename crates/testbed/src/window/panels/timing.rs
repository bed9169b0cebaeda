//! How long the stages of a step take, how often it intervenes, and how many things are in the world.

use super::{ROW, heading};
use crate::threads::{self, Scale};
use crate::window::meters::Meters;
use crate::window::session::{DT, Session, StageMs};
use eframe::egui;
use physics::prelude::NetCounts;
use physics::world::StepTrace;
use std::time::Duration;

/// Length of the longest bar, px.
const BAR: f32 = 90.0;

/// Height of the row of a thread, px.
const THREAD: f32 = 10.0;

/// Shows a bar for each stage of a step.
pub fn timing(ui: &mut egui::Ui, stages: &StageMs) {
    let total: f64 = stages.iter().map(|(_, ms)| ms).sum();
    heading(ui, "time of a step");
    egui::Grid::new("time of a step").num_columns(3).min_row_height(ROW).show(ui, |ui| {
        for (name, ms) in stages.iter().copied().chain([("whole step", total)]) {
            ui.label(name);
            ui.monospace(format!("{ms:7.3} ms"));
            let share = if total > 0.0 { (ms / total) as f32 } else { 0.0 };
            let (place, _) = ui.allocate_exact_size(egui::vec2(BAR, 8.0), egui::Sense::hover());
            let bar = egui::Rect::from_min_size(place.min, egui::vec2(share * BAR, place.height()));
            ui.painter().rect_filled(bar, 1.0, ui.visuals().selection.bg_fill);
            ui.end_row();
        }
    });
}

/// Shows what each thread did in the last step: a row of stages, and one for each thread. Nothing without a
/// trace.
pub fn threads(ui: &mut egui::Ui, trace: &StepTrace) {
    let width = ui.available_width();
    let Some(scale) = Scale::new(trace, f64::from(width)) else { return };
    heading(ui, "threads in the last step");
    let rows = 1 + threads::workers(trace);
    let size = egui::vec2(width, THREAD * rows as f32);
    let (place, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let bar = |row: usize, start: Duration, end: Duration, [r, g, b]: [u8; 3]| {
        let [left, right] = [start, end].map(|moment| place.left() + scale.at(moment) as f32);
        let top = place.top() + THREAD * row as f32;
        let corners = [egui::pos2(left, top), egui::pos2(right.max(left + 0.5), top + THREAD - 2.0)];
        let bar = egui::Rect::from_min_max(corners[0], corners[1]);
        ui.painter().rect_filled(bar, 0.0, egui::Color32::from_rgb(r, g, b));
        bar
    };
    let mut under_pointer = None;
    for stage in &trace.stages {
        let bar = bar(0, stage.start, stage.end, threads::color_of(trace, stage.name));
        let is_under = |at: egui::Pos2| bar.x_range().contains(at.x);
        if response.hover_pos().is_some_and(is_under) {
            under_pointer = Some(stage);
        }
    }
    for span in &trace.spans {
        bar(1 + span.worker, span.start, span.end, threads::color_at(trace, span.start));
    }
    let ms = |time: Duration| 1e3 * time.as_secs_f64();
    let alone: Duration = trace.stages.iter().map(|stage| trace.alone(stage)).sum();
    ui.weak(format!("{:.2} of {:.2} ms: fewer than two work", ms(alone), ms(trace.duration())));
    if let Some(stage) = under_pointer {
        let (name, whole, alone) = (stage.name, ms(stage.duration()), ms(trace.alone(stage)));
        response.on_hover_text(format!("{name}: {whole:.3} ms, one thread alone {alone:.3}"));
    }
}

/// Shows how often the last step had to intervene.
pub fn nets(ui: &mut egui::Ui, nets: &NetCounts) {
    heading(ui, "interventions of a step");
    egui::Grid::new("interventions of a step").num_columns(2).min_row_height(ROW).show(ui, |ui| {
        for (name, count) in nets.counts() {
            ui.label(name);
            ui.monospace(format!("{count:6}"));
            ui.end_row();
        }
    });
}

/// Shows one line: how many steps were run, and how many things are in the world.
pub fn status(ui: &mut egui::Ui, session: &Session, meters: &Meters) {
    let stats = session.world().stats();
    let steps = session.steps();
    let mut line = format!(
        "step {steps}   {:.2} s   {} bodies, {} awake   {} contacts, {} touching   {} joints",
        steps as f32 * DT,
        stats.bodies,
        stats.awake,
        stats.contacts,
        stats.touching,
        stats.joints
    );
    if session.paused {
        line += "   paused";
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(line);
        ui.weak(rates(meters, session.stages()));
        if let Some(error) = session.error() {
            ui.colored_label(ui.visuals().error_fg_color, error);
        }
    });
}

/// What a narrow window has room for: how much moves, and how fast.
pub fn short_status(ui: &mut egui::Ui, session: &Session, meters: &Meters) {
    let stats = session.world().stats();
    let pause = if session.paused { "   paused" } else { "" };
    let frames = meters.frames_per_second();
    let line = format!("{} bodies, {} awake   {frames:.0} fps{pause}", stats.bodies, stats.awake);
    ui.add(egui::Label::new(line).truncate());
    if let Some(error) = session.error() {
        ui.colored_label(ui.visuals().error_fg_color, error);
    }
}

/// A space at which no line is broken.
const NO: char = '\u{a0}';

/// How fast frames and steps follow each other, and what they cost. A number stays with its unit.
fn rates(meters: &Meters, stages: &StageMs) -> String {
    let step: f64 = stages.iter().map(|(_, ms)| ms).sum();
    format!(
        "{:.0}{NO}frames/s   {:.0}{NO}steps/s   {:.2}{NO}of{NO}real{NO}time   {step:.2}{NO}ms{NO}a{NO}step   \
         {:.2}{NO}ms{NO}drawing",
        meters.frames_per_second(),
        meters.steps_per_second(),
        meters.real_time_factor(),
        meters.draw_ms()
    )
}
