//! Explorers in the window: their values as sliders, boxes and names, their handles under the pointer.
//!
//! With the left button one drags a handle, with any other button one turns what belongs to it. Beside all
//! handles one moves the picture.

use super::canvas::{Painted, paper};
use super::view::View;
use super::{links, panels};
use crate::entry::Entry;
use crate::explorers::{AREA, Control, EXPLORERS, Explore, Explorer, draw_of, report_of};
use eframe::egui::{self, PointerButton, Response, Sense, Slider};
use physics::prelude::*;
use std::path::Path;

/// Distance within which the pointer grabs a handle, px.
const REACH: f32 = 12.0;
/// Angle for each pixel that the pointer moves, rad/px.
const TURN: f32 = std::f32::consts::PI / 300.0;

/// The state of all explorers; it stays when another one is shown.
pub struct Explorers {
    view: View,
    all: Vec<Box<dyn Explore>>,
    /// The handle that the pointer holds, and its position minus that of the pointer, m.
    held: Option<(usize, Vec2)>,
}

impl Explorers {
    /// All explorers in their initial state.
    pub fn new() -> Self {
        let all = EXPLORERS.iter().map(|explorer| (explorer.new)()).collect();
        Self { view: View::new([800.0, 600.0], AREA), all, held: None }
    }

    fn get(&mut self, which: &Explorer) -> &mut dyn Explore {
        let place = EXPLORERS.iter().position(|explorer| explorer.name == which.name);
        &mut *self.all[place.unwrap_or(0)]
    }

    /// Resets the camera so that everything is visible.
    pub fn fit(&mut self) {
        self.view.fit(AREA);
    }

    /// Shows the values, the numbers, and where the idea comes from.
    pub fn panel(&mut self, which: &'static Explorer, checkout: Option<&Path>, ui: &mut egui::Ui) {
        panels::heading(ui, which.name);
        let explorer = self.get(which);
        for control in explorer.controls() {
            show(ui, control);
        }
        ui.weak(explorer.hint());
        ui.separator();
        for line in report_of(explorer) {
            ui.label(line);
        }
        ui.separator();
        links::origins(ui, checkout, Entry::Explorer(which));
    }

    pub fn picture(&mut self, which: &Explorer, ui: &mut egui::Ui) {
        let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "picture"));
        painter.rect_filled(response.rect, 0.0, paper(ui.ctx()));
        self.view.resize(response.rect.size().into());
        super::look::look(&mut self.view, &response);
        if !self.point(which, &response) && response.dragged() {
            self.view.pan(response.drag_delta().into());
        }
        let view = self.view;
        let mut canvas = Painted::new(&painter, &view);
        draw_of(self.get(which), &mut canvas);
        canvas.finish();
    }

    /// Drags or turns what the pointer holds. Returns whether it holds something.
    fn point(&mut self, which: &Explorer, response: &Response) -> bool {
        let view = self.view;
        let place = |pos: egui::Pos2| view.to_world((pos - response.rect.min).into());
        if response.drag_started() {
            let pressed = response.ctx.input(|input| input.pointer.press_origin()).map(place);
            let explorer = self.get(which);
            self.held = pressed.and_then(|at| {
                let handle = explorer.grab(at, REACH * view.pixel())?;
                Some((handle, explorer.handles()[handle] - at))
            });
        }
        let held = self.held;
        if let (Some((handle, offset)), Some(pos)) = (held, response.interact_pointer_pos()) {
            if response.dragged_by(PointerButton::Primary) {
                self.get(which).drag(handle, place(pos) + offset);
            } else if response.dragged() {
                self.get(which).turn(handle, -response.drag_delta().x * TURN);
            }
        }
        if response.drag_stopped() {
            self.held = None;
        }
        held.is_some()
    }
}

fn show(ui: &mut egui::Ui, control: Control<'_>) {
    match control {
        Control::Number { name, value, range, unit } => {
            ui.add(Slider::new(value, range).text(name).suffix(unit));
        }
        Control::Count { name, value, range } => {
            ui.add(Slider::new(value, range).text(name));
        }
        Control::Switch { name, value } => {
            ui.checkbox(value, name);
        }
        Control::Choice { name, value, names } => {
            ui.label(name);
            ui.horizontal_wrapped(|ui| {
                for (i, name) in names.iter().enumerate() {
                    ui.radio_value(value, i, *name);
                }
            });
        }
    }
}
