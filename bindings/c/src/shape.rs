//! Shapes.

use crate::error::{self, Failure, Outcome, P2_REFUSED};
use crate::values::P2Vec2;
use physics::geom::{Circle, Point, Polygon, Shape, Vec2};

/// A circle: centre `a`, `radius`.
pub const P2_SHAPE_CIRCLE: u32 = 0;
/// A capsule: from `a` to `b`, `radius`.
pub const P2_SHAPE_CAPSULE: u32 = 1;
/// A segment from `a` to `b`.
pub const P2_SHAPE_SEGMENT: u32 = 2;
/// A convex polygon of `count` `points` in either winding, rounded by `radius`.
pub const P2_SHAPE_POLYGON: u32 = 3;
/// A rectangle about the origin: half width `a.x`, half height `a.y`, rounded by `radius`.
pub const P2_SHAPE_BOX: u32 = 4;
/// All below a line: its normal `a`, which points out of it, and its distance `offset` from the origin. It
/// has no mass, and so is for static and kinematic bodies.
pub const P2_SHAPE_HALF_SPACE: u32 = 5;
/// A segment of a chain, from `a` to `b`: only an answer; see `p2_chain_create`.
pub const P2_SHAPE_CHAIN_SEGMENT: u32 = 6;

/// A shape in the frame of a body. The `p2_shape_...` functions make one; it is checked where it is used.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct P2Shape {
    /// Which shape it is, `P2_SHAPE_...`: it says which fields count.
    pub kind: u32,
    /// How many points a polygon has, 3 to 256.
    pub count: u32,
    /// Radius, m.
    pub radius: f32,
    /// Distance of the border of a half-space from the origin, along its normal, m.
    pub offset: f32,
    /// Centre, first end, half width and half height, or normal.
    pub a: P2Vec2,
    /// The second end.
    pub b: P2Vec2,
    /// The points of a polygon, which the program owns, and keeps as long as it uses this shape. NULL in an
    /// answer: see `p2_collider_get_points`.
    pub points: *const P2Vec2,
}

const NOTHING: P2Shape = P2Shape {
    kind: P2_SHAPE_CIRCLE,
    count: 0,
    radius: 0.0,
    offset: 0.0,
    a: P2Vec2 { x: 0.0, y: 0.0 },
    b: P2Vec2 { x: 0.0, y: 0.0 },
    points: std::ptr::null(),
};

/// A circle.
#[unsafe(no_mangle)]
pub extern "C" fn p2_shape_circle(center: P2Vec2, radius: f32) -> P2Shape {
    P2Shape { kind: P2_SHAPE_CIRCLE, a: center, radius, ..NOTHING }
}

/// A capsule.
#[unsafe(no_mangle)]
pub extern "C" fn p2_shape_capsule(a: P2Vec2, b: P2Vec2, radius: f32) -> P2Shape {
    P2Shape { kind: P2_SHAPE_CAPSULE, a, b, radius, ..NOTHING }
}

/// A segment.
#[unsafe(no_mangle)]
pub extern "C" fn p2_shape_segment(a: P2Vec2, b: P2Vec2) -> P2Shape {
    P2Shape { kind: P2_SHAPE_SEGMENT, a, b, ..NOTHING }
}

/// A convex polygon, in either winding. It points to `points`, which it does not own.
#[unsafe(no_mangle)]
pub extern "C" fn p2_shape_polygon(points: *const P2Vec2, count: u32, radius: f32) -> P2Shape {
    P2Shape { kind: P2_SHAPE_POLYGON, points, count, radius, ..NOTHING }
}

/// A rectangle about the origin.
#[unsafe(no_mangle)]
pub extern "C" fn p2_shape_box(half_width: f32, half_height: f32) -> P2Shape {
    P2Shape { kind: P2_SHAPE_BOX, a: P2Vec2 { x: half_width, y: half_height }, ..NOTHING }
}

/// All below a line. The normal need not be of unit length.
#[unsafe(no_mangle)]
pub extern "C" fn p2_shape_half_space(normal: P2Vec2, offset: f32) -> P2Shape {
    P2Shape { kind: P2_SHAPE_HALF_SPACE, a: normal, offset, ..NOTHING }
}

/// A shape that stands for one, where the engine's definition needs one.
pub fn blank() -> Shape {
    Shape::circle(1.0).expect("a circle")
}

fn rounded(polygon: Polygon, radius: f32) -> Outcome<Shape> {
    Ok(Shape::Polygon(if radius == 0.0 { polygon } else { polygon.rounded(radius)? }))
}

/// The points of an array.
pub fn points(points: *const P2Vec2, count: u32) -> Outcome<impl Iterator<Item = Point>> {
    Ok(error::array(points, count, "points")?.iter().map(|&point| point.into()))
}

/// The engine's shape.
pub fn read(shape: *const P2Shape) -> Outcome<Shape> {
    let P2Shape { kind, count, radius, offset, a, b, points: given } = *error::input(shape, "shape")?;
    Ok(match kind {
        P2_SHAPE_CIRCLE => Shape::Circle(Circle::new(a, radius)?),
        P2_SHAPE_CAPSULE => Shape::capsule(a, b, radius)?,
        P2_SHAPE_SEGMENT => Shape::segment(a, b)?,
        P2_SHAPE_POLYGON => rounded(Polygon::from_any_winding(points(given, count)?)?, radius)?,
        P2_SHAPE_BOX => rounded(Polygon::rectangle(a.x, a.y)?, radius)?,
        P2_SHAPE_HALF_SPACE => Shape::half_space(Vec2::from(a), offset)?,
        P2_SHAPE_CHAIN_SEGMENT => {
            return Err(
                Failure::new(P2_REFUSED, "a segment of a chain is made with the chain").at("kind", kind)
            );
        }
        _ => return Err(Failure::range("kind", kind, "one of P2_SHAPE_...")),
    })
}

/// The shape for an answer.
pub fn write(shape: &Shape) -> P2Shape {
    let ends = |[a, b]: [Point; 2]| P2Shape { a: a.into(), b: b.into(), ..NOTHING };
    let radius = shape.radius();
    match shape {
        Shape::Circle(circle) => p2_shape_circle(circle.center().into(), radius),
        Shape::Capsule(capsule) => {
            P2Shape { kind: P2_SHAPE_CAPSULE, radius, ..ends(capsule.segment().ends()) }
        }
        Shape::Segment(segment) => P2Shape { kind: P2_SHAPE_SEGMENT, ..ends(segment.ends()) },
        Shape::Polygon(polygon) => {
            p2_shape_polygon(std::ptr::null(), polygon.vertices().len() as u32, radius)
        }
        Shape::HalfSpace(half) => p2_shape_half_space(half.normal().into(), half.offset()),
        Shape::ChainSegment(segment) => {
            P2Shape { kind: P2_SHAPE_CHAIN_SEGMENT, ..ends(segment.segment().ends()) }
        }
    }
}
