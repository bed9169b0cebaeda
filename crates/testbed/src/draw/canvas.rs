//! A canvas draws one kind of shape, in metres, with the y axis up: all points within a radius of the convex
//! hull of some vertices.
//!
//! Every shape of the engine except the half-space has this form: one vertex makes a circle, two vertices
//! without a radius make a line. So a new canvas (another file format, a window) implements one function.

use physics::prelude::*;

/// Something that shapes can be drawn on.
pub trait Canvas {
    /// The part of the world that is shown, m.
    fn view(&self) -> Aabb;

    /// The size of a pixel, m: for lines that should be equally thick at every scale.
    fn pixel(&self) -> f32;

    /// Draws all points within `radius` (m, not negative) of the hull of `vertices` (m, convex,
    /// counter-clockwise). Draws nothing if a number is not finite.
    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint);

    /// Draws a disc; lengths in m.
    fn circle(&mut self, center: Point, radius: f32, paint: Paint) {
        self.hull(&[center], radius, paint);
    }

    /// Draws a line; lengths in m.
    fn line(&mut self, a: Point, b: Point, paint: Paint) {
        self.hull(&[a, b], 0.0, paint);
    }
}

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// Colour of the inside, if it is filled.
    pub fill: Option<Color>,
    /// Colour and width (px) of the outline, if it has one.
    pub stroke: Option<(Color, f32)>,
}

impl Paint {
    /// A fill without an outline.
    pub fn fill(color: Color) -> Self {
        Self { fill: Some(color), stroke: None }
    }

    /// An outline without a fill; `width` in px.
    pub fn stroke(color: Color, width: f32) -> Self {
        Self { fill: None, stroke: Some((color, width)) }
    }

    /// The same fill with an outline; `width` in px.
    pub fn outlined(self, color: Color, width: f32) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }
}

/// An opaque colour: red, green and blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// The colour that lies a share (0 to 1) of the way to another one.
    pub fn towards(self, other: Self, share: f32) -> Self {
        let mix =
            |from: u8, to: u8| (f32::from(from) + share * (f32::from(to) - f32::from(from))).round() as u8;
        Self(core::array::from_fn(|i| mix(self.0[i], other.0[i])))
    }
}
