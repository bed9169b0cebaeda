//! Draws a world as SVG: the two functions of [`DebugDraw`] that a back end needs.

use physics::prelude::*;
use physics::toolkit::draw::{Paint, hull_outline};
use std::error::Error;
use std::fmt::Write;

/// Pixels for a metre.
const SCALE: f32 = 24.0;

struct Svg {
    view: Aabb,
    text: String,
}

impl Svg {
    /// SVG has its y axis down.
    fn place(&self, point: Point) -> [f32; 2] {
        [(point.x - self.view.lower.x) * SCALE, (self.view.upper.y - point.y) * SCALE]
    }
}

impl DebugDraw for Svg {
    fn view(&self) -> Aabb {
        self.view
    }

    fn segment(&mut self, a: Point, b: Point, _paint: Paint) {
        let ([x1, y1], [x2, y2]) = (self.place(a), self.place(b));
        let _ = writeln!(self.text, "<path d='M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}' stroke='#124'/>");
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        if let ([a, b], true) = (vertices, radius == 0.0) {
            return self.segment(*a, *b, paint);
        }
        let points = hull_outline(vertices, radius, 1.0 / SCALE).into_iter().map(|point| self.place(point));
        let points: Vec<String> = points.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let fill = if paint.fill.is_some() { "#8bf" } else { "none" };
        let points = points.join(" ");
        let _ = writeln!(self.text, "<polygon points='{points}' fill='{fill}' stroke='#124'/>");
    }
}

/// Writes a picture of the world to the file that the first argument names, if there is one.
pub(crate) fn write(world: &World, lower: [f32; 2], upper: [f32; 2]) -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else { return Ok(()) };
    let mut svg = Svg { view: Aabb::new(lower, upper), text: String::new() };
    draw_world(world, &DrawOptions::default(), &mut svg);
    let size = svg.view.extents() * SCALE;
    let (width, height) = (size.x, size.y);
    let head = format!("<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>");
    let text = format!("{head}\n<rect width='100%' height='100%' fill='#fff'/>\n{}</svg>\n", svg.text);
    std::fs::write(&path, text)?;
    println!("wrote {path}");
    Ok(())
}
