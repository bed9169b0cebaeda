//! Shapes made larger or smaller about the origin of their frame.

use geom::{Capsule, ChainSegment, Circle, HalfSpace, Point, Polygon, Segment, Shape, ShapeError};

/// A shape of `factor` times the size, above zero, about the origin of its frame: of its body, if the
/// collider has no offset. A polygon of up to eight vertices allocates nothing.
pub(crate) fn scaled(shape: &Shape, factor: f32) -> Result<Shape, ShapeError> {
    let at = |point: Point| Point::from(point.coords * factor);
    Ok(match shape {
        Shape::Circle(circle) => Shape::Circle(Circle::new(at(circle.center()), circle.radius() * factor)?),
        Shape::Segment(segment) => {
            let [a, b] = segment.ends().map(at);
            Shape::Segment(Segment::new(a, b)?)
        }
        Shape::ChainSegment(segment) => {
            let [a, b] = segment.segment().ends().map(at);
            let (before, after) = (segment.before().map(at), segment.after().map(at));
            Shape::ChainSegment(ChainSegment::new(a, b, before, after, segment.sides())?)
        }
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.segment().ends().map(at);
            Shape::Capsule(Capsule::new(a, b, capsule.radius() * factor)?)
        }
        Shape::Polygon(polygon) => {
            let new = Polygon::new(polygon.vertices().iter().map(|&vertex| at(vertex)))?;
            Shape::Polygon(if polygon.radius() > 0.0 { new.rounded(polygon.radius() * factor)? } else { new })
        }
        Shape::HalfSpace(half_space) => {
            Shape::HalfSpace(HalfSpace::new(half_space.normal(), half_space.offset() * factor)?)
        }
    })
}
