//! A back end of pixels, which becomes a PNG file or a frame of a film.
//!
//! An arc is drawn as cubic curves of at most a quarter turn each. They differ from the circle by 3e-4 of the
//! radius, which is not visible. A shape that reaches far beyond the view is drawn as a polygon and cut to
//! the view.
//!
//! Turned down: rendering the SVG file. It needs a parser, writes numbers as text and reads them again, and
//! gives the same pixels.

use super::svg::TEXT_SHIFT;
use super::{Color, DebugDraw, Paint, Theme, letters, palette};
use physics::geom::{clip_behind, left_normal, right_normal};
use physics::prelude::*;
use std::f32::consts::{FRAC_PI_2, TAU};
use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};

/// Greatest distance between a large round shape and the polygon that is drawn in its place, px.
const DEVIATION: f32 = 0.1;

/// Smallest angle between two corners of that polygon, rad. Only a shape of more than a million pixels would
/// need a smaller one, and f32 does not resolve its roundness.
const SHORTEST_TURN: f32 = TAU / 8192.0;

/// A picture of pixels.
#[derive(Clone, Debug)]
pub struct Raster {
    view: Aabb,
    pixel: f32,
    pixels: Pixmap,
}

impl Raster {
    /// An empty picture of the part `view` (m) of the world, `width` pixels wide.
    ///
    /// # Errors
    /// If it has no pixels, or more than 65,535 in a column, which is the limit of GIF.
    pub fn new(view: Aabb, width: u16) -> Result<Self, String> {
        let size = view.extents();
        let pixel = size.x / f32::from(width);
        let height = (size.y / pixel).round();
        let fits = (1.0..=f32::from(u16::MAX)).contains(&height);
        let pixels = fits.then(|| Pixmap::new(width.into(), height as u32)).flatten();
        let pixels = pixels.ok_or_else(|| format!("a picture of {width} x {height} pixels cannot be"))?;
        let mut raster = Self { view, pixel, pixels };
        raster.clear();
        Ok(raster)
    }

    /// Shows another part of the world, which must be as large as before.
    pub fn look_at(&mut self, area: Aabb) {
        self.view = area;
    }

    pub fn clear(&mut self) {
        self.pixels.fill(ink(palette::BACKGROUND));
    }

    /// px.
    pub fn size(&self) -> [u16; 2] {
        [self.pixels.width(), self.pixels.height()].map(|length| length as u16)
    }

    /// All pixels, row by row from the upper left. All are opaque, since the background is.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        self.pixels.pixels().iter().map(|pixel| Color([pixel.red(), pixel.green(), pixel.blue()]))
    }

    /// The bytes of a PNG file.
    ///
    /// # Errors
    /// The message of the encoder.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, String> {
        let mut pixels = self.pixels.clone();
        if theme != Theme::Light {
            for (pixel, color) in pixels.pixels_mut().iter_mut().zip(self.colors()) {
                *pixel = ink(theme.of(color)).premultiply().to_color_u8();
            }
        }
        pixels.encode_png().map_err(|error| format!("a PNG file: {error}"))
    }

    /// The upper left corner comes to these pixels.
    pub fn paste(&mut self, [x, y]: [f32; 2], picture: &Self) {
        let (paint, identity) = (PixmapPaint::default(), Transform::identity());
        self.pixels.draw_pixmap(x as i32, y as i32, picture.pixels.as_ref(), &paint, identity, None);
    }

    /// From the world (y up) to pixels (y down).
    fn place(&self, p: Point) -> [f32; 2] {
        [(p.x - self.view.lower.x) / self.pixel, (self.view.upper.y - p.y) / self.pixel]
    }

    /// The outline of a hull; `None` if it is empty or lies outside of the view.
    fn outline(&self, vertices: &[Point], radius: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        let reach = self.view.expanded(self.view.extents().norm());
        let in_reach = |vertex: &Point| reach.contains(Aabb::new(*vertex, *vertex).expanded(radius));
        if vertices.iter().all(in_reach) {
            for corner in rounded(vertices, radius) {
                self.curve(corner, &mut path);
            }
        } else {
            let polygon: Vec<Point> =
                rounded(vertices, radius).into_iter().flat_map(|corner| corner.points(self.pixel)).collect();
            for point in cut(polygon, reach) {
                self.line_to(point, &mut path);
            }
        }
        if radius != 0.0 || vertices.len() > 2 {
            path.close();
        }
        path.finish()
    }

    /// Adds a line to the beginning of the corner, then the arc of the corner.
    fn curve(&self, Corner { center, mut arm, turn }: Corner, path: &mut PathBuilder) {
        self.line_to(center + arm, path);
        let parts = (turn / FRAC_PI_2 - 1e-3).ceil();
        let part = turn / parts;
        // With control points at this distance, the middle of a curve lies on the circle.
        let handle = 4.0 / 3.0 * (part / 4.0).tan();
        for _ in 0..parts as u32 {
            let next = turned(arm, part);
            let [[x1, y1], [x2, y2], [x, y]] =
                [arm + left_normal(arm) * handle, next - left_normal(next) * handle, next]
                    .map(|reach| self.place(center + reach));
            path.cubic_to(x1, y1, x2, y2, x, y);
            arm = next;
        }
    }

    fn line_to(&self, point: Point, path: &mut PathBuilder) {
        let [x, y] = self.place(point);
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
}

/// A corner of an outline: an arc, or a point if the radius is zero.
#[derive(Clone, Copy, Debug)]
struct Corner {
    center: Point,
    /// Vector from the centre to the beginning of the arc.
    arm: Vec2,
    /// Angle of the arc, counter-clockwise, rad.
    turn: f32,
}

impl Corner {
    /// Points on the arc, so many that the lines between them are no farther from it than [`DEVIATION`].
    fn points(self, pixel: f32) -> impl Iterator<Item = Point> {
        let step = (8.0 * DEVIATION * pixel / self.arm.norm()).sqrt().max(SHORTEST_TURN);
        let parts = (self.turn / step).ceil();
        (0..=parts as u32).map(move |i| self.center + turned(self.arm, self.turn * i as f32 / parts.max(1.0)))
    }
}

/// The corners of the outline at a distance `radius` around a hull. Straight lines connect them.
fn rounded(vertices: &[Point], radius: f32) -> Vec<Corner> {
    if radius == 0.0 {
        return vertices
            .iter()
            .map(|center| Corner { center: *center, arm: Vec2::zeros(), turn: 0.0 })
            .collect();
    }
    if let [center] = *vertices {
        return vec![Corner { center, arm: Vec2::new(radius, 0.0), turn: TAU }];
    }
    let next = |i: usize| (i + 1) % vertices.len();
    let outwards = |i: usize| right_normal(vertices[next(i)] - vertices[i]).normalize() * radius;
    let corner = |i: usize| {
        let (arm, end) = (outwards(i), outwards(next(i)));
        // The angle without its sign: at half a turn, the greatest possible, rounding would decide about the
        // sign.
        Corner { center: vertices[next(i)], arm, turn: arm.perp(&end).abs().atan2(arm.dot(&end)) }
    };
    (0..vertices.len()).map(corner).collect()
}

/// The part of a polygon inside a box. tiny-skia 0.12 panics on coordinates of about ten million pixels.
fn cut(mut polygon: Vec<Point>, Aabb { lower, upper }: Aabb) -> Vec<Point> {
    for (normal, offset) in
        [(Vec2::x(), upper.x), (Vec2::y(), upper.y), (-Vec2::x(), -lower.x), (-Vec2::y(), -lower.y)]
    {
        polygon = clip_behind(&polygon, normal, offset);
    }
    polygon
}

fn turned(arm: Vec2, angle: f32) -> Vec2 {
    arm * angle.cos() + left_normal(arm) * angle.sin()
}

impl DebugDraw for Raster {
    fn view(&self) -> Aabb {
        self.view
    }

    fn pixel(&self) -> f32 {
        self.pixel
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        self.hull(&[a, b], 0.0, paint);
    }

    fn text(&mut self, at: Point, text: &str, color: Color) {
        if !(at.x.is_finite() && at.y.is_finite()) {
            return;
        }
        let pen = Paint::stroke(color, letters::STROKE);
        let baseline = at + Vec2::new(TEXT_SHIFT[0], -TEXT_SHIFT[1]) * self.pixel;
        for [a, b] in letters::strokes(text) {
            let [a, b] = [a, b].map(|p| baseline + Vec2::from(p) * self.pixel);
            self.segment(a, b, pen);
        }
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let Some(path) = self.outline(vertices, radius) else { return };
        let mut fill = |path: &Path, color: Color| {
            let mut paint = tiny_skia::Paint::default();
            paint.set_color(ink(color));
            self.pixels.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
        };
        if let Some(color) = paint.fill {
            fill(&path, color);
        }
        if let Some((color, width)) = paint.stroke {
            let pen =
                Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            // Filled as a shape: tiny-skia draws strokes of a pixel or less faster, but jagged.
            if let Some(path) = path.stroke(&pen, 1.0) {
                fill(&path, color);
            }
        }
    }
}

fn ink(Color([red, green, blue]): Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color = Color([255, 0, 0]);
    const BLUE: Color = Color([0, 0, 255]);

    /// DebugDraw of 100 pixels per metre that is written to PNG.
    fn canvas() -> Raster {
        Raster::new(Aabb::new([-4.8, -1.0], [4.8, 5.0]), 960).unwrap()
    }

    /// The colour at a position (m) after writing and reading a PNG file.
    fn seen(raster: &Raster) -> impl Fn([f32; 2]) -> Color + use<> {
        let pixels = Pixmap::decode_png(&raster.png(Theme::Light).unwrap()).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (960, 600));
        move |[x, y]| {
            let pixel = pixels.pixel(((x + 4.8) * 100.0) as u32, ((5.0 - y) * 100.0) as u32).unwrap();
            assert!(pixel.is_opaque());
            Color([pixel.red(), pixel.green(), pixel.blue()])
        }
    }

    fn area(draw: impl Fn(&mut Raster)) -> f32 {
        let mut raster = canvas();
        draw(&mut raster);
        // The covered share of a pixel, from its green channel.
        let Color([_, empty, _]) = palette::BACKGROUND;
        let covered: f32 =
            raster.colors().map(|Color([_, green, _])| 1.0 - f32::from(green) / f32::from(empty)).sum();
        covered * 1e-4
    }

    /// A box is drawn at its pose with y up, its outline around it, and the background outside.
    #[test]
    fn box_is_drawn_at_its_pose() {
        let mut raster = canvas();
        let corners = [[1.0, 3.0], [2.0, 3.0], [2.0, 4.0], [1.0, 4.0]].map(Point::from);
        raster.hull(&corners, 0.0, Paint::fill(RED).outlined(BLUE, 4.0));
        let seen = seen(&raster);
        for inside in [[1.5, 3.5], [1.03, 3.03], [1.97, 3.97]] {
            assert_eq!(seen(inside), RED, "{inside:?}");
        }
        for edge in [[1.0, 3.5], [2.0, 3.5], [1.5, 3.0], [1.5, 4.0]] {
            assert_eq!(seen(edge), BLUE, "{edge:?}");
        }
        for outside in [[0.95, 3.5], [2.05, 3.5], [1.5, 2.95], [1.5, 4.05], [1.5, 0.5]] {
            assert_eq!(seen(outside), palette::BACKGROUND, "{outside:?}");
        }
        raster.clear();
        assert!(raster.colors().all(|color| color == palette::BACKGROUND));
    }

    /// Steiner's formula: the points within r of a convex hull of area A and perimeter P have the area A + P
    /// r + pi r^2.
    #[test]
    fn drawn_area_of_a_hull_follows_steiner() {
        use std::f32::consts::PI;
        let [a, b, c] = [[-1.0, 1.0], [2.0, 1.0], [-1.0, 3.0]].map(Point::from);
        let (triangle, about) = (3.0, 5.0 + 13f32.sqrt());
        let red = Paint::fill(RED);
        for radius in [0.01, 0.25, 0.9] {
            let round = PI * radius * radius;
            for (vertices, expected) in [
                (&[a][..], round),
                (&[a, b], 6.0 * radius + round),
                (&[b, c], 2.0 * 13f32.sqrt() * radius + round),
                (&[a, b, c], triangle + about * radius + round),
            ] {
                let area = area(|raster| raster.hull(vertices, radius, red));
                assert!((area - expected).abs() < 2e-3 * (1.0 + expected), "{area} {expected}");
            }
        }
        assert!((area(|raster| raster.hull(&[a, b, c], 0.0, red)) - triangle).abs() < 2e-3);
    }

    /// Lines have the width asked for in pixels (here a centimetre each), whatever their direction.
    #[test]
    fn line_width_is_in_pixels() {
        let [a, b, c] = [[-3.0, 0.0], [0.0, 0.0], [0.0, 4.0]].map(Point::from);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            for width in [1.0, 1.75, 6.0] {
                let area = area(|raster| raster.segment(from, to, Paint::stroke(RED, width)));
                let expected = (to - from).norm() * 0.01 * width;
                assert!((area / expected - 1.0).abs() < 0.05, "{area} {expected}");
            }
        }
    }

    /// A shape with a number that is not finite is left out; of a huge one the visible part is drawn.
    #[test]
    fn shapes_with_numbers_that_are_not_finite_are_left_out() {
        let red = Paint::fill(RED).outlined(RED, 1.0);
        let nothing = |draw: &dyn Fn(&mut Raster)| assert_eq!(area(draw), 0.0);
        for bad in [f32::NAN, f32::INFINITY] {
            nothing(&|raster| raster.circle(Point::new(0.0, bad), 1.0, red));
            nothing(&|raster| raster.circle(Point::origin(), bad, red));
            nothing(&|raster| raster.segment(Point::origin(), Point::new(bad, 0.0), red));
            nothing(&|raster| raster.hull(&[Point::origin(), Point::new(1.0, bad)], 1.0, red));
        }
        nothing(&|raster| raster.hull(&[], 1.0, red));
        nothing(&|raster| raster.hull(&[Point::origin(); 2], 1.0, red));
        for far in [1e7, 1e18, 1e36] {
            area(|raster| raster.circle(Point::new(far, far), far, red));
            area(|raster| raster.hull(&[Point::new(-far, 0.0), Point::new(far, 0.0)], far, red));
        }
    }

    /// Of a shape much larger than the view the visible part is drawn: a floor of 9.6 m by 1 m.
    #[test]
    fn huge_shape_is_cut_to_the_view() {
        let red = Paint::fill(RED).outlined(RED, 1.0);
        for far in [1e2, 1e4, 1e6] {
            let [left, right, below] = [[-far, -far], [far, -far], [0.0, -far]].map(Point::from);
            let corners = [left, right, Point::new(far, 0.0), Point::new(-far, 0.0)];
            let floors: [f32; 3] = [
                area(|raster| raster.hull(&corners, 0.0, red)),
                area(|raster| raster.hull(&[left, right], far, red)),
                // The surface of a planet falls by x^2 / 2 r to each side.
                area(|raster| raster.circle(below, far, red)) + 4.8f32.powi(3) / (3.0 * far),
            ];
            assert!(floors.iter().all(|floor| (floor - 9.648).abs() < 0.03), "{far}: {floors:?}");
            let ray = area(|raster| raster.segment(below, Point::new(0.0, far), Paint::stroke(RED, 2.0)));
            assert!((ray - 6.0 * 0.02).abs() < 1e-3, "{far}: {ray}");
        }
    }

    #[test]
    fn picture_without_pixels_is_refused() {
        assert!(Raster::new(Aabb::new([0.0, 0.0], [1.0, 1e-6]), 100).unwrap_err().contains("100 x 0"));
        assert!(Raster::new(Aabb::new([0.0, 0.0], [1e-6, 1.0]), 100).unwrap_err().contains("100 x 1"));
    }
}
