//! Drawing as buffers of vertices: lines, and triangles under them, for a canvas or a graphics card.

use crate::engine::Engine;
use crate::exchange;
use physics::geom::{Aabb, Point, Position};
use physics::toolkit::draw::{Color, DebugDraw, DrawOptions, Paint, draw_world, hull_outline};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// x and y of each vertex, and red, green, blue and alpha of it, from 0 to 1.
#[derive(Default)]
struct Mesh {
    vertices: Vec<f32>,
    colors: Vec<f32>,
}

impl Mesh {
    fn push(&mut self, at: Point, Color(rgb): Color, alpha: f32) {
        let [red, green, blue] = rgb.map(|part| f32::from(part) / 255.0);
        self.vertices.extend([at.x, at.y]);
        self.colors.extend([red, green, blue, alpha]);
    }
}

/// A drawing.
#[derive(Default)]
struct Drawing {
    lines: Mesh,
    triangles: Mesh,
}

thread_local! {
    // Views of it are valid until the next drawing.
    static LAST: RefCell<Drawing> = RefCell::default();
}

struct Canvas {
    view: Aabb,
    pixel: f32,
    drawing: Drawing,
}

impl DebugDraw for Canvas {
    fn view(&self) -> Aabb {
        self.view
    }

    fn pixel(&self) -> f32 {
        self.pixel
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        if let Some((color, _)) = paint.stroke.or(paint.fill.map(|color| (color, 1.0))) {
            self.drawing.lines.push(a, color, 1.0);
            self.drawing.lines.push(b, color, 1.0);
        }
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let outline = hull_outline(vertices, radius, self.pixel);
        if let (Some(color), [first, rest @ ..]) = (paint.fill, outline.as_slice()) {
            for pair in rest.windows(2) {
                for at in [*first, pair[0], pair[1]] {
                    self.drawing.triangles.push(at, color, 1.0);
                }
            }
        }
        if let Some((color, _)) = paint.stroke {
            let count = if outline.len() > 2 { outline.len() } else { outline.len().saturating_sub(1) };
            for (i, a) in outline.iter().enumerate().take(count) {
                self.segment(*a, outline[(i + 1) % outline.len()], Paint::stroke(color, 1.0));
            }
        }
    }
}

#[wasm_bindgen]
impl Engine {
    /// Draws the part of the world from (left, bottom) to (right, top), m. The bits of `layers`: 1 bodies, 2
    /// joints, 4 boxes, 8 contacts, 16 normals, 32 centres. Answers the address and the number of vertices of
    /// the lines and of their colours, then of the triangles.
    pub fn draw(&self, left: f64, bottom: f64, right: f64, top: f64, pixel: f64, layers: u32) {
        let bit = |bit: u32| layers & bit != 0;
        // Measured from the middle of the view, so that it is exact far from the origin.
        let (x, y) = (0.5 * (left + right), 0.5 * (bottom + top));
        let is_far = x.abs().max(y.abs()) > 1e4;
        let (x, y) = if is_far { (x, y) } else { (0.0, 0.0) };
        let lower = Point::new((left - x) as f32, (bottom - y) as f32);
        let upper = Point::new((right - x) as f32, (top - y) as f32);
        let mut drawing = LAST.take();
        for mesh in [&mut drawing.lines, &mut drawing.triangles] {
            mesh.vertices.clear();
            mesh.colors.clear();
        }
        let mut canvas = Canvas { view: Aabb { lower, upper }, pixel: pixel as f32, drawing };
        let options = DrawOptions {
            bodies: bit(1),
            joints: bit(2),
            boxes: bit(4),
            contacts: bit(8),
            normals: bit(16),
            centers: bit(32),
            seen_from: Position::new(x, y),
            ..DrawOptions::default()
        };
        draw_world(&self.world, &options, &mut canvas);
        self.portals.draw([x, y], &mut canvas);
        let Drawing { lines, triangles } = &canvas.drawing;
        let address = |numbers: &[f32]| numbers.as_ptr() as usize as f64;
        exchange::answer(&[
            lines.vertices.len() as f64,
            address(&lines.vertices),
            address(&lines.colors),
            triangles.vertices.len() as f64,
            address(&triangles.vertices),
            address(&triangles.colors),
            x,
            y,
        ]);
        LAST.set(canvas.drawing);
    }

    /// Answers the corners of what holds all colliders but those without an end; false if there are none.
    pub fn bounds(&self) -> bool {
        const FAR: f32 = 1e4;
        let mut all: Option<Aabb> = None;
        for collider in self.world.colliders() {
            let one = collider.fat_aabb();
            let size = one.extents();
            if size.x < FAR && size.y < FAR {
                all = Some(all.map_or(one, |all| all.union(one)));
            }
        }
        if let Some(all) = all {
            exchange::answer(&[all.lower.x, all.lower.y, all.upper.x, all.upper.y].map(f64::from));
        }
        all.is_some()
    }
}
