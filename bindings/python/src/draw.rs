//! Drawing: what `toolkit` draws, on the back ends of `testbed`.
//!
//! `testbed` is a program and no library, so its files are read from their place. They use nothing but what
//! is imported here.

use physics::prelude::*;
use physics::toolkit::draw::hull_outline;
pub use physics::toolkit::draw::{Color, DebugDraw, DrawOptions, Paint, draw_world, palette};

#[allow(dead_code)]
#[path = "../../../crates/testbed/src/draw/film.rs"]
mod film;
#[allow(dead_code)]
#[path = "../../../crates/testbed/src/draw/letters.rs"]
mod letters;
#[allow(dead_code)]
#[path = "../../../crates/testbed/src/draw/raster.rs"]
mod raster;
#[allow(dead_code)]
#[path = "../../../crates/testbed/src/draw/svg.rs"]
mod svg;
#[allow(dead_code)]
#[path = "../../../crates/testbed/src/draw/theme.rs"]
mod theme;

pub use film::Film;
pub use raster::Raster;
pub use svg::Svg;
pub use theme::Theme;

/// Width for which the lines of an SVG picture are made, px.
pub const WIDTH: u16 = 960;

/// Part of a picture that stays free on each side when it is fitted.
const BORDER: f32 = 0.05;
/// The least width and height of a picture that is fitted, m.
const LEAST: f32 = 2.0;
/// What reaches farther than this is no part of what a picture is fitted to, m.
const FAR: f32 = 1e4;

/// x and y of the lower, then of the upper corner.
pub fn corners(aabb: Aabb) -> (f64, f64, f64, f64) {
    let [a, b, c, d] = [aabb.lower.x, aabb.lower.y, aabb.upper.x, aabb.upper.y].map(f64::from);
    (a, b, c, d)
}

/// The part of the world that holds all colliders but those without an end.
pub fn fitted(world: &World) -> Aabb {
    let mut all: Option<Aabb> = None;
    for collider in world.colliders() {
        let one = collider.fat_aabb();
        let is_near = [one.lower, one.upper].iter().all(|p| p.x.abs() < FAR && p.y.abs() < FAR);
        if is_near {
            all = Some(all.map_or(one, |all| all.union(one)));
        }
    }
    let all = all.unwrap_or(Aabb::new([-5.0, -5.0], [5.0, 5.0]));
    let size = all.extents();
    let (width, height) = (size.x.max(LEAST), size.y.max(LEAST));
    // Neither a strip nor a tower.
    let (width, height) = (width.max(height * 0.75), height.max(width * 0.3));
    let half = Vec2::new(width, height) * (0.5 + BORDER);
    let middle = Point::from((all.lower.coords + all.upper.coords) * 0.5);
    Aabb { lower: middle - half, upper: middle + half }
}

/// The world as an SVG picture of this width, px.
pub fn svg(world: &World, view: Aabb, width: u16, options: &DrawOptions) -> String {
    let mut canvas = Svg::new(view);
    draw_world(world, options, &mut canvas);
    let text = canvas.finish();
    let size = view.extents();
    let old = f32::from(WIDTH);
    let height = |width: f32| (width * size.y / size.x).round();
    let new = f32::from(width);
    text.replacen(
        &format!("width=\"{old}\" height=\"{}\"", height(old)),
        &format!("width=\"{new}\" height=\"{}\"", height(new)),
        1,
    )
}

/// A shape of a drawing: its points, whether it is closed, its fill, and the colour and width of its line,
/// px.
pub type Figure = (Vec<(f64, f64)>, bool, Option<String>, Option<(String, f64)>);

/// A back end that keeps figures, for canvases of Python.
pub struct Figures {
    view: Aabb,
    pixel: f32,
    pub figures: Vec<Figure>,
}

impl Figures {
    /// For a picture of this width, px.
    pub fn new(view: Aabb, width: u16) -> Self {
        Self { view, pixel: view.extents().x / f32::from(width), figures: Vec::new() }
    }
}

impl DebugDraw for Figures {
    fn view(&self) -> Aabb {
        self.view
    }

    fn pixel(&self) -> f32 {
        self.pixel
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        self.hull(&[a, b], 0.0, paint);
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let outline = hull_outline(vertices, radius, self.pixel);
        let points = outline.iter().map(|p| (f64::from(p.x), f64::from(p.y))).collect();
        let stroke = paint.stroke.map(|(color, width)| (color.to_string(), f64::from(width)));
        let is_closed = outline.len() > 2;
        self.figures.push((points, is_closed, paint.fill.map(|color| color.to_string()), stroke));
    }
}
