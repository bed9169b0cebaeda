//! The canvas of the window: hulls become egui's lines and polygons.

use super::view::View;
use crate::draw::{Color, DebugDraw, Paint};
use eframe::egui::{self, Color32, Pos2, Stroke};
use physics::prelude::*;
use physics::toolkit::draw::hull_outline;

/// Background colour, as in the pictures in `docs`.
pub const PAPER: Color32 = Color32::from_rgb(0xfb, 0xfa, 0xf7);

/// An egui painter with a camera.
pub struct Painted<'a> {
    painter: &'a egui::Painter,
    view: &'a View,
}

impl<'a> Painted<'a> {
    /// Draws on the whole area of `painter`; `view` must have the same size.
    pub fn new(painter: &'a egui::Painter, view: &'a View) -> Self {
        Self { painter, view }
    }

    /// Position of a point of the world in the window.
    pub fn place(&self, point: Point) -> Pos2 {
        self.painter.clip_rect().min + egui::Vec2::from(self.view.to_screen(point))
    }
}

impl DebugDraw for Painted<'_> {
    fn view(&self) -> Aabb {
        self.view.area()
    }

    fn pixel(&self) -> f32 {
        self.view.pixel()
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        self.hull(&[a, b], 0.0, paint);
    }

    fn text(&mut self, at: Point, text: &str, color: Color) {
        if !(at.x.is_finite() && at.y.is_finite()) {
            return;
        }
        let place = self.place(at) + egui::vec2(7.0, 5.0);
        let font = egui::FontId::proportional(13.0);
        self.painter.text(place, egui::Align2::LEFT_TOP, text, font, to_color32(color));
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let finite = vertices.iter().all(|vertex| vertex.coords.iter().all(|number| number.is_finite()));
        if !finite || !radius.is_finite() {
            return;
        }
        let fill = paint.fill.map_or(Color32::TRANSPARENT, to_color32);
        let stroke =
            paint.stroke.map_or(Stroke::NONE, |(color, width)| Stroke::new(width, to_color32(color)));
        match vertices {
            [] => {}
            [center] => {
                self.painter.circle(self.place(*center), radius / self.view.pixel(), fill, stroke);
            }
            [a, b] if radius == 0.0 => {
                self.painter.line_segment([self.place(*a), self.place(*b)], stroke);
            }
            _ => {
                let outline = hull_outline(vertices, radius, self.view.pixel());
                let outline = outline.into_iter().map(|point| self.place(point)).collect();
                self.painter.add(egui::Shape::convex_polygon(outline, fill, stroke));
            }
        }
    }
}

/// The same colour as egui's type.
pub fn to_color32(Color([red, green, blue]): Color) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
