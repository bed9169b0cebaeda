//! Comparisons in the window: the worlds of all panels beside each other, each with its label above and its
//! figures below.
//!
//! The worlds pause by themselves once, at the step where the comparison says that the difference can be
//! seen. Pause, step, restart, fit, moving and zooming act on all worlds, so that they are seen at one scale
//! and place. The side bar sets in all worlds what makes sense for all of them (`shared`). A body can be
//! grabbed in any picture, and is held in that world alone.

mod shared;

use super::canvas::{Painted, paper};
use super::hand::{Grip, Hand};
use super::keys::Action;
use super::links;
use super::overlay::draw_pointer;
use super::panels;
use super::view::View;
use crate::draw::{DrawOptions, draw_world};
use crate::entry::Entry;
use crate::side_by_side::{Compute, DT, SideBySide};
use eframe::egui::{self, Panel, PointerButton, Response, Sense};
use physics::prelude::*;
use scenes::{Comparison, Scene};
use shared::Shared;
use std::path::Path;

/// Steps in a second, as the scenes are made for.
const HERTZ: u32 = 60;
/// Greatest number of steps in a frame.
const CATCH_UP: u32 = 4;

/// A comparison that is shown.
#[derive(Debug)]
pub struct Compared {
    worlds: SideBySide,
    clock: FixedStep,
    /// The camera of every panel.
    view: View,
    shared: Shared,
    /// The panel in which a body is held, and what holds it.
    held: Option<(usize, Hand)>,
    grip: Grip,
    /// How fast time passes: 1 in real time.
    speed: f32,
    /// The last error, until something is set or the worlds restart.
    error: Option<String>,
    pub paused: bool,
}

impl Compared {
    /// A comparison at its beginning.
    ///
    /// # Errors
    /// The name of a scene and the reason, if it cannot be loaded.
    pub fn new(comparison: &'static Comparison, compute: Compute) -> Result<Self, String> {
        let clock = FixedStep::new(HERTZ).and_then(|clock| clock.max_steps(CATCH_UP));
        let clock = clock.map_err(|error: DefError| error.to_string())?;
        let worlds = SideBySide::new(comparison, compute)?;
        let view = View::new([400.0, 300.0], worlds.area());
        Ok(Self {
            shared: Shared::of(&worlds),
            worlds,
            clock,
            view,
            held: None,
            grip: Grip::default(),
            speed: 1.0,
            error: None,
            paused: false,
        })
    }

    pub fn worlds(&self) -> &SideBySide {
        &self.worlds
    }

    /// The camera of every panel.
    #[cfg(test)]
    pub fn view(&self) -> View {
        self.view
    }

    #[cfg(test)]
    pub fn held(&self) -> Option<(usize, BodyId)> {
        self.held.as_ref().map(|(which, hand)| (*which, hand.body()))
    }

    /// The last error, until something is set or the worlds restart.
    #[cfg(test)]
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Shows what is compared, and what can be set. Returns the scene that the user wants to see alone.
    pub fn controls(
        &mut self,
        ui: &mut egui::Ui,
        draw_options: &mut DrawOptions,
        checkout: Option<&Path>,
    ) -> Option<&'static Scene> {
        let scroll = egui::ScrollArea::vertical().auto_shrink(false);
        let shown = scroll.show(ui, |ui| {
            let chosen = self.panel(ui, checkout);
            self.settings(ui);
            panels::layers(ui, draw_options);
            chosen
        });
        shown.inner
    }

    /// Shows one frame of the worlds, with a line below.
    pub fn show(&mut self, ui: &mut egui::Ui, draw_options: &DrawOptions) {
        Panel::bottom("status").show(ui, |ui| {
            let steps = self.worlds.steps();
            let paused = if self.paused { "   paused" } else { "" };
            ui.label(format!("step {steps}   {:.2} s{paused}", steps as f32 / HERTZ as f32));
            if let Some(error) = &self.error {
                ui.colored_label(ui.visuals().error_fg_color, error);
            }
        });
        let frame = egui::Frame::new().fill(paper(ui.ctx())).inner_margin(8.0);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            if !self.paused {
                self.advance(ui.input(|input| input.stable_dt));
                ui.ctx().request_repaint();
            }
            self.cells(ui, draw_options);
        });
    }

    /// Pauses, steps, restarts or fits all worlds.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Pause => self.paused ^= true,
            Action::Step => {
                self.paused = true;
                self.step();
            }
            Action::Restart => self.restart(),
            Action::Fit => self.view.fit(self.worlds.area()),
            _ => {}
        }
    }

    /// Seconds of real time.
    fn advance(&mut self, seconds: f32) {
        for _ in 0..self.clock.advance_seconds((seconds * self.speed).into()) {
            self.step();
            if self.worlds.steps() == self.worlds.comparison().steps {
                self.paused = true;
                return;
            }
        }
    }

    fn step(&mut self) {
        let Self { worlds, held, .. } = self;
        let world = held.as_mut().and_then(|(which, hand)| Some((worlds.worlds_mut().nth(*which)?, hand)));
        let outcome = world.map_or(Ok(()), |(world, hand)| hand.before_step(world, DT));
        if outcome.is_err() {
            self.release();
        }
        self.report(outcome);
        self.worlds.step();
    }

    /// Grabs the dynamic body at `pointer` (m) in the world of one panel.
    fn grab(&mut self, which: usize, pointer: Point) {
        self.release();
        let grip = self.grip;
        let world = self.worlds.worlds_mut().nth(which);
        self.held = world.and_then(|world| Some((which, Hand::grab(world, pointer, grip)?)));
    }

    /// Releases and throws the held body, if there is one.
    fn release(&mut self) {
        if let Some((which, hand)) = self.held.take() {
            let world = self.worlds.worlds_mut().nth(which);
            let outcome = world.map_or(Ok(()), |world| hand.release(world));
            self.report(outcome);
        }
    }

    /// Begins anew, with the side bar as it is.
    fn restart(&mut self) {
        (self.held, self.error) = (None, None);
        // The scenes have been loaded before, so they load again.
        drop(self.worlds.restart());
        let outcome = self.shared.begin(&mut self.worlds);
        self.report(outcome);
    }

    fn report(&mut self, outcome: Result<(), DefError>) {
        if let Err(error) = outcome {
            self.error = Some(error.to_string());
        }
    }

    /// What is set in every world, how fast they run, and how a body is held.
    fn settings(&mut self, ui: &mut egui::Ui) {
        let mut wanted = self.shared.controls();
        panels::heading(ui, "all worlds");
        panels::speed(ui, &mut self.speed);
        wanted.show(ui, &self.worlds);
        if wanted != self.shared.controls() {
            self.error = None;
            let outcome = self.shared.set(wanted, &mut self.worlds);
            self.report(outcome);
        }
        panels::grips(ui, &mut self.grip);
    }

    /// Shows what is compared, the scenes to open alone, and where it comes from.
    fn panel(&self, ui: &mut egui::Ui, checkout: Option<&Path>) -> Option<&'static Scene> {
        let comparison = self.worlds.comparison();
        panels::heading(ui, comparison.name);
        ui.label(comparison.about);
        ui.separator();
        let mut chosen = None;
        for world in self.worlds.worlds() {
            let scene = world.scene();
            if ui.button(format!("open {}", scene.name)).on_hover_text("show this scene alone").clicked() {
                chosen = Some(scene);
            }
            ui.weak(scene.about);
        }
        ui.separator();
        links::origins(ui, checkout, Entry::Comparison(comparison));
        chosen
    }

    /// Shows the worlds, each in a cell of the same size.
    fn cells(&mut self, ui: &mut egui::Ui, draw_options: &DrawOptions) {
        let figures = self.worlds.comparison().figures;
        let line = ui.text_style_height(&egui::TextStyle::Body) + ui.spacing().item_spacing.y;
        // The label, the figures, and as much space below.
        let texts = (2 + figures.len()) as f32 * line;
        let grid = Grid::new(self.worlds.worlds().len(), ui.available_size(), texts, self.worlds.area());
        let (columns, height) = (grid.columns, grid.height);
        let Self { worlds, view, held, .. } = self;
        let mut responses = Vec::new();
        for row in worlds.worlds().chunks(columns) {
            ui.columns(columns, |cells| {
                for (ui, world) in cells.iter_mut().zip(row) {
                    ui.strong(world.label());
                    let size = egui::vec2(ui.available_width(), height);
                    let (response, painter) = ui.allocate_painter(size, Sense::drag());
                    let name = format!("picture of {}", world.label());
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
                    view.resize(response.rect.size().into());
                    super::look::look(view, &response);
                    let edge_normals = draw_options.edge_normals || world.scene().view.edge_normals;
                    let options = DrawOptions { edge_normals, ..*draw_options };
                    let mut canvas = Painted::new(&painter, view);
                    draw_world(world.world(), &options, &mut canvas);
                    let hand = held.as_ref().filter(|(which, _)| *which == responses.len());
                    if let Some(line) = hand.and_then(|(_, hand)| hand.line(world.world())) {
                        draw_pointer(line, &mut canvas);
                    }
                    canvas.finish();
                    let edge = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
                    painter.rect_stroke(response.rect, 0.0, edge, egui::StrokeKind::Inside);
                    for (figure, value) in world.figures(figures) {
                        ui.label(figure.show(value));
                    }
                    ui.add_space(0.5 * line);
                    responses.push(response);
                }
            });
        }
        for (which, response) in responses.iter().enumerate() {
            self.point(which, response);
        }
    }

    /// Grabs, drags and throws bodies in one picture; beside them, moves all pictures.
    fn point(&mut self, which: usize, response: &Response) {
        let view = self.view;
        let place = |pos: egui::Pos2| view.to_world((pos - response.rect.min).into());
        if response.drag_started_by(PointerButton::Primary) {
            let pressed = response.ctx.input(|input| input.pointer.press_origin());
            if let Some(point) = pressed.map(place) {
                self.grab(which, point);
            }
        }
        let holds = self.held.as_ref().is_some_and(|(panel, _)| *panel == which);
        if let (Some((_, hand)), true, Some(pos)) = (&mut self.held, holds, response.interact_pointer_pos()) {
            hand.point_to(place(pos));
        }
        if holds && response.drag_stopped_by(PointerButton::Primary) {
            self.release();
        }
        if !holds && response.dragged() {
            self.view.pan(response.drag_delta().into());
            response.ctx.request_repaint();
        }
    }
}

/// How cells are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    columns: usize,
    /// Height of the picture in a cell, px.
    height: f32,
}

impl Grid {
    /// For so many cells on `room` (px), each with `texts` (px) of height around a picture of `area` (m):
    /// with as many columns as show the area largest.
    fn new(cells: usize, room: egui::Vec2, texts: f32, area: Aabb) -> Self {
        let size = area.extents();
        let grid = |columns: usize| {
            let width = room.x / columns as f32;
            let height = (room.y / cells.div_ceil(columns) as f32 - texts).max(1.0);
            (Self { columns, height }, (width / size.x).min(height / size.y))
        };
        let grids = (1..=cells.max(1)).map(grid);
        let best = grids.max_by(|(_, scale), (_, other)| scale.total_cmp(other));
        best.map_or(Self { columns: 1, height: 1.0 }, |(grid, _)| grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wide areas stand above each other, high ones side by side, and four square ones as a square.
    #[test]
    fn grid_shows_the_area_as_large_as_it_can() {
        let columns = |cells, width, height| {
            let area = Aabb::new([0.0, 0.0], [width, height]);
            Grid::new(cells, egui::vec2(800.0, 700.0), 60.0, area).columns
        };
        assert_eq!([columns(3, 15.0, 5.0), columns(3, 5.0, 15.0), columns(4, 5.0, 4.0)], [1, 3, 2]);
        assert_eq!(columns(1, 5.0, 5.0), 1);
        let tiny = Grid::new(4, egui::vec2(10.0, 10.0), 60.0, Aabb::new([0.0, 0.0], [1.0, 1.0]));
        assert!(tiny.height >= 1.0, "{tiny:?}");
    }
}
