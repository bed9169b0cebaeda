//! The picture of the scene, what lies over it, and what the pointer does to it.

use super::App;
use crate::draw::{DebugDraw, DrawOptions, palette};
use crate::window::canvas::Painted;
use crate::window::inspect::{Target, describe, pick};
use crate::window::layers::draw_layers;
use crate::window::look::look;
use crate::window::overlay::{self, draw_pointer};
use crate::window::panels;
use crate::window::player::Keys;
use crate::window::session::Tool;
use crate::window::stopwatch::Stopwatch;
use crate::window::twin::caption;
use eframe::egui::{self, PointerButton, Response, Sense};
use physics::prelude::{BodyRef, Vec2};
use physics::toolkit::draw::draw_world_at;

/// Distance within which a joint or a contact is under the pointer, px.
const REACH: f32 = 6.0;
/// Way of the pointer below which a press is a click, px.
const CLICK: f32 = 4.0;

impl App {
    /// Shows the scene, and beside it, if that is wanted, as it was defined.
    pub(super) fn pictures(&mut self, ui: &mut egui::Ui) {
        if self.twin.is_none() {
            self.picture(ui);
            return;
        }
        ui.columns(2, |cells| {
            cells[1].add(egui::Label::new(caption("as it is set", &self.session)).truncate());
            self.picture(&mut cells[1]);
            if let Some(twin) = &mut self.twin {
                cells[0].add(egui::Label::new(caption("as it was defined", twin.session())).truncate());
                twin.follow(&self.session);
                let (response, painter) = cells[0].allocate_painter(cells[0].available_size(), Sense::drag());
                let name = "picture as it was defined";
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
                look(&mut self.view, &response);
                if response.dragged() {
                    self.view.pan(response.drag_delta().into());
                }
                let mut canvas = Painted::new(&painter, &self.view);
                twin.session().script_runner().draw_below(&mut canvas);
                draw_world_at(twin.session().world(), &self.draw_options, &mut canvas, BodyRef::pose);
                canvas.finish();
                if twin.session().steps() < self.session.steps() {
                    response.ctx.request_repaint();
                }
            }
        });
    }

    fn picture(&mut self, ui: &mut egui::Ui) {
        let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "picture"));
        self.view.resize(response.rect.size().into());
        self.point(&response);
        look(&mut self.view, &response);
        if !ui.ctx().egui_wants_keyboard_input() {
            let is_down = |key| ui.input(|input| input.key_down(key));
            self.session.keys = Keys {
                left: is_down(egui::Key::ArrowLeft),
                right: is_down(egui::Key::ArrowRight),
                up: is_down(egui::Key::ArrowUp),
                down: is_down(egui::Key::ArrowDown),
            };
        }
        (self.session.traces.flashes, self.session.traces.trails) = (self.extra.flashes, self.extra.trails);
        self.session.advance(ui.input(|input| input.stable_dt));
        // The picture stays as it is under a hand that holds something.
        let is_kept = self.session.paused || self.session.held().is_some();
        let seconds = if is_kept { 0.0 } else { ui.input(|input| input.stable_dt) };
        let area = self.fitted_area(seconds);
        self.view.follow(area);
        let pointed = self.pointed(&response);
        let (stopwatch, mut canvas) = (Stopwatch::begin(), Painted::new(&painter, &self.view));
        let world = self.session.world();
        let impulses =
            if self.extra.impulses { overlay::impulse_scale(world, self.view.pixel()) } else { 0.0 };
        let options = DrawOptions { impulses, ..self.draw_options };
        self.session.script_runner().draw_below(&mut canvas);
        self.session.traces.draw_trails(world, &mut canvas);
        draw_world_at(world, &options, &mut canvas, |body| self.session.pose(body));
        self.session.traces.draw_flashes(self.session.steps(), &mut canvas);
        if self.extra.velocities {
            overlay::draw_velocities(world, &mut canvas);
        }
        if self.extra.islands {
            overlay::draw_islands(world, &mut canvas);
        }
        draw_layers(world, &self.extra, |body| self.session.pose_before(body), &mut canvas);
        for target in pointed.into_iter().chain(self.inspected) {
            overlay::draw_mark(world, target, &mut canvas);
        }
        self.session.script_runner().draw(&mut canvas);
        if let Some(head) = self.session.head_of_player() {
            // Above what is beside it.
            let above = Vec2::new(-30.0, 40.0) * canvas.pixel();
            canvas.text(head + above, "the arrow keys move it", palette::INK);
        }
        if let Some(line) = self.session.pointer_line() {
            draw_pointer(line, &mut canvas);
        }
        canvas.finish();
        self.over(ui.ctx(), response.rect);
        let world = self.session.world();
        if let Some(shown) = pointed.and_then(|target| describe(world, target)) {
            panels::pointed(&painter, &shown, &response);
        }
        let (time, steps) = (ui.input(|input| input.time), self.session.steps());
        self.meters.note_frame(time, steps, stopwatch.ms());
        self.meters.note_world(self.session.world(), steps, self.session.stages());
    }

    /// Shows title, tools and the invitation over the picture.
    fn over(&mut self, context: &egui::Context, picture: egui::Rect) {
        panels::caption(context, picture, self.current());
        panels::over(context, picture, &mut self.session.tool, self.layout.is_narrow());
        self.has_grabbed |= self.session.held().is_some();
        if !self.has_grabbed && self.session.tool == Tool::Hold {
            panels::hint(context, picture);
        }
    }

    /// What the pointer rests on, while no button is down.
    fn pointed(&self, response: &Response) -> Option<Target> {
        let at = response.hover_pos().filter(|_| !response.ctx.input(|input| input.pointer.any_down()))?;
        let point = self.view.to_world((at - response.rect.min).into());
        pick(self.session.world(), point, REACH * self.view.pixel(), self.draw_options.contacts)
    }

    /// Grabs, drags and throws bodies, cuts and breaks them; a click inspects.
    fn point(&mut self, response: &Response) {
        let place = |pos: egui::Pos2| self.view.to_world((pos - response.rect.min).into());
        self.session.reach = REACH * self.view.pixel();
        if response.drag_started_by(PointerButton::Primary) {
            let pressed = response.ctx.input(|input| input.pointer.press_origin());
            self.pressed = pressed;
            pressed.map(place).map(|point| self.session.press(point));
        }
        if let Some(point) = response.interact_pointer_pos().map(place) {
            self.session.point_to(point);
        }
        if response.drag_stopped_by(PointerButton::Primary) {
            self.session.lift();
            let released = response.ctx.input(|input| input.pointer.latest_pos());
            let is_click = self.pressed.take().zip(released).is_some_and(|(a, b)| (a - b).length() < CLICK);
            if let (true, Tool::Hold, Some(at)) = (is_click, self.session.tool, released) {
                let reach = REACH * self.view.pixel();
                let contacts = self.draw_options.contacts;
                let found = pick(self.session.world(), place(at), reach, contacts);
                self.inspected = found.filter(|target| self.inspected != Some(*target));
            }
        }
        if self.session.held().is_none() && !self.session.is_cutting() && response.dragged() {
            self.view.pan(response.drag_delta().into());
        }
    }
}
