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

    /// Writes a text centred on a point of the world.
    pub fn word(&self, point: Point, text: impl ToString, color: Color) {
        self.write(self.place(point), egui::Align2::CENTER_CENTER, text, color);
    }

    /// Writes a text below and to the right of a point of the world.
    pub fn note(&self, point: Point, text: impl ToString, color: Color) {
        self.write(self.place(point) + egui::vec2(7.0, 5.0), egui::Align2::LEFT_TOP, text, color);
    }

    fn write(&self, place: Pos2, align: egui::Align2, text: impl ToString, color: Color) {
        let font = egui::FontId::proportional(13.0);
        self.painter.text(place, align, text, font, to_color32(color));
    }

    /// Draws an arrow, m; its head has the same size at every scale.
    pub fn arrow(&mut self, from: Point, to: Point, paint: Paint) {
        /// Length of the head, px.
        const HEAD: f32 = 9.0;
        self.segment(from, to, paint);
        let length = (to - from).norm();
        if length > 0.0 {
            let back = (from - to) * (HEAD.min(0.5 * length / self.pixel()) * self.pixel() / length);
            for turn in [0.45, -0.45] {
                self.segment(to, to + Rot::from_angle(turn) * back, paint);
            }
        }
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
        self.note(at, text, color);
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
