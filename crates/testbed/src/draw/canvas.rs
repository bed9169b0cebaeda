//! What a drawing needs of what it is drawn on: one shape, in metres, y up.
//!
//! The shape is the one that all shapes of the engine are, but for half-spaces: all points within a radius of
//! the convex hull of some vertices. One vertex makes a circle, two without a radius a line. So who has a new
//! canvas to offer, a picture in another format or a window, writes one function.

use physics::prelude::*;

/// What can be drawn on.
pub trait Canvas {
    /// What is seen, m.
    fn view(&self) -> Aabb;

    /// The length of a pixel, m: for what should look equally thick at every scale.
    fn pixel(&self) -> f32;

    /// All points within `radius` (m, not negative) of the hull of `vertices`: m, convex, counter-clockwise.
    /// What is not finite is left out.
    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint);

    /// A disc, m.
    fn circle(&mut self, center: Point, radius: f32, paint: Paint) {
        self.hull(&[center], radius, paint);
    }

    /// A line, m.
    fn line(&mut self, a: Point, b: Point, paint: Paint) {
        self.hull(&[a, b], 0.0, paint);
    }
}

/// How a shape is filled and outlined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour of its inside, if any.
    pub fill: Option<Color>,
    /// The colour of its outline, if any, and how wide that is, px.
    pub stroke: Option<(Color, f32)>,
}

impl Paint {
    /// Without an outline.
    pub fn fill(color: Color) -> Self {
        Self { fill: Some(color), stroke: None }
    }

    /// Without an inside; `width` in px.
    pub fn stroke(color: Color, width: f32) -> Self {
        Self { fill: None, stroke: Some((color, width)) }
    }

    /// The same inside with an outline; `width` in px.
    pub fn outlined(self, color: Color, width: f32) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }
}

/// An opaque colour: red, green, blue, as sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// A share (0 to 1) of the way to another colour.
    pub fn towards(self, other: Self, share: f32) -> Self {
        let mix =
            |from: u8, to: u8| (f32::from(from) + share * (f32::from(to) - f32::from(from))).round() as u8;
        Self(core::array::from_fn(|i| mix(self.0[i], other.0[i])))
    }
}
