//! Shapes from numbers, and back.
//!
//! `[kind, count, numbers ...]`: 0 circle (radius, x, y), 1 box (width, height, radius), 2 polygon (radius,
//! vertices), 3 capsule (radius, a, b), 4 segment (a, b), 5 half-space (normal, distance), 6 segment of a
//! chain (four points, whether both sides count).

use crate::exchange::{self, Failure, try_list};
use physics::geom::{Circle, DecomposeSettings, Outline, Point, Polygon, Pose, Shape, Sides, Vec2, chain};
use wasm_bindgen::prelude::wasm_bindgen;

fn points(numbers: &[f64]) -> Vec<Point> {
    numbers.as_chunks::<2>().0.iter().map(|[x, y]| Point::new(*x as f32, *y as f32)).collect()
}

fn number(numbers: &[f64], at: usize) -> f32 {
    numbers.get(at).map_or(f32::NAN, |x| *x as f32)
}

fn point(numbers: &[f64], at: usize) -> Point {
    Point::new(number(numbers, at), number(numbers, at + 1))
}

fn rounded(polygon: Polygon, radius: f32) -> Result<Shape, Failure> {
    Ok(Shape::Polygon(if radius == 0.0 { polygon } else { polygon.rounded(radius)? }))
}

/// The shape at the start of the numbers, and the rest.
pub fn from_numbers(numbers: &[f64]) -> Result<(Shape, &[f64]), Failure> {
    let short = || Failure::new("TypeError", "shape", "", &"shape must be a Shape");
    let (&[kind, count], rest) = numbers.split_first_chunk::<2>().ok_or_else(short)?;
    let (given, rest) = rest.split_at_checked(count as usize).ok_or_else(short)?;
    let shape = match kind as u32 {
        0 => Shape::Circle(circle(given)?),
        1 => {
            let polygon = Polygon::rectangle(0.5 * number(given, 0), 0.5 * number(given, 1))?;
            rounded(polygon, number(given, 2))?
        }
        2 => {
            let vertices = points(given.get(1..).unwrap_or_default());
            rounded(Polygon::from_any_winding(vertices)?, number(given, 0))?
        }
        3 => Shape::capsule(point(given, 1), point(given, 3), number(given, 0))?,
        4 => Shape::segment(point(given, 0), point(given, 2))?,
        5 => Shape::half_space(Vec2::new(number(given, 0), number(given, 1)), number(given, 2))?,
        _ => return Err(short()),
    };
    Ok((shape, rest))
}

fn circle(given: &[f64]) -> Result<Circle, Failure> {
    Ok(Circle::new(point(given, 1), number(given, 0))?)
}

/// Kind, radius and vertices of a shape: for a half-space its normal and its distance.
pub fn describe(shape: &Shape, output: &mut Vec<f64>) {
    let kind = match shape {
        Shape::Circle(_) => 0,
        Shape::Polygon(_) => 2,
        Shape::Capsule(_) => 3,
        Shape::Segment(_) => 4,
        Shape::HalfSpace(_) => 5,
        Shape::ChainSegment(_) => 6,
    };
    output.extend([f64::from(kind), f64::from(shape.radius())]);
    if let Shape::HalfSpace(half_space) = shape {
        let normal = half_space.normal();
        output.extend([normal.x, normal.y, half_space.offset()].map(f64::from));
    } else if let Some(hull) = shape.hull() {
        output.extend(hull.vertices.iter().flat_map(|v| [v.x, v.y].map(f64::from)));
    }
}

/// The segments of a chain along the points in the numbers.
pub fn segments(numbers: &[f64], is_closed: bool, both_sides: bool) -> Result<Vec<Shape>, Failure> {
    let sides = if both_sides { Sides::Two } else { Sides::One };
    let all = chain(points(numbers), is_closed, sides)?;
    Ok(all.into_iter().map(Shape::ChainSegment).collect())
}

/// The convex pieces of an outline with holes: `[count, points ...]` for each ring, the border first.
pub fn pieces(mut numbers: &[f64]) -> Result<Vec<Shape>, Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::new("RangeError", "points", "", error);
    let mut rings = Vec::new();
    while let [count, rest @ ..] = numbers {
        let (ring, rest) = rest.split_at_checked(2 * *count as usize).unwrap_or((rest, &[]));
        rings.push(points(ring));
        numbers = rest;
    }
    let mut rings = rings.into_iter();
    let border = rings.next().unwrap_or_default();
    let outline = Outline::with_holes(border, rings).map_err(|error| refused(&error))?;
    let cut = outline.decompose(DecomposeSettings::default()).map_err(|error| refused(&error))?;
    Ok(cut.pieces.into_iter().map(Shape::Polygon).collect())
}

/// Lists what is known of the shape in the input: area, bounds, and whether it contains the point (x, y).
#[wasm_bindgen(js_name = shapeInfo)]
pub fn shape_info(count: usize, x: f64, y: f64) -> i32 {
    exchange::read(|input| {
        try_list(|output| {
            let (shape, _) = from_numbers(&input[..count])?;
            let area = shape.mass_properties(1.0).map_or(f32::NAN, |all| all.mass);
            let aabb = shape.aabb(Pose::IDENTITY);
            let contains = shape.contains(Point::new(x as f32, y as f32));
            output.extend([area, aabb.lower.x, aabb.lower.y, aabb.upper.x, aabb.upper.y].map(f64::from));
            output.push(f64::from(u8::from(contains)));
            Ok(())
        })
    })
}
