//! The canvas of the window: hulls become triangles of one mesh, texts egui's texts above it.

mod ink;

use super::view::View;
use crate::draw::{Color, DebugDraw, Paint};
use eframe::egui::{self, Color32, Pos2, Stroke};
use ink::Ink;
use physics::prelude::*;
use physics::toolkit::draw::hull_outline;

/// Background colour, as in the pictures in `docs`.
pub const PAPER: Color32 = Color32::from_rgb(0xfb, 0xfa, 0xf7);

/// An egui painter with a camera. What is drawn is shown by [`Painted::finish`].
pub struct Painted<'a> {
    painter: &'a egui::Painter,
    view: &'a View,
    ink: Ink,
    texts: Vec<(Pos2, String, Color32)>,
}

impl<'a> Painted<'a> {
    /// Draws on the whole area of `painter`; `view` must have the same size.
    pub fn new(painter: &'a egui::Painter, view: &'a View) -> Self {
        let feather = 1.0 / painter.pixels_per_point();
        Self { painter, view, ink: Ink::new(painter.clip_rect(), feather), texts: Vec::new() }
    }

    /// Position of a point of the world in the window.
    pub fn place(&self, point: Point) -> Pos2 {
        self.painter.clip_rect().min + egui::Vec2::from(self.view.to_screen(point))
    }

    /// Shows all that was drawn, texts above everything else.
    pub fn finish(self) {
        self.painter.add(egui::Shape::mesh(self.ink.finish()));
        let font = egui::FontId::proportional(13.0);
        for (place, text, color) in self.texts {
            self.painter.text(place, egui::Align2::LEFT_TOP, text, font.clone(), color);
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
        if at.x.is_finite() && at.y.is_finite() {
            let place = self.place(at) + egui::vec2(7.0, 5.0);
            self.texts.push((place, text.to_owned(), to_color32(color)));
        }
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let finite = vertices.iter().all(|vertex| vertex.coords.iter().all(|number| number.is_finite()));
        if !finite || !radius.is_finite() {
            return;
        }
        let fill = paint.fill.map(to_color32);
        let stroke =
            paint.stroke.map_or(Stroke::NONE, |(color, width)| Stroke::new(width, to_color32(color)));
        let (view, corner) = (self.view, self.painter.clip_rect().min);
        let place = |point: Point| corner + egui::Vec2::from(view.to_screen(point));
        match vertices {
            [] => {}
            [center] => self.ink.circle(place(*center), radius / view.pixel(), fill, stroke),
            [a, b] if radius == 0.0 => self.ink.line([place(*a), place(*b)], stroke),
            _ if radius == 0.0 => {
                self.ink.polygon(vertices.iter().map(|vertex| place(*vertex)), fill, stroke);
            }
            _ => {
                let outline = hull_outline(vertices, radius, view.pixel());
                self.ink.polygon(outline.into_iter().map(place), fill, stroke);
            }
        }
    }
}

/// The same colour as egui's type.
pub fn to_color32(Color([red, green, blue]): Color) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
