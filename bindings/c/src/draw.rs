//! Drawing for those who look for a mistake: functions of the program that draw lines and shapes.

use crate::error::{self, P2Result, guard};
use crate::handle::P2WorldId;
use crate::registry;
use crate::values::{P2Aabb, P2Position, P2Vec2};
use physics::geom::{Aabb, Point};
use physics::toolkit::draw::{Color, DebugDraw, DrawOptions, Paint, draw_world};
use std::ffi::c_void;

/// Draws a line from `a` to `b`, m as seen from the origin of the drawing, `width` pixels wide.
pub type P2DrawLine =
    Option<unsafe extern "C" fn(a: P2Vec2, b: P2Vec2, width: f32, color: u32, context: *mut c_void)>;

/// Fills all points within `radius` (m) of the convex hull of points (m, counter-clockwise): one point is a
/// disc.
pub type P2DrawFill = Option<
    unsafe extern "C" fn(points: *const P2Vec2, count: u32, radius: f32, color: u32, context: *mut c_void),
>;

/// How a world is drawn, and with what. Colours are 0xRRGGBB. The functions are called during
/// `p2_world_draw`; they must not throw.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2DebugDraw {
    /// Draws lines; must not be NULL.
    pub line: P2DrawLine,
    /// Fills shapes; with NULL, only outlines are drawn.
    pub fill: P2DrawFill,
    /// What the functions get.
    pub context: *mut c_void,
    /// From where coordinates are measured, m: the place of the camera, or one near it.
    pub origin: P2Position,
    /// What is shown, m from the origin of the drawing: the rest is left out.
    pub view: P2Aabb,
    /// The size of a pixel, m.
    pub pixel: f32,
    /// Whether bodies are drawn. Default: 1.
    pub bodies: u8,
    /// Whether joints are drawn. Default: 1.
    pub joints: u8,
    /// Whether the boxes of the search for pairs are drawn. Default: 0.
    pub boxes: u8,
    /// Whether contact points are drawn. Default: 0.
    pub contacts: u8,
    /// Whether their normals are drawn. Default: 0.
    pub normals: u8,
    /// Whether centres of mass are drawn. Default: 0.
    pub centers: u8,
}

/// Bodies and joints within 50 m of the origin; without functions, which must be set.
#[unsafe(no_mangle)]
pub extern "C" fn p2_debug_draw_default() -> P2DebugDraw {
    let corner = P2Vec2 { x: 50.0, y: 50.0 };
    P2DebugDraw {
        line: None,
        fill: None,
        context: std::ptr::null_mut(),
        origin: P2Position::default(),
        view: P2Aabb { lower: P2Vec2 { x: -50.0, y: -50.0 }, upper: corner },
        pixel: 0.05,
        bodies: 1,
        joints: 1,
        boxes: 0,
        contacts: 0,
        normals: 0,
        centers: 0,
    }
}

/// Draws with the functions of the program.
struct Canvas {
    line: unsafe extern "C" fn(P2Vec2, P2Vec2, f32, u32, *mut c_void),
    given: P2DebugDraw,
}

fn number(Color([red, green, blue]): Color) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

impl DebugDraw for Canvas {
    fn view(&self) -> Aabb {
        Aabb { lower: self.given.view.lower.into(), upper: self.given.view.upper.into() }
    }

    fn pixel(&self) -> f32 {
        self.given.pixel
    }

    fn segment(&mut self, a: Point, b: Point, paint: Paint) {
        if let Some((color, width)) = paint.stroke {
            // SAFETY: the program promises that this is a function of this type.
            unsafe { (self.line)(a.into(), b.into(), width, number(color), self.given.context) }
        }
    }

    fn hull(&mut self, vertices: &[Point], radius: f32, paint: Paint) {
        let mut rest = paint;
        if let (Some(fill), Some(color)) = (self.given.fill, paint.fill) {
            let points: Vec<P2Vec2> = vertices.iter().map(|&vertex| vertex.into()).collect();
            // SAFETY: as above; the points lie there during the call.
            unsafe { fill(points.as_ptr(), points.len() as u32, radius, number(color), self.given.context) }
            rest.fill = None;
        }
        let stroke = rest.stroke.or(rest.fill.map(|color| (color, 1.0)));
        let Some(stroke) = stroke else { return };
        let paint = Paint { fill: None, stroke: Some(stroke) };
        if let ([a, b], true) = (vertices, radius == 0.0) {
            self.segment(*a, *b, paint);
            return;
        }
        let outline = physics::toolkit::draw::hull_outline(vertices, radius, self.pixel());
        for (i, a) in outline.iter().enumerate() {
            self.segment(*a, outline[(i + 1) % outline.len()], paint);
        }
    }
}

/// Draws a world.
#[unsafe(no_mangle)]
pub extern "C" fn p2_world_draw(world: P2WorldId, draw: *const P2DebugDraw) -> P2Result {
    guard(|| {
        let given = *error::input(draw, "draw")?;
        let missing = || error::Failure::new(error::P2_NULL_POINTER, "line is NULL").at("line", f64::NAN);
        let line = given.line.ok_or_else(missing)?;
        let positive = given.pixel.is_finite() && given.pixel > 0.0;
        if !positive {
            return Err(error::Failure::range("pixel", given.pixel, "finite and above zero"));
        }
        registry::read(world, |host| {
            host.world.check_position(["origin.x", "origin.y"], given.origin)?;
            let options = DrawOptions {
                bodies: given.bodies != 0,
                joints: given.joints != 0,
                boxes: given.boxes != 0,
                contacts: given.contacts != 0,
                normals: given.normals != 0,
                centers: given.centers != 0,
                seen_from: given.origin.into(),
                ..DrawOptions::default()
            };
            draw_world(&host.world, &options, &mut Canvas { line, given });
            Ok(())
        })
    })
}
