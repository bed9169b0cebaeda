//! What a program implements to see a world: one function that draws a line.
//!
//! Every shape of the engine except the half-space is a rounded hull: all points within a radius of the
//! convex hull of some vertices. One vertex makes a circle, two vertices without a radius make a segment. So
//! a back end that can fill implements one function more, and needs no other.

use super::Layer;
use compute::math::{atan2, clamp, max, sqrt};
use geom::{Aabb, Point, Rot, Vec2, cross, right_normal};
use std::f32::consts::TAU;

/// Greatest distance of an arc from the chords that are drawn in its place, px. Not visible.
const FLATNESS: f32 = 0.15;
/// Greatest number of chords in a full turn.
const MAX_CHORDS: f32 = 128.0;

/// Something that shapes can be drawn on: a window, a file, a game engine's line renderer. Lengths are in
/// metres with the y axis up, widths of lines and sizes of points in pixels.
///
/// Only [`DebugDraw::segment`] and [`DebugDraw::view`] must be written. A back end that can fill polygons
/// also writes [`DebugDraw::hull`], which by default draws outlines as segments.
///
/// ```
/// use toolkit::draw::{DebugDraw, DrawOptions, Paint, draw_world};
/// use world::geom::{Aabb, Point, Shape};
/// use world::{BodyDef, ColliderDef, World, WorldSettings};
///
/// struct Lines(Vec<[Point; 2]>);
///
/// impl DebugDraw for Lines {
///     fn view(&self) -> Aabb {
///         Aabb::new([-10.0, -10.0], [10.0, 10.0])
///     }
///
///     fn segment(&mut self, a: Point, b: Point, _paint: Paint) {
///         self.0.push([a, b]);
///     }
/// }
///
/// let mut world = World::new(WorldSettings::default());
/// let body = world.add_body(BodyDef::dynamic())?;
/// world.add_collider(body, ColliderDef::new(Shape::rectangle(1.0, 0.5)?))?;
/// let mut lines = Lines(Vec::new());
/// draw_world(&world, &DrawOptions::default(), &mut lines);
/// assert_eq!(lines.0.len(), 4); // the edges of the box
/// # Ok::<(), world::DefError>(())
/// ```
#[doc(alias("b2DebugDraw", "DebugRenderBackend"))]
pub trait DebugDraw {
    /// The part of the world that is shown, m. What lies outside of it is not drawn.
    fn view(&self) -> Aabb;

    /// Draws a line from `a` to `b`, m, with the stroke of `paint`.
    fn segment(&mut self, a: Point, b: Point, paint: Paint);

    /// The size of a pixel, m: for lines and points that should be equally thick at every scale. By default a
    /// thousandth of the width of the view.
    fn pixel(&self) -> f32 {
        1e-3 * self.view().extents().x
    }

    /// Draws all points within `radius` (m, not negative) of the hull of `vertices` (m, convex,
    /// counter-clockwise). By default its outline, as segments in the colour of the stroke, or of the fill if
    /// there is no stroke.
    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let stroke = paint.stroke.or(paint.fill.map(|color| (color, 1.0)));
        let paint = Paint { fill: None, stroke };
        if let ([a, b], true) = (vertices, radius == 0.0) {
            self.segment(*a, *b, paint);
            return;
        }
        let outline = hull_outline(vertices, radius, self.pixel());
        for (i, a) in outline.iter().enumerate() {
            self.segment(*a, outline[(i + 1) % outline.len()], paint);
        }
    }

    /// Draws a convex polygon; vertices in m, counter-clockwise.
    fn polygon(&mut self, vertices: &[Point], paint: Paint) {
        self.hull(vertices, 0.0, paint);
    }

    /// Draws a disc; lengths in m.
    fn circle(&mut self, center: Point, radius: f32, paint: Paint) {
        self.hull(&[center], radius, paint);
    }

    /// Draws a dot with a radius of `radius` px, which is the same at every scale.
    fn point(&mut self, center: Point, radius: f32, color: Color) {
        self.circle(center, radius * self.pixel(), Paint::fill(color));
    }

    /// Writes a text to the right of a point. By default nothing.
    fn text(&mut self, _at: Point, _text: &str, _color: Color) {}

    /// Says that what follows belongs to another layer; layers come in their order, each above the last. By
    /// default nothing.
    fn begin_layer(&mut self, _layer: Layer) {}
}

/// The outline of all points within `radius` of the convex hull of `vertices`, counter-clockwise, m: each
/// corner an arc of chords that are no farther from it than a part of a `pixel` (m). Without a radius, the
/// vertices.
#[must_use]
pub fn hull_outline(vertices: &[Point], radius: f32, pixel: f32) -> Vec<Point> {
    if radius == 0.0 {
        return vertices.to_vec();
    }
    // An arc of the angle t differs from its chord by r (1 - cos(t / 2)), about r t^2 / 8.
    let step = max(sqrt(8.0 * FLATNESS * pixel / max(radius, FLATNESS * pixel)), TAU / MAX_CHORDS);
    let count = vertices.len();
    let outwards = |i: usize| {
        let edge = vertices[(i + 1) % count] - vertices[i % count];
        right_normal(edge) * (radius / edge.norm())
    };
    let mut outline = Vec::with_capacity(4 * count);
    for (i, vertex) in vertices.iter().enumerate() {
        let (from, turn) = if count == 1 {
            (Vec2::new(radius, 0.0), TAU)
        } else {
            let (from, to) = (outwards(i + count - 1), outwards(i));
            // The angle without its sign: at half a turn, rounding would decide about the sign.
            (from, atan2(cross(from, to).abs(), from.dot(&to)))
        };
        let chords = clamp((turn / step).ceil(), 1.0, MAX_CHORDS);
        // The end of a full turn is its beginning.
        let points = if count == 1 { chords as u32 } else { chords as u32 + 1 };
        outline.extend((0..points).map(|k| vertex + Rot::from_angle(turn * k as f32 / chords) * from));
    }
    outline
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
    #[must_use]
    pub fn fill(color: Color) -> Self {
        Self { fill: Some(color), stroke: None }
    }

    /// An outline without a fill; `width` in px.
    #[must_use]
    pub fn stroke(color: Color, width: f32) -> Self {
        Self { fill: None, stroke: Some((color, width)) }
    }

    /// The same fill with an outline; `width` in px.
    #[must_use]
    pub fn outlined(self, color: Color, width: f32) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }
}

/// An opaque colour: red, green and blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// The colour that lies a share (0 to 1) of the way to another one.
    #[must_use]
    pub fn towards(self, other: Self, share: f32) -> Self {
        let mix =
            |from: u8, to: u8| (f32::from(from) + share * (f32::from(to) - f32::from(from))).round() as u8;
        Self(core::array::from_fn(|i| mix(self.0[i], other.0[i])))
    }
}

/// As in a style sheet: `#rrggbb`.
impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steiner's formula: the outline at a distance r around a hull of area A and perimeter P encloses
    /// A + P r + pi r^2, but for what 128 chords in a turn cut off, 4e-4.
    #[test]
    fn outline_of_a_rounded_hull_encloses_the_area_of_steiner() {
        let [a, b, c] = [[-1.0, 1.0], [2.0, 1.0], [-1.0, 3.0]].map(Point::from);
        for radius in [0.01_f32, 0.25, 0.9] {
            let round = std::f32::consts::PI * radius * radius;
            for (vertices, area) in [
                (&[a][..], round),
                (&[a, b], 6.0 * radius + round),
                (&[a, b, c], 3.0 + (5.0 + 13.0_f32.sqrt()) * radius + round),
            ] {
                let outline = hull_outline(vertices, radius, 1e-5);
                let found = geom::polygon_measures(outline.iter().copied()).area;
                assert!((found - area).abs() < 1e-3 * area, "{found} {area}");
            }
        }
        assert_eq!(hull_outline(&[a, b, c], 0.0, 1e-5), [a, b, c]);
    }
}
