//! The canvas of the window: hulls become triangles of one mesh, texts egui's texts above it.

mod ink;

use super::theme_of;
use super::view::View;
use crate::draw::{Color, DebugDraw, Paint, Theme, palette};
use eframe::egui::{self, Color32, Pos2, Stroke};
use ink::Ink;
use physics::prelude::*;
use physics::toolkit::draw::hull_outline;

/// Background of the picture in the theme that is shown.
pub fn paper(context: &egui::Context) -> Color32 {
    to_color32(theme_of(context).of(palette::BACKGROUND))
}

/// An egui painter with a camera. What is drawn is shown by [`Painted::finish`].
pub struct Painted<'a> {
    painter: &'a egui::Painter,
    view: &'a View,
    ink: Ink,
    colors: Colors,
    texts: Vec<(Pos2, String, Color32)>,
}

impl<'a> Painted<'a> {
    /// Draws on the whole area of `painter`; `view` must have the same size.
    pub fn new(painter: &'a egui::Painter, view: &'a View) -> Self {
        let feather = 1.0 / painter.pixels_per_point();
        let colors = Colors::new(theme_of(painter.ctx()));
        // About as much as in the last frame: a mesh that grows is copied again and again.
        let room = painter.ctx().data(|data| data.get_temp(Self::size_id())).unwrap_or_default();
        let ink = Ink::new(painter.clip_rect(), feather, room);
        Self { painter, view, ink, colors, texts: Vec::new() }
    }

    /// Position of a point of the world in the window.
    pub fn place(&self, point: Point) -> Pos2 {
        self.painter.clip_rect().min + egui::Vec2::from(self.view.to_screen(point))
    }

    /// Where the size of the last mesh is kept.
    fn size_id() -> egui::Id {
        egui::Id::unique("size of the mesh")
    }

    /// Texts come above everything else.
    pub fn finish(self) {
        let mesh = self.ink.finish();
        let size = [mesh.vertices.len(), mesh.indices.len()].map(|count| count + count / 8);
        self.painter.ctx().data_mut(|data| data.insert_temp(Self::size_id(), size));
        self.painter.add(egui::Shape::mesh(mesh));
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
            self.texts.push((place, text.to_owned(), self.colors.of(color)));
        }
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let finite = vertices.iter().all(|vertex| vertex.coords.iter().all(|number| number.is_finite()));
        if !finite || !radius.is_finite() {
            return;
        }
        let fill = paint.fill.map(|color| self.colors.of(color));
        let stroke = paint.stroke.map(|(color, width)| Stroke::new(width, self.colors.of(color)));
        let stroke = stroke.unwrap_or(Stroke::NONE);
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

/// The colours of a theme, each computed once in a frame: a drawing has few.
struct Colors {
    theme: Theme,
    /// Colours and what they became, at a place that follows from the colour.
    known: [Option<(Color, Color32)>; 64],
}

impl Colors {
    fn new(theme: Theme) -> Self {
        Self { theme, known: [None; 64] }
    }

    fn of(&mut self, color: Color) -> Color32 {
        if self.theme == Theme::Light {
            return to_color32(color);
        }
        let Color([red, green, blue]) = color;
        let place = u32::from_be_bytes([0, red, green, blue]).wrapping_mul(0x9e37_79b1) >> 26;
        match &mut self.known[place as usize] {
            Some((known, shown)) if *known == color => *shown,
            slot => slot.insert((color, to_color32(self.theme.of(color)))).1,
        }
    }
}

/// The same colour as egui's type.
pub fn to_color32(Color([red, green, blue]): Color) -> Color32 {
    Color32::from_rgb(red, green, blue)
}
