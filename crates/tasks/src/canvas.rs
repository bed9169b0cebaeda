//! A small picture of a world, as an agent may see it.
//!
//! Polygons are filled without smooth edges at twice the width and height, and each pixel is the mean of four
//! of those. So the edges are smooth, and no seam shows between two polygons that share one.
//!
//! Turned down: smooth edges by coverage, which leave a line of the background between two tiles.

use geom::{Aabb, Point, Pose, Vec2, right_normal};
use std::iter::once;
use tiny_skia::{Color, FillRule, Paint, PathBuilder, PixmapMut, Transform};
use toolkit::draw::{self, DebugDraw, DrawOptions, draw_world, hull_outline};
use world::World;

/// Drawn pixels in a pixel of the picture, in each direction.
const FINE: usize = 2;
/// Pixels, the greatest width and height of a picture.
pub(crate) const MAX_SIZE: usize = 4096;

/// Red, green and blue, 0 to 255.
pub type Rgb = [u8; 3];

/// What is seen: a rectangle of the world, which fills the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Of the middle of the picture; its x-axis points to the right in it, its y-axis up.
    pub pose: Pose,
    /// m: width and height of what is seen. If they are not in the ratio of those of the picture, it is
    /// stretched.
    pub size: [f32; 2],
}

impl Camera {
    /// Straight, with these corners, m.
    #[must_use]
    pub fn of([left, lower, right, upper]: [f32; 4]) -> Self {
        let middle = [0.5 * (left + right), 0.5 * (lower + upper)];
        Self { pose: Pose::at(middle), size: [right - left, upper - lower] }
    }
}

/// A picture that is being drawn, in metres of the world. It takes all that [`draw_world`] draws.
pub struct Canvas<'a> {
    pixels: PixmapMut<'a>,
    camera: Camera,
    /// Kept for its memory.
    path: PathBuilder,
}

impl std::fmt::Debug for Canvas<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas").field("camera", &self.camera).finish_non_exhaustive()
    }
}

impl Canvas<'_> {
    /// Chooses what is seen by all that is drawn from now on.
    pub fn look(&mut self, camera: Camera) {
        self.camera = camera;
    }

    /// Fills the whole picture.
    pub fn clear(&mut self, color: Rgb) {
        self.pixels.fill(skia(color));
    }

    /// Fills polygons of one colour, convex or not. Points are in metres.
    pub fn polygons<P: IntoIterator<Item = Point>>(
        &mut self,
        outlines: impl IntoIterator<Item = P>,
        color: Rgb,
    ) {
        let mut path = std::mem::take(&mut self.path);
        let [width, height] = self.camera.size;
        let [right, up] = [self.pixels.width() as f32 / width, self.pixels.height() as f32 / height];
        for outline in outlines {
            for (index, point) in outline.into_iter().enumerate() {
                let place = self.camera.pose.inverse_transform(point);
                let (x, y) = (right * (0.5 * width + place.x), up * (0.5 * height - place.y));
                if index == 0 {
                    path.move_to(x, y);
                } else {
                    path.line_to(x, y);
                }
            }
            path.close();
        }
        if let Some(path) = path.finish() {
            let mut paint = Paint { anti_alias: false, ..Paint::default() };
            paint.set_color(skia(color));
            self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
            self.path = path.clear();
        }
    }

    /// Fills one polygon, convex or not. Points are in metres.
    pub fn polygon(&mut self, outline: impl IntoIterator<Item = Point>, color: Rgb) {
        self.polygons(once(outline), color);
    }

    /// Draws bodies and joints of a world in the colours of [`draw_world`].
    pub fn world(&mut self, world: &World) {
        draw_world(world, &DrawOptions::default(), self);
    }
}

impl DebugDraw for Canvas<'_> {
    fn view(&self) -> Aabb {
        let [x, y] = self.camera.size.map(|length| 0.5 * length);
        let pose = self.camera.pose;
        // Of the turned rectangle.
        let half = [Vec2::new(x, y), Vec2::new(-x, y)].map(|corner| (pose.rotation * corner).abs());
        let half = half[0].sup(&half[1]);
        Aabb::new(pose.position - half, pose.position + half)
    }

    fn pixel(&self) -> f32 {
        self.camera.size[0] / self.pixels.width() as f32 * FINE as f32
    }

    fn segment(&mut self, a: Point, b: Point, paint: draw::Paint) {
        let Some((color, width)) = paint.stroke else { return };
        let Some(along) = (b - a).try_normalize(0.0) else { return };
        let side = right_normal(along) * (0.5 * width * self.pixel());
        self.polygon([a - side, a + side, b + side, b - side], color.0);
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: draw::Paint) {
        let outline = hull_outline(vertices, radius, self.pixel());
        if let (Some(color), true) = (paint.fill, outline.len() > 2) {
            self.polygon(outline.iter().copied(), color.0);
        }
        if paint.stroke.is_some() {
            for (i, a) in outline.iter().enumerate() {
                self.segment(*a, outline[(i + 1) % outline.len()], paint);
            }
        }
    }
}

fn skia([red, green, blue]: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

/// Draws a picture of `size` (width, height) into the rows from its top, three bytes for each pixel. The
/// second buffer is kept from picture to picture for its memory.
pub(crate) fn draw_picture(
    [width, height]: [usize; 2],
    to: &mut [u8],
    fine: &mut Vec<u8>,
    paint: impl FnOnce(&mut Canvas<'_>),
) {
    let row = 4 * FINE * width;
    fine.clear();
    fine.resize(row * FINE * height, 255);
    // At most 2 * MAX_SIZE, so the casts keep the value.
    let (wide, high) = ((FINE * width) as u32, (FINE * height) as u32);
    if let Some(pixels) = PixmapMut::from_bytes(fine, wide, high) {
        let camera = Camera::of([0.0, 0.0, width as f32, height as f32]);
        paint(&mut Canvas { pixels, camera, path: PathBuilder::new() });
    }
    for (to, rows) in to.chunks_exact_mut(3 * width).zip(fine.chunks_exact(FINE * row)) {
        let (upper, lower) = rows.split_at(row);
        let pairs = upper.chunks_exact(4 * FINE).zip(lower.chunks_exact(4 * FINE));
        for (to, (upper, lower)) in to.chunks_exact_mut(3).zip(pairs) {
            for (channel, to) in to.iter_mut().enumerate() {
                let sum = [upper[channel], upper[channel + 4], lower[channel], lower[channel + 4]];
                // The mean, rounded, is at most 255.
                *to = ((sum.map(u16::from).iter().sum::<u16>() + 2) / 4) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb = [255; 3];
    const RED: Rgb = [200, 0, 0];

    fn picture(size: [usize; 2], paint: impl FnOnce(&mut Canvas<'_>)) -> Vec<u8> {
        let mut to = vec![7; 3 * size[0] * size[1]];
        draw_picture(size, &mut to, &mut Vec::new(), paint);
        to
    }

    /// A rectangle covers the pixels that its place and the camera say; half a pixel gives half the colour.
    #[test]
    fn a_rectangle_fills_its_pixels() {
        let size = [8, 4];
        let pixels = picture(size, |canvas| {
            canvas.look(Camera::of([-4.0, -2.0, 4.0, 2.0]));
            canvas.clear(WHITE);
            // Columns 1 and 2 and half of 3; rows 0 and 1, since y points up.
            let corners = [[-3.0, 0.0], [-0.5, 0.0], [-0.5, 2.0], [-3.0, 2.0]];
            canvas.polygon(corners.map(Point::from), RED);
        });
        for y in 0..4 {
            for x in 0..8 {
                let at = 3 * (8 * y + x);
                let expected = match (x, y) {
                    (1 | 2, 0 | 1) => RED,
                    (3, 0 | 1) => [228, 128, 128],
                    _ => WHITE,
                };
                assert_eq!(pixels[at..at + 3], expected, "{x} {y}");
            }
        }
    }

    /// A turned camera sees what a straight one sees of a world turned the other way.
    #[test]
    fn a_camera_turns_the_picture() {
        let corners = [[0.5, 0.2], [3.0, 0.4], [2.0, 2.5]].map(Point::from);
        let pose = Pose::new([1.0, -2.0], 0.7);
        let view = |pose| Camera { pose, size: [10.0, 10.0] };
        let straight = picture([20, 20], |canvas| {
            canvas.look(view(Pose::at([0.0, 0.0])));
            canvas.polygon(corners, RED);
        });
        let turned = picture([20, 20], |canvas| {
            canvas.look(view(pose));
            canvas.polygon(corners.map(|corner| pose * corner), RED);
        });
        let differing = straight.iter().zip(&turned).filter(|(a, b)| a != b).count();
        assert!(differing < 12, "rounding moves few pixels: {differing}");
    }

    /// Two polygons that share an edge leave no seam, whatever its direction.
    #[test]
    fn neighbours_leave_no_seam() {
        let [a, b, c, d] = [[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]].map(Point::from);
        for angle in 0..20 {
            let pixels = picture([16, 16], |canvas| {
                let pose = Pose::new([0.3, 0.1], 0.31 * angle as f32);
                canvas.look(Camera { pose, size: [10.0, 10.0] });
                canvas.clear(WHITE);
                canvas.polygon([a, b, c], RED);
                canvas.polygon([a, c, d], RED);
            });
            assert!(pixels.chunks(3).all(|pixel| pixel == RED), "{angle}");
        }
    }
}
