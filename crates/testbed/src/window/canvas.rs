//! The canvas of the window: hulls become egui's lines and polygons.

use super::view::View;
use crate::draw::{Canvas, Color, Paint};
use eframe::egui::{self, Color32, Pos2, Stroke};
use physics::prelude::*;

/// Background colour, as in the pictures in `docs`.
pub const PAPER: Color32 = Color32::from_rgb(0xfb, 0xfa, 0xf7);

/// Greatest distance between an arc and the polygon that is drawn in its place, px. Not visible.
const FLATNESS: f32 = 0.15;

/// Greatest number of polygon sides in a quarter turn.
const MAX_SIDES: f32 = 32.0;

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
        self.line(from, to, paint);
        let length = (to - from).norm();
        if length > 0.0 {
            let back = (from - to) * (HEAD.min(0.5 * length / self.pixel()) * self.pixel() / length);
            for turn in [0.45, -0.45] {
                self.line(to, to + Rot::from_angle(turn) * back, paint);
            }
        }
    }

    /// The outline of all points within `radius` of a hull: each corner is an arc.
    fn outline(&self, vertices: &[Point], radius: f32) -> Vec<Pos2> {
        if radius == 0.0 {
            return vertices.iter().map(|vertex| self.place(*vertex)).collect();
        }
        let count = vertices.len();
        let outwards = |i: usize| {
            let edge = vertices[(i + 1) % count] - vertices[i % count];
            physics::geom::right_normal(edge).normalize() * radius
        };
        // An arc of the angle t differs from its chord by r (1 - cos(t / 2)), about r t^2 / 8.
        let step = (8.0 * FLATNESS / (radius / self.view.pixel()).max(FLATNESS)).sqrt();
        let mut outline = Vec::with_capacity(4 * count);
        for (i, vertex) in vertices.iter().enumerate() {
            let (from, to) = (outwards(i + count - 1), outwards(i));
            let turn = physics::geom::cross(from, to).atan2(from.dot(&to)).rem_euclid(core::f32::consts::TAU);
            let sides = (turn / step).ceil().clamp(1.0, 2.0 * MAX_SIDES) as usize;
            outline.extend((0..=sides).map(|side| {
                let part = Rot::from_angle(turn * side as f32 / sides as f32);
                self.place(vertex + part * from)
            }));
        }
        outline
    }
}

impl Canvas for Painted<'_> {
    fn view(&self) -> Aabb {
        self.view.area()
    }

    fn pixel(&self) -> f32 {
        self.view.pixel()
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
                let outline = self.outline(vertices, radius);
                self.painter.add(egui::Shape::convex_polygon(outline, fill, stroke));
            }
        }
    }
}

/// The same colour as egui's type.
pub fn to_color32(Color([red, green, blue]): Color) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
