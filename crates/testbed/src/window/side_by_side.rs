//! Comparisons in the window: the worlds of all panels beside each other, each with its label above and its
//! figures below.
//!
//! The worlds pause by themselves once, at the step where the comparison says that the difference can be
//! seen. Pause, step, restart and fit act on all worlds, and moving or zooming one picture moves all: what is
//! compared should be seen at one scale and place.

use super::canvas::{PAPER, Painted};
use super::links;
use super::panels::{self, BarCommand};
use super::view::View;
use crate::draw::{DrawOptions, draw_world};
use crate::entry::Entry;
use crate::side_by_side::{Compute, SideBySide};
use eframe::egui::{self, Panel, Sense};
use physics::prelude::{Aabb, DefError};
use physics::toolkit::FixedStep;
use scenes::{Comparison, Scene};
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
    /// Whether the worlds are paused.
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
        Ok(Self { worlds, clock, view, paused: false })
    }

    /// The worlds.
    pub fn worlds(&self) -> &SideBySide {
        &self.worlds
    }

    /// Shows one frame beside the list. Returns the scene that the user wants to see alone.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        draw_options: &mut DrawOptions,
        checkout: Option<&Path>,
        controls_width: f32,
    ) -> Option<&'static Scene> {
        let mut chosen = None;
        Panel::right("controls").default_size(controls_width).show(ui, |ui| {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                chosen = self.panel(ui, checkout);
                panels::layers(ui, draw_options);
            });
        });
        Panel::top("bar").show(ui, |ui| self.bar(ui));
        Panel::bottom("status").show(ui, |ui| {
            let steps = self.worlds.steps();
            let paused = if self.paused { "   paused" } else { "" };
            ui.label(format!("step {steps}   {:.2} s{paused}", steps as f32 / HERTZ as f32));
        });
        let frame = egui::Frame::new().fill(PAPER).inner_margin(8.0);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            if !self.paused {
                self.advance(ui.input(|input| input.stable_dt));
                ui.ctx().request_repaint();
            }
            self.cells(ui, draw_options);
        });
        chosen
    }

    /// Lets `seconds` of real time pass.
    fn advance(&mut self, seconds: f32) {
        for _ in 0..self.clock.advance_seconds(seconds.into()) {
            self.worlds.step();
            if self.worlds.steps() == self.worlds.comparison().steps {
                self.paused = true;
                return;
            }
        }
    }

    fn bar(&mut self, ui: &mut egui::Ui) {
        for command in panels::bar(ui, self.paused, self.worlds.comparison().about) {
            match command {
                BarCommand::Pause => self.paused = !self.paused,
                BarCommand::Step => {
                    self.paused = true;
                    self.worlds.step();
                }
                // The scenes have been loaded before, so they load again.
                BarCommand::Restart => drop(self.worlds.restart()),
                BarCommand::Fit => self.view.fit(self.worlds.area()),
            }
        }
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
        let Self { worlds, view, .. } = self;
        for row in worlds.worlds().chunks(columns) {
            ui.columns(columns, |cells| {
                for (ui, world) in cells.iter_mut().zip(row) {
                    ui.strong(world.label());
                    let size = egui::vec2(ui.available_width(), height);
                    let (response, painter) = ui.allocate_painter(size, Sense::drag());
                    let name = format!("picture of {}", world.label());
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
                    view.resize(response.rect.size().into());
                    super::app::look(view, &response);
                    if response.dragged() {
                        view.pan(response.drag_delta().into());
                    }
                    let edge_normals = draw_options.edge_normals || world.scene().view.edge_normals;
                    let options = DrawOptions { edge_normals, ..*draw_options };
                    draw_world(world.world(), &options, &mut Painted::new(&painter, view));
                    let edge = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
                    painter.rect_stroke(response.rect, 0.0, edge, egui::StrokeKind::Inside);
                    for (figure, value) in world.figures(figures) {
                        ui.label(figure.show(value));
                    }
                    ui.add_space(0.5 * line);
                }
            });
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
