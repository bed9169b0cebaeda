//! Interactive pictures of one idea each: the user drags and turns a shape and sees what the engine computes.
//!
//! What is drawn comes from the engine's own functions, so an explorer shows what the engine does. Each
//! explorer computes a plain description first and draws it afterwards; tests compare the description with
//! the engine's result.

mod colors;
mod manifold;
mod pair;
mod point_in_polygon;
mod sat;

use super::canvas::{PAPER, Painted};
use super::panels;
use super::view::View;
use eframe::egui::{self, Response, Sense};
use manifold::ManifoldExplorer;
use physics::prelude::*;
use point_in_polygon::PointExplorer;
use sat::SatExplorer;

/// The part of the plane that is shown at first, m.
const AREA: Aabb = Aabb { lower: Point::new(-3.2, -3.0), upper: Point::new(3.2, 3.0) };

/// The explorers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explorer {
    /// How two polygons touch.
    Manifold,
    /// Whether two polygons overlap.
    Sat,
    /// Which points lie in a polygon.
    PointInPolygon,
}

impl Explorer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Manifold, Self::Sat, Self::PointInPolygon];

    /// Name in the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manifold => "manifold",
            Self::Sat => "separating axes",
            Self::PointInPolygon => "point in polygon",
        }
    }

    /// What it shows, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Manifold => {
                "Drag and turn a polygon: where it touches the other, and which points are rejected."
            }
            Self::Sat => "Drag and turn a polygon: the shadows of both on every axis, and the least overlap.",
            Self::PointInPolygon => {
                "Drag the corners: which points of a grid lie inside, and how a ray tells."
            }
        }
    }
}

/// The state of all explorers; it stays when another one is shown.
pub struct Explorers {
    view: View,
    manifold: ManifoldExplorer,
    sat: SatExplorer,
    point: PointExplorer,
}

/// The interface of an explorer.
trait Explore {
    /// Shows its controls and its results in words and numbers.
    fn panel(&mut self, ui: &mut egui::Ui);

    /// Handles the pointer. Returns true if it holds something.
    fn point(&mut self, response: &Response, view: &View) -> bool;

    /// Draws its picture.
    fn draw(&self, canvas: &mut Painted<'_>);
}

impl Explorers {
    /// All explorers in their initial state.
    pub fn new() -> Self {
        Self {
            view: View::new([800.0, 600.0], AREA),
            manifold: ManifoldExplorer::new(),
            sat: SatExplorer::new(),
            point: PointExplorer::new(),
        }
    }

    fn get(&mut self, which: Explorer) -> &mut dyn Explore {
        match which {
            Explorer::Manifold => &mut self.manifold,
            Explorer::Sat => &mut self.sat,
            Explorer::PointInPolygon => &mut self.point,
        }
    }

    /// Resets the camera so that everything is visible.
    pub fn fit(&mut self) {
        self.view.fit(AREA);
    }

    /// Shows the controls of one explorer.
    pub fn panel(&mut self, which: Explorer, ui: &mut egui::Ui) {
        panels::heading(ui, which.name());
        self.get(which).panel(ui);
    }

    /// Shows the picture of one explorer.
    pub fn picture(&mut self, which: Explorer, ui: &mut egui::Ui) {
        let (response, painter) = ui.allocate_painter(ui.available_size(), Sense::drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "picture"));
        painter.rect_filled(response.rect, 0.0, PAPER);
        self.view.resize(response.rect.size().into());
        super::app::look(&mut self.view, &response);
        let view = self.view;
        if !self.get(which).point(&response, &view) && response.dragged() {
            self.view.pan(response.drag_delta().into());
        }
        let view = self.view;
        self.get(which).draw(&mut Painted::new(&painter, &view));
    }
}
