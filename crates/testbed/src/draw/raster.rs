//! A canvas of pixels, which becomes a PNG file or a frame of a film.
//!
//! An arc is drawn as cubic curves of a quarter turn at most; their distance from the circle, 3e-4 of the
//! radius, shows on no picture. What reaches far beyond the view becomes a polygon and is cut.
//!
//! Turned down: rendering the SVG file. A parser, and metres written out and read again, for the same pixels.

use super::{Canvas, Color, Paint, behind, palette};
use physics::geom::{left_normal, right_normal};
use physics::prelude::*;
use std::f32::consts::{FRAC_PI_2, TAU};
use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Stroke, Transform};

/// px. How far the corners of what is too large for curves may lie inside its outline.
const DEVIATION: f32 = 0.1;

/// rad. The least from one such corner to the next. What is so large that it would need less, a million pixels
/// and more, has lost its roundness to f32 before.
const SHORTEST_TURN: f32 = TAU / 8192.0;

/// Pixels in the making.
#[derive(Clone, Debug)]
pub struct Raster {
    view: Aabb,
    pixel: f32,
    pixels: Pixmap,
}

impl Raster {
    /// A picture of `view` (m) that is `width` px wide, empty yet.
    ///
    /// # Errors
    /// A size without pixels, or with more than 65,535 of them in a column, where GIF ends.
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

    /// Makes it empty again.
    pub fn clear(&mut self) {
        self.pixels.fill(ink(palette::BACKGROUND));
    }

    /// How many pixels it is wide and high.
    pub fn size(&self) -> [u16; 2] {
        [self.pixels.width(), self.pixels.height()].map(|length| length as u16)
    }

    /// Row by row from the upper left. All are opaque, for the background is and nothing takes away from it.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        self.pixels.pixels().iter().map(|pixel| Color([pixel.red(), pixel.green(), pixel.blue()]))
    }

    /// As a PNG file.
    ///
    /// # Errors
    /// What the encoder says.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        self.pixels.encode_png().map_err(|error| format!("a PNG file: {error}"))
    }

    /// From the world, y up, to pixels, y down.
    fn place(&self, p: Point) -> [f32; 2] {
        [(p.x - self.view.lower.x) / self.pixel, (self.view.upper.y - p.y) / self.pixel]
    }

    /// The outline; nothing if it has none, or none that is seen.
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

    /// A line to the beginning of the corner, then about it.
    fn curve(&self, Corner { center, mut arm, turn }: Corner, path: &mut PathBuilder) {
        self.line_to(center + arm, path);
        let parts = (turn / FRAC_PI_2 - 1e-3).ceil();
        let part = turn / parts;
        // With handles of this length, the middle of a curve lies on the circle.
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

/// A corner of an outline: an arc, or where there is no radius a point.
#[derive(Clone, Copy, Debug)]
struct Corner {
    center: Point,
    /// From the centre to where the arc begins.
    arm: Vec2,
    /// How far it goes counter-clockwise, rad.
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

/// The corners of what lies within the radius of a hull. Between them, the outline is straight.
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
        // Not signed: at half a turn, which is the most there can be, rounding would choose the sign.
        Corner { center: vertices[next(i)], arm, turn: arm.perp(&end).abs().atan2(arm.dot(&end)) }
    };
    (0..vertices.len()).map(corner).collect()
}

/// The part of a polygon in a box. tiny-skia 0.12 panics on coordinates of some ten million pixels.
fn cut(mut polygon: Vec<Point>, Aabb { lower, upper }: Aabb) -> Vec<Point> {
    for (normal, offset) in
        [(Vec2::x(), upper.x), (Vec2::y(), upper.y), (-Vec2::x(), -lower.x), (-Vec2::y(), -lower.y)]
    {
        polygon = behind(&polygon, normal, offset);
    }
    polygon
}

fn turned(arm: Vec2, angle: f32) -> Vec2 {
    arm * angle.cos() + left_normal(arm) * angle.sin()
}

impl Canvas for Raster {
    fn view(&self) -> Aabb {
        self.view
    }

    fn pixel(&self) -> f32 {
        self.pixel
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
            // Filled as the shape it is: as a stroke of a pixel or less, it would be drawn faster, and jagged.
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

    /// 100 pixels to the metre, as of a PNG file.
    fn canvas() -> Raster {
        Raster::new(Aabb::new([-4.8, -1.0], [4.8, 5.0]), 960).unwrap()
    }

    /// What is seen at a place (m), after a journey through a PNG file.
    fn seen(raster: &Raster) -> impl Fn([f32; 2]) -> Color + use<> {
        let pixels = Pixmap::decode_png(&raster.png().unwrap()).unwrap();
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
        // The share of a pixel that is covered, by its green channel.
        let Color([_, empty, _]) = palette::BACKGROUND;
        let covered: f32 =
            raster.colors().map(|Color([_, green, _])| 1.0 - f32::from(green) / f32::from(empty)).sum();
        covered * 1e-4
    }

    /// A box is where it is, y up, with its outline about it and the background beyond.
    #[test]
    fn a_box_is_seen_where_it_is() {
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

    /// Steiner's formula: within r of a convex hull of area A and perimeter P lies A + P r + pi r^2.
    #[test]
    fn every_hull_has_its_area() {
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

    /// Lines are as wide as asked for in pixels, here of a centimetre, whatever their direction.
    #[test]
    fn widths_are_in_pixels() {
        let [a, b, c] = [[-3.0, 0.0], [0.0, 0.0], [0.0, 4.0]].map(Point::from);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            for width in [1.0, 1.75, 6.0] {
                let area = area(|raster| raster.line(from, to, Paint::stroke(RED, width)));
                let expected = (to - from).norm() * 0.01 * width;
                assert!((area / expected - 1.0).abs() < 0.05, "{area} {expected}");
            }
        }
    }

    /// What is not finite is left out, and what is huge draws what is seen of it.
    #[test]
    fn a_world_gone_wrong_can_still_be_drawn() {
        let red = Paint::fill(RED).outlined(RED, 1.0);
        let nothing = |draw: &dyn Fn(&mut Raster)| assert_eq!(area(draw), 0.0);
        for bad in [f32::NAN, f32::INFINITY] {
            nothing(&|raster| raster.circle(Point::new(0.0, bad), 1.0, red));
            nothing(&|raster| raster.circle(Point::origin(), bad, red));
            nothing(&|raster| raster.line(Point::origin(), Point::new(bad, 0.0), red));
            nothing(&|raster| raster.hull(&[Point::origin(), Point::new(1.0, bad)], 1.0, red));
        }
        nothing(&|raster| raster.hull(&[], 1.0, red));
        nothing(&|raster| raster.hull(&[Point::origin(); 2], 1.0, red));
        for far in [1e7, 1e18, 1e36] {
            area(|raster| raster.circle(Point::new(far, far), far, red));
            area(|raster| raster.hull(&[Point::new(-far, 0.0), Point::new(far, 0.0)], far, red));
        }
    }

    /// Of what is much larger than the view, the part is drawn that is seen: a floor of 9.6 m by 1 m.
    #[test]
    fn what_is_huge_is_cut_to_the_view() {
        let red = Paint::fill(RED).outlined(RED, 1.0);
        for far in [1e2, 1e4, 1e6] {
            let [left, right, below] = [[-far, -far], [far, -far], [0.0, -far]].map(Point::from);
            let corners = [left, right, Point::new(far, 0.0), Point::new(-far, 0.0)];
            let floors: [f32; 3] = [
                area(|raster| raster.hull(&corners, 0.0, red)),
                area(|raster| raster.hull(&[left, right], far, red)),
                // A planet falls away by x^2 / 2 r to each side.
                area(|raster| raster.circle(below, far, red)) + 4.8f32.powi(3) / (3.0 * far),
            ];
            assert!(floors.iter().all(|floor| (floor - 9.648).abs() < 0.03), "{far}: {floors:?}");
            let ray = area(|raster| raster.line(below, Point::new(0.0, far), Paint::stroke(RED, 2.0)));
            assert!((ray - 6.0 * 0.02).abs() < 1e-3, "{far}: {ray}");
        }
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        assert!(Raster::new(Aabb::new([0.0, 0.0], [1.0, 1e-6]), 100).unwrap_err().contains("100 x 0"));
        assert!(Raster::new(Aabb::new([0.0, 0.0], [1e-6, 1.0]), 100).unwrap_err().contains("100 x 1"));
    }
}
