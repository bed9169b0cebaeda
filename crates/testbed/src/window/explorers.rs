//! Pictures of one idea each, to be played with: one drags and turns a shape, and sees what the engine makes of it.
//!
//! What is drawn comes from the engine's own steps, so an explorer shows what happens, not what should. Each
//! keeps its reasoning apart from its drawing: a function from shapes to a plain description, which tests compare
//! with what the engine does when it is on its own.

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

/// What is seen of each at first, m.
const AREA: Aabb = Aabb { lower: Point::new(-3.2, -3.0), upper: Point::new(3.2, 3.0) };

/// Which.
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
    /// All.
    pub const ALL: [Self; 3] = [Self::Manifold, Self::Sat, Self::PointInPolygon];

    /// As it is listed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manifold => "manifold",
            Self::Sat => "separating axes",
            Self::PointInPolygon => "point in polygon",
        }
    }

    /// What is seen, in one sentence.
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

/// All of them, each as it was left.
pub struct Explorers {
    view: View,
    manifold: ManifoldExplorer,
    sat: SatExplorer,
    point: PointExplorer,
}

/// What each of them does.
trait Explore {
    /// Its controls, and what it says in words and numbers.
    fn panel(&mut self, ui: &mut egui::Ui);

    /// What the pointer does to it. Whether it has taken hold of something.
    fn point(&mut self, response: &Response, view: &View) -> bool;

    /// Its picture.
    fn draw(&self, canvas: &mut Painted<'_>);
}

impl Explorers {
    /// As they are at first.
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

    /// Shows all of it.
    pub fn fit(&mut self) {
        self.view.fit(AREA);
    }

    /// The controls of one of them.
    pub fn panel(&mut self, which: Explorer, ui: &mut egui::Ui) {
        panels::heading(ui, which.name());
        self.get(which).panel(ui);
    }

    /// The picture of one of them.
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
