//! Shapes as triangles of one mesh: what is drawn of a world goes to the graphics card at once.
//!
//! Each edge is blurred over a pixel, as egui does it. A filled and outlined polygon is a fan with rings of
//! vertices around it, each ring moved along the mitres of the corners:
//!
//! ```text
//!   transparent --- line === line --- fill /////// fill
//!              -1 px       w               the fan
//! ```
//!
//! **Small shapes.** Where an outline of a pixel would cover the fill, it fades; below about a pixel a
//! shape is a square of its colour.
//!
//! Turned down: egui's own shapes, which allocate and compute outline and normals anew in each frame, by code
//! for shapes that need not be convex. `frame_of_many_bodies` measures it.

use eframe::egui::epaint::{Mesh, Vertex, WHITE_UV};
use eframe::egui::{Color32, Pos2, Rect, Stroke, Vec2};

/// Extent below which a shape is a square, px.
const DOT: f32 = 1.6;
/// Radius of the greatest circle inside a shape, px, below which its outline fades.
const FADED: f32 = 3.0;
/// Greatest factor by which a mitre is longer than the width of the outline.
const MITRE: f32 = 2.0;
/// Greatest distance of a circle from its chords, px; the blur is four times as wide.
const FLATNESS: f32 = 0.25;
/// Most chords of a circle.
const MAX_CHORDS: f32 = 360.0;

#[derive(Debug)]
pub struct Ink {
    mesh: Mesh,
    /// Where drawing is worth while, px.
    clip: Rect,
    /// Width of the blur, px.
    feather: f32,
    /// Scratch: the corners of a shape, and the directions in which they move outwards.
    corners: Vec<(Pos2, Vec2)>,
}

/// An amount of rings around a shape: how far outwards each is moved (px), and its colour.
type Rings<'a> = &'a [(f32, Color32)];

impl Ink {
    /// An empty mesh with room for so many vertices and indices. `feather` is the size of a pixel of the
    /// screen.
    pub fn new(clip: Rect, feather: f32, [vertices, indices]: [usize; 2]) -> Self {
        let mut mesh = Mesh::default();
        mesh.vertices.reserve(vertices);
        mesh.indices.reserve(indices);
        Self { mesh, clip: clip.expand(2.0), feather, corners: Vec::new() }
    }

    pub fn finish(self) -> Mesh {
        self.mesh
    }

    pub fn line(&mut self, [a, b]: [Pos2; 2], stroke: Stroke) {
        let along = b - a;
        let is_off = !self.clip.intersects(Rect::from_two_pos(a, b));
        if is_off || stroke.width <= 0.0 || along == Vec2::ZERO {
            return;
        }
        let across = along.normalized().rot90();
        self.corners.clear();
        self.corners.extend([(a, across), (b, across)]);
        let half = 0.5 * self.feather;
        if stroke.width <= self.feather {
            let color = stroke.color.gamma_multiply(stroke.width / self.feather);
            self.strip(&[
                (2.0 * half, Color32::TRANSPARENT),
                (0.0, color),
                (-2.0 * half, Color32::TRANSPARENT),
            ]);
        } else {
            let (outer, inner) = (0.5 * stroke.width + half, 0.5 * stroke.width - half);
            let (clear, color) = (Color32::TRANSPARENT, stroke.color);
            self.strip(&[(outer, clear), (inner, color), (-inner, color), (-outer, clear)]);
        }
    }

    pub fn polygon(&mut self, outline: impl Iterator<Item = Pos2>, fill: Option<Color32>, stroke: Stroke) {
        self.corners.clear();
        self.corners.extend(outline.map(|corner| (corner, Vec2::ZERO)));
        let mut bounds = Rect::NOTHING;
        self.corners.iter().for_each(|(corner, _)| bounds.extend_with(*corner));
        if self.corners.len() < 2 || !self.clip.intersects(bounds) {
            return;
        }
        if bounds.width().max(bounds.height()) < DOT {
            self.square(bounds, fill.unwrap_or(stroke.color));
            return;
        }
        let count = self.corners.len();
        let (mut area, mut length) = (0.0, 0.0);
        for i in 0..count {
            let (edge, from) = (self.edge(i), self.corners[i].0 - bounds.min);
            area += 0.5 * (from.x * edge.y - from.y * edge.x);
            length += edge.length();
        }
        // `rot90` turns to the left on the screen, whose y axis points down.
        let side = if area > 0.0 { 1.0 } else { -1.0 };
        for i in 0..count {
            let [before, after] = [self.edge((i + count - 1) % count), self.edge(i)].map(Vec2::normalized);
            let sum = before.rot90() + after.rot90();
            // |sum| is 2 cos of half the turn; the mitre is as long as 1 / cos of it.
            let mitre = sum / (0.5 * sum.length_sq()).max(1.0 / MITRE);
            self.corners[i].1 = side * mitre;
        }
        self.rings(area.abs() / length.max(f32::MIN_POSITIVE), fill, stroke);
    }

    /// Draws a disc of a radius in px, filled and outlined.
    pub fn circle(&mut self, center: Pos2, radius: f32, fill: Option<Color32>, stroke: Stroke) {
        let bounds = Rect::from_center_size(center, Vec2::splat(2.0 * radius));
        if !self.clip.intersects(bounds) {
            return;
        }
        if 2.0 * radius < DOT {
            self.square(bounds, fill.unwrap_or(stroke.color));
            return;
        }
        let chords = chords(radius);
        let angle = std::f32::consts::TAU / chords as f32;
        let turn = Vec2::angled(angle);
        // The polygon has the area of the disc: n r^2 sin(t) / 2 = pi R^2.
        let radius = radius * (angle / turn.y).sqrt();
        let mut direction = Vec2::new(1.0, 0.0);
        self.corners.clear();
        for _ in 0..chords {
            self.corners.push((center + direction * radius, direction));
            direction = Vec2::new(
                direction.x * turn.x - direction.y * turn.y,
                direction.x * turn.y + direction.y * turn.x,
            );
        }
        self.rings(0.5 * radius, fill, stroke);
    }

    fn edge(&self, i: usize) -> Vec2 {
        self.corners[(i + 1) % self.corners.len()].0 - self.corners[i].0
    }

    /// Draws the corners with their directions as a shape. A circle of radius `inside` (px) fits into it.
    fn rings(&mut self, inside: f32, fill: Option<Color32>, stroke: Stroke) {
        let clear = Color32::TRANSPARENT;
        let half = 0.5 * self.feather;
        let Some(fill) = fill else {
            let faint = (stroke.width / self.feather).min(1.0);
            let (outer, color) =
                (0.5 * stroke.width.max(self.feather) + half, stroke.color.gamma_multiply(faint));
            let inner = (outer - 2.0 * half).max(0.0);
            self.ring(
                &[(outer, clear), (inner, color), (-inner.min(inside), color), (-outer.min(inside), clear)],
                None,
            );
            return;
        };
        let share = (inside / FADED).clamp(0.0, 1.0) * (stroke.width / self.feather).min(1.0);
        if stroke.width <= 0.0 || share < 0.1 {
            self.ring(&[(half, clear), (-half.min(inside), fill)], Some(fill));
            return;
        }
        let (outer, inner) =
            (0.5 * stroke.width.max(self.feather) + half, 0.5 * stroke.width.max(self.feather) - half);
        let line = fill.lerp_to_gamma(stroke.color, share);
        let deep = outer.min(inside);
        if inner < 0.1 {
            self.ring(&[(outer, clear), (0.0, line), (-deep, fill)], Some(fill));
        } else {
            self.ring(
                &[(outer, clear), (inner, line), (-inner.min(inside), line), (-deep, fill)],
                Some(fill),
            );
        }
    }

    /// Adds closed rings around the corners, and a fan of `fill` inside the last.
    fn ring(&mut self, rings: Rings<'_>, fill: Option<Color32>) {
        let first = self.strip(rings);
        let (count, rows) = (self.corners.len() as u32, rings.len() as u32);
        for row in 0..rows - 1 {
            // From the last corner to the first.
            let [a, b] = [first + (count - 1) * rows + row, first + row];
            self.quad(a, b);
        }
        if fill.is_some() {
            let at = |i: u32| first + i * rows + rows - 1;
            for i in 1..count - 1 {
                self.mesh.indices.extend([at(0), at(i), at(i + 1)]);
            }
        }
    }

    /// Adds a row of vertices for each corner, moved and coloured, and the bands between neighbours.
    /// Returns the number of the first vertex.
    fn strip(&mut self, rings: Rings<'_>) -> u32 {
        let first = self.mesh.vertices.len() as u32;
        let rows = rings.len() as u32;
        for (corner, outwards) in &self.corners {
            let vertex = |(by, color): &(f32, Color32)| Vertex {
                pos: *corner + *outwards * *by,
                uv: WHITE_UV,
                color: *color,
            };
            self.mesh.vertices.extend(rings.iter().map(vertex));
        }
        for i in 0..self.corners.len() as u32 - 1 {
            for row in 0..rows - 1 {
                self.quad(first + i * rows + row, first + (i + 1) * rows + row);
            }
        }
        first
    }

    /// Two triangles between the vertices `a`, `b` and those after each.
    fn quad(&mut self, a: u32, b: u32) {
        self.mesh.indices.extend([a, b, a + 1, a + 1, b, b + 1]);
    }

    fn square(&mut self, bounds: Rect, color: Color32) {
        let size = bounds.size().max(Vec2::splat(1.0));
        self.mesh.add_colored_rect(Rect::from_center_size(bounds.center(), size), color);
    }
}

/// The number of chords of a circle of a radius in px: each is nearer than [`FLATNESS`] to its arc.
fn chords(radius: f32) -> u32 {
    // r (1 - cos(t / 2)) is about r t^2 / 8.
    let step = (8.0 * FLATNESS / radius.max(0.5)).sqrt();
    (std::f32::consts::TAU / step).ceil().clamp(6.0, MAX_CHORDS) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect { min: Pos2::ZERO, max: Pos2 { x: 400.0, y: 300.0 } };
    const FILL: Color32 = Color32::from_rgb(200, 100, 0);
    const LINE: Color32 = Color32::from_rgb(0, 0, 100);

    fn square(side: f32) -> [Pos2; 4] {
        [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]].map(|[x, y]| Pos2::new(100.0 + x, 100.0 + y))
    }

    /// Area of the triangles, each weighted by the mean opacity of its corners, px^2: what the blur adds
    /// outside it takes away inside.
    fn covered(mesh: &Mesh) -> f32 {
        let triangles = mesh.indices.chunks_exact(3).map(|three| {
            let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[three[i] as usize]);
            let (u, v) = (b.pos - a.pos, c.pos - a.pos);
            let opacity =
                [a, b, c].map(|vertex| f32::from(vertex.color.a()) / 255.0).iter().sum::<f32>() / 3.0;
            0.5 * (u.x * v.y - u.y * v.x).abs() * opacity
        });
        triangles.sum()
    }

    fn drawn(draw: impl FnOnce(&mut Ink)) -> Mesh {
        let mut ink = Ink::new(SCREEN, 1.0, [0; 2]);
        draw(&mut ink);
        let mesh = ink.finish();
        assert!(mesh.is_valid() && mesh.vertices.iter().all(|vertex| vertex.pos.is_finite()));
        mesh
    }

    /// A fill covers the area of its polygon, in either sense of turning, and of a circle.
    #[test]
    fn fill_covers_the_area_of_the_shape() {
        for side in [4.0_f32, 20.0, 90.0] {
            for turned in [false, true] {
                let mut corners = square(side);
                if turned {
                    corners.reverse();
                }
                let mesh = drawn(|ink| ink.polygon(corners.into_iter(), Some(FILL), Stroke::NONE));
                // The blur reaches half a pixel beyond each side with a mean opacity of 1/2, and as far
                // inside: only the corners differ.
                assert!((covered(&mesh) - side * side).abs() < 1.0, "{side}: {}", covered(&mesh));
            }
            let mesh = drawn(|ink| ink.circle(Pos2::new(150.0, 150.0), side, Some(FILL), Stroke::NONE));
            let disc = std::f32::consts::PI * side * side;
            assert!((covered(&mesh) - disc).abs() < 0.02 * disc + 1.0, "{side}: {}", covered(&mesh));
        }
    }

    /// A line covers its length times its width, also where it is thinner than a pixel.
    #[test]
    fn line_covers_length_times_width() {
        for width in [0.25_f32, 1.0, 1.75, 6.0] {
            let ends = [Pos2::new(10.0, 20.0), Pos2::new(70.0, 100.0)];
            let mesh = drawn(|ink| ink.line(ends, Stroke::new(width, LINE)));
            assert!((covered(&mesh) - 100.0 * width).abs() < 2.0, "{width}: {}", covered(&mesh));
        }
    }

    /// The outline of a small box fades into its fill, and a box below a pixel is one square.
    #[test]
    fn small_shapes_lose_outline_and_corners() {
        let vertices = |side: f32| {
            let mesh = drawn(|ink| ink.polygon(square(side).into_iter(), Some(FILL), Stroke::new(1.0, LINE)));
            let darkest =
                mesh.vertices.iter().filter(|vertex| vertex.color.a() == 255).map(|v| v.color.r()).min();
            (mesh.vertices.len(), darkest.unwrap())
        };
        assert_eq!(vertices(1.0), (4, FILL.r()));
        let (large, small) = (vertices(40.0), vertices(4.0));
        assert_eq!((large.0, large.1), (12, LINE.r()));
        assert!(small.1 > 100, "{small:?}");
    }

    /// What lies outside the picture adds nothing, and neither do shapes without extent.
    #[test]
    fn nothing_is_drawn_outside_the_picture() {
        let away = |corner: Pos2| corner + Vec2::new(5000.0, 0.0);
        let mesh = drawn(|ink| {
            ink.polygon(square(40.0).into_iter().map(away), Some(FILL), Stroke::NONE);
            ink.circle(Pos2::new(-200.0, 0.0), 50.0, Some(FILL), Stroke::NONE);
            ink.line([Pos2::new(-9.0, -9.0), Pos2::new(-90.0, -3.0)], Stroke::new(2.0, LINE));
            ink.line([Pos2::new(9.0, 9.0); 2], Stroke::new(2.0, LINE));
            ink.polygon(std::iter::empty(), Some(FILL), Stroke::NONE);
        });
        assert!(mesh.is_empty());
    }

    /// A needle, a flat polygon and doubled corners give finite vertices.
    #[test]
    fn degenerate_polygons_are_finite() {
        let at = |x: f32, y: f32| Pos2::new(100.0 + x, 100.0 + y);
        for corners in [
            vec![at(0.0, 0.0), at(90.0, 0.1), at(0.0, 0.2)],
            vec![at(0.0, 0.0), at(90.0, 0.0), at(0.0, 0.0)],
            vec![at(0.0, 0.0), at(0.0, 0.0), at(30.0, 0.0), at(30.0, 30.0)],
        ] {
            drawn(|ink| ink.polygon(corners.iter().copied(), Some(FILL), Stroke::new(1.0, LINE)));
            drawn(|ink| ink.polygon(corners.iter().copied(), None, Stroke::new(1.0, LINE)));
        }
    }
}
